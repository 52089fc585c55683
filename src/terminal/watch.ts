/** What a watch prints: what was done, when, and the status where it has changed. */
import { plain } from "../kit/text";
import type { Decision } from "../rules/moves";
import type { World } from "../rules/world";
import {
  activitiesSince,
  runningOf,
  sayDuration,
  type Activity,
  type Marks,
  type Running,
} from "../views/activity";
import { failuresOf, tellFailures } from "./failures";
import { tellMoves } from "./moves";
import type { Voice } from "./voice";

export interface Told {
  /** To be printed; empty when nothing is new. */
  readonly text: string;
  readonly status: string;
  readonly paused: boolean;
  readonly agents: AgentsTold;
}

/** What was told of agents. */
export interface AgentsTold {
  /** Milliseconds since the epoch: what agents did before is no news. */
  readonly began: number;
  readonly marks: Marks;
  /** Calls that were called stuck: when they began. */
  readonly stuck: readonly number[];
}

/** Lines on what was done, by agents and otherwise, in the order in which it was done. `stop`: how a person stops the agent of a plan. */
export function tellDone(
  before: AgentsTold,
  world: World,
  moves: readonly Decision[],
  stop: (plan: string) => string,
): { readonly lines: readonly string[]; readonly told: AgentsTold } {
  const { activities, marks } = activitiesSince(before.marks, world, before.began);
  const stuck = runningOf(world).filter(({ isStuck, since }) => isStuck && !before.stuck.includes(since));
  const silence = ({ view, last, since }: Running): string =>
    `no sign of life from the model for ${sayDuration(world.now - (last ?? since))}. ${stop(view.plan.taskId)}`;
  return {
    lines: [
      ...inOrder(activities, moves, world),
      ...stuck.map((each) => agentLine(each.view.plan.taskId, each.view.step?.n ?? null, silence(each))),
    ],
    told: { ...before, marks, stuck: [...before.stuck, ...stuck.map(({ since }) => since)] },
  };
}

function agentLine(plan: string, n: number | null, words: string): string {
  return `  ${plain(plan, 40)}${n === null ? "" : `, step ${String(n)}`}: ${words}`;
}

/** Each question and each use of a tool is both a move and an activity: it is told as the activity, at the place of the move. */
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

/** Each time the desk comes to rest. `before` is what was told last; null at first. `moves` were made since then. `began`: when the watch began; milliseconds since the epoch. */
export function tellRest(
  before: Told | null,
  world: World,
  moves: readonly Decision[],
  voice: Voice,
  began = world.now,
): Told {
  const status = voice.status(world);
  const paused = world.device.paused !== null;
  const did = tellDone(
    before?.agents ?? { began, marks: new Map(), stuck: [] },
    world,
    moves,
    (plan) => `To stop it: planwright agent ${plain(plan, 40)} off${voice.options}`,
  );
  const lines = [
    ...tellFailures(failuresOf(moves, world), world, voice.options),
    ...(did.lines.length === 0 ? [] : ["Done:", ...did.lines]),
    ...(before === null || before.paused === paused ? [] : turned(world, moves)),
  ];
  const changed = status !== before?.status;
  const head =
    lines.length === 0 && (before === null || !changed)
      ? []
      : [...(before === null ? [] : [""]), voice.time(world.now), ...lines];
  const parts = [...head, ...(changed ? [...(head.length === 0 ? [] : [""]), status.trimEnd()] : [])];
  return { text: parts.map((each) => `${each}\n`).join(""), status, paused, agents: did.told };
}

/** A pause or its end that another run, or another program, gave; one of our own is among the moves. */
function turned({ device }: World, moves: readonly Decision[]): string[] {
  if (device.paused === null) return ["Goes on after the pause."];
  return moves.some(({ move }) => move.kind === "remember" && move.what.kind === "paused")
    ? []
    : [`Paused: ${plain(device.paused.why, 200)}`];
}
