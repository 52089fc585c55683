/**
 * The real program with a person as the model: the question is printed, answers are read, and nothing changes without
 * one.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProgram, type Program, type Thought } from "./program";

let program: Program;
beforeAll(async () => {
  program = await openProgram();
});
afterAll(() => program.leave());

const THINK = ["think", "P-1", "--by-hand"] as const;
/** Nobody listens there: whoever asks this model is found out. */
const NOWHERE = "http://127.0.0.1:9/v1";

function answer(code: string, ...calls: readonly (readonly [tool: string, input: object])[]): string {
  return JSON.stringify({
    turn: code,
    says: "I go on.",
    calls: calls.map(([tool, input]) => ({ tool, arguments: input })),
  });
}

interface Told {
  readonly says: readonly string[];
  readonly question: { readonly turn: number; readonly code: string; readonly text: string } | null;
}

async function ask(roof: Thought, input = ""): Promise<Told & { readonly exit: number | null }> {
  const { out, code } = await roof.call(input, ...THINK, "--json");
  return { ...(JSON.parse(out) as Told), exit: code };
}

test("a step is thought through by hand, a turn at a time, and no model is asked", async () => {
  const roof = program.thought(NOWHERE);
  const shown = await roof.fed("", ...THINK).ended;
  // As where any model gives no answer.
  expect(shown.code).toBe(3);
  expect(shown.out).toContain("You are the model of “Roof”, step 1 “Compare the offers”, by copy and paste.");
  expect(shown.out).toMatch(
    /Turn 1 waits for your answer .*To go on, today or later: planwright think P-1 --by-hand/,
  );
  const first = await ask(roof);
  expect(shown.out).toContain(first.question?.code ?? "none");
  expect(roof.notes()).toBe("");
  const second = await ask(
    roof,
    `Sure:\n\`\`\`json\n${answer(first.question?.code ?? "", ["write_work_file", { name: "Offers.md", text: "Kern is dearer.\n" }])}\n\`\`\`\n.\n`,
  );
  expect(second.question?.turn).toBe(2);
  const done = await ask(
    roof,
    answer(second.question?.code ?? "", [
      "finish_step",
      { summary: "Compared.", outside: "none", evidence: [{ file: "Offers.md" }] },
    ]),
  );
  // The next step needs approval, and what it sends is drafted in the same way.
  expect(done).toMatchObject({ exit: 0, question: { turn: 1 } });
  expect(done.says.join("\n")).toContain("1 step of “Roof” finished.");
  expect(readFileSync(roof.at("Plans/Roof.md"), "utf8")).toContain("- [x] Compare the offers");
  expect(roof.notes()).not.toContain('"kind":"failed"');
});

test("beside a run at work, answers are noted, and that run goes on with each of them, once", async () => {
  const roof = program.thought(NOWHERE);
  const settings = { models: { me: { provider: "by-hand" } }, roles: { worker: "me" }, quiet_seconds: 0 };
  writeFileSync(roof.at("../settings.json"), JSON.stringify(settings));
  const watch = roof.start("watch", "--executor");
  await watch.seen("You are its model");
  const beside = async (input = ""): Promise<Told & { readonly exit: number | null }> => {
    const { out, err, code } = await roof.fed(input, "think", "P-1", "--json").ended;
    expect(err).toBe("");
    return { ...(JSON.parse(out) as Told), exit: code };
  };
  const first = await beside();
  expect(first.question).toMatchObject({ turn: 1 });
  const file = answer(first.question?.code ?? "", [
    "write_work_file",
    { name: "Offers.md", text: "Kern is dearer.\n" },
  ]);
  // Two people at two terminals, say: one of the answers counts.
  const [one, two] = await Promise.all([beside(file), beside(file)]);
  expect([one.exit, two.exit].sort()).toEqual([0, 3]);
  const second = one.exit === 0 ? one : two;
  expect(second.question?.turn).toBe(2);
  expect((await beside(file)).says.join(" ")).toContain("The answer is for another turn");
  const done = await beside(
    answer(second.question?.code ?? "", [
      "finish_step",
      { summary: "Compared.", outside: "none", evidence: [{ file: "Offers.md" }] },
    ]),
  );
  expect(done.question?.turn).toBe(1);
  expect(done.says.join("\n")).toContain("1 step of “Roof” finished.");
  // Whoever is the model of one step after the other is told so once.
  expect(readFileSync(roof.at("Plans/Roof.md"), "utf8").split("Blocked at step")).toHaveLength(2);
  expect(roof.notes().split('"kind":"answered"')).toHaveLength(3);
  watch.kill("SIGINT");
  expect((await watch.ended).code).toBe(0);
});

test("beside a run at work, nobody answers in the place of a model that it asks itself", async () => {
  const roof = program.thought(NOWHERE);
  const watch = roof.start("watch", "--executor");
  await watch.seen("the model was not reached");
  const { code, err } = await roof.call("", ...THINK);
  expect(code).toBe(1);
  expect(err).toContain("is already asking the model of “Roof”");
  watch.kill("SIGINT");
  await watch.ended;
});

test("an answer that cannot be used is told, with the question that still waits, and notes nothing", async () => {
  const roof = program.thought(NOWHERE);
  const { code, out } = await roof.call("Nice weather.\n.\n", ...THINK);
  expect(code).toBe(3);
  expect(out).toContain(
    "Nothing was noted. The answer is not as it has to be. The answer holds no JSON object.",
  );
  expect(out).toContain("Turn 1 waits for your answer");
  expect(roof.notes()).toBe("");
  const { question } = await ask(roof);
  expect((await ask(roof, answer("0badc0de", ["give_back", { why: "x" }]))).says.join("\n")).toContain(
    question?.code,
  );
});

test("a rejected action is drafted again by hand, once its box is ticked", async () => {
  const roof = program.thought(NOWHERE);
  const plan = roof.at("Plans/Roof.md");
  writeFileSync(plan, readFileSync(plan, "utf8").replace("- [ ] Compare the offers\n", ""));
  const { question } = await ask(roof);
  const letter = { type: "letter", target: "Kern", args: { text: "We order." }, why: "It is due." };
  const drafted = await ask(roof, answer(question?.code ?? "", ["draft_action", letter]));
  expect(drafted.says.join("\n")).toMatch(
    /The text of step 1 “Order” is drafted; you are asked next: planwright settle --executor --vault/,
  );
  await roof.call("", "settle", "--executor");
  const [name = ""] = readdirSync(roof.at("Pending_Approval")).filter((each) => each.startsWith("20"));
  const told = async (): Promise<string> => {
    const { out, err } = await roof.call("", ...THINK);
    return out + err;
  };
  expect(await told()).toContain("Step 1 “Order” of “Roof” waits for your answer.");
  renameSync(roof.at(`Pending_Approval/${name}`), roof.at(`Rejected/${name}`));
  const rejected = "Step 1 “Order” of “Roof” waits: you rejected it. Tick “Draft it again” in the plan.";
  expect(await told()).toContain(rejected);
  await roof.call("", "settle", "--executor");
  expect(await told()).toContain(rejected);
  expect((await roof.call("", "status")).out).toContain("have it drafted again, change its text in the plan");
  writeFileSync(plan, readFileSync(plan, "utf8").replace("- [ ] Draft it again", "- [x] Draft it again"));
  const again = await ask(roof);
  expect(again.question?.text).toContain("## What the person rejected");
});
