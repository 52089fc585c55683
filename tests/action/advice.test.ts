/** The advice of a refused block: typed back in, it reads as the words that were meant. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAction } from "../../src/note/action/parse";

const lines = (...each: readonly string[]): string => each.join("\n");
const withSubject = (text: string): string =>
  lines("type: email", "target: a@example.com", "args:", `  subject: ${text}`, "  body: x");

/** Types in what each message says, until the block is read; the messages, if it never is. */
function follow(source: string): unknown {
  const now = source.split("\n");
  const said: string[] = [];
  for (let turns = 0; turns < 4; turns += 1) {
    const parsed = parseAction(now.join("\n"));
    if (parsed.kind === "action") return parsed.action.args["subject"];
    said.push(parsed.why);
    const written = /write(?: “|: )(subject: .*?)(?:”; if not, put it on its own line, above)?$/s.exec(
      parsed.why,
    )?.[1];
    if (written === undefined) break;
    now[parsed.line] = `  ${written}`;
  }
  return said;
}

describe("what a message says to write", () => {
  it.each([
    "Re: Invoice # 5",
    "Re: Invoice #5",
    "Invoice # 5",
    "Invoice #5",
    "Re: a: b # c # d",
    "@ana # 5",
    "*bold* # 1",
    "**Urgent**",
    "*Urgent",
    "!Important",
    "!Important: now # 1",
    "`code`",
    "%50 off: today",
    "- one # two",
    "[Urgent] Re: it",
    "? why: so",
    "🎉 Party: yes # 1",
    "“Hi: there” # 3",
    'a: "b" # c',
    "it's: # 1",
    '"Hi" there # 1',
    "'Hi' you: # 1",
    "100%: # 1",
    "a \\ b: c # d",
    "Re:\ttab",
    "see https://example.com/#top: # 1",
  ])("is read as it was written: %s", (text) => {
    expect(follow(withSubject(text))).toBe(text);
  });

  it("is read as it was written, whatever signs meet in a line", () => {
    const part = fc.constantFrom(
      "a",
      "Re",
      ": ",
      ":",
      " #",
      "# ",
      " # 5",
      "@",
      "*",
      "**",
      "`",
      "%",
      "&",
      "!",
      "[x]",
      "{y}",
      "'s",
      " - ",
      "?",
      " ",
      "é",
      "🎉",
      "“",
      "”",
      ", ",
      "~",
      "=",
      "/",
      "<b>",
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.join("").trim();
        if (text === "" || /^[#&"'|>~]|^null$|^[?:-]$/.test(text) || /^[[{!*]/.test(text)) return;
        const got = follow(withSubject(text));
        if (typeof got === "string") read += 1;
        expect(got, text).toBe(text);
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(500);
  });
});

describe("a newcomer's block", () => {
  const rest = ["target: a@example.com", "args:"];
  it.each([
    [
      "fields at the margin",
      lines("type: email", ...rest, "subject: Hi", "body: x"),
      3,
      "“subject”, “body” belong to args; put two more spaces before each",
    ],
    [
      "one field at the margin",
      lines("type: email", ...rest, "subject: Hi"),
      3,
      "“subject” belongs to args; put two more spaces before it",
    ],
    [
      "no args",
      lines("type: email", "to: a@example.com", "subject: Hi"),
      1,
      "“to”, “subject” are not keys of the block, which has type, target, send_at, args and attachments; a field of the function goes under args, two spaces further in",
    ],
    [
      "another word for the target, behind a field that begins like it",
      lines("type: email", "args:", "  topic: x", "to: a@example.com"),
      3,
      "“to” is not a key of the block",
    ],
    [
      "another word for the target",
      lines("type: email", "to: a@example.com"),
      1,
      "“to” is not a key of the block; write target: for the receiver, or indent it two spaces under args",
    ],
    [
      "keys in capitals",
      lines("Type: email", "Target: a@example.com"),
      0,
      "“Type” must be in small letters; write: type:",
    ],
    [
      "a dash for the colon",
      lines("type: email", "to - a@example.com", "args:", "  subject: Hi"),
      1,
      "“to - a@example.com” is not “key: value”; write: to: a@example.com",
    ],
    [
      "a remark of another language",
      lines("type: email", "// to Ana", ...rest, "  subject: Hi"),
      1,
      "“// to Ana” is not “key: value”; a comment begins with # and a space",
    ],
    [
      "a key twice",
      lines("type: email", "target: a@example.com", "target: b@example.com"),
      2,
      "“target” is there twice; keep one of the two lines",
    ],
    [
      "fields that do not line up",
      lines("type: email", ...rest, "  subject: Hi", "   body: x"),
      4,
      "“body” does not line up with “subject” above; indent both the same",
    ],
    [
      "fields that go out again",
      lines("type: email", ...rest, "    subject: Hi", "  body: x"),
      4,
      "“body” does not line up with “subject” above; indent both the same",
    ],
    [
      "a text as far in as its key",
      lines("type: email", ...rest, "  body: |", "  Dear Ana", "  Bob"),
      4,
      "the text of “body” must be indented more than “body” itself; put 2 more spaces before each of its lines",
    ],
    [
      "a text at the margin",
      lines("type: email", ...rest, "  subject: Hi", "  body: |", "Dear Ana", "Bob"),
      5,
      "put 4 more spaces before each of its lines",
    ],
    [
      "a text behind the sign",
      lines("type: email", ...rest, "  body: | Dear Ana,", "    Bob"),
      3,
      "the text behind “|” has to begin on the next line; write: body: |, and the text on the lines beneath it",
    ],
    [
      "a list behind its key",
      lines("type: email", ...rest, "  body: - one", "    - two"),
      3,
      "a list cannot begin behind “body:”; write: body: |, and the text on the lines beneath it",
    ],
    [
      "a type with a hyphen",
      lines("type: e-mail", ...rest),
      0,
      "a type is one word in small letters, which “e-mail” is not; write: type: email",
    ],
    [
      "a type of two words",
      lines("target: x", "type: Social post"),
      1,
      "a type is one word in small letters, which “Social post” is not; write: type: social_post",
    ],
    [
      "a type in curly quotes",
      lines("type: “email”"),
      0,
      "a type is one word in small letters, which “email” is not; write: type: email",
    ],
    ["no type", lines("target: a@example.com"), 0, "the block has no type; write a line such as type: email"],
    [
      "an apostrophe first",
      lines("type: email", ...rest, "  body: 'tis me"),
      3,
      'the value begins with an apostrophe, so it needs quotes; write: body: "\'tis me"',
    ],
    [
      "a link without quotes",
      lines("type: email", "target: [[Ana]]"),
      0,
      'a link needs quotes; write: target: "[[Ana]]"',
    ],
    [
      "one attachment as text",
      lines("type: email", "attachments: Files/a.pdf"),
      0,
      "“attachments” is a list; write each path on a line below it, after a dash: - Files/a.pdf",
    ],
    [
      "prose",
      "Please send a mail to Ana",
      0,
      "the block must be lines of “key: value”, the first such as type: email",
    ],
  ])("with %s is told what to write, and where", (_what, source, line, why) => {
    const parsed = parseAction(source);
    expect(parsed).toMatchObject({ kind: "bad", line });
    expect(parsed.kind === "bad" ? parsed.why : "").toContain(why);
  });
});
