/**
 * Edits of notes that an agent proposes: what the person is asked, and what became of their answer.
 *
 *   the model calls propose_edit
 *   ── the note is read, and the change written into a file beside the work notes
 *   ── `proposed` is noted: which lines go and come, and the hashes of the note before and after
 *   ── the plan asks: the difference, “Make this change”, “Leave the note as it is”
 *   ── the person answers, and the plan’s log says so
 *   ── the device remembers that the change begins
 *   ── the note is changed, if its hash is the one before; if it is the one after, it was changed already
 *   ── `result` is noted
 *   ── the plan’s log names the note, and the plan offers to undo it
 *
 * An edit that is cut off between two of these lines goes on with the next one. Where a change began and the note reads
 * neither as before nor as after, nobody knows whether it was made, and so it is told. The id of an edit stands for the
 * call and for every byte of the change, so that no answer counts for another edit, and none counts twice.
 */
import { hashText } from "../../kit/hash";
import { counted } from "../../kit/numbers";
import { nameOf } from "../../kit/path";
import { remember } from "../../kit/remember";
import { escapeMarkdown } from "../../kit/text";
import type { Word } from "../../note/plan/logEntry";
import type { Plan, Step } from "../../note/plan/plan";
import type { Detail } from "../../note/plan/questions";
import type { EntryOf, WorkEntry } from "../entry";
import { callKey, turnsOf } from "../run";
import { agreementOn, answerTo, withId, type Asking, type Unnamed } from "../signals";
import { linesOf } from "./splice";

export type Proposed = EntryOf<"proposed">;

export const MAKE = "Make this change";
const OPTIONS = [MAKE, "Leave the note as it is"];
/** Words of the log after which an answer is used up. */
const DECIDED: readonly Word[] = ["edited", "not-edited", "maybe-edited"];
/** Lines of a difference that are shown in the question, and characters of each. */
const MOST_LINES = 24;
const LONGEST_LINE = 300;
/** Characters in the file that shows the whole change: nothing is cut. */
const LONGEST_PATH = 4000;
const LONGEST_WHY = 4000;

/** Names an edit in the plan’s log and its questions. `key`: of the call. */
export function editId(
  key: string,
  { path, before, after, splice }: Pick<Proposed, "path" | "before" | "after" | "splice">,
): string {
  return `e${hashText(JSON.stringify([key, path, before, after, splice])).slice(0, 14)}`;
}

/** Of the question by which an edit can be taken back. It is about no step. */
export function undoId(id: string): string {
  return `q-undo-${id}`;
}

/** Id of the edit that a question offers to take back; null for any other question. */
export function undone(question: string): string | null {
  return /^q-undo-(e[0-9a-f]{14})$/.exec(question)?.[1] ?? null;
}

/** The question that the person is asked before the edit is made. */
export function editAsking(
  proposed: Proposed,
  plan: Pick<Plan, "key">,
  step: Pick<Step, "id" | "n" | "text">,
  key: string,
): Asking {
  const { path, why, file, splice } = proposed;
  const isNew = proposed.before === null;
  const asking: Unnamed = {
    question: `The agent wants to ${isNew ? "create" : "change"} ${path}, because: ${why}`,
    details: [
      ...(isNew ? [] : [{ label: "Note", path } as const]),
      ...differenceOf(splice),
      { label: "The whole change", path: file },
    ],
    options: OPTIONS,
  };
  return withId(asking, plan, step, editId(key, proposed));
}

/** The same, but null where the person has answered. */
export function editAskingLeft(proposed: Proposed, plan: Plan, step: Step, key: string): Asking | null {
  const asking = editAsking(proposed, plan, step, key);
  return answerTo(plan, asking) === null ? asking : null;
}

function differenceOf(splice: Proposed["splice"]): readonly Detail[] {
  const lines = linesOf(splice).filter(({ sign }) => sign !== " ");
  const shown = lines.slice(0, MOST_LINES);
  const rest = lines.slice(MOST_LINES);
  const count = (sign: "+" | "-"): number => rest.filter((each) => each.sign === sign).length;
  const more = [
    [count("+"), "put in"],
    [count("-"), "taken out"],
  ] as const;
  return [
    ...shown.map(({ sign, text }): Detail => ({
      label: sign === "+" ? "Put in" : "Take out",
      text: showLine(text),
    })),
    ...(rest.length === 0
      ? []
      : [
          {
            label: "Not shown here",
            text: more
              .filter(([n]) => n > 0)
              .map(([n, what]) => `${counted(n, "more line")} ${n === 1 ? "is" : "are"} ${what}`)
              .join(", and "),
          } as const,
        ]),
  ];
}

/** White space is shown where it says something. */
function showLine(text: string): string {
  if (text === "") return "(an empty line)";
  const rest = text.length - LONGEST_LINE;
  return text
    .slice(0, LONGEST_LINE)
    .replace(/\t/g, "[tab]")
    .replace(/^ +| +$| {2,}/g, (run) => `[${counted(run.length, "space")}]`)
    .concat(rest > 0 ? ` … and ${counted(rest, "more character")} of this line` : "");
}

export type Decision =
  | { readonly kind: "make" }
  /** A sentence for the model. */
  | { readonly kind: "leave"; readonly why: string };

/** The meaning of the person’s answer. */
export function decisionOn(proposed: Proposed, plan: Plan, step: Step, key: string): Decision {
  const id = editId(key, proposed);
  if (plan.log.has(({ word, note }) => note === id && DECIDED.includes(word)))
    return { kind: "leave", why: "Exactly this was decided before. Propose something else, or ask_person." };
  const agreed = agreementOn(editAsking(proposed, plan, step, key), plan);
  return agreed.kind === "agreed"
    ? { kind: "make" }
    : { kind: "leave", why: `${agreed.why} The note was left as it is.` };
}

export interface Edit {
  readonly id: string;
  readonly proposed: Proposed;
  /**
   * `made`: the note reads as it was to. `left`: it did not read as it was shown, so it was left alone. `unknown`: it
   * began, and was cut off.
   */
  readonly came: "made" | "left" | "unknown";
}

/** The mark that the device remembers before a note is changed; `undo`: before it is changed back. */
export function beginMark(id: string, what: "edit" | "undo"): string {
  return `agent ${what} ${id}`;
}

/** Paths of notes of which the device remembers that an agent’s change of them began, whatever the log says. */
export function begunIn(entries: readonly WorkEntry[], told: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    turnsOf({ entries, tool: null })
      .flatMap(({ n, proposals }) => proposals.map((each) => ({ n, each })))
      .filter(({ n, each }) => told.has(beginMark(editId(callKey(each, n, each.call), each), "edit")))
      .map(({ each }) => each.path),
  );
}

/** Edits that a person agreed to and that are over, from the oldest. */
export function editsIn(entries: readonly WorkEntry[]): readonly Edit[] {
  return turnsOf({ entries, tool: null }).flatMap(({ n, proposals, results }) =>
    results.flatMap(({ call, edited }): Edit[] => {
      const proposed = edited === undefined ? undefined : proposals.find((each) => each.call === call);
      if (proposed === undefined || edited === undefined) return [];
      return [{ id: editId(callKey(proposed, n, call), proposed), proposed, came: edited }];
    }),
  );
}

const newestIn = remember((entries: readonly WorkEntry[]) => editsIn(entries).at(-1));

/** One whose end the plan’s log does not tell yet. */
export function untold(entries: readonly WorkEntry[], plan: Pick<Plan, "log" | "questions">): Edit | null {
  // Only the newest: nothing else is done before it is told.
  const last = newestIn(entries);
  if (last === undefined) return null;
  const isTold =
    plan.log.has(({ word, note }) => note === last.id && DECIDED.includes(word)) ||
    plan.questions.some(({ id }) => id === undoId(last.id));
  return isTold ? null : last;
}

/** Stands for a note in the log. */
export function pathMark(path: string): string {
  return hashText(path.normalize("NFC").toLowerCase()).slice(0, 12);
}

/**
 * Whether an agent changed the note, or may have. Then the note is no evidence: nobody can tell the agent’s words in it
 * from a person’s.
 */
export function isEdited(path: string, plan: Pick<Plan, "log">): boolean {
  const mark = pathMark(path);
  return plan.log.has(({ word, text }) => (word === "edited" || word === "maybe-edited") && text === mark);
}

/** Or nobody knows whether it was. */
export function isUndone(id: string, { log }: Pick<Plan, "log">): boolean {
  return log.has(({ word, note }) => (word === "undone" || word === "maybe-undone") && note === undoId(id));
}

/** Name of the file that has the whole change. */
export function proposalName(id: string): string {
  return `Proposed change ${id}.md`;
}

/**
 * The text of that file: every line that goes or comes, and three around them. Any other word of the agent in it is
 * within one line, and no Markdown.
 */
export function proposalText(
  { path, why, before, splice }: Pick<Proposed, "path" | "why" | "before" | "splice">,
  text: string,
): string {
  const around = 3;
  const head = text.slice(0, splice.from).split(/\r+\n?|\n/);
  const tail = text.slice(splice.from + splice.out.length).split(/\r+\n?|\n/);
  const first = Math.max(1, head.length - around);
  const lines = [
    ...head
      .slice(0, -1)
      .slice(-around)
      .map((each) => ` |${each}`),
    ...linesOf(splice).map(({ sign, text: each }) => `${sign}|${each}`),
    ...tail.slice(0, around).map((each) => ` |${each}`),
  ];
  const longest = Math.max(2, ...[...lines.join("\n").matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return [
    `# Proposed change of ${escapeMarkdown(nameOf(path), LONGEST_PATH)}`,
    "",
    `The agent proposes this for ${escapeMarkdown(path, LONGEST_PATH)}. It is made only if you tick “${MAKE}” in the plan, and only if the note reads then as it does now.`,
    "",
    `Why, as the agent says: “${escapeMarkdown(why, LONGEST_WHY)}”`,
    "",
    before === null
      ? "There is no such note yet. All of this is put in:"
      : `From line ${String(first)} on. Lines that begin with “-” are taken out, those with “+” are put in, all others stay:`,
    "",
    `${mark}diff`,
    ...lines,
    mark,
    "",
  ].join("\n");
}
