/**
 * The copy of a flow that its plan keeps: the note as it was when the flow was started, and the person’s answers then.
 * Editing the flow changes no running plan. Editing the copy stops the plan, because the log has the hash of the copy.
 */
import { hashText } from "../kit/hash";
import { isObject } from "../kit/json";
import type { Plan } from "../plan/plan";
import type { Flow, KnownAgents } from "./flow";
import { readFlow } from "./readFlow";

export const FLOW_COPY = "Flow.md";
/** Digits of the hash that the log has. */
const SHORT = 12;
const OPENS = "\n\n## Answers at the start\n\n```json\n";
const CLOSES = "\n```\n";

export type Pinned =
  | { readonly kind: "flow"; readonly flow: Flow; readonly inputs: Readonly<Record<string, string>> }
  /** Without a full stop. */
  | { readonly kind: "bad"; readonly why: string };

export function pin(note: string, name: string, inputs: Readonly<Record<string, string>>): string {
  // JSON keeps each input within a line, so that no input opens or closes a fence.
  const json = JSON.stringify({ name, inputs }, null, 2);
  return `${note.trimEnd()}${OPENS}${json}${CLOSES}`;
}

export function readPinned(text: string, known: KnownAgents = {}): Pinned {
  const from = text.lastIndexOf(OPENS);
  if (from < 0 || !text.endsWith(CLOSES)) return { kind: "bad", why: "it has no answers at its end" };
  const given = parse(text.slice(from + OPENS.length, -CLOSES.length));
  const { name, inputs } = isObject(given) ? given : { name: null, inputs: null };
  if (typeof name !== "string" || !isObject(inputs))
    return { kind: "bad", why: "its answers cannot be read" };
  const read = readFlow(name, `${text.slice(0, from)}\n`, known);
  if (read.kind === "bad") return { kind: "bad", why: (read.faults[0]?.says ?? "").replace(/\.$/, "") };
  const texts = Object.entries(inputs).filter(
    (each): each is [string, string] => typeof each[1] === "string",
  );
  return { kind: "flow", flow: { ...read.flow, name }, inputs: Object.fromEntries(texts) };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

export function shortHash(text: string): string {
  return hashText(text).slice(0, SHORT);
}

/** The beginning of the hash of the copy, as the log has it; null where no flow was started. */
export function pinnedHash({ journal }: Pick<Plan, "journal">): string | null {
  return journal.last(({ word }) => word === "flow")?.mark.text ?? null;
}
