/** The commands that stop something, and the one sentence that answers each command. */
import type { Command } from "../../rules/command";
import type { Performed } from "./performed";

export type { Command, GoesOn, NewPlan, Wanted } from "../../rules/command";

const STOPS = ["hold", "reject", "pause", "skip", "cancel"] as const;

/** Takes something back, or stops it: nothing begins while one of these waits for its turn. */
export type Stop = Extract<Command, { readonly kind: (typeof STOPS)[number] }>;

export function isStop(command: Command): command is Stop {
  return STOPS.some((kind) => kind === command.kind);
}

export type Obeyed =
  /** `made`: path of the note that was written. */
  | { readonly kind: "done"; readonly say: string; readonly made?: string }
  | { readonly kind: "refused"; readonly say: string };

/** A title that ends with a full stop ends the sentence, too. */
export function yes(sentence: string, made?: string): Obeyed {
  const say = sentence.replace(/([.!?])”\./g, "$1”");
  return { kind: "done", say, ...(made === undefined ? {} : { made }) };
}

export function no(say: string): Obeyed {
  return { kind: "refused", say };
}

export function told(result: Performed, say: string): Obeyed {
  if (result.kind === "done") return yes(say);
  return no(
    result.kind === "stale"
      ? "The note changed just now; look again and repeat it."
      : `That could not be done: ${result.why.replace(/\.$/, "")}.`,
  );
}
