/** Faults of an action block are told in words, with the line to write. */
import { describe, expect, it } from "vitest";
import { parseAction } from "../../src/note/action/parse";
import { repairNote } from "../../src/note/proposal/repair";

const block = (...args: readonly string[]): string =>
  ["type: email", "target: a@example.com", "args:", ...args].join("\n");

const BROKEN: readonly (readonly [string, string, number, string, string])[] = [
  ["a colon in a field", block("  subject: Re: your offer"), 3, "holds a colon", 'subject: "Re: your offer"'],
  [
    "no space behind the colon of a field",
    block("  subject:Hi"),
    3,
    "a space is missing behind the colon",
    "subject: Hi",
  ],
  [
    "no space behind one colon of two",
    block("  subject: Hi", "  body:Hello"),
    4,
    "a space is missing behind the colon",
    "body: Hello",
  ],
  ["a tab too many", block("  \tsubject: Hi"), 3, "starts with a tab", "subject: Hi"],
  ["a tab for spaces", block("\tsubject: Hi"), 3, "starts with a tab", "subject: Hi"],
  [
    "more behind quotes",
    block('  subject: "Hi" there'),
    3,
    "more behind the closing quotation mark",
    `subject: '"Hi" there'`,
  ],
  ["an at sign", "type: email\ntarget: @ana", 1, "begins with “@”", 'target: "@ana"'],
  ["a quotation mark that is never closed", block('  subject: "Hi'), 3, "never closed", 'subject: "Hi"'],
  ["a full-width colon", "type: email\ntarget：a@example.com", 1, "full-width", "target: a@example.com"],
  ["a full-width colon in a field", block("  subject：Hi"), 3, "full-width", "subject: Hi"],
  ["an invisible space", block("  subject:\u00A0Hi"), 3, "U+00A0", "subject: Hi"],
  [
    "an invisible space before a field",
    block("  body: Hello", "\u00A0 subject: Hi"),
    4,
    "U+00A0",
    "subject: Hi",
  ],
  [
    "no space behind the type",
    "type:email\ntarget: a@example.com",
    0,
    "a space is missing behind the colon",
    "type: email",
  ],
];

describe("an action block that is not YAML", () => {
  it.each(BROKEN)("with %s is explained", (_what, source, line, why, cure) => {
    const parsed = parseAction(source);
    expect(parsed).toMatchObject({ kind: "bad", line });
    expect(parsed.kind === "bad" ? parsed.why : "").toContain(why);
    expect(parsed.kind === "bad" ? parsed.why.endsWith(`; write: ${cure}`) : "").toBe(true);
  });

  it.each(BROKEN)("with %s is repaired on that line alone", (_what, source, line) => {
    const body = source.split("\n").map((each) => `    ${each}`);
    const note = [
      "---",
      "task_id: A",
      "status: Active",
      "---",
      "",
      "## Roadmap",
      "",
      "- [ ] ✋ Send",
      "    ```action",
      ...body,
      "    ```",
      "- [ ] After",
      "",
    ];
    const repair = repairNote("Plans/A.md", note.join("\n"));
    const after = repair.kind === "change" ? repair.change.text.split("\n") : [];
    expect(after.map((text, at) => (text === note[at] ? null : at)).filter((at) => at !== null)).toEqual([
      9 + line,
    ]);
    expect(
      parseAction(
        after
          .slice(9, 9 + body.length)
          .map((each) => each.slice(4))
          .join("\n"),
      ).kind,
    ).toBe("action");
  });

  it("keeps the words of the parser, and every byte, where no change is sure", () => {
    for (const source of [
      block("  a: [1, 2"),
      block("  a: &x 1", "  b: *x"),
      block("  a: 1", "  a: 2"),
      "- type: email\n- [",
    ]) {
      const parsed = parseAction(source);
      expect(parsed.kind === "bad" ? parsed.fix : null, source).toBeUndefined();
      expect(repairNote("A.md", `---\na: 1\n---\n~~~action\n${source}\n~~~\n`).kind, source).toBe("none");
    }
  });

  it("says what is left where one of two blocks cannot be repaired", () => {
    const fence = (source: string): string =>
      `- [ ] ✋ a\n    ~~~action\n${source.replace(/^/gm, "    ")}\n    ~~~\n`;
    const repair = repairNote(
      "A.md",
      `---\ntask_id: A\nstatus: Draft\n---\n## Roadmap\n${fence(block("  subject: Re: x"))}${fence(block("  a: [1"))}`,
    );
    expect(repair.kind === "change" ? repair.change.said?.join(" ") : "").toMatch(
      /holds a colon.* It still needs you in line \d+: /,
    );
  });
});
