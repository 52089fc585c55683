import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { findMisfits, misfits } from "../../src/note/action/fit";
import { CHECKED, quickPattern } from "../../src/note/action/schema";
import type { Json, JsonObject } from "../../src/kit/json";

const mail: JsonObject = {
  type: "object",
  properties: {
    to: { type: "array", items: { type: "string", pattern: "^[^@ ]+@[^@ ]+$" }, minItems: 1 },
    subject: { type: "string", maxLength: 20 },
    amount: { type: "number", minimum: 1, exclusiveMaximum: 100 },
    copies: { type: "integer" },
    priority: { enum: ["low", "high"] },
    kind: { const: "invoice" },
    reply: { anyOf: [{ type: "string" }, { type: "null" }] },
    html: { type: "boolean" },
    attachments: { type: "array", items: { $ref: "#/$defs/file" }, uniqueItems: true },
  },
  required: ["to", "subject"],
  additionalProperties: false,
  $defs: {
    file: {
      type: "object",
      properties: { name: { type: "string", minLength: 1 } },
      required: ["name"],
      additionalProperties: false,
    },
  },
};
const right: JsonObject = { to: ["ana@example.com"], subject: "Hello" };

/** Of each keyword that is kept of a schema, a schema of the argument `a`, and a value that it refuses. */
const REFUSED: Readonly<Record<string, readonly [JsonObject, Json]>> = {
  type: [{ type: "string" }, 1],
  enum: [{ enum: ["a", "b"] }, "c"],
  const: [{ const: "a" }, "b"],
  uniqueItems: [{ type: "array", uniqueItems: true }, [1, 1]],
  properties: [{ properties: { b: { type: "string" } } }, { b: 1 }],
  required: [{ required: ["b"] }, {}],
  additionalProperties: [{ type: "object", additionalProperties: { type: "string" } }, { b: 1 }],
  items: [{ items: { type: "string" } }, [1]],
  anyOf: [{ anyOf: [{ type: "string" }, { type: "null" }] }, 1],
  oneOf: [{ oneOf: [{ type: "number" }, { type: "integer" }] }, 1],
  allOf: [{ allOf: [{ type: "string" }, { type: "string", minLength: 2 }] }, "a"],
  $ref: [{ $ref: "#/$defs/text" }, 1],
  minimum: [{ type: "number", minimum: 2 }, 1],
  maximum: [{ type: "number", maximum: 2 }, 3],
  exclusiveMinimum: [{ type: "number", exclusiveMinimum: 2 }, 2],
  exclusiveMaximum: [{ type: "number", exclusiveMaximum: 2 }, 2],
  minLength: [{ type: "string", minLength: 2 }, "a"],
  minItems: [{ items: { type: "number" }, minItems: 2 }, [1]],
  maxItems: [{ items: { type: "number" }, maxItems: 1 }, [1, 2]],
};

test.each([...CHECKED])("a value that breaks “%s” alone does not fit", (keyword) => {
  const [a = {}, value = null] = REFUSED[keyword] ?? [];
  const schema = { type: "object", properties: { a }, $defs: { text: { type: "string" } } };
  expect(misfits(schema, { a: value })).toHaveLength(1);
});

describe("arguments that do not fit are named in words", () => {
  test("a misfit names its argument, and none for a place within one", () => {
    const args = { to: ["ana@example.com"], more: 1, attachments: [{ name: "a", subject: 1 }, {}] };
    expect(findMisfits(mail, args)).toEqual([
      { argument: "subject", subject: "`subject`", words: "is missing" },
      { argument: null, subject: "`subject`", words: "does not belong in `attachments[0]`" },
      { argument: null, subject: "`attachments[1].name`", words: "is missing" },
      { argument: "more", subject: "`more`", words: "is not a field of this function" },
    ]);
  });

  test.each<[string, JsonObject, readonly string[]]>([
    ["nothing wrong", right, []],
    [
      "every argument used rightly",
      {
        ...right,
        amount: 99.5,
        copies: 2,
        priority: "low",
        kind: "invoice",
        reply: null,
        html: true,
        attachments: [{ name: "a" }],
      },
      [],
    ],
    ["something missing", { to: ["ana@example.com"] }, ["`subject` is missing"]],
    ["a wrong type", { ...right, amount: "much" }, ["`amount` must be a number, not “much”"]],
    ["a text for a list", { ...right, to: "ana@example.com" }, ["`to` must be a list"]],
    [
      "nothing for a text",
      { ...right, subject: null },
      ["`subject` must be text, but is empty; fill it in, or remove the line"],
    ],
    ["an unknown argument", { ...right, foo: 1 }, ["`foo` is not a field of this function"]],
    [
      "several things at once",
      { subject: 5, foo: 1 },
      ["`to` is missing", "`subject` must be text", "`foo` is not a field of this function"],
    ],
    ["a fraction", { ...right, copies: 1.5 }, ["`copies` must be a whole number"]],
    ["too little", { ...right, amount: 0 }, ["`amount` must be at least 1"]],
    ["too much", { ...right, amount: 100 }, ["`amount` must be less than 100"]],
    ["too long", { ...right, subject: "x".repeat(21) }, ["`subject` must have at most 20 characters"]],
    ["an empty list", { ...right, to: [] }, ["`to` must have at least 1 item"]],
    [
      "an item of the wrong form",
      { ...right, to: ["ana"] },
      ["`to[0]` does not have the form the function wants"],
    ],
    ["none of the choices", { ...right, priority: "urgent" }, ['`priority` must be one of "low", "high"']],
    ["not the one value", { ...right, kind: "reminder" }, ['`kind` must be "invoice"']],
    ["none of the types", { ...right, reply: 5 }, ["`reply` must be text or null"]],
    ["something missing deep inside", { ...right, attachments: [{}] }, ["`attachments[0].name` is missing"]],
    [
      "something unknown deep inside",
      { ...right, attachments: [{ name: "a", size: 1 }] },
      ["`size` does not belong in `attachments[0]`"],
    ],
    [
      "the same twice",
      { ...right, attachments: [{ name: "a" }, { name: "a" }] },
      ["`attachments[1]` contains something twice"],
    ],
  ])("%s", (_case, args, expected) => {
    expect(misfits(mail, args)).toEqual(expected);
  });

  test("required arguments count even where the schema does not describe them", () => {
    expect(misfits({ type: "object", required: ["to"] }, {})).toEqual(["`to` is missing"]);
  });

  test("of several allowed forms, the nearest is spoken about", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        pay: {
          oneOf: [
            { type: "object", properties: { iban: { type: "string" } }, required: ["iban"] },
            {
              type: "object",
              properties: { card: { type: "string" }, code: { type: "string" } },
              required: ["card", "code"],
            },
          ],
        },
      },
    };
    expect(misfits(schema, { pay: {} })).toEqual(["`pay.iban` is missing"]);
    expect(misfits(schema, { pay: { iban: "a", card: "b", code: "c" } })).toEqual([
      "`pay` fits several forms, and the function allows only one",
    ]);
  });

  test("all of several schemas must hold", () => {
    const schema: JsonObject = {
      allOf: [
        { properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { b: { type: "number" } }, required: ["b"] },
      ],
    };
    expect(misfits(schema, { a: "x" })).toEqual(["`b` is missing"]);
    expect(misfits(schema, { a: "x", b: 1 })).toEqual([]);
  });

  test("a name meant to deceive is shown for what it is", () => {
    expect(misfits({ type: "object", additionalProperties: false }, { "to`\u202E": 1 })).toEqual([
      "`to'[U+202E]` is not a field of this function",
    ]);
  });
});

test.each<readonly [string, string, string | null]>([
  ["email", "ana@example.com", null],
  ["email", "ana@localhost", null],
  ["email", '"ana b"@example.com', null],
  ["email", "ana@münchen.example", null],
  ["email", "", null],
  ["email", "Ana <ana@example.com>", "must be an address alone, such as name@example.com"],
  ["email", "a@example.com, b@example.com", "must be an address alone, such as name@example.com"],
  ["email", "Ana", "must be an address alone, such as name@example.com"],
  ["idn-email", "ana@", "must be an address alone, such as name@example.com"],
  ["uri", "https://example.com/a%20b", null],
  ["uri", "mailto:ana@example.com", null],
  ["uri", "example.com", "must be a whole address, such as https://example.com"],
  ["url", "https://example.com/a b", "must be a whole address, such as https://example.com"],
  ["date-time", "tomorrow", null],
])("of the format %s, “%s” %s", (format, value, wrong) => {
  const schema = { type: "object", properties: { to: { type: "string", format } } };
  expect(misfits(schema, { to: value })).toEqual(wrong === null ? [] : [`\`to\` ${wrong}`]);
});

test("an argument that has a default is not missing, and one without is", () => {
  const schema = {
    type: "object",
    properties: {
      a: { type: "string", default: "x" },
      b: { type: "string", default: null },
      c: { type: "string" },
    },
    required: ["a", "b", "c"],
  };
  expect(misfits(schema, {})).toEqual(["`c` is missing"]);
  expect(misfits(schema, { a: 1, c: "" })).toEqual(["`a` must be text"]);
});

describe("a schema is data from a stranger", () => {
  test("keywords we do not know are passed over", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        a: { type: "string", format: "hostname", "x-secret": true, if: { const: 1 }, then: false, not: {} },
      },
      dependentRequired: { a: ["b"] },
      unevaluatedProperties: false,
    };
    expect(misfits(schema, { a: "anything", more: 1 })).toEqual([]);
  });

  test("a schema that contains itself is checked some levels deep", () => {
    const schema: JsonObject = {
      type: "object",
      properties: { tree: { $ref: "#/$defs/node" } },
      $defs: {
        node: { type: "object", properties: { left: { $ref: "#/$defs/node" }, name: { type: "string" } } },
      },
    };
    expect(misfits(schema, { tree: { left: { name: 5 } } })).toEqual(["`tree.left.name` must be text"]);
    expect(misfits({ $ref: "#" }, { a: 1 })).toEqual([]);
    expect(
      misfits(
        {
          type: "object",
          properties: { a: { $ref: "https://example.com/schema" }, b: { $ref: "#/nowhere" } },
        },
        { a: 1, b: 2 },
      ),
    ).toEqual([]);
  });

  test("a schema that multiplies itself does not multiply the work", () => {
    const twice = (name: string): JsonObject => ({
      anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }],
    });
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`d${index}`, twice(`d${index + 1}`)]),
    );
    expect(misfits({ type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs }, { a: 1 })).toEqual(
      [],
    );
  });

  test("names from the prototype are names like others", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"constructor":{"type":"string"},"__proto__":{"type":"number"}},"required":["toString"],"additionalProperties":false}',
    ) as JsonObject;
    expect(misfits({ type: "object", properties: { constructor: { type: "string" } } }, {})).toEqual([]);
    expect(misfits(schema, { constructor: "x" } as JsonObject)).toEqual(["`toString` is missing"]);
    expect(misfits(schema, { toString: "a" } as unknown as JsonObject)).toEqual([]);
  });

  test.each([
    "(a+)+$",
    "(a|a)*$",
    "([a-z]+)*x",
    "(?=a)b",
    "(a)\\1",
    "a*a*a*b",
    "(a{1,50}){1,50}",
    "x".repeat(201),
    "(unclosed",
    "((a)b)+",
  ])("the pattern %s is left to the server", (pattern) => {
    expect(quickPattern(pattern)).toBeNull();
    expect(
      misfits({ type: "object", properties: { a: { type: "string", pattern } } }, { a: "a".repeat(5000) }),
    ).toEqual([]);
  });

  test("a simple pattern is tried, on values of ordinary length", () => {
    const schema: JsonObject = {
      type: "object",
      properties: { id: { type: "string", pattern: "^INV-[0-9]{4}$" } },
    };
    expect(misfits(schema, { id: "INV-2026" })).toEqual([]);
    expect(misfits(schema, { id: "2026" })).toEqual(["`id` does not have the form the function wants"]);
    expect(misfits(schema, { id: "x".repeat(401) })).toEqual([]);
  });

  test("whatever is handed in, an answer comes back", () => {
    const anyObject = fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          "type",
          "properties",
          "items",
          "anyOf",
          "allOf",
          "enum",
          "const",
          "required",
          "pattern",
          "$ref",
          "minimum",
          "additionalProperties",
        ),
        fc.string(),
      ),
      fc.jsonValue({ maxDepth: 4 }),
    );
    fc.assert(
      fc.property(anyObject, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (schema, args) => {
        const found = misfits(schema as JsonObject, args as JsonObject);
        expect(found.length).toBeLessThanOrEqual(20);
        for (const sentence of found) expect(sentence).not.toContain("cannot be understood");
      }),
      { numRuns: 500 },
    );
  });
});
