/**
 * Checks of flows by programs: asked of the person until the exact command was allowed on this device, run once, never
 * again by itself.
 */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { noPrograms } from "../../src/kit/ports/programs";
import { tellMoves } from "../../src/terminal/moves";
import { listPrograms } from "../../src/overview/flow/programs";
import { createFakePrograms, type FakePrograms, type FakeRun } from "../fakes/programs";
import { createFakeModels } from "../fakes/models";
import { createSimulatedClock } from "../fakes/clock";
import { benchWith, PLAN, planText, type Bench, settle, whyBlocked } from "./desk";
import { answer, planOf, roadmap, writes } from "./flowBench";

const FLOW = (check: string, more = ""): string =>
  `\`\`\`flow\n${more}steps:\n  - step: build\n  - step: prove\n    check: { ${check} }\n    on_fail: build\n\`\`\`\n`;

function benchFor(
  flow: string,
  programs: FakePrograms | null,
  settings: object = {},
  more: { readonly name?: string } = {},
): Bench {
  const models = createFakeModels(({ messages, about }: ModelQuestion) => {
    const turn = messages.filter(({ from }) => from === "model").length;
    const name = about.step.startsWith("Build") ? "build.md" : "prove.md";
    return writes(name, `${about.step}.`, "It is there.")(turn);
  });
  return benchWith(models, {
    files: { [PLAN]: planText("off"), "Flows/Build.md": flow },
    settings,
    programs: programs ?? noPrograms("Phones and tablets run no programs."),
    ...more,
  });
}

function fake(...runs: readonly (FakeRun | null)[]): FakePrograms {
  return createFakePrograms(createSimulatedClock(), (_call, n) => runs[n - 1] ?? runs.at(-1) ?? null);
}

async function start(bench: Bench, inputs: Readonly<Record<string, string>> = {}): Promise<void> {
  const engine = await bench.open();
  await engine.obey({ kind: "start-flow", flow: "build", inputs });
  await engine.settle();
  await engine.close();
}

async function allow(bench: Bench, allows = true): Promise<string> {
  const engine = await bench.open();
  const [first] = listPrograms(await engine.look());
  const obeyed = await engine.obey({ kind: "allow-program", code: first?.code ?? "", allows });
  await engine.close();
  return obeyed.kind === "done" ? obeyed.say : `not done: ${obeyed.say}`;
}

test("the person is asked until the command is allowed here; then it runs once, in the folder of the settings", async () => {
  const programs = fake({ lines: ["ok"], code: 0 });
  const bench = benchFor(FLOW("command: npm test"), programs, { checks: { folder: "/code" } });
  await start(bench);
  expect(whyBlocked(planOf(bench))).toContain("Does this succeed when you run it: npm test");
  expect(whyBlocked(planOf(bench))).toContain("planwright flow allow");
  expect(programs.started).toEqual([]);
  expect(await allow(bench)).toContain("This device may run npm test in /code for checks of flows.");
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
  expect(programs.started.map(({ command, args, folder, input }) => [command, args, folder, input])).toEqual([
    ["npm", ["test"], "/code", ""],
  ]);
  expect(programs.started[0]?.env["PLANWRIGHT_WORK"]).toMatch(/^v\/Work\//);
  const kept = Object.entries(bench.vault.files()).find(([path]) => path.endsWith("/check f-prove.txt"));
  expect(kept?.[1]).toMatch(/^npm test\nin the folder \/code, ended with code 0 after 0 s\n\nok\n$/);
  expect(bench.notes()).toContain("Runs npm test");
  expect(bench.vault.text(planOf(bench).path)).toMatch(
    /Finished step 2 “Prove” .* — Checked: .*; npm test ended with code 0\./,
  );
});

test("a person's answer counts, whether the program may run or not", async () => {
  const programs = fake({ code: 0 });
  const bench = benchFor(FLOW("command: npm test"), programs);
  await start(bench);
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
  expect(programs.started).toEqual([]);
  expect(bench.vault.text(planOf(bench).path)).toContain("; you said that this succeeds: npm test");
});

test("a program that fails sends the flow back with what it wrote, and the next attempt runs it anew", async () => {
  const programs = fake({ lines: ["1 test failed", "\u001b[31mexpected 3\u001b[0m"], code: 1 }, { code: 0 });
  const bench = benchFor(FLOW("command: npm test"), programs);
  await start(bench);
  await allow(bench);
  const engine = await bench.open();
  const told = tellMoves((await engine.settle()).moves, (await engine.look()).settings).join("\n");
  await engine.close();
  expect(told).toContain(
    "The check of step 2 “Prove” did not hold, and the flow goes back: npm test ended with code 1. It wrote: 1 test failed",
  );
  expect(told).toMatch(/Ticks the step\. Checked: .*; npm test ended with code 0\./);
  expect(roadmap(bench)).toEqual([
    "[x] Build",
    "[x] Prove",
    "[x] Build — again: 1 finding",
    "[x] Prove — again",
  ]);
  expect(planOf(bench).status).toBe("Done");
  expect(bench.vault.text(planOf(bench).path)).toContain(
    "npm test ended with code 1. It wrote: 1 test failed expected 3",
  );
  const again = bench.models.asked.find(({ about }) => about.step.startsWith("Build — again"));
  expect(JSON.stringify(again?.messages[0])).toContain("1 test failed");
});

test("tests are run by the command of the settings, or of the input of that name", async () => {
  const programs = fake({ code: 0 });
  const bench = benchFor(FLOW("tests: true"), programs, { checks: { tests: "make check" } });
  await start(bench);
  await allow(bench);
  await settle(bench);
  expect(programs.started.map(({ command }) => command)).toEqual(["make"]);
  const other = benchFor(FLOW("tests: true", "inputs: { tests: { ask: How? } }\n"), programs);
  await start(other, { tests: "cargo test" });
  expect(await allow(other)).toContain("cargo test");
});

test.each([
  ["timed-out", { lines: ["slow"], code: null }, "did not end in time"],
  ["killed", { code: null, kind: "killed" }, "was ended by something else"],
  ["endless", { code: null, kind: "endless" }, "wrote without end"],
] as const)("a program that is %s has not held", async (_how, run, words) => {
  const bench = benchFor(FLOW("command: npm test").replace("    on_fail: build\n", ""), fake(run));
  await start(bench);
  await allow(bench);
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain("The check of “Prove” does not hold.");
  expect(bench.vault.text(planOf(bench).path)).toContain(words);
});

test("a program that is not there is asked about, and tried again only when the person says so", async () => {
  const bench = benchFor(FLOW("command: npm test"), fake(null));
  await start(bench);
  await allow(bench);
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain("could not be started: There is no program “npm”");
  answer(bench, 3);
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain("could not be started");
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
});

test("after a stop in the middle it is not run again by itself", async () => {
  const programs = fake({ code: null }, { code: 0 });
  const bench = benchFor(FLOW("command: npm test"), programs, { checks: { seconds: 3600 } });
  await start(bench);
  await allow(bench);
  const stop = new AbortController();
  const engine = await bench.open(stop.signal);
  engine.onWorld((world) => {
    if (world.jobs.some(({ doing }) => doing === "running npm test")) stop.abort();
  });
  await engine.settle();
  await engine.close();
  expect(programs.started).toHaveLength(1);
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain("was stopped before its end; it may have done something.");
  expect(programs.started).toHaveLength(1);
  answer(bench, 3);
  await settle(bench);
  expect(programs.started).toHaveLength(2);
  expect(planOf(bench).status).toBe("Done");
});

test("after a crash in the middle it is not run again by itself, even if the notes forgot it", async () => {
  for (const forget of [false, true]) {
    const programs = fake({ code: null }, { code: 0 });
    const bench = benchFor(FLOW("command: npm test"), programs, { checks: { seconds: 3600 } });
    await start(bench);
    await allow(bench);
    const before = Object.entries(bench.vault.files()).find(([path]) => path.endsWith("/Work notes.md"));
    const engine = await bench.open();
    const running = new Promise<void>((resolve) =>
      engine.onWorld(({ jobs }) => {
        if (jobs.some(({ doing }) => doing === "running npm test")) resolve();
      }),
    );
    const cut = engine.settle();
    await running;
    // The power goes: nothing of the rest is written.
    const notes = bench.notes();
    await engine.close();
    await cut;
    const [path = "", text = ""] = before ?? [];
    bench.vault.put(path, forget ? text : notes);
    await settle(bench);
    expect(whyBlocked(planOf(bench)), String(forget)).toContain("does not know how it ended");
    expect(programs.started).toHaveLength(1);
  }
});

test("what was allowed is listed, and can be taken back before it runs", async () => {
  const programs = fake({ code: 0 });
  const bench = benchFor(FLOW("command: npm test"), programs);
  await start(bench);
  await allow(bench);
  const engine = await bench.open();
  expect(listPrograms(await engine.look()).map(({ line, isAllowed }) => [line, isAllowed])).toEqual([
    ["npm test", true],
  ]);
  await engine.close();
  expect(await allow(bench, false)).toBe("This device no longer runs npm test, and ends it if it runs.");
  await settle(bench);
  expect(programs.started).toEqual([]);
  expect(whyBlocked(planOf(bench))).toContain("Does this succeed when you run it");
});

test("a command that only a shell could read, and a folder that agents write in, run nothing", async () => {
  const programs = fake({ code: 0 });
  const shell = benchFor(FLOW("command: npm test && npm run lint"), programs);
  await start(shell);
  expect(whyBlocked(planOf(shell))).toContain("Planwright cannot run it: no shell reads it, so “&”");
  for (const folder of ["work/x", "./Work/x", "x/../Work", "v/.//Work"]) {
    const inside = benchFor(FLOW("command: npm test"), programs, { checks: { folder } });
    await start(inside);
    await allow(inside);
    await settle(inside);
    expect(whyBlocked(planOf(inside)), folder).toContain("Its folder is one that agents write in.");
  }
  expect(programs.started).toEqual([]);
});

test("where no program can run, the person is asked as before", async () => {
  const bench = benchFor(FLOW("command: npm test"), null);
  await start(bench);
  expect(whyBlocked(planOf(bench))).not.toContain("flow allow");
  expect(await allow(bench)).toBe("not done: Phones and tablets run no programs.");
});

test("a question that the program answers is closed in the note", async () => {
  const bench = benchFor(FLOW("command: npm test"), fake({ code: 0 }));
  await start(bench);
  const [asked] = planOf(bench).questions;
  expect(asked?.isClosed).toBe(false);
  await allow(bench);
  await settle(bench);
  const { status, questions, path } = planOf(bench);
  expect([status, questions.map(({ isClosed, answer: given }) => [isClosed, given])]).toEqual([
    "Done",
    [[true, null]],
  ]);
  expect(bench.vault.text(path)).toContain(
    `${asked?.lines[0] ?? "?"}\n    - Closed: it needs no answer any more.\n    - [ ] (1) It holds`,
  );
});

test("a question that is asked once more is opened again, and an answer to it counts", async () => {
  const programs = fake({ code: 0 });
  const bench = benchFor(FLOW("command: npm test"), programs);
  await start(bench);
  const { path } = planOf(bench);
  const lines = (bench.vault.text(path) ?? "").split("\n");
  const at = lines.findIndex((line) => line.includes("^q-"));
  // As if it had been allowed for a moment, and taken back before it ran.
  lines.splice(at + 1, 0, "    - Closed: it needs no answer any more.");
  bench.vault.put(path, lines.join("\n").replace("status: Blocked", "status: Active"));
  await settle(bench);
  expect(planOf(bench).questions.map(({ isClosed }) => isClosed)).toEqual([false]);
  expect(bench.vault.text(path)).toContain("- Open again: it needs your answer.\n    - [ ] (1) It holds");
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
  expect(programs.started).toEqual([]);
});

test("a failed check that the person lets stand is told as failed, with its finding in the line of its step", async () => {
  const programs = fake({ lines: ["boom"], code: 1 });
  const bench = benchFor(FLOW("command: npm test").replace("    on_fail: build\n", ""), programs);
  await start(bench);
  await allow(bench);
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain("The check of “Prove” does not hold.");
  answer(bench, 2);
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
  expect(bench.vault.text(planOf(bench).path)).toMatch(
    /Finished step 2 “Prove”, whose check did not hold .* — Checked: .*\. Found, and let stand by you: npm test ended with code 1\. It wrote: boom\./,
  );
});
