/**
 * Every reader meets notes changed at random, always the same. `node scripts/fuzz.mjs --notes FOLDER --runs N --seed S`
 * goes further, over any folder of notes. A failure prints seed, note and the fewest changes that still fail.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readTree } from "../story/tree";
import { changed, draw, dice, fuzz, judge, tell, type Note } from "./fuzz";
import { ACTING_NOTE, BY_HAND_NOTE, OTHER_NOTES, RECORD_NOTE, REQUEST_NOTE } from "./notes";
import { ORACLES, type Oracle } from "./oracles";
import { some } from "./quick";

const note = (name: string, text: string): Note => ({ name, bytes: new TextEncoder().encode(text) });
const OWN: readonly Note[] = [
  note("a sealed request", REQUEST_NOTE),
  note("a request by hand", BY_HAND_NOTE),
  note("a record", RECORD_NOTE),
  note("the acting note", ACTING_NOTE),
];

/** Every note of a folder once, whatever its name. */
function notesIn(folder: string): readonly Note[] {
  const files = Object.keys(readTree(folder)).filter((name) => name.endsWith(".md"));
  const byText = new Map(
    files.map((name) => [readFileSync(path.join(folder, name), "utf8"), path.join(folder, name)]),
  );
  return [...byText.values()].map((name) => ({ name, bytes: readFileSync(name) }));
}

const NOTES = [...notesIn("tests/cases"), ...notesIn("examples")];

const SHOWN = "changes that are shown before they are made";

describe("notes changed at random", () => {
  it("make no reader throw, allow nothing that does not stand there, and lose no byte to an edit", () => {
    const { failures, met } = fuzz({ notes: NOTES, runs: some(400), seed: 1 });
    expect(failures.map(tell)).toEqual([]);
    // Which oracle never had to judge has shown nothing.
    expect(
      [...met].filter(
        ([name, times]) => times < some(50) && name !== "records" && name !== "acting note" && name !== SHOWN,
      ),
    ).toEqual([]);
  });

  it("that could be changed by a command are changed as it is shown, or not at all", () => {
    const { failures, met } = fuzz({
      notes: OTHER_NOTES.map((text, at) => note(`another note ${String(at + 1)}`, text)),
      runs: some(600),
      seed: 3,
      oracles: ORACLES.filter(({ name }) => name === SHOWN),
    });
    expect(failures.map(tell)).toEqual([]);
    expect(met.get(SHOWN)).toBeGreaterThan(some(300));
  });

  it("of our own never pass for what was sealed, and never name another device", () => {
    const { failures, met } = fuzz({
      notes: OWN,
      runs: some(800),
      seed: 2,
      oracles: ORACLES.filter(({ name }) => ["requests", "records", "acting note"].includes(name)),
    });
    expect(failures.map(tell)).toEqual([]);
    expect([...met].filter(([, times]) => times < some(50))).toEqual([]);
  });
});

describe("a note of our own", () => {
  it.each(OWN)("cut off anywhere says no more than it said whole ($name)", ({ bytes }) => {
    const oracles = ORACLES.filter(({ name }) => ["requests", "records", "acting note"].includes(name));
    const wrong = [...bytes.keys()]
      .filter((at) => at % 5 === 0 || at > bytes.length - 60)
      .flatMap((at) => oracles.flatMap((oracle) => judge(oracle, bytes.subarray(0, at)) ?? []));
    expect(wrong).toEqual([]);
  });
});

describe("the random changes themselves", () => {
  it("are the same for the same seed", () => {
    const drawn = (seed: number): unknown => {
      const roll = dice(seed);
      return Array.from({ length: 20 }, () => draw(roll));
    };
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
  });

  it("are told as the fewest that still fail", () => {
    const planted: Oracle = {
      name: "planted",
      judge: (bytes) => (bytes.length < 300 ? { wrong: "it is short" } : "as it should"),
    };
    const { failures } = fuzz({ notes: OWN, runs: 200, seed: 3, oracles: [planted] });
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) {
      const [from = note("", "")] = OWN.filter(({ name }) => name === failure.note);
      expect(changed(from, failure.mutations, OWN)).toEqual(failure.bytes);
      for (const each of failure.mutations)
        expect(
          changed(
            from,
            failure.mutations.filter((one) => one !== each),
            OWN,
          ).length,
        ).toBeGreaterThanOrEqual(300);
      expect(tell(failure)).toContain(`seed 3, run ${String(failure.run)}`);
    }
  });
});
