/**
 * A form made from a tool's schema: one field per argument. The labels and descriptions are the server's words, shown
 * as plain text.
 */
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import { capital, escapeLine } from "../../kit/text";
import { hasDefault, resolved } from "./schema";

export type FieldKind = "text" | "long-text" | "number" | "boolean" | "choice" | "list" | "json";

export interface Field {
  /** The argument's name, as the tool knows it. */
  readonly name: string;
  /** "message_id" reads "Message id". */
  readonly label: string;
  readonly required: boolean;
  readonly kind: FieldKind;
  /** For `choice`: the allowed texts. Empty otherwise. */
  readonly choices: readonly string[];
  /** One line, may be empty. */
  readonly description: string;
}

/** Fields in one form. A tool with more arguments is filled in as a block instead. */
const FIELDS = 100;
const LONG = /body|message$|content|text|html|description|note|comment/i;

export function formFields(schema: JsonObject): readonly Field[] {
  const top = resolved(schema, schema);
  const properties = isObject(top["properties"]) ? top["properties"] : {};
  const required = new Set(listOf(top["required"]));
  return Object.entries(properties)
    .slice(0, FIELDS)
    .map(([name, part]) => {
      const outer = isObject(part) ? part : {};
      const inner = resolved(part, schema);
      const choices = choicesOf(inner);
      const description =
        [outer["description"], inner["description"]].find((one) => typeof one === "string") ?? "";
      return {
        name,
        label: labelOf(name, inner),
        required: required.has(name) && !hasDefault(part),
        kind: choices.length > 0 ? "choice" : kindOf(name, withoutNull(inner, schema), schema),
        choices,
        description: escapeLine(description),
      };
    });
}

/** The fields of arguments that no schema describes. */
export function bareFields(args: JsonObject): readonly Field[] {
  return Object.entries(args).map(([name, value]) => ({
    name,
    label: labelOf(name, {}),
    required: false,
    kind: typeof value !== "string" ? "json" : LONG.test(name) || value.includes("\n") ? "long-text" : "text",
    choices: [],
    description: "",
  }));
}

function labelOf(name: string, schema: JsonObject): string {
  const title = schema["title"];
  if (typeof title === "string" && title.trim() !== "") return escapeLine(title, 80);
  const words = escapeLine(name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " "), 80).toLowerCase();
  return capital(words);
}

function kindOf(name: string, schema: JsonObject, root: JsonObject): FieldKind {
  const type = typeof schema["type"] === "string" ? schema["type"] : "";
  switch (type) {
    case "string":
      return LONG.test(name) || Number(schema["maxLength"] ?? 0) > 500 ? "long-text" : "text";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return resolved(schema["items"] ?? {}, root)["type"] === "string" ? "list" : "json";
    default:
      return "json";
  }
}

/** "Text or null" is a text that may be left out. */
function withoutNull(schema: JsonObject, root: JsonObject): JsonObject {
  const types = listOf(schema["type"]).filter((type) => type !== "null");
  if (types.length === 1) return { ...schema, type: types[0] ?? null };
  const real = optionsOf(schema)
    .map((one) => resolved(one, root))
    .filter((one) => one["type"] !== "null");
  return real.length === 1 ? (real[0] ?? schema) : schema;
}

/** `enum`, or the options of `anyOf`/`oneOf` that are one text each. */
function choicesOf(schema: JsonObject): readonly string[] {
  const options = optionsOf(schema);
  const constants = options.map((one) => (isObject(one) ? (one["const"] ?? null) : null));
  const values = isList(schema["enum"] ?? null) ? (schema["enum"] as readonly Json[]) : constants;
  const texts = values.filter((one) => typeof one === "string");
  return texts.length === values.length ? texts.slice(0, FIELDS) : [];
}

function optionsOf(schema: JsonObject): readonly Json[] {
  return [schema["anyOf"] ?? null, schema["oneOf"] ?? null].find(isList) ?? [];
}

function listOf(value: Json | undefined): readonly string[] {
  return isList(value ?? null) ? (value as readonly Json[]).filter((one) => typeof one === "string") : [];
}
