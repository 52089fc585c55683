/**
 * A program under way in another run on this device is at work there, not in doubt, as long as that run is the one at
 * work.
 */
import { expect, test } from "vitest";
import type { Command } from "../../src/rules/command";
import { runningOf } from "../../src/overview/activity";
import { describePlan } from "../../src/overview/describe";
import { explainPlan } from "../../src/overview/explain";
import { listPrograms } from "../../src/overview/flow/programs";
import { statusOf } from "../../src/overview/status";
import { createSimulatedClock } from "../fakes/clock";
import { createFakeModels } from "../fakes/models";
import { createFakePrograms } from "../fakes/programs";
import { benchWith, PLAN, planText, type Bench } from "./desk";
import { planOf, writes } from "./flowBench";

const AGENT = "```flow\nsteps:\n  - step: build\n    agent: codex\n```\n";
const CHECK = '```flow\nsteps:\n  - step: build\n    check: { command: "npm test" }\n```\n';
const START: Command = { kind: "start-flow", flow: "build", inputs: {}, allows: [["codex", "exec"]] };

interface UnderWay {
  readonly bench: Bench;
  leave(): Promise<void>;
}

/** The program of this flow is under way in the run with the nonce `run 2`. */
async function underWay(flow: string): Promise<UnderWay> {
  let begun = (): void => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const programs = createFakePrograms(createSimulatedClock(), () => ({ code: null }));
  const stop = new AbortController();
  const bench = benchWith(
    createFakeModels(({ messages }) =>
      writes("build.md", "Built.", "It is there.")(messages.filter(({ from }) => from === "model").length),
    ),
    {
      files: { [PLAN]: planText("off"), "Flows/Build.md": flow },
      settings: {
        models: {
          main: { provider: "openai-compatible", url: "http://127.0.0.1:9/v1", model: "m" },
          coder: {
            provider: "program",
            program: { command: "codex", args: ["exec"] },
            price: { in: 1, out: 1 },
          },
        },
        agents: { codex: { model: "coder" } },
      },
      programs: {
        ...programs,
        run(call) {
          begun();
          // It works until its run is told to stop.
          return new Promise((resolve) =>
            call.signal.addEventListener("abort", () => resolve({ kind: "stopped", output: "" })),
          );
        },
      },
    },
  );
  const first = await bench.open();
  await first.obey(START);
  const [wanted] = listPrograms(await first.look());
  if (flow === CHECK) await first.obey({ kind: "allow-program", code: wanted?.code ?? "", allows: true });
  await first.close();
  const engine = await bench.open(stop.signal);
  const settled = engine.settle();
  await isBegun;
  return {
    bench,
    async leave() {
      stop.abort();
      await settled;
      await engine.close();
    },
  };
}

test.each([
  ["as the agent of a step", AGENT, "the program “coder”", "nobody knows how it ended"],
  ["as a check", CHECK, "the program “npm test”", "does not know how it ended"],
])(
  "a program that runs %s is at work in the other run, and in doubt once that run is gone",
  async (...each) => {
    const [, flow, named, doubt] = each;
    const { bench, leave } = await underWay(flow);
    const look = async (run?: string): Promise<{ readonly words: string; readonly running: number }> => {
      const engine = await bench.open(undefined, "executor", bench.models, run);
      const world = await engine.look();
      const { moves } = await engine.preview();
      await engine.close();
      expect(moves.some(({ move }) => move.kind === "ask-model" || move.kind === "run-check")).toBe(false);
      const [view] = world.plans.filter(({ plan }) => plan.flow !== null);
      if (view === undefined) throw new Error("there is no plan");
      const words = [
        JSON.stringify(describePlan(view, world)),
        explainPlan(view, world),
        JSON.stringify(statusOf(world)),
      ].join("\n");
      return { words, running: runningOf(world).filter(({ isProgram }) => isProgram).length };
    };
    const during = await look("run 2");
    expect(during.words).toContain(
      `${named} has been at work in another run of Planwright on this device since 09:0`,
    );
    expect(during.words).not.toContain("how it ended");
    expect(during.running).toBe(1);
    // Neither nobody nor a run that came later watches it.
    for (const run of [undefined, "run 9"]) {
      const after = await look(run);
      expect(after.words).toContain(doubt);
      expect(after.words).not.toContain("at work in another run");
      expect(after.running).toBe(0);
    }
    expect(planOf(bench).status).toBe("Active");
    await leave();
  },
);
