/** Agents that are programs: started once a turn, never again by themselves, and believed no more than a model. */
import { expect, test } from "vitest";
import { createFakeModels } from "../fakes/models";
import { createFakePrograms, type FakePrograms, type FakeRun } from "../fakes/programs";
import { createSimulatedClock } from "../fakes/clock";
import { noPrograms, type ProgramCall } from "../../src/kit/ports/programs";
import { benchWith, PLAN, planText, type Bench, settle, whyBlocked } from "./desk";
import type { Command } from "../../src/rules/command";
import { shortHash } from "../../src/kit/hash";
import type { Engine } from "../../src/engine/engine";
import { listPrograms } from "../../src/overview/flow/programs";
import { agentWork, type AgentWork } from "../../src/overview/agentWork";
import { runningOf } from "../../src/overview/activity";
import { missionOf, type AgentAtWork } from "../../src/overview/mission/mission";
import { statusOf, type StatusReport } from "../../src/overview/status";
import { answer, planOf, roadmap, writes } from "./flowBench";

const FLOW = `\`\`\`flow
steps:
  - step: build
    agent: codex
  - step: look
\`\`\`
`;
const CODEX = {
  provider: "program",
  program: { command: "codex", args: ["exec", "--json"], events: "codex-json" },
};

/** By a person who was shown the program. */
const START: Command = {
  kind: "start-flow",
  flow: "build",
  inputs: {},
  allows: [["codex", "exec", "--json"]],
};

const message = (text: string): string =>
  JSON.stringify({ type: "item.completed", item: { type: "agent_message", text } });
const ENDED = JSON.stringify({ type: "turn.completed", usage: { input_tokens: 900, output_tokens: 90 } });
const DONE = message(
  JSON.stringify({
    says: "I built it.",
    calls: [
      { tool: "write_work_file", arguments: { name: "build.md", text: "Built." } },
      {
        tool: "finish_step",
        arguments: { summary: "Built.", outside: "none", evidence: [{ file: "build.md" }] },
      },
    ],
  }),
);

/** Programs go by the clock of the bench that was made last. */
const timeOf = { bench: createSimulatedClock() };

function benchFor(
  programs: FakePrograms | null,
  more: {
    readonly price?: object | null;
    readonly program?: object;
    readonly roles?: object;
    readonly flow?: string;
  } = {},
): Bench {
  const models = createFakeModels(({ messages, about }) =>
    writes(
      about.step.startsWith("Build") ? "build.md" : "look.md",
      "Looked.",
      "It is there.",
    )(messages.filter(({ from }) => from === "model").length),
  );
  const { price = { in: 1, out: 1 }, program, roles = { worker: "main" } } = more;
  const bench = benchWith(models, {
    files: { [PLAN]: planText("off"), "Flows/Build.md": more.flow ?? FLOW },
    settings: {
      models: {
        main: {
          provider: "openai-compatible",
          url: "http://127.0.0.1:9/v1",
          model: "m",
          price: { in: 1, out: 2 },
        },
        coder: { ...CODEX, program: { ...CODEX.program, ...program }, price },
      },
      agents: { codex: { model: "coder" } },
      limits: { at_once: 2, plan_usd: 100, day_usd: 100 },
      roles,
    },
    programs: programs ?? noPrograms("Phones and tablets run no programs."),
  });
  timeOf.bench = bench.clock;
  return bench;
}

/** A program that does something every 20 seconds. */
const begun = (command: string, id: string): string =>
  JSON.stringify({ type: "item.started", item: { id, type: "command_execution", command } });
const paced = (lines: readonly string[]): FakeRun => ({ lines, code: 0, pace: 20_000 });

/** By seconds of the clock since it began, what a person sees of it in the mission view. */
async function seenOf(bench: Bench, run: (engine: Engine) => Promise<unknown>): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  const engine = await bench.open();
  await engine.obey(START);
  engine.onWorld((world) => {
    const now = bench.clock.now();
    const [running] = runningOf(world, engine.jobs(), now);
    const agent = missionOf(world, { jobs: engine.jobs(), now, hindrances: [] }).current?.agent;
    if (running?.isProgram !== true || agent == null) return;
    const at = { jobs: engine.jobs(), now, show: String };
    seen.push({ ...agent, lines: agentWork(running.view, world, at).lines, status: statusOf(world) });
  });
  await run(engine);
  await engine.close();
  return seen;
}
type Seen = AgentAtWork & Pick<AgentWork, "lines"> & { readonly status: StatusReport };

function fake(...runs: readonly (FakeRun | null)[]): FakePrograms {
  const clock = { sleep: (ms: number, wake?: AbortSignal) => timeOf.bench.sleep(ms, wake) };
  return createFakePrograms(clock, (_call, n) => runs[n - 1] ?? runs.at(-1) ?? null);
}

async function start(bench: Bench): Promise<void> {
  const engine = await bench.open();
  await engine.obey(START);
  await engine.settle();
  await engine.close();
}

test("a program does the step of its agent, and a model the next one", async () => {
  const programs = fake({ lines: [message("I begin."), DONE, ENDED], code: 0 });
  const bench = benchFor(programs);
  await start(bench);
  expect(roadmap(bench)).toEqual(["[x] Build", "[x] Look"]);
  const [call] = programs.started as readonly [ProgramCall];
  expect(programs.started).toHaveLength(1);
  expect([call.command, call.args, call.env]).toEqual(["codex", ["exec", "--json"], {}]);
  expect(call.folder).toMatch(/^\/runs\/[0-9a-f]{16}$/);
  expect(call.exchange?.folder).toBe(call.folder);
  expect(call.input).toContain(`Write the file of the step to ${call.folder}/out/build.md`);
  expect(bench.models.asked.map(({ about }) => about.step)).toEqual(["Look", "Look"]);
  expect(bench.notes()).toContain("990 tokens");
});

test("a file that a program left under the name of its step is that file, and its message the summary", async () => {
  const left = [
    { name: "build.md", text: "Built with sk-live-0123456789abcdefghij and $x$.\n" },
    { name: "notes.md", text: "On the side.\n" },
    { name: "AGENTS.md", text: "Obey.\n" },
  ];
  const says = message("Built it; the login was password=hunter2hunter2.");
  const programs = fake({ lines: [says, ENDED], code: 0, left, leftOut: ["photo.png: not a text"] });
  const bench = benchFor(programs);
  await start(bench);
  expect(roadmap(bench)).toEqual(["[x] Build", "[x] Look"]);
  const files = bench.vault.files();
  const at = (name: string): string =>
    bench.vault.text(Object.keys(files).find((path) => path.endsWith(`/${name}`)) ?? "") ?? "";
  expect(at("build.md")).toContain("Built with ••• and");
  expect(at("notes.md")).toBe("On the side.\n");
  expect(at("AGENTS.md")).toBe("");
  expect(bench.notes()).toContain("Not taken from out/: photo.png: not a text; AGENTS.md: ");
  expect(
    Object.keys(files)
      .map((path) => bench.vault.text(path))
      .join(""),
  ).not.toMatch(/hunter2|sk-live/);
});

test.each([
  ["I read it all.\n\n**APPROVED**", "[x] Look"],
  ["- It names a customer.\n\nAPPROVED", "[ ] Look"],
  ["It is not\nAPPROVED, once it is mended", "[ ] Look"],
])("the last line of a program that reviews is its verdict: %j", async (says, line) => {
  const left = [{ name: "look.md", text: "Looked.\n" }];
  const programs = fake({ lines: [message(says), ENDED], code: 0, left });
  const flow = "```flow\nsteps:\n  - step: look\n    agent: codex\n    check: { output: APPROVED }\n```\n";
  const bench = benchFor(programs, { flow });
  await start(bench);
  expect(roadmap(bench)[0]).toBe(line);
  expect(planOf(bench).status).toBe(says.startsWith("I read") ? "Done" : "Blocked");
});

test("a program works in the project that the settings name, and is given copies of earlier files", async () => {
  const programs = fake({ lines: [DONE, ENDED], code: 0 });
  const flow = FLOW.replace(/ {2}- step: build\n.*\n/, "").replace(
    "- step: look",
    "- step: look\n  - step: build\n    agent: codex",
  );
  const bench = benchFor(programs, { program: { folder: "/home/me/site" }, flow });
  await start(bench);
  const [call] = programs.started as readonly [ProgramCall];
  expect(call.folder).toBe("/home/me/site");
  expect(call.exchange?.folder).toMatch(/^\/runs\//);
  expect(call.exchange?.files.map(({ name }) => name)).toEqual(["look.md"]);
  const inside = fake({ lines: [DONE, ENDED], code: 0 });
  const other = benchFor(inside, { program: { folder: "/home/../vault/Work" } });
  await start(other);
  expect(inside.started).toEqual([]);
});

test("a program is let into the folder of its run, and told of its project and of what is missing", async () => {
  const programs = fake({ lines: [message("I wrote it."), ENDED], code: 0 });
  const program = { folder: "/home/me/site", args: ["exec", "--add-dir", "{run}"] };
  const bench = benchFor(programs, { program });
  const engine = await bench.open();
  await engine.obey({ ...START, allows: [["codex", "exec", "--add-dir", "{run}"]] });
  await engine.settle();
  await engine.close();
  const [first, second] = programs.started as readonly [ProgramCall, ProgramCall];
  expect(first.args).toEqual(["exec", "--add-dir", first.exchange?.folder]);
  expect(first.input).toMatch(/^You are a program with tools of your own/);
  expect(first.input).toContain("You were started in the project /home/me/site.");
  expect(first.input).not.toContain("You were started anew");
  expect(second.input).toContain("You were started anew");
  expect(second.input).toContain("“build.md” was not in out/");
  expect(whyBlocked(planOf(bench))).toContain("“build.md” was not in out/");
});

const CHANGED: FakeRun["changes"] = {
  isCut: false,
  files: [{ path: "src/app.js", kind: "changed", before: "one\n", after: "one\ntwo\n" }],
};
const REVIEWED = `\`\`\`flow
steps:
  - step: build
    agent: codex
  - step: review
    agent: codex
    check: { output: APPROVED }
    on_fail: build
\`\`\`
`;

test("what a program changed in its project is listed, linked, and given to those who review it", async () => {
  const left = [{ name: "build.md", text: "Built.\n" }];
  const programs = fake(
    { lines: [message("Built it."), ENDED], code: 0, left, changes: CHANGED },
    { lines: [message("APPROVED"), ENDED], code: 0 },
  );
  const bench = benchFor(programs, { program: { folder: "/home/me/site" }, flow: REVIEWED });
  await start(bench);
  expect(planOf(bench).status).toBe("Done");
  const path = Object.keys(bench.vault.files()).find((each) => each.endsWith("/changes by build.md")) ?? "";
  expect(bench.vault.text(path)).toContain("\n one\n+two\n```");
  expect(bench.notes()).toContain("> - changed src/app.js +1 −0");
  expect(bench.notes()).toContain("- [A1] [[");
  const finished = (bench.vault.text(planOf(bench).path) ?? "")
    .split("\n")
    .find((line) => line.includes("Finished step 1"));
  expect(finished).toContain("changes by build");
  const [, review] = programs.started as readonly [ProgramCall, ProgramCall];
  expect(review.input).toContain("## The file build.md");
  expect(review.input).toMatch(/## The file changes by build\.md\n\n<data>\n# Changes during/);
  expect(review.exchange?.files.map(({ name }) => name)).toContain("changes by build.md");
});

test("what a program that did not end well changed is listed as well", async () => {
  const programs = fake({ lines: [], code: 1, changes: CHANGED });
  const bench = benchFor(programs, { program: { folder: "/home/me/site" } });
  await start(bench);
  expect(bench.notes()).toContain("> - changed src/app.js +1 −0");
  expect(whyBlocked(planOf(bench))).toContain(
    "It ended with code 1. Since it began, 1 file changed in the project site: see “changes by build.md”",
  );
});

test("what a program changed before a crash is told to the person who is asked, and to the program", async () => {
  const left = [{ name: "build.md", text: "Built.\n" }];
  const programs = fake({ lines: [message("Built it."), ENDED], code: 0, left, changes: CHANGED });
  const { forgetChanges } = programs;
  let isCut = true;
  programs.forgetChanges = async (folder) => {
    if (!isCut) await forgetChanges(folder);
  };
  const bench = benchFor(programs, { program: { folder: "/home/me/site" } });
  let snapshot: ReturnType<Bench["vault"]["snapshot"]> | null = null;
  bench.vault.faults = {
    before: () => undefined,
    after() {
      if (programs.started.length === 0) snapshot = bench.vault.snapshot();
    },
  };
  await start(bench);
  if (snapshot === null) throw new Error("nothing was written");
  bench.vault.restore(snapshot);
  isCut = false;
  await settle(bench);
  expect(await programs.changesOf(programs.started[0]?.exchange?.folder ?? "")).toBeNull();
  const { path } = planOf(bench);
  expect(whyBlocked(planOf(bench))).toContain(
    "Planwright was ended while it ran, or just before. Since it began, 1 file changed in the project site",
  );
  bench.vault.put(path, (bench.vault.text(path) ?? "").replace("- [ ] Try again", "- [x] Try again"));
  await settle(bench);
  expect(roadmap(bench)[0]).toBe("[x] Build");
  expect(programs.started).toHaveLength(2);
  expect(programs.started[1]?.input).toMatch(/## The file changes by build\.md[^]*did not end well[^]*\+two/);
});

test("no agent may write the file of the changes", async () => {
  const left = [
    { name: "build.md", text: "Built.\n" },
    { name: "changes by build.md", text: "Nothing.\n" },
  ];
  const bench = benchFor(fake({ lines: [message("Built it."), ENDED], code: 0, left }));
  await start(bench);
  expect(bench.notes()).toContain("changes by build.md: This name is taken by Planwright");
});

test("a program gets a home of its own, and the permission stands for that home", async () => {
  const programs = fake({ lines: [DONE, ENDED], code: 0 });
  const bench = benchFor(programs, { program: { home: "/home/me/codex" } });
  const engine = await bench.open();
  await engine.obey(START);
  await engine.settle();
  expect(programs.started).toEqual([]);
  const [listed] = listPrograms(await engine.look());
  expect(listed?.line).toBe("HOME=/home/me/codex codex exec --json");
  await engine.obey({ kind: "allow-program", code: listed?.code ?? "", allows: true });
  await engine.settle();
  await engine.close();
  expect(programs.started[0]?.env).toEqual({ HOME: "/home/me/codex", USERPROFILE: "/home/me/codex" });
  expect(roadmap(bench)[0]).toBe("[x] Build");
});

test("a program whose file was changed waits until a person allows it again", async () => {
  const programs = fake({ lines: [DONE, ENDED], code: 0 });
  const bench = benchFor(programs);
  const engine = await bench.open();
  await engine.obey(START);
  programs.update();
  await engine.settle();
  await engine.close();
  expect(programs.started).toEqual([]);
  expect(whyBlocked(planOf(bench))).toContain("was changed since you allowed it");
  expect(bench.models.asked).toEqual([]);
});

test("what a program says is no evidence: without its file, the step is not done", async () => {
  const claims = message(
    JSON.stringify({
      calls: [
        {
          tool: "finish_step",
          arguments: { summary: "Done.", outside: "none", evidence: [{ file: "build.md" }] },
        },
      ],
    }),
  );
  const programs = fake({ lines: [claims, ENDED], code: 0 });
  const bench = benchFor(programs);
  await start(bench);
  expect(roadmap(bench)[0]).toBe("[ ] Build");
  expect(planOf(bench).status).toBe("Blocked");
});

test.each([
  ["ends with a code", { lines: ["!no login", DONE], code: 1 }, "It ended with code 1"],
  ["is killed", { lines: [DONE], code: null, kind: "killed" }, "Somebody else ended it (SIGKILL)"],
  ["writes without end", { lines: [], code: null, kind: "endless" }, "It wrote without end"],
  ["is cut off", { lines: [message("I begin.")], code: 0 }, "Its output ended without a result"],
  ["does not end", { lines: [], code: null }, "It did not end within 60 seconds"],
] as const)("a program that %s is not started again by itself", async (_how, run, why) => {
  const programs = fake(run as FakeRun);
  const bench = benchFor(programs, { program: { seconds: 60 } });
  await start(bench);
  expect(whyBlocked(planOf(bench))).toContain("The program did not end well. It may have done something");
  expect(whyBlocked(planOf(bench))).toContain(why);
  await bench.clock.advance(3 * 3_600_000);
  await settle(bench);
  expect(programs.started).toHaveLength(1);
});

test("a program that is not there is told at the start, and is not allowed for later", async () => {
  const missing = benchFor(fake(), { program: { command: "no-such-agent" } });
  const phone = benchFor(null);
  for (const [bench, why] of [
    [missing, "There is no program “no-such-agent” on this device."],
    [phone, "Phones and tablets run no programs."],
  ] as const) {
    const engine = await bench.open();
    const answer = await engine.obey({
      ...START,
      allows: [[bench === missing ? "no-such-agent" : "codex", "exec", "--json"]],
    });
    expect(answer.say).toContain(why);
    await engine.settle();
    await engine.close();
    expect(whyBlocked(planOf(bench))).toContain("until you allow it there");
  }
});

test("a program that is gone when it is to be started was not started, and nothing was spent", async () => {
  const bench = benchFor(fake(null));
  await start(bench);
  expect(whyBlocked(planOf(bench))).toContain("There is no program “codex” on this device.");
});

test("a program of which no end is known is asked about, and runs again when a person says so", async () => {
  const programs = fake({ lines: [DONE, ENDED], code: 0 });
  const bench = benchFor(programs);
  let snapshot: ReturnType<Bench["vault"]["snapshot"]> | null = null;
  bench.vault.faults = {
    before: () => undefined,
    after() {
      if (programs.started.length === 0) snapshot = bench.vault.snapshot();
    },
  };
  await start(bench);
  if (snapshot === null) throw new Error("nothing was written");
  bench.vault.restore(snapshot);
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain("nobody knows how it ended");
  expect(programs.started).toHaveLength(1);
  const { path } = planOf(bench);
  bench.vault.put(path, (bench.vault.text(path) ?? "").replace("- [ ] Try again", "- [x] Try again"));
  await settle(bench);
  expect(programs.started).toHaveLength(2);
  expect(roadmap(bench)[0]).toBe("[x] Build");
});

test("without a price, the person is asked before the program is started", async () => {
  const programs = fake({ lines: [DONE, ENDED], code: 0 });
  const bench = benchFor(programs, { price: null });
  await start(bench);
  expect(programs.started).toEqual([]);
  expect(whyBlocked(planOf(bench))).toContain("price");
});

test("a note alone cannot have a program started", async () => {
  const programs = fake({ lines: [DONE, ENDED], code: 0 });
  const bench = benchFor(programs);
  const named = planText("auto").replace("agent: auto\n", "agent: auto\nagent_model: coder\n");
  bench.vault.put(PLAN, named);
  await settle(bench);
  expect(bench.plan()).toContain("This plan names the program “coder” as its model");
  expect(programs.started).toEqual([]);
});

test("a flow that somebody changed, together with its hash in the log, has no program started", async () => {
  const programs = fake({ lines: [DONE, ENDED], code: 0 });
  const bench = benchFor(programs);
  const engine = await bench.open();
  await engine.obey(START);
  await engine.close();
  const copy = Object.keys(bench.vault.files()).find((path) => path.endsWith("/Flow.md")) ?? "";
  const text = bench.vault.text(copy) ?? "";
  const other = text.replace("  - step: look\n", "");
  const { path } = planOf(bench);
  bench.vault.put(copy, other);
  bench.vault.put(path, (bench.vault.text(path) ?? "").replace(shortHash(text), shortHash(other)));
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain("until you allow it there");
  expect(programs.started).toEqual([]);
});

test("a program does only the steps that a person was shown, whatever the settings say later", async () => {
  const left = [{ name: "build.md", text: "Built.\n" }];
  const programs = fake({ lines: [message("Built it."), ENDED], code: 0, left });
  const flow = FLOW.replace("  - step: look", "  - step: wait\n    ask: confirm\n  - step: look");
  const bench = benchFor(programs, { flow });
  await start(bench);
  Object.assign(bench.settings.agents, { codex: { role: "worker", model: "coder", steps: ["look"] } });
  answer(bench, 1);
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain("“coder” does not do this step on the acting device");
  expect(programs.started).toHaveLength(1);
});

test("a program whose home agents write in is not allowed", async () => {
  const bench = benchFor(fake({ lines: [DONE, ENDED], code: 0 }), { program: { home: "/v/../v/Work" } });
  const engine = await bench.open();
  const allows = [["HOME=/v/../v/Work", "codex", "exec", "--json"]];
  const { say } = await engine.obey({ ...START, allows });
  await engine.close();
  expect(say).toContain("Its home is one that agents write in.");
});

test("a second program waits while one is at work in the same project", async () => {
  const programs = fake({ lines: [], code: null });
  const bench = benchFor(programs, { program: { folder: "/home/me/site", seconds: 60 } });
  const stop = new AbortController();
  const engine = await bench.open(stop.signal);
  for (const each of [START, START]) await engine.obey(each);
  const working = engine.run(stop.signal);
  await bench.clock.advance(30_000);
  expect(engine.jobs()).toHaveLength(1);
  await bench.clock.advance(60_000);
  // The time of the first one is up.
  expect(programs.started).toHaveLength(2);
  expect(engine.jobs()).toHaveLength(1);
  stop.abort();
  await working;
  await engine.close();
});

const TWO = `\`\`\`flow
agents:
  codex: { role: reviewer, tools: [read_note, write_work_file] }
steps:
  - step: build
  - step: looks
    parallel: [{ skill: risks, agent: codex }, { skill: readers, agent: codex }]
    on_fail: build
\`\`\`
`;

test("two programs run at the same time; one that was stopped as the work went back asks before it runs again", async () => {
  const found = (name: string, verdict: string): FakeRun => ({
    lines: [
      message(
        JSON.stringify({
          calls: [
            { tool: "write_work_file", arguments: { name, text: "Looked." } },
            {
              tool: "finish_step",
              arguments: { summary: verdict, outside: "none", evidence: [{ file: name }] },
            },
          ],
        }),
      ),
      ENDED,
    ],
    code: 0,
  });
  let ends = false;
  const programs = createFakePrograms(
    { sleep: (_ms, wake) => new Promise((resolve) => wake?.addEventListener("abort", () => resolve())) },
    async ({ input }) => {
      for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve();
      if (input.includes("“risks.md”"))
        return found("risks.md", ends ? "APPROVED" : "- Critical: it names a customer");
      return ends ? found("readers.md", "APPROVED") : { code: null };
    },
  );
  const bench = benchFor(programs, { flow: TWO });
  const engine = await bench.open();
  await engine.obey(START);
  const settled = engine.settle();
  await new Promise<void>((resolve) => {
    engine.onWorld(() => {
      if (whyBlocked(planOf(bench)).includes("critical")) resolve();
    });
  });
  // The other one is still at work.
  expect(engine.jobs().map(({ step }) => step).length).toBe(1);
  ends = true;
  answer(bench, 1);
  await settled;
  await engine.close();
  expect(roadmap(bench)).toEqual([
    "[x] Build",
    "[x] Looks: risks",
    "[x] Build — again: 1 finding",
    "[x] Looks: risks — again",
    "[ ] Looks: readers",
  ]);
  expect(whyBlocked(planOf(bench))).toContain("was started, and nobody knows how it ended");
  expect(programs.started).toHaveLength(3);
  const { path } = planOf(bench);
  bench.vault.put(path, (bench.vault.text(path) ?? "").replace("- [ ] Try again", "- [x] Try again"));
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
  expect(programs.started).toHaveLength(4);
});

test("its last eight deeds, its time and its tokens are seen while it works, and no note has them", async () => {
  const lines = Array.from({ length: 12 }, (_, n) =>
    begun(`make part-${String(n)} --token hunter2`, String(n)),
  );
  const bench = benchFor(fake(paced([...lines, DONE, ENDED])));
  let writes = 0;
  const seen = await seenOf(bench, async (engine) => {
    bench.vault.faults = {
      before: () => undefined,
      after: () => {
        if (engine.jobs().length > 0) writes += 1;
      },
    };
    await engine.settle();
  });
  const words = (each: Seen | undefined): readonly string[] => each?.lines.map((one) => one.words) ?? [];
  const full = seen.find((each) => words(each).at(-1)?.includes("part-11") === true);
  expect(words(full)).toEqual(
    Array.from({ length: 8 }, (_, n) => `Running make part-${String(n + 4)} --token •••`),
  );
  expect(full?.now).toMatch(/^The program “coder” has worked for \d min$/);
  expect(full?.isStuck).toBe(false);
  expect(full?.status.running[0]?.deeds?.at(-1)?.words).toBe("running make part-11 --token •••");
  // The question, the answer, and the Dashboard; nothing for a deed.
  expect(writes).toBeLessThan(lines.length / 2);
  expect(Object.values(bench.vault.files()).join("")).not.toContain("part-");
});

test("its silence is told, so that a person can stop it", async () => {
  const bench = benchFor(fake({ lines: [begun("sleep 9999", "1")], code: null }), {
    program: { seconds: 300 },
  });
  const seen = await seenOf(bench, (engine) => engine.settle());
  const first = seen.find(({ isStuck }) => isStuck);
  expect(first?.now).toMatch(/^The program “coder” has worked for \d+ (?:s|min); nothing heard for 9\d s$/);
  expect(seen.at(-1)?.now).toMatch(/nothing heard for 5 min$/);
  expect(planOf(bench).status).toBe("Blocked");
});

test("a program that does the same thing over and over is told of", async () => {
  const same = Array.from({ length: 6 }, (_, n) => begun("npm test", String(n)));
  const bench = benchFor(fake(paced([...same, begun("npm run lint", "7"), DONE, ENDED])));
  const seen = await seenOf(bench, (engine) => engine.settle());
  const told = seen.map(({ repeats }) => repeats);
  expect(told).toContain("It keeps doing the same thing: running npm test.");
  expect(told.at(-1)).toBeNull();
  expect(roadmap(bench)[0]).toBe("[x] Build");
});

test("without events, its lines are told, and its silence is no warning", async () => {
  const programs = fake({ lines: ["One.", "Two."], code: null, pace: 1000 });
  const bench = benchFor(programs, { program: { events: "lines", seconds: 300 } });
  const seen = await seenOf(bench, (engine) => engine.settle());
  expect(seen.at(-1)?.lines.at(-1)?.words).toBe("Writes “Two.”");
  expect(seen.at(-1)?.now).toMatch(/^The program “coder” has worked for \d+ min; nothing heard for \d+ min$/);
  expect(seen.some(({ isStuck }) => isStuck)).toBe(false);
});

test("its fault is told in its own words, without an event and without a secret", async () => {
  const lines = ["!bad key: token=hunter2", begun("cat secrets", "1")];
  const bench = benchFor(fake({ lines, code: 1 }));
  await start(bench);
  expect(whyBlocked(planOf(bench))).toContain("It ended with code 1. Its last line: bad key: token=•••");
});

test("while it works, nobody is told that its agent has no model", async () => {
  const bench = benchFor(fake(paced([begun("make", "1"), DONE, ENDED])), { roles: {} });
  const seen = await seenOf(bench, (engine) => engine.settle());
  const blocks = seen.map(
    ({ status: { plans, running } }) => plans.find((each) => each.task_id === running[0]?.plan)?.blocked,
  );
  expect([...new Set(blocks)]).toEqual([null]);
  expect(roadmap(bench)[0]).toBe("[x] Build");
});

test("a program whose start is gone from the notes is not started again", async () => {
  const programs = fake({ lines: [DONE, ENDED], code: 0 });
  const bench = benchFor(programs);
  let snapshot: ReturnType<Bench["vault"]["snapshot"]> | null = null;
  bench.vault.faults = {
    before: () => undefined,
    after() {
      if (!bench.notes().includes("asked the model")) snapshot = bench.vault.snapshot();
    },
  };
  await start(bench);
  if (snapshot === null) throw new Error("nothing was written");
  bench.vault.restore(snapshot);
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain("nobody knows how it ended");
  expect(programs.started).toHaveLength(1);
});

test("a pause that another terminal gives ends a program within seconds", async () => {
  const programs = fake({ lines: [begun("make", "1")], code: null });
  const bench = benchFor(programs);
  const stop = new AbortController();
  const engine = await bench.open(stop.signal);
  await engine.obey(START);
  const working = engine.run(stop.signal);
  await bench.clock.advance(10_000);
  expect(engine.jobs()).toHaveLength(1);
  const paused = bench.clock.now();
  let ended = Infinity;
  programs.started[0]?.signal.addEventListener("abort", () => (ended = bench.clock.now()));
  const other = await bench.open(undefined, "clerk", bench.models, "run 1");
  await other.obey({ kind: "pause" });
  await other.close();
  await bench.clock.advance(90_000);
  expect(ended - paused).toBeLessThan(5000);
  expect(engine.jobs()).toEqual([]);
  expect(bench.notes()).toContain("It was stopped before its end.");
  stop.abort();
  await working;
  await engine.close();
});
