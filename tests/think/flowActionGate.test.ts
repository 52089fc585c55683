/** What a flow fills in goes out only as its files and answers are now. */
import { expect, test } from "vitest";
import type { Command } from "../../src/rules/command";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { createFakeModels } from "../fakes/models";
import { benchWith, PLAN, planText, settle, type Bench } from "./desk";
import { answer, planOf, writes } from "./flowBench";

const flow = (extra: string): string => `\`\`\`flow
inputs:
  receiver: { ask: Who gets it?, default: "" }
steps:
  - step: letter
  - step: subject
    ask: text
    question: What is the subject?
  - step: send
    title: Send the letter
    action: { type: email, to: { input: receiver }, subject: { answer: subject }, body: { file: letter.md }${extra} }
\`\`\`
`;
const T = { type: "string" } as const;

async function obey(bench: Bench, command: Command): Promise<string> {
  const engine = await bench.open();
  const { say } = await engine.obey(command);
  await engine.close();
  return say;
}
async function later(bench: Bench): Promise<void> {
  await bench.clock.advance(60_000);
  await settle(bench);
}
async function filled(letter = "Dear Ana,\n\nit is done.\n"): Promise<Bench> {
  const models = createFakeModels(({ messages }: ModelQuestion) =>
    writes("letter.md", letter, "It is there.")(messages.filter(({ from }) => from === "model").length),
  );
  const bench = benchWith(models, {
    files: { [PLAN]: planText("off"), "Flows/Letter.md": flow("") },
    settings: {
      grace_seconds: 0,
      servers: { mail: { command: "mail" } },
      actions: { email: { server: "mail", tool: "send" } },
    },
  });
  bench.tools.set("mail", {
    tools: [
      {
        name: "send",
        description: "",
        schema: { type: "object", properties: { to: T, subject: T, body: T } },
      },
    ],
  });
  await obey(bench, { kind: "start-flow", flow: "letter", inputs: { receiver: "ana@example.com" } });
  await settle(bench);
  answer(bench, null, "Good news");
  await later(bench);
  return bench;
}
const letterAt = (bench: Bench): string =>
  Object.keys(bench.vault.files()).find((path) => path.endsWith("/letter.md")) ?? "";
const waiting = (bench: Bench): readonly string[] =>
  Object.keys(bench.vault.files()).filter((path) => /^Pending_Approval\/2.*\.md$/.test(path));
function approve(bench: Bench): void {
  const [path = ""] = waiting(bench);
  const note = bench.vault.text(path) ?? "";
  bench.vault.remove(path);
  bench.vault.put(path.replace("Pending_Approval", "Approved"), note);
}
const bodies = (bench: Bench): readonly unknown[] => bench.tools.calls.map(({ args }) => args["body"]);

test("control", async () => {
  const bench = await filled();
  approve(bench);
  await later(bench);
  expect(bodies(bench)).toEqual(["Dear Ana,\n\nit is done."]);
});

test("a letter that is emptied before it was sent does not go out in its old words", async () => {
  const bench = await filled();
  bench.vault.put(letterAt(bench), "\n");
  approve(bench);
  await later(bench);
  expect(bodies(bench)).toEqual([]);
});

test("a letter that has become too long does not go out in its old words", async () => {
  const bench = await filled();
  bench.vault.put(letterAt(bench), `Dear Ana,\n\nNOT done yet.\n${"Words. ".repeat(20_000)}`);
  approve(bench);
  await later(bench);
  expect(bodies(bench)).toEqual([]);
});

test("an answer that is taken back before it was sent: the old subject does not go out", async () => {
  const bench = await filled();
  const { path } = planOf(bench);
  const text = bench.vault.text(path) ?? "";
  const after = text.replace("- Answer: Good news", "- Answer:");
  expect(after).not.toBe(text);
  bench.vault.put(path, after);
  approve(bench);
  await later(bench);
  expect(bodies(bench)).toEqual([]);
});

test.each([
  ["a path", "The share is \\\\server\\_drafts\\.\n"],
  ["a pattern in code", "```sh\ngrep 'v1\\.2' log\n```\n"],
  ["a formula", "$$\\{1, 2\\}$$\n"],
])("the text of a file goes out word for word: %s", async (_what, letter) => {
  const bench = await filled(letter);
  approve(bench);
  await later(bench);
  expect(bodies(bench)).toEqual([letter.trimEnd()]);
});

test.each([
  ["a path", "The share is \\\\server\\_drafts\\.\n"],
  ["a pattern in code", "```sh\ngrep 'v1\\.2' log\n```\n"],
])("the text that a person wrote goes out word for word: %s", async (_what, letter) => {
  const bench = await filled();
  bench.vault.put(letterAt(bench), letter);
  await later(bench);
  approve(bench);
  await later(bench);
  expect(bodies(bench)).toEqual([letter.trimEnd()]);
});

test("a plan that stopped because its copy of the flow was changed sends nothing", async () => {
  const bench = await filled();
  const copy = Object.keys(bench.vault.files()).find((path) => path.endsWith("/Flow.md")) ?? "";
  bench.vault.put(copy, `${bench.vault.text(copy) ?? ""}\nchanged\n`);
  approve(bench);
  await later(bench);
  console.log(
    planOf(bench).status,
    planOf(bench)
      .log.entries.slice(-3)
      .map(({ text }) => text),
  );
  expect(bodies(bench)).toEqual([]);
});
test("neither does it where the letter was changed, too", async () => {
  const bench = await filled();
  const copy = Object.keys(bench.vault.files()).find((path) => path.endsWith("/Flow.md")) ?? "";
  bench.vault.put(copy, `${bench.vault.text(copy) ?? ""}\nchanged\n`);
  bench.vault.put(letterAt(bench), "Dear Ana,\n\nit is NOT done.\n");
  approve(bench);
  await later(bench);
  expect(bodies(bench)).toEqual([]);
});
