/**
 * Recent activity: the newest log lines over all plans, the archived ones too. Results come first; requests, refusals
 * and the like are folded beneath them. Their text is a note's, and may already bear our escapes.
 */
import { compareText } from "../../kit/order";
import type { Entry, Word } from "../../note/plan/logEntry";
import { moment } from "../../kit/dates";
import type { Plan } from "../../note/plan/plan";
import type { World } from "../../rules/world";
import { nameOfPlan } from "../noteRef";
import { attribute, entryWords } from "../titles";
import { costOf, linkTo, safe } from "./measure";
import type { Titles } from "./planNames";
import type { Show } from "../report";

const SHOWN = 10;
/** Places kept for the others, where there are any. */
const OTHERS = 3;

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

export function activity(world: World, titles: Titles, show: Show, room: number): string[] {
  const results: Happening[] = [];
  const others: Happening[] = [];
  for (const plan of world.recent) {
    // From the end, where the newest stand, so that nearly all others are passed over by one comparison.
    const { entries } = plan.log;
    for (let place = entries.length - 1; place >= 0; place -= 1) {
      const entry = entries[place];
      const at = moment(entry?.at);
      if (entry === undefined || at === null || isSaidTwice(entry)) continue;
      const newest = isResult(entry) ? results : others;
      const isOld = newest.length === SHOWN && at < (newest.at(-1)?.at ?? 0);
      if (!isOld) insert(newest, { at, plan, place, entry });
    }
  }
  if (results.length + others.length === 0) return ["", "Nothing has been done yet."];
  const told = results.slice(0, SHOWN - Math.min(OTHERS, others.length));
  const folded = others.slice(0, SHOWN - told.length);
  let lines: string[] = [];
  for (const { text, linked } of WIDTHS) {
    const tell = (one: Happening): string => line(one, titles, show, text, linked);
    lines = [
      "",
      ...(told.length === 0 ? ["No results yet."] : told.map(tell)),
      ...(folded.length === 0 ? [] : ["", FOLDED, ...folded.map((one) => `> ${tell(one)}`)]),
    ];
    if (costOf(lines) <= room) break;
  }
  return lines;
}

/** Folded in Obsidian, a quotation elsewhere. */
const FOLDED = "> [!NOTE]- Asked, answered, started, waiting";

/** Words of the log that tell how it is asked and answered, and not what came of it. */
const NO_RESULT: readonly Word[] = [
  "drafted",
  "started",
  "asked",
  "ask-again",
  "draft-again",
  "unblocked",
  "skipped",
  "reopened",
  "withdrawn",
  "agent",
  "added",
  "not-added",
  "filled-in",
  "answered",
  "delayed",
  "later",
  "brought-back",
];

/** The line before it says that a person was asked. */
function isSaidTwice({ mark }: Entry): boolean {
  return mark?.word === "blocked" && mark.block === "approval";
}

function isResult({ mark, text }: Entry): boolean {
  if (mark === null) return !/^Created\b/.test(text);
  if (mark.word === "blocked") return mark.block === "doubt";
  return !NO_RESULT.includes(mark.word);
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

function line(
  { at, plan, entry }: Happening,
  titles: Titles,
  show: Show,
  width: number,
  linked: boolean,
): string {
  const named = nameOfPlan(plan);
  const words = attribute(entry, safe(entryWords(entry), width), safe);
  const where = linked ? `${fileLink(entry)}${titles.link(named, undefined, 40)}` : titles.words(named, 20);
  return `- ${show(at)} · ${words} · ${where}`;
}

/** A link to the first file that an agent wrote for the step. */
function fileLink({ mark, text }: Entry): string {
  const [, path, shown] = mark?.word === "ticked" ? (/\[\[([^\][|]+)\|([^\][|]+)\]\]/.exec(text) ?? []) : [];
  return path === undefined || shown === undefined ? "" : `${linkTo(path, shown, null, 40)} · `;
}
