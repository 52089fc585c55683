/** The rest of a block without the values that its form refuses, so that all of its faults can be told at once. */
import type * as z from "zod";
import { isList, isObject, type Json } from "../kit/json";
import { flowSchema } from "./flow";

export interface SoundPart {
  readonly data: z.output<typeof flowSchema>;
  /** Whether something is left out at a place of the block: nothing else is known of that place. */
  isHurt(at: readonly PropertyKey[]): boolean;
  /** Whether a fault names something that is left out, and may be none once that is mended. */
  isAbout(says: string): boolean;
}

/** Null where too little is left. `value`: of the block, whose form has these issues. */
export function soundPart(value: unknown, issues: readonly z.core.$ZodIssue[]): SoundPart | null {
  if (!isObject(value)) return null;
  const rest: Record<string, Json | undefined> = { ...value };
  const { steps: listed = null } = rest;
  if (!isList(listed)) return null;
  const steps: (Json | undefined)[] = [...listed];
  const hurt = new Set<string>();
  const words: string[] = [];
  for (const [first, second, third] of issues.flatMap(placesOf)) {
    if (first === undefined || (first === "steps" && second === undefined)) return null;
    const name = String(second ?? first);
    hurt.add(second === undefined ? String(first) : `${String(first)} ${name}`);
    if (first === "steps") {
      const was = steps[Number(second)];
      words.push(...(isObject(was ?? null) ? Object.values(was ?? {}).flatMap(stringsIn) : stringsIn(was)));
      steps[Number(second)] = withoutKey(was, third, `left-out-${name}`);
    } else {
      words.push(name, ...stringsIn(second === undefined ? rest[String(first)] : undefined));
      rest[String(first)] = second === undefined ? undefined : withoutKey(rest[String(first)], second, null);
    }
  }
  const parsed = flowSchema.safeParse({ ...rest, steps });
  const names = words.map((each) => each.toLowerCase());
  return parsed.success
    ? {
        data: parsed.data,
        isHurt: ([first, second]) =>
          hurt.has(String(first)) || hurt.has(`${String(first)} ${String(second)}`),
        isAbout: (says) =>
          [
            ...withoutAdvice(says)
              .toLowerCase()
              .matchAll(/“([^”]*)”/g),
          ].some(([, word = ""]) => names.some((each) => word === each || word.startsWith(`${each}.`))),
      }
    : null;
}

function placesOf(issue: z.core.$ZodIssue): readonly (readonly PropertyKey[])[] {
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
}

/** Advice names what is there, and a fault what is not. */
function withoutAdvice(says: string): string {
  return says.replace(/Did you mean .*$/s, "");
}

/** `name`: for a step whose own is left out; null for anything else of the block. */
function withoutKey(
  value: Json | undefined,
  key: PropertyKey | undefined,
  name: string | null,
): Json | undefined {
  if (value === undefined || !isObject(value) || key === undefined)
    return name === null ? undefined : { step: name };
  const kept = Object.fromEntries(Object.entries(value).filter(([each]) => each !== String(key)));
  return name !== null && key === "step" ? { ...kept, step: name } : kept;
}

/** All texts in a value; numbers are no names. */
function stringsIn(value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "string") return value === "" ? [] : [value];
  if (isList(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.entries(value).flatMap(([key, each]) => [key, ...stringsIn(each)]) : [];
}
