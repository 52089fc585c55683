/**
 * The copy of a flow that its plan keeps: the note as it was when the flow was started, the skills that are in no note
 * of the vault, and the person’s answers then. Editing the flow changes no running plan, and another device needs none
 * of the folders of this one. Editing the copy stops the plan, because the log has the hash of the copy.
 */
import { hashText } from "../kit/hash";
import { isObject, parseJson } from "../kit/json";
import { withPlainEnds } from "../kit/lines";
import { escapeMarkdown } from "../kit/text";
import type { Plan } from "../note/plan/plan";
import type { Flow, KnownAgents } from "./flow";
import { readFlow } from "./readFlow";
import { SKILL_KINDS, type SkillKind, type SkillName } from "./skill/skillNote";

export const FLOW_COPY = "Flow.md";
const COPIED = "\n\n## Instructions from outside the vault\n";
const OPENS = "\n\n## Answers at the start\n\n```json\n";
const CLOSES = "\n```\n";

export type Pinned =
  | {
      readonly kind: "flow";
      readonly flow: Flow;
      readonly inputs: Readonly<Record<string, string>>;
      /** Words by `copyKey`. */
      readonly copied: ReadonlyMap<string, string>;
    }
  /** Without a full stop. */
  | { readonly kind: "bad"; readonly why: string };

/**
 * A skill or preamble that goes into the copy. `words` are harmless, as nothing that runs over a note may run in them.
 */
export interface Copied extends SkillName {
  /** Its path or folder, as a person writes it. */
  readonly where: string;
  readonly words: string;
}

export function copyKey({ kind, name }: SkillName): string {
  return `${kind} ${name}`;
}

export function pin(
  note: string,
  name: string,
  inputs: Readonly<Record<string, string>>,
  skills: readonly Copied[] = [],
): string {
  const own = withPlainEnds(note).trimEnd();
  let text = skills.length === 0 ? own : `${own}${COPIED}`;
  const copied = skills.map(({ kind, name: of, where, words: given }) => {
    const words = withPlainEnds(given);
    // Longer than any fence within.
    const fence = "`".repeat(Math.max(3, ...(words.match(/`+/g) ?? []).map(({ length }) => length + 1)));
    text += `\n### ${kind === "skill" ? "Skill" : "Preamble of"} ${of}, from ${escapeMarkdown(where)}\n\n${fence}markdown\n`;
    const from = text.length;
    text += words;
    const to = text.length;
    text += `\n${fence}\n`;
    return { kind, name: of, from, to };
  });
  // JSON keeps each input within a line, so that no input opens or closes a fence. Templates run over code, too, and
  // an input may be words of somebody else’s note.
  const json = JSON.stringify(
    { name, inputs, ...(copied.length === 0 ? {} : { note: own.length, copied }) },
    null,
    2,
  ).replace(/<(?=%)|\{(?=[{%])/g, (sign) => (sign === "<" ? "\\u003c" : "\\u007b"));
  return `${text.trimEnd()}${OPENS}${json}${CLOSES}`;
}

/**
 * The copy as it was made, from what its file holds; null where somebody changed it. `pinned`: the hash that the log
 * has.
 */
export function asPinned(text: string, pinned: string): string | null {
  return [text, withPlainEnds(text)].find((each) => hashText(each).startsWith(pinned)) ?? null;
}

export function readPinned(text: string, known: KnownAgents = {}): Pinned {
  const from = text.lastIndexOf(OPENS);
  if (from < 0 || !text.endsWith(CLOSES)) return { kind: "bad", why: "it has no answers at its end" };
  const given = parse(text.slice(from + OPENS.length, -CLOSES.length));
  const { name, inputs, note, copied = [] } = isObject(given) ? given : { name: null, inputs: null };
  if (typeof name !== "string" || !isObject(inputs))
    return { kind: "bad", why: "its answers cannot be read" };
  const read = readFlow(name, `${text.slice(0, typeof note === "number" ? note : from)}\n`, known);
  if (read.kind === "bad") return { kind: "bad", why: (read.faults[0]?.says ?? "").replace(/\.$/, "") };
  const texts = Object.entries(inputs).filter(
    (each): each is [string, string] => typeof each[1] === "string",
  );
  return {
    kind: "flow",
    flow: { ...read.flow, name },
    inputs: Object.fromEntries(texts),
    copied: new Map((Array.isArray(copied) ? copied : []).flatMap((each) => copiedAt(each, text))),
  };
}

function copiedAt(place: unknown, text: string): readonly (readonly [string, string])[] {
  const { kind, name, from, to } = isObject(place) ? place : {};
  const known: SkillKind | undefined = SKILL_KINDS.find((each) => each === kind);
  return known === undefined || typeof name !== "string" || typeof from !== "number" || typeof to !== "number"
    ? []
    : [[copyKey({ kind: known, name }), text.slice(from, to)]];
}

function parse(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return null;
  }
}

/** The beginning of the hash of the copy, as the log has it; null where no flow was started. */
export function pinnedHash({ log }: Pick<Plan, "log">): string | null {
  return log.last(({ word }) => word === "flow")?.mark.text ?? null;
}
