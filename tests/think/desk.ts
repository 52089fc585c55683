/** A desk with an agent, in memory: a plan with one step for it, two notes, and a model whose answers a test gives. */
import { expect } from "vitest";
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan } from "../../src/note/plan/plan";
import { noPrograms, type ProgramsPort } from "../../src/kit/ports/programs";
import { openEngine, type Engine } from "../../src/engine/engine";
import type { Role } from "../../src/approval/around";
import type { Ports } from "../../src/engine/perform/ports";
import type { ModelPort, ModelQuestion } from "../../src/kit/ports/model";
import type { ShelfPort } from "../../src/kit/ports/shelf";
import { readSettings, type Settings } from "../../src/settings/settings";
import { createSimulatedClock, type SimulatedClock } from "../fakes/clock";
import type { Power } from "../fakes/faults";
import { createFakeModels, says, type FakeAnswer, type FakeModels } from "../fakes/models";
import { createMemoryNotices, type MemoryNotices } from "../fakes/notice";
import { createSeededRandom } from "../fakes/random";
import { createMemoryStore, type MemoryStore } from "../fakes/store";
import { createScriptedTools } from "../fakes/tools";
import { createMemoryVault, type MemoryVault } from "../fakes/vault";

export { whyBlocked } from "../story/whyBlocked";

export const PLAN = "Plans/Roof.md";
export const STEP = "Compare the two offers in [[Offers]]";

/** A plan whose Roadmap has these lines. */
export function planWith(steps: string, agent = "auto"): string {
  return `---
task_id: PLAN-7
status: Active
agent: ${agent}
blocked_reason: null
---

# Objective

A roof that keeps the rain out.

## Roadmap

${steps}

## Reasoning Logs
`;
}

/** A plan of two steps, and of more lines behind them. */
export function planText(agent = "auto", more = ""): string {
  return planWith(`- [ ] ${STEP}\n- [ ] Read the comparison\n${more}`.trimEnd(), agent);
}

export const OFFERS = `# Offers

Kern: 4,200 for the whole roof, ten years of guarantee
Moss & Daughter: 3,900, two years of guarantee
`;

const MODEL = {
  provider: "openai-compatible",
  url: "http://127.0.0.1:9/v1",
  model: "m",
  price: { in: 1, out: 2 },
};

export interface Bench {
  readonly vault: MemoryVault;
  readonly store: MemoryStore;
  readonly clock: SimulatedClock;
  readonly notices: MemoryNotices;
  readonly models: FakeModels;
  /** Servers outside. */
  readonly tools: ReturnType<typeof createScriptedTools>;
  readonly settings: Settings;
  /**
   * Opens the program, as after a start. `runAtWork`: the run that holds the vault, by its nonce; the first one is `run
   * 1`.
   */
  open(stop?: AbortSignal, role?: Role, models?: ModelPort, runAtWork?: string): Promise<Engine>;
  plan(): string;
  /** The work notes; empty where there are none. */
  notes(): string;
}

export function benchWith(
  models: FakeModels,
  given: {
    readonly files?: Readonly<Record<string, string>>;
    readonly settings?: object;
    readonly shelf?: ShelfPort;
    readonly power?: Power;
    /** Of a device that goes on where another one stopped; else they would draw the same names. */
    readonly name?: string;
    readonly programs?: ProgramsPort;
  } = {},
): Bench {
  const clock = createSimulatedClock("2026-03-02T09:00:00Z");
  const { power, name = "" } = given;
  const faults = power === undefined ? {} : { faults: power };
  const vault = createMemoryVault({
    clock,
    files: { [PLAN]: planText(), "Money/Offers.md": OFFERS, ...given.files },
    ...faults,
  });
  const store = createMemoryStore(faults);
  const parsed = readSettings({
    quiet_seconds: 0,
    start_delay_seconds: 0,
    models: { main: MODEL },
    roles: { worker: "main" },
    ...given.settings,
  });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  const notices = createMemoryNotices();
  const tools = createScriptedTools({ servers: {}, clock });
  const ports: Ports = {
    vault,
    store,
    clock,
    models,
    notice: notices,
    // Each start of the program has connections of its own.
    tools: { ...tools, close: () => Promise.resolve() },
    shelf: given.shelf,
    random: createSeededRandom(`an agent${name}`),
    programs: {
      ...(given.programs ?? noPrograms("No program runs in this test.")),
      close: () => Promise.resolve(),
      halt: () => undefined,
    },
    host: { name: "Laptop", machine: "m", vault: "v" },
  };
  let runs = 0;
  return {
    vault,
    store,
    clock,
    notices,
    models,
    tools,
    settings: parsed.settings,
    open: (stop, role = "executor", asked = models, runAtWork) =>
      openEngine(
        { ...ports, models: asked },
        {
          settings: parsed.settings,
          role,
          run: `run ${name}${String((runs += 1))}`,
          ...(stop === undefined ? {} : { stop }),
          ...(runAtWork === undefined ? {} : { runAtWork: () => Promise.resolve(runAtWork) }),
        },
      ),
    plan: () => vault.text(PLAN) ?? "",
    notes: () => Object.entries(vault.files()).find(([path]) => path.endsWith("/Work notes.md"))?.[1] ?? "",
  };
}

/** Opens the program, lets it do what it may, and closes it. */
export async function settle(bench: Bench): Promise<void> {
  const engine = await bench.open();
  await engine.settle();
  await engine.close();
}

/** The person changes the plan; a look later takes it up. */
export async function write(bench: Bench, change: (text: string) => string): Promise<void> {
  await bench.clock.advance(60_000);
  const before = bench.plan();
  const after = change(before);
  expect(after).not.toBe(before);
  bench.vault.put(PLAN, after);
  await bench.clock.advance(60_000);
  await settle(bench);
}

export function read(bench: Bench): Plan {
  const parsed = parsePlan(PLAN, bench.plan());
  if (parsed.kind !== "plan") throw new Error(`${parsed.kind}: ${bench.plan()}`);
  return parsed.plan;
}

/** How often a part stands in a text. */
export const count = (text: string, part: string): number => text.split(part).length - 1;

const GIVES_BACK = says("This is yours.", ["give_back", { why: "It is yours." }]);

/** What the model answers at each step, turn by turn; after that it gives the step back. */
export type Script = Readonly<Record<string, readonly FakeAnswer[]>>;

/** A desk for a plan with these steps. */
export function deskFor(steps: string, script: Script, more: Parameters<typeof benchWith>[1] = {}): Bench {
  const models = createFakeModels(({ about, messages }: ModelQuestion) => {
    const turn = messages.filter(({ from }) => from === "model").length;
    return script[about.step]?.[turn] ?? GIVES_BACK;
  });
  return benchWith(models, { ...more, files: { [PLAN]: planWith(steps), ...more.files } });
}
