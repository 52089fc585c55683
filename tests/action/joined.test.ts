/**
 * A text over several lines without `|` holds the step, and repair writes the sign: what goes out has the lines that
 * were written.
 */
import { describe, expect, it } from "vitest";
import { parseAction } from "../../src/note/action/parse";
import { repairNote } from "../../src/note/proposal/repair";

const block = (...args: readonly string[]): string =>
  ["type: email", "target: a@example.com", "args:", ...args].join("\n");

const JOINED: readonly (readonly [string, readonly string[], number, string, object])[] = [
  [
    "a plain text",
    ["  body: Dear Ana,", "    thank you.", "    Bob"],
    3,
    "YAML would join the lines of “body”; write “body: |” with",
    { body: "Dear Ana,\nthank you.\nBob\n" },
  ],
  [
    "paragraphs",
    ["  body: Dear Ana,", "", "    thank you.", "", "    Bob", "  subject: Hi"],
    3,
    "write “body: |” with",
    { body: "Dear Ana,\n\nthank you.\n\nBob\n", subject: "Hi" },
  ],
  [
    "a text below its key",
    ["  body:", "    Dear Ana,", "    Bob"],
    3,
    "write “body: |” with",
    { body: "Dear Ana,\nBob\n" },
  ],
  [
    "a list in a plain text",
    ["  body: Bring", "    - bread", "      - white", "    - salt"],
    3,
    "write “body: |” with",
    { body: "Bring\n- bread\n  - white\n- salt\n" },
  ],
  [
    "the sign >",
    ["  body: >", "    Dear Ana,", "    Bob"],
    3,
    "“>” joins the lines of “body”; write “body: |” with",
    { body: "Dear Ana,\nBob\n" },
  ],
  [
    "the sign >-",
    ["  body: >-", "    Dear Ana,", "", "    Bob"],
    3,
    "“>” joins the lines of “body”",
    { body: "Dear Ana,\n\nBob" },
  ],
  [
    "double quotes",
    ['  body: "Dear Ana,', "    thank you.", '    Bob"', "  subject: Hi"],
    3,
    "write “body: |” with",
    { body: "Dear Ana,\nthank you.\nBob\n", subject: "Hi" },
  ],
  [
    "single quotes",
    ["  body: 'Dear Ana,", "    Bob'"],
    3,
    "write “body: |” with",
    { body: "Dear Ana,\nBob\n" },
  ],
  [
    "quotes below the key",
    ["  body:", '    "Dear Ana,', '    Bob"'],
    3,
    "write “body: |” with",
    { body: "Dear Ana,\nBob\n" },
  ],
  [
    "an item of a list",
    ["  lines:", "    - one", "      two", "    - three"],
    4,
    "YAML would join the lines of this text; write “- |” with",
    { lines: ["one\ntwo\n", "three"] },
  ],
  [
    "a field in an item",
    ["  parts:", "    - text: one", "        two"],
    4,
    "YAML would join the lines of “text”",
    { parts: [{ text: "one\ntwo\n" }] },
  ],
  [
    "two texts",
    ["  body: a", "    b", "  more: >", "    c", "    d"],
    3,
    "YAML would join the lines of “body”",
    { body: "a\nb\n", more: "c\nd\n" },
  ],
];

const LEFT: readonly (readonly [string, string, number, string])[] = [
  [
    "escapes in quotes",
    block('  body: "Dear \\u0041na,', '    Bob"'),
    3,
    "write “body: |” with the text on the lines below, or put it all on one line",
  ],
  [
    "a receiver",
    "type: email\ntarget: a@example.com,\n  b@example.com",
    1,
    "YAML would join the lines of “target”; write it on one line",
  ],
  [
    "an attachment",
    "type: email\nattachments:\n  - Files/a long\n    name.pdf",
    2,
    "YAML would join the lines of this text; write it on one line",
  ],
  ["braces", "type: email\nargs: {body: a\n    b}", 1, "write it on one line"],
];

const noteOf = (source: string): string =>
  `---\ntask_id: A\nstatus: Active\n---\n\n## Roadmap\n\n- [ ] ✋ Send\n    \`\`\`action\n${source.replace(/^(?=.)/gm, "    ")}\n    \`\`\`\n- [ ] After\n`;

describe("a text whose lines YAML joins", () => {
  it.each(JOINED)("holds the step with what to write: %s", (_what, args, line, why) => {
    expect(parseAction(block(...args))).toMatchObject({
      kind: "bad",
      line,
      why: expect.stringContaining(why) as unknown,
    });
  });

  it.each(JOINED)(
    "goes out as it was written once repair has written the sign: %s",
    (_what, args, _line, _why, becomes) => {
      const repair = repairNote("Plans/A.md", noteOf(block(...args)));
      const after = repair.kind === "change" ? repair.change.text : repair.why;
      const source = after.split("```action\n")[1]?.split("\n    ```")[0]?.replace(/^ {4}/gm, "") ?? after;
      expect(parseAction(source)).toMatchObject({ kind: "action", action: { args: becomes } });
      expect(after.split("\n").at(-2)).toBe("- [ ] After");
    },
  );

  it.each(LEFT)("is left to a person where the sign alone does not do it: %s", (_what, source, line, why) => {
    expect(parseAction(source)).toMatchObject({
      kind: "bad",
      line,
      why: expect.stringContaining(why) as unknown,
    });
    expect(repairNote("Plans/A.md", noteOf(source)).kind).toBe("none");
  });

  it.each([
    ["the sign |", ["  body: |", "    Dear Ana,", "", "    Bob"]],
    ["the sign |-", ["  body: |-", "    Dear Ana,", "    Bob"]],
    ["> with one line", ["  body: >", "    Dear Ana, thank you."]],
    ["one line below its key", ["  body:", "    Dear Ana, thank you."]],
    ["escaped line breaks", ['  body: "Dear Ana,\\nBob"']],
    ["lists and braces over lines", ["  to: [a,", "    b]", "  more:", "    - c", "    - d"]],
    ["nothing at the end", ["  body:", "", ""]],
  ])("is none with %s", (_what, args) => {
    expect(parseAction(block(...args)).kind).toBe("action");
  });
});
