/**
 * A plan in another format made one of ours by the fewest lines: the properties it lacks, one heading, boxes.
 * Everything else stays byte for byte. It begins as a draft unless it says that it is over, and nothing becomes a step
 * that needs approval but by the person's word.
 */
import { capital, cut } from "../../kit/text";
import { BYTE_ORDER_MARK, canSet, readFrontmatter, textOf, writeScalar } from "../../kit/frontmatter";
import { hashText } from "../../kit/hash";
import { planKey } from "../../kit/ids";
import { hasTooManyLines, type Line } from "../../kit/lines";
import { nameOf } from "../../kit/path";
import { parsePlan, readStatus, sectionsOf, type Sections } from "../plan/parse";
import type { Plan, Step } from "../plan/plan";
import { BOX } from "../plan/items";
import { withHand } from "../plan/steps";
import { hiddenBy, hiddenWords } from "../plan/hidden";
import { readDialect, readEnd, type Said } from "./dialect";
import { type Draft, type NoteChange, openDraft } from "./proposal";
import { isAhead } from "./names";
import { type Found, NONE, partsOf, piecesOf, ROADMAP } from "./parts";
import { findRoadmap } from "./findRoadmap";

export type Conversion =
  | { readonly kind: "change"; readonly change: NoteChange }
  /** Why not, as the end of a sentence about the note. */
  | { readonly kind: "none"; readonly why: string };

export interface Wish {
  /** Steps that speak of approval get the sign ✋, by the person's word. */
  readonly hands: boolean;
  /** Keys of plans that have an id already. */
  readonly taken: ReadonlySet<string>;
  /** The folder into which a plan moves once it is done. */
  readonly archive: string;
}

const NO_LIST = "has no list of its steps; move it to the finished plans, or leave it where it is";
const NO_PLAN =
  "would still be no plan with the usual changes; look at its task_id, its status and its headings";

export function convertNote(path: string, text: string, { hands, taken, archive }: Wish): Conversion {
  if (hasTooManyLines(text)) return { kind: "none", why: "has more than 50,000 lines" };
  const parsed = parsePlan(path, text);
  if (parsed.kind === "plan") return { kind: "none", why: "is a plan as it is" };
  if (parsed.kind === "problem")
    return { kind: "none", why: `has to be put right first: ${parsed.problem.message}` };
  if (parsed.kind === "other") return { kind: "none", why: "does not look like a plan" };
  const draft = openDraft(text);
  const front = readFrontmatter(draft.lines());
  if (front.kind === "broken") return { kind: "none", why: "has properties that cannot be read" };
  const { data, bodyFrom } = front.frontmatter;
  const closed = closeBlock(draft, bodyFrom);
  if (closed !== null && closed.why !== null) return { kind: "none", why: closed.why };
  const lines = draft.lines();
  const sections = sectionsOf(lines, bodyFrom);
  const said = readDialect(front.frontmatter, lines, sections.kinds);
  const over = readEnd(said.status, sections);
  const found = findRoadmap(sections);
  const saysDone = over?.status === "Done" ? `says that it is done (“${over.words}”), and` : null;
  if (typeof found === "string")
    return { kind: "none", why: found === NONE && saysDone !== null ? `${saysDone} ${NO_LIST}` : found };
  const ahead = found.made && saysDone !== null ? found.under.find(isAhead) : undefined;
  if (saysDone !== null && ahead !== undefined)
    return {
      kind: "none",
      why: `${saysDone} its only list is of work that is still to be done (“${ahead}”); move that into a plan of its own, or leave the note where it is`,
    };
  if (Object.hasOwn(data, "status") && !canSet(lines, bodyFrom, "status"))
    return { kind: "none", why: "has a status that is not written on one line of its own" };
  const made = makeRoadmap(lines, found, saysDone !== null);
  const steps = stepsAfter(path, made);
  if (steps === null) return { kind: "none", why: NO_PLAN };
  const odd = findOdd(steps, made, found, sections);
  if (odd !== null) return { kind: "none", why: odd };
  const open = steps.filter(({ state }) => state === "open").length;
  // A list without any open step is nothing to start.
  const status = over?.status ?? (open === 0 ? "Done" : "Draft");
  change(draft, made, bodyFrom, idFor(said.id, path, taken), data, said, status);
  const plan = planIn(path, draft);
  if (plan?.status !== status) return { kind: "none", why: NO_PLAN };
  const gated = plan.steps.filter(speaksOfApproval);
  if (hands) {
    const before = draft.lines();
    for (const { line } of [...gated].reverse()) draft.replace(line, [withHand(before[line]?.text ?? "")]);
  }
  const after = draft.change(path);
  if (after === null || planIn(path, draft) === null) return { kind: "none", why: NO_PLAN };
  const told = [
    ...(closed === null ? [] : [closed.said]),
    found.said,
    counts(sectionsIn(draft), plan),
    ...tellId(plan, taken),
    ...tellStatus(said, status, { open, made: found.made }),
    ...(hands ? [] : gated.map(tellGate)),
  ];
  const later = status === "Done" && open === 0 ? { later: `${archive}/${nameOf(path)}` } : {};
  return { kind: "change", change: { ...after, gates: gated.length, said: told, ...later } };
}

/**
 * Closes a code block that hides boxes, before the first line that was plainly meant to be outside. Null where nothing
 * is hidden; `why` where nobody can tell.
 */
function closeBlock(
  draft: Draft,
  bodyFrom: number,
): { readonly said: string; readonly why: string | null } | null {
  const lines = draft.lines();
  const hidden = hiddenBy(lines, sectionsOf(lines, bodyFrom).kinds);
  if (hidden === null) return null;
  const said = `${capital(hiddenWords(hidden))}. It is closed where the text goes on.`;
  const opens = /^([ \t]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})[ \t]*(\S*)/.exec(
    lines[hidden.line]?.text ?? "",
  );
  const meant = lines.findIndex(
    ({ text }, at) => at > hidden.line && (/^#{2,6}[ \t]/.test(text) || BOX.test(text)),
  );
  // A block of Markdown may hold headings and boxes as an example.
  if (hidden.by === "comment" || opens === null || /^(?:md|markdown|mdx)$/i.test(opens[3] ?? "") || meant < 0)
    return { said, why: `cannot be read to its end: ${hiddenWords(hidden)}; close it` };
  let last = meant - 1;
  while (last > hidden.line && (lines[last]?.text ?? "").trim() === "") last -= 1;
  draft.replace(last, [lines[last]?.text ?? "", `${opens[1] ?? ""}${opens[2] ?? "```"}`]);
  return { said, why: null };
}

function planIn(path: string, draft: Draft): Plan | null {
  const parsed = parsePlan(
    path,
    draft
      .lines()
      .map((line) => line.text)
      .join("\n"),
  );
  return parsed.kind === "plan" ? parsed.plan : null;
}

/** The lines as they will be; each with the index of the line that it was, or null where it comes in. */
interface Made {
  readonly text: string;
  readonly was: number | null;
}

/** `isOver`: boxes that are ours are ticked, because the note says that all is done. */
function makeRoadmap(
  lines: readonly Line[],
  { instead, comesIn, made }: Found,
  isOver: boolean,
): readonly Made[] {
  const ticked = (text: string): string =>
    made && isOver ? text.replace(/^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})\[ \]/, "$1[x]") : text;
  return lines.flatMap((line, at) => [
    ...comesIn
      .filter((each) => each.at === at)
      .flatMap((each) => each.lines.map((text): Made => ({ text: ticked(text), was: null }))),
    { text: instead.has(at) ? ticked(instead.get(at) ?? "") : line.text, was: at },
  ]);
}

/**
 * The steps it will have, read with properties that any plan may have, their lines counted in what is made. Null when
 * it would be none.
 */
function stepsAfter(path: string, made: readonly Made[]): readonly Step[] | null {
  const from =
    made[0]?.text.trimEnd() === "---"
      ? made.findIndex(({ text }, at) => at > 0 && /^---[ \t]*$/.test(text)) + 1
      : 0;
  const front = ["---", "task_id: a", "status: Draft", "---"];
  const parsed = parsePlan(path, [...front, ...made.slice(from).map(({ text }) => text)].join("\n"));
  return parsed.kind === "plan"
    ? parsed.plan.steps.map((step) => ({ ...step, line: step.line - front.length + from }))
    : null;
}

/**
 * Steps that are not those that were meant, no more and no fewer: why it is left alone. Null when all is as it was
 * meant.
 */
function findOdd(
  steps: readonly Step[],
  made: readonly Made[],
  found: Found,
  sections: Sections,
): string | null {
  const wanted = new Set(found.steps);
  const within = steps.filter(({ misplaced, boxed }) => !misplaced && boxed);
  const stray = within
    .map(({ line }) => made[line]?.was ?? null)
    .find((was) => was !== null && !wanted.has(was));
  if (stray !== undefined && stray !== null) {
    const under = piecesOf(sections, partsOf(sections.headings, sections.lines.length)).find(
      ({ from, to }) => stray >= from && stray < to,
    );
    return `has boxes under “${under?.label ?? under?.over[0]?.name ?? "its title"}” among its steps; put those that are no steps under a heading of their own`;
  }
  const own = found.comesIn.flatMap(({ lines }) => lines).filter((text) => BOX.test(text)).length;
  return within.length === wanted.size + own
    ? null
    : `has steps that would not all be in its Roadmap; put them under one heading “${ROADMAP}”`;
}

function change(
  draft: Draft,
  made: readonly Made[],
  bodyFrom: number,
  id: string,
  data: Readonly<Record<string, unknown>>,
  said: Said,
  status: string,
): void {
  const lines = draft.lines();
  const changed = new Map<number, string[]>();
  let before: string[] = [];
  for (const { text, was } of made) {
    if (was === null) before.push(text);
    else if (before.length > 0 || text !== lines[was]?.text) {
      changed.set(was, [...before, text]);
      before = [];
    }
  }
  const at = (index: number): string[] => changed.get(index) ?? [lines[index]?.text ?? ""];
  const own: readonly (readonly [key: string, value: string])[] = [
    ["task_id", writeScalar(id)],
    ...(said.source === null ? [] : [["source_link", writeScalar(said.source)] as const]),
    ...(said.created === null ? [] : [["created_date", said.created] as const]),
    ["status", status],
    ["blocked_reason", "null"],
  ];
  const lacking = own.filter(([key]) => !Object.hasOwn(data, key)).map(([key, value]) => `${key}: ${value}`);
  const [first = "", ...more] = at(0);
  const mark = first.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  if (bodyFrom === 0)
    changed.set(0, [`${mark}---`, ...lacking, "---", "", first.slice(mark.length), ...more]);
  else if (lacking.length > 0) changed.set(bodyFrom - 1, [...lacking, ...at(bodyFrom - 1)]);
  const line = lines.findIndex(({ text }, index) => index < bodyFrom && /^(["']?)status\1[ \t]*:/.test(text));
  // The former value stays readable, as a remark.
  if (line >= 0 && readStatus(textOf(data, "status")) !== status)
    changed.set(line, [
      `status: ${status} # was ${(lines[line]?.text ?? "").replace(/^[^:]*:[ \t]*/, "").trimEnd() || "empty"}`,
    ]);
  const empty = lines.findIndex(
    ({ text }, index) => index < bodyFrom && /^task_id[ \t]*:[ \t]*(?:null|""|'')?[ \t]*$/.test(text),
  );
  if (empty >= 0) changed.set(empty, [`task_id: ${writeScalar(id)}`]);
  for (const [index, becomes] of [...changed].sort(([a], [b]) => b - a)) draft.replace(index, becomes);
}

/**
 * The id it bears, or its file name, so that the same note always gets the same; with a number where another plan has
 * it.
 */
function idFor(said: string | null, path: string, taken: ReadonlySet<string>): string {
  const stem = nameOf(path).replace(/\.md$/i, "").normalize("NFC");
  const fits = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,60}$/u.test(text);
  const id = said !== null && fits(said) ? said : fits(stem) ? stem : `PLAN-${hashText(stem).slice(0, 8)}`;
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? id : `${id} ${String(n)}`;
    if (!taken.has(planKey(free))) return free;
  }
}

/** Words by which other formats mark a gate. */
const SPEAKS_OF_APPROVAL = /\bapproval\b|\bapproved\b|\bapprove before\b|\bsign-?off\b/i;

function speaksOfApproval({ state, text, approval }: Step): boolean {
  if (state !== "open" || text.includes("✋")) return false;
  return approval.kind === "none"
    ? SPEAKS_OF_APPROVAL.test(text)
    : approval.kind === "unclear" && approval.lacksSign === true;
}

function sectionsIn(draft: Draft): Sections {
  const lines = draft.lines();
  const front = readFrontmatter(lines);
  return sectionsOf(lines, front.kind === "read" ? front.frontmatter.bodyFrom : 0);
}

function counts(sections: Sections, { steps }: Plan): string {
  const { lines, kinds } = sections;
  const first = steps[0]?.line ?? 0;
  const [roadmap] = sections.find("roadmap").filter(({ from, to }) => first >= from && first < to);
  const elsewhere = lines.filter(
    ({ text }, at) =>
      kinds[at] === "prose" && BOX.test(text) && (at < (roadmap?.from ?? 0) || at >= (roadmap?.to ?? 0)),
  ).length;
  const ticked = steps.filter(({ state }) => state !== "open").length;
  const short = (step: Step | undefined): string => `“${cut(step?.text ?? "", 60)}”`;
  const which =
    steps.length === 1
      ? `One step, ${short(steps[0])}`
      : `${String(steps.length)} steps, from ${short(steps[0])} to ${short(steps.at(-1))}`;
  return `${which}; ${ticked === 0 ? "none is done" : ticked === steps.length ? "all done" : `${String(ticked)} done`}.${elsewhere === 0 ? "" : ` ${elsewhere === 1 ? "One box" : `${String(elsewhere)} boxes`} outside the Roadmap ${elsewhere === 1 ? "is" : "are"} left alone.`}`;
}

/** A `task_id` is a person's, and stays. */
function tellId({ key }: Plan, taken: ReadonlySet<string>): string[] {
  return taken.has(key)
    ? ["Another plan has the same task_id; both are on hold until one of them has another."]
    : [];
}

function tellStatus(
  { status: words }: Said,
  status: string,
  { open, made }: { readonly open: number; readonly made: boolean },
): string[] {
  const n = open === 1 ? "one of its boxes is" : `${String(open)} of its boxes are`;
  const why =
    status !== "Done"
      ? ""
      : made
        ? ", and its steps are ticked, because it says that it is done"
        : open > 0
          ? `, as it says; ${n} open and stay${open === 1 ? "s" : ""} so, and it stays where it is`
          : ", because none of its steps is open";
  if (words === null || readStatus(words) === status) return [`Its status: ${status}${why}.`];
  return [`It says “${words.slice(0, 60)}”; its status becomes ${status}${why}.`];
}

function tellGate({ n, text }: Step): string {
  return `Step ${String(n)} speaks of approval and gets no ✋ by itself: “${cut(text, 100)}”.`;
}
