/** What a watch prints: what was done, when, and the status where it has changed. */
import { plain } from "../kit/text";
import type { Decision } from "../rules/moves";
import type { World } from "../rules/world";
import { failuresOf, tellFailures } from "./failures";
import { tellMoves } from "./moves";
import type { Voice } from "./voice";

export interface Told {
  /** To be printed; empty when nothing is new. */
  readonly text: string;
  readonly status: string;
  readonly paused: boolean;
}

/** Each time the desk comes to rest. `before` is what was told last; null at first. `moves` were made since then. */
export function tellRest(before: Told | null, world: World, moves: readonly Decision[], voice: Voice): Told {
  const status = voice.status(world);
  const paused = world.device.paused !== null;
  const did = tellMoves(moves, world.settings);
  const lines = [
    ...tellFailures(failuresOf(moves, world), world, voice.options),
    ...(did.length === 0 ? [] : ["Done:", ...did]),
    ...(before === null || before.paused === paused ? [] : turned(world, moves)),
  ];
  const changed = status !== before?.status;
  const head =
    lines.length === 0 && (before === null || !changed)
      ? []
      : [...(before === null ? [] : [""]), voice.time(world.now), ...lines];
  const parts = [...head, ...(changed ? [...(head.length === 0 ? [] : [""]), status.trimEnd()] : [])];
  return { text: parts.map((each) => `${each}\n`).join(""), status, paused };
}

/** A pause or its end that another run, or another program, gave; one of our own is among the moves. */
function turned({ device }: World, moves: readonly Decision[]): string[] {
  if (device.paused === null) return ["Goes on after the pause."];
  return moves.some(({ move }) => move.kind === "remember" && move.what.kind === "paused")
    ? []
    : [`Paused: ${plain(device.paused.why, 200)}`];
}
