/**
 * Arguments that the settings fix for every action of a type, such as the account from which mail goes out. A plan need
 * not repeat them. They are text, as in an action block; a number, true or false is taken as its text.
 */
import * as z from "zod";
import { canonical, spell, type Json, type JsonObject } from "../../kit/json";
import { escapeLine } from "../../kit/text";

/** Characters of one text, and of all arguments as they are sealed. */
const TEXT = 1000;
const ALL = 4000;

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(z.string().max(TEXT));

export const fixedArguments = z
  .record(
    z.string().min(1).max(100),
    z.union([scalar, z.array(scalar).max(50), z.record(z.string().max(100), scalar)]),
  )
  .refine((all) => spell(all).length <= ALL, "they are too long together");

/** Names of arguments to which the action gives another value than the settings do. */
export function contradicted(args: JsonObject, fixed: JsonObject): readonly string[] {
  return Object.keys(fixed).filter(
    (name) => Object.hasOwn(args, name) && canonical(args[name] ?? null) !== canonical(fixed[name] ?? null),
  );
}

/** “`account` is “ana@example.com”: the settings fix it.” */
export function sayFixed(fixed: JsonObject): readonly string[] {
  return Object.entries(fixed).map(
    ([name, value]) => `“${escapeLine(name, 80)}” is ${quoteFixed(value)}: the settings fix it.`,
  );
}

export function quoteFixed(value: Json): string {
  return `“${escapeLine(typeof value === "string" ? value : JSON.stringify(value), 200)}”`;
}
