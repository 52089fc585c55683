/**
 * Writes an action as a fenced block in which a person reads exactly what is sent. Text is written as it stands where
 * that is plain; anything invisible, anything another plugin would run from a raw file (`<%`), and anything YAML could
 * misread is written in double quotes with escapes. The written value is read back and compared: if it differs, the
 * whole value falls back to escaped JSON.
 */
import { hashText } from "../../kit/hash";
import { canonical, isList, isObject, type Json, type JsonObject } from "../../kit/json";
import { escapeInvisible } from "../../kit/text";
import { isOddWord, isOpen, quoteText } from "../../kit/yaml";
import { ACTION_FENCE, type Action } from "./action";
import { parseAction } from "./parse";

export function renderAction(action: Action): string {
  const source = renderSource(action);
  const longest = [...source.matchAll(/`+/g)].reduce((most, run) => Math.max(most, run[0].length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${ACTION_FENCE}\n${source}\n${fence}`;
}

/** The YAML inside the fence. */
export function renderSource(action: Action): string {
  const value: JsonObject = {
    type: action.type,
    target: action.target,
    ...(action.sendAt === undefined ? {} : { send_at: action.sendAt }),
    ...(action.attachments.length > 0 ? { attachments: action.attachments } : {}),
    args: action.args,
  };
  const pretty = renderMap(value, 0).join("\n");
  const parsed = parseAction(pretty);
  if (parsed.kind === "action" && sameAction(parsed.action, action)) return pretty;
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${quoteAll(item)}`)
    .join("\n");
}

/** The action as it will be read from the plan; why not, as a clause, where it would be another one. */
export function readWritten(given: Action): Action | string {
  const parsed = parseAction(renderSource(given));
  if (parsed.kind === "bad") return parsed.why;
  return sameAction(parsed.action, given) ? parsed.action : "give every field as text";
}

export function sameAction(a: Action, b: Action): boolean {
  return canonicalAction(a) === canonicalAction(b);
}

/** One spelling for equal actions, for hashing and comparing. */
export function canonicalAction({ type, target, sendAt, args, attachments }: Action): string {
  const when = sendAt === undefined ? {} : { send_at: sendAt };
  return canonical({ type, target, ...when, args: asText(args), attachments });
}

/** A form may give a number; a block has only text. */
function asText(value: Json): Json {
  if (value === null || typeof value === "string") return value;
  if (isList(value)) return value.map(asText);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asText(item)]))
    : String(value);
}

type Files = readonly { readonly sha256: string }[];

/**
 * Equal for what a receiver would get alike: the same action, and the same bytes in the files that go along (`sha256`,
 * in their order).
 */
export function hashAction({ sendAt: _when, ...action }: Action, files: Files): string {
  return hashText([canonicalAction(action), ...files.map(({ sha256 }) => sha256)].join("\n"));
}

function renderMap(value: JsonObject, depth: number): string[] {
  const pad = "  ".repeat(depth);
  return Object.entries(value).flatMap(([key, item]) => renderItem(`${pad}${renderKey(key)}:`, item, depth));
}

function renderKey(key: string): string {
  return /^[A-Za-z][\w-]{0,59}$/.test(key) && !isOddWord(key) ? key : quoteText(key);
}

function renderItem(lead: string, item: Json, depth: number): string[] {
  if (typeof item === "string") return renderText(lead, item, depth);
  if (item === null || typeof item !== "object") return [`${lead} ${JSON.stringify(item)}`];
  if (isList(item))
    return item.length === 0
      ? [`${lead} []`]
      : [lead, ...item.flatMap((each) => renderEntry(each, depth + 1))];
  return Object.keys(item).length === 0 ? [`${lead} {}`] : [lead, ...renderMap(item, depth + 1)];
}

function renderEntry(item: Json, depth: number): string[] {
  const pad = "  ".repeat(depth);
  if (isObject(item) || (typeof item === "object" && item !== null)) return [`${pad}- ${quoteAll(item)}`];
  return renderItem(`${pad}-`, item, depth);
}

/** Words that need no quotes: no sign that means something to YAML anywhere, whatever reads it. */
const PLAIN = /^[A-Za-z0-9+][^:#"'`{}[\],&*!|>%<\\\n]*$/;
/** These are quoted as keys, but as values only the words for nothing are more than text. */
const BOOLEAN = /^(?:true|false)$/;

function renderText(lead: string, text: string, depth: number): string[] {
  const visible =
    escapeInvisible(text) === text.replace(/\n+/g, " ") && isOpen(text.replace(/\n|\uFE0F/g, ""));
  if (!visible) return [`${lead} ${quoteText(text)}`];
  const block =
    /^[^\s]/.test(text) && text.includes("\n") && !/[ \t](\n|$)/.test(text) && !/\n\n$/.test(text);
  if (block) {
    const body = text.replace(/\n$/, "").split("\n");
    return [
      `${lead} ${text.endsWith("\n") ? "|" : "|-"}`,
      ...body.map((line) => (line === "" ? "" : `${"  ".repeat(depth + 1)}${line}`)),
    ];
  }
  const plain = PLAIN.test(text) && text.trim() === text && (BOOLEAN.test(text) || !isOddWord(text));
  return [`${lead} ${plain ? text : quoteText(text)}`];
}

function quoteAll(item: Json): string {
  if (typeof item === "string") return quoteText(item);
  if (item === null || typeof item !== "object") return JSON.stringify(item);
  if (isList(item)) return `[${item.map(quoteAll).join(", ")}]`;
  return `{${Object.entries(item)
    .map(([key, each]) => `${quoteText(key)}: ${quoteAll(each)}`)
    .join(", ")}}`;
}
