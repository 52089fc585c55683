/** A note whose properties cannot be read: all its mistakes put right, or nothing touched. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFrontmatter } from "../../src/kit/frontmatter";
import { splitLines } from "../../src/kit/lines";
import { repairNote } from "../../src/note/proposal/repair";

const BODY = "\n# Objective\nSend it.  \n\n## Roadmap\n- [ ] status: a: b\n";

describe("a note with", () => {
  it("several mistakes is put right as a whole, and each line is shown as it is and as it would be", () => {
    const text = `---\ntask_id:A\nsource_link: Re: offer\nstatus: Active\nstatus: Active\nmine: stays   # as it is\n---${BODY}`;
    expect(repairNote("Plans/A.md", text)).toMatchObject({
      kind: "change",
      change: {
        path: "Plans/A.md",
        text: `---\ntask_id: A\nsource_link: "Re: offer"\nstatus: Active\nmine: stays   # as it is\n---${BODY}`,
        lines: [
          { line: 2, was: "task_id:A", becomes: ["task_id: A"] },
          { line: 3, was: "source_link: Re: offer", becomes: ['source_link: "Re: offer"'] },
          { line: 5, was: "status: Active", becomes: [] },
        ],
      },
    });
  });

  it("line ends of its own keeps them", () => {
    const text = `\uFEFF---\r\nstatus: a: b\r\nx: 1---\r\nbody\r\r\nend`;
    expect(repairNote("p.md", text)).toMatchObject({
      change: { text: `\uFEFF---\r\nstatus: "a: b"\r\nx: 1\r\n---\r\nbody\r\r\nend` },
    });
  });

  it("a status that lets it go on says so", () => {
    expect(
      repairNote("p.md", "---\ntask_id: A\nowner: @ana\nstatus: Active\n---\n\n## Roadmap\n- [ ] a\n"),
    ).toMatchObject({
      change: {
        said: ["The value begins with “@”, so it needs quotes.", "It is then a plan with the status Active."],
      },
    });
  });

  it("no space behind any colon is put right line by line", () => {
    expect(repairNote("p.md", "---\ntask_id:A\nstatus:Active\ntype:plan\n---\n")).toMatchObject({
      change: { text: "---\ntask_id: A\nstatus: Active\ntype: plan\n---\n" },
    });
  });

  it.each([
    [
      "the first line of an action block at the margin",
      "- [ ] ✋ a\n```action\n    type: email\n    ```\n- [ ] b\n",
      "- [ ] ✋ a\n    ```action\n    type: email\n    ```\n- [ ] b\n",
    ],
    [
      "a whole block at the margin, with an empty line",
      "1. [ ] ✋ a\n\n~~~action\ntype: email\n\nargs:\n  body: x\n~~~\n\n2. [ ] b\n",
      "1. [ ] ✋ a\n\n    ~~~action\n    type: email\n\n    args:\n      body: x\n    ~~~\n\n2. [ ] b\n",
    ],
    [
      "two blocks at the margin, of which one step is over",
      "- [x] ✋ a\n```action\ntype: email\n```\n- [ ] ✋ b\n```action\ntype: other\n```\n",
      "- [x] ✋ a\n```action\ntype: email\n```\n- [ ] ✋ b\n    ```action\n    type: other\n    ```\n",
    ],
    [
      "a block beneath a step that is indented, too",
      "- group\n  - [ ] ✋ a\n  ```action\n  type: email\n  ```\n",
      "- group\n  - [ ] ✋ a\n        ```action\n        type: email\n        ```\n",
    ],
  ])("%s is indented", (_what, roadmap, becomes) => {
    const note = (steps: string): string =>
      `---\ntask_id: A\nstatus: Active\n---\n\n## Roadmap\n\n${steps}\n## Reasoning Logs\n`;
    const repair = repairNote("p.md", note(roadmap));
    expect(repair.kind === "change" ? repair.change.text : repair.why).toBe(note(becomes));
  });

  it("a block at the margin that is no action is left as it is", () => {
    const text = "---\ntask_id: A\nstatus: Active\n---\n\n## Roadmap\n\n- [ ] ✋ a\n```action\nwords\n```\n";
    expect(repairNote("p.md", text).kind).toBe("none");
  });

  it.each([
    ["---\nowner:\u00A0Ana\u00A0Lee\nstatus: a: b\n---\n", '---\nowner: Ana\u00A0Lee\nstatus: "a: b"\n---\n'],
    [
      "---\na: 1\n---\n- [ ] ✋ a\n    ```action\n    type:\u00A0email\n    args:\n      subject:\u00A0\u00A0Hi\u00A0Ana\n    ```\n",
      "---\na: 1\n---\n- [ ] ✋ a\n    ```action\n    type: email\n    args:\n      subject:  Hi\u00A0Ana\n    ```\n",
    ],
  ])("invisible spaces keeps those within values: %j", (text, becomes) => {
    const repair = repairNote("p.md", text);
    expect(repair.kind === "change" ? repair.change.text : repair.why).toBe(becomes);
  });

  it.each([
    ["nothing wrong", "---\na: 1\n---\n", "readable properties already"],
    ["no properties", "text\n", "readable properties already"],
    [
      "a change that would alter another line",
      "---\ntask_id: A\nstatus: Draft\nmine: |\n  x\nmine: |\n  x\n---\n",
      "needs you",
    ],
    [
      "one mistake among others that needs a person",
      '---\na: "b" c\nstatus: Active\nstatus: Done\n---\n',
      "needs you in line 4: the key “status” stands there twice",
    ],
    [
      "more mistakes than are put right by rule",
      `---\na: 1\n${Array.from({ length: 30 }, (_, n) => `k${String(n)}:v\n`).join("")}---\n`,
      "more than 20 mistakes",
    ],
  ])("%s is left as it is", (_what, text, why) => {
    expect(repairNote("p.md", text)).toEqual({ kind: "none", why: expect.stringContaining(why) as unknown });
  });
});

it("what comes of it can be read, and every line that is not shown stands as it stood", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "a: b: c",
      'f: "x" y',
      "g:h",
      "loose text",
      "\tq: 1",
      " r: 2",
      "title: 'it's",
      "s: @x",
      "t: *b* c",
      "u: [v] w",
      "x: 1",
      "- y",
      "# z",
      "",
      "k: |",
      "  deep",
      "a: 1",
      "{",
      "]",
      "? ",
      '"',
    ),
    fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, " ")),
  );
  let changed = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (block) => {
      const text = `---\n${block.join("\n")}\n---\nbody\n`;
      const repair = repairNote("p.md", text);
      if (repair.kind === "none") return;
      changed += 1;
      expect(readFrontmatter(splitLines(repair.change.text)).kind).toBe("read");
      const now = text
        .split("\n")
        .flatMap((each, at) => repair.change.lines.find((shown) => shown.line === at + 1)?.becomes ?? [each]);
      expect(now.join("\n")).toBe(repair.change.text);
    }),
    { numRuns: 3000 },
  );
  expect(changed).toBeGreaterThan(100);
});
