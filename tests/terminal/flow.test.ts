/**
 * Flows in the terminal: listed, checked, shown, foretold, started; and what a person is told who spells something
 * wrong.
 */
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
afterAll(() => room.leave());

let vault: readonly string[] = [];
let n = 0;
/** Of notes that Planwright itself wrote just now, too, nobody is to wait out that they are left alone. */
const PROMPT = room.write("prompt.json", '{ "quiet_seconds": 0 }');
const run = (...words: readonly string[]): ReturnType<typeof room.run> =>
  room.run(...words, ...(words.includes("--settings") ? [] : ["--settings", PROMPT]), ...vault);
const write = (name: string, text: string): string => room.write(`vault${String(n)}/${name}`, text);
const names = (): readonly string[] => room.list(`vault${String(n)}`).filter((each) => /\.md$/.test(each));

beforeEach(async () => {
  n += 1;
  vault = ["--vault", room.folder(`vault${String(n)}`), "--device", room.at(`device${String(n)}`)];
  await run("init");
});

const BAD = "```flow\nsteps:\n  - step: draft\n    chek: {output: OK}\n```\n";

test("a flow with a fault is listed, named with its line by check, and does not start", async () => {
  write("Flows/Bad.md", BAD);
  expect((await run("flow", "list")).out).toContain("bad: cannot start, 1 fault");
  const checked = await run("flow", "check", "bad");
  expect(checked).toMatchObject({
    code: 1,
    out: expect.stringContaining("line 4: There is no key “chek”. Did you mean “check”?") as string,
  });
  const before = names();
  expect(await run("flow", "start", "bad")).toMatchObject({
    code: 1,
    err: expect.stringContaining("Flows/Bad.md, line 4: There is no key “chek”.") as string,
  });
  expect(names()).toEqual(before);
});

test("a dry run says each call, question and check, and writes nothing", async () => {
  const before = names();
  const { code, out } = await run(
    "flow",
    "start",
    "write-and-review",
    "--input",
    "topic=Our move",
    "--dry-run",
  );
  expect(code).toBe(0);
  for (const said of [
    "writes outline.md",
    "You are asked: Is the outline right?",
    "its last message is APPROVED alone",
    "Nothing was written.",
  ])
    expect(out).toContain(said);
  expect(names()).toEqual(before);
});

test("a started flow makes a plan with its first lines, and stops when its copy is changed", async () => {
  expect(await run("flow", "start", "write-and-review", "--input", "topic=Our move")).toMatchObject({
    code: 0,
  });
  const plan = names().find((each) => each.startsWith("Plans/PLAN-")) ?? "";
  const text = room.read(`vault${String(n)}/${plan}`);
  expect(text).toContain("- [ ] Outline ^f-outline\n- [ ] Agree to the outline ^f-agree--ask\n");
  const copy = names().find((each) => each.endsWith("/Flow.md")) ?? "";
  write(copy, `${room.read(`vault${String(n)}/${copy}`)}\nMore.\n`);
  expect((await run("explain")).out).toContain("was changed after the flow was started");
  const shown = await run("flow", "show", /PLAN-\d+-\w+/.exec(plan)?.[0] ?? "");
  expect(shown.err).toContain("was changed after the flow was started");
});

test.each([
  [
    ["flow", "start", "write-and-review"],
    1,
    "“topic” is missing: What do you want to write? (in a terminal: --input topic=WORDS)",
  ],
  [
    ["flow", "start", "write-and-review", "--input", "topik=x"],
    1,
    "asks for no “topik”. It asks for: topic, readers, context.",
  ],
  [["flow", "start", "write-and-review", "--input", "topic"], 2, "--input takes a name and words"],
  [["flow", "start", "write-and-revew"], 1, "Did you mean “write-and-review”?"],
  [["flow", "lst"], 2, "Did you mean “list”?"],
  [["flow", "start"], 2, "“flow start” needs the name of a flow"],
  [["settle", "--input", "a=b"], 2, "--input goes with flow start."],
  [["flow", "list", "--table"], 2, "--table goes with init."],
  [["flow", "list", "--mermaid"], 2, "--mermaid goes with flow show."],
])("wrong words are answered with the right ones: %j", async (words, code, says) => {
  expect(await run(...words)).toMatchObject({ code, err: expect.stringContaining(says) as string });
});

test("a note that the settings keep from agents is named before anything begins, with the way out", async () => {
  write("Notes/Flat.md", "Forty square metres.\n");
  write("Money/Rent.md", "---\ntags: [private]\n---\n900 a month.\n");
  write("Money/Rates.md", "Two per cent.\n");
  const settings = { agent_folders: ["Money"], agent_never: ["#private"] };
  const file = room.write(`settings${String(n)}.json`, JSON.stringify(settings));
  const before = names();
  const start = (note: string, ...more: readonly string[]): ReturnType<typeof run> =>
    run(
      ...["flow", "start", "deep-reasoning", "--input", "topic=Move?", "--input", `context=${note}`],
      ...more,
      ...["--settings", file],
    );
  const folders =
    ", which you gave them: the setting “Folders that agents may read” (agent_folders) does not name its folder. Add the folder there, or leave the note out.";
  for (const more of [[], ["--dry-run"]])
    for (const note of ["Notes/Flat", "Notes/Flat.md", "[[Flat]]"]) {
      expect(await start(note, ...more)).toMatchObject({
        code: 1,
        err: expect.stringContaining(`The agents may not read “Notes/Flat”${folders}`) as string,
      });
    }
  expect((await start("Money/Rent")).err).toContain("“Folders and tags that no agent reads” (agent_never)");
  expect((await start("Flta", "--dry-run")).err).toContain("There is no note “Flta”.");
  expect((await start("Dashboard/None", "--dry-run")).err).toContain("There is no note “Dashboard/None”.");
  expect(names()).toEqual(before);
  expect(await start("Money/Rates")).toMatchObject({ code: 0 });
  const open = room.write(`settings${String(n)}.json`, "{}");
  expect(open).toBe(file);
  expect(await start("Notes/Flat")).toMatchObject({ code: 0 });
});

test("a picture holds no word that ends a label or begins another line", async () => {
  write(
    "Flows/Odd.md",
    '```flow\nsteps:\n  - step: a\n    title: "x\\"]; click s0 \\"javascript:alert(1)"\n```\n',
  );
  const { out } = await run("flow", "show", "odd", "--mermaid");
  expect(out).toContain('s0["x ; click s0 javascript:alert(1)"]');
});

test("check tells of instructions and tools that are not there, and takes the name of a note", async () => {
  write(
    "Flows/My dinner.md",
    "```flow\nagents: { cook: { tools: [read_notes] } }\nsteps:\n  - step: menu\n    agent: cook\n```\n",
  );
  for (const name of ["my-dinner", "My Dinner", "Flows/My dinner.md"]) {
    const { code, out } = await run("flow", "check", name);
    expect(code).toBe(0);
    expect(out).toContain("line 4: “menu” has no instructions");
    expect(out).toContain("names the function “read_notes”, and there is none. Did you mean “read_note”?");
  }
});

test("a dry run knows the answers that are given, and a no that is not counted", async () => {
  write(
    "Flows/Walk.md",
    "```flow\nabout: Walk.\ninputs:\n  where: { ask: Where? }\n  with: { ask: With whom?, default: '' }\nsteps:\n  - step: go\n    ask: confirm\n    on_fail: go\n```\n",
  );
  const { out } = await run("flow", "start", "walk", "--dry-run", "--input", "where=The hill");
  expect(out).toContain("- where: Where? Your answer: The hill\n- with: With whom? It can be left out.\n");
  expect(out).toContain("If not: back to “Go”, as often as you say so.");
  const odd = await run("flow", "start", "walk", "--dry-run", "--input", "wehre=The hill");
  expect(odd).toMatchObject({ code: 1, err: expect.stringContaining("asks for no “wehre”") as string });
  const listed = (await run("flow", "list")).out;
  expect(listed).toContain("before you decide (built in)\n");
  await run("flow", "start", "walk", "--input", "where=The hill");
  const plan = names().find((each) => each.includes("The hill")) ?? "";
  expect(room.read(`vault${String(n)}/${plan}`)).toContain("By the flow “walk”: Walk.\n");
});

test("a heading that is nearly the name of a step is told with its line, by check and at the start", async () => {
  write("Flows/Post.md", "```flow\nsteps:\n  - step: letter\n```\n\n## Leter\n\nWrite it by hand.\n");
  const says =
    "line 6: No step is called “Leter”, so no agent gets the words beneath this heading. Did you mean “letter”?";
  const checked = (await run("flow", "check", "post")).out;
  expect(checked).toContain(`  Note, ${says}\n`);
  // The cause says more than what follows from it.
  expect(checked).not.toContain("has no instructions");
  expect((await run("flow", "start", "post", "--dry-run")).out).toContain(`\nNote, ${says}\n`);
  const { code, out } = await run("flow", "start", "post");
  expect(code).toBe(0);
  expect(out).toContain(`Note, ${says.replace("line 6:", "line 6 of the flow:")}`);
});

test("a plan is shown with its phases, its steps and how each stands, and the picture where it is wanted", async () => {
  await run("flow", "start", "write-and-review", "--input", "topic=Our $5 move");
  const plan = names().find((each) => each.startsWith("Plans/PLAN-")) ?? "";
  const id = /PLAN-\d+-\w+/.exec(plan)?.[0] ?? "";
  const { out } = await run("flow", "show", id);
  expect(out).toContain(`${id}: Write and review: Our $5 move\n`);
  expect(out).toContain("\n  ▸ Outline\n  · Agree to the outline\n");
  expect(out).toContain("\n▸ now  · to come\n");
  expect(out).not.toContain("flowchart");
  expect((await run("flow", "show", id, "--mermaid")).out).toMatch(/^```mermaid\nflowchart TD\n/);
  expect((await run("cancel", id)).code).toBe(0);
  const over = await run("flow", "show", id);
  expect(over).toMatchObject({ code: 0, err: "" });
  expect(over.out).toContain("Cancelled. It is over.");
  expect(over.out).toContain("Outline");
  expect((await run("flow", "show", "write-and-review")).out).not.toContain("flowchart");
});

test("a version is named where the flow is shown, and in its plans", async () => {
  write("Flows/Rest.md", "```flow\nversion: 2.1\nsteps:\n  - step: nap\n    ask: confirm\n```\n");
  expect((await run("flow", "show", "rest")).out).toContain("rest, version 2.1: Nap\n");
  await run("flow", "start", "rest");
  const plan = names().find((each) => each.startsWith("Plans/PLAN-")) ?? "";
  expect(room.read(`vault${String(n)}/${plan}`)).toContain("By the flow “rest, version 2.1”.");
});

test("the schema has every key of a step", async () => {
  const { code, out } = await run("flow", "schema");
  expect(code).toBe(0);
  const { properties } = JSON.parse(out) as {
    readonly properties: { readonly steps: { readonly items: { readonly properties: object } } };
  };
  expect(Object.keys(properties.steps.items.properties)).toEqual(
    expect.arrayContaining(["step", "agent", "skill", "loop", "check", "on_fail", "next"]),
  );
});

test("a check runs the program that was allowed here, once, and no other", async () => {
  const at = (name: string): string => room.at(`vault${String(n)}/${name}`);
  write(
    "../prove.mjs",
    `import { appendFileSync } from "node:fs";\nappendFileSync("ran.txt", process.argv[2] + "\\n");\nprocess.exit(process.argv[2] === "good" ? 0 : 4);\n`,
  );
  write(
    "Flows/Build.md",
    `\`\`\`flow\nsteps:\n  - step: build\n    check: { command: "'${process.execPath}' ../prove.mjs good" }\n\`\`\`\n`,
  );
  const calls = (tool: string, args: object): object => ({ tool, arguments: args });
  const answers = [
    { step: "Build", turn: 1, calls: [calls("write_work_file", { name: "build.md", text: "Built." })] },
    {
      step: "Build",
      turn: 2,
      calls: [calls("finish_step", { summary: "Built.", outside: "none", evidence: [{ file: "build.md" }] })],
    },
  ];
  const script = room.write(`script${String(n)}.json`, JSON.stringify({ answers }));
  const settings = {
    models: { main: { provider: "scripted", file: script } },
    roles: { worker: "main" },
    quiet_seconds: 0,
  };
  const file = room.write(`settings${String(n)}.json`, JSON.stringify(settings));
  const go = (...words: readonly string[]): ReturnType<typeof run> => run(...words, "--settings", file);
  await go("take-over");
  await go("flow", "start", "build", "--executor");
  expect((await go("explain")).out).toContain(`planwright flow allow`);
  const { out } = await go("flow", "allow");
  expect(out).toContain(
    `${process.execPath} ../prove.mjs good\n  in the folder ${at("")}`.replace(/\/$/, ""),
  );
  expect(await go("flow", "allow", "0000000000000000")).toMatchObject({
    code: 1,
    err: expect.stringContaining("no program has the code") as string,
  });
  const code = /planwright flow allow ([0-9a-f]{16})/.exec(out)?.[1] ?? "";
  expect((await go("flow", "allow", code)).out).toContain("This device may run");
  expect(names()).not.toContain("ran.txt");
  const told = (await go("settle", "--executor")).out;
  expect(told).toContain("Runs a program");
  expect(told).toContain("Ticks the step. Checked: build.md was written");
  expect(room.read(`vault${String(n)}/ran.txt`)).toBe("good\n");
  expect((await go("status")).out).not.toContain("Blocked");
  expect((await go("flow", "forbid", code)).out).toContain("no longer runs");
  expect((await go("flow", "allow")).out).toBe("No running flow wants a program.\n");
});

test("an agent that is a program does its step in a folder of its own, once, and its own price counts", async () => {
  write("Flows/Build.md", "```flow\nsteps:\n  - step: build\n    agent: claude\n```\n");
  const stand = fileURLToPath(new URL("../../scripts/parts/agent-program.mjs", import.meta.url));
  const settings = {
    models: {
      claude: {
        provider: "program",
        program: { command: process.execPath, args: [stand, "work"], events: "claude-stream" },
        price: { in: 0, out: 0 },
      },
    },
    roles: { worker: "claude" },
    agents: { claude: { model: "claude" } },
    quiet_seconds: 0,
  };
  const file = room.write(`settings${String(n)}.json`, JSON.stringify(settings));
  const go = (...words: readonly string[]): ReturnType<typeof run> => run(...words, "--settings", file);
  await go("take-over");
  expect((await go("models")).out).toContain(`program ${process.execPath} `);
  expect((await go("flow", "start", "build", "--dry-run")).out).toContain(
    `The agent “claude” is the program ${process.execPath} `,
  );
  expect((await go("flow", "start", "build", "--executor")).out).toContain(
    `The agent “claude” is the program ${process.execPath} ${stand} work, which does nothing until you allow it here`,
  );
  expect(names().some((each) => each.endsWith("/ran.txt"))).toBe(false);
  const code = /planwright flow allow ([0-9a-f]{16})/.exec((await go("flow", "allow")).out)?.[1] ?? "";
  await go("flow", "allow", code);
  await go("settle", "--executor");
  expect((await go("flow", "allow")).out).toContain("No running flow wants a program.");
  const of = (end: string): string => room.list(`vault${String(n)}`).find((each) => each.endsWith(end)) ?? "";
  expect(room.read(`vault${String(n)}/${of("/build.md")}`)).toBe("Built by a program.");
  expect(room.read(`vault${String(n)}/${of("/ran.txt")}`)).toMatch(/^work \d+\n$/);
  expect(room.read(`vault${String(n)}/${of("/Work notes.md")}`)).toContain("1,500 tokens, $0.0421");
  expect(names().some((each) => each.startsWith("Done/Plans/"))).toBe(true);
});

test("the program of a flow from elsewhere is allowed by its code, after its command, folder and copy were told", async () => {
  write("Flows/Build.md", "```flow\nsteps:\n  - step: build\n    agent: claude\n```\n");
  const stand = fileURLToPath(new URL("../../scripts/parts/agent-program.mjs", import.meta.url));
  const settings = {
    models: {
      claude: {
        provider: "program",
        program: { command: process.execPath, args: [stand, "work"], events: "claude-stream" },
        price: { in: 0, out: 0 },
      },
    },
    agents: { claude: { model: "claude" } },
    roles: { worker: "claude" },
    quiet_seconds: 0,
  };
  const withoutProgram = { models: {}, quiet_seconds: 0 };
  const file = room.write(`settings${String(n)}.json`, JSON.stringify(withoutProgram));
  const go = (...words: readonly string[]): ReturnType<typeof run> => run(...words, "--settings", file);
  await go("take-over");
  // As one that another device has started: this one knows nothing of it.
  await go("flow", "start", "build");
  room.write(`settings${String(n)}.json`, JSON.stringify(settings));
  await go("settle", "--executor");
  expect((await go("status")).out).toContain("until you allow it there");
  expect((await go("explain")).out).toContain("until you allow it there");
  const plan = names().find((each) => /^Plans\/PLAN-/.test(each)) ?? "";
  expect((await go("flow", "show", plan)).out).toContain("until you allow it there");
  const { out } = await go("flow", "allow");
  expect(out).toContain(
    `${process.execPath} ${stand} work\n  in the folder that is made anew for each run, outside the vault`,
  );
  expect(out).toMatch(
    /does “Build” of “Build”\n {2}by the flow in Work\/.+\/Flow\.md, as it is now \(hash [0-9a-f]{12}\)/,
  );
  expect(out).toContain("it works on its own, with your rights, without approvals");
  const code = /planwright flow allow ([0-9a-f]{16})/.exec(out)?.[1] ?? "";
  expect((await go("flow", "allow", code)).out).toContain("This device may start");
  await go("settle", "--executor");
  expect(names().some((each) => each.startsWith("Done/Plans/"))).toBe(true);
});

const RESULT = `---
status: approved
title: Should we move?
approved: "2026-03-02T09:00:00Z"
iterations: 3
plan: "[[PLAN-20260302-abcd Move]]"
---

Yes.

## Next steps

1. Ring Berit
`;

test("results are listed with what became of each, put away, and reviewed again", async () => {
  expect((await run("reasoning")).out).toContain("There is no result of a flow yet.");
  write("Reasoning/Approved/Move.md", RESULT);
  write("Reasoning/Stay.md", RESULT.replace("approved", "draft").replace("we move", "we stay"));
  write("Reasoning/Mine.md", "My own words.\n");
  expect((await run("reasoning", "list")).out).toBe(
    'draft: Should we stay? (Reasoning/Stay.md)\napproved: Should we move? (Reasoning/Approved/Move.md)\n    Make a plan of it: planwright plan "Reasoning/Approved/Move.md" --lines 11-13\n',
  );
  expect(await run("reasoning", "archive", "should we stay?")).toMatchObject({ code: 0 });
  expect(names()).toContain("Reasoning/Archive/Stay.md");
  expect(await run("reasoning", "again", "Move")).toMatchObject({ code: 0 });
  const plan = names().find((each) => each.startsWith("Plans/PLAN-")) ?? "";
  expect(room.read(`vault${String(n)}/${plan}`)).toContain("- note: [[Reasoning/Approved/Move|Move]]");
  expect(await run("reasoning", "again", "Nothing")).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no result of a flow “Nothing”.") as string,
  });
  expect((await run("reasoning", "lost")).err).toContain("Say “reasoning list”");
});
