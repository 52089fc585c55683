/**
 * The attack book, Parsers, inputs made to be slow. No clock decides here: a text twice as long may take about twice the work. Work is this
 * process's own processor time, of which other programs take nothing; where there is hardly any, there is nothing to compare.
 */
import { describe, expect, it } from "vitest";
import { READERS, SHAPES } from "./shapes";

/** Characters. With the square of the length, the longer would take 64 times the work of the shorter; with the length, 8 times. */
const SHORT = 3000;
const TIMES = 8;
/** Milliseconds of processor time below which nothing is compared: start-up and rubbish collection are of that size. */
const NOTHING = 6;
const LIMIT = TIMES * 3;

function work(read: () => unknown): number {
  const before = process.cpuUsage();
  read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How many times the work of the short text the long one takes; 0 when it is hardly any. The least of a few tries counts. */
function growth(reader: (typeof READERS)[number], make: (length: number) => string): number {
  const long = make(Math.min(SHORT * TIMES, reader.most ?? Infinity));
  const short = long.slice(0, long.length / TIMES);
  let least = work(() => reader.read(long));
  for (let tries = 0; tries < 4 && least > NOTHING; tries += 1) least = Math.min(least, work(() => reader.read(long)));
  if (least <= NOTHING) return 0;
  const base = Math.min(...[1, 2, 3].map(() => work(() => reader.read(short))));
  return least / Math.max(base, 0.1);
}

describe("a text eight times as long takes about eight times the work", () => {
  it.each(READERS)("for $name", { timeout: 120_000 }, (reader) => {
    const steep = SHAPES.map((shape) => ({ shape: shape.name, growth: growth(reader, (length) => shape.make(length)) })).filter((each) => each.growth > LIMIT);
    expect(steep).toEqual([]);
  });

  it("and what takes the square of it is noticed", () => {
    const square = (text: string): number => [...text].reduce((sum, _char, at) => sum + text.slice(0, at).split("x").length, 0);
    expect(growth({ name: "square", read: square }, (length) => "x".repeat(length / 8))).toBeGreaterThan(LIMIT);
  });
});
