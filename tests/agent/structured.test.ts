/** Answers that have to fit a schema: what may be wrapped around them, and what is never guessed. */
import { expect, test } from "vitest";
import * as z from "zod";
import { jsonSchemaOf, readStructured } from "../../src/agent/structured";

const PLAN = z.strictObject({
  objective: z.string().min(1),
  steps: z
    .array(z.strictObject({ text: z.string(), doer: z.enum(["agent", "person"]).default("person") }))
    .min(1),
});
const JSON_TEXT =
  '{"objective": "A dry roof", "steps": [{"text": "Ask {both} [roofers]", "doer": "person"}]}';
const VALUE = { objective: "A dry roof", steps: [{ text: "Ask {both} [roofers]", doer: "person" }] };

const FENCE = "```";

test.each<readonly [what: string, text: string]>([
  ["alone", JSON_TEXT],
  ["on several lines", JSON.stringify(VALUE, null, 2)],
  ["with line ends of Windows", JSON.stringify(VALUE, null, 2).replaceAll("\n", "\r\n")],
  ["in a fence", `${FENCE}json\n${JSON_TEXT}\n${FENCE}`],
  ["in a fence without a language", `${FENCE}\n${JSON_TEXT}\n${FENCE}\n`],
  ["in a fence of tildes", `~~~json\n${JSON_TEXT}\n~~~`],
  ["in a fence on one line", `${FENCE}json ${JSON_TEXT} ${FENCE}`],
  ["in an indented fence", `1. Here:\n   ${FENCE}json\n   ${JSON_TEXT}\n   ${FENCE}`],
  ["in a fence that is not closed", `${FENCE}json\n${JSON_TEXT}`],
  ["in a fence that is closed and not opened", `${JSON_TEXT}\n${FENCE}`],
  ["in a fence that is not closed, with words behind", `Sure!\n${FENCE}json\n${JSON_TEXT}\n\nTell me more.`],
  ["after a sentence", `Here is the plan: ${JSON_TEXT}`],
  ["between sentences", `Of course.\n\n${JSON_TEXT}\n\nShall I go on?`],
  ["after a sentence with braces", `I used {curly} braces, [x] a box and [[a link]]. ${JSON_TEXT}`],
  ["after a sentence with a stray brace", `Open with { and then:\n${FENCE}json\n${JSON_TEXT}\n${FENCE}`],
  ["after a list of numbers", `As in [1] and [2, 3]: ${JSON_TEXT}`],
  ["in colour", `\u001b[32m${JSON_TEXT}\u001b[0m`],
  ["with colours within", JSON_TEXT.replace('"steps"', '\u001b[1;34m"steps"\u001b[0m')],
  ["after the title of a terminal", `\u001b]0;chat\u0007${JSON_TEXT}`],
  ["after the mark of a file", `\ufeff${JSON_TEXT}`],
  ["with the white space of a web page", JSON_TEXT.replace('"steps"', '\u00a0\u200b"steps"')],
  ["after thoughts that hold another", `<think>First {"objective": "No"} … no.</think>\n${JSON_TEXT}`],
  ["twice the same", `${JSON_TEXT}\n\nOnce more:\n${FENCE}json\n${JSON.stringify(VALUE, null, 1)}\n${FENCE}`],
  ["without what has a default", JSON_TEXT.replace(', "doer": "person"', "")],
])("an answer is read: %s", (_what, text) => {
  expect(readStructured([text], PLAN)).toEqual({ kind: "read", value: VALUE });
});

test.each<readonly [what: string, text: string, fault: RegExp]>([
  ["nothing", "", /no JSON/],
  ["a refusal", "I cannot help with that.", /no JSON/],
  ["half of it", JSON_TEXT.slice(0, -20), /breaks off/],
  ["half of it in a fence", `${FENCE}json\n${JSON_TEXT.slice(0, 40)}\n${FENCE}`, /breaks off/],
  ["a whole one within half of another", `{"answer": ${JSON_TEXT}`, /breaks off/],
  ["one within braces that are doubled", `{${JSON_TEXT}}`, /cannot be read/],
  ["one within a list", `[${JSON_TEXT}]`, /expected object/],
  ["a list that breaks off", `[${JSON_TEXT},`, /breaks off/],
  ["two that differ", `${JSON_TEXT}\nor\n${JSON_TEXT.replace("dry", "wet")}`, /2 JSON values that differ/],
  ["one that fits and one that does not", `${JSON_TEXT}\n{"note": 1}`, /2 JSON values that differ/],
  ["one that fits and one that breaks off", `${JSON_TEXT}\n{"objective": "An`, /breaks off/],
  ["a comma too many", JSON_TEXT.replace("]}", ",]}"), /cannot be read/],
  ["a comment", JSON_TEXT.replace("{", "{ // mine\n"), /cannot be read|breaks off/],
  ["names without quotes", '{objective: "A", steps: [{text: "B"}]}', /cannot be read/],
  ["single quotes", "{'objective': 'A', 'steps': []}", /cannot be read/],
  ["curly quotes", JSON_TEXT.replaceAll('"', "”"), /cannot be read|no JSON/],
  ["a line break within a text", JSON_TEXT.replace("both", "\n"), /cannot be read/],
  ["a name twice", JSON_TEXT.replace("{", '{"objective": "Another", '), /names a key twice/],
  ["a name twice, one deep down", JSON_TEXT.replace('"text"', '"text": "x", "text"'), /names a key twice/],
  ["something missing", '{"objective": "A dry roof"}', /^steps: /],
  [
    "something of another kind",
    JSON_TEXT.replace('"Ask {both} [roofers]"', "7"),
    /^steps\.0\.text: .*string/,
  ],
  ["something more", JSON_TEXT.replace("{", '{"approved": true, '), /approved/],
  ["a prototype", JSON_TEXT.replace("{", '{"__proto__": {"steps": []}, '), /__proto__|key/],
  ["too much of it", `${"x".repeat(400_001)}`, /more than 400,000 characters/],
  ["braces without end", "{".repeat(300_000), /too many braces|breaks off/],
  ["braces of sentences without end", "{x} ".repeat(90_000), /too many braces/],
  ["a depth without end", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`, /more than 40 levels/],
])("an answer is refused, with the exact fault: %s", (_what, text, fault) => {
  const parsed = readStructured([text], PLAN);
  expect(parsed.kind).toBe("bad");
  expect(parsed.kind === "bad" ? parsed.faults.join("\n") : "").toMatch(fault);
});

test("every fault is told, each with its place", () => {
  const parsed = readStructured(
    ['{"objective": "", "steps": [{"doer": "nobody"}, {"text": "x", "more": 1}]}'],
    PLAN,
  );
  expect(parsed.kind === "bad" ? parsed.faults.map((each) => each.split(":")[0]) : []).toEqual([
    "objective",
    "steps.0.text",
    "steps.0.doer",
    "steps.1",
  ]);
});

test("of several forms, the nearest says what is wrong", () => {
  const forms = z.object({
    by: z.union([
      z.strictObject({ file: z.string() }),
      z.strictObject({ note: z.string(), quote: z.string() }),
    ]),
  });
  const parsed = readStructured(['{"by": {"note": "Offers", "quote": 3}}'], forms);
  expect(parsed).toEqual({
    kind: "bad",
    faults: ["by.quote: Invalid input: expected string, received number"],
  });
});

test("what was said and what a tool was called with are one answer, or none", () => {
  expect(readStructured(["I drafted it.", JSON_TEXT], PLAN).kind).toBe("read");
  expect(readStructured([JSON_TEXT, JSON_TEXT], PLAN).kind).toBe("read");
  expect(readStructured([JSON_TEXT, JSON_TEXT.replace("dry", "wet")], PLAN).kind).toBe("bad");
});

test("whoever answers is told the same schema that reads the answer", () => {
  expect(jsonSchemaOf(PLAN)).toMatchObject({
    type: "object",
    required: ["objective", "steps"],
    additionalProperties: false,
    properties: { steps: { minItems: 1, items: { required: ["text"] } } },
  });
});

test("each kind of schema that anyone is told has its JSON Schema", () => {
  const schema = z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .regex(/^[a-z]+$/)
      .describe("In small letters."),
    kind: z.enum(["a", "b"]).default("a"),
    times: z.union([z.int().min(1).max(20), z.string()]).optional(),
    share: z.number().min(0),
    tests: z.literal(true).optional(),
    words: z.array(z.string()).min(1).max(9),
    texts: z.record(z.string().max(9), z.string().nullable()),
    all: z.record(z.string(), z.json()),
    either: z.union([z.string().transform((each) => [each]), z.array(z.string())]),
    open: z.object({ is: z.boolean().optional() }),
  });
  expect(jsonSchemaOf(schema)).toEqual({
    type: "object",
    properties: {
      name: {
        description: "In small letters.",
        type: "string",
        minLength: 1,
        maxLength: 40,
        pattern: "^[a-z]+$",
      },
      kind: { default: "a", type: "string", enum: ["a", "b"] },
      times: { anyOf: [{ type: "integer", minimum: 1, maximum: 20 }, { type: "string" }] },
      share: { type: "number", minimum: 0 },
      tests: { enum: [true] },
      words: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 9 },
      texts: {
        type: "object",
        propertyNames: { type: "string", maxLength: 9 },
        additionalProperties: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      all: { type: "object", propertyNames: { type: "string" }, additionalProperties: {} },
      either: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
      open: { type: "object", properties: { is: { type: "boolean" } } },
    },
    required: ["name", "share", "words", "texts", "all", "either", "open"],
    additionalProperties: false,
  });
  expect(() => jsonSchemaOf(z.date())).toThrow("There is no JSON Schema of date here.");
});
