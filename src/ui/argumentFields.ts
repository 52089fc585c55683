/**
 * Form rows for the arguments of a tool, and what was filled in as JSON. Labels and hints are the server's words,
 * shown as text.
 */
import { Setting } from "obsidian";
import type { Field, FieldKind } from "../action/form";
import { isList, parseJson, toJson, type Json } from "../kit/json";
import { never } from "../kit/assertNever";
import { addLines, addText } from "./dialog";
import { WORDS } from "./words";

const { request: words } = WORDS;

export type Filled =
  | { readonly kind: "args"; readonly args: Readonly<Record<string, Json>> }
  | { readonly kind: "bad"; readonly why: string };

/**
 * Draws one row a field. Answers a function that reads them; an optional field left empty is left out. `start`: what
 * the arguments are; those that nobody touches, and those without a field, stay byte by byte.
 */
export function drawFields(
  content: HTMLElement,
  fields: readonly Field[],
  start: Readonly<Record<string, Json>> = {},
): () => Filled {
  const values = new Map<string, string | boolean>();
  for (const field of fields)
    drawField(content, field, valueIn(start, field.name), (value) => values.set(field.name, value));
  return () => {
    const args = new Map(Object.entries(start));
    for (const field of fields) {
      const value = values.get(field.name);
      if (value === undefined) continue;
      const read = value === "" ? null : readField(field, value);
      if (value !== "" && read === null) return { kind: "bad", why: words.badJson(field.label) };
      if (read === null) args.delete(field.name);
      else args.set(field.name, read.value);
    }
    return { kind: "args", args: Object.fromEntries(args) };
  };
}

/** Null and what is inherited are none. */
function valueIn(start: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(start, name) ? start[name] : undefined;
}

/** As a row names it. */
export function nameOfField(field: Field): string {
  return field.required ? field.label : words.optional(field.label);
}

function startText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (isList(value) && value.every((each) => typeof each === "string")) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

function drawField(
  content: HTMLElement,
  field: Field,
  start: Json | undefined,
  set: (value: string | boolean) => void,
): void {
  const name = nameOfField(field);
  const desc = field.description;
  // A field of one line would show a text of many as one, and make it so.
  const isLong = field.kind === "text" && /[\r\n]/.test(startText(start));
  const kind: FieldKind = isLong ? "long-text" : field.kind;
  switch (kind) {
    case "text":
    case "number":
      addText(content, { name, desc }, set, startText(start));
      return;
    case "long-text":
      addLines(content, { name, desc }, set, startText(start));
      return;
    case "list":
      addLines(content, { name, desc: `${desc} ${words.oneALine}`.trim() }, set, startText(start));
      return;
    case "json":
      addLines(
        content,
        { name, desc: `${desc} ${words.asJson}`.trim() },
        set,
        start === undefined ? "" : JSON.stringify(start, null, 2),
      );
      return;
    case "boolean":
      new Setting(content)
        .setName(name)
        .setDesc(desc)
        .addToggle((toggle) => toggle.setValue(start === true || start === "true").onChange(set));
      if (field.required && start === undefined) set(false);
      return;
    case "choice":
      new Setting(content)
        .setName(name)
        .setDesc(desc)
        .addDropdown((list) => {
          list.addOption("", words.choose);
          for (const choice of field.choices) list.addOption(choice, choice);
          list.setValue(field.choices.find((each) => each === start) ?? "").onChange(set);
        });
      return;
    default:
      never(kind);
  }
}

/**
 * Null when the person's JSON cannot be read. A number that is none stays text, so that the check against the schema
 * says so.
 */
function readField(field: Field, value: string | boolean): { readonly value: Json } | null {
  if (typeof value === "boolean") return { value };
  if (field.kind === "number")
    return { value: value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value };
  if (field.kind === "list")
    return {
      value: value
        .split(/\r*\n|\r/)
        .map((each) => each.trim())
        .filter((each) => each !== ""),
    };
  if (field.kind !== "json") return { value };
  try {
    return toJson(parseJson(value));
  } catch {
    return null;
  }
}
