/**
 * The kinds of structured answer in the file of a step: Markdown in a form that a person can read and edit, as any
 * note. It is read when the step ends, and again at every look, since a person may edit the file.
 */
import * as z from "zod";
import { indentOf, splitLines } from "../kit/lines";
import { headingsOf, kindsOf } from "../kit/markdown";
import { unescapeMarkdown } from "../kit/text";

const line = (most: number): z.ZodString => z.string().trim().min(1).max(most);

const SCHEMAS = {
  questions: z
    .array(z.strictObject({ text: line(400), options: z.array(line(200)).max(8) }))
    .min(1)
    .max(7),
  approaches: z
    .array(
      z.strictObject({
        title: line(120),
        summary: line(1500),
        tradeoffs: line(600),
        /** The number that the model guesses, before there is a plan. */
        tasks: z
          .string()
          .regex(/^\d{1,2}$/, "has to be a number")
          .optional(),
        /** The reason; missing at the others. */
        recommended: line(600).optional(),
      }),
    )
    .min(2)
    .max(4),
  // One box each, and one for all of them.
  sections: z
    .array(z.strictObject({ title: line(120), text: line(4000) }))
    .min(1)
    .max(8),
  tasks: z
    .array(
      z.strictObject({
        title: line(160),
        do: z.string().trim().max(4000).optional(),
        files: z.array(line(200)).max(20),
        check: line(600).optional(),
      }),
    )
    .min(1)
    .max(50),
} as const;

export type AnswerName = keyof typeof SCHEMAS;
export const ANSWER_NAMES = [
  "questions",
  "approaches",
  "sections",
  "tasks",
] as const satisfies readonly AnswerName[];
export type AnswerOf<Name extends AnswerName> = z.output<(typeof SCHEMAS)[Name]>;
export type Task = AnswerOf<"tasks">[number];

export type AnswerReading<Name extends AnswerName> =
  | { readonly kind: "read"; readonly value: AnswerOf<Name> }
  /** Clauses without a full stop, for the author of the file. */
  | { readonly kind: "bad"; readonly faults: readonly string[] };

/** An example of each form. */
const FORMS: Readonly<Record<AnswerName, string>> = {
  questions: "# Questions\n\n1. Who is it for?\n   - Beginners\n   - Experts\n2. How long may it take?",
  approaches:
    "# Approaches\n\n## One talk\n\nWhat it is.\n\n- Tradeoffs: What it costs.\n- Recommended: Why this one.\n\n## A series\n\nWhat it is.\n\n- Tradeoffs: What it costs.",
  sections:
    "# Design\n\n## For whom it is\n\nThe text of the section.\n\n## Its parts\n\nThe text of the section.",
  tasks:
    "# Tasks\n\n## Write the opening\n\nWhat exactly to do.\n\n- Files: opening.md\n- Done when: How one sees that it is done.\n\n## Write the end\n\nWhat exactly to do.\n\n- Files: end.md\n- Done when: How one sees that it is done.",
};

/** The form, for the agent that has to write it. */
export function formOf(name: AnswerName): string {
  return `<form>\n${FORMS[name]}\n</form>`;
}

/** Reads a file that has the form of this kind. */
export function readAnswer<Name extends AnswerName>(name: Name, text: string): AnswerReading<Name> {
  const parts = PARTS[name](text);
  if (parts.length === 0)
    return {
      kind: "bad",
      faults: [
        name === "questions"
          ? "there is no list of questions, each as an item at the margin"
          : `there is no heading of level 2, such as “## Title”, for each of the ${name}`,
      ],
    };
  const parsed = SCHEMAS[name].safeParse(parts);
  const faults = parsed.success
    ? whyUnfit(name, parsed.data)
    : parsed.error.issues.slice(0, 5).map(({ path, message }) => {
        const [at, ...field] = path.map(String);
        const of = at === undefined ? name : `${name.slice(0, -1)} ${String(Number(at) + 1)}`;
        return `${of}${field.length === 0 ? "" : `, “${field.join(" ")}”`}: ${message}`;
      });
  return parsed.success && faults.length === 0
    ? { kind: "read", value: parsed.data as AnswerOf<Name> }
    : { kind: "bad", faults };
}

function whyUnfit(name: AnswerName, value: AnswerOf<AnswerName>): readonly string[] {
  const titles = value.flatMap((each) => ("title" in each ? [folded(each.title)] : []));
  const twice = titles.find((each, at) => titles.indexOf(each) !== at);
  if (twice !== undefined) return [`two of the ${name} are called “${twice}”; give each a title of its own`];
  if (name !== "approaches") return [];
  const recommended = value.filter((each) => "recommended" in each && each.recommended !== undefined).length;
  return recommended === 1
    ? []
    : [`${String(recommended)} approaches have a line “Recommended:”, and exactly one has to have it`];
}

function folded(title: string): string {
  return title.replace(/\s+/g, " ").trim();
}

/** A heading of level 2, with the text beneath it. */
interface Part {
  readonly title: string;
  readonly text: string;
}

const PARTS: Readonly<Record<AnswerName, (text: string) => readonly unknown[]>> = {
  questions: questionsIn,
  sections: partsIn,
  approaches: (text) =>
    partsIn(text).map((part) => {
      const { rest, fields } = fieldsIn(part.text, ["tradeoffs", "tasks", "recommended"]);
      return { title: part.title, summary: rest, ...fields };
    }),
  tasks: (text) =>
    partsIn(text).map((part) => {
      const { rest, fields } = fieldsIn(part.text, ["files", "done when"]);
      const check = fields["done when"];
      return {
        title: part.title,
        ...(rest === "" ? {} : { do: rest }),
        files: filesIn(fields["files"] ?? ""),
        ...(check === undefined ? {} : { check }),
      };
    }),
};

function partsIn(text: string): readonly Part[] {
  const lines = splitLines(text);
  const headings = headingsOf(lines, kindsOf(lines, 0)).filter(({ level }) => level <= 2);
  return headings.flatMap(({ level, line: at, text: title }, n) =>
    level === 2
      ? [
          {
            title: unescapeMarkdown(title.replace(/^\d{1,2}[.:)]\s+/, "").replace(/\s+/g, " ")),
            text: lines
              .slice(at + 1, headings[n + 1]?.line)
              .map((each) => each.text)
              .join("\n")
              .trim(),
          },
        ]
      : [],
  );
}

/** Takes lines such as `- Files: a.md` out of a text. A value goes on in the lines right behind it. */
function fieldsIn(
  text: string,
  names: readonly string[],
): { readonly rest: string; readonly fields: Readonly<Record<string, string>> } {
  const field = new RegExp(
    `^\\s*(?:[-*+]\\s+)?[*_]{0,2}(${names.join("|")})[*_]{0,2}\\s*:[*_]{0,2}\\s*(.*)$`,
    "i",
  );
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  let open: string | null = null;
  let isCode = false;
  for (const each of text.split("\n")) {
    const [, name, value = ""] = field.exec(each) ?? [];
    if (/^\s*(?:`{3}|~{3})/.test(each)) isCode = !isCode;
    const item = /^\s+[-*+]\s+(\S.*)$/.exec(each)?.[1];
    if (name !== undefined && !isCode) {
      open = name.toLowerCase();
      fields[open] = value;
    } else if (open !== null && item !== undefined) {
      fields[open] = [fields[open] ?? "", item].filter((part) => part !== "").join(", ");
    } else if (open !== null && /^\s*[^\s#>*+-]/.test(each))
      fields[open] = `${fields[open] ?? ""} ${each.trim()}`;
    else {
      open = null;
      rest.push(each);
    }
  }
  return { rest: rest.join("\n").trim(), fields };
}

/** Names in any dress: in code, as links, in brackets. */
function filesIn(value: string): readonly string[] {
  const parts = value.match(/\[\[[^\]]*\]\]|`[^`]*`|[^,;`[\]]+/g) ?? [];
  return parts
    .flatMap((each) => (/^[`[]/.test(each) ? [each] : each.split(/\s+and\s+/)))
    .map((each) =>
      each
        .replace(/[`[\]“”"]/g, "")
        .replace(/\|.*$/, "")
        .replace(/\.$/, "")
        .trim(),
    )
    .filter((each) => each !== "" && !/^(?:none|-|–)$/i.test(each));
}

const ITEM = /^(\s*)(?:[-*+]|(\d{1,2})[.)])\s+(?:\[.\]\s+)?(\S.*)$/;
/** A heading, a quotation or a table at the margin, which no item goes on with. */
const BLOCK = /^(?:#{1,6}\s|>|\|)/;

interface Asked {
  text: string;
  readonly options: string[];
}

/**
 * The items at the margin, each with the items beneath it as its options. Lists before the first one with a question
 * are none of questions; where no list has one, all are. A list that goes on counting is part of the one before it.
 * Lines beneath an option, further in than its sign, belong to it; any others to the question. A line at the margin
 * belongs to the line right above it, and behind a blank line it ends the list.
 */
function questionsIn(text: string): readonly Asked[] {
  const lines = splitLines(text);
  const kinds = kindsOf(lines, 0);
  const lists: Asked[][] = [];
  let isWithin = false;
  let isBehindGap = false;
  /** Columns before the sign of the last option. */
  let optionAt = 0;
  lines.forEach(({ text: each }, at) => {
    const isFirst = isBehindGap;
    isBehindGap = kinds[at] !== "prose" || each.trim() === "";
    if (isBehindGap) return;
    const [, lead = "", number, words = ""] = ITEM.exec(each) ?? [];
    const isAtMargin = !/^\s/.test(each);
    const last = isWithin ? lists.at(-1)?.at(-1) : undefined;
    if (words !== "" && isAtMargin) {
      const goesOn = isWithin || (lists.length > 0 && Number(number ?? 1) > 1);
      if (!goesOn) lists.push([]);
      lists.at(-1)?.push({ text: plain(words), options: [] });
      isWithin = true;
    } else if (isAtMargin && (isFirst || BLOCK.test(each))) isWithin = false;
    else if (words !== "") {
      last?.options.push(plain(words));
      optionAt = indentOf(lead);
    } else if (last !== undefined) {
      const option = isAtMargin || indentOf(each) > optionAt ? last.options.pop() : undefined;
      if (option === undefined) last.text += ` ${plain(each)}`;
      else last.options.push(`${option} ${plain(each)}`);
    }
  });
  const from = lists.findIndex((list) =>
    list.some((each) => each.options.length > 0 || /[?？؟]/u.test(each.text)),
  );
  return lists.slice(Math.max(0, from)).flat();
}

/** Without bold type, in which models like to write a question. */
function plain(words: string): string {
  return unescapeMarkdown(words.trim().replace(/\*\*|__/g, ""));
}
