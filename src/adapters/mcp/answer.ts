/**
 * How a call ended, by what the server answered: read leniently, from the result as it was sent. Oddities that change
 * nothing are passed over; a result that says it failed is never ok. Pure, and never throws.
 */
import { canonical, isList, isObject, parseJson, type Json, type JsonObject } from "../../kit/json";
import type { CallOutcome, ToolCall } from "../../ports/tools";
import { isLabelledFailure, saysFailed, textSaysFailed } from "./signs";
import type { Blank } from "../net/secrets";

/** Characters of a result that are kept where the caller does not say. */
const RESULT_LIMIT = 4000;

/** Why it is not known whether it happened, although an answer came. Sentences for a person. */
const UNKNOWN = {
  "no-result": "The server’s answer holds no result.",
  "no-content": "The server’s answer does not say what happened.",
  "says-failed": "The server’s answer says that it failed.",
  "odd-mark": "The server’s answer is marked in a way that may mean an error.",
  "more-input": "The server asked for more input, which it does not get.",
} as const;

export function outcomeOf(
  result: unknown,
  blank: Blank,
  { most = RESULT_LIMIT, forModel }: Pick<ToolCall, "most" | "forModel"> = {},
): CallOutcome {
  const cut = (text: string): string => cutTo(most, text);
  if (!isObject(result)) return unknown("no-result", words(result as Json | undefined), blank, cut);
  const { content = null, structuredContent = null, isError = null } = result;
  const parts = partsOf(content);
  const texts = (parts ?? []).flatMap(({ text }) => (text === null ? [] : [text]));
  const files = (parts ?? []).flatMap(({ file }) => (file === null ? [] : [file]));
  const shown =
    parts === null ? [] : parts.map(({ text, shown }) => text ?? shown).filter((part) => part !== "");
  const told =
    shown.length > 0 ? shown.join("\n") : words(structuredContent ?? (parts === null ? result : null));
  const text =
    forModel === undefined || shown.length === 0 || isTold(structuredContent, texts)
      ? told
      : `${told}\n${words(structuredContent)}`;
  if (isError === true) return { kind: "tool-error", text: cut(blank(text)) };
  if (result["resultType"] === "input_required") return unknown("more-input", text, blank, cut);
  if (forModel === "reading" && HARMLESS_MARKS.has(isError) && (parts !== null || structuredContent !== null))
    return { kind: "ok", text: cut(blank(text)) };
  // Where the texts are clean, what is beside them may still say it, and has to be shown then.
  const beside = [structuredContent, besides(result)].find((each) => saysFailed(each));
  if (beside !== undefined)
    return unknown(
      "says-failed",
      shown.length > 0 && !texts.some((each) => textSaysFailed(each)) ? `${words(beside)}\n${text}` : text,
      blank,
      cut,
    );
  if (texts.some((each) => textSaysFailed(each)) || textSaysFailed(texts.join("\n")))
    return unknown("says-failed", text, blank, cut);
  // A file alone is the answer. Beside a text it may be one that the tool was given, so only a labelled error in it
  // counts.
  if (
    files.some((each) =>
      texts.some((words) => words.trim() !== "") ? isLabelledFailure(each) : textSaysFailed(each),
    )
  )
    return unknown("says-failed", text, blank, cut);
  if (!HARMLESS_MARKS.has(isError)) return unknown("odd-mark", text, blank, cut);
  // A tool that has nothing to say returns an empty list. An empty text may be an answer that got lost.
  const saysNothing =
    parts === null ||
    (parts.length > 0 && structuredContent === null && shown.every((part) => part.trim() === ""));
  return saysNothing ? unknown("no-content", text, blank, cut) : { kind: "ok", text: cut(blank(text)) };
}

const HARMLESS_MARKS: ReadonlySet<Json> = new Set([null, false, 0, "", "false"]);

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
    case "resource_link":
      return {
        text: null,
        shown: sayLink(
          textIn(part["name"]) ?? textIn(part["title"]) ?? textIn(part["uri"]) ?? "?",
          textIn(part["uri"]),
        ),
        file: null,
      };
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
