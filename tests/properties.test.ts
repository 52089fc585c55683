/**
 * Random small stories out of what people, servers and power do. `STORIES=2000 npx vitest run tests/properties.test.ts`
 * looks further; a failure prints the shortest story that still fails, which then becomes a case.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryGround } from "./story/ground";
import { endings, judge } from "./story/judge";
import { play } from "./story/play";
import { createStage, settle, type Stage } from "./story/stage";
import type { Event, Story } from "./story/story";
import type { Files } from "./story/tree";

const STORIES = Number(process.env["STORIES"] ?? 10);
/** The same stories every time; another seed is another walk. */
const SEED = Number(process.env["SEED"] ?? 20260301);

const plan = (letter: string): string => `---
task_id: PLAN-${letter}
source_link: null
created_date: 2026-02-21T10:30:00Z
status: Active
blocked_reason: null
---

# Objective

Write to ${letter}.

## Roadmap

- [ ] ✋ Send the letter
    \`\`\`action
    type: email
    target: ${letter.toLowerCase()}@example.com
    args:
      subject: Hello
      body: Good day.
    \`\`\`
- [ ] Note the answer

## Reasoning Logs
`;

const BEFORE: Files = { "Plans/A.md": plan("A"), "Plans/B.md": plan("B") };

/** Deeds of a person to one of the plans. */
function deeds(letter: string): readonly Event[] {
  const own = `*_email_${letter.toLowerCase()}-example-com_*.md`;
  const path = `Plans/${letter}.md`;
  const inPlan = (find: string, to: string): Event => ({ replace: { path, find, with: to } });
  return [
    { move: { from: `Pending_Approval/${own}`, to: "Approved" } },
    { move: { from: `Pending_Approval/${own}`, to: "Approved" } },
    { move: { from: `Pending_Approval/${own}`, to: "Rejected" } },
    { move: { from: `Approved/${own}`, to: "Pending_Approval" } },
    { move: { from: `Rejected/${own}`, to: "Approved" } },
    { copy: { from: `Pending_Approval/${own}`, to: "Approved" } },
    { copy: { from: `Approved/${own}`, to: "Rejected/* 1.md" } },
    { delete: `Pending_Approval/${own}` },
    { replace: { path: `Pending_Approval/${own}`, find: "subject: Hello", with: "subject: Hello again" } },
    { replace: { path: `Done/Actions/${own}`, find: "- [ ] It happened", with: "- [x] It happened" } },
    { replace: { path: `Done/Actions/${own}`, find: "- [ ] It did not", with: "- [x] It did not" } },
    inPlan("- [ ] ✋", "- [x] ✋"),
    inPlan("- [x] ✋", "- [ ] ✋"),
    inPlan("- [ ] ✋", "- [-] ✋"),
    inPlan("subject: Hello\n", "subject: Good morning\n"),
    inPlan("status: Blocked", "status: Active"),
    inPlan("status: Active", "status: Cancelled"),
    inPlan("status: Cancelled", "status: Active"),
    inPlan("- [ ] Ask again", "- [x] Ask again"),
    inPlan("- [ ] Skip this", "- [x] Skip this"),
    inPlan("- [ ] Note the", "- [x] Note the"),
    { command: { kind: "confirm", request: `Approved/${own}` } },
    { command: { kind: "resolve", request: `Approved/${own}`, happened: false } },
  ];
}

const SURROUNDINGS: readonly Event[] = [
  { tool: { server: "mail", answer: "unknown" } },
  { tool: { server: "mail", answer: "tool-error" } },
  { tool: { server: "mail", answer: "not-sent" } },
  { tool: { server: "mail", answer: "ok" } },
  { tool: { server: "mail", down: "It is switched off." } },
  { tool: { server: "mail", down: null } },
  { command: { kind: "pause" } },
  { command: { kind: "continue" } },
  { restart: true },
];

const TIME: readonly Event[] = [{ advance: { minutes: 11 } }, { advance: { hours: 2 } }];
/** So few deeds that no ten minutes pass: what lasts is only noticed by a program that is open. */
const SOON = 4;
const SETTLE: Event = { settle: "executor" };

/** A settle first, and after about every second deed: nothing can be approved before it is asked for. */
function stories(events: readonly Event[], most = 9): fc.Arbitrary<readonly Event[]> {
  const deed = fc
    .tuple(fc.constantFrom(...events), fc.boolean())
    .map(([event, then]) => (then ? [event, SETTLE] : [event]));
  return fc.array(deed, { minLength: 1, maxLength: most }).map((all) => [SETTLE, ...all.flat(), SETTLE]);
}

async function tell(events: readonly Event[]): Promise<Stage> {
  const story: Story = { shows: "anything", without: [], calls_per_step: 99, events: [...events] };
  const stage = await createStage(
    story,
    BEFORE,
    {},
    (clock, power) => memoryGround(clock, power ?? {}),
    true,
  );
  await play(stage);
  return stage;
}

/** The notes and their places, the state of the plans and the calls; without the minutes and the ids. */
function outcome(stage: Stage): unknown {
  const names = Object.keys(stage.ground.files())
    .map((path) => path.replace(/\d{4}-\d{2}-\d{2}T\d{4}Z|_[0-9a-f]{8}/g, ""))
    .sort();
  return {
    names,
    plans: [...endings(stage.ground.files())],
    calls: stage.outside.calls.map(({ args }) => `${String(args["to"])} ${String(args["subject"])}`).sort(),
  };
}

const options = { numRuns: STORIES, seed: SEED, endOnFailure: false } as const;

test(
  "nothing is begun that nobody approved, nothing twice, and no word of a person is lost",
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(stories([...deeds("A"), ...SURROUNDINGS, ...TIME]), async (events) =>
        judge(await tell(events)),
      ),
      options,
    );
  },
);

test("a second settle writes nothing", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(stories([...deeds("A"), ...SURROUNDINGS, ...TIME]), async (events) => {
      const stage = await tell(events);
      const still = stage.ground.files();
      const moves = (await settle(stage, "executor")).filter(({ move }) => move.kind !== "check-server");
      expect(moves.map(({ rule }) => rule)).toEqual([]);
      expect(stage.ground.files()).toEqual(still);
    }),
    options,
  );
});

test(
  "a program that was open all the time and one that reads everything anew come to the same",
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(stories([...deeds("A"), ...deeds("B"), ...SURROUNDINGS], SOON), async (events) => {
        const anew = events.flatMap((event): Event[] =>
          "settle" in event ? [{ restart: true }, event] : [event],
        );
        expect(outcome(await tell(anew))).toEqual(outcome(await tell(events)));
      }),
      options,
    );
  },
);

test("what happens to one plan and to another may come in either order", { timeout: 600_000 }, async () => {
  const some = (letter: string): fc.Arbitrary<readonly Event[]> =>
    fc.array(fc.constantFrom(...deeds(letter)), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(some("A"), some("B"), async (a, b) => {
      const one = await tell([SETTLE, ...a, ...b, SETTLE]);
      const other = await tell([SETTLE, ...b, ...a, SETTLE]);
      expect(outcome(one)).toEqual(outcome(other));
    }),
    options,
  );
});
