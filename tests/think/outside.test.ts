/** A step of which something has to leave the vault: no agent ticks it, its work is kept, and the person is asked. */
import { expect, test } from "vitest";
import { says, type FakeAnswer } from "../fakes/models";
import { type Bench, count, deskFor, read, settle, write, whyBlocked } from "./desk";

const INVOICE = ["write_work_file", { name: "Invoice.md", text: "Bob owes 40 euros.\n" }] as const;
const DONE = { summary: "The invoice is written.", evidence: [{ file: "Invoice.md" }] };
const claims = (outside?: string): FakeAnswer =>
  says("I write it.", INVOICE, ["finish_step", outside === undefined ? DONE : { ...DONE, outside }]);

const STEP = "Write and send the invoice to Bob";
const benchFor = (step: string, ...answers: readonly FakeAnswer[]): Bench =>
  deskFor(`- [ ] ${step}`, { [step]: answers });
const state = (bench: Bench): string =>
  bench.vault.text("Plans/Roof.md") === null ? "archived" : (read(bench).steps.at(-1)?.state ?? "");
const question = (bench: Bench): string => read(bench).questions.at(-1)?.lines.join("\n") ?? "";

test.each<readonly [string, string, string | undefined]>([
  ["its words say so", STEP, "none"],
  ["the agent says so", "Settle the matter with Bob", "the invoice to Bob"],
  ["both say so", STEP, "the invoice"],
])("where %s, the work is kept and the person is asked", async (_what, step, outside) => {
  const bench = benchFor(step, claims(outside));
  await settle(bench);
  expect(state(bench)).toBe("open");
  expect(question(bench)).toContain(
    "    - [ ] (1) Ask me for approval of what goes out\n    - [ ] (2) It is done\n    - [ ] (3) Not yet",
  );
  expect(question(bench)).toMatch(/- Note: \[\[Work\/.*\/Invoice\|Invoice\]\]/);
  expect(Object.keys(bench.vault.files()).some((path) => path.endsWith("/Invoice.md"))).toBe(true);
});

test.each(["none", "None.", "Nothing has to leave the vault.", "nichts", ""])(
  "an agent that says “%s” ticks an inward step",
  async (outside) => {
    const bench = benchFor("Summarise the call notes", claims(outside));
    await settle(bench);
    expect(state(bench)).toBe("archived");
  },
);

test("“Nothing” with anything behind it is something", async () => {
  const bench = benchFor("Settle the matter with Bob", claims("None of the three invoices to Bob is sent"));
  await settle(bench);
  expect(state(bench)).toBe("open");
});

test("it is done: the step is ticked, and the log says who said so", async () => {
  const bench = benchFor(STEP, claims());
  await settle(bench);
  await write(bench, (text) => text.replace("[ ] (2)", "[x] (2)"));
  const archived = Object.entries(bench.vault.files()).find(([path]) => path === "Done/Plans/Roof.md")?.[1];
  expect(archived).toContain("you said that what goes out is done");
});

test("not yet: the step stays open, and the person ticks it", async () => {
  const bench = benchFor(STEP, claims());
  await settle(bench);
  await write(bench, (text) => text.replace("[ ] (3)", "[x] (3)"));
  expect(state(bench)).toBe("open");
  expect(whyBlocked(read(bench))).toContain("Tick the step once it is out");
  expect(bench.models.asked.length).toBe(1);
});

test("ask me for approval: the agent drafts what goes out, and is asked again when it has gone out", async () => {
  const mail = { type: "email", target: "bob@example.com", args: { subject: "Invoice", body: "40 euros." } };
  const bench = benchFor(
    STEP,
    claims(),
    says("I draft it.", ["draft_action", { ...mail, why: "You want it." }]),
  );
  await settle(bench);
  await write(bench, (text) => text.replace("[ ] (1)", "[x] (1)"));
  expect(JSON.stringify(bench.models.asked[1]?.messages)).toContain("Draft it with draft_action");
  expect(read(bench).steps.map(({ text, approval }) => `${approval.kind} ${text}`)).toEqual([
    "action ✋ Email to bob@example.com",
    `none ${STEP}`,
  ]);
  expect(Object.keys(bench.vault.files()).filter((path) => /^Pending.*_email_/.test(path)).length).toBe(1);
});

test("a claim that does not say it is refused once, and then the log says that it was not said", async () => {
  const silent = says("", INVOICE, ["finish_step", JSON.stringify(DONE)]);
  const bench = benchFor("Summarise the call notes", silent, silent);
  await settle(bench);
  expect(bench.notes()).toContain("or “none”");
  expect(state(bench)).toBe("archived");
  expect(
    count(JSON.stringify(bench.vault.files()), "did not say whether anything still has to leave"),
  ).toBeGreaterThan(0);
  const outward = benchFor(STEP, silent, silent);
  await settle(outward);
  expect(state(outward)).toBe("open");
  expect(question(outward)).toContain("It is done");
});

test("the answer may be typed, and words that are none of the three are asked back", async () => {
  const bench = benchFor(STEP, claims());
  await settle(bench);
  await write(bench, (text) => text.replace("- Answer: ", "- Answer: yes"));
  expect(state(bench)).toBe("open");
  expect(question(bench)).toContain("You wrote “yes”. Which of these do you mean?");
  await write(bench, (text) => text.replace(/- Answer: $/m, "- Answer: it is done"));
  expect(state(bench)).toBe("archived");
});
