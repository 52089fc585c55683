/**
 * Calls that a model wrote as text, where its server did not read them: bare JSON, in a fence, or between the marks of
 * its family. The whole text has to be calls, each whole and of a tool that was offered; else it is a text, which may
 * quote a call. Several calls count only between marks.
 */
import { isList, isObject, parseJson, spanOf, type Json, type JsonObject } from "../../kit/json";

export interface WrittenCall {
  readonly tool: string;
  readonly input: string;
}

type Meant = (name: string) => string | null;

const MOST = 20;
/** Characters. */
const LONGEST = 200_000;

/** Marks between which families of models write calls. */
const MARK =
  /^(?:<\/?(?:tool_?calls?|function_?calls?|tools?|tool_code|antml:function_calls)>|<[|｜][^<>|｜]{1,60}[|｜]>|\[\/?(?:TOOL_CALLS?|ARGS|CALL_ID)\])/i;
/** The ends of an answer as models write them; they mark no call. */
const END = /^(?:<\/s>|<eos>|<end_of_turn>|<[|｜](?:im_end|eot_id|eom_id|end|return)[|｜]>)/;
const FENCE = /^`{3,}[ \t]*[\w+-]*[ \t]*(?:\r?\n|$|(?=<))/;

export function callsIn(text: string, meant: Meant): readonly WrittenCall[] {
  if (text.length > LONGEST || !/[{<]/.test(text)) return [];
  const thoughts = /^(?:(?!<think)[\s\S])*?<\/think(?:ing)?>\s*/i.exec(text)?.[0] ?? "";
  const calls: WrittenCall[] = [];
  let rest = text.slice(thoughts.length);
  let isMarked = false;
  for (;;) {
    const from = skip(rest);
    isMarked ||= from.isMarked;
    rest = from.rest;
    if (rest === "") break;
    const next = nextCalls(rest, isMarked, meant);
    if (next === null) return [];
    calls.push(...next.calls);
    rest = rest.slice(next.length);
  }
  return calls.length > MOST || (calls.length > 1 && !isMarked) ? [] : calls;
}

/** Without the space, the fences and the marks at its beginning. */
function skip(text: string): { readonly rest: string; readonly isMarked: boolean } {
  let rest = text.trimStart();
  let isMarked = false;
  for (;;) {
    const plain = (END.exec(rest) ?? FENCE.exec(rest))?.[0];
    const mark = plain ?? MARK.exec(rest)?.[0];
    if (mark === undefined) return { rest, isMarked };
    isMarked ||= plain === undefined;
    rest = rest.slice(mark.length).trimStart();
  }
}

interface Next {
  readonly calls: readonly WrittenCall[];
  readonly length: number;
}

function nextCalls(text: string, isMarked: boolean, meant: Meant): Next | null {
  if (/^[{[]/.test(text)) {
    const json = jsonAt(text, 0);
    const calls = json === null ? null : callsOf(json.value, isMarked, meant);
    return json === null || calls === null ? null : { calls, length: json.length };
  }
  if (/^<(?:function|invoke)\b/.test(text)) return inTags(text, meant);
  return isMarked ? (inPairs(text, meant) ?? behindName(text, meant)) : null;
}

function jsonAt(text: string, at: number): { readonly value: Json; readonly length: number } | null {
  const { span, isWhole } = spanOf(text, at);
  const value = isWhole ? readLoosely(span) : undefined;
  return value === undefined ? null : { value, length: span.length };
}

/** JSON in which a text may run over lines, as models write it; undefined for anything else. */
export function readLoosely(text: string): Json | undefined {
  for (const spelled of [text, text.replace(TEXT, withoutBreaks)])
    try {
      return parseJson(spelled);
    } catch {
      // The other spelling may be read.
    }
  return undefined;
}

const TEXT = /"(?:[^"\\]|\\[\s\S])*"/g;
const BREAKS: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function withoutBreaks(text: string): string {
  return text.replace(/[\n\r\t]/g, (sign) => BREAKS[sign] ?? sign);
}

const NAMES = ["name", "tool", "tool_name", "function", "function_name"];
const INPUTS = ["arguments", "parameters", "args", "input", "params", "tool_input"];
const BESIDES = new Set(["type", "id", "call_id", "tool_call_id", "index"]);

/** Null where it is anything but calls of offered tools. */
function callsOf(value: Json, isMarked: boolean, meant: Meant): readonly WrittenCall[] | null {
  if (isList(value)) {
    const all = value.map((each) => callsOf(each, isMarked, meant));
    return all.length === 0 || all.includes(null) ? null : all.flatMap((each) => each ?? []);
  }
  if (!isObject(value)) return null;
  const within = value["tool_calls"] ?? value["tool_call"] ?? value["function_call"];
  if (within !== undefined && Object.keys(value).length === 1) return callsOf(within, isMarked, meant);
  const called = isObject(value["function"]) ? { ...others(value, "function"), ...value["function"] } : value;
  const names = NAMES.filter((key) => key in called);
  const inputs = INPUTS.filter((key) => key in called);
  const [name = "", input] = [names[0], inputs[0]];
  const isPlain = Object.keys(called).every((key) => key === name || key === input || BESIDES.has(key));
  const given = called[name];
  if (!isPlain || names.length !== 1 || typeof given !== "string") return null;
  const tool = meant(given);
  if (tool === null || (input === undefined && !isMarked)) return null;
  const written = input === undefined ? {} : (called[input] ?? {});
  if (isObject(written)) return [{ tool, input: JSON.stringify(written) }];
  const text = typeof written === "string" ? written.trim() : "";
  const read = text === "" ? null : jsonAt(text, 0);
  return isObject(read?.value) && read.length === text.length
    ? [{ tool, input: JSON.stringify(read.value) }]
    : null;
}

function others(value: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));
}

const TAG = /^<(function|invoke)(?:=|\s+name=)["']?([^"'<>\s]+)["']?\s*>/;
const PARAMETER =
  /^\s*<(parameter|param|arg)(?:=|\s+name=)["']?([^"'<>\s]+)["']?[^<>]*>([\s\S]*?)(?:<\/\1>|(?=<\1[=\s])|$)/;

/** `<function=NAME>`, with its arguments as JSON or one by one. */
function inTags(text: string, meant: Meant): Next | null {
  const [head = "", kind = "", name = ""] = TAG.exec(text) ?? [];
  const tool = head === "" ? null : meant(name);
  if (tool === null) return null;
  const from = head.length;
  const braces = /^\s*/.exec(text.slice(from))?.[0].length ?? 0;
  if (text[from + braces] === "{") {
    const json = jsonAt(text, from + braces);
    const end = new RegExp(`^\\s*</${kind}>`).exec(text.slice(from + braces + (json?.length ?? 0)))?.[0];
    if (json === null || !isObject(json.value) || end === undefined) return null;
    return {
      calls: [{ tool, input: JSON.stringify(json.value) }],
      length: from + braces + json.length + end.length,
    };
  }
  const end = endOf(text, kind);
  if (end === null) return null;
  const input = new Map<string, string>();
  let rest = text.slice(from, end.at);
  while (rest.trim() !== "") {
    const [whole = "", , key = "", value = ""] = PARAMETER.exec(rest) ?? [];
    if (whole === "" || input.has(key)) return null;
    input.set(key, value.replace(/^\r?\n/, "").replace(/\s*$/, ""));
    rest = rest.slice(whole.length);
  }
  return { calls: [{ tool, input: JSON.stringify(Object.fromEntries(input)) }], length: end.at + end.length };
}

/** Some servers take the end of the function away, and leave that of the call. */
function endOf(text: string, kind: string): { readonly at: number; readonly length: number } | null {
  const own = text.indexOf(`</${kind}>`);
  if (own >= 0) return { at: own, length: kind.length + 3 };
  const outer = text.indexOf("</tool_call>");
  return outer < 0 ? null : { at: outer, length: 0 };
}

const PAIR = /^\s*<arg_key>([^<]*)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/;

/** The name in a line, then keys and values in tags of their own. */
function inPairs(text: string, meant: Meant): Next | null {
  const [head = "", name = ""] = /^([\w.:-]+)\s*(?=<arg_key>|<\/tool_call>)/.exec(text) ?? [];
  const tool = head === "" ? null : meant(name);
  if (tool === null) return null;
  const input = new Map<string, string>();
  let length = head.length;
  for (;;) {
    const [whole = "", key = "", value = ""] = PAIR.exec(text.slice(length)) ?? [];
    if (whole === "") break;
    if (input.has(key.trim())) return null;
    input.set(key.trim(), value);
    length += whole.length;
  }
  if (!/^\s*<\/tool_call>/.test(text.slice(length))) return null;
  return { calls: [{ tool, input: JSON.stringify(Object.fromEntries(input)) }], length };
}

/** The name before its arguments, with marks in between. */
function behindName(text: string, meant: Meant): Next | null {
  const at = text.indexOf("{");
  if (at < 0 || at > 300) return null;
  const tool = meant(text.slice(0, at).replace(/`{3,}\w*|\[\/?(?:ARGS|CALL_ID)\]/g, " "));
  const json = tool === null ? null : jsonAt(text, at);
  if (tool === null || !isObject(json?.value)) return null;
  return { calls: [{ tool, input: JSON.stringify(json.value) }], length: at + json.length };
}
