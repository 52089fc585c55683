/** Names of work files, and the folder for the work on a plan. */
import { expect, test } from "vitest";
import { workFolderName } from "../../src/note/plan/compose";
import { planKey } from "../../src/kit/ids";
import { DEFAULT_SETTINGS } from "../../src/settings/settings";
import { fileNameFault } from "../../src/flow/fileName";
import { isKept, isWorkNotes, workFolder } from "../../src/agent/place";

test.each([
  "Comparison.md",
  "Angebote 2026.csv",
  "a.b.txt",
  "Übersicht.json",
  "報告.md",
  "Workflow.md",
  "My work notes.md",
  "Обзор.md",
])("%s is a name for a work file", (name) => {
  expect(fileNameFault(name)).toBeNull();
});

test.each([
  "Work notes.md",
  "WORK NOTES.MD",
  "work  notes.md",
  "Work\u00a0notes.md",
  "Work\u200bnotes.md",
  "Work notes\u200d.md",
  "\uff37ork notes.md",
  "W\u043erk notes.md",
  "Work n\u03bftes.md",
  "Wo\u0301rk notes.md",
  "W\u00f3rk notes.md",
  "Work-notes.md",
  "Flow.md",
  "FLOW.md",
  "Fl\u043ew.md",
  " a.md",
  "a .md\u0000",
  "a\n.md",
  "gpj.\u202emd",
  "a.md.",
  "a.md ",
  ".md",
  ".a.md",
  "../a.md",
  "a/b.md",
  "a\\b.md",
  "%2e%2e%2fa.md",
  "C:a.md",
  "con.md",
  "NUL.txt",
  "com1.csv",
  "lpt\u00b9.json",
  "a:b.md",
  "a|b.md",
  "a#b.md",
  "[[a]].md",
  "a.js",
  "a.md.exe",
  "a",
  "",
  "a\ud800.md",
  "Cafe\u0301.md",
  `${"a".repeat(198)}.md`,
  `${"報".repeat(66)}.md`,
])("%j is none", (name) => {
  expect(fileNameFault(name)).not.toBeNull();
});

test("each plan has a folder of its own, whatever its id reads like", () => {
  const ids = ["Roof", "Röof", "Ro/of", "roof!", "PLAN-Roof 2", "Roof\n2", "../Roof", "屋", "根", ""];
  const folders = ids.map((taskId) =>
    workFolder(DEFAULT_SETTINGS, { taskId, key: planKey(taskId), workFolder: null }),
  );
  expect(new Set(folders.map((each) => each.toLowerCase())).size).toBe(ids.length);
  for (const folder of folders) expect(folder).toMatch(/^Work\/[a-z0-9-]+$/);
});

test.each<[name: string | null, folder: string]>([
  ["Papers for our open day 3f9a", "Work/papers-"],
  ["Papers ../../Diary", "Work/papers-"],
  [null, "Work/papers-"],
])("a name that does not end in the mark of the plan counts for nothing: %j", (name, folder) => {
  const of = { taskId: "papers", key: planKey("papers"), workFolder: name };
  expect(workFolder(DEFAULT_SETTINGS, of)).toMatch(new RegExp(`^${folder}[0-9a-f]{8}$`));
});

test("the work of a plan is in a folder of its title", () => {
  const id = "PLAN-20260301-k7f3";
  const name = workFolderName(id, "Papers for our open day: the rota, “the budget”/and ../../the rest of it");
  expect(name).toMatch(/^Papers for our open day the rota, the budget and [0-9a-f]{8}$/);
  const of = { taskId: id, key: planKey(id) };
  expect(workFolder(DEFAULT_SETTINGS, { ...of, workFolder: name })).toBe(`Work/${name}`);
  for (const odd of [`a/${name}`, `..\\${name}`, `../${name}`])
    expect(workFolder(DEFAULT_SETTINGS, { ...of, workFolder: odd })).not.toContain("Papers");
});

test.each(["Work/a/Work notes.md", "Work/a/work NOTES.md"])("%s is taken for work notes", (path) => {
  expect(isWorkNotes(path)).toBe(true);
});

test.each<readonly [string, boolean]>([
  ["Plans/a.md", true],
  ["done/plans/a.md", true],
  ["Dashboard.md", true],
  ["Archive/a.md", true],
  ["Work/other/a.md", true],
  ["Inbox/a.md", false],
  ["Planscape/a.md", false],
  ["Money/Plans/a.md", false],
])("%s may hold an agent's words: %j", (path, kept) => {
  expect(isKept(path, DEFAULT_SETTINGS)).toBe(kept);
});
