/** The output of a watch: what was done, when, and the status where it has changed. */
import { sayPause } from "../approval/device/ledger";
import type { Engine } from "../engine/engine";
import { SECOND } from "../kit/dates";
import { counted } from "../kit/numbers";
import { escapeLine } from "../kit/text";
import type { ClockPort } from "../kit/ports/clock";
import type { Decision } from "../rules/moves";
import type { World } from "../rules/world";
import { statusOf } from "../overview/status";
import {
  activitiesSince,
  decapital,
  runningOf,
  sayRepeats,
  sayRunning,
  type Activity,
  type Marks,
  type Running,
} from "../overview/activity";
import { CALL_FAILED, failuresOf, tellFailures, type Failure } from "./failures";
import { json } from "./json";
import { tellMoves } from "./moves";
import type { Messages } from "./messages";
import type { Output } from "./streams";
import type { Call } from "./words";

/** Goes on until `stop` is aborted; answers the exit code. */
export async function watch(
  call: Call,
  clock: ClockPort,
  engine: Engine,
  stop: AbortSignal,
  streams: Output & { readonly messages: Messages },
): Promise<number> {
  const began = clock.now();
  let told: Told | null = null;
  const failed: Failure[] = [];
  if (!call.json) streams.out("Watching; Ctrl+C ends it.\n\n");
  engine.onWorld((world, done) => {
    told = tellRest(told, world, done, streams.messages, began);
    failed.push(...failuresOf(done, world));
    if (!call.json) streams.out(told.text);
  });
  const hear = (): void => {
    told = tellWork(told, engine, clock.now(), streams.messages);
    if (!call.json) streams.out(told?.text ?? "");
  };
  engine.onHeard(gathered(hear, clock, stop));
  // Written before each call: where nobody reads any more, this is how it is known in time.
  if (!call.json) engine.onAct((path) => streams.out(`Carrying out ${escapeLine(path, 200)}\n`));
  await engine.run(stop);
  const world = engine.world();
  if (call.json && world !== null) streams.out(json(statusOf(world)));
  return failed.length === 0 ? 0 : CALL_FAILED;
}

export interface Told {
  /** To be printed; empty when nothing is new. */
  readonly text: string;
  readonly status: string;
  readonly paused: boolean;
  readonly agents: AgentsTold;
}

/** The news of agents that were told already. */
export interface AgentsTold {
  /** Milliseconds since the epoch: what agents did before is no news. */
  readonly began: number;
  readonly marks: Marks;
  /** Calls that were called stuck: when they began. */
  readonly stuck: readonly number[];
  /**
   * Of programs that run: how many deeds were told, and whether it was told that it goes round in circles; by plan and
   * beginning.
   */
  readonly heard: ReadonlyMap<string, HeardTold>;
}

interface HeardTold {
  readonly count: number;
  readonly repeats: boolean;
}

export function nothingTold(began: number): AgentsTold {
  return { began, marks: new Map(), stuck: [], heard: new Map() };
}

/** Deeds of programs are told at most so often. Milliseconds. */
const GATHER = 5 * SECOND;

/**
 * Calls `tell` at once, and for all that comes within a moment once more at its end: nothing stays untold while a
 * program is silent. `over`: nobody listens any more.
 */
export function gathered(tell: () => void, clock: Pick<ClockPort, "sleep">, over: AbortSignal): () => void {
  let isResting = false;
  let hasMore = false;
  const hear = (): void => {
    hasMore = isResting;
    if (isResting || over.aborted) return;
    isResting = true;
    tell();
    void clock.sleep(GATHER, over).then(() => {
      isResting = false;
      if (hasMore) hear();
    });
  };
  return hear;
}

/**
 * The deeds of programs that run, each once, and of many the last ones. `stop`: how a person stops the agent of a plan.
 */
export function tellHeard(
  before: AgentsTold,
  running: readonly Running[],
  stop: (plan: string) => string,
): { readonly lines: readonly string[]; readonly told: AgentsTold } {
  const heard = new Map<string, HeardTold>();
  const lines = running.flatMap((each) => {
    const { view, since } = each;
    if (each.heard === null) return [];
    const key = `${view.plan.path} ${String(view.step?.n)} ${String(since)}`;
    const told = before.heard.get(key) ?? { count: 0, repeats: false };
    const { count, deeds } = each.heard;
    const repeats = sayRepeats(each);
    heard.set(key, { count, repeats: repeats !== null });
    const fresh = count - told.count;
    if (fresh === 0) return [];
    const { taskId } = view.plan;
    const line = (words: string): string => agentLine(taskId, view.step?.n ?? null, words);
    const shown = deeds.slice(-fresh);
    const left = fresh - shown.length;
    return [
      ...(left > 0 ? [line(`… (${counted(left, "thing")} before)`)] : []),
      ...shown.map(({ words }) => line(words)),
      ...(repeats === null || told.repeats ? [] : [line(`${decapital(repeats)}. ${stop(taskId)}`)]),
    ];
  });
  return { lines, told: { ...before, heard } };
}

/**
 * Lines on what was done, by agents and otherwise, in the order in which it was done. `stop`: how a person stops the
 * agent of a plan.
 */
export function tellDone(
  before: AgentsTold,
  world: World,
  moves: readonly Decision[],
  stop: (plan: string) => string,
): { readonly lines: readonly string[]; readonly told: AgentsTold } {
  const { activities, marks } = activitiesSince(before.marks, world, before.began);
  const stuck = runningOf(world).filter(({ isStuck, since }) => isStuck && !before.stuck.includes(since));
  const silence = (each: Running): string =>
    `${decapital(sayRunning(each, world.now))}. ${stop(each.view.plan.taskId)}`;
  const heard = tellHeard(before, runningOf(world), stop);
  return {
    lines: [
      ...inOrder(activities, moves, world),
      ...heard.lines,
      ...stuck.map((each) => agentLine(each.view.plan.taskId, each.view.step?.n ?? null, silence(each))),
    ],
    told: { ...heard.told, marks, stuck: [...before.stuck, ...stuck.map(({ since }) => since)] },
  };
}

function agentLine(plan: string, n: number | null, words: string): string {
  return `  ${escapeLine(plan, 40)}${n === null ? "" : `, step ${String(n)}`}: ${words}`;
}

/**
 * Each question and each use of a tool is both a move and an activity: it is told as the activity, at the place of the
 * move.
 */
function inOrder(activities: readonly Activity[], moves: readonly Decision[], world: World): string[] {
  const left = [...activities];
  const lines: string[] = [];
  const take = (many: number): void => {
    for (const { plan, n, words } of left.splice(0, many)) lines.push(agentLine(plan, n, words));
  };
  for (const decision of moves) {
    const { move } = decision;
    // Answers come by themselves, before what is made of them.
    const first = left.findIndex(({ kind }) => kind === "asked" || kind === "result");
    if (move.kind !== "ask-model" && move.kind !== "use-tool" && move.kind !== "run-check") {
      take(first < 0 ? left.length : first);
      lines.push(...tellMoves([decision], world.settings));
      continue;
    }
    const kind = move.kind === "ask-model" ? "asked" : "result";
    take(left.findIndex((each) => each.kind === kind && each.path === move.path) + 1);
  }
  take(left.length);
  return lines;
}

/**
 * Each time the engine comes to rest. `before` is what was told last; null at first. `moves` were made since then.
 * `began`: when the watch began; milliseconds since the epoch.
 */
export function tellRest(
  before: Told | null,
  world: World,
  moves: readonly Decision[],
  messages: Messages,
  began = world.now,
): Told {
  const status = messages.status(world);
  const paused = world.device.paused !== null;
  const did = tellDone(before?.agents ?? nothingTold(began), world, moves, howToStop(messages));
  const lines = [
    ...tellFailures(failuresOf(moves, world), world, messages.options),
    ...(did.lines.length === 0 ? [] : ["Done:", ...did.lines]),
    ...(before === null || before.paused === paused ? [] : turned(world, moves)),
  ];
  const changed = status !== before?.status;
  const head =
    lines.length === 0 && (before === null || !changed)
      ? []
      : [...(before === null ? [] : [""]), messages.time(world.now), ...lines];
  const parts = [...head, ...(changed ? [...(head.length === 0 ? [] : [""]), status.trimEnd()] : [])];
  return { text: parts.map((each) => `${each}\n`).join(""), status, paused, agents: did.told };
}

/** The deeds of programs since the last telling; its `text` is empty where nothing is new. */
export function tellWork(
  before: Told | null,
  engine: Pick<Engine, "world" | "jobs">,
  now: number,
  messages: Messages,
): Told | null {
  const world = engine.world();
  if (before === null || world === null) return before;
  const running = runningOf(world, engine.jobs(), now);
  const { lines, told } = tellHeard(before.agents, running, howToStop(messages));
  return { ...before, text: lines.map((each) => `${each}\n`).join(""), agents: told };
}

function howToStop(messages: Messages): (plan: string) => string {
  return (plan) => `To stop it: planwright agent ${escapeLine(plan, 40)} off${messages.options}`;
}

/** A pause or its end that another run, or another program, gave; one of our own is among the moves. */
function turned({ device }: World, moves: readonly Decision[]): string[] {
  if (device.paused === null) return ["Goes on after the pause."];
  return moves.some(({ move }) => move.kind === "remember" && move.what.kind === "paused")
    ? []
    : [`Paused: ${escapeLine(sayPause(device.paused.why), 200)}`];
}
