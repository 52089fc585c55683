/**
 * The checks of a step of a flow, one row each: its value in the flow, its words in a dry run and for the agent, what
 * can be wrong with it, and how it is judged. Its line in docs/flows.md and its tests are in `CHECK_PAGES`.
 */
import * as z from "zod";
import { isTicked, readTick } from "../kit/checkbox";
import { readFrontmatter, singleText } from "../kit/frontmatter";
import { splitLines } from "../kit/lines";
import { counted } from "../kit/numbers";
import { countWords } from "../kit/text";
import { ANSWER_NAMES, formOf, readAnswer, type AnswerName } from "./answers";
import { readCommandLine } from "./commandLine";

/** Facts about a step that its agent says is done. */
export interface Given {
  /** Name of the file of the step; empty where it writes none. */
  readonly file: string;
  /** Names of more files that it writes. */
  readonly others?: readonly string[];
  /** The text of the file, with that of the others behind it; empty where none is there. */
  readonly text: string;
  /** Texts by name, of all files that can count for the step. */
  readonly files: ReadonlyMap<string, string>;
  /** The last message of the agent. */
  readonly said: string;
}

export type Verdict =
  | { readonly kind: "holds" }
  /** Sentences for the agent, which can mend its file in the same step. */
  | { readonly kind: "fault"; readonly says: readonly string[] }
  /** The step is over, and its check has failed. */
  | { readonly kind: "findings"; readonly says: readonly string[] };

/** A check that takes a program or a question, once the step is done otherwise. */
export type Later =
  | { readonly kind: "run"; readonly which: "tests" }
  | { readonly kind: "run"; readonly which: "command"; readonly line: string }
  | { readonly kind: "ask-model"; readonly question: string; readonly votes: number };

interface Words<T> {
  /** Of the value in the flow. */
  readonly schema: z.ZodType<T>;
  /** A clause of a dry run, behind “Checked:”. */
  say(value: T, check: { readonly votes?: number | undefined }): string;
  /** A sentence for the agent, about the file that it writes. */
  tell?(value: T): string;
  /** Sentences about the flow itself. With a fault it does not start. */
  fault?(value: T): string | null;
  warning?(value: T): string | null;
}
interface AtOnce<T> extends Words<T> {
  judge(value: T, given: Given): Verdict;
}
interface AfterIt<T> extends Words<T> {
  wants(value: T, check: { readonly votes?: number | undefined }): Later;
}
type CheckRow<T> = AtOnce<T> | AfterIt<T>;

const HOLDS: Verdict = { kind: "holds" };
const fault = (...says: readonly string[]): Verdict => ({ kind: "fault", says });
const atOnce = <S extends z.ZodType>(row: AtOnce<z.output<S>> & { readonly schema: S }): typeof row => row;
const afterIt = <S extends z.ZodType>(row: AfterIt<z.output<S>> & { readonly schema: S }): typeof row => row;

export const CHECKS = {
  artifact: atOnce({
    schema: z.string().min(1).max(200),
    say: (value) => `a file like ${value} is there`,
    warning: (value) =>
      value.includes("/")
        ? "All work files are in one folder, so only the last part of “artifact” counts."
        : null,
    judge: (value, { files }) =>
      [...files.keys()].some((name) => fitsArtifact(value, name))
        ? HOLDS
        : fault(`There is no work file whose name fits “${value}”.`),
  }),
  contains: atOnce({
    schema: z.string().min(1).max(500),
    say: (value) => `its file contains “${value}”`,
    tell: (value) => `It contains the text “${value}”.`,
    judge: (value, { file, text }) =>
      text.includes(value) ? HOLDS : fault(`“${file}” does not contain “${value}”.`),
  }),
  max_words: atOnce({
    schema: z.int().min(1).max(100_000),
    say: (value) => `its file has at most ${counted(value, "word")}`,
    tell: (value) => `It has at most ${counted(value, "word")}.`,
    judge(value, { file, text }) {
      const words = countWords(text);
      return words <= value
        ? HOLDS
        : fault(`“${file}” has ${counted(words, "word")}, and may have ${counted(value, "word")}.`);
    },
  }),
  min_words: atOnce({
    schema: z.int().min(1).max(100_000),
    say: (value) => `its file has at least ${counted(value, "word")}`,
    tell: (value) => `It has at least ${counted(value, "word")}.`,
    judge(value, { file, text }) {
      const words = countWords(text);
      return words >= value
        ? HOLDS
        : fault(`“${file}” has ${counted(words, "word")}, and needs at least ${counted(value, "word")}.`);
    },
  }),
  frontmatter: atOnce({
    schema: z.record(z.string(), z.string().nullable()),
    say: (value) => `its file has the properties ${Object.keys(value).join(", ")}`,
    judge(value, { file, others = [], files }) {
      const faults = [file, ...others].flatMap((name) =>
        Object.entries(value).flatMap(([key, wanted]) =>
          propertyFault(name, files.get(name) ?? "", key, wanted),
        ),
      );
      return faults.length === 0 ? HOLDS : fault(...faults);
    },
  }),
  checklist: atOnce({
    schema: z.literal(true),
    say: () => "every box of its file is ticked",
    tell: () => "It has a checklist, and every box is ticked once its point is done.",
    judge(_value, { file, text }) {
      const boxes = splitLines(text).flatMap((line) => readTick(line.text) ?? []);
      const open = boxes.filter((box) => !isTicked(box)).length;
      if (boxes.length === 0) return fault(`“${file}” has no checklist.`);
      return open === 0
        ? HOLDS
        : fault(`In “${file}”, ${counted(open, "box")} of ${String(boxes.length)} are not ticked.`);
    },
  }),
  schema: atOnce({
    schema: z.enum(ANSWER_NAMES),
    say: (value) => `its file has the form of “answer: ${value}”`,
    judge(value, { text }) {
      const read = readAnswer(value, text);
      if (read.kind === "read") return HOLDS;
      const faults = read.faults.map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}.`);
      return fault(...faults, `The form is:\n\n${formOf(value)}\n\n`);
    },
  }),
  output: atOnce({
    schema: z.string().min(1).max(200),
    say: (value) => `its last message is ${value} alone`,
    fault: (value) =>
      /^\/.*\/$/s.test(value)
        ? `“${value}” looks like a regular expression. Write the one word of the message that approves, such as APPROVED.`
        : null,
    judge(value, { said }) {
      if (isWordAlone(said, value)) return HOLDS;
      const findings = listItems(said);
      return findings.length > 0
        ? { kind: "findings", says: findings }
        : fault(
            `The summary has to be ${value} alone, or list what you found, one finding a line beginning with “- ”.`,
          );
    },
  }),
  tests: afterIt({
    schema: z.literal(true),
    say: () => "your tests pass, by the program that you allowed on the acting device; else you are asked",
    wants: () => ({ kind: "run", which: "tests" }),
  }),
  command: afterIt({
    schema: z.string().min(1).max(500),
    say: (value) => `this succeeds, if you allowed it on the acting device; else you are asked: ${value}`,
    warning(value) {
      const read = readCommandLine(value);
      return read.kind === "bad"
        ? `Planwright cannot run “command”, so it asks you whether it succeeds: ${read.why}.`
        : null;
    },
    wants: (line) => ({ kind: "run", which: "command", line }),
  }),
  /** A question that is answered with yes or no. `votes`: number of answers, of which the majority decides. */
  classifier: afterIt({
    schema: z.string().trim().min(1).max(300),
    say: (value, { votes }) =>
      `a model answers with yes or no, and you are asked if that is not clear: ${value}${votes === undefined ? "" : `; ${counted(votes, "such answer")}, of which the majority decides`}`,
    wants: (question, { votes = 1 }) => ({ kind: "ask-model", question, votes }),
  }),
};
export type CheckName = keyof typeof CHECKS;

/** Every key that is given has to hold. */
export const checkSchema = z.strictObject({
  ...(Object.fromEntries(Object.entries(CHECKS).map(([key, { schema }]) => [key, schema.optional()])) as {
    readonly [Name in CheckName]: z.ZodOptional<(typeof CHECKS)[Name]["schema"]>;
  }),
  votes: z.int().min(1).max(5).optional(),
});
export type Check = z.output<typeof checkSchema>;

type Keyed = readonly [row: CheckRow<unknown> | null, value: unknown, name: string];

/** In the order in which the flow names them. A key without a row is no check that anybody can judge. */
function rowsOf(check: Check): readonly Keyed[] {
  return Object.entries(check)
    .filter(([name, value]) => name !== "votes" && value !== undefined)
    .map(([name, value]): Keyed => {
      const row = Object.hasOwn(CHECKS, name) ? (CHECKS[name as CheckName] as CheckRow<unknown>) : null;
      return [row, value, name];
    });
}

export interface Judgement {
  /** Sentences for the agent: the step is not done. */
  readonly faults: readonly string[];
  /** The findings of a reviewer; null where the step has no check, or the agent has to say more. */
  readonly findings: readonly string[] | null;
}

/** Judges the checks of a step as soon as its agent says that it is done. */
export function judgeChecks(
  { answer, check }: { readonly answer?: AnswerName | undefined; readonly check?: Check | undefined },
  given: Given,
): Judgement {
  const isOther =
    check?.artifact !== undefined && CHECKS.artifact.judge(check.artifact, given).kind === "holds";
  const missing = [given.file, ...(given.others ?? [])].filter(
    (each) => each !== "" && !given.files.has(each),
  );
  if (missing.length > 0 && !isOther)
    return {
      faults: missing.map((each) => `This step writes the work file “${each}”, and it is not there.`),
      findings: null,
    };
  const form = answer === undefined ? [] : [CHECKS.schema.judge(answer, given)];
  const verdicts = [...form, ...rowsOf(check ?? {}).flatMap((each) => judgeOne(each, given))];
  const saidBy = (kind: "fault" | "findings"): readonly string[] =>
    verdicts.flatMap((each) => (each.kind === kind ? each.says : []));
  const faults = saidBy("fault");
  return { faults, findings: check === undefined || faults.length > 0 ? null : saidBy("findings") };
}

function judgeOne([row, value, name]: Keyed, given: Given): readonly Verdict[] {
  if (row === null) return [fault(`Nobody can judge the check “${name}”, so this step cannot end.`)];
  return "judge" in row ? [row.judge(value, given)] : [];
}

/** Whether a check of the step is judged when its agent says that it is done. */
export function isJudgedAtOnce(check: Check): boolean {
  return rowsOf(check).some(([row]) => row === null || "judge" in row);
}

export function laterChecks(check: Check = {}): readonly Later[] {
  return rowsOf(check).flatMap(([row, value]) =>
    row !== null && "wants" in row ? [row.wants(value, check)] : [],
  );
}

/** Clauses. */
export function sayChecks(check: Check): string {
  return rowsOf(check)
    .map(([row, value]) => row?.say(value, check) ?? "")
    .join("; ");
}

/** Sentences, each with a space before it. */
export function tellChecks(check: Check = {}): string {
  return rowsOf(check)
    .map(([row, value]) => (row?.tell === undefined ? "" : ` ${row.tell(value)}`))
    .join("");
}

/** Faults or warnings about the checks of a step in a flow: the key, and a sentence. */
export function checkFaults(
  check: Check = {},
  kind: "fault" | "warning",
): readonly (readonly [key: string, says: string])[] {
  return rowsOf(check).flatMap(([row, value, key]) => {
    const says = row?.[kind]?.(value) ?? null;
    return says === null ? [] : [[key, says] as const];
  });
}

/**
 * Whether the word is the whole message, in whatever dress: “not APPROVED”, “APPROVED?” and “APPROVED, once …” are no
 * approval.
 */
export function isWordAlone(said: string, word: string): boolean {
  const bare = said.replace(/^[\s>*_#`-]+|[\s*_`.!]+$/g, "");
  return bare.toLowerCase() === word.toLowerCase();
}

/** The items of the lists in a message, each with the lines that go on with it. */
function listItems(said: string): readonly string[] {
  const found: string[] = [];
  for (const line of said.split("\n")) {
    const item = /^\s*(?:[-*+]|\d{1,2}[.)])\s+(\S.*)$/s.exec(line)?.[1]?.trim();
    const last = found.length - 1;
    if (item !== undefined && (last < 0 || !/^\s{2,}/.test(line))) found.push(item);
    else if (last >= 0 && line.trim() !== "" && /^\s/.test(line))
      found[last] = `${found[last] ?? ""} ${line.trim()}`;
  }
  return found;
}

function propertyFault(file: string, text: string, key: string, wanted: string | null): readonly string[] {
  const read = readFrontmatter(splitLines(text));
  const value = read.kind === "read" ? (singleText(read.frontmatter.data, key) ?? "") : "";
  if (value.trim() === "") return [`“${file}” has no property “${key}”.`];
  return wanted === null || wanted === "" || value.trim() === wanted
    ? []
    : [`In “${file}”, the property “${key}” is “${value}” and has to be “${wanted}”.`];
}

/** Only the last part of a path counts. A file of a loop has the number of its task behind its name. */
function fitsArtifact(artifact: string, name: string): boolean {
  const pattern = [...(artifact.split("/").at(-1) ?? "").toLowerCase()];
  const small = name.toLowerCase();
  return [small, small.replace(/-\d+(?=(?:\.[a-z]+)?$)/, "")].some((each) => fitsWildcards(pattern, each));
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

interface Example {
  readonly value: unknown;
  readonly text?: string;
  /** Last messages, each an example. */
  readonly said?: readonly string[];
  readonly gives: Verdict["kind"] | Later["kind"];
}

/** The line of docs/flows.md about each check, and examples, which are its tests. Not part of the plugin. */
export const CHECK_PAGES = {
  artifact: {
    key: "`artifact`",
    means: "A file with such a name is there: `*-plan.md`. Only the last part of a path counts.",
    examples: [
      { value: "*.md", text: "x", gives: "holds" },
      { value: "out/dr?ft.md", text: "x", gives: "holds" },
      { value: "*-plan.md", text: "x", gives: "fault" },
    ],
  },
  contains: {
    key: "`contains`",
    means: "The file contains this text.",
    examples: [
      { value: "Sum", text: "The Sum: 3", gives: "holds" },
      { value: "Sum", text: "3", gives: "fault" },
    ],
  },
  max_words: {
    key: "`max_words: 800`",
    means: "The file has at most this many words.",
    examples: [
      { value: 3, text: "One two, three.", gives: "holds" },
      { value: 3, text: "One two three four", gives: "fault" },
      { value: 3, text: "日本語です", gives: "fault" },
    ],
  },
  min_words: {
    key: "`min_words: 300`",
    means: "The file has at least this many words.",
    examples: [
      { value: 3, text: "One two, three.", gives: "holds" },
      { value: 3, text: "One two", gives: "fault" },
      { value: 3, text: "日本語", gives: "holds" },
    ],
  },
  frontmatter: {
    key: "`frontmatter`",
    means: "The file has these properties, and so has each file of a task: `{ status: final }`.",
    examples: [
      { value: { status: "final" }, text: "---\nstatus: final\n---\n", gives: "holds" },
      { value: { status: null }, text: "---\nstatus: open\n---\n", gives: "holds" },
      { value: { status: "final" }, text: "---\nstatus: open\n---\n", gives: "fault" },
      { value: { status: null }, text: "No properties", gives: "fault" },
    ],
  },
  checklist: {
    key: "`checklist: true`",
    means: "The file has a checklist, and every box is ticked.",
    examples: [
      { value: true, text: "- [x] Pack\n- [X] Go", gives: "holds" },
      { value: true, text: "- [x] Pack\n- [ ] Go", gives: "fault" },
      { value: true, text: "Pack", gives: "fault" },
    ],
  },
  schema: {
    key: "`schema`",
    means: "The file has the form of this kind; the kinds are those of `answer`.",
    examples: [
      { value: "tasks", text: "# Tasks\n\n## Pack\n\n- Files: bag.md\n", gives: "holds" },
      { value: "questions", text: "1. Who?\n   - Ana\n   - Ben\n", gives: "holds" },
      { value: "approaches", text: "## One\n\nA talk.\n\n- Tradeoffs: short\n", gives: "fault" },
      { value: "tasks", text: "Pack", gives: "fault" },
    ],
  },
  output: {
    key: "`output`",
    means:
      "The reviewer’s last message is this word alone, such as `APPROVED`. Otherwise the message lists the findings.",
    examples: [
      {
        value: "APPROVED",
        said: [
          "APPROVED",
          "approved",
          "**APPROVED**",
          "APPROVED.",
          "> APPROVED\n",
          "- APPROVED",
          "APPROVED!",
        ],
        gives: "holds",
      },
      {
        value: "APPROVED",
        said: [
          "NOT APPROVED",
          "It can be APPROVED",
          "approved?",
          "APPROVED? No, the van is missing.",
          "APPROVED once the van is there",
          "APPROVED, but the van is missing",
          "The van is missing.\nAPPROVED",
          "APPROVED\nexcept for the van",
          "DISAPPROVED",
          "",
          "\u202eDEVORPPA",
        ],
        gives: "fault",
      },
      { value: "APPROVED", said: ["APPROVED\n- The van is missing"], gives: "findings" },
    ],
  },
  tests: {
    key: "`tests: true`",
    means:
      "Your tests pass: the command under `checks` in the [settings](settings.md#programs-that-check), or in the input `tests` of the flow, ends with code 0.",
    examples: [{ value: true, gives: "run" }],
  },
  command: {
    key: "`command`",
    means: "This command ends with code 0: `npm run lint`.",
    examples: [{ value: "npm run lint", gives: "run" }],
  },
  classifier: {
    key: "`classifier`",
    means:
      "The model of the step answers this question about the file with yes. Its reason for a “no” is a finding. With `votes: 3`, it is asked three times, and the majority decides. You are asked instead if an answer is unclear, if the votes are equal, or if you are the model.",
    examples: [{ value: "Is it kind?", gives: "ask-model" }],
  },
} satisfies Readonly<
  Record<CheckName, { readonly key: string; readonly means: string; readonly examples: readonly Example[] }>
>;
