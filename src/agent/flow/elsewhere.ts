/**
 * A program that another run on this device has started for a step, and that is at work as long as that run is: the
 * app in one window, say, while a terminal looks on.
 */
import { showTime } from "../../kit/dates";
import { escapeLine } from "../../kit/text";
import type { Plan } from "../../note/plan/plan";
import { nextTurn, runName, turnsOf, type Run } from "../run";
import { turnName } from "./agentPrograms";
import { checkName, type ProgramsHere } from "./programs";

export interface AtWork {
  /** `running npm test`; null for the agent of the step. */
  readonly doing: string | null;
  /** The model’s name in the settings; empty for a check. */
  readonly model: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Only the newest start counts. `named`: the model that would be asked next, and its key; with it a start is known
 * that is gone from the notes. Null where none is at work, or the run that started it is gone. `begins`: it is
 * noted, and not started yet: this device remembers each start before it.
 */
export function atWorkElsewhere(
  plan: Pick<Plan, "key">,
  run: Run,
  named: { readonly name: string; readonly key: string; readonly isProgram: boolean },
  { told, startedBy, otherRun }: Pick<ProgramsHere, "told" | "startedBy" | "otherRun">,
): AtWork | "begins" | null {
  if (otherRun === null) return null;
  const since = (what: string): number | null => {
    const start = startedBy.get(what);
    return start?.run === otherRun ? start.at : null;
  };
  const last = run.entries.at(-1);
  if (last?.kind === "started") {
    const what = checkName(plan, run.id, last);
    if (!told.has(what)) return "begins";
    const at = since(what);
    return at === null ? null : { doing: escapeLine(`running ${last.line}`, 200), model: "", since: at };
  }
  const asked = last?.kind === "asked" ? last : null;
  const turn = asked?.turn ?? nextTurn(turnsOf(run));
  const what = turnName(plan.key, runName(run.id), turn, asked?.of ?? named.key);
  if (asked !== null && named.isProgram && !told.has(what)) return "begins";
  const at = since(what);
  return at === null ? null : { doing: null, model: asked?.model ?? named.name, since: at };
}

/** A clause. */
export function sayElsewhere({ doing, model, since }: AtWork, zone: string): string {
  const named = doing === null ? escapeLine(model, 40) : doing.replace(/^running /, "");
  return `the program “${named}” has been at work in another run of Planwright on this device since ${showTime(since, zone)}`;
}
