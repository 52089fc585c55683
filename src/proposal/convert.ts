/**
 * A plan in another format made one of ours by the fewest lines: the properties it lacks, one heading, boxes. Everything else stays byte
 * for byte. It begins as a draft, and nothing becomes a step that needs approval but by the person's word.
 */
import { canSet, readFrontmatter, writeScalar } from "../kit/frontmatter";
import { hashText } from "../kit/hash";
import { hasTooManyLines, type Line } from "../kit/lines";
import { kindsOf } from "../kit/markdown";
import { parsePlan, readStatus, sectionsOf } from "../plan/parse";
import type { Plan, Step } from "../plan/plan";
import { BOX } from "../plan/steps";
import { readDialect, statusFor, type Said } from "./dialect";
import { openDraft } from "./draft";
import type { NoteChange } from "./proposal";
import { findRoadmap, type Found } from "./roadmap";

export type Conversion =
  /** `said`: sentences on what was taken for what, and what is left to the person. */
  | { readonly kind: "change"; readonly change: NoteChange; readonly said: readonly string[] }
  /** Why not, as the end of a sentence about the note. */
  | { readonly kind: "none"; readonly why: string };

/** `hands`: steps that speak of approval get the sign ✋, by the person's word. */
export function convertNote(path: string, text: string, hands: boolean): Conversion {
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
  const found = findRoadmap(sectionsOf(lines, bodyFrom));
  if (typeof found === "string") return { kind: "none", why: found };
  if (Object.hasOwn(data, "status") && !canSet(lines, bodyFrom, "status")) return { kind: "none", why: "has a status that is not written on one line of its own" };
  const said = readDialect(data, lines, kindsOf(lines, bodyFrom), bodyFrom);
  const begun = write(path, lines, bodyFrom, data, said, found, "Draft");
  const plan = planOf(path, begun);
  if (plan === null) return { kind: "none", why: "would not be a plan with the usual changes; look at its headings and boxes" };
  const wanted = statusFor(said.status);
  const open = plan.steps.filter((step) => step.state === "open").length;
  const status = wanted === "Done" && open > 0 ? "Draft" : wanted;
  for (const [at, becomes] of [...edits(lines, bodyFrom, path, data, said, found, status)].sort(([a], [b]) => b - a)) draft.replace(at, becomes);
  const gated = hands ? [] : plan.steps.filter(speaksOfApproval);
  if (hands) for (const step of [...plan.steps].filter(speaksOfApproval).sort((a, b) => b.line - a.line)) draft.replace(step.line, [withHand(draft.lines()[step.line]?.text ?? "")]);
  const change = draft.change(path);
  if (change === null || planOf(path, change.text) === null) return { kind: "none", why: "would not be a plan with the usual changes; look at its headings and boxes" };
  return {
    kind: "change", change,
    said: [
      ...found.said,
      said.status === null || readStatus(said.status) === status ? `It becomes a plan with the status ${status}.` : `It says “${said.status}”; the status becomes ${status}${wanted === "Done" && open > 0 ? `, because ${String(open)} of its steps are open` : ""}.`,
      ...gated.map((step) => `Step ${String(step.n)}, “${step.text}”, speaks of approval. It gets no ✋ by itself.`),
    ],
  };
}

function planOf(path: string, text: string): Plan | null {
  const reading = parsePlan(path, text);
  return reading.kind === "plan" ? reading.plan : null;
}

function write(path: string, lines: readonly Line[], bodyFrom: number, data: Readonly<Record<string, unknown>>, said: Said, found: Found, status: string): string {
  const changed = new Map(edits(lines, bodyFrom, path, data, said, found, status));
  return lines.flatMap((line, at) => changed.get(at) ?? [line.text]).join("\n");
}

/** By index of a line, the lines that stand in its place. */
function edits(lines: readonly Line[], bodyFrom: number, path: string, data: Readonly<Record<string, unknown>>, said: Said, found: Found, status: string): Map<number, string[]> {
  const changed = new Map<number, string[]>([...found.instead].map(([at, text]) => [at, [text]]));
  const at = (index: number): string[] => changed.get(index) ?? [lines[index]?.text ?? ""];
  if (found.headingBefore !== null) changed.set(found.headingBefore, ["## Roadmap", "", ...at(found.headingBefore)]);
  const own: readonly (readonly [key: string, value: string])[] = [
    ["task_id", writeScalar(idFor(said.id, path))],
    ...(said.source === null ? [] : [["source_link", writeScalar(said.source)] as const]),
    ...(said.created === null ? [] : [["created_date", said.created] as const]),
    ["status", status],
    ["blocked_reason", "null"],
  ];
  const lacking = own.filter(([key]) => !Object.hasOwn(data, key)).map(([key, value]) => `${key}: ${value}`);
  if (bodyFrom === 0) changed.set(0, ["---", ...lacking, "---", "", ...at(0)]);
  else if (lacking.length > 0) changed.set(bodyFrom - 1, [...lacking, ...at(bodyFrom - 1)]);
  const line = lines.findIndex(({ text }, index) => index < bodyFrom && /^(["']?)status\1[ \t]*:/.test(text));
  // What stood there stays readable, as a remark.
  if (line >= 0 && readStatus(said.status) !== status) changed.set(line, [`status: ${status} # was ${(said.status ?? "empty").replace(/[\r\n]/g, " ")}`]);
  const id = lines.findIndex(({ text }, index) => index < bodyFrom && /^task_id[ \t]*:[ \t]*(?:null)?[ \t]*$/.test(text));
  if (id >= 0) changed.set(id, [`task_id: ${writeScalar(idFor(said.id, path))}`]);
  return changed;
}

/** The id it bears, or its file name, so that the same note always gets the same. */
function idFor(said: string | null, path: string): string {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "").normalize("NFC");
  const fits = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,60}$/u.test(text);
  if (said !== null && fits(said)) return said;
  return fits(stem) ? stem : `PLAN-${hashText(stem).slice(0, 8)}`;
}

/** Words that other formats mark a gate with. */
const SPEAKS_OF_APPROVAL = /\b(?:requires?|needs?|awaits?|await|wait(?:s|ing)? for|get|obtain|pending|explicit)\b[^.]{0,40}\bapproval\b|\bhuman approval\b|\bapproved? (?:before|by (?:a )?(?:human|person))\b/i;

function speaksOfApproval({ state, text, gate }: Step): boolean {
  return state === "open" && (gate.kind === "unclear" || (gate.kind === "none" && SPEAKS_OF_APPROVAL.test(text)));
}

function withHand(line: string): string {
  const lead = /^(.*?\[.\])[ \t]*/su.exec(line)?.[1] ?? "";
  return BOX.test(line) ? `${lead} ✋ ${line.slice(lead.length).trimStart()}` : line;
}
