import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Action } from "../../src/action/action";
import type { JsonObject } from "../../src/kit/json";
import { kindOf } from "../../src/views/reviewKind";
import { shownOf, textOf } from "../../src/views/review";

function action(args: JsonObject, target = "ana@example.com"): Action {
  return { type: "email", target, args, attachments: [] };
}

const nobody = new Map<string, never>();
const ROUTE = {
  server: "mail",
  tool: "send",
  toolHash: "",
  serverHash: "",
  targetArgument: "to",
  idempotencyArgument: null,
  attachmentsArgument: null,
};

describe("as what a request is shown", () => {
  test.each([
    ["mail", { subject: "Lunch", body: "Shall we?" }],
    ["mail", { subject: "Lunch", html: "<p>Shall we?" }],
    ["payment", { amount: "1", payee: "Bo" }],
    ["payment", { amount: "1", iban: "GB29" }],
    ["tool", { title: "Lunch", body: "amount: 1, payee: Bo" }],
    ["tool", {}],
  ] as const)("%s, by the names of its arguments", (kind, args) => {
    expect(kindOf(action(args), ROUTE, nobody)).toBe(kind);
  });

  test("the tool’s own arguments count where its server is known", () => {
    const schema: JsonObject = { type: "object", properties: { to: {}, subject: {}, body: {} } };
    const servers = new Map([
      ["mail", { kind: "up", tools: [{ name: "send", description: "", schema }] } as const],
    ]);
    expect(kindOf(action({ subject: "Lunch" }), ROUTE, servers)).toBe("mail");
    expect(kindOf(action({ subject: "Lunch" }), ROUTE, nobody)).toBe("tool");
  });
});

describe("all that goes out is shown", () => {
  const name = fc.oneof(
    fc.constantFrom(
      "to",
      "cc",
      "subject",
      "body",
      "html",
      "amount",
      "payee",
      "target",
      "attachments",
      "from",
    ),
    fc.stringMatching(/^[a-z_]{1,8}$/),
  );
  const args = fc.dictionary(name, fc.jsonValue() as fc.Arbitrary<JsonObject[string]>);

  test("every argument once, whatever its name and its kind", () => {
    fc.assert(
      fc.property(args, fc.constantFrom("mail", "payment", "tool" as const), (given, kind) => {
        const shown = shownOf(action(given), null, null, kind as "mail");
        for (const [each, value] of Object.entries(given))
          expect(shown.filter((one) => one.name === each && one.value === value)).toHaveLength(1);
        expect(shown).toHaveLength(Object.keys(given).length + 1);
      }),
    );
  });

  test("what is gone and what is new is told beside the rest", () => {
    const shown = shownOf(action({ a: "1", c: "3" }), action({ a: "2", b: "x" }), null, "tool");
    expect(shown.map(({ name: each, was, isGone }) => [each, was, isGone])).toEqual([
      ["target", null, false],
      ["a", "2", false],
      ["c", "", false],
      ["b", "x", true],
    ]);
    expect(textOf({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  });
});
