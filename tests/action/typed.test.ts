import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  exactNumber,
  listedArguments,
  takesMore,
  takingOf,
  typedArguments,
} from "../../src/note/action/typed";
import type { Json, JsonObject } from "../../src/kit/json";

const one = (schema: Json): JsonObject => ({ type: "object", properties: { x: schema } });
const sent = (value: Json, schema: Json, root: JsonObject = {}): Json | undefined =>
  typedArguments({ x: value }, { ...one(schema), ...root }).args["x"];

describe("a word that only a number, true, false or nothing fits", () => {
  it.each<[string, string, Json, Json]>([
    ["a whole number", "1500", { type: "integer" }, 1500],
    ["a number", "1.10", { type: "number" }, 1.1],
    ["a negative number", "-3.5e2", { type: "number" }, -350],
    ["a number or nothing, with a number", "20", { type: ["number", "null"] }, 20],
    ["a number or nothing, with nothing", "null", { anyOf: [{ type: "number" }, { type: "null" }] }, null],
    ["true", "true", { type: "boolean" }, true],
    ["one of several numbers", "2", { enum: [1, 2, 3] }, 2],
    ["the one number", "7", { const: 7 }, 7],
    ["one of words or a number, with a number", "5", { anyOf: [{ enum: ["auto"] }, { type: "integer" }] }, 5],
    ["all of a number and a bound", "5", { allOf: [{ type: "integer" }, { minimum: 1 }] }, 5],
  ])("becomes it: %s", (_what, text, schema, expected) => {
    expect(sent(text, schema)).toBe(expected);
  });

  it.each<[string, string, Json]>([
    ["a fraction for a whole number", "1.5", { type: "integer" }],
    ["leading zeros", "00042", { type: "integer" }],
    ["a telephone number", "+41791234567", { type: "integer" }],
    ["thousands set apart", "1,500", { type: "number" }],
    ["an underscore", "1_000", { type: "number" }],
    ["a number in hex", "0x1F", { type: "number" }],
    ["more digits than a number holds", "12345678901234567890", { type: "integer" }],
    ["more places than a number holds", "0.12345678901234567891", { type: "number" }],
    ["infinity", "1e999", { type: "number" }],
    ["minus nothing", "-0", { type: "number" }],
    ["a word for true", "yes", { type: "boolean" }],
    ["True with a capital", "True", { type: "boolean" }],
    ["a number that is not among the choices", "4", { enum: [1, 2, 3] }],
  ])("stays as it is where it is not exactly that: %s", (_what, text, schema) => {
    expect(sent(text, schema)).toBe(text);
  });
});

describe("a word where text is allowed", () => {
  it.each<[string, Json]>([
    ["text", { type: "string" }],
    ["text or a number", { type: ["number", "string"] }],
    ["a number or text", { anyOf: [{ type: "number" }, { type: "string" }] }],
    ["no type", {}],
    ["anything", true],
    ["one of words", { enum: ["42", 42] }],
    ["a choice with an open end", { anyOf: [{ type: "number" }, {}] }],
    ["a schema elsewhere", { $ref: "https://example.com/other" }],
    ["a format within text", { type: "string", anyOf: [{ format: "date" }, { pattern: "^\\d+$" }] }],
  ])("stays text: %s", (_what, schema) => {
    for (const text of ["42", "1.10", "true", "null", ""]) {
      const isOther = _what === "one of words" && text !== "42";
      if (!isOther) expect(sent(text, schema)).toBe(text);
    }
  });

  it("stays text under a name that the tool does not list", () => {
    expect(typedArguments({ other: "42" }, one({ type: "number" })).args).toEqual({ other: "42" });
    expect(typedArguments({ other: "42" }, { type: "object" }).args).toEqual({ other: "42" });
    expect(
      typedArguments({ other: "42" }, { type: "object", additionalProperties: { type: "number" } }).args,
    ).toEqual({ other: 42 });
  });
});

describe("words inside lists and groups", () => {
  const line = {
    type: "object",
    properties: {
      sku: { type: "string" },
      count: { type: "integer" },
      price: { anyOf: [{ type: "number" }, { type: "null" }] },
    },
  };
  it("are converted each by its own schema, through references", () => {
    const schema = {
      type: "object",
      properties: {
        lines: { type: "array", items: { $ref: "#/$defs/line" } },
        pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
      },
      $defs: { line },
    };
    const typed = typedArguments(
      {
        lines: [
          { sku: "0042", count: "3", price: "1.10" },
          { sku: "7", count: "1", price: null },
        ],
        pair: ["1", "2"],
      },
      schema,
    );
    expect(typed.args).toEqual({
      lines: [
        { sku: "0042", count: 3, price: 1.1 },
        { sku: "7", count: 1, price: null },
      ],
      pair: ["1", 2],
    });
    expect(typed.converted).toEqual([
      { path: "lines[0].count", value: 3 },
      { path: "lines[0].price", value: 1.1 },
      { path: "lines[1].count", value: 1 },
      { path: "pair[1]", value: 2 },
    ]);
  });

  it("are read in whichever of several forms names them", () => {
    const schema = {
      oneOf: [
        { type: "object", properties: { card: { type: "string" } } },
        { type: "object", properties: { amount: { type: "integer" } } },
      ],
    };
    expect(typedArguments({ amount: "5", card: "5" }, schema).args).toEqual({ amount: 5, card: "5" });
  });

  it("keep what is no text, as older seals have it", () => {
    expect(
      typedArguments(
        { a: 5, b: true, c: null, d: [1.5] },
        { type: "object", properties: { a: { type: "string" } } },
      ).args,
    ).toEqual({ a: 5, b: true, c: null, d: [1.5] });
  });

  it("end, whatever a schema refers to", () => {
    const loop = {
      type: "object",
      properties: {
        x: { $ref: "#/properties/x" },
        y: { anyOf: [{ $ref: "#/properties/y" }, { $ref: "#/properties/y" }] },
      },
    };
    expect(typedArguments({ x: "1", y: "2" }, loop).args).toEqual({ x: "1", y: "2" });
  });
});

describe("a number as text", () => {
  it("is one only where it says exactly that number", () => {
    fc.assert(
      fc.property(
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .filter((each) => !Number.isInteger(each) || (Number.isSafeInteger(each) && !Object.is(each, -0))),
        (value) => {
          expect(exactNumber(JSON.stringify(value))).toBe(value);
        },
      ),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^-?\d{1,25}(\.\d{1,25})?$/), (text) => {
        const value = exactNumber(text);
        if (value === null) return;
        const trimmed = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
        expect(Number(trimmed)).toBe(value);
        if (!/e/.test(String(value))) expect(String(value)).toBe(trimmed);
      }),
    );
  });
});

describe("how a tool takes its receivers", () => {
  it.each<[string, Json, object]>([
    ["text", { type: "string" }, { kind: "text" }],
    ["nothing said", {}, { kind: "text" }],
    ["a list", { type: "array", items: { type: "string" } }, { kind: "list" }],
    ["a list or nothing", { type: ["array", "null"], items: { type: "string" } }, { kind: "list" }],
    [
      "a list or nothing, as a choice",
      { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
      { kind: "list" },
    ],
    ["a list or text", { anyOf: [{ type: "array" }, { type: "string" }] }, { kind: "text" }],
    [
      "a list of objects",
      { type: "array", items: { type: "object", properties: { name: {}, email: {} } } },
      { kind: "objects", address: "email", name: "name" },
    ],
    [
      "a list of objects without names",
      { type: "array", items: { type: "object", properties: { address: {} } } },
      { kind: "objects", address: "address", name: null },
    ],
  ])("%s", (_what, schema, expected) => {
    expect(takingOf(one(schema), ["x"])).toEqual(expected);
  });
});

describe("the names of a tool's arguments", () => {
  it("are those of all its parts, and those that fit its patterns", () => {
    expect(
      listedArguments({
        allOf: [{ $ref: "#/$defs/a" }, { properties: { b: {} } }],
        $defs: { a: { properties: { a: {} } } },
      }),
    ).toEqual(["a", "b"]);
    expect(listedArguments({ type: "object" })).toEqual([]);
    expect(takesMore({ patternProperties: { "^x-": {} } }, "x-id")).toBe(true);
    expect(takesMore({ patternProperties: { "^x-": {} } }, "y")).toBe(false);
    expect(takesMore({ properties: { a: {} } }, "b")).toBe(false);
  });
});
