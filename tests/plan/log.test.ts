import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLog } from "../../src/note/plan/log";
import { parseEntry } from "../../src/note/plan/parseLog";
import { moment } from "../../src/kit/dates";

/**
 * Lines as they stand in logs: ours and those of others, newest first or last, with stamps that are no days, and what
 * is no entry at all.
 */
const stamp = fc.oneof(
  fc
    .integer({ min: 0, max: 5_000_000 })
    .map((minutes) => `${new Date(Date.UTC(2024, 0, 1) + minutes * 60_000).toISOString().slice(0, 19)}Z`),
  fc.constantFrom(
    "2026-02-21 10:30:00Z",
    "2026-02-21 10:30 UTC",
    "2026-02-21 09:30:00Z",
    "2026-02-21T10:00:00Z",
    "2026-02-30T10:30:00Z",
    "2026-13-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "1969-01-01T00:00:00Z",
    "2026-02-21 10:30",
    "2026-02-21T10:30:00+02:00",
    "2026-02-29T00:00:00Z",
    "2024-02-29T00:00:00Z",
    "soon",
  ),
);
const mark = fc.constantFrom(
  "",
  " (asked, step s-1, request r1)",
  " (asked, step s-2)",
  " (blocked, step s-1, block action)",
  " (finished)",
  " (finished) ",
  " (finished)\u00a0",
  " (no word)",
  ")",
);
const entry = fc
  .tuple(
    fc.constantFrom("- [", "* [", "  - [", "- "),
    stamp,
    fc.constantFrom("Agent", "Human", "Ana"),
    fc.constantFrom(":", ": ", ":  ", ": \u2028"),
    fc.constantFrom("Went on", "Sent (it) — fine.", "—", ""),
    mark,
  )
  .map(
    ([lead, at, who, gap, text, said]) =>
      `${lead}${at}${lead.endsWith("[") ? "]" : ""} ${who}${gap}${text}${said}`,
  );
const line = fc.oneof(
  { weight: 5, arbitrary: entry },
  { weight: 1, arbitrary: fc.constantFrom("", "  ", "Some words.", "---", "- [ ] a box (asked)") },
);
const log = fc.array(line, { maxLength: 12 });

function readAll(lines: readonly string[]): NonNullable<ReturnType<typeof parseEntry>>[] {
  return lines.flatMap((each) => parseEntry(each) ?? []);
}

describe("a log that is read as far as somebody asks", () => {
  it("tells the newest time of all its lines, wherever it stands", () => {
    fc.assert(
      fc.property(log, (lines) => {
        const times = readAll(lines).flatMap(({ at }) => moment(at) ?? []);
        expect(readLog(lines).newest).toBe(times.length === 0 ? null : Math.max(...times));
      }),
      { numRuns: 2000 },
    );
  });

  it("finds the last entry that bears a mark, as reading all of them does", () => {
    fc.assert(
      fc.property(log, (lines) => {
        for (const word of ["asked", "blocked", "finished"]) {
          const found = readAll(lines).findLast((each) => each.mark?.word === word) ?? null;
          expect(readLog(lines).last((each) => each.word === word)).toEqual(found);
          expect(readLog(lines).has((each) => each.word === word)).toBe(found !== null);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("may tell every word that a mark of it bears, however often it is asked", () => {
    fc.assert(
      fc.property(log, (lines) => {
        const read = readLog(lines);
        for (const word of ["finished", "blocked", "merged"]) {
          const isMarked = readAll(lines).some(({ mark }) => mark?.word === word);
          for (let times = 0; times < 2; times += 1) expect(read.mayTell(word) || !isMarked).toBe(true);
          expect(read.mayTell(word) && !lines.join("\n").includes(word)).toBe(false);
        }
      }),
    );
  });

  it("says how many entries it has more than another, whatever the two have in common", () => {
    const pair = fc.oneof(
      fc.tuple(log, log),
      fc.tuple(log, log, log, log).map(([begin, before, after, end]): [string[], string[]] => [
        [...begin, ...before, ...end],
        [...begin, ...after, ...end],
      ]),
    );
    fc.assert(
      fc.property(pair, ([before, after]) => {
        expect(readLog(after).moreThan(readLog(before))).toBe(readAll(after).length - readAll(before).length);
      }),
      { numRuns: 2000 },
    );
  });
});
