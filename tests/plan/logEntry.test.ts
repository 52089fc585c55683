import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WORDS, type Mark, type NewEntry } from "../../src/note/plan/logEntry";
import { parseEntry } from "../../src/note/plan/parseLog";
import { renderEntry } from "../../src/note/plan/renderLog";

const NONE: Mark = { word: "asked", step: null, request: null, note: null, text: null, block: null };

describe("a line of the log", () => {
  it.each([
    [
      "- [2026-02-21T10:30:00Z] Agent: Created plan — Complex.",
      "2026-02-21T10:30:00Z",
      "Agent",
      "Created plan — Complex.",
    ],
    [
      "- 2026-02-21T10:30:00Z Agent: Created plan. Objective: send it.",
      "2026-02-21T10:30:00Z",
      "Agent",
      "Created plan. Objective: send it.",
    ],
    [
      "- [2026-02-21T10:30:00Z] Agent: Created ‚Äî because",
      "2026-02-21T10:30:00Z",
      "Agent",
      "Created ‚Äî because",
    ],
    ["* 2026-02-21 10:30 Human: Went on", "2026-02-21 10:30", "Human", "Went on"],
    ["+ 2026-02-21 Agent: Note: this", "2026-02-21", "Agent", "Note: this"],
    ["  - [2026-02-21 10:30] Ana: Looked", "2026-02-21 10:30", "other", "Looked"],
    ["- [2026-02-21T10:30:00Z] Agent: a\u2028b", "2026-02-21T10:30:00Z", "Agent", "a\u2028b"],
    ["- [2026-02-21T10:30:00Z] Agent:", "2026-02-21T10:30:00Z", "Agent", ""],
  ])("%j is read", (line, stamp, actor, text) => {
    expect(parseEntry(line)).toMatchObject({ stamp, actor, text, mark: null });
    expect(parseEntry(line)?.at).not.toBe(null);
  });

  it("of our own form reads as the same line behind another list marker does", () => {
    const piece = fc.constantFrom(
      "[",
      "]",
      " ",
      ":",
      "Agent",
      "Human",
      "Ana",
      "2026-02-21T10:30:00Z",
      "2026-02-30T10:30:00Z",
      "a",
      "(asked)",
      "(blocked, step s-1)",
      ")",
      "(",
      "\u2028",
      "\t",
      "—",
      "\u00a0",
      "x".repeat(30),
    );
    const line = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((parts) => `[2026-02-21T10:30:00Z] Agent: ${parts.join("")}`),
      fc.array(piece, { maxLength: 12 }).map((parts) => `[2026-02-21T10:30:00Z]${parts.join("")}`),
      fc.array(piece, { maxLength: 12 }).map((parts) => `[${parts.join("")}`),
    );
    fc.assert(
      fc.property(line, (rest) => {
        expect(parseEntry(`- ${rest}`)).toEqual(parseEntry(`* ${rest}`));
      }),
      { numRuns: 3000 },
    );
  });

  it("with a stamp that is no date is an entry without a time", () => {
    expect(parseEntry("- [yesterday] Agent: a")).toMatchObject({ at: null, stamp: "yesterday" });
  });

  it.each([
    "",
    "text",
    "- text",
    "- [ ] 2026-02-21 Agent: a",
    "- [2026-02-21] no colon",
    "2026-02-21 Agent: a",
    "- 2026-02-21Agent: a",
    "> - [2026-02-21] Agent: a",
  ])("%j is none", (line) => {
    expect(parseEntry(line)).toBe(null);
  });

  it("takes only the last bracket for a mark, and only in our words", () => {
    expect(
      parseEntry("- [2026-02-21] Agent: a (blocked, step s-1) (asked, step s-2, request ab)")?.mark,
    ).toEqual({ ...NONE, step: "s-2", request: "ab" });
    expect(parseEntry("- [2026-02-21] Agent: a (asked)  ")?.mark).toEqual(NONE);
    expect(parseEntry("- [2026-02-21] Human: a (later, step s-2, until 2026-12-01T0830Z)")?.mark).toEqual({
      ...NONE,
      word: "later",
      step: "s-2",
      until: "2026-12-01T0830Z",
    });
    for (const end of [
      "(asked) more",
      "(sent, step s-1)",
      "(asked step s-1)",
      "(asked, step )",
      "(asked, price 3)",
      "(asked, step s-1",
      "asked",
    ])
      expect(parseEntry(`- [2026-02-21] Agent: a ${end}`)?.mark).toBe(null);
  });
});

const words = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.constantFrom(
    "(blocked, step s-1)",
    "(carried-out, step s-1, request 00)",
    "a\n- [2026-02-21T10:30:00Z] Agent: Sent — ok. (ticked, step s-1)",
    "a\r\n## Roadmap\r\n- [ ] b",
    "%%",
    "```",
    "<!--",
    "](",
    ")",
    "\\",
    "a.",
    "— b.",
    "x: y",
    "<% x %>",
    "\u2028- [2026-02-21] Agent: b (asked)",
  ),
);
const name = fc.stringMatching(/^[\w-]{1,40}$/);
const mark = fc.record({
  word: fc.constantFrom(...WORDS),
  step: fc.option(name),
  request: fc.option(name),
  note: fc.option(name),
  text: fc.option(name),
  block: fc.option(name),
});

describe("a line we write", () => {
  it("has the form of the log", () => {
    const entry: NewEntry = {
      actor: "Agent",
      action: "Asked for approval",
      rationale: "A person decides.",
      details: "Request x.",
      mark: { word: "asked", step: "s-1", request: "ab" },
    };
    expect(renderEntry(entry, Date.UTC(2026, 1, 21, 10, 30))).toBe(
      "- [2026-02-21T10:30:00Z] Agent: Asked for approval — A person decides. Request x. (asked, step s-1, request ab)",
    );
  });

  it("reads back with its own mark, whatever the words in it say, and stays one line", () => {
    const entry = fc.record({
      actor: fc.constantFrom("Agent" as const, "Human" as const),
      action: words,
      rationale: words,
      details: fc.option(words, { nil: "" }),
      mark,
    });
    fc.assert(
      fc.property(entry, fc.integer({ min: 0, max: 4_000_000_000 }), (written, seconds) => {
        const line = renderEntry(written, seconds * 1000);
        expect(line).not.toMatch(/[\r\n\u2028\u2029\u0085]|%%|```|<%/);
        const read = parseEntry(line);
        expect(read).toMatchObject({ at: seconds * 1000, actor: written.actor });
        expect(read?.mark).toEqual(written.mark);
      }),
      { numRuns: 1000 },
    );
  });

  it("leaves out of its mark what could end the mark or the line", () => {
    const entry = (step: string): NewEntry => ({
      actor: "Agent",
      action: "a",
      rationale: "b",
      mark: { word: "asked", step, request: "ab" },
    });
    for (const odd of ["s-1) (ticked", "s-1, request 00", "s-1\n- [2026-02-21] Agent: x", "", " ", "✋"]) {
      const line = renderEntry(entry(odd), 0);
      expect(line).not.toContain("\n");
      expect(parseEntry(line)?.mark).toEqual({ ...NONE, request: "ab" });
    }
  });
});
