/** Changes to many notes, each in a line: nothing that would be done goes unnamed. */
import { expect, test } from "vitest";
import { briefly, countNotes, tellLater } from "../../src/note/proposal/brief";
import type { NoteChange } from "../../src/note/proposal/proposal";

const note = (more: Partial<NoteChange>): NoteChange => ({
  path: "Plans/A.md",
  hash: "h",
  text: "",
  lines: [],
  ...more,
});
const entry = { actor: "Human", action: "x", rationale: "y", mark: { word: "started" } } as const;
const line = (was: string, ...becomes: readonly string[]): NoteChange["lines"][number] => ({
  line: 1,
  was,
  becomes,
});
const tell = (...notes: readonly NoteChange[]): readonly string[] =>
  briefly(notes).map(({ path, becomes }) => `${path} → ${becomes}`);

test.each<readonly [what: string, change: Partial<NoteChange>, becomes: string]>([
  ["other lines", { lines: [line("a", "b"), line("c", "d")] }, "2 lines changed or added"],
  ["one line for another", { lines: [line("a", "b")] }, "1 line changed or added"],
  ["lines before one that stays", { lines: [line("a", "x", "y", "a")] }, "2 lines changed or added"],
  ["lines after one that stays", { lines: [line("a", "a", "x")] }, "1 line changed or added"],
  ["a line that goes", { lines: [line("a")] }, "1 line taken out"],
  [
    "lines that go beside others",
    { lines: [line("a"), line("b", "c"), line("d")] },
    "1 line changed or added, 2 taken out",
  ],
  ["a log that grows", { log: [entry, entry] }, "2 lines added to its log"],
  [
    "all of it, and another place",
    { lines: [line("a", "b")], log: [entry], moves: "Archive/A.md" },
    "1 line changed or added, 1 line added to its log; moves to Archive/A.md",
  ],
  [
    "another place later",
    { lines: [line("a", "b")], later: "Done/Plans/A.md" },
    "1 line changed or added; moves to Done/Plans/A.md later",
  ],
  ["another place", { moves: "Archive/A.md" }, "moves to Archive/A.md"],
  ["nothing", {}, "stays as it is"],
  ["itself from nothing", { hash: "", text: "a\nb\n" }, "new, 2 lines"],
])("%s", (_what, change, becomes) => {
  expect(tell(note(change))).toEqual([`Plans/A.md → ${becomes}`]);
});

test("how many go elsewhere by themselves is counted", () => {
  const later = "Done/Plans/A.md";
  expect(tellLater([note({}), note({ moves: "Archive/A.md" })])).toBe("");
  expect(tellLater([note({ later }), note({})])).toMatch(/^One note is done/);
  expect(tellLater([note({ later }), note({ later }), note({})])).toMatch(/^2 notes are done/);
});

test("a request stands with the plan that is made of it, under its own path and with all that is said of the plan", () => {
  const notes = [
    note({
      path: "Plans/P.md",
      hash: "",
      text: "a\nb\nc\n",
      log: [entry],
      said: ["Look before you start it."],
    }),
    note({
      path: "Approved/r.md",
      moves: "Archive/r.md",
      after: "Plans/P.md",
      said: ["Every byte of it stays."],
    }),
    note({
      path: "Pending/r.md",
      moves: "Archive/r (2).md",
      after: "Plans/P.md",
      said: ["It says the same as Plans/P.md."],
    }),
  ];
  expect(tell(...notes)).toEqual([
    "Approved/r.md → becomes the draft Plans/P.md (4 lines); moves to Archive/r.md",
    "Pending/r.md → moves to Archive/r (2).md",
  ]);
  expect(briefly(notes).map(({ said }) => said)).toEqual([
    ["Look before you start it."],
    ["It says the same as Plans/P.md."],
  ]);
  expect(briefly(notes).flatMap((each) => each.notes)).toEqual(notes);
});

test("a plan that stays is told once, and beneath it each note that goes into it", () => {
  const stays = note({ lines: [line("a", "a", "b", "c")], log: [entry, entry], said: ["A stays."] });
  const goes = (path: string): NoteChange =>
    note({
      path,
      log: [entry],
      moves: `Archive/${path.slice(6)}`,
      after: "Plans/A.md",
      said: ["1 of its 3 steps goes to Plans/A.md."],
    });
  const items = briefly([stays, goes("Plans/B.md"), goes("Plans/C.md"), note({ path: "Plans/D.md" })]);
  expect(items.map(({ path, becomes }) => `${path} → ${becomes}`)).toEqual([
    "Plans/A.md → takes in 2 notes; 2 lines changed or added, 2 lines added to its log",
    "Plans/D.md → stays as it is",
  ]);
  expect(items[0]?.beneath).toEqual(
    ["B", "C"].map(
      (name) =>
        `Plans/${name}.md → 1 line added to its log; moves to Archive/${name}.md. 1 of its 3 steps goes to Plans/A.md.`,
    ),
  );
  expect(items.map(({ notes }) => notes.length)).toEqual([3, 1]);
  expect(countNotes(items)).toBe(4);
  expect(tell(note({}), goes("Plans/B.md"))).toEqual([
    "Plans/A.md → stays as it is, for all that 1 note had more stands in it already",
  ]);
});

test("no remark is left out, and one that is made several times is made once", () => {
  const said = Array.from({ length: 9 }, (_, n) => `${String(n)}.`);
  expect(briefly([note({ said })])[0]?.said).toEqual(said);
  expect(
    briefly([
      note({ said: ["A colon.", "A colon.", "It is then a plan with the status Active.", "A colon."] }),
    ])[0]?.said,
  ).toEqual(["A colon. (3 times.)", "It is then a plan with the status Active."]);
});
