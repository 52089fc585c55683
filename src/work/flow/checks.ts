/**
 * The checks of a step that an agent says is done. A fault of its file goes to the agent at once, which can mend it in
 * the same step. The findings of a reviewer are a verdict, and send the flow back.
 */
import { readTick, isTicked } from "../../kit/checkbox";
import { readFrontmatter, singleText } from "../../kit/frontmatter";
import { splitLines } from "../../kit/lines";
import { counted } from "../../kit/numbers";
import { ANSWER_FORMS, readAnswer } from "../../flow/answers";
import type { FlowPart } from "./part";

export interface Judgement {
  /** Sentences for the agent: the step is not done. */
  readonly faults: readonly string[];
  /** The findings of a reviewer; null where the step has no check. */
  readonly findings: readonly string[] | null;
}

/** `files`: texts by name, of all files that can count for the step. `said`: the last message of the agent. */
export function judgeChecks(part: FlowPart, said: string, files: ReadonlyMap<string, string>): Judgement {
  const { step, file } = part;
  const text = files.get(file);
  const fits = artifactPattern(step.check?.artifact);
  const isThere = text !== undefined || (fits !== null && [...files.keys()].some(fits));
  if (!isThere)
    return { faults: [`This step writes the work file “${file}”, and it is not there.`], findings: null };
  const faults = [
    ...(step.answer === undefined ? [] : schemaFaults(step.answer, text)),
    ...(step.check?.schema === undefined ? [] : schemaFaults(step.check.schema, text)),
    ...fileFaults(part, text ?? ""),
  ];
  const output = step.check?.output;
  const verdict = output === undefined ? null : verdictOf(output, said);
  if (verdict?.kind === "unclear") return { faults: [...faults, verdict.says], findings: null };
  return { faults, findings: verdict?.findings ?? (step.check === undefined ? null : []) };
}

function schemaFaults(name: Parameters<typeof readAnswer>[0], text = ""): readonly string[] {
  const read = readAnswer(name, text);
  if (read.kind === "read") return [];
  const faults = read.faults.map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}.`);
  return [...faults, `The form is:\n\n${ANSWER_FORMS[name]}\n\n`];
}

function fileFaults({ step: { check }, file }: FlowPart, text: string): readonly string[] {
  if (check === undefined) return [];
  const boxes = splitLines(text).flatMap((line) => readTick(line.text) ?? []);
  const open = boxes.filter((box) => !isTicked(box)).length;
  return [
    ...(check.contains !== undefined && !text.includes(check.contains)
      ? [`“${file}” does not contain “${check.contains}”.`]
      : []),
    ...(check.checklist !== true || (boxes.length > 0 && open === 0)
      ? []
      : [
          boxes.length === 0
            ? `“${file}” has no checklist.`
            : `In “${file}”, ${counted(open, "box")} of ${String(boxes.length)} are not ticked.`,
        ]),
    ...Object.entries(check.frontmatter ?? {}).flatMap(([key, wanted]) =>
      propertyFault(file, text, key, wanted),
    ),
  ];
}

function propertyFault(file: string, text: string, key: string, wanted: string | null): readonly string[] {
  const read = readFrontmatter(splitLines(text));
  const value = read.kind === "read" ? (singleText(read.frontmatter.data, key) ?? "") : "";
  if (value.trim() === "") return [`“${file}” has no property “${key}”.`];
  return wanted === null || wanted === "" || value.trim() === wanted
    ? []
    : [`In “${file}”, the property “${key}” is “${value}” and has to be “${wanted}”.`];
}

/** Only the last part of a path counts: all work files are in one folder. Null where there is no pattern. */
function artifactPattern(artifact: string | undefined): ((name: string) => boolean) | null {
  const pattern = artifact?.split("/").at(-1);
  return pattern === undefined
    ? null
    : (name) => fitsWildcards([...pattern.toLowerCase()], name.toLowerCase());
}

/** Whether `*` and `?` in the pattern can stand for what the name has there. Only the last `*` is ever tried again. */
function fitsWildcards(pattern: readonly string[], name: string): boolean {
  const signs = [...name];
  let [at, star, from] = [0, -1, 0];
  for (let n = 0; n < signs.length;) {
    if (pattern[at] === "*") {
      star = at;
      from = n;
      at += 1;
    } else if (pattern[at] === "?" || pattern[at] === signs[n]) {
      at += 1;
      n += 1;
    } else if (star >= 0) {
      at = star + 1;
      from += 1;
      n = from;
    } else return false;
  }
  return pattern.slice(at).every((sign) => sign === "*");
}

type Verdict =
  | { readonly kind: "clear"; readonly findings: readonly string[] }
  | { readonly kind: "unclear"; readonly says: string };

/**
 * The word has to be the whole message: “not APPROVED”, “APPROVED?” and “APPROVED, once …” are no approval. A message
 * with neither the word nor a finding is unclear, and the agent is asked for one of them.
 */
function verdictOf(output: string, said: string): Verdict {
  const bare = said.replace(/^[\s>*_#`-]+|[\s*_`.!]+$/g, "");
  const findings = listed(said);
  if (bare.toLowerCase() === output.toLowerCase()) return { kind: "clear", findings: [] };
  if (findings.length > 0) return { kind: "clear", findings };
  return {
    kind: "unclear",
    says: `The summary has to be ${output} alone, or list what you found, one finding a line beginning with “- ”.`,
  };
}

/** The items of the lists in a message, one finding each. */
function listed(said: string): readonly string[] {
  return said
    .split("\n")
    .flatMap((line) => /^\s*(?:[-*+]|\d{1,2}[.)])\s+(\S.*)$/s.exec(line)?.[1]?.trim() ?? []);
}
