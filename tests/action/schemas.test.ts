/**
 * Schemas as servers write them, of every draft: what is right by them is never refused, and what they surely refuse is
 * named.
 */
import { describe, expect, test } from "vitest";

import { misfits } from "../../src/note/action/fit";
import type { Json, JsonObject } from "../../src/kit/json";

const about = (a: Json): JsonObject => ({
  type: "object",
  properties: { a },
  $defs: { texts: { type: "array", items: { type: "string" } } },
});

describe("a right value is never refused", () => {
  test.each<[string, Json, Json]>([
    [
      "two forms that differ in their format only",
      {
        oneOf: [
          { type: "string", format: "email" },
          { type: "string", format: "uri" },
        ],
      },
      "ana@example.com",
    ],
    [
      "two forms that differ in their patterns",
      {
        oneOf: [
          { type: "string", pattern: "^[0-9]+$" },
          { type: "string", pattern: "^[a-z]+$" },
        ],
      },
      "12",
    ],
    [
      "two forms that differ in their length",
      {
        oneOf: [
          { type: "string", maxLength: 3 },
          { type: "string", minLength: 4 },
        ],
      },
      "ab",
    ],
    [
      "two forms told apart by what is not allowed",
      {
        oneOf: [
          { type: "object", not: { required: ["x"] } },
          { type: "object", required: ["x"] },
        ],
      },
      { x: 1 },
    ],
    [
      "two forms told apart deep inside",
      { oneOf: [{ properties: { b: { multipleOf: 2 } } }, { properties: { b: { multipleOf: 3 } } }] },
      { b: 2 },
    ],
    ["two forms behind references", { oneOf: [{ $ref: "https://example.com/a" }, { type: "string" }] }, "x"],
    [
      "a choice beside another choice",
      { anyOf: [{ type: "string" }, { type: "null" }], oneOf: [{ format: "email" }, { format: "uri" }] },
      "x",
    ],
    [
      "a choice for a value that the keywords beside it are not about",
      { properties: { b: {} }, anyOf: [{ type: "string" }, { type: "object" }] },
      "x",
    ],
    ["letters of any script", { type: "string", pattern: "^\\p{L}+$" }, "Žofia"],
    [
      "a pattern that is none with the u flag",
      { type: "string", pattern: "^[\\w-.]+\\@[a-z.]+$" },
      "anything",
    ],
    ["a pattern of another language", { type: "string", pattern: "(?i)^inv" }, "INV"],
    ["the end of a text in another language", { type: "string", pattern: "\\A[a-z]+\\Z" }, "abc"],
    ["word characters that are none in ASCII", { type: "string", pattern: "^\\w+$" }, "Müller"],
    ["a sign of two units", { type: "string", pattern: "^.$" }, "🌱"],
    ["a length in signs of two units", { type: "string", maxLength: 3 }, "🌱🌱🌱"],
    ["a list that may be null", { type: ["array", "null"], items: { type: "string" } }, ["x"]],
    ["null for it", { type: ["array", "null"], items: { type: "string" } }, null],
    ["a list behind a reference", { $ref: "#/$defs/texts" }, ["x"]],
    ["a list or null, by choice", { anyOf: [{ $ref: "#/$defs/texts" }, { type: "null" }] }, ["x"]],
    ["null where OpenAPI allows it", { type: "string", enum: ["a"], nullable: true }, null],
    ["a minimum of the fourth draft", { type: "number", minimum: 0, exclusiveMinimum: true }, 5],
    ["a required flag of the third draft", { description: "x", required: true }, "x"],
    [
      "nulls for keywords",
      {
        type: null,
        properties: null,
        required: null,
        items: null,
        enum: null,
        pattern: null,
        maxLength: null,
        anyOf: null,
      },
      "x",
    ],
    ["a text where only items are described", { items: { type: "string" } }, "x"],
    ["a text where only properties are described", { properties: { b: {} }, required: ["b"] }, "x"],
    [
      "a row shorter than the items described",
      { type: "array", items: [{ type: "string" }, { type: "number" }] },
      ["x"],
    ],
    [
      "a row longer than the items described",
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" } },
      ["x", 2],
    ],
    ["one of mixed values", { enum: ["a", 1, null, true] }, null],
    ["one of values that are objects", { enum: [{ x: 1 }, "a"] }, { x: 1 }],
    ["the one value, a list", { const: ["a"] }, ["a"]],
    ["a type that JSON Schema does not know", { type: "file" }, "x"],
    ["a bound of 64 bits", { type: "integer", maximum: 2 ** 63 }, 1],
    ["a bound that is no number", { type: "number", maximum: Number.POSITIVE_INFINITY, minimum: "0" }, 1],
    ["conditions", { type: "string", if: { minLength: 3 }, then: { pattern: "^x" }, else: false }, "xyz"],
    [
      "names by pattern",
      { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
      { "x-a": "b" },
    ],
    [
      "keywords about names",
      {
        type: "object",
        propertyNames: { pattern: "^[a-z]+$" },
        dependentRequired: { b: ["c"] },
        minProperties: 1,
        unevaluatedProperties: false,
      },
      { b: 1, c: 2 },
    ],
  ])("%s", (_what, schema, value) => {
    expect(misfits(about(schema), { a: value })).toEqual([]);
  });

  test("a schema that nothing can be made of stops nothing", () => {
    const nested = (depth: number): Json => (depth === 0 ? "x" : [nested(depth - 1)]);
    for (const schema of [
      {},
      { type: "array" },
      { anyOf: [] },
      { $ref: "#" },
      { oneOf: "x" },
    ] as JsonObject[])
      expect(misfits(schema, { a: nested(90) })).toEqual([]);
  });
});

describe("a wrong value is named", () => {
  test.each<[string, Json, Json, string]>([
    [
      "letters asked for, digits given",
      { type: "string", pattern: "^\\p{L}+$" },
      "123",
      "`a` does not have the form the function wants",
    ],
    [
      "too long, counted in characters",
      { type: "string", maxLength: 3 },
      "🌱🌱🌱🌱",
      "`a` must have at most 3 characters",
    ],
    [
      "too long for the only text of a choice",
      { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] },
      "abcd",
      "`a` must have at most 3 characters",
    ],
    [
      "a wrong item",
      { type: "array", items: { type: "string", pattern: "^[a-z]+$" } },
      ["a", "1"],
      "`a[1]` does not have the form the function wants",
    ],
    [
      "a wrong part of all",
      { allOf: [{ type: "string" }, { type: "string", maxLength: 1 }] },
      "ab",
      "`a` must have at most 1 character",
    ],
    [
      "two forms at once, told apart wholly",
      {
        oneOf: [
          { type: "string", minLength: 1 },
          { type: "string", minLength: 2 },
        ],
      },
      "ab",
      "`a` fits several forms, and the function allows only one",
    ],
    [
      "a missing part where only properties are described",
      { properties: { b: {} }, required: ["b"] },
      {},
      "`a.b` is missing",
    ],
    ["neither text nor null", { type: "string", nullable: true }, 5, "`a` must be text or null"],
  ])("%s", (_what, schema, value, sentence) => {
    expect(misfits(about(schema), { a: value })).toEqual([sentence]);
  });
});
