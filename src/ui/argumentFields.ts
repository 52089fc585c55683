/**
 * Form rows for the arguments of a tool, and what was filled in as JSON. Labels and hints are the server's words,
 * shown as text.
 */
import { Setting } from "obsidian";
import type { Field } from "../action/form";
import { toJson, type Json } from "../kit/json";
import { never } from "../kit/assertNever";
import { addLines, addText } from "./dialog";
import { WORDS } from "./words";

const { request: words } = WORDS;

export type Filled =
  | { readonly kind: "args"; readonly args: Readonly<Record<string, Json>> }
  | { readonly kind: "bad"; readonly why: string };

/** Draws one row a field. Answers a function that reads them; an optional field left empty is left out. */
export function drawFields(content: HTMLElement, fields: readonly Field[]): () => Filled {
  const values = new Map<string, string | boolean>();
  for (const field of fields) drawField(content, field, (value) => values.set(field.name, value));
  return () => {
    const args: Record<string, Json> = {};
    for (const field of fields) {
      const value = values.get(field.name);
      if (value === undefined || value === "") continue;
      const read = readField(field, value);
      if (read === null) return { kind: "bad", why: words.badJson(field.label) };
      args[field.name] = read.value;
    }
    return { kind: "args", args };
  };
}

function drawField(content: HTMLElement, field: Field, set: (value: string | boolean) => void): void {
  const name = field.required ? field.label : words.optional(field.label);
  const desc = field.description;
  switch (field.kind) {
    case "text":
    case "number":
      addText(content, { name, desc }, set);
      return;
    case "long-text":
      addLines(content, { name, desc }, set);
      return;
    case "list":
      addLines(content, { name, desc: `${desc} ${words.oneALine}`.trim() }, set);
      return;
    case "json":
      addLines(content, { name, desc: `${desc} ${words.asJson}`.trim() }, set);
      return;
    case "boolean":
      new Setting(content)
        .setName(name)
        .setDesc(desc)
        .addToggle((toggle) => toggle.onChange(set));
      if (field.required) set(false);
      return;
    case "choice":
      new Setting(content)
        .setName(name)
        .setDesc(desc)
        .addDropdown((list) => {
          list.addOption("", words.choose);
          for (const choice of field.choices) list.addOption(choice, choice);
          list.onChange(set);
        });
      return;
    default:
      never(field.kind);
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
    return toJson(JSON.parse(value));
  } catch {
    return null;
  }
}
