/**
 * The parts of an answer as the tools were offered. A name, or arguments, that can mean one thing only are put into the
 * form that was asked for, and so is a call that a model wrote as its whole text. Nothing is guessed: half JSON stays
 * as it is, a name that fits two tools is none, and a call among other words is only quoted.
 */
import { isList, isObject, parseJson, type Json, type JsonObject } from "../../kit/json";
import type { Oddity, OfferedTool, Part } from "../../kit/ports/model";
import { callsIn, readLoosely } from "./textCall";

export function fixParts(
  parts: readonly Part[],
  tools: readonly OfferedTool[],
  odd: Set<Oddity>,
): readonly Part[] {
  const hasCalls = parts.some(({ kind }) => kind === "call");
  const written = hasCalls
    ? []
    : callsIn(parts.map((part) => (part.kind === "text" ? part.text : "")).join(""), (name) =>
        toolMeant(name, tools),
      );
  if (written.length > 0) odd.add("text-call");
  const called =
    written.length === 0
      ? parts
      : written.map(({ tool, input }, at): Part => ({
          kind: "call",
          id: `text-${String(at + 1)}`,
          tool,
          input,
        }));
  return called.map((part) => {
    if (part.kind === "text") return part;
    const tool = toolMeant(part.tool, tools);
    const offered = tools.find(({ name }) => name === tool);
    if (offered === undefined) return part;
    if (offered.name !== part.tool) odd.add("tool-name");
    return { ...part, tool: offered.name, input: fixInput(part.input, offered.schema, odd) };
  });
}

/** Thoughts that a server left in the text of the answer. */
export function withoutThoughts(text: string): string {
  return text.replace(/^\s*<(think(?:ing)?|thought|reasoning)>(?:[\s\S]*?<\/\1>\s*|[\s\S]*$)/i, "");
}

/** Signs that models put around names, such as `<|channel|>`. */
const SIGN = /<[|｜][^<>|｜]{1,60}[|｜]>/g;
/** Words that stand around a name in the formats of some models. */
const AROUND =
  /^(?:to|functions?|tools?|default_api|api|assistant|commentary|analysis|code|json|recipient)$/i;

/** The one tool that a name can mean; null where it means none, or more than one. */
function toolMeant(name: string, tools: readonly OfferedTool[]): string | null {
  const exact = tools.filter((each) => each.name === name);
  if (exact.length > 0) return exact.length === 1 ? name : null;
  const words = name
    .replace(SIGN, " ")
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter((word) => word !== "" && !AROUND.test(word) && !/^\d+$/.test(word));
  const [word] = words;
  if (word === undefined || words.length > 1) return null;
  const alike = tools.filter((each) => looks(each.name) === looks(word));
  return alike.length === 1 ? (alike[0]?.name ?? null) : null;
}

function looks(name: string): string {
  return name.toLowerCase().replace(/[_-]+/g, "-");
}

/** Arguments as one JSON object, with values of the kinds that the schema wants; else as they came. */
function fixInput(input: string, schema: Json, odd: Set<Oddity>): string {
  if (input.trim() === "") return "{}";
  const exact = readJson(input);
  let value = exact ?? readLoosely(bare(input));
  // Some servers encode a text again on each way.
  for (let times = 0; typeof value === "string" && times < 3; times += 1) value = readLoosely(bare(value));
  if (!isObject(value)) return input;
  const isFixed = value !== exact;
  if (isFixed) odd.add("arguments");
  const fitted = fit(value, schema);
  if (fitted !== value) odd.add("text-value");
  return fitted === value && !isFixed ? input : JSON.stringify(fitted);
}

/** Without a fence around it, a mark of its model behind it, or an empty object before it. */
function bare(input: string): string {
  return unfenced(input)
    .replace(/(?:\s*(?:<\/?[\w-]{1,30}>|<[|｜][^<>|｜]{1,60}[|｜]>))+\s*$/, "")
    .replace(/^\s*\{\s*\}\s*(?=\{)/, "");
}

function unfenced(text: string): string {
  return /^\s*(`{3,})[ \t]*[\w+-]*[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*\1\s*$/.exec(text)?.[2] ?? text;
}

/** Answers with the very value if nothing in it has to change. A text stays one if the schema takes a text. */
function fit(value: Json, schema: Json): Json {
  const forms = formsOf(schema);
  const takes = (type: string): boolean => forms.some((form) => typesOf(form).includes(type));
  if (typeof value === "string") {
    if (forms.length === 0 || forms.some((form) => typesOf(form).length === 0) || takes("string"))
      return value;
    const read = readJson(value.trim());
    if (isList(read as Json) && takes("array")) return fit(read as Json, schema);
    if (isObject(read) && takes("object")) return fit(read, schema);
    if (typeof read === "number" && String(read) === value.trim())
      return takes("number") || (takes("integer") && Number.isSafeInteger(read)) ? read : value;
    return typeof read === "boolean" && takes("boolean") ? read : value;
  }
  if (isList(value)) {
    const items = forms.find((form) => typesOf(form).includes("array"))?.["items"];
    return items === undefined
      ? value
      : same(
          value,
          value.map((each) => fit(each, items)),
        );
  }
  if (!isObject(value)) return value;
  const form = forms.find(
    ({ properties }) => isObject(properties) && Object.keys(value).every((key) => key in properties),
  );
  const { properties = null, required = null } =
    form ?? forms.find((each) => isObject(each["properties"])) ?? {};
  if (!isObject(properties)) return value;
  const entries = Object.entries(value).flatMap(([key, each]): (readonly [string, Json])[] => {
    const wanted = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (wanted === undefined) return [[key, each]];
    const isAbsent = each === null && !(isList(required) && required.includes(key)) && !takesNull(wanted);
    return isAbsent ? [] : [[key, fit(each, wanted)]];
  });
  const isSame =
    entries.length === Object.keys(value).length && entries.every(([key, each]) => each === value[key]);
  return isSame ? value : Object.fromEntries(entries);
}

function same(list: readonly Json[], fixed: readonly Json[]): Json {
  return fixed.every((each, at) => each === list[at]) ? list : fixed;
}

function takesNull(schema: Json): boolean {
  const forms = formsOf(schema);
  return (
    forms.length === 0 || forms.some((form) => typesOf(form).length === 0 || typesOf(form).includes("null"))
  );
}

/** The forms that a value may have, each with its own type. */
function formsOf(schema: Json, levels = 4): readonly JsonObject[] {
  if (!isObject(schema) || levels === 0) return [];
  const several = schema["anyOf"] ?? schema["oneOf"] ?? null;
  return isList(several) ? several.flatMap((each) => formsOf(each, levels - 1)) : [schema];
}

/** Empty where the schema does not say. */
function typesOf({ type = null, enum: values = null }: JsonObject): readonly string[] {
  if (typeof type === "string") return [type];
  if (isList(type)) return type.filter((each) => typeof each === "string");
  return isList(values) ? values.map((each) => (each === null ? "null" : typeof each)) : [];
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
