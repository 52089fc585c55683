import { describe, expect, test } from "vitest";

import { outcomeOf } from "../../src/adapters/mcp/answer";
import type { CallOutcome } from "../../src/kit/ports/tools";

const same = (text: string): string => text;
const text = (words: unknown, more: object = {}): object => ({ type: "text", text: words, ...more });
const sent = [text("Sent.")];

const OK: readonly (readonly [string, unknown, string])[] = [
  ["plain", { content: sent }, "Sent."],
  ["no mark", { content: sent, isError: null }, "Sent."],
  ["a mark that is no error, as a text", { content: sent, isError: "false" }, "Sent."],
  ["a mark that is no error, as a number", { content: sent, isError: 0 }, "Sent."],
  [
    "nulls everywhere",
    {
      _meta: null,
      content: [text("Sent.", { annotations: null, _meta: null })],
      structuredContent: null,
      isError: false,
    },
    "Sent.",
  ],
  ["a list as structured content", { content: sent, structuredContent: ["a"] }, "Sent."],
  ["a text as structured content", { content: sent, structuredContent: "a" }, "Sent."],
  ["structured content beside it", { content: sent, structuredContent: { id: 7, error: null } }, "Sent."],
  ["structured content and an empty list", { content: [], structuredContent: { id: 7 } }, '{"id":7}'],
  ["a text without its result", "Sent.", "Sent."],
  ["a list without its result", ["Sent."], "Sent."],
  ["only structured content", { structuredContent: { id: 7 } }, '{"id":7}'],
  ["the form of long ago", { toolResult: "Sent." }, '{"toolResult":"Sent."}'],
  ["its own form", { success: true, messageId: "a" }, '{"success":true,"messageId":"a"}'],
  ["an unknown part", { content: [...sent, { type: "widget", data: { a: 1 } }] }, "Sent.\n(widget)"],
  ["a part without a type", { content: [...sent, { data: 1 }] }, "Sent."],
  ["null as a part", { content: [null, ...sent] }, "Sent."],
  ["an image without its kind", { content: [...sent, { type: "image", data: "aGk=" }] }, "Sent.\n(image)"],
  [
    "an audio whose kind is null",
    { content: [...sent, { type: "audio", mimeType: null }] },
    "Sent.\n(audio)",
  ],
  [
    "an image with its kind",
    { content: [...sent, { type: "image", mimeType: "image/png" }] },
    "Sent.\n(image, image/png)",
  ],
  [
    "a link without a name",
    { content: [...sent, { type: "resource_link", uri: "mail://1" }] },
    "Sent.\n(link to “mail://1”)",
  ],
  [
    "a link with its address",
    { content: [{ type: "resource_link", name: "Rates", uri: "https://kern.example/rates" }] },
    "(link to “Rates”: https://kern.example/rates)",
  ],
  [
    "a file that only has an address",
    { content: [...sent, { type: "resource", resource: { uri: "file:///a.pdf", blob: "aGk=" } }] },
    "Sent.\n(attached file, file:///a.pdf)",
  ],
  ["a link with nothing", { content: [...sent, { type: "resource_link" }] }, "Sent.\n(link to “?”)"],
  [
    "a file without its text",
    { content: [...sent, { type: "resource", resource: null }] },
    "Sent.\n(attached file)",
  ],
  [
    "a file that speaks of errors",
    { content: [...sent, { type: "resource", resource: { uri: "x", text: "Error log of today" } }] },
    "Sent.\nError log of today",
  ],
  [
    "a link to what was made",
    { content: [text("Here it is:"), { type: "resource_link", name: "Note 4", uri: "notes://4" }] },
    "Here it is:\n(link to “Note 4”: notes://4)",
  ],
  [
    "an empty text with structured content",
    { content: [text("")], structuredContent: { id: 7 } },
    '{"id":7}',
  ],
  ["an empty text beside another", { content: [text(""), ...sent] }, "Sent."],
  ["a file alone", { content: [{ type: "resource", resource: { uri: "x", text: "Sent." } }] }, "Sent."],
  [
    "a file that quotes an error below",
    {
      content: [...sent, { type: "resource", resource: { uri: "x", text: "Dear Ana,\nError: no printer" } }],
    },
    "Sent.\nDear Ana,\nError: no printer",
  ],
  ["texts without their parts", { content: ["Sent."] }, "Sent."],
  ["a text without its list", { content: "Sent." }, "Sent."],
  ["a part without its list", { content: text("Sent.") }, "Sent."],
  ["fields nobody knows", { content: sent, took: 12, error: null, errors: [] }, "Sent."],
  ["the newer mark of an end", { resultType: "complete", content: sent }, "Sent."],
];

const TOOL_ERROR: readonly (readonly [string, object, string])[] = [
  ["plain", { content: [text("Quota exceeded")], isError: true }, "Quota exceeded"],
  [
    "with nulls",
    {
      content: [text("Quota exceeded", { annotations: null })],
      structuredContent: null,
      _meta: null,
      isError: true,
    },
    "Quota exceeded",
  ],
  ["without content", { isError: true }, '{"isError":true}'],
  ["with words that say it went well", { content: sent, isError: true }, "Sent."],
  ["with an unknown part", { content: [text("No"), { type: "widget" }], isError: true }, "No\n(widget)"],
];

const UNCLEAR: readonly (readonly [string, unknown, string])[] = [
  ["no result", undefined, ""],
  ["null", null, ""],
  ["an empty list", { content: [] }, ""],
  ["nothing in it", {}, "{}"],
  ["content that is null", { content: null }, '{"content":null}'],
  ["content that is a number", { content: 7 }, '{"content":7}'],
  ["a text that is a number", { content: [text(42)] }, "42"],
  ["an empty text", { content: [text("")] }, ""],
  ["texts of spaces", { content: [text(" \n"), text("")] }, " \n"],
  ["a text that is null", { content: [text(null)] }, ""],
  ["an image alone", { content: [{ type: "image", data: "aGk=" }] }, "(image)"],
  [
    "a link to a sign-in",
    { content: [{ type: "resource_link", uri: "https://mail.example.com/oauth/start" }] },
    "(link to “https://mail.example.com/oauth/start”)",
  ],
  [
    "a draft beside a sign of success",
    { content: sent, structuredContent: { id: 7, status: "draft" } },
    "Sent.",
  ],
  [
    "a condition in the text beside an id",
    { content: [text("Confirmation required.")], structuredContent: { id: 7 } },
    "Confirmation required.",
  ],
];

const UNKNOWN: readonly (readonly [string, unknown, string])[] = [
  ["its own form", { success: false, error: "535" }, '{"success":false,"error":"535"}'],
  ["a failure beside clean words", { content: sent, success: false }, '{"success":false}\nSent.'],
  [
    "structured failure beside clean words",
    { content: sent, structuredContent: { ok: false } },
    '{"ok":false}\nSent.',
  ],
  [
    "structured failure in a list",
    { content: sent, structuredContent: [{ status: "failed" }] },
    '[{"status":"failed"}]\nSent.',
  ],
  [
    "structured failure and an empty list",
    { content: [], structuredContent: { error: "535" } },
    '{"error":"535"}',
  ],
  [
    "a failure told twice",
    { content: [text('{"success":false}')], structuredContent: { success: false } },
    '{"success":false}',
  ],
  ["a text that opens with it", { content: [text("Error: 535")] }, "Error: 535"],
  [
    "the second of two texts",
    { content: [text("Connected."), text("Failed to send.")] },
    "Connected.\nFailed to send.",
  ],
  ["a text without its list", { content: "Failed to send." }, "Failed to send."],
  ["JSON in two texts", { content: [text('{"success":'), text("false}")] }, '{"success":\nfalse}'],
  [
    "a file alone that says it",
    { content: [{ type: "resource", resource: { uri: "x", text: "Error: no" } }] },
    "Error: no",
  ],
  [
    "a file labelled as an error, beside words",
    { content: [...sent, { type: "resource", resource: { uri: "x", text: "Error: no" } }] },
    "Sent.\nError: no",
  ],
  [
    "a failure in a list of results",
    { content: [text('{"results":[{"success":false}]}')] },
    '{"results":[{"success":false}]}',
  ],
  [
    "a failure beside the parts, within its own object",
    { content: sent, metadata: { errorType: "AUTH" } },
    '{"metadata":{"errorType":"AUTH"}}\nSent.',
  ],
  ["a mark that may be one", { content: sent, isError: "true" }, "Sent."],
  ["a mark that is an object", { content: sent, isError: { code: 1 } }, "Sent."],
  ["more input is asked for", { resultType: "input_required", content: sent }, "Sent."],
];

/** Of these the words themselves say that it failed. */
const saysSo = new Set([
  "its own form",
  "a failure beside clean words",
  "structured failure beside clean words",
  "structured failure in a list",
  "structured failure and an empty list",
  "a failure told twice",
  "a text that opens with it",
  "the second of two texts",
  "a text without its list",
  "JSON in two texts",
  "a file alone that says it",
  "a file labelled as an error, beside words",
  "a failure in a list of results",
  "a failure beside the parts, within its own object",
]);

describe("a clean answer is ok with its text, whatever is odd about it", () => {
  test.each(OK)("%s", (_name, result, expected) =>
    expect(outcomeOf(result, same)).toEqual({ kind: "ok", text: expected }),
  );
});

describe("an answer marked as an error is a tool error", () => {
  test.each(TOOL_ERROR)("%s", (_name, result, expected) =>
    expect(outcomeOf(result, same)).toEqual({ kind: "tool-error", text: expected }),
  );
});

describe("an answer that says neither is unclear, with its text", () => {
  test.each(UNCLEAR)("%s", (_name, result, expected) =>
    expect(outcomeOf(result, same)).toMatchObject({ kind: "unclear", text: expected }),
  );
});

describe("an answer that says it failed, or is marked oddly, is unknown, with its words", () => {
  test.each(UNKNOWN)("%s", (_name, result, words) => {
    const outcome = outcomeOf(result, same);
    expect(outcome).toMatchObject({ kind: "unknown", why: expect.stringMatching(/^The server/) });
    if (outcome.kind === "unknown") expect(outcome.said ?? outcome.why).toContain(words);
    expect(outcome.kind === "unknown" && outcome.said !== undefined).toBe(saysSo.has(_name));
  });
});

describe("an answer that a model reads", () => {
  const both = (structuredContent: unknown, ...texts: readonly string[]): string => {
    const outcome = outcomeOf({ content: texts.map((each) => text(each)), structuredContent }, same, {
      forModel: "doing",
    });
    return outcome.kind === "unclear" ? outcome.text : outcome.kind;
  };

  test.each([
    [
      "a sentence about the data",
      { offers: [{ who: "A" }] },
      ["1 offer."],
      '1 offer.\n{"offers":[{"who":"A"}]}',
    ],
    ["a list", [7], ["One."], "One.\n[7]"],
    ["the same, spelled otherwise", { a: 1, b: [2] }, ['{ "b": [2],\n "a": 1 }'], '{ "b": [2],\n "a": 1 }'],
    ["the same text", "Kern", ["Kern"], "Kern"],
    ["the same in the second of two texts", { a: 1 }, ["Found:", '{"a":1}'], 'Found:\n{"a":1}'],
    ["only a part of it", { a: 1, b: 2 }, ['{"a":1}'], '{"a":1}\n{"a":1,"b":2}'],
    ["nothing beside it", null, ["One."], "One."],
  ])("gives the structured part beside the texts, unless a text says all of it: %s", (_n, part, texts, all) =>
    expect(both(part, ...texts)).toBe(all),
  );

  test.each([
    ["a report about failures", { content: [text("# Failed login report\n\n3 attempts.")] }],
    ["a log", { content: [text("Error: disk full\nError: disk full")] }],
    ["a build that failed", { content: [], structuredContent: { status: "failed", error: "lint" } }],
    ["a list without an entry", { content: [text("[]")] }],
    ["an object without a value", { content: [text("{}")], structuredContent: {} }],
    ["words about nothing", { content: [text("No results")] }],
    ["an empty text", { content: [text("")] }],
    ["no part", { content: [] }],
    ["a file", { content: [{ type: "resource", resource: { uri: "x", text: "FAILED: all" } }] }],
  ])("of a tool that reads, it is a result: %s", (_name, result) => {
    expect(outcomeOf(result, same, { forModel: "reading" }).kind).toBe("ok");
  });

  test.each([
    ["marked as an error", { content: sent, isError: true }, "tool-error"],
    ["marked oddly", { content: sent, isError: "yes" }, "unknown"],
    ["without a result", {}, "unknown"],
    ["waiting for more", { resultType: "input_required", content: sent }, "unknown"],
  ])("of a tool that reads, it is none where it is %s", (_name, result, kind) => {
    expect(outcomeOf(result, same, { forModel: "reading" }).kind).toBe(kind);
  });

  test("of a tool that does something, words about failure count", () => {
    expect(outcomeOf({ content: [text("Failed to send.")] }, same, { forModel: "doing" }).kind).toBe(
      "unknown",
    );
  });
});

test("what is kept is bounded, and secrets are blanked before the cut", () => {
  const blank = (words: string): string => words.split("hunter2").join("•••");
  const outcomes: CallOutcome[] = [
    outcomeOf({ content: [text(`Sent. ${"x".repeat(3984)}hunter2${"x".repeat(100)}`)] }, blank),
    outcomeOf({ success: false, error: `${"x".repeat(3960)}hunter2`, more: "x".repeat(100) }, blank),
  ];
  for (const outcome of outcomes) {
    const words =
      outcome.kind === "ok" ? outcome.text : outcome.kind === "unknown" ? (outcome.said ?? "") : "";
    expect(words).toHaveLength(4000);
    expect(words).not.toContain("hunter");
  }
});

test("a deep answer is unclear", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`) as unknown;
  expect(outcomeOf(deep, same)).toMatchObject({ kind: "unclear" });
  expect(outcomeOf({ content: [text("Sent.")], structuredContent: deep }, same)).toMatchObject({
    kind: "ok",
    text: "Sent.",
  });
});
