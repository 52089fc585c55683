/** The faults of a block that the form of a flow refuses, each as a sentence with what to write. */
import type * as z from "zod";
import { slug } from "../kit/ids";
import { nearest, sayNear } from "../kit/nearest";
import { counted } from "../kit/numbers";
import { flowSchema, LONGEST_NAME, NAME_FORM, type FlowFault } from "./flow";

/** The line of the note on which a value of the block is, or the nearest value around it; counted from 1. */
export type LineOf = (at: readonly PropertyKey[]) => number;

/** Faults that are told at once. */
const MOST = 20;

export function sayIssues(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  lineOf: LineOf,
): readonly FlowFault[] {
  return withoutMisspelt(issues)
    .flatMap((issue) => sayIssue(issue, value, lineOf))
    .sort((a, b) => a.line - b.line)
    .slice(0, MOST);
}

/** A misspelt key is also missing: it is told once, as the person sees it. */
function withoutMisspelt(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const at = (path: readonly PropertyKey[]): string => path.map(String).join(".");
  return issues.filter(
    ({ code, path }) =>
      code !== "invalid_type" ||
      !issues.some(
        (each) =>
          each.code === "unrecognized_keys" &&
          at(each.path) === at(path.slice(0, -1)) &&
          each.keys.some((key) => nearest(key, keysAt(each.path)) === path.at(-1)),
      ),
  );
}

function sayIssue(issue: z.core.$ZodIssue, value: unknown, lineOf: LineOf): readonly FlowFault[] {
  if (issue.code !== "unrecognized_keys") return [sayValue(issue, value, lineOf)];
  return issue.keys.map((key) => {
    const known = nearest(key, keysAt(issue.path));
    const advice =
      known === null ? `Known here: ${keysAt(issue.path).join(", ")}.` : `Did you mean “${known}”?`;
    return { line: lineOf([...issue.path, key]), says: `There is no key “${key}”. ${advice}` };
  });
}

function sayValue(issue: z.core.$ZodIssue, value: unknown, lineOf: LineOf): FlowFault {
  return {
    line: lineOf(issue.path),
    says: `${sayPlace(issue.path)}${sayWrong(issue, lookup(value, issue.path))}`,
  };
}

/** The rest of a sentence about a value, and what to write instead. */
function sayWrong(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "invalid_value") return sayNames(issue.values.map(String), value);
  if (value === null || value === "")
    return " is empty. Write a value behind its colon, or take the line away.";
  switch (issue.code) {
    case "too_big":
    case "too_small": {
      const isMost = issue.code === "too_big";
      const limit = isMost ? issue.maximum : issue.minimum;
      const unit = issue.origin === "array" ? "item" : issue.origin === "string" ? "character" : null;
      return unit === null
        ? ` has to be at ${isMost ? "most" : "least"} ${String(limit)}.`
        : ` ${isMost ? "may have at most" : "needs at least"} ${counted(Number(limit), unit)}.`;
    }
    case "invalid_type":
      return value === undefined ? " is missing." : ` has to be ${sayKind(issue, value)}.`;
    case "invalid_key": {
      const [why] = issue.issues;
      const name = String(issue.path.at(-1));
      return `: ${why?.message ?? ""}.${why === undefined ? "" : sayName(why, name)}`;
    }
    default:
      return `: ${issue.message}.${sayName(issue, value)}`.replace(/\.\.$/, ".");
  }
}

function sayNames(names: readonly string[], value: unknown): string {
  if (names.length === 1) return ` can only be ${names.join("")}. If you do not want it, take the line away.`;
  const list = names.join(", ");
  return value === null
    ? ` is empty, and has to be one of: ${list}.`
    : ` has to be one of: ${list}.${typeof value === "string" ? sayNear(value, names) : ""}`;
}

/** The name that is meant, as it has to be written; empty for anything but a name. */
function sayName(issue: z.core.$ZodRawIssue | z.core.$ZodIssue, value: unknown): string {
  if (typeof value !== "string" || issue.code !== "invalid_format" || issue.message !== NAME_FORM) return "";
  return ` Write “${slug(value, LONGEST_NAME)}”.`;
}

/** Kinds of values, as a person knows them. */
const KINDS: Readonly<Record<string, string>> = {
  string: "text (put it in quotes)",
  number: "a number",
  int: "a whole number",
};

function sayKind({ expected, path }: z.core.$ZodIssueInvalidType, value: unknown): string {
  switch (expected) {
    case "array":
      return `a list, one item a line beginning with “- ”${typeof value === "string" ? `, or in brackets: [${value}]` : ""}`;
    case "object":
      return `keys with values, such as “${keysAt(path)[0] ?? "key"}: …”. Known here: ${keysAt(path).join(", ")}`;
    case "record":
      return "names, each with its keys beneath it, and no list";
    case "string":
      return typeof value === "object" ? "one text, and no list or keys" : (KINDS[expected] ?? "");
    default: {
      const isQuoted = typeof value === "string" && /^-?\d+$/.test(value);
      return `${KINDS[expected] ?? "written in another way"}${isQuoted ? `; take away the quotes around ${value}` : ""}`;
    }
  }
}

/** `“check.output” of step 2`, `item 1 of “options” of step 2`; at the beginning of a sentence. */
function sayPlace([first, at, ...rest]: readonly PropertyKey[]): string {
  if (first === undefined) return "The block";
  const isStep = first === "steps" && typeof at === "number";
  const keys = isStep ? rest : [first, ...(at === undefined ? [] : [at]), ...rest];
  const words: string[] = isStep ? [`step ${String(at + 1)}`] : [];
  let name: string[] = [];
  const close = (): void => {
    if (name.length > 0) words.unshift(`“${name.join(".")}”`);
    name = [];
  };
  for (const key of keys) {
    if (typeof key !== "number") name.push(String(key));
    else {
      close();
      words.unshift(`item ${String(key + 1)}`);
    }
  }
  close();
  const says = words.join(" of ");
  return `${says.charAt(0).toUpperCase()}${says.slice(1)}`;
}

function lookup(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/** Keys that the schema knows at a place; empty where it takes any. */
function keysAt(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = flowSchema;
  for (const key of path) schema = inside(schema, key);
  return Object.keys(shapeOf(schema) ?? {});
}

interface Definition {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly innerType?: unknown;
  readonly element?: unknown;
  readonly valueType?: unknown;
  readonly options?: readonly unknown[];
}

function definitionOf(schema: unknown): Definition {
  return (schema as { readonly def?: Definition } | undefined)?.def ?? {};
}

function bare(schema: unknown): unknown {
  const { innerType } = definitionOf(schema);
  return innerType === undefined ? schema : bare(innerType);
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const { shape, options } = definitionOf(bare(schema));
  return shape ?? options?.map(shapeOf).find((each) => each !== undefined);
}

function inside(schema: unknown, key: PropertyKey): unknown {
  const { element, valueType } = definitionOf(bare(schema));
  return shapeOf(schema)?.[String(key)] ?? element ?? valueType;
}
