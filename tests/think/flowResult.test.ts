/**
 * The note with the result of a flow: kept as a draft, moved by the answer, an answer by being moved, and never lost.
 */
import { expect, test } from "vitest";
import { readFrontmatter } from "../../src/kit/frontmatter";
import { splitLines } from "../../src/kit/lines";
import { type Bench, settle } from "./desk";
import { answer, planOf } from "./flowBench";
import { says } from "../fakes/models";
import { benchFor, diligent, fileIn, play, start } from "./flowPlay";

const TOPIC = 'Should we move: "now", or {{later}}?\nI do not know #yet';
const NAME = "2026-03-02 Should we move now , or later I do not know yet.md";

/** Up to the question what becomes of the result. */
async function untilDecision(
  inputs: Readonly<Record<string, string>> = {},
  more: Parameters<typeof benchFor>[0] = {},
): Promise<Bench> {
  const bench = benchFor(more);
  await start(bench, {
    flow: "deep-reasoning",
    inputs: { topic: TOPIC, rounds: "1", validate: "no", ...inputs },
  });
  return bench;
}

function results(bench: Bench): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(bench.vault.files()).filter(([path]) => path.startsWith("Reasoning/")),
  );
}

function only(bench: Bench): readonly [string, string] {
  const all = Object.entries(results(bench));
  expect(all.map(([path]) => path)).toHaveLength(1);
  return all[0] ?? ["", ""];
}

function propertiesOf(text: string): Readonly<Record<string, unknown>> {
  const read = readFrontmatter(splitLines(text));
  if (read.kind === "broken") throw new Error(read.why);
  return read.frontmatter.data;
}

function move(bench: Bench, folder: string): void {
  const [path] = only(bench);
  bench.vault.mkdir(folder);
  bench.vault.rename(path, `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`);
}

test("a result is kept as a draft, with its properties quoted safely", async () => {
  const bench = await untilDecision();
  const [path, text] = only(bench);
  expect(path).toBe(`Reasoning/${NAME}`);
  expect(propertiesOf(text)).toEqual({
    status: "draft",
    title: 'Should we move: "now", or {{later}}? I do not know #yet',
    created: "2026-03-02T09:00:00Z",
    approved: null,
    iterations: 1,
    model: "m",
    initial_prompt: TOPIC,
    context_files: [],
    plan: `[[${planOf(bench).path.replace(/^Plans\/|\.md$/g, "")}]]`,
  });
  expect(text).toContain("\n---\n\n# Bring it together\n\nWords of result.md.\n");
  // What another plugin would run as a template is written otherwise, and reads the same.
  expect(text).not.toContain("{{");
  expect(planOf(bench).log.entries.find(({ mark }) => mark?.word === "kept")?.text).toContain(
    `Kept the result [[Reasoning/${NAME.replace(/\.md$/, "")}|`,
  );
});

test("the question and the top of the plan link to the note, and to where it is in the end", async () => {
  const bench = await untilDecision();
  const link = `[[Reasoning/${NAME.replace(/\.md$/, "")}|${NAME.replace(/\.md$/, "")}]]`;
  expect(planOf(bench).questions[0]?.lines.join("\n")).toContain(`- Note: ${link}`);
  expect(topOf(bench)).toContain(` · **Result:** ${link} · `);
  answer(bench, 1);
  await settle(bench);
  expect(topOf(bench)).toContain(` · **Result:** ${link.replace("Reasoning/", "Reasoning/Approved/")} · `);
});

test("the app may change the link of the question when the note is moved: nothing is asked twice", async () => {
  const bench = await untilDecision();
  move(bench, "Reasoning/Approved");
  const { path } = planOf(bench);
  bench.vault.put(
    path,
    (bench.vault.text(path) ?? "").replaceAll("[[Reasoning/2026", "[[Reasoning/Approved/2026"),
  );
  await settle(bench);
  const { questions, status } = planOf(bench);
  expect((bench.vault.text(planOf(bench).path) ?? "").split("**Status:**")).toHaveLength(2);
  expect(status).toBe("Done");
  expect(questions).toHaveLength(1);
  expect(questions[0]).toMatchObject({ answer: "option-1", words: "" });
  const files = Object.entries(bench.vault.files());
  expect(files.filter(([, text]) => text.includes("Note: [[")).map(([each]) => each)).toEqual([
    planOf(bench).path,
  ]);
});

test("another name of the note asks nothing anew, and an answer counts as it was given", async () => {
  const bench = await untilDecision();
  const [path] = only(bench);
  bench.vault.rename(path, "Reasoning/Lisbon.md");
  await settle(bench);
  expect(planOf(bench).questions).toHaveLength(1);
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).questions).toHaveLength(1);
  expect(topOf(bench)).toContain(" · **Result:** [[Reasoning/Approved/Lisbon|Lisbon]] · ");
});

/** The status line at the top of the plan. */
function topOf(bench: Bench): string {
  return /^\*\*Status:\*\* .*$/m.exec(bench.vault.text(planOf(bench).path) ?? "")?.[0] ?? "";
}

test("approving moves the note to the approved ones, with the moment", async () => {
  const bench = await untilDecision();
  answer(bench, 1);
  await settle(bench);
  const [path, text] = only(bench);
  expect(path).toBe(`Reasoning/Approved/${NAME}`);
  expect(propertiesOf(text)).toMatchObject({ status: "approved", approved: "2026-03-02T09:00:00Z" });
  expect(planOf(bench).status).toBe("Done");
});

test.each([
  { box: 3, said: "a draft", folder: "Reasoning", status: "draft" },
  { box: 4, said: "discard", folder: "Reasoning/Rejected", status: "rejected" },
])("the answer “$said” leaves the note in $folder", async ({ box, folder, status }) => {
  const bench = await untilDecision();
  answer(bench, box);
  await settle(bench);
  const [path, text] = only(bench);
  expect(path).toBe(`${folder}/${NAME}`);
  expect(propertiesOf(text)).toMatchObject({ status, approved: null });
});

test.each([
  { folder: "Reasoning/Approved", status: "approved", option: "option-1" },
  { folder: "Reasoning/Rejected", status: "rejected", option: "option-4" },
])("moving the note to $folder is the answer to the question", async ({ folder, status, option }) => {
  const bench = await untilDecision();
  move(bench, folder);
  await settle(bench);
  const [path, text] = only(bench);
  expect(path).toBe(`${folder}/${NAME}`);
  expect(propertiesOf(text)).toMatchObject({ status });
  expect(planOf(bench).questions.at(-1)?.answer).toBe(option);
  expect(planOf(bench).status).toBe("Done");
  expect(planOf(bench).log.entries.filter(({ mark }) => mark?.word === "filed")).toHaveLength(1);
});

test("a note that is moved after its plan is over takes the status of its folder", async () => {
  const bench = await untilDecision();
  answer(bench, 3);
  await settle(bench);
  move(bench, "Reasoning/Approved");
  await settle(bench);
  expect(propertiesOf(only(bench)[1])).toMatchObject({ status: "approved", approved: /^2026/ });
  move(bench, "Reasoning");
  await settle(bench);
  const [path, text] = only(bench);
  expect(path).toBe(`Reasoning/${NAME}`);
  expect(propertiesOf(text)).toMatchObject({ status: "draft", approved: null });
});

test("a person’s words and properties stay byte for byte when the note is approved", async () => {
  const bench = await untilDecision();
  const [path, text] = only(bench);
  const mine = text
    .replace("status: draft", "status: draft # mine")
    .replace("\nplan:", "\ntags: [a,   b]\nplan:")
    .replace("Words of", "My words of")
    .replace(/\n$/, "\r\nThe end");
  bench.vault.put(path, mine);
  answer(bench, 1);
  await settle(bench);
  expect(only(bench)[1]).toBe(
    mine
      .replace("status: draft # mine", "status: approved # mine")
      .replace("approved: null", 'approved: "2026-03-02T09:00:00Z"'),
  );
});

test("one more round writes the note anew, and never over what a person wrote in it", async () => {
  const bench = await untilDecision();
  const [path] = only(bench);
  answer(bench, 2, "By tram.");
  await settle(bench);
  expect(propertiesOf(only(bench)[1])).toMatchObject({ iterations: 2, status: "draft" });
  const mine = `${only(bench)[1]}\nI would rather stay.\n`;
  bench.vault.put(path, mine);
  answer(bench, 2, "By boat.");
  await settle(bench);
  expect(Object.keys(results(bench))).toEqual([
    `Reasoning/${NAME.replace(".md", " (2).md")}`,
    `Reasoning/${NAME}`,
  ]);
  expect(results(bench)[path]).toBe(mine);
  answer(bench, 1);
  await settle(bench);
  expect(Object.keys(results(bench))).toEqual([
    `Reasoning/${NAME}`,
    `Reasoning/Approved/${NAME.replace(".md", " (2).md")}`,
  ]);
  expect(results(bench)[path]).toBe(mine);
});

test("a plan that is cancelled keeps what is there as a draft, and says that it is not finished", async () => {
  const bench = benchFor();
  // The second question is the person’s: agreeing to the question.
  await start(bench, { flow: "deep-reasoning", inputs: { topic: "Should we move?", rounds: "1" } });
  const { path } = planOf(bench);
  bench.vault.put(path, (bench.vault.text(path) ?? "").replace(/^status: .*$/m, "status: Cancelled"));
  await settle(bench);
  const [kept, text] = only(bench);
  expect(kept).toBe("Reasoning/2026-03-02 Should we move.md");
  expect(propertiesOf(text)).toMatchObject({ status: "draft", iterations: 0, model: "m" });
  expect(text).toContain("> [!note] Not finished\n");
  expect(text).toContain("Words of question.md.");
  const before = bench.vault.files();
  await settle(bench);
  expect(results(bench)).toEqual(
    Object.fromEntries(Object.entries(before).filter(([each]) => each.startsWith("Reasoning/"))),
  );
});

test("rounds that a person leaves out end with a draft of what there is", async () => {
  const bench = benchFor();
  await start(bench, { flow: "deep-reasoning", inputs: { topic: "Should we move?" } });
  const { path } = planOf(bench);
  bench.vault.put(path, (bench.vault.text(path) ?? "").replaceAll("- [ ] ", "- [-] "));
  await settle(bench);
  expect(only(bench)[1]).toContain("Words of question.md.");
  expect(planOf(bench).status).toBe("Done");
});

test("auto-approve approves without a question; without it, nothing is approved unasked", async () => {
  const bench = await untilDecision({ "auto-approve": "yes" });
  const [path, text] = only(bench);
  expect(path).toBe(`Reasoning/Approved/${NAME}`);
  expect(propertiesOf(text)).toMatchObject({ status: "approved" });
  const other = await untilDecision();
  const plan = planOf(other);
  // A person who leaves the question out has approved nothing.
  other.vault.put(
    plan.path,
    (other.vault.text(plan.path) ?? "").replace("- [ ] What becomes", "- [-] What becomes"),
  );
  await settle(other);
  expect(only(other)[0]).toBe(`Reasoning/${NAME}`);
});

test("the notes that a person gave are linked in the plan, and named in the result", async () => {
  const bench = await untilDecision({ context: "Money/Offers\n[[Roof|the roof]]" });
  expect(propertiesOf(only(bench)[1])).toMatchObject({ context_files: ["Money/Offers", "Plans/Roof"] });
  expect(planOf(bench).context).toContain("- context: [[Money/Offers|Offers]], [[Plans/Roof|Roof]]");
  const engine = await bench.open();
  expect(
    await engine.obey({
      kind: "start-flow",
      flow: "deep-reasoning",
      inputs: { topic: "x", context: "Money/Ofers" },
    }),
  ).toMatchObject({ kind: "refused", say: "There is no note “Money/Ofers”." });
  await engine.close();
});

test("a taken name is left to the note that has it, and a person’s own note in the folder stays as it is", async () => {
  const own = "---\nstatus: approved\n---\nMine.\n";
  const bench = await untilDecision({}, { files: { [`Reasoning/${NAME}`]: own } });
  expect(Object.keys(results(bench))).toHaveLength(2);
  expect(results(bench)[`Reasoning/${NAME}`]).toBe(own);
  answer(bench, 1);
  await settle(bench);
  expect(results(bench)[`Reasoning/${NAME}`]).toBe(own);
});

test("a result that a person deleted or renamed does not come back", async () => {
  const bench = await untilDecision();
  const [path] = only(bench);
  bench.vault.rename(path, "Reasoning/Move.md");
  answer(bench, 1);
  await settle(bench);
  expect(Object.keys(results(bench))).toEqual(["Reasoning/Approved/Move.md"]);
  const gone = await untilDecision();
  gone.vault.remove(only(gone)[0]);
  answer(gone, 1);
  await settle(gone);
  expect(results(gone)).toEqual({});
  expect(planOf(gone).status).toBe("Done");
});

test("a flow without a result keeps none", async () => {
  const bench = benchFor();
  await play(bench, { flow: "write-and-review", inputs: { topic: "Bees" } });
  expect(results(bench)).toEqual({});
});

test("a plan is made of the steps of an approved result, and the two notes link to each other", async () => {
  const bench = await untilDecision();
  const [draft] = only(bench);
  bench.vault.put(
    draft,
    `${only(bench)[1]}\n- No step\n\n## The first things to do\n\n1. Ring Berit\n2. Measure the door\n`,
  );
  answer(bench, 1);
  await settle(bench);
  const engine = await bench.open();
  const [note] = (await engine.look()).results;
  expect(note).toMatchObject({ place: "approved", carriedOutBy: "" });
  const wanted = { kind: "plan", note: note?.path ?? "", lines: note?.steps ?? null } as const;
  const shown = await engine.propose(wanted);
  if (typeof shown === "string") throw new Error(shown);
  await engine.obey({ kind: "agree", wanted, code: shown.code });
  await engine.settle();
  const [, made = ""] =
    Object.entries(bench.vault.files()).find(
      ([path, text]) => path.startsWith("Plans/") && text.includes("Ring Berit"),
    ) ?? [];
  expect(made).toContain("status: Draft");
  expect(made).toContain("Measure the door");
  expect(made).not.toContain("No step");
  expect(made).toContain(`source_link: "/Reasoning/Approved/${NAME}"`);
  const id = /task_id: (\S+)/.exec(made)?.[1] ?? "no id";
  expect(propertiesOf(only(bench)[1])["carried_out_by"]).toMatch(new RegExp(`^\\[\\[${id} .*\\]\\]$`));
  await engine.close();
});

test("a result is put away as it is, and reviewed again in a plan of its own", async () => {
  const bench = await untilDecision();
  answer(bench, 1);
  await settle(bench);
  const [path, text] = only(bench);
  await start(bench, { flow: "review-again", inputs: { topic: "Should we move?", note: path } });
  expect(Object.keys(results(bench))).toEqual(["Reasoning/2026-03-02 Should we move.md", path]);
  expect(results(bench)[path]).toBe(text);
  expect(propertiesOf(results(bench)["Reasoning/2026-03-02 Should we move.md"] ?? "")).toMatchObject({
    iterations: 1,
    context_files: [path.replace(/\.md$/, "")],
  });
  const engine = await bench.open();
  expect(await engine.obey({ kind: "archive-result", note: "no such" })).toMatchObject({ kind: "refused" });
  expect(await engine.obey({ kind: "archive-result", note: path })).toMatchObject({
    kind: "done",
    say: "Archived: the note is in Reasoning/Archive.",
  });
  await engine.close();
  expect(results(bench)[path.replace("Approved", "Archive")]).toBe(text);
});

test("a task with a phrase is offered to be thought through, and nothing is started until a person does", async () => {
  const bench = benchFor({ settings: { intake: "draft", limits: { plan_usd: 100, day_usd: 100 } } });
  await settle(bench);
  await bench.clock.advance(60_000);
  bench.vault.put("Inbox/Flat.md", "Help me think through: should we move?\n");
  await settle(bench);
  const dashboard = bench.vault.text("Dashboard.md") ?? "";
  expect(dashboard).toContain("Questions to think through");
  expect(dashboard).toContain("“help me think through” in line 1");
  expect(Object.keys(bench.vault.files()).some((path) => /^Plans\/PLAN-/.test(path))).toBe(false);
  expect(bench.models.asked).toEqual([]);
  await start(bench, {
    flow: "deep-reasoning",
    inputs: { topic: "should we move?", context: "Inbox/Flat.md", rounds: "1" },
  });
  expect(bench.vault.text(planOf(bench).path)).toContain('source_link: "/Inbox/Flat.md"');
  expect(bench.vault.text("Dashboard.md")).not.toContain("Questions to think through");
});

test("each round is kept in a file with its critique and what it changed, whatever comes after", async () => {
  let n = 0;
  const bench = benchFor({}, (question) => {
    const isFirst = !question.messages.some(({ from }) => from === "model");
    const name = fileIn(question);
    if (!isFirst || (name !== "reasoning.md" && !name.startsWith("critique"))) return diligent(question);
    n += 1;
    const text = name.startsWith("critique")
      ? `# Critique\n\nToo sure ${String(n)}.\n`
      : `# Reasoning\n\nThe same. Move ${String(n)}! Why?\n\n- Stay ${String(n)}\n- The barn\n`;
    return says("I write it.", ["write_work_file", { name, text }]);
  });
  await start(bench, { flow: "deep-reasoning", inputs: { topic: "Move?", rounds: "2", validate: "no" } });
  const rounds = Object.entries(bench.vault.files()).filter(([path]) => /\/round-\d\.md$/.test(path));
  expect(rounds.map(([path]) => path.slice(-10))).toEqual(["round-1.md", "round-2.md"]);
  expect(rounds[1]?.[1]).toBe(
    `# Round 2

## The critique

### Critique

Too sure 4.

## What changed in reasoning.md

*… 1 part as before …*

> The same. ~~Move 3!~~ ==Move 5!== Why?

**Out:**

> - Stay 3

**In:**

> - Stay 5

*… 1 part as before …*

`,
  );
  expect(planOf(bench).log.entries.filter(({ mark }) => mark?.word === "round")).toHaveLength(2);
});

test("an earlier result that a person made their own is not taken for the last one", async () => {
  for (const how of ["deleted", "renamed"]) {
    const bench = await untilDecision();
    const [first] = only(bench);
    bench.vault.put(first, `${only(bench)[1]}\nI would rather stay.\n`);
    answer(bench, 2, "By tram.");
    await settle(bench);
    const last = Object.keys(results(bench)).find((path) => path !== first) ?? "";
    bench.vault.mkdir("Reasoning/Rejected");
    if (how === "deleted") bench.vault.remove(last);
    else bench.vault.rename(last, "Reasoning/0.md");
    bench.vault.rename(first, first.replace("Reasoning", "Reasoning/Rejected"));
    await settle(bench);
    expect(planOf(bench).questions.at(-1)?.answer, how).toBeNull();
    answer(bench, 1);
    await settle(bench);
    expect(Object.keys(results(bench)), how).toEqual([
      ...(how === "renamed" ? ["Reasoning/Approved/0.md"] : []),
      first.replace("Reasoning", "Reasoning/Rejected"),
    ]);
  }
});

test("a device that has the plan and not yet its work files does not say that nothing is there", async () => {
  const bench = await untilDecision();
  const phone = benchFor({ name: "phone" });
  phone.vault.restore(bench.vault.snapshot());
  for (const path of Object.keys(phone.vault.files()))
    if (/^(?:Reasoning|Work)\//.test(path) && !path.endsWith("/Flow.md")) phone.vault.remove(path);
  const { path } = planOf(phone);
  const text = phone.vault.text(path) ?? "";
  const before = text.replace(/^- .*Kept the result.*\n/m, "");
  expect(before).not.toBe(text);
  // Not kept yet, and kept and decided on.
  const decided = text.replace(/^(- )\[ \](.*\^f-decide)/m, "$1[x]$2").replace("- [ ] (1)", "- [x] (1)");
  for (const whole of [before, decided]) {
    phone.vault.put(path, whole);
    const engine = await phone.open(undefined, "clerk");
    await engine.settle();
    await engine.close();
    expect(planOf(phone).status).not.toBe("Done");
    const log = Object.entries(phone.vault.files()).find(([, each]) =>
      each.includes("flow: deep-reasoning"),
    )?.[1];
    expect(log).not.toMatch(/Kept no result|Moved no note/);
  }
});

test("a result whose properties cannot be read is left alone, and nobody says that it is gone", async () => {
  const bench = await untilDecision();
  const [path, text] = only(bench);
  const broken = text.replace("status: draft", "status: [draft");
  bench.vault.put(path, broken);
  answer(bench, 1);
  await settle(bench);
  expect(only(bench)).toEqual([path, broken]);
  expect(planOf(bench).log.last(({ word }) => word === "filed")?.text).toContain(
    "Moved no note — No note with the result has readable properties.",
  );
});
