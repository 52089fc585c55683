/**
 * The attack book, Parsers, inputs made to be slow. No clock decides here: a text much longer may take as much longer,
 * and not the square of it. Work is this process's own processor time, of which other programs take nothing; where
 * there is hardly any, there is nothing to compare.
 */
import { describe, expect, it } from "vitest";
import { sample } from "./quick";
import { READERS, SHAPES } from "./shapes";

/** Characters. The longer text has 32 times as many: a reader that takes the square of it does 1,024 times the work. */
const SHORT = 3000;
const TIMES = 32;
/** Milliseconds of processor time below which nothing is compared: start-up and rubbish collection are of that size. */
const NOTHING = 12;
/**
 * Half way between the length and its square. A reader has to be over it three times running: one measurement on a busy
 * machine says nothing.
 */
const limit = (times: number): number => times ** 1.5;

function work(read: () => unknown): number {
  const before = process.cpuUsage();
  read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times too much the long text takes, of what is allowed; 0 when it is hardly any. The least of a few tries
 * counts, and one that is little enough is.
 */
function steepness(reader: (typeof READERS)[number], make: (length: number) => string): number {
  const long = make(Math.min(SHORT * TIMES, reader.most ?? Infinity));
  const short = long.slice(0, Math.min(SHORT, long.length / 8));
  const allowed = limit(long.length / short.length);
  let base = 0;
  let steep = Infinity;
  for (let tries = 0; tries < 5 && steep > 1; tries += 1) {
    const took = work(() => reader.read(long));
    if (took <= NOTHING) return 0;
    if (base === 0) base = Math.max(0.1, Math.min(...[1, 2, 3].map(() => work(() => reader.read(short)))));
    steep = Math.min(steep, took / base / allowed);
  }
  return steep;
}

describe("a text 32 times as long takes about 32 times the work", () => {
  it.each(READERS)("for $name", { timeout: 120_000 }, (reader) => {
    const steep = sample(SHAPES, 4, READERS.indexOf(reader)).filter((shape) =>
      [1, 2, 3].every(() => steepness(reader, (length) => shape.make(length)) > 1),
    );
    expect(steep.map((shape) => shape.name)).toEqual([]);
  });

  it("and what takes the square of it is noticed", () => {
    const square = (text: string): number =>
      [...text].reduce((sum, _char, at) => sum + text.slice(0, at).split("x").length, 0);
    expect(steepness({ name: "square", read: square }, (length) => "x".repeat(length / 20))).toBeGreaterThan(
      1,
    );
  });
});
