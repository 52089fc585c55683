/**
 * How one call speaks: what it says before anything else, moments by the clock of this computer, and commands as they
 * can be pasted.
 */
import { knowsZone, showStamp } from "../kit/dates";
import { escapeLine } from "../kit/text";
import { inTerminal, writeCommands, type Face } from "../settings/places";
import { explainPlan } from "../overview/explain";
import { renderStatus } from "../overview/report";
import type { PlanView, World } from "../rules/world";
import { optionsOf } from "./paste";
import { showLocal } from "./showLocal";
import type { Call } from "./words";

export interface Messages {
  /** Lines that stand before anything else. */
  readonly first: readonly string[];
  /** The options of the call at hand, for a command that is to be pasted. */
  readonly options: string;
  readonly time: (ms: number) => string;
  /** A sentence of ours for this screen. */
  readonly say: (text: string) => string;
  /** Writes a command as it can be pasted. */
  readonly face: Face;
  readonly status: (world: World) => string;
  readonly explain: (view: PlanView, world: World) => string;
}

/** `said`: what hinders this run, where that is said first. `zone`: that of the vault; empty for this computer’s. */
export function messagesOf(
  call: Call,
  first: readonly string[],
  said: readonly string[],
  zone = "",
): Messages {
  const options = optionsOf(call);
  // Objects for other programs have every moment in UTC.
  const time = call.json ? showStamp : (ms: number) => showLocal(ms, knowsZone(zone) ? zone : undefined);
  const face = inTerminal(options);
  const say = (text: string): string => writeCommands(text, face);
  return {
    first: first.map((each) => escapeLine(say(each), 600)),
    options,
    time,
    say,
    face,
    status: (world) => renderStatus(world, time, said, face),
    explain: (view, world) => explainPlan(view, world, time, said, face),
  };
}
