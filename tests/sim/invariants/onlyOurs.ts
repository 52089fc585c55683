/**
 * Tells which lines of a plan are ours, line by line and by where they stand; everything else is the person's, to the
 * last space.
 */
import { unfoldedIn } from "./flows";
import { isRedrafted, linesOf, logOf, expand } from "../reading";

/**
 * Lines between the marks of the progress of a plan are ours, as long as each mark is there once, and so are the signs
 * in the second one.
 */
const PROGRESS =
  /^(<!-- planwright:progress begin[^<>]*-->[ \t]*\r*\n)[^]*?(<!-- planwright:progress end)[^<>]*-->/m;

interface Line {
  readonly text: string;
  readonly end: string;
}

/** A carriage return alone ends a line, too. */
function split(text: string): Line[] {
  return text
    .split(/(?<=\n|\r(?!\n))/)
    .map((line) => ({ text: line.replace(/[\r\n]+$/, ""), end: /[\r\n]+$/.exec(line)?.[0] ?? "" }));
}

/** Where a line stands: between the two fences at the top, or beneath which heading. */
function placesOf(lines: readonly Line[]): string[] {
  const close = lines.findIndex(({ text }, at) => at > 0 && text.trimEnd() === "---");
  let heading = "";
  return lines.map(({ text }, at) => {
    if (at <= close && /^\uFEFF?---/.test(lines[0]?.text ?? "")) return "properties";
    const found = /^#+[ \t]+(.*?)[ \t]*$/.exec(text)?.[1];
    if (found !== undefined) heading = found;
    return heading;
  });
}

const BOX = /^(- \[)(.)(\](?: .*?)?)( \^[sf]-[a-z0-9-]+)?$/u;

/** Whether `after` is `before`, which stands at `at` of `old`, with a value, a mark or a new block id of ours in it. */
function isSame(before: Line, after: Line, place: string, old: readonly Line[], at: number): boolean {
  if (before.end !== after.end && !(at === old.length - 1 && before.end === "")) return false;
  if (before.text === after.text) return true;
  if (place === "properties")
    return ["status:", "blocked_reason:"].some(
      (key) => before.text.startsWith(key) && after.text.startsWith(key),
    );
  const was = BOX.exec(before.text.trimEnd());
  // What a person moved elsewhere is ticked there when it is done, or skipped when they say so.
  const isGated = was?.[3]?.includes("✋") === true || /^\s*```action/.test(old[at + 1]?.text ?? "");
  if (!/^Roadmap/.test(place) && (!isGated || /^(?:Reasoning Logs?|Questions)$/.test(place))) return false;
  const is = BOX.exec(after.text.trimEnd());
  if (was === null || is === null || was[3]?.trimEnd() !== is[3]?.trimEnd()) return false;
  // A block id goes behind whatever stood at the end, and one that is there stays.
  const lead = `${before.text.slice(0, 3)}${is[2] ?? ""}${before.text.slice(3 + (was[2] ?? "").length)}`;
  return was[4] === undefined
    ? after.text === lead || after.text === `${lead}${is[4] ?? ""}`
    : after.text === lead;
}

const QUESTION =
  /^- .* \^q-(?:[a-z0-9]+-[sf]-[a-z0-9-]+|undo-e[0-9a-f]{14})$|^ {4}- \[ \] (?:Draft it again(?:, for as much again|, and count tokens alone)?|Ask again|Try again|Go on|As much again|Count tokens alone|Skip this step|Cancel this plan|Undo this change|\(\d\) .*)$|^ {4}- (?:(?:Yours|New|Argument|Put in|Take out|Not shown here|Note|Found|The whole change): (?:“.*”|\[\[.*\]\])|Answer: |Closed: it needs no answer any more\.|Open again: it needs your answer\.)$/;

/**
 * Steps that an agent adds, by their ids, which the log names; and what goes out by them, or by a step that had none.
 */
function addedIn(before: string, after: string): ReadonlySet<string> {
  const known = new Set(logOf(before));
  const marks = logOf(after).filter((line) => !known.has(line));
  const ofFlow = marks.some((line) => line.includes("(unfolded, ")) ? unfoldedIn({ before, after }) : [];
  return new Set([
    ...ofFlow.map(({ id }) => id),
    ...marks.flatMap((line) => /\((?:added|filled-in), step ([sf]-[a-z0-9-]+)/.exec(line)?.[1] ?? []),
  ]);
}

/** Without the action of a step that is drafted again in this change, because the log says that somebody wants that. */
function withoutRedrafted(before: string, added: ReadonlySet<string>): string {
  return [...added].reduce((text, id) => {
    if (!isRedrafted(text, id)) return text;
    const block = new RegExp(
      `(\\^${id}\\r*\\n(?:(?!- ).*\\n)*?) {4}\`\`\`+action\\r*\\n[^]*?\\n {4}\`\`\`+\\r*\\n`,
    );
    return text.replace(block, "$1");
  }, before);
}

/** Of steps that an agent added: the line of the step, or one of its block. */
function isAdded(line: string, added: ReadonlySet<string>): boolean {
  const id = /^(?: {4})?- \[ \] .* \^(s-[0-9a-f]{8}|f-[a-z0-9-]+)$/.exec(line)?.[1];
  return added.size > 0 && (id === undefined ? /^ {4}/.test(line) : added.has(id));
}

function mayBeNew({ text, end }: Line, place: string, comes: ReadonlySet<string>): boolean {
  if (end === "\r") return false;
  if (/^## (?:Reasoning Logs|Questions)$/.test(text) || text === "") return true;
  if (/^Reasoning Logs?$/.test(place)) return /^- \[\d{4}-\d{2}-\d{2}T[\d:]+Z\] (?:Agent|Human): /.test(text);
  if (/^Roadmap/.test(place)) return comes.has(text.trim());
  return /^Questions/.test(place) && QUESTION.test(text);
}

/**
 * The first line of a plan that is not as it was, and not ours to change or to add; null when there is none. `comes`:
 * what may come into its Roadmap.
 */
export function touched(before: string, after: string, comes: ReadonlySet<string>): string | null {
  const added = addedIn(before, after);
  const isMarked = PROGRESS.test(before) && before.match(/planwright:progress/g)?.length === 2;
  const bare = (text: string): string => expand(isMarked ? text.replace(PROGRESS, "$1$2") : text);
  const old = split(bare(withoutRedrafted(before, added)));
  const now = split(bare(after));
  const places = placesOf(now);
  let at = 0;
  for (const [index, line] of now.entries()) {
    const was = old[at];
    const place = places[index] ?? "";
    if (was !== undefined && isSame(was, line, place, old, at)) at += 1;
    else if (!mayBeNew(line, place, comes) && !(/^Roadmap/.test(place) && isAdded(line.text, added)))
      return was === undefined || linesOf(after).includes(was.text) ? `new: ${line.text}` : was.text;
  }
  const left = old[at];
  return left === undefined || (at === old.length - 1 && left.text === "" && left.end !== "\r")
    ? null
    : left.text;
}

/** The boxes whose mark was changed. */
export function marksTurned(
  before: string,
  after: string,
): { readonly from: string; readonly to: string; readonly words: string }[] {
  const boxes = (text: string): readonly { readonly mark: string; readonly words: string }[] =>
    linesOf(text).flatMap((line) => {
      const match = BOX.exec(line.trimEnd());
      return match === null ? [] : [{ mark: match[2] ?? "", words: match[3] ?? "" }];
    });
  const old = boxes(before);
  const all = boxes(after);
  // Steps are added in one place: what comes behind them is counted from the end.
  const differs = old.findIndex(({ words }, at) => all[at]?.words !== words);
  const from = differs < 0 ? old.length : differs;
  const shift = Math.max(0, all.length - old.length);
  const behind = old.findLastIndex(({ words }, at) => at >= from && all[at + shift]?.words !== words);
  return old.flatMap(({ mark, words }, at) => {
    const now = all[at > behind && at >= from ? at + shift : at];
    return now !== undefined && now.mark !== mark ? [{ from: mark, to: now.mark, words }] : [];
  });
}
