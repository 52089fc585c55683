import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  besideValues,
  canSet,
  FRONTMATTER_LIMIT,
  readFrontmatter,
  setValue,
  textOf,
  writeScalar,
  writtenText,
} from "../../src/kit/frontmatter";
import { splitLines } from "../../src/kit/lines";
import { readYaml } from "../../src/kit/yaml";

const read = (text: string): ReturnType<typeof readFrontmatter> => readFrontmatter(splitLines(text));

describe("frontmatter", () => {
  it.each([
    ["---\na: b\n---\ntext", { a: "b" }, 3],
    ["---  \na: b\n---\t\ntext", { a: "b" }, 3],
    ["\uFEFF---\na: b\n---\n", { a: "b" }, 3],
    ["---\r\na: b\r\n---\r\n", { a: "b" }, 3],
    ["---\r\r\na: b\r\r\n---\r\r\n", { a: "b" }, 3],
    ["---\ra: b\r---\r", { a: "b" }, 3],
    ["---\n---\ntext", {}, 2],
    ["---\n# only a remark\n---\n", {}, 3],
    ["---\n\n\n---\n", {}, 4],
    ["text", {}, 0],
    ["", {}, 0],
    ["----\na: b\n----\n", {}, 0],
    ["- --\na: b", {}, 0],
    ["\n---\na: b\n---\n", {}, 0],
  ])("%j holds %j", (text, data, bodyFrom) => {
    expect(read(text)).toEqual({ kind: "read", frontmatter: { data, bodyFrom } });
  });

  it.each([
    ["code behind the fence", "---js\n({ a: 1 })\n---\n", 1, "three hyphens alone"],
    ["another language behind the fence", "---json\n{}\n---\n", 1, "three hyphens alone"],
    ["a fence that is never closed", "---\na: b\n", 1, "never closed"],
    [
      "a closing fence glued to a value",
      "---\nstatus: pending---\ntext\n",
      1,
      "line 2 ends with three hyphens",
    ],
    ["a line that begins like a fence", "---\na: b\n---x\nc: d\n---\n", 3, "stand alone"],
    ["a key twice", "---\na: 1\nb: 2\na: 3\n---\n", 4, "the key “a” stands there twice"],
    [
      "a colon in a value",
      "---\nx: 1\nstatus: Blocked: Awaiting Human Approval\n---\n",
      3,
      'write: status: "Blocked: Awaiting Human Approval"',
    ],
    [
      "a colon in a value before a remark",
      "---\nstatus: Blocked: Awaiting # why\n---\n",
      2,
      'write: status: "Blocked: Awaiting" # why',
    ],
    ["a sign YAML keeps for itself", "---\nsender: @ana\n---\n", 2, 'write: sender: "@ana"'],
    ["a tab before a key", "---\na: 1\n\tb: 2\n---\n", 3, "starts with a tab"],
    ["a template", "---\na: 1\nb: {{title}}\n---\n", 3, "template placeholder"],
    ["a list", "---\n- a\n- b\n---\n", 2, "not a list of “key: value” lines"],
    ["an alias", "---\na: &x 1\nb: *x\n---\n", 3, "lias"],
    ["too many lines", `---\n${"\n".repeat(FRONTMATTER_LIMIT.lines + 1)}---\n`, 1, "longer than"],
    ["too much text", `---\na: ${"x".repeat(FRONTMATTER_LIMIT.characters)}\n---\n`, 1, "longer than"],
  ])("with %s is broken, with the line and what to do", (_what, text, line, why) => {
    const parsed = read(text);
    expect(parsed).toMatchObject({ kind: "broken", line });
    expect(parsed.kind === "broken" ? parsed.why : "").toContain(why);
  });

  it("with the repair it names can be read", () => {
    const broken = "---\nstatus: Blocked: Awaiting: both\n---\n";
    const parsed = read(broken);
    const repair = parsed.kind === "broken" ? (/write: (.*)$/.exec(parsed.why)?.[1] ?? "") : "";
    expect(read(`---\n${repair}\n---\n`)).toMatchObject({
      kind: "read",
      frontmatter: { data: { status: "Blocked: Awaiting: both" } },
    });
  });

  it("is read the same when the same broken text was read before", () => {
    expect(read("---\na: b: c\n---\n")).toEqual(read("---\na: b: c\n---\n"));
  });

  it("does not pollute anything by __proto__", () => {
    const parsed = read("---\n__proto__: {polluted: yes}\nconstructor: x\n---\n");
    expect(parsed.kind === "read" ? textOf(parsed.frontmatter.data, "toString") : "").toBe(null);
    expect("polluted" in {}).toBe(false);
  });
});

describe("an id", () => {
  const written = (block: string): string | null => {
    const lines = splitLines(`---\n${block}\n---\n`);
    const parsed = readFrontmatter(lines);
    return parsed.kind === "read" ? writtenText(lines, parsed.frontmatter, "task_id") : "broken";
  };
  it.each([
    ["task_id: 007", "007"],
    ["task_id: 7", "7"],
    ["task_id: 20260221103000123", "20260221103000123"],
    ["task_id: 2026.10", "2026.10"],
    ["task_id: 1e5", "1e5"],
    ["task_id: 0x1F", "0x1F"],
    ["task_id: 0o17 # mine", "0o17"],
    ["task_id: +7", "+7"],
    ["task_id: .5", ".5"],
    ["task_id: 1.0", "1.0"],
    ["task_id: [007]", "007"],
    ["task_id:\n  - 2026.10", "2026.10"],
    ["task_id:\n  - PLAN-1", "PLAN-1"],
    ['task_id: "007"', "007"],
    ["task_id: True", "True"],
    ["x: {a: 007}\ntask_id: 00042", "00042"],
    ["a: >\n  task_id: 8\ntask_id:   0010  ", "0010"],
    ["task_id: null", null],
    ["task_id: ~", null],
    ["task_id:", null],
    ["task_id: []", null],
    ["task_id: [1, 2]", null],
    ["task_id: {a: 1}", null],
    ["status: Active", null],
  ])("that is written %j is %j", (block, id) => {
    expect(written(block)).toBe(id);
  });
});

describe("changing one value", () => {
  it.each([
    ["status: Active", "status: Blocked"],
    ["status: Active # as of today", "status: Blocked # as of today"],
    ["status:   Active   ", "status:   Blocked   "],
    ["status:\tActive", "status:\tBlocked"],
    ["status:", "status: Blocked"],
    ["status:   ", "status:   Blocked"],
    ["status: # not yet", "status: Blocked # not yet"],
    ['status: "Active"', 'status: "Blocked"'],
    ["status: 'Active' # quoted", "status: 'Blocked' # quoted"],
    ['"status": Active', '"status": Blocked'],
    ["'status': Active", "'status': Blocked"],
    ["status : Active", "status : Blocked"],
    ["status: a#b", "status: Blocked"],
    ["status: ~", "status: Blocked"],
    ["status: 17", "status: Blocked"],
    ["status: [Active]", "status: [Blocked]"],
    ["status: [ 'Active' ] # why", "status: [ 'Blocked' ] # why"],
    ["status:\n  - Active", "status:\n  - Blocked"],
    ['status: # why\n- "Active"  # so', 'status: # why\n- "Blocked"  # so'],
  ])("%j becomes %j", (before, after) => {
    for (const end of ["\n", "\r\n", "\r\r\n", "\r"]) {
      const note = (line: string): string =>
        ["---", "# remark", "a:  'kept' # so", ...line.split("\n"), "z: [1,  2]", "---", "body"].join(end);
      expect(setValue(note(before), "status", "Blocked")).toBe(note(after));
    }
  });

  it.each([
    ["status: >\n  Active", "status: Blocked"],
    ["status: >-\n  Active\n  and more", "status: Blocked"],
    ["status: |2-  # why\n  Active\n\n  # no remark", "status: Blocked  # why"],
    ["status: >+\n  Active\n\n\nx: y", "status: Blocked\n\n\nx: y"],
    ["status: |\n\n  Active\n# a remark", "status: Blocked\n# a remark"],
    ["status: Active\n  and more", "status: Blocked"],
    ["status: Active\n  and more # why", "status: Blocked # why"],
    ["status:\n  Active and\n  more", "status: Blocked"],
    ['status:\n  "Active and\n  more"', 'status: "Blocked"'],
    ["status: # why\n  Active", "status: # why\n  Blocked"],
    ['status: "Active\n  and more" # why', 'status: "Blocked" # why'],
    ['status: "Active\\\n  \\ and more"', 'status: "Blocked"'],
    ["status: 'Active\n\n  and more'", "status: 'Blocked'"],
    ["'status': >-\n    Active", "'status': Blocked"],
    ["status:\n  - Active\n    and more", "status:\n  - Blocked"],
    ["status: [\n  Active\n  ]", "status: [\n  Blocked\n  ]"],
    ["status: >-", "status: Blocked"],
  ])("over several lines, %j becomes %j", (before, after) => {
    for (const end of ["\n", "\r\n", "\r\r\n", "\r"]) {
      const note = (block: string): string =>
        ["---", "# remark", "a:  'kept' # so", ...block.split("\n"), "z: [1,  2]", "---", "body"].join(end);
      expect(setValue(note(before), "status", "Blocked")).toBe(note(after));
      expect(canSet(splitLines(note(before)), splitLines(note(before)).length - 1, "status")).toBe(true);
    }
  });

  it.each([
    ["an anchor", "status: &s Active"],
    ["a tag", "status: !!str Active"],
    ["a list of two", "status: [Active, Draft]"],
    ["a list of two lines", "status:\n  - Active\n  - Draft"],
    ["an empty list", "status: []"],
    ["a list in a list", "status: [[Active]]"],
    ["an item that is a map", "status:\n  - is: Active"],
    ["an item of several lines with its breaks", "status:\n  - |-\n    Active"],
    ["a map", "status: {is: Active}"],
    ["a flow mapping", "{status: Active}"],
    ["an explicit key", "? status\n: Active"],
    ["a key within another", "x:\n  status: Active"],
    ["no such key", "stat: Active"],
    ["a broken block", "status: a: b"],
  ])("of %s is refused", (_what, block) => {
    expect(setValue(`---\n${block}\n---\n`, "status", "Blocked")).toBe(null);
  });

  it("to what it is changes nothing", () => {
    for (const line of ["status: Active", "status:   'Active' # x", 'status: "Active"'])
      expect(setValue(`---\n${line}\n---`, "status", "Active")).toBe(`---\n${line}\n---`);
    expect(setValue("---\nreason:\n---\n", "reason", null)).toBe("---\nreason:\n---\n");
  });

  it("gives the value back and touches no other line", () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.constantFrom(
        "yes",
        "null",
        "1_000",
        "0o17",
        "2026-01-01",
        "- x",
        "# x",
        "a: b",
        " x ",
        "'",
        '"',
        "<% x %>",
        "{{x}}",
        "\u202E",
        "Blocked",
      ),
    );
    const line = fc.constantFrom(
      "reason: null",
      "reason:",
      "reason: 'old'  # why",
      'reason: "old"',
      "reason: some words",
      "reason:   # why",
    );
    fc.assert(
      fc.property(value, line, fc.constantFrom("\n", "\r\n", "\r\r\n"), fc.boolean(), (to, old, end, bom) => {
        const before = [
          `${bom ? "\uFEFF" : ""}---`,
          "task_id: 'P-1'   # mine",
          old,
          "tags: [a,   b]",
          "---",
          "reason: text",
          "",
        ].join(end);
        const after = setValue(before, "reason", to);
        expect(after).not.toBe(null);
        const lines = splitLines(after ?? "");
        expect(lines.filter((_line, at) => at !== 2)).toEqual(
          splitLines(before).filter((_line, at) => at !== 2),
        );
        const parsed = readFrontmatter(lines);
        expect(parsed.kind === "read" ? parsed.frontmatter.data["reason"] : undefined).toBe(to);
        expect((lines[2]?.text ?? "").includes("# why")).toBe(old.includes("# why"));
        expect(lines[2]?.text).not.toMatch(/<%|\{\{|\u202E/);
      }),
      { numRuns: 500 },
    );
  });

  it("is known to be possible before it is tried", () => {
    const lines = splitLines("---\nstatus: Active\nlist:\n  - a\n---\n");
    expect([canSet(lines, 5, "status"), canSet(lines, 5, "list"), canSet(lines, 5, "task_id")]).toEqual([
      true,
      true,
      false,
    ]);
    const others = splitLines("---\ntags:\n  - a\n  - b\nmap:\n  - a: b\n---\n");
    expect([canSet(others, 7, "map"), canSet(others, 7, "a")]).toEqual([false, false]);
  });
});

describe("a written scalar", () => {
  it.each([
    [null, "null"],
    ["Active", "Active"],
    ["client_a@example.com", "client_a@example.com"],
    ["null", '"null"'],
    ["yes", '"yes"'],
    ["2026-02-21", '"2026-02-21"'],
    ["a: b", '"a: b"'],
    ["<% tp.x %>", '"\\u003c% tp.x %>"'],
    ["", '""'],
  ])("%j is written %s", (value, written) => {
    expect(writeScalar(value)).toBe(written);
    expect(readYaml(`k: ${written}`)).toEqual({ kind: "value", value: { k: value } });
  });
});

describe("what stands beside the values", () => {
  it.each([
    ["a: b\nc: 'd'\n", []],
    ["a: b # remark\n", ["# remark"]],
    ["# remark\na: b\n", ["# remark"]],
    ["a:\n  - b\n", []],
    ["a: [b]\n'c': >-\n  x # no remark\n  y\n", []],
    ['a: "b\n  c" # remark\n# and more\n', ["# remark", "# and more"]],
    ["a: &words b\n", ["&words"]],
    ["a: !!str b # remark\n", ["!!str # remark"]],
    ["a: |- # remark\n  b\n", ["# remark"]],
    ["a: 'x # no remark'\n", []],
    ["a: x#y\n", []],
  ])("of %j is %j", (block, beside) => {
    const lines = splitLines(`---\n${block}---\n`);
    expect(besideValues(lines, lines.length)).toEqual(beside);
  });
});
