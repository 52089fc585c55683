/** The ids that a note states although its properties are not as they should be. */
import { describe, expect, test } from "vitest";
import { statedIds } from "../../src/note/plan/id";

describe("a note that is no plan as it stands", () => {
  test.each<[string, string, readonly string[]]>([
    ["a doubled status", "---\ntask_id: PLAN-1\nstatus: Cancelled\nstatus: Active\n---\n", ["PLAN-1"]],
    ["no end of the properties", "---\nstatus: Active\ntask_id: PLAN-1\n\n## Roadmap\n- [ ] a\n", ["PLAN-1"]],
    [
      "the closing fence stuck to the id",
      "---\nstatus: Active\ntask_id: PLAN-1---\n## Roadmap\n",
      ["PLAN-1"],
    ],
    ["a quote left open", '---\ntask_id: "PLAN-1\nstatus: Active\n---\n', ["PLAN-1"]],
    ["a number", "---\ntask_id: 007\nstatus: a: b\n---\n", ["007"]],
    ["a number, in properties that can be read", "---\ntask_id: 2026.10\nstatus: Active\n---\n", ["2026.10"]],
    ["quotes within quotes", "---\ntask_id: 'Bob''s'\nstatus: a: b\n---\n", ["Bob''s", "Bob's"]],
    ["a comment behind it", "---\ntask_id: PLAN-1 # mine\nstatus: a: b\n---\n", ["PLAN-1"]],
    [
      "marks of a merge",
      "---\n<<<<<<< ours\ntask_id: PLAN-9\n=======\ntask_id: PLAN-1\nstatus: Cancelled\n>>>>>>> theirs\n---\n",
      ["PLAN-9", "PLAN-1"],
    ],
    [
      "a merge before the properties",
      "<<<<<<< ours\n---\ntask_id: PLAN-1\nstatus: Cancelled\n---\n=======\n",
      ["PLAN-1"],
    ],
    ["no first fence", "task_id: PLAN-1\nstatus: Cancelled\n---\n\n## Roadmap\n", ["PLAN-1"]],
    ["a line before the first fence", "\n---\ntask_id: PLAN-1\nstatus: Cancelled\n---\n", ["PLAN-1"]],
    [
      "a second mark of byte order, and a long fence",
      "\uFEFF\uFEFF----\ntask_id: PLAN-1\nstatus: Cancelled\n---\n",
      ["PLAN-1"],
    ],
    ["a list", "---\ntask_id:\n  - PLAN-1\nstatus: Cancelled\n---\n", ["PLAN-1"]],
    ["a list in a line", "---\ntask_id: [PLAN-1, PLAN-2]\nstatus: Cancelled\n---\n", ["PLAN-1", "PLAN-2"]],
    ["the value beneath", "---\ntask_id: >-\n  PLAN-1\nstatus: Cancelled\n---\n", ["PLAN-1"]],
    [
      "a comment among the properties",
      "---\n# why\nstatus: Cancelled\n# and\ntask_id: PLAN-1\nstatus: Active\n---\n",
      ["PLAN-1"],
    ],
    ["a value of two words beneath", "---\ntask_id:\n  My plan\nstatus: Stop!\n---\n", ["My plan"]],
    [
      "a line above the first fence",
      "Stop this one!\n---\ntask_id: PLAN-1\nstatus: Active\n---\n",
      ["PLAN-1"],
    ],
    [
      "a heading above the first fence",
      "# Stop this one!\n\n---\ntask_id: PLAN-1\nstatus: Active\n---\n",
      ["PLAN-1"],
    ],
    [
      "a merge of the whole note",
      "<<<<<<< ours\n---\ntask_id: PLAN-9\nstatus: Active\n---\n## Roadmap\n=======\n---\ntask_id: PLAN-1\nstatus: Cancelled\n---\n>>>>>>> theirs\n",
      ["PLAN-9", "PLAN-1"],
    ],
    [
      "a title in braces",
      "---\ntask_id: PLAN-1\ntitle: {{x}}\nstatus: Cancelled\nstatus: Active\n---\n",
      ["PLAN-1"],
    ],
    [
      "quoted and indented keys, ends of lines of every kind",
      "---\r\n  \"task_id\" : PLAN-1\r\n'status': Cancelled\r---\n",
      ["PLAN-1"],
    ],
  ])("with %s", (_what, text, ids) => {
    expect(statedIds(text)).toEqual(ids);
  });

  test.each<[string, string]>([
    ["in its body alone", "---\ntitle: Meeting: Bob\nstatus: open\n---\ntask_id: PLAN-1\n"],
    ["in an example", "---\n\nHow to write a plan:\n\n```\ntask_id: PLAN-1\nstatus: Active\n```\n"],
    ["beneath a heading", "# A page\n\ntask_id: PLAN-1\nstatus: Active\n"],
    ["and no status: a note beside the plan", "---\ntask_id: PLAN-1\ntags: call\n---\n- [ ] Call back\n"],
    ["as a template does", "---\ntask_id: PLAN-1\nstatus: {{status}}\n---\n"],
    ["of a plan it only tells about", "---\nabout:\n  task_id: PLAN-1\n  status: talked\n---\n"],
    ["above its body", "---\n---\ntask_id: PLAN-1\nstatus: Active\n"],
    ["in more than a line", `---\ntask_id: ${"x".repeat(201)}\nstatus: Active\n---\n`],
    ["nowhere", ""],
  ])("states none %s", (_what, text) => {
    expect(statedIds(text)).toEqual([]);
  });

  test.each<[string, string]>([
    ["carriage returns", "\r".repeat(1_000_000)],
    ["blanks", `---\n${" ".repeat(1_000_000)}`],
    ["hyphens", `---\nstatus: a\n${"task_id:-".repeat(100_000)}`],
    ["keys", `---\nstatus: a\n${"task_id:\n".repeat(100_000)}`],
    ["brackets", `---\nstatus: a\ntask_id: ${"[".repeat(1_000_000)}`],
    ["quotes", `---\nstatus: a\ntask_id: ${'"'.repeat(1_000_000)}`],
  ])("is read at once where it is a megabyte of %s", (_what, text) => {
    // Runs into the limit of the test where a reader goes over the rest for every character.
    for (let times = 0; times < 20; times += 1) expect(statedIds(text).length).toBeLessThan(9);
  });
});
