/**
 * The arguments that a tool gets for the words of an action: a pure function of the text and of the tool's JSON Schema.
 * Where text is allowed, text stays; where only a number, true or false, or nothing is, the text that spells it exactly
 * becomes it. Everything else stays as it was written, for the check against the schema (fit.ts) to refuse.
 */
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import { escapeLine } from "../../kit/text";
import { ADDRESS_KEYS, NAME_KEYS } from "./receivers";
import { quickPattern, resolved } from "./schema";

/** A word that reaches the tool as something else than text. */
export interface Converted {
  /** `amount`, `lines[0].price`. */
  readonly path: string;
  readonly value: number | boolean | null;
}

export interface Typed {
  readonly args: JsonObject;
  readonly converted: readonly Converted[];
}

/** Schemas beneath one value, and choices within choices. Beyond these anything is accepted, and text stays text. */
const FORMS = 100;
const CHOICES = 8;

export function typedArguments(args: JsonObject, schema: JsonObject): Typed {
  const converted: Converted[] = [];
  const walk = (value: Json, forms: readonly JsonObject[], path: string): Json => {
    if (isList(value))
      return value.map((item, at) =>
        walk(
          item,
          inside(forms, (form) => itemOf(form, at), schema),
          `${path}[${String(at)}]`,
        ),
      );
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          walk(
            item,
            inside(forms, (form) => propertyOf(form, key), schema),
            path === "" ? key : `${path}.${key}`,
          ),
        ]),
      );
    }
    if (typeof value !== "string") return value;
    const becomes = convert(value, forms);
    if (becomes !== value) converted.push({ path, value: becomes as Converted["value"] });
    return becomes;
  };
  const typed = walk(args, formsOf(schema, schema), "");
  return { args: isObject(typed) ? typed : args, converted };
}

/** “`amount` goes out as the number 1500.” At most 12 of them. */
export function sayConverted(converted: readonly Converted[]): readonly string[] {
  const lines = converted.slice(0, 12).map(({ path, value }) => {
    const what =
      typeof value === "number"
        ? `the number ${String(value)}`
        : value === null
          ? "null, which is no value"
          : String(value);
    return `“${escapeLine(path, 80)}” goes out as ${what}.`;
  });
  return converted.length > 12
    ? [...lines, `${String(converted.length - 12)} more go out as numbers, true, false or null.`]
    : lines;
}

/** How one argument takes receivers: as one text, as a list of texts, or as a list of objects with these keys. */
export type Taking =
  | { readonly kind: "text" }
  | { readonly kind: "list" }
  | { readonly kind: "objects"; readonly address: string; readonly name: string | null };

export function takingOf(schema: JsonObject, path: Path): Taking {
  const forms = formsAt(schema, path);
  const lists = forms.filter((form) => kindsOf(form).includes("array"));
  if (lists.length === 0 || forms.some((form) => kindsOf(form).includes("string"))) return { kind: "text" };
  const items = itemsOf(lists, schema);
  const keys = items
    .filter((form) => kindsOf(form).includes("object"))
    .flatMap(({ properties = null }) => (isObject(properties) ? Object.keys(properties) : []));
  const address = ADDRESS_KEYS.find((key) => keys.includes(key));
  if (address === undefined || items.some((form) => kindsOf(form).includes("string")))
    return { kind: "list" };
  return { kind: "objects", address, name: NAME_KEYS.find((key) => keys.includes(key)) ?? null };
}

/** Names from the outermost argument inwards. */
export type Path = readonly string[];

/** The forms that a value there may have; empty where the schema describes none. */
export function formsAt(schema: JsonObject, path: Path): readonly JsonObject[] {
  return path.reduce(
    (forms, name) => inside(forms, (form) => propertyOf(form, name), schema),
    formsOf(schema, schema),
  );
}

export function itemsOf(lists: readonly JsonObject[], root: JsonObject): readonly JsonObject[] {
  return inside(lists, (form) => itemOf(form, 0), root);
}

/** The names under which the tool says that it takes something. Empty where it lists none. */
export function listedArguments(schema: JsonObject): readonly string[] {
  return [
    ...new Set(
      topForms(schema).flatMap(({ properties = null }) =>
        isObject(properties) ? Object.keys(properties) : [],
      ),
    ),
  ];
}

/** Whether a name that the tool does not list fits a pattern of names that it takes. */
export function takesMore(schema: JsonObject, name: string): boolean {
  return topForms(schema).some(
    ({ patternProperties = null }) =>
      isObject(patternProperties) && Object.keys(patternProperties).some((pattern) => fits(pattern, name)),
  );
}

/** The whole of the arguments is described once, or in parts of which each names some. */
function topForms(schema: JsonObject): readonly JsonObject[] {
  const open = (part: Json, depth: number): readonly JsonObject[] => {
    const form = resolved(part, schema);
    const parts =
      depth === 0
        ? []
        : PARTS.flatMap((key) => (isList(form[key] ?? null) ? (form[key] as readonly Json[]) : []));
    return [form, ...parts.flatMap((each) => open(each, depth - 1))].slice(0, FORMS);
  };
  return open(schema, CHOICES);
}

const PARTS = ["anyOf", "oneOf", "allOf"] as const;

function fits(pattern: string, name: string): boolean {
  const quick = quickPattern(pattern);
  // A pattern that is not sure to be quick is not tried: the tool may take any name.
  return quick === null || new RegExp(quick, "u").test(name);
}

/** The forms that a property or an item may have, over all forms of its parent; empty where none describes it. */
function inside(
  forms: readonly JsonObject[],
  part: (form: JsonObject) => Json | undefined,
  root: JsonObject,
): readonly JsonObject[] {
  return forms
    .flatMap((form) => {
      const schema = part(form);
      return schema === undefined ? [] : formsOf(schema, root);
    })
    .slice(0, FORMS);
}

function propertyOf(form: JsonObject, key: string): Json | undefined {
  const properties = form["properties"];
  return isObject(properties) && Object.hasOwn(properties, key)
    ? properties[key]
    : form["additionalProperties"];
}

function itemOf(form: JsonObject, at: number): Json | undefined {
  // Before 2020 `items` could be the list that is `prefixItems` now.
  const rows = [form["prefixItems"], form["items"]].find((each) => isList(each ?? null)) as
    readonly Json[] | undefined;
  const rest = rows === form["items"] ? form["additionalItems"] : form["items"];
  return rows?.[at] ?? rest;
}

/**
 * The schemas one of which a value has to fit: references followed, choices opened. A choice within a stated type only
 * narrows it.
 */
function formsOf(schema: Json, root: JsonObject, depth = CHOICES): readonly JsonObject[] {
  const form = resolved(schema, root);
  if (kindsOf(form).length > 0 || depth === 0) return [form];
  const choices = [form["anyOf"], form["oneOf"], form["allOf"]].flatMap((each) =>
    isList(each ?? null) ? (each as readonly Json[]) : [],
  );
  const opened = choices.flatMap((each) => formsOf(each, root, depth - 1));
  const stated = opened.filter((each) => kindsOf(each).length > 0);
  // A part of `allOf` that states no type says nothing about it; one of `anyOf` allows everything.
  const isOpen = opened.length > stated.length && form["allOf"] === undefined;
  return isOpen || stated.length === 0 ? [form] : stated.slice(0, FORMS);
}

/** The types that a schema states by itself; empty where it states none. */
export function kindsOf(form: JsonObject): readonly string[] {
  const type = form["type"] ?? null;
  if (typeof type === "string") return [type];
  if (isList(type)) return type.filter((each) => typeof each === "string");
  const values = valuesOf(form);
  if (values !== null) return [...new Set(values.map((each) => (each === null ? "null" : typeof each)))];
  if (form["properties"] !== undefined || form["additionalProperties"] !== undefined) return ["object"];
  return form["items"] !== undefined || form["prefixItems"] !== undefined ? ["array"] : [];
}

/** `enum` or `const`; null without either. */
function valuesOf(form: JsonObject): readonly Json[] | null {
  if (form["const"] !== undefined) return [form["const"]];
  return isList(form["enum"] ?? null) ? (form["enum"] as readonly Json[]) : null;
}

function convert(text: string, forms: readonly JsonObject[]): Json {
  const takes = (kind: string, value: Json): boolean =>
    forms.some((form) => kindsOf(form).includes(kind) && (valuesOf(form)?.includes(value) ?? true));
  const says = forms.filter((form) => kindsOf(form).length > 0);
  if (says.length < Math.max(forms.length, 1) || takes("string", text)) return text;
  const number = exactNumber(text);
  if (number !== null && (takes("number", number) || (Number.isInteger(number) && takes("integer", number))))
    return number;
  if ((text === "true" || text === "false") && takes("boolean", text === "true")) return text === "true";
  const isText = forms.some((form) => kindsOf(form).includes("string"));
  return !isText && (text === "" || text === "null") && takes("null", null) ? null : text;
}

/**
 * A number as JSON writes one, where it is exactly that: `1.10` is 1.1, and `00042`, `+41…`, `1,500` and 20 digits are
 * none.
 */
export function exactNumber(text: string): number | null {
  const match = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (match === null) return null;
  const value = Number(text);
  if (
    !Number.isFinite(value) ||
    Object.is(value, -0) ||
    (Number.isInteger(value) && !Number.isSafeInteger(value))
  )
    return null;
  return digitsOf(text) === digitsOf(String(value)) ? value : null;
}

/** Digits and their place, so that `1.10`, `1.1` and `11e-1` are alike. */
function digitsOf(text: string): string {
  const [, sign = "", whole = "", part = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = `${whole}${part}`.replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  return digits === ""
    ? "0"
    : `${sign}${digits}e${String(Number(power) - part.length + all.length - digits.length)}`;
}
