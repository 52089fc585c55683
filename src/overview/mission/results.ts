/**
 * The newest results over all plans, as their logs tell them: carried out, in doubt, settled by a person, finished.
 * Their text is a note’s.
 */
import { moment } from "../../kit/dates";
import type { Entry, Word } from "../../note/plan/logEntry";
import { planTitle } from "../../note/plan/plan";
import type { World } from "../../rules/world";
import { recordOf } from "../sent";
import { entryWords, withoutLinks } from "../titles";

export interface Result {
  readonly at: number;
  readonly icon: "check" | "x" | "circle-help" | "flag" | "message-square";
  /** The line of the log, without the bracket for the engine. */
  readonly words: string;
  /** Title and path of the plan. */
  readonly title: string;
  readonly path: string;
  /** The record of something that went out, and to whom; null for any other result. */
  readonly record: { readonly to: string; readonly note: string } | null;
}

const ICON: Partial<Record<Word, Result["icon"]>> = {
  "carried-out": "check",
  resolved: "message-square",
  finished: "flag",
  cancelled: "x",
};

export function resultsOf(world: World, most: number): readonly Result[] {
  const found: Result[] = [];
  for (const plan of world.recent)
    for (const entry of plan.log.entries) {
      const at = moment(entry.at);
      const icon = iconOf(entry);
      if (at === null || icon === null) continue;
      if (found.length === most && at <= (found.at(-1)?.at ?? 0)) continue;
      found.push({
        at,
        icon,
        words: entryWords(entry),
        title: withoutLinks(planTitle(plan)),
        path: plan.path,
        record: recordOf(entry, world.device.actionState),
      });
      found.sort((a, b) => b.at - a.at);
      found.splice(most);
    }
  return found;
}

function iconOf({ mark }: Entry): Result["icon"] | null {
  if (mark === null) return null;
  if (mark.word === "blocked") return mark.block === "doubt" ? "circle-help" : null;
  return ICON[mark.word] ?? null;
}
