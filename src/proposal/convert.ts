/**
 * A plan in another format made one of ours by the fewest lines: the properties it lacks, one heading, boxes. Everything else stays byte
 * for byte. It begins as a draft unless it says that it is over, and nothing becomes a step that needs approval but by the person's word.
 */
import { BYTE_ORDER_MARK, canSet, readFrontmatter, textOf, writeScalar } from "../kit/frontmatter";
import { hashText } from "../kit/hash";
import { planKey } from "../kit/ids";
import { hasTooManyLines, type Line } from "../kit/lines";
import { parsePlan, readStatus, sectionsOf, type Sections } from "../plan/parse";
import type { Plan, Step } from "../plan/plan";
import { BOX } from "../plan/items";
import { withHand } from "../plan/steps";
import { readDialect, statusFor, type Said } from "./dialect";
import { openDraft, type Draft } from "./draft";
import type { NoteChange } from "./proposal";
import { findRoadmap, NO_STEPS, partsOf, type Found } from "./roadmap";

export type Conversion =
  | { readonly kind: "change"; readonly change: NoteChange }
  /** Why not, as the end of a sentence about the note. */
  | { readonly kind: "none"; readonly why: string };

export interface Wish {
  /** Steps that speak of approval get the sign ✋, by the person's word. */
  readonly hands: boolean;
  /** Keys of plans that have an id already. */
  readonly taken: ReadonlySet<string>;
}

const NO_PLAN = "would still be no plan with the usual changes; look at its task_id, its status and its headings";

export function convertNote(path: string, text: string, { hands, taken }: Wish): Conversion {
  if (hasTooManyLines(text)) return { kind: "none", why: "has more than 50,000 lines" };
  const reading = parsePlan(path, text);
  if (reading.kind === "plan") return { kind: "none", why: "is a plan as it is" };
  if (reading.kind === "problem") return { kind: "none", why: `has to be put right first: ${reading.problem.message}` };
  if (reading.kind === "other") return { kind: "none", why: "does not look like a plan" };
  const draft = openDraft(text);
  const lines = draft.lines();
  const front = readFrontmatter(lines);
  if (front.kind === "broken") return { kind: "none", why: "has properties that cannot be read" };
  const { data, bodyFrom } = front.frontmatter;
  const sections = sectionsOf(lines, bodyFrom);
  const found = findRoadmap(sections);
  if (typeof found === "string") return { kind: "none", why: found };
  if (Object.hasOwn(data, "status") && !canSet(lines, bodyFrom, "status")) return { kind: "none", why: "has a status that is not written on one line of its own" };
  const said = readDialect(data, lines, sections.kinds, bodyFrom);
  const steps = stepsAfter(path, lines, found);
  if (steps === null) return { kind: "none", why: NO_PLAN };
  const open = steps.filter(({ state }) => state === "open").length;
  const wanted = statusFor(said.status);
  const status = wanted === "Done" && open > 0 ? "Draft" : wanted;
  change(draft, lines, bodyFrom, idFor(said.id, path, taken), data, said, found, status);
  const plan = planIn(path, draft);
  if (plan?.status !== status) return { kind: "none", why: NO_PLAN };
  const now = sectionsIn(draft);
  const under = headingOfNoSteps(now, plan);
  if (under !== null) return { kind: "none", why: `has boxes under “${under}” among its steps; put those that are no steps under a heading of their own` };
  const gated = plan.steps.filter(speaksOfApproval);
  if (hands) {
    const before = draft.lines();
    for (const { line } of [...gated].reverse()) draft.replace(line, [withHand(before[line]?.text ?? "")]);
  }
  const made = draft.change(path);
  if (made === null || planIn(path, draft) === null) return { kind: "none", why: NO_PLAN };
  return { kind: "change", change: { ...made, gates: gated.length, said: [found.said, counts(now, plan), ...tellId(plan, taken), ...tellStatus(said, status, wanted, open), ...(hands ? [] : gated.map(tellGate))] } };
}

function planIn(path: string, draft: Draft): Plan | null {
  const reading = parsePlan(path, draft.lines().map((line) => line.text).join("\n"));
  return reading.kind === "plan" ? reading.plan : null;
}

/** The steps it will have, read with properties that any plan may have. Null when it would be none. */
function stepsAfter(path: string, lines: readonly Line[], found: Found): readonly Step[] | null {
  const body = lines.flatMap((line, at) => [...(found.comesIn?.at === at ? [`${"#".repeat(found.comesIn.level)} Roadmap`, ""] : []), found.instead.get(at) ?? line.text]);
  const from = body[0]?.trimEnd() === "---" ? body.findIndex((text, at) => at > 0 && /^---[ \t]*$/.test(text)) + 1 : 0;
  const reading = parsePlan(path, ["---", "task_id: a", "status: Draft", "---", ...body.slice(from)].join("\n"));
  return reading.kind === "plan" ? reading.plan.steps : null;
}

function change(draft: Draft, lines: readonly Line[], bodyFrom: number, id: string, data: Readonly<Record<string, unknown>>, said: Said, found: Found, status: string): void {
  const changed = new Map<number, string[]>([...found.instead].map(([at, text]) => [at, [text]]));
  const at = (index: number): string[] => changed.get(index) ?? [lines[index]?.text ?? ""];
  if (found.comesIn !== null) changed.set(found.comesIn.at, [`${"#".repeat(found.comesIn.level)} Roadmap`, "", ...at(found.comesIn.at)]);
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
  if (bodyFrom === 0) changed.set(0, [`${mark}---`, ...lacking, "---", "", first.slice(mark.length), ...more]);
  else if (lacking.length > 0) changed.set(bodyFrom - 1, [...lacking, ...at(bodyFrom - 1)]);
  const line = lines.findIndex(({ text }, index) => index < bodyFrom && /^(["']?)status\1[ \t]*:/.test(text));
  // What stood there stays readable as it stood, as a remark.
  if (line >= 0 && readStatus(textOf(data, "status")) !== status) changed.set(line, [`status: ${status} # was ${(lines[line]?.text ?? "").replace(/^[^:]*:[ \t]*/, "").trimEnd() || "empty"}`]);
  const empty = lines.findIndex(({ text }, index) => index < bodyFrom && /^task_id[ \t]*:[ \t]*(?:null|""|'')?[ \t]*$/.test(text));
  if (empty >= 0) changed.set(empty, [`task_id: ${writeScalar(id)}`]);
  for (const [index, becomes] of [...changed].sort(([a], [b]) => b - a)) draft.replace(index, becomes);
}

/** The id it bears, or its file name, so that the same note always gets the same; with a number where another plan has it. */
function idFor(said: string | null, path: string, taken: ReadonlySet<string>): string {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "").normalize("NFC");
  const fits = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,60}$/u.test(text);
  const id = said !== null && fits(said) ? said : fits(stem) ? stem : `PLAN-${hashText(stem).slice(0, 8)}`;
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? id : `${id} ${String(n)}`;
    if (!taken.has(planKey(free))) return free;
  }
}

/** What other formats mark a gate with. */
const SPEAKS_OF_APPROVAL = /\bapproval\b|\bapproved\b|\bapprove before\b|\bsign-?off\b/i;

function speaksOfApproval({ state, text, gate }: Step): boolean {
  if (state !== "open" || text.includes("✋")) return false;
  return gate.kind === "none" ? SPEAKS_OF_APPROVAL.test(text) : gate.kind === "unclear" && gate.why.includes("sign ✋");
}

function sectionsIn(draft: Draft): Sections {
  const lines = draft.lines();
  const front = readFrontmatter(lines);
  return sectionsOf(lines, front.kind === "read" ? front.frontmatter.bodyFrom : 0);
}

/** A heading that is not about steps and stands over one of them. */
function headingOfNoSteps({ headings, lines }: Sections, { steps }: Plan): string | null {
  const parts = partsOf(headings, lines.length).filter(({ name }) => NO_STEPS.test(name));
  return parts.find(({ from, to }) => steps.some(({ line, misplaced }) => !misplaced && line >= from && line < to))?.name ?? null;
}

function counts(sections: Sections, { steps }: Plan): string {
  const { lines, kinds } = sections;
  const first = steps[0]?.line ?? 0;
  const [roadmap] = sections.find("roadmap").filter(({ from, to }) => first >= from && first < to);
  const elsewhere = lines.filter(({ text }, at) => kinds[at] === "prose" && BOX.test(text) && (at < (roadmap?.from ?? 0) || at >= (roadmap?.to ?? 0))).length;
  const ticked = steps.filter(({ state }) => state !== "open").length;
  return `${steps.length === 1 ? "One step" : `${String(steps.length)} steps`}, ${String(ticked)} of them done.${elsewhere === 0 ? "" : ` ${elsewhere === 1 ? "One box" : `${String(elsewhere)} boxes`} outside the Roadmap ${elsewhere === 1 ? "is" : "are"} left alone.`}`;
}

/** A `task_id` is a person's, and stays. */
function tellId({ key }: Plan, taken: ReadonlySet<string>): string[] {
  return taken.has(key) ? ["Another plan has the same task_id; both are on hold until one of them has another."] : [];
}

function tellStatus(said: Said, status: string, wanted: string, open: number): string[] {
  if (said.status === null || readStatus(said.status) === status) return [`Its status: ${status}.`];
  return [`It says “${said.status.slice(0, 60)}”; its status becomes ${status}${wanted === "Done" && open > 0 ? `, because ${open === 1 ? "a step is" : `${String(open)} steps are`} open` : ""}.`];
}

function tellGate({ n, text }: Step): string {
  return `Step ${String(n)} speaks of approval and gets no ✋ by itself: “${text.length > 100 ? `${text.slice(0, 99)}…` : text}”.`;
}
