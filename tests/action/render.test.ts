import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTION_LIMIT, type Action } from "../../src/note/action/action";
import { isActionFence, parseAction } from "../../src/note/action/parse";
import {
  canonicalAction,
  hashAction,
  renderAction,
  renderSource,
  sameAction,
} from "../../src/note/action/render";
import { splitLines } from "../../src/kit/lines";
import { kindsOf } from "../../src/kit/markdown";
import { actions, LOOKALIKES, said } from "./actions";

const EMAIL: Action = {
  type: "email",
  target: "client_a@example.com",
  args: { subject: "January invoice", body: "Dear Client,\n\nplease find it below.\n" },
  attachments: [],
};

/** The text between the fences, as a reader of Markdown takes it. */
function inside(block: string): string | null {
  const lines = splitLines(block);
  const kinds = kindsOf(lines, 0);
  if (
    kinds[0] !== "fence-open" ||
    kinds.at(-1) !== "fence-close" ||
    kinds.slice(1, -1).some((kind) => kind !== "fence")
  )
    return null;
  return lines
    .slice(1, -1)
    .map((line) => line.text)
    .join("\n");
}

describe("an action as a block", () => {
  it("is written as a person would", () => {
    expect(renderAction(EMAIL)).toBe(
      "```action\ntype: email\ntarget: client_a@example.com\nargs:\n  subject: January invoice\n  body: |\n    Dear Client,\n\n    please find it below.\n```",
    );
  });

  it("reads back as the same action, whatever it holds", () => {
    fc.assert(
      fc.property(actions, (action) => {
        const parsed = parseAction(inside(renderAction(action)) ?? "");
        expect(parsed).toMatchObject({ kind: "action" });
        expect(parsed.kind === "action" && sameAction(parsed.action, action)).toBe(true);
        expect(parsed.kind === "action" ? parsed.action.target : "").toBe(action.target);
      }),
      { numRuns: 1500 },
    );
  });

  it.each(LOOKALIKES)("holds the text %j as text", (each) => {
    const action: Action = {
      ...EMAIL,
      args: {
        one: each,
        two: [each, [each], { [each === "__proto__x" ? "k" : each]: each }],
        three: { deep: each },
      },
    };
    const parsed = parseAction(inside(renderAction(action)) ?? "");
    expect(said(parsed)).toEqual({ kind: "action", action });
  });

  it("shows nothing unseen, and nothing that a plugin runs from a raw file", () => {
    fc.assert(
      fc.property(actions, (action) => {
        const block = renderAction(action);
        expect(block).not.toMatch(/<%|\{\{/);
        expect(block.replace(/\p{Extended_Pictographic}\uFE0F|[0-9#*]\uFE0F\u20E3/gu, "")).not.toMatch(
          /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?!\n)\p{Cc}/u,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("is fenced by more ticks than it holds", () => {
    const action: Action = { ...EMAIL, args: { body: "a\n```\nb\n`````\nc" } };
    expect(renderAction(action).startsWith("``````action\n")).toBe(true);
    expect(
      renderAction({ ...EMAIL, args: { body: "` ".repeat(40_000).trim() } }).startsWith("```action\n"),
    ).toBe(true);
  });

  it("has one spelling for equal actions and another for every other", () => {
    expect(canonicalAction({ ...EMAIL, args: { b: 1, a: 2 } })).toBe(
      canonicalAction({ ...EMAIL, args: { a: 2, b: 1 } }),
    );
    const others: readonly Action[] = [
      { ...EMAIL, type: "other" },
      { ...EMAIL, target: "x" },
      { ...EMAIL, args: {} },
      { ...EMAIL, attachments: ["a"] },
      { ...EMAIL, args: { ...EMAIL.args, extra: null } },
    ];
    for (const other of others) expect(sameAction(EMAIL, other)).toBe(false);
  });

  it("that cannot be shown at length is not cut", () => {
    const action: Action = { ...EMAIL, args: { body: "x".repeat(ACTION_LIMIT) } };
    expect(parseAction(renderSource(action)).kind).toBe("bad");
  });
});

describe("a block in a plan", () => {
  it.each([
    ["type: other", { type: "other", target: "", args: {}, attachments: [] }],
    [
      "type: email\ntarget: a@b.c\nargs:\n  n: 1_000\n  d: 2026-01-01\n  y: yes\n  o: 0o17",
      {
        type: "email",
        target: "a@b.c",
        args: { n: "1_000", d: "2026-01-01", y: "yes", o: "0o17" },
        attachments: [],
      },
    ],
    [
      "{type: email, args: {to: [a, b]}}",
      { type: "email", target: "", args: { to: ["a", "b"] }, attachments: [] },
    ],
    [
      "type: email\nattachments: [a.pdf]\nargs:",
      { type: "email", target: "", args: {}, attachments: ["a.pdf"] },
    ],
  ])("%j is understood", (source, action) => {
    expect(said(parseAction(source))).toEqual({ kind: "action", action });
  });

  it.each([
    ["nothing", "", 0, "lines of “key: value”"],
    ["a list", "- type: email", 0, "lines of “key: value”"],
    ["no type", "target: a", 0, "the block has no type"],
    ["a type in capitals", "type: Email", 0, "one word in small letters"],
    ["a type that is a list", "type: [email]", 0, "one word in small letters"],
    ["a key it does not know", "type: email\nto: a", 1, "“to” is not a key"],
    ["several keys it does not know", "typ: email\namount: 3", 0, "“typ”, “amount” are not keys"],
    [
      "a target that is a list of names",
      "type: email\ntarget: [Ana, Ben]",
      0,
      "“target” must be text, or a list of addresses",
    ],
    ["arguments that are text", "type: email\nargs: x", 0, "“args” must be"],
    ["attachments that are text", "type: email\nattachments: a.pdf", 0, "after a dash: - a.pdf"],
    ["half a character", 'type: email\nargs: {a: "\\ud83d"}', 0, "cannot be sent exactly"],
    ["a key of the prototype", "type: email\nargs: {__proto__: {a: 1}}", 0, "cannot be sent exactly"],
    ["a key twice", "type: email\ntype: payment", 1, "“type” is there twice"],
    ["an alias", "type: &t email\ntarget: *t", 1, "not valid YAML"],
    ["broken YAML", "type: email\nargs:\n  subject: a: b", 2, 'write: subject: "a: b"'],
    ["too much text", `type: email\nargs: {body: ${"x".repeat(ACTION_LIMIT)}}`, 0, "longer than"],
  ])("with %s is refused", (_what, source, line, why) => {
    const parsed = parseAction(source);
    expect(parsed).toMatchObject({ kind: "bad", line });
    expect(parsed.kind === "bad" ? parsed.why : "").toContain(why);
  });

  it("hashes alike only with the same bytes in the files that go along", () => {
    const files = (...hashes: string[]): { sha256: string }[] => hashes.map((sha256) => ({ sha256 }));
    expect(hashAction(EMAIL, files("a", "b"))).toBe(hashAction({ ...EMAIL }, files("a", "b")));
    for (const other of [files("b", "a"), files("a"), files()])
      expect(hashAction(EMAIL, other)).not.toBe(hashAction(EMAIL, files("a", "b")));
    expect(hashAction({ ...EMAIL, target: "x" }, files())).not.toBe(hashAction(EMAIL, files()));
  });

  it.each([
    ["```action", true],
    ["  ~~~ Action", true],
    ["```{.action}", true],
    ["- ````action now", true],
    ["> ```action", true],
    ["```actions", false],
    ["```", false],
    ["```js action", false],
    ["action", false],
  ])("is named by its fence: %j", (line, is) => {
    expect(isActionFence(line)).toBe(is);
  });
});
