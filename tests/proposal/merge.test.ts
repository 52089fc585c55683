/**
 * Plans that stand for the same thing, made one: nothing is lost, nothing is done twice, and every device chooses
 * alike.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summaryOf } from "../../src/note/index/summary";
import { groupPlans } from "../../src/note/intake/duplicates";
import { parsePlan } from "../../src/note/plan/parse";
import { bySurvival, mergeNotes, type Member } from "../../src/note/proposal/merge";
import { textAt } from "../../src/note/proposal/proposal";
import { mistakeInMerge } from "./oracle";

interface Parts {
  readonly id?: string;
  readonly status?: string;
  readonly created?: string;
  readonly objective?: string;
  readonly steps: readonly string[];
  readonly log?: readonly string[];
}

const note = ({
  id = "A",
  status = "Active",
  created = "2026-02-21",
  objective = "Mend the fence.",
  steps,
  log = [],
}: Parts): string =>
  `---\ntask_id: ${id}\ncreated_date: ${created}\nstatus: ${status}\nmine: stays   # as it is\n---\n\n# Objective\n${objective}\n\n## Roadmap\n${steps.join("\n")}\n\n## Notes\nWords of mine.\n\n## Reasoning Logs\n${log.map((line) => `${line}\n`).join("")}`;

function member(path: string, text: string, copy = false): Member {
  const parsed = parsePlan(path, text);
  if (parsed.kind !== "plan") throw new Error(parsed.kind);
  return { path, text, plan: parsed.plan, copy };
}

const plan = (path: string, parts: Parts): Member => member(path, note(parts));

function roadmap(
  first: Member,
  ...others: readonly Member[]
): {
  readonly steps: readonly string[];
  readonly log: readonly string[];
  readonly said: readonly string[];
  readonly left: readonly string[];
} {
  const [stays = first, ...goes] = [first, ...others].sort(bySurvival);
  expect(stays).toBe(first);
  const {
    notes: [kept],
    left,
  } = mergeNotes(
    stays,
    goes.map((each) => ({ member: each, to: `Archive/${each.path}` })),
  );
  if (kept === undefined) return { steps: [], log: [], said: [], left };
  const text = textAt(kept, Date.UTC(2026, 2, 1)) ?? "";
  const part = (heading: string): string[] =>
    (text.split(`## ${heading}\n`)[1] ?? "").split("\n\n##")[0]?.trimEnd().split("\n") ?? [];
  expect(text).toContain("mine: stays   # as it is\n");
  return { steps: part("Roadmap"), log: part("Reasoning Logs"), said: kept.said ?? [], left };
}

describe("the plan that stays", () => {
  it.each<readonly [what: string, first: Member, second: Member]>([
    [
      "is the one with more steps done",
      plan("b", { status: "Draft", created: "2026-03-01", steps: ["- [x] a", "- [ ] b"] }),
      plan("a", { steps: ["- [ ] a", "- [-] b"] }),
    ],
    [
      "is the note that sync made the copy of, whatever is done there",
      plan("b", { steps: ["- [ ] a"] }),
      member("a", note({ steps: ["- [x] a"] }), true),
    ],
    [
      "of two as far is the one that runs",
      plan("b", { id: "Z", steps: ["- [ ] a"] }),
      plan("a", { status: "Draft", steps: ["- [ ] a"] }),
    ],
    [
      "of two that run is the older one",
      plan("b", { id: "Z", created: "2026-01-01", steps: ["- [ ] a"] }),
      plan("a", { steps: ["- [ ] a"] }),
    ],
    [
      "of two as old is the one whose id comes first",
      plan("b", { id: "A", steps: ["- [ ] a"] }),
      plan("a", { id: "B", steps: ["- [ ] a"] }),
    ],
    [
      "of two with one id is the one with more block ids, which is the later",
      plan("b", { steps: ["- [ ] a ^s-1"] }),
      plan("a", { steps: ["- [ ] a"] }),
    ],
    [
      "of two with one id is the one whose path comes first",
      plan("a", { steps: ["- [ ] a"] }),
      plan("b", { steps: ["- [ ] a"] }),
    ],
    [
      "of two without a date is told by its id",
      plan("b", { id: "A", created: "someday", steps: ["- [ ] a"] }),
      plan("a", { id: "B", created: "later", steps: ["- [ ] a"] }),
    ],
  ])("%s", (_what, first, second) => {
    expect([second, first].sort(bySurvival)[0]).toBe(first);
    expect([first, second].sort(bySurvival)[0]).toBe(first);
  });
});

describe("merging", () => {
  it("adds what the other has more, with all that belongs to it, and leaves its block ids", () => {
    const { steps, log } = roadmap(
      plan("A.md", { steps: ["- [x] Buy boards ^s-1", "- [ ] Nail them"] }),
      plan("B.md", {
        id: "B",
        steps: [
          "1. [ ] buy BOARDS",
          "2. [-] Paint it ^s-9",
          "   - [ ] two coats",
          "",
          "   and wait",
          "3. [ ] ✋ Send the bill ^s-8",
          "    ```action",
          "    type: email",
          "    target: ana@example.com",
          "    ```",
          "",
          "%% said %%",
        ],
      }),
    );
    expect(steps).toEqual([
      "- [x] Buy boards ^s-1",
      "- [ ] Nail them",
      "2. [-] Paint it",
      "   - [ ] two coats",
      "",
      "   and wait",
      "3. [ ] ✋ Send the bill",
      "    ```action",
      "    type: email",
      "    target: ana@example.com",
      "    ```",
    ]);
    expect(log).toEqual([
      expect.stringMatching(
        /^- \[2026-03-01T00:00:00Z\] Human: Merged B\.md into this plan — By command\. 2 steps came from it\. It goes to Archive\/B\.md\. \(merged, text [0-9a-f]{12}\)$/,
      ),
    ]);
  });

  it("ticks what is done in the other, and the log says on what evidence", () => {
    const { steps, log, said } = roadmap(
      plan("A.md", { steps: ["- [x] a", "- [x] b", "- [ ] ✋ Send it ^s-1", "- [ ] c"] }),
      plan("B.md", {
        id: "B",
        steps: ["- [x] send it ^s-7", "- [-] c"],
        log: [
          "- [2026-02-21T10:30:00Z] Agent: Carried out — x. (carried-out, step s-7, request 7f3a9c2100000000)",
        ],
      }),
    );
    expect(steps).toEqual(["- [x] a", "- [x] b", "- [x] ✋ Send it ^s-1", "- [-] c"]);
    expect(log.slice(0, 2)).toEqual([
      "- [2026-03-01T00:00:00Z] Human: Ticked step 3 “Send it” — It is done in B.md, which is merged into this plan. Carried out there as action 7f3a9c21. (ticked, step s-1)",
      "- [2026-03-01T00:00:00Z] Human: Skipped step 4 “c” — It is skipped in B.md, which is merged into this plan. (skipped)",
    ]);
    expect(said).toContain("Step 3 “✋ Send it” is done in B.md, and so it is here.".replace("✋ ", ""));
  });

  it("says which step that comes in, or waits here, sends what was done under other words", () => {
    const act = ["    ```action", "    type: email", "    target: ana@example.com", "    ```"];
    const comes = roadmap(
      plan("A.md", { steps: ["- [x] ✋ Send the bill", ...act] }),
      plan("B.md", { id: "B", steps: ["- [ ] ✋ Mail it to Ana", ...act] }),
    );
    expect(comes.said).toContain(
      "Step 1 “Mail it to Ana” of B.md is open and sends the same as step 1 “Send the bill” of the note that stays, which is done; skip it if it is the same.",
    );
    const waits = roadmap(
      plan("A.md", { steps: ["- [x] a", "- [x] b", "- [ ] ✋ Send the bill", ...act] }),
      plan("B.md", { id: "B", steps: ["- [x] ✋ Mail it to Ana", ...act] }),
    );
    expect(waits.said).toContain(
      "Step 3 “Send the bill” of the note that stays is open and sends the same as step 1 “Mail it to Ana” of B.md, which is done; skip it if it is the same.",
    );
  });

  it("says which step that needs approval there is not asked for, because it is done here", () => {
    const { said } = roadmap(
      plan("A.md", { steps: ["- [x] Send it"] }),
      plan("B.md", { id: "B", steps: ["- [ ] ✋ Send it"] }),
    );
    expect(said).toContain("Step 1 “Send it” is done here and open in B.md; it is not asked for again.");
  });

  it("keeps what is done here, whatever the other says", () => {
    expect(
      roadmap(
        plan("A.md", { steps: ["- [x] a", "- [x] b"] }),
        plan("B.md", { id: "B", steps: ["- [ ] a", "- [-] b"] }),
      ).steps,
    ).toEqual(["- [x] a", "- [x] b"]);
  });

  it("gives a step the sign that it bears in the other", () => {
    expect(
      roadmap(
        plan("A.md", { steps: ["- [x] a", "- [ ] Send it"] }),
        plan("B.md", { id: "B", steps: ["- [ ] ✋ send it"] }),
      ).steps,
    ).toEqual(["- [x] a", "- [ ] ✋ Send it"]);
  });

  it("pairs steps that read alike in their order, so that none is lost and none doubled", () => {
    expect(
      roadmap(
        plan("A.md", { steps: ["- [x] remind", "- [ ] wait", "- [ ] remind"] }),
        plan("B.md", { id: "B", steps: ["- [ ] remind", "- [ ] remind", "- [ ] remind"] }),
      ).steps,
    ).toEqual(["- [x] remind", "- [ ] wait", "- [ ] remind", "- [ ] remind"]);
  });

  it("knows a step of the same plan by its block id, whatever its words", () => {
    const { steps, said } = roadmap(
      plan("A.md", { steps: ["- [x] a", "- [ ] Send the mail ^s-1"] }),
      plan("B.md", { steps: ["- [x] Send it ^s-1"] }),
    );
    expect(steps).toEqual(["- [x] a", "- [x] Send the mail ^s-1"]);
    expect(said).toContain(
      "Step 2 “Send the mail” has other words in B.md: “Send it”. It stays as it is here.",
    );
  });

  it("of several takes in one after the other", () => {
    const { steps, log } = roadmap(
      plan("A.md", { steps: ["- [x] a"] }),
      plan("B.md", { id: "B", steps: ["- [ ] b"] }),
      plan("C.md", { id: "C", steps: ["- [ ] c", "- [ ] b"] }),
    );
    expect(steps).toEqual(["- [x] a", "- [ ] b", "- [ ] c"]);
    expect(log).toHaveLength(2);
  });

  const send = (to: string): string[] => [
    "    ```action",
    "    type: email",
    `    target: ${to}@example.com`,
    "    ```",
  ];

  it("leaves a step that sends something else to the person where it is done in one alone", () => {
    const { left } = roadmap(
      plan("A.md", { steps: ["- [x] a", "- [ ] Send it", ...send("ana")] }),
      plan("B.md", { id: "B", steps: ["- [x] Send it", ...send("ben")] }),
    );
    expect(left).toEqual([
      "B.md is not merged: step 1 “Send it” sends something else there than in A.md, and is done only in B.md; if it is the same, tick it in both; if not, reword one.",
    ]);
  });

  it("says which step sends something else, and what only the other says", () => {
    const { steps, said } = roadmap(
      plan("A.md", { steps: ["- [x] a", "- [ ] Send it", ...send("ana"), "- [ ] ✋ Pay"] }),
      plan("B.md", { id: "B", steps: ["- [ ] Send it", ...send("ben"), "- [ ] Pay", ...send("cy")] }),
    );
    expect(steps).toEqual(["- [x] a", "- [ ] Send it", ...send("ana"), "- [ ] ✋ Pay"]);
    expect(said.slice(1)).toEqual([
      "Step 2 “Send it” sends something else in B.md; it stays as it is here.",
      "What step 3 “Pay” is to send is written in B.md alone.",
    ]);
  });

  it.each<readonly [what: string, first: string, second: string]>([
    [
      "a step whose action stands outside of it",
      note({ steps: ["- [x] a"] }),
      note({ id: "B", steps: ["- [ ] Send it", "```action", "type: email", "```"] }),
    ],
    [
      "a Roadmap that ends in a fence",
      note({ steps: ["- [x] a", "```", "code"] })
        .replace("## Notes\n", "")
        .replace("\n## Reasoning Logs\n", ""),
      note({ id: "B", steps: ["- [ ] b"] }),
    ],
    [
      "a step that leaves a comment open",
      note({ steps: ["- [x] a"] }),
      note({ id: "B", steps: ["- [ ] b", "  text %% and", "  more"] }),
    ],
    [
      "a step without a true box here",
      note({ steps: ["- [x] a", "- [ ]two"] }),
      note({ id: "B", steps: ["- [ ] ✋ two"] }),
    ],
    [
      "a step without a true box there",
      note({ steps: ["- [x] a", "- [ ] ✋ two"] }),
      note({ id: "B", steps: ["- [ ] b", "- []two"] }),
    ],
    [
      "a gate outside the Roadmap",
      note({ steps: ["- [x] a"] }),
      `${note({ id: "B", steps: ["- [ ] b"] })}\n## Later\n- [ ] ✋ c\n`,
    ],
  ])("refuses %s", (_what, first, second) => {
    expect(roadmap(member("A.md", first), member("B.md", second)).left).toEqual([
      expect.stringContaining("B.md is not merged: "),
    ]);
  });

  it("keeps line ends, and the missing one at the end", () => {
    const a = member(
      "A.md",
      "---\r\ntask_id: A\r\nstatus: Draft\r\n---\r\n## Reasoning Logs\r\n## Roadmap\r\n- [x] a",
    );
    const b = member("B.md", "---\ntask_id: B\nstatus: Draft\n---\n## Roadmap\n- [ ] b\n  more\n");
    const [kept] = mergeNotes(a, [{ member: b, to: "Archive/B.md" }]).notes;
    expect(kept?.text).toBe(
      "---\r\ntask_id: A\r\nstatus: Draft\r\n---\r\n## Reasoning Logs\r\n## Roadmap\r\n- [x] a\r\n- [ ] b\r\n  more",
    );
  });
});

it("plans made of anything are merged without losing, doubling or reopening a step, and once", () => {
  const words = fc.constantFrom(
    "a",
    "A",
    "b",
    "✋ b",
    "✋🏽 a",
    "Send it (requires human approval)",
    "",
    "c ⏳ 2026-03-03",
    "🖐 d",
    "[[link]] e",
  );
  const mark = fc.constantFrom(" ", "x", "X", "-", "/");
  const lead = fc.constantFrom("- ", "* ", "1. ", "  - ", "10) ");
  const id = fc.constantFrom("", "", "", " ^s-1", " ^s-2", " ^mine");
  const beneath = fc.constantFrom(
    [],
    [],
    ["    more"],
    ["    - [ ] ✋ nested ^s-3"],
    ["    ```action", "    type: email", "    target: a@example.com", "    ```"],
    ["    ```action", "    type: email", "    target: b@example.com", "    ```"],
    ["```action", "type: x", "```"],
    ["%% comment %%"],
    ["", "loose"],
    ["    ```", "    open"],
    ["\tmore", ""],
    ["### Deeper"],
    ["---"],
    ["<!-- open"],
  );
  const steps = fc.array(
    fc.tuple(lead, mark, words, id, beneath).map(([l, m, w, i, more]) => [`${l}[${m}] ${w}${i}`, ...more]),
    { minLength: 1, maxLength: 5 },
  );
  const parts = fc.record({
    steps,
    end: fc.constantFrom("\n", "\r\n", "\r\r\n"),
    key: fc.constantFrom("P", "Q"),
    status: fc.constantFrom("Active", "Draft", "Blocked"),
    tail: fc.constantFrom(
      "",
      "\n## Reasoning Logs\n",
      "\n## Reasoning Logs\n- [2026-02-21T10:30:00Z] Agent: a — b. (ticked, step s-1)\n\n## Questions\n",
      "\n---\n\n## Context\nx\n",
    ),
    last: fc.boolean(),
  });
  const made = parts.map(({ steps: all, end, key, status, tail, last }) => {
    const text = `---\ntask_id: ${key}\nstatus: ${status}\n---\n\n## Roadmap\n${all.flat().join("\n")}\n${tail}`;
    return (last ? text : text.replace(/\n+$/, "")).replaceAll("\n", end);
  });
  let merged = 0;
  fc.assert(
    fc.property(made, made, fc.boolean(), (first, second, copy) => {
      const [a, b] = [parsePlan("a.md", first), parsePlan("b.md", second)];
      if (a.kind !== "plan" || b.kind !== "plan") return;
      const members = [
        { path: "a.md", text: first, plan: a.plan, copy: false },
        { path: "b.md", text: second, plan: b.plan, copy: copy && a.plan.key === b.plan.key },
      ] as const;
      expect(mistakeInMerge(...members)).toBe(null);
      if (mergeNotes(members[0], [{ member: members[1], to: "x" }]).notes.length > 0) merged += 1;
    }),
    { numRuns: 3000 },
  );
  expect(merged).toBeGreaterThan(500);
});

describe("plans of the same content", () => {
  const groups = (...parts: readonly Parts[]): readonly (readonly string[])[] =>
    groupPlans(
      parts.map((each, at) =>
        summaryOf(plan(`${String(at)}.md`, { id: `P${String(at)}`, ...each }).plan, ""),
      ),
    ).map(({ by, paths }) => [by, ...paths]);

  it("are grouped, whatever their ids, whatever the case of their steps, and whatever is done", () => {
    expect(
      groups(
        { steps: ["- [x] ✋ Send it ^s-1", "- [ ] Log it"] },
        { steps: ["- [ ] send it", "* [ ] LOG it"] },
        { steps: ["- [ ] Send it"] },
      ),
    ).toEqual([["content", "0.md", "1.md"]]);
  });

  it.each<readonly [what: string, first: Parts, second: Parts]>([
    [
      "from one template for two things",
      { objective: "Invoice for Ana", steps: ["- [ ] Send it"] },
      { objective: "Invoice for Ben", steps: ["- [ ] Send it"] },
    ],
    [
      "without an objective",
      { objective: "", steps: ["- [ ] Send it"] },
      { objective: "", steps: ["- [ ] Send it"] },
    ],
    [
      "that send to others",
      {
        steps: [
          "- [ ] Send it",
          "    ```action",
          "    type: email",
          "    target: ana@example.com",
          "    ```",
        ],
      },
      {
        steps: [
          "- [ ] Send it",
          "    ```action",
          "    type: email",
          "    target: ben@example.com",
          "    ```",
        ],
      },
    ],
    [
      "with their steps in another order",
      { steps: ["- [ ] a", "- [ ] b"] },
      { steps: ["- [ ] b", "- [ ] a"] },
    ],
    ["on other days", { steps: ["- [ ] a ⏳ 2026-03-03"] }, { steps: ["- [ ] a ⏳ 2026-03-10"] }],
    ["of which one is over", { status: "Done", steps: ["- [x] a"] }, { steps: ["- [ ] a"] }],
  ])("are not plans %s", (_what, first, second) => {
    expect(groups(first, second)).toEqual([]);
  });

  it("are told of once where they have one id or one source too", () => {
    const same = (id: string): Parts => ({ id, steps: ["- [ ] a"] });
    expect(groups(same("P"), same("plan-p"))).toEqual([["id", "0.md", "1.md"]]);
    expect(groups(same("P"), same("P"), same("Q"))).toEqual([
      ["id", "0.md", "1.md"],
      ["content", "0.md", "1.md", "2.md"],
    ]);
  });
});
