/**
 * Stands in for vitest in a bundle: what a test file defines is only collected, to be run one by one and as often as
 * wanted.
 */
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend, chai } from "@vitest/expect";

export interface Trial {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Thrown where a test goes on with what is not tried here: it has held so far. */
export class Enough extends Error {}

type Body = (...row: never[]) => unknown;

export const trials: Trial[] = [];
let file = "";
let outer: readonly string[] = [];

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const { expect } = chai;

/** Everything defined from now on is of this file. */
export function open(name: string): void {
  file = name;
}

async function untilEnough(body: Body): Promise<void> {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}

/** `test(name, body)`, `test(name, options, body)` or `test(name, body, timeout)`: no time is kept here. */
function define(name: string, first: unknown, second?: unknown): void {
  const body = [first, second].find((each) => typeof each === "function") as Body;
  trials.push({ name: [file, ...outer, name].join(" > "), run: () => untilEnough(body) });
}

function group(name: string, body: Body): void {
  const before = outer;
  outer = [...before, name];
  body();
  outer = before;
}

/** A row that is a list is spread over the parameters, as vitest does. */
function each(one: (name: string, body: Body) => void) {
  return (rows: readonly unknown[]) =>
    (name: string, first: unknown, second?: unknown): void => {
      const body = [first, second].find((part) => typeof part === "function") as (
        ...row: unknown[]
      ) => unknown;
      for (const [at, row] of rows.entries())
        one(`${name} (${String(at + 1)})`, () =>
          Array.isArray(row) ? body(...(row as unknown[])) : body(row),
        );
    };
}

export const test = Object.assign(define, { each: each(define) });
export const it = test;
export const describe = Object.assign(group, { each: each(group) });
