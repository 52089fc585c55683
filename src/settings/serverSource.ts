/**
 * A server as a person has it at hand: the command that starts it, its address, or the JSON that its manual says to
 * paste. Nothing is run or expanded here; quotes only hold words together.
 */
import { isObject, parseJson, type Json } from "../kit/json";
import { settingsSchema, type Settings } from "./settings";

type ServerDefinition = Settings["servers"][string];

export type SourceReading =
  | { readonly kind: "server"; readonly name: string | null; readonly definition: ServerDefinition }
  | { readonly kind: "bad"; readonly why: "empty" | "quote" | "json" };

export function readServerSource(text: string): SourceReading {
  const source = text.trim();
  if (source === "") return { kind: "bad", why: "empty" };
  if (source.startsWith("{") || source.startsWith('"')) {
    const pasted = readPasted(source);
    if (pasted !== null) return pasted;
    if (source.startsWith("{")) return { kind: "bad", why: "json" };
  }
  if (/^https?:\/\/\S+$/i.test(source))
    return { kind: "server", name: null, definition: { url: source, headers: {} } };
  const words = splitWords(source);
  const [command = "", ...args] = words ?? [];
  return words === null || command === ""
    ? { kind: "bad", why: "quote" }
    : { kind: "server", name: null, definition: { command, args, env: {} } };
}

/** Read again, it gives the same program with the same arguments, or the same address. */
export function writeServerSource(definition: ServerDefinition): string {
  return "command" in definition
    ? [definition.command, ...definition.args].map(quoteWord).join(" ")
    : definition.url;
}

/** `{ "mcpServers": { "mail": { … } } }`, the same without what is around it, or one entry of it. */
function readPasted(source: string): SourceReading | null {
  const value = parse(source) ?? parse(`{${source.replace(/,\s*$/, "")}}`);
  if (!isObject(value)) return null;
  const around = [value["mcpServers"], value["servers"], value].find(isObject) ?? value;
  const [name, only] =
    "command" in around || "url" in around
      ? [null, around]
      : (Object.entries(around).find(([, each]) => isObject(each)) ?? [null, null]);
  const read = settingsSchema.shape.servers.safeParse({ pasted: only });
  const definition = read.success ? read.data["pasted"] : undefined;
  return definition === undefined ? null : { kind: "server", name, definition };
}

function parse(text: string): Json | null {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/**
 * Null where a quote is not closed. A backslash means itself, but before a quote or another one within double quotes.
 */
function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote === '"' && sign === "\\" && (next === '"' || next === "\\")) {
      word = (word ?? "") + next;
      at += 1;
    } else if (quote !== "") {
      if (sign === quote) quote = "";
      else word = (word ?? "") + sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + sign;
  }
  if (quote !== "") return null;
  return word === null ? words : [...words, word];
}

function quoteWord(word: string): string {
  return word !== "" && !/[\s"']/.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`;
}
