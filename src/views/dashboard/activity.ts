/** Recent activity: the newest log lines over all plans, the archived ones too. Their text is a note's, and may already bear our escapes. */
import { compareText } from "../../kit/order";
import type { Entry } from "../../plan/logEntry";
import { moment, showStamp } from "../../kit/dates";
import type { Plan } from "../../plan/plan";
import type { World } from "../../rules/world";
import { costOf, linkTo, safe } from "./measure";

const SHOWN = 10;

interface Happening {
  readonly at: number;
  readonly plan: Plan;
  readonly place: number;
  readonly entry: Entry;
}

/** Long paths and many-byte letters get shorter lines, and at last lines without links, so that all ten find room. */
const WIDTHS = [
  { text: 130, linked: true },
  { text: 80, linked: true },
  { text: 50, linked: false },
] as const;

export function activity(world: World, room: number): string[] {
  const newest: Happening[] = [];
  for (const plan of world.recent) {
    // From the end, where the newest stand, so that nearly all others are passed over by one comparison.
    const { entries } = plan.journal;
    for (let place = entries.length - 1; place >= 0; place -= 1) {
      const entry = entries[place];
      const at = moment(entry?.at);
      const isOld = at === null || (newest.length === SHOWN && at < (newest.at(-1)?.at ?? 0));
      if (entry !== undefined && !isOld) insert(newest, { at, plan, place, entry });
    }
  }
  if (newest.length === 0) return ["", "Nothing has been done yet."];
  let lines: string[] = [];
  for (const { text, linked } of WIDTHS) {
    lines = ["", ...newest.map((one) => line(one, text, linked))];
    if (costOf(lines) <= room) break;
  }
  return lines;
}

/** Keeps the newest ten; one pass over all logs, without sorting them. */
function insert(newest: Happening[], one: Happening): void {
  const last = newest.at(-1);
  if (newest.length === SHOWN && last !== undefined && newestFirst(one, last) >= 0) return;
  const before = newest.findIndex((other) => newestFirst(one, other) < 0);
  newest.splice(before < 0 ? newest.length : before, 0, one);
  newest.splice(SHOWN);
}

/** A total order: within one note the later line is the newer one. */
function newestFirst(a: Happening, b: Happening): number {
  return b.at - a.at || compareText(a.plan.path, b.plan.path) || b.place - a.place;
}

function line({ at, plan, entry }: Happening, width: number, linked: boolean): string {
  const actor = entry.actor === "other" ? "" : `${entry.actor}: `;
  return `- ${showStamp(at)} · ${linked ? linkTo(plan.path, plan.taskId, null) : safe(plan.taskId, 20)} · ${actor}${safe(readable(entry), width)}`;
}

/**
 * The bracket at the end is for the engine; escapes are undone, so that writing the text again does not double them. The long names of
 * requests and records stand in the log: here they would be cut off. Of a link only its words are left.
 */
export function readable({ text, mark }: Entry): string {
  const words =
    mark === null
      ? text
      : text.replace(/\s*\([^()]*\)\s*$/, "").replace(/ (?:Record|Approval request): \S+$/, "");
  return words.replace(/\[\[[^\]|]*\|([^\]]*)\]\]/g, "$1").replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
