/**
 * The kinds of structured answer in the file of a step: one ```yaml block whose first key is the kind. Fences of other
 * names can be queries of plugins (```tasks is one). A block is checked when the step ends, and again at every reading,
 * since a person may edit the file.
 */
import * as z from "zod";
import { splitLines } from "../kit/lines";
import { kindsOf } from "../kit/markdown";
import { readYaml } from "../kit/yaml";

const line = (most: number): z.ZodString => z.string().trim().min(1).max(most);

const SCHEMAS = {
  questions: z.strictObject({
    questions: z
      .array(z.strictObject({ text: line(400), options: z.array(line(200)).max(8).default([]) }))
      .min(1)
      .max(7),
  }),
  approaches: z.strictObject({
    approaches: z
      .array(
        z.strictObject({
          title: line(120),
          summary: line(600),
          tradeoffs: line(600),
          /** As the model guesses, before there is a plan. */
          tasks: z.int().min(1).max(50).optional(),
        }),
      )
      .min(2)
      .max(4),
    /** Counted from 1. */
    recommended: z.int().min(1),
    why: line(600),
  }),
  sections: z.strictObject({
    sections: z
      .array(z.strictObject({ title: line(120), text: z.string().trim().min(1).max(4000) }))
      .min(1)
      .max(12),
  }),
  tasks: z.strictObject({
    tasks: z
      .array(
        z.strictObject({
          title: line(160),
          do: z.string().trim().min(1).max(4000).optional(),
          files: z.array(line(200)).max(20).default([]),
          check: line(600).optional(),
        }),
      )
      .min(1)
      .max(50),
  }),
} as const;

export type AnswerName = keyof typeof SCHEMAS;
export const ANSWER_NAMES = [
  "questions",
  "approaches",
  "sections",
  "tasks",
] as const satisfies readonly AnswerName[];
export type AnswerOf<Name extends AnswerName> = z.output<(typeof SCHEMAS)[Name]>;

export type AnswerReading<Name extends AnswerName> =
  | { readonly kind: "read"; readonly value: AnswerOf<Name> }
  /** Clauses without a full stop, for the author of the file. */
  | { readonly kind: "bad"; readonly faults: readonly string[] };

/** An example of each kind of block, for the agent that has to write one. */
export const ANSWER_FORMS: Readonly<Record<AnswerName, string>> = {
  questions:
    "```yaml\nquestions:\n  - text: Who is it for?\n    options: [Beginners, Experts]\n  - text: How long may it take?\n```",
  approaches:
    "```yaml\napproaches:\n  - title: One talk\n    summary: What it is.\n    tradeoffs: What it costs.\n    tasks: 6\n  - title: A series\n    summary: What it is.\n    tradeoffs: What it costs.\n    tasks: 14\nrecommended: 1\nwhy: Why this one.\n```",
  sections: "```yaml\nsections:\n  - title: Structure\n    text: |\n      200 to 300 words.\n```",
  tasks:
    "```yaml\ntasks:\n  - title: Write the opening\n    do: What exactly to do.\n    files: [opening.md]\n    check: How one sees that it is done.\n```",
};

/** Reads the one block of this kind in a file. */
export function readAnswer<Name extends AnswerName>(name: Name, text: string): AnswerReading<Name> {
  const bad = (...faults: readonly string[]): AnswerReading<Name> => ({ kind: "bad", faults });
  const blocks = blocksOf(name, text);
  const [source] = blocks;
  if (source === undefined)
    return bad(`there is no \`\`\`yaml block that begins with “${name}:” in the file`);
  if (blocks.length > 1)
    return bad(
      `there are ${String(blocks.length)} \`\`\`yaml blocks that begin with “${name}:” in the file; keep one`,
    );
  const yaml = readYaml(source);
  if (yaml.kind === "broken")
    return bad(`line ${String(yaml.line + 1)} of the block “${name}:” is not valid YAML: ${yaml.why}`);
  const parsed = SCHEMAS[name].safeParse(yaml.value);
  if (parsed.success) {
    const value = parsed.data as AnswerOf<Name>;
    const fault = whyUnfit(value);
    return fault === null ? { kind: "read", value } : bad(fault);
  }
  return bad(
    ...parsed.error.issues
      .slice(0, 5)
      .map(({ path, message }) => `the block “${name}:”, ${path.join(".") || "as a whole"}: ${message}`),
  );
}

function whyUnfit(value: AnswerOf<AnswerName>): string | null {
  return "recommended" in value && value.recommended > value.approaches.length
    ? `“recommended” is ${String(value.recommended)}, and there are ${String(value.approaches.length)} approaches`
    : null;
}

/** The blocks of this kind, without their fences. */
function blocksOf(name: string, text: string): readonly string[] {
  const lines = splitLines(text);
  const kinds = kindsOf(lines, 0);
  const isOurs = new RegExp(`^\\s*(?:\\{\\s*)?["']?${name}["']?\\s*:`);
  return lines.flatMap((each, at) => {
    if (kinds[at] !== "fence-open" || !/^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:ya?ml|json)[ \t]*$/i.test(each.text))
      return [];
    let end = at + 1;
    while (kinds[end] === "fence") end += 1;
    const source = lines
      .slice(at + 1, end)
      .map((one) => one.text)
      .join("\n");
    return isOurs.test(source) ? [source] : [];
  });
}
