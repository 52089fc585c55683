import { describe, expect, it } from "vitest";
import { parseAction } from "../../src/note/action/parse";

const fault = (source: string): string => {
  const parsed = parseAction(source);
  return parsed.kind === "bad" ? `${String(parsed.line)}: ${parsed.why}` : "";
};

describe("words that YAML leaves out of a block", () => {
  it.each([
    [
      "in a subject",
      "type: email\nargs:\n  subject: Invoice #2026-001",
      "2: ",
      'if it is text, write “subject: "Invoice #2026-001"”; if not, put it on its own line, above',
    ],
    [
      "behind an address",
      "type: email\ntarget: a@example.com # not Bob",
      "1: ",
      "“# not Bob” would be left out",
    ],
    ["right behind a key", "type: social_post\nargs:\n  tag: #garden", "2: ", 'write “tag: "#garden"”'],
    [
      "in an item of a list",
      "type: social_post\nargs:\n  tags:\n    - #launch",
      "3: ",
      'write “- "#launch"”',
    ],
    ["behind quotes", 'type: email\nargs:\n  subject: "Hi" # draft', "2: ", "put it on its own line, above"],
    [
      "behind the sign of a block of text",
      "type: email\nargs:\n  body: | # long\n    Hello",
      "2: ",
      "remove it, or put it on its own line",
    ],
    ["in a list in brackets", "type: email\nargs:\n  tags: [a, b] # both", "2: ", "remove it, or put it"],
    [
      "on a line that hangs under a text",
      "type: social_post\nargs:\n  text: We are live!\n    # launch",
      "3: ",
      "put it after its key, in quotes",
    ],
    [
      "as the first line of a text",
      "type: email\nargs:\n  body:\n    # Offer for Ana\n    Dear Ana, see above.",
      "3: ",
      "“# Offer for Ana” would be left out",
    ],
    [
      "as two lines before a text",
      'type: email\nargs:\n  body:\n    # Offer\n\n    # for Ana\n    "Dear Ana"',
      "3: ",
      "“# Offer” would be left out",
    ],
    [
      "as a tag on a line of its own",
      "type: social_post\nargs:\n  text: We are live!\n  #launch #startup",
      "3: ",
      "“#launch #startup” would be left out",
    ],
    ["behind a tab", "type: email\nargs:\n  subject: Hi\t# x", "2: ", "would be left out"],
    ["behind the type", "type: email # mine", "0: ", "would be left out"],
  ])("%s hold the step", (_what, source, line, why) => {
    expect(fault(source).startsWith(line)).toBe(true);
    expect(fault(source)).toContain(why);
  });

  it.each([
    ["a tag before words", "type: email\nargs:\n  subject: ! now", "2: “!” is special in YAML"],
    ["a tag alone", "type: email\nargs:\n  body: !", "2: “!” is special in YAML"],
    ["an anchor", "type: email\ntarget: &ana ana@example.com", "1: “&ana” is special in YAML"],
    [
      "an anchor in a list",
      "type: email\nargs:\n  to:\n    - &b b@example.com",
      "3: “&b” is special in YAML",
    ],
    [
      "the sign of a block with nothing beneath it",
      "type: email\nargs:\n  subject: >\n  body: x",
      "2: “>” is special in YAML",
    ],
    ["the same at the end", "type: email\nargs:\n  subject: |", "2: “|” is special in YAML"],
  ])("and signs hold it too: %s", (_what, source, why) => {
    expect(fault(source)).toContain(why);
  });

  it.each([
    ["a remark above a line", "type: email\n# to the client\ntarget: a@example.com"],
    ["a remark within the arguments", "type: email\nargs:\n  # short\n  subject: Hi\n  # and\n  body: x"],
    ["a remark at the end", "type: email\nargs:\n  subject: Hi\n# done"],
    ["a # within a word", "type: email\nargs:\n  subject: C# and a#b\n  url: https://example.com/#top"],
    ["a # in quotes", "type: email\nargs:\n  subject: \"Invoice #2026-001\"\n  other: 'It is #1'"],
    ["a # in a block of text", "type: email\nargs:\n  body: |\n    # Title\n    Item #1 # two\n\n    #tag"],
  ])("are no fault: %s", (_what, source) => {
    expect(fault(source)).toBe("");
  });
});

describe("scalars in a block", () => {
  it.each([
    "+41791234567",
    "02134",
    "00042",
    "1.10",
    "1e3",
    "0x1F",
    "1_000",
    ".5",
    "true",
    "yes",
    "2026-03-02",
    "12:30",
    "NaN",
    ".inf",
    "12345678901234567890",
  ])("are the text that is written: %s", (text) => {
    for (const written of [text, `"${text}"`, `'${text}'`]) {
      expect(
        parseAction(
          `type: email\ntarget: ${written}\nargs:\n  x: ${written}\n  list: [${written}]\nattachments: [${written}]`,
        ),
      ).toMatchObject({
        kind: "action",
        action: { target: text, args: { x: text, list: [text] }, attachments: [text] },
      });
    }
  });

  it("are nothing only where nothing is written", () => {
    expect(parseAction('type: email\nargs:\n  a:\n  b: null\n  c: ~\n  d: ""\n  e: "null"')).toMatchObject({
      kind: "action",
      action: { args: { a: null, b: null, c: null, d: "", e: "null" } },
    });
  });
});
