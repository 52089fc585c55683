/** A question by which the person agrees to work, and that they skip: it is no yes. */
import { expect, test } from "vitest";
import { settle, whyBlocked, type Bench } from "./desk";
import { answer, planOf, roadmap } from "./flowBench";
import { benchFor, diligent, start } from "./flowPlay";

const flow = (steps: string): Bench =>
  benchFor({ files: { "Flows/Say.md": `\`\`\`flow\n${steps}\`\`\`\n` } });
const CONFIRM = flow.bind(
  null,
  "steps:\n  - step: draft\n  - step: agree\n    ask: confirm\n  - step: list\n",
);
const SECTIONS = flow.bind(
  null,
  "steps:\n  - step: design\n    answer: sections\n    ask: each\n  - step: list\n",
);
/** A question that chooses agrees to nothing. */
const CHOOSE = flow.bind(
  null,
  "steps:\n  - step: draft\n  - step: way\n    ask: choose\n    options: [A, B]\n  - step: list\n",
);

async function edit(bench: Bench, find: string, by: string): Promise<void> {
  const { path } = planOf(bench);
  const text = bench.vault.text(path) ?? "";
  expect(text).toContain(find);
  bench.vault.put(path, text.replace(find, by));
  await bench.clock.advance(60_000);
  await settle(bench);
}

async function begun(bench: Bench): Promise<Bench> {
  await start(bench, { flow: "say", inputs: {} });
  return bench;
}

test.each([
  ["the box under Questions", CONFIRM, "[ ] Skip this step", "[x] Skip this step"],
  ["the mark in the Roadmap", CONFIRM, "- [ ] Agree", "- [-] Agree"],
  ["the box, for sections", SECTIONS, "[ ] Skip this step", "[x] Skip this step"],
])(
  "an approval that is skipped by %s stops the plan, and says what can be done",
  async (_by, of, find, to) => {
    const bench = await begun(of());
    await edit(bench, find, to);
    expect(planOf(bench).status).toBe("Blocked");
    expect(whyBlocked(planOf(bench))).toMatch(/You skipped step \d .*nobody has agreed to it/);
    expect(whyBlocked(planOf(bench))).toMatch(
      /To answer after all, .*to go on without agreeing, .*or cancel/,
    );
    expect(roadmap(bench).at(-1)).toBe("[ ] List");
  },
);

test("a skipped approval can be answered after all", async () => {
  const bench = await begun(CONFIRM());
  await edit(bench, "[ ] Skip this step", "[x] Skip this step");
  await edit(bench, "- [-] Agree", "- [ ] Agree");
  expect(whyBlocked(planOf(bench))).toContain("A question for you");
  answer(bench, 1);
  await bench.clock.advance(60_000);
  await settle(bench);
  expect(roadmap(bench)).toEqual(["[x] Draft", "[x] Agree", "[x] List"]);
});

test("a plan goes on without an approval once the person ticks its line", async () => {
  const bench = await begun(CONFIRM());
  await edit(bench, "- [ ] Agree", "- [-] Agree");
  await edit(bench, "- [-] Agree", "- [x] Agree");
  expect(roadmap(bench)).toEqual(["[x] Draft", "[x] Agree", "[x] List"]);
  expect(planOf(bench).status).toBe("Done");
});

test("a skipped question that agrees to nothing stops nothing", async () => {
  const bench = await begun(CHOOSE());
  await edit(bench, "[ ] Skip this step", "[x] Skip this step");
  expect(roadmap(bench)).toEqual(["[x] Draft", "[-] Way", "[x] List"]);
});

test("an approval that the flow leaves out stops nothing", async () => {
  const bench = await begun(
    flow(
      'inputs: { kind: { ask: Which?, default: "" } }\nsteps:\n  - step: draft\n  - step: agree\n    ask: confirm\n    when: { input: kind, is: talk }\n  - step: list\n',
    ),
  );
  expect(roadmap(bench)).toEqual(["[x] Draft", "[-] Agree", "[x] List"]);
});

const SEND =
  "```flow\nsteps:\n  - step: letter\n  - step: agree\n    ask: confirm\n  - step: send\n    action: { type: email, to: ana@example.com, subject: Hi, body: { file: letter.md } }\n```\n";
const TEXT = { type: "string" } as const;

/** The plan with the question agreed to, and the request for approval. */
async function sending(): Promise<{ readonly bench: Bench; readonly request: () => string }> {
  const bench = benchFor(
    {
      files: { "Flows/Say.md": SEND },
      settings: {
        grace_seconds: 0,
        servers: { mail: { command: "mail" } },
        actions: { email: { server: "mail", tool: "send" } },
      },
    },
    diligent,
  );
  bench.tools.set("mail", {
    tools: [
      {
        name: "send",
        description: "",
        schema: { type: "object", properties: { to: TEXT, subject: TEXT, body: TEXT } },
      },
    ],
  });
  await begun(bench);
  const request = (): string =>
    Object.keys(bench.vault.files()).find((path) => /^Pending_Approval\/2.*\.md$/.test(path)) ?? "";
  return { bench, request };
}

test("nothing is asked to go out behind a skipped approval, and no earlier approval sends it", async () => {
  const skipped = await sending();
  await edit(skipped.bench, "- [ ] Agree", "- [-] Agree");
  expect(skipped.request()).toBe("");
  expect(skipped.bench.vault.text(planOf(skipped.bench).path)).not.toContain("type: email");

  const { bench, request } = await sending();
  answer(bench, 1);
  await bench.clock.advance(60_000);
  await settle(bench);
  const path = request();
  expect(path).not.toBe("");
  const note = bench.vault.text(path) ?? "";
  bench.vault.remove(path);
  bench.vault.put(path.replace("Pending_Approval", "Approved"), note);
  await edit(bench, "- [x] Agree", "- [-] Agree");
  expect(bench.tools.calls).toEqual([]);
  await edit(bench, "- [-] Agree", "- [x] Agree");
  await bench.clock.advance(60_000);
  await settle(bench);
  expect(bench.tools.calls.length).toBe(1);
});
