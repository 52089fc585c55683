/**
 * The chunks of servers that speak as OpenAI does, in the one form that its package reads. Each field is taken as it
 * comes: null or absent, a text or a list, a number or a text of one. Calls are put together here, because servers
 * count them in their own ways, and are given whole at the end.
 */
import { isList, isObject, parseJson, type Json, type JsonObject } from "../../kit/json";
import type { Oddity } from "../../kit/ports/model";
import { WireFault } from "./fetch";
import { numberIn, type Mender } from "./fixStream";

interface OpenCall {
  readonly at: number | null;
  id: string;
  name: string;
  input: string;
  extra: Json;
}

/** Characters of all arguments in one answer. */
const LONGEST_INPUT = 1_000_000;

export function fixChunks(odd: Set<Oddity>): Mender {
  const calls: OpenCall[] = [];
  let begun = false;
  let isRefused = false;
  let end = "";
  let usage: JsonObject | null = null;
  let size = 0;

  const openCall = (given: JsonObject): void => {
    const called = isObject(given["function"]) ? given["function"] : given;
    const [id, name] = [textIn(given["id"]), textIn(called["name"])];
    const written = called["arguments"] ?? called["parameters"] ?? called["input"] ?? null;
    const input = written === null ? "" : typeof written === "string" ? written : JSON.stringify(written);
    if (written !== null && typeof written !== "string") odd.add("arguments");
    if (called === given) odd.add("field");
    const index = numberIn(given["index"]);
    const at = typeof index === "number" ? index : null;
    const before = [...calls]
      .reverse()
      .find((each) => (at !== null ? each.at === at : id !== "" ? each.id === id : name === ""));
    if (before === undefined || isAnother(before, { id, name, input })) {
      calls.push({ at, id, name, input, extra: given["extra_content"] ?? null });
    } else {
      if (before.id === "") before.id = id;
      if (before.name === "") before.name = name;
      before.input += input;
      before.extra ??= given["extra_content"] ?? null;
    }
    size += input.length;
  };

  return {
    take(event) {
      const list = event["choices"] ?? null;
      const choice = isList(list) ? list.find(isObject) : isObject(list) ? list : undefined;
      const used = [event["usage"], within(event["x_groq"], "usage"), choice?.["usage"]].find(isObject);
      if (used !== undefined) usage = usageIn(used, odd);
      if (choice === undefined) return [];
      if (typeof choice["finish_reason"] === "string" && choice["finish_reason"].trim() !== "")
        end = choice["finish_reason"].trim();
      // A last event may repeat the whole message.
      const message = isObject(choice["message"]) && !begun ? choice["message"] : {};
      const delta = isObject(choice["delta"]) ? choice["delta"] : message;
      const { text, thought } = wordsIn(delta["content"] ?? choice["text"] ?? null);
      const thoughts = [
        thought,
        ...["reasoning_content", "reasoning", "reasoning_text", "thinking", "reasoning_details"].map(
          (key) => wordsIn(delta[key] ?? null).all,
        ),
      ].find((each) => each !== "");
      const refusal = textIn(delta["refusal"]);
      isRefused ||= refusal !== "";
      const wanted = delta["tool_calls"] ?? delta["function_call"] ?? null;
      const given = (isList(wanted) ? wanted : [wanted]).filter(isObject);
      given.forEach(openCall);
      begun ||= text !== "" || thoughts !== undefined || refusal !== "" || given.length > 0;
      if (size > LONGEST_INPUT)
        throw new WireFault("cut-off", "The answer was too long, and was broken off.");
      return [
        ...(thoughts === undefined ? [] : [chunkOf({ reasoning_content: thoughts })]),
        ...(text === "" ? [] : [chunkOf({ content: text })]),
        ...(refusal === "" ? [] : [chunkOf({ refusal })]),
      ];
    },
    end(isTold) {
      const isWhole = isTold || (calls.length > 0 && calls.every(({ input }) => isWholeInput(input)));
      if (end === "") odd.add("end-word");
      const word = end !== "" ? end : isWhole ? "stop" : null;
      const reason = isRefused && word !== null ? "content_filter" : word;
      const all = calls.map(({ id, name, input, extra }, index) => ({
        index,
        id: id === "" ? `call-${String(index + 1)}` : id,
        type: "function",
        function: { name, arguments: input },
        ...(isObject(extra) ? { extra_content: extra } : {}),
      }));
      return [
        ...(all.length === 0 ? [] : [chunkOf({ tool_calls: all })]),
        { choices: [{ index: 0, delta: {}, finish_reason: reason }], ...(usage === null ? {} : { usage }) },
      ];
    },
    hasBegun: () => begun,
  };
}

function chunkOf(delta: JsonObject): JsonObject {
  return { choices: [{ index: 0, delta, finish_reason: null }] };
}

/** Some servers give every call the same index, or the same id; one that is whole is followed by another then. */
function isAnother(before: OpenCall, { id, name, input }: Pick<OpenCall, "id" | "name" | "input">): boolean {
  if (name === "") return false;
  if (id !== "" && before.id !== "" && id !== before.id) return true;
  if (before.name !== "" && name !== before.name) return true;
  return isWholeInput(before.input) && before.name !== "" && /^\s*\{/.test(input);
}

/** Whether these arguments are an object that ends, or a text that spells one. Empty ones may have been cut off. */
export function isWholeInput(input: string): boolean {
  try {
    const value: unknown = parseJson(input);
    return isObject(value) || (typeof value === "string" && isWholeInput(value));
  } catch {
    return false;
  }
}

function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

function within(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined;
}

/** The words in a content that is a text, a part, or a list of parts; `thought`: those of parts that are thoughts. */
function wordsIn(content: Json): { readonly text: string; readonly thought: string; readonly all: string } {
  if (typeof content === "string") return { text: content, thought: "", all: content };
  const parts = (isList(content) ? content : [content]).map((part) => {
    if (!isObject(part)) return { text: textIn(part), thought: "" };
    const words =
      part["text"] ?? part["thinking"] ?? part["reasoning"] ?? part["summary"] ?? part["content"] ?? null;
    const said =
      typeof words === "string" ? words : isObject(words) ? textIn(words["value"]) : wordsInAll(words);
    return /think|thought|reason/i.test(textIn(part["type"]))
      ? { text: "", thought: said }
      : { text: said, thought: "" };
  });
  const [text, thought] = [
    parts.map((each) => each.text).join(""),
    parts.map((each) => each.thought).join(""),
  ];
  return { text, thought, all: text + thought };
}

function wordsInAll(list: Json): string {
  return isList(list) ? list.map((each) => wordsIn(each).all).join("") : "";
}

function usageIn(used: JsonObject, odd: Set<Oddity>): JsonObject {
  const count = (...from: readonly (Json | undefined)[]): number | undefined => {
    const found = from.find((each) => each !== undefined && each !== null);
    if (typeof found === "string") odd.add("field");
    const value = numberIn(found);
    return typeof value === "number" ? value : undefined;
  };
  const cached = count(
    within(used["prompt_tokens_details"], "cached_tokens"),
    used["prompt_cache_hit_tokens"],
    used["cached_tokens"],
  );
  const thought = count(within(used["completion_tokens_details"], "reasoning_tokens"));
  const read = count(used["prompt_tokens"], used["input_tokens"]);
  const written = count(used["completion_tokens"], used["output_tokens"]);
  return {
    ...(read === undefined ? {} : { prompt_tokens: read }),
    ...(written === undefined ? {} : { completion_tokens: written }),
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(thought === undefined ? {} : { completion_tokens_details: { reasoning_tokens: thought } }),
  };
}
