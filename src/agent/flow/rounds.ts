/**
 * A round of review as a person can read it: the critique, and what the revision after it changed. The texts are those
 * that the agent’s calls have in the work notes, so that a later round does not take the earlier ones along.
 */
import { fileOf, type Flow } from "../../flow/flow";
import { readLineId } from "../../flow/lineId";
import { stepNamed } from "../../flow/route";
import { hashText } from "../../kit/hash";
import { isObject, parseJson } from "../../kit/json";
import { nameOf } from "../../kit/path";
import type { Plan } from "../../note/plan/plan";
import { diffLines } from "../edit/lineDiff";
import type { WorkEntry } from "../entry";
import { sanitizeFile } from "../sanitize";

export interface Round {
  /** The line of the Roadmap that revised the file. */
  readonly step: string;
  readonly n: number;
  /** Path of the file for it. */
  readonly file: string;
  readonly text: string;
}

interface Written {
  readonly step: string;
  readonly path: string;
  readonly text: string;
}

/** The first round that is not kept yet and whose texts are known here. `folder`: of the work on the plan. */
export function roundToKeep(
  flow: Flow,
  { steps, log }: Pick<Plan, "steps" | "log">,
  entries: readonly WorkEntry[],
  folder: string,
): Round | null {
  const revised = steps.flatMap(({ id, state }) => {
    const line = readLineId(id);
    const step = line === null || line.isAsk ? null : stepNamed(flow, line.step);
    return id !== null && state === "done" && step?.revises !== undefined ? [{ id, file: step.revises }] : [];
  });
  const isKept = (id: string): boolean => log.has(({ word, step }) => word === "round" && step === id);
  if (revised.every(({ id }) => isKept(id))) return null;
  const written = writtenIn(entries);
  for (const [at, { id, file }] of revised.entries()) {
    const own = written.findIndex(({ step, path }) => step === id && path === `${folder}/${file}`);
    if (isKept(id) || own < 0) continue;
    const earlier = written.slice(0, own);
    const before = earlier.findLast(({ path }) => path === `${folder}/${file}`);
    const after = written.findLast(({ step, path }) => step === id && path === `${folder}/${file}`);
    if (before === undefined || after === undefined) continue;
    const critique = earlier.findLast(({ step, path }) => isReview(flow, step, path));
    const n = at + 1;
    return {
      step: id,
      n,
      file: `${folder}/round-${String(n)}.md`,
      text: tellRound(n, file, critique?.text ?? null, before.text, after.text),
    };
  }
  return null;
}

function isReview(flow: Flow, id: string, path: string): boolean {
  const line = readLineId(id);
  const step = line === null ? null : stepNamed(flow, line.step);
  const agent = step?.agent;
  return (
    line !== null &&
    step !== null &&
    agent !== undefined &&
    Object.hasOwn(flow.agents, agent) &&
    flow.agents[agent]?.role === "reviewer" &&
    nameOf(path) === fileOf(step, line.item)
  );
}

/** Files as they were written, oldest first. */
function writtenIn(entries: readonly WorkEntry[]): readonly Written[] {
  let calls = new Map<string, string>();
  const found: Written[] = [];
  for (const entry of entries) {
    if (entry.kind === "answered")
      calls = new Map(entry.parts.flatMap((part) => (part.kind === "call" ? [[part.id, part.input]] : [])));
    if (entry.kind !== "result" || entry.wrote === undefined) continue;
    const { path, hash } = entry.wrote;
    const text = textIn(calls.get(entry.call) ?? "", nameOf(path));
    if (text !== null && hashText(text) === hash) found.push({ step: entry.step, path, text });
  }
  return found;
}

function textIn(input: string, name: string): string | null {
  try {
    const given: unknown = parseJson(input);
    return isObject(given) && typeof given["text"] === "string" ? sanitizeFile(name, given["text"]) : null;
  } catch {
    return null;
  }
}

function tellRound(n: number, file: string, critique: string | null, before: string, after: string): string {
  return [
    `# Round ${String(n)}`,
    ...(critique === null ? [] : [`## The critique\n\n${lowered(critique)}`]),
    `## What changed in ${file}`,
    ...changes(piecesOf(before), piecesOf(after)),
    "",
  ].join("\n\n");
}

/** Its headings stand beneath ours. */
function lowered(text: string): string {
  return text.trim().replace(/^#{1,4}(?= )/gm, (signs) => `##${signs}`);
}

/** Paragraphs, headings, and items of lists. */
function piecesOf(text: string): readonly string[] {
  return text
    .trim()
    .split(/\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t])/)
    .map((each) => each.trimEnd())
    .filter((each) => each.trim() !== "");
}

function changes(before: readonly string[], after: readonly string[]): readonly string[] {
  const told: string[] = [];
  let same = 0;
  const tellSame = (): void => {
    if (same > 0) told.push(`*… ${String(same)} ${same === 1 ? "part" : "parts"} as before …*`);
    same = 0;
  };
  const lines = diffLines(before, after);
  if (lines.every(({ sign }) => sign === " ")) return ["Nothing."];
  let out: string[] = [];
  let into: string[] = [];
  const tellChange = (): void => {
    if (out.length === into.length)
      out.forEach((each, at) => {
        const other = into[at] ?? "";
        if (isParagraph(each) && isParagraph(other)) told.push(`> ${bySentence(each, other)}`);
        else told.push(...block("Out", [each]), ...block("In", [other]));
      });
    else told.push(...block("Out", out), ...block("In", into));
    [out, into] = [[], []];
  };
  for (const { sign, text } of lines) {
    if (sign === " ") {
      tellChange();
      same += 1;
      continue;
    }
    tellSame();
    (sign === "-" ? out : into).push(text);
  }
  tellChange();
  tellSame();
  return told;
}

function block(word: "Out" | "In", parts: readonly string[]): readonly string[] {
  return parts.length === 0
    ? []
    : [`**${word}:**\n\n${parts.join("\n\n").replace(/^/gm, "> ").replace(/ $/gm, "")}`];
}

function isParagraph(text: string): boolean {
  return !/^[ \t]*(?:[-*+][ \t]|\d{1,3}[.)][ \t]|#|>|\||`{3}|~{3})/.test(text);
}

/** Words that are out are struck through, and words that are in are marked. */
function bySentence(before: string, after: string): string {
  const sentences = (text: string): readonly string[] =>
    text.replace(/\s*\n\s*/g, " ").match(/\S.*?(?:[.!?…][*_”"')\]]*(?=\s|$)|$)/g) ?? [];
  return diffLines(sentences(before), sentences(after))
    .map(({ sign, text }) => (sign === " " ? text : sign === "-" ? `~~${text}~~` : `==${text}==`))
    .join(" ");
}
