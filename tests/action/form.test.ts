import { expect, test } from "vitest";

import { formFields } from "../../src/note/action/form";
import type { JsonObject } from "../../src/kit/json";

const field = (schema: JsonObject, name = "value") =>
  formFields({ type: "object", properties: { [name]: schema } })[0];

test("a mail tool becomes a form in the tool's order", () => {
  const fields = formFields({
    type: "object",
    properties: {
      to: { type: "array", items: { type: "string" }, description: "Receivers" },
      subject: { type: "string" },
      body: { type: "string" },
      sendAt: { type: ["string", "null"] },
      message_id: { type: "string", title: "Message-ID" },
    },
    required: ["to", "subject"],
  });
  expect(fields).toEqual([
    { name: "to", label: "To", required: true, kind: "list", choices: [], description: "Receivers" },
    { name: "subject", label: "Subject", required: true, kind: "text", choices: [], description: "" },
    { name: "body", label: "Body", required: false, kind: "long-text", choices: [], description: "" },
    { name: "sendAt", label: "Send at", required: false, kind: "text", choices: [], description: "" },
    { name: "message_id", label: "Message-ID", required: false, kind: "text", choices: [], description: "" },
  ]);
});

test.each<[string, JsonObject, string]>([
  ["a number", { type: "integer" }, "number"],
  ["yes or no", { type: "boolean" }, "boolean"],
  ["a text or nothing", { anyOf: [{ type: "string" }, { type: "null" }] }, "text"],
  ["a list of groups", { type: "array", items: { type: "object" } }, "json"],
  ["a group", { type: "object" }, "json"],
  ["anything", {}, "json"],
  ["numbers to choose from", { enum: [1, 2] }, "json"],
])("%s", (_case, schema, kind) => {
  expect(field(schema)).toMatchObject({ kind, choices: [] });
});

test.each<[string, JsonObject]>([
  ["as a list of values", { enum: ["low", "high"] }],
  ["as constants with titles", { oneOf: [{ const: "low", title: "Low" }, { const: "high" }] }],
])("choices %s", (_case, schema) => {
  expect(field(schema)).toMatchObject({ kind: "choice", choices: ["low", "high"] });
});

test("a reference is followed, and the words beside it count", () => {
  const schema: JsonObject = {
    type: "object",
    properties: { mood: { $ref: "#/$defs/mood", description: "How it sounds" } },
    $defs: { mood: { enum: ["kind", "firm"], description: "A mood" } },
  };
  expect(formFields(schema)).toMatchObject([
    { kind: "choice", choices: ["kind", "firm"], description: "How it sounds" },
  ]);
});

test("what a server writes into its schema is shown as plain text and bounded", () => {
  const shown = field({
    type: "string",
    title: "Pay\u202Eee",
    description: "line one\nline two ".repeat(100),
  });
  expect(shown?.label).toBe("Pay[U+202E]ee");
  expect(shown?.description).toMatch(/^line one line two (?=[\s\S]{200,}…$)/);
  expect(shown?.description?.length).toBeLessThanOrEqual(300);
  expect(
    formFields({
      properties: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${index}`, {}])),
    }),
  ).toHaveLength(100);
  expect(formFields({})).toEqual([]);
});
