/**
 * How a call ended, by what the server answered: read leniently, from the result as it was sent. Oddities that change
 * nothing are passed over. Only a result with a sign of success is ok, and one that says it failed never is. Pure, and
 * never throws.
 */
import { canonical, isList, isObject, parseJson, type Json, type JsonObject } from "../../kit/json";
import type { CallOutcome, Lesson, ToolCall } from "../../kit/ports/tools";
import { isLabelledFailure } from "./signs";
import { lessonOf } from "./lessonOf";
import { calledBy, judge, strongest, type Verdict } from "./verdict";
import type { Blank } from "../net/secrets";

/** Characters of a result that are kept where the caller does not say. */
export const RESULT_LIMIT = 4000;

/** Why it is not known whether it happened, although an answer came. Sentences for a person. */
const UNKNOWN = {
  "no-result": "The server’s answer holds no result.",
  "says-failed": "The server’s answer says that it failed.",
  "odd-mark": "The server’s answer is marked in a way that may mean an error.",
  "more-input": "The server asked for more input, which it does not get.",
} as const;

export function outcomeOf(
  result: unknown,
  blank: Blank,
  { most = RESULT_LIMIT, forModel, tool = "", args = {} }: Partial<ToolCall> = {},
): CallOutcome {
  const cut = (text: string): string => cutTo(most, text);
  const fields: JsonObject = isObject(result) ? result : { content: (result as Json | undefined) ?? null };
  const { content = null, structuredContent = null, isError = null } = fields;
  const parts = partsOf(content);
  const texts = (parts ?? []).flatMap(({ text }) => (text === null ? [] : [text]));
  const files = (parts ?? []).flatMap(({ file }) => (file === null ? [] : [file]));
  const shown =
    parts === null ? [] : parts.map(({ text, shown }) => text ?? shown).filter((part) => part !== "");
  const told =
    shown.length > 0
      ? shown.join("\n")
      : words(structuredContent ?? (parts === null ? (result as Json | undefined) : null));
  const text =
    forModel === undefined || shown.length === 0 || isTold(structuredContent, texts)
      ? told
      : `${told}\n${words(structuredContent)}`;
  if (isError === true) return { kind: "tool-error", text: cut(blank(text)) };
  if (fields["resultType"] === "input_required") return unknown("more-input", text, blank, cut);
  if (forModel === "reading" && HARMLESS_MARKS.has(isError))
    return parts === null && structuredContent === null
      ? unknown("no-result", text, blank, cut)
      : { kind: "ok", text: cut(blank(text)) };
  const called = calledBy(tool, args);
  const beside = [structuredContent, besides(fields)];
  const bare = texts.map((each) => judge(each, called));
  // A file alone is the answer. Beside a text it may be one that the tool was given, so only a labelled error in it
  // counts.
  const alone = texts.every((each) => each.trim() === "");
  const verdicts = [
    ...bare,
    ...(texts.length > 1 ? [judge(texts.join("\n"), called)] : []),
    ...files.map((each): Verdict =>
      alone ? judge(each, called) : isLabelledFailure(each) ? "failed" : "none",
    ),
    ...(parts ?? []).map(({ made }): Verdict => (made ? "done" : "none")),
  ];
  // The parts beside clean texts may still say that it failed, and have to be shown then.
  const failing = beside.find((each) => judge(each, called) === "failed");
  const saysMore = failing !== undefined && shown.length > 0 && !bare.includes("failed");
  const whole = saysMore ? `${words(failing)}\n${text}` : text;
  const verdict = strongest([...verdicts, ...beside.map((each) => judge(each, called))]);
  if (verdict === "failed") return unknown("says-failed", whole, blank, cut);
  if (!HARMLESS_MARKS.has(isError)) return unknown("odd-mark", text, blank, cut);
  if (verdict === "done") return { kind: "ok", text: cut(blank(text)) };
  // All of it counts, shown or not.
  const all = [
    told,
    ...beside.flatMap((each) => (isTold(each, texts) || isEmpty(each) ? [] : [words(each)])),
  ];
  const lesson: Lesson = verdict === "held" ? { fault: "held" } : lessonOf(blank(all.join("\n")), called);
  return { kind: "unclear", text: cut(blank(text)), lesson };
}

const HARMLESS_MARKS: ReadonlySet<Json> = new Set([null, false, 0, "", "false"]);

function isEmpty(value: Json): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

/** Whether one of the texts already says all of the structured part, as most servers write it. */
function isTold(structured: Json, texts: readonly string[]): boolean {
  if (structured === null) return true;
  return texts.some((text) => {
    try {
      return canonical(parseJson(text)) === canonical(structured);
    } catch {
      return text === structured;
    }
  });
}

/** Words that do not say that it failed stand within our sentence, which says what is wrong with them. */
function unknown(
  why: keyof typeof UNKNOWN,
  words: string,
  blank: Blank,
  cut: (text: string) => string,
): CallOutcome {
  const said = cut(blank(words.trim()));
  if (why === "says-failed") return { kind: "unknown", why: UNKNOWN[why], said };
  return { kind: "unknown", why: said === "" ? UNKNOWN[why] : `${UNKNOWN[why]} It is: “${said}”` };
}

/** The fields that a server puts beside the parts of its result. */
function besides(result: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(result).filter(
      ([name]) => !["content", "structuredContent", "isError", "_meta", "resultType"].includes(name),
    ),
  );
}

interface Part {
  /** The text of the part; null when it is something else than text. */
  readonly text: string | null;
  /** The words that stand for the part before a person. */
  readonly shown: string;
  /** The text of an embedded file; null for any other part. */
  readonly file: string | null;
  /** A link to something, as a tool gives it to what it made. */
  readonly made?: true;
}

/** Null when there is no content. A text, or one part, may stand there without its list. */
function partsOf(content: Json): readonly Part[] | null {
  if (isList(content)) return content.map(partOf);
  return typeof content === "string" || (isObject(content) && typeof content["type"] === "string")
    ? [partOf(content)]
    : null;
}

function partOf(part: Json): Part {
  if (typeof part === "string") return { text: part, shown: part, file: null };
  if (!isObject(part))
    return {
      text: null,
      shown: typeof part === "number" || typeof part === "boolean" ? String(part) : "",
      file: null,
    };
  const { type = null, text = null } = part;
  const named = (kind: string, name: Json | undefined): Part => ({
    text: null,
    shown: typeof name === "string" && name !== "" ? `(${kind}, ${name})` : `(${kind})`,
    file: null,
  });
  switch (type) {
    case "image":
    case "audio":
      return named(type, part["mimeType"]);
    case "resource_link": {
      const uri = textIn(part["uri"]);
      return {
        text: null,
        shown: sayLink(textIn(part["name"]) ?? textIn(part["title"]) ?? uri ?? "?", uri),
        file: null,
        ...(uri === null || ASKS.test(uri) ? {} : { made: true }),
      };
    }
    case "resource": {
      const { resource = null } = part;
      const file = isObject(resource) && typeof resource["text"] === "string" ? resource["text"] : null;
      const at = isObject(resource) ? textIn(resource["uri"]) : null;
      return {
        text: null,
        shown: file ?? (at === null ? "(attached file)" : `(attached file, ${at})`),
        file,
      };
    }
    default:
      if (typeof text === "string") return { text, shown: text, file: null };
      if (typeof text === "number" || typeof text === "boolean")
        return { text: String(text), shown: String(text), file: null };
      return type === "text" || typeof type !== "string"
        ? { text: null, shown: "", file: null }
        : named(type.slice(0, 40), undefined);
  }
}

function textIn(value: Json | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** The address stands by itself, so that a reader can follow it. */
function sayLink(name: string, address: string | null): string {
  return `(link to “${name}”${address === null || address === name ? "" : `: ${address}`})`;
}

/** Addresses at which a person is to do something first. */
const ASKS = /auth|log-?in|sign-?in|consent|verif|confirm|connect|compose|approve|mailto:|draft/i;

/** A value as a text for a person; empty where there is nothing to say. */
function words(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value);
  } catch {
    return "(an answer that nests too deep to be shown)";
  }
}

function cutTo(most: number, text: string): string {
  if (text.length <= most) return text;
  // Half a surrogate pair could not be written to a note.
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
