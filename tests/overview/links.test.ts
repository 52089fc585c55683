/** Links into the app: what is written comes back, and nothing else is taken for one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ANSWER_ROWS } from "../../src/overview/answers";
import { linkLabel, readLink, writeLink } from "../../src/overview/links";

const parametersOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

test("a link names an answer and the request, the plan or the note", () => {
  expect(writeLink({ do: "review", request: "3fb2d5afc047dc1f4e3a3096a0dc935b" })).toBe(
    "obsidian://planwright?do=review&request=3fb2d5af",
  );
  expect(writeLink({ do: "start", plan: "PLAN-2026 (a)" })).toBe(
    "obsidian://planwright?do=start&plan=PLAN-2026%20%28a%29",
  );
  expect(writeLink({ do: "view" })).toBe("obsidian://planwright?do=view");
  for (const code of Object.keys(ANSWER_ROWS)) expect(readLink({ do: code })?.do).toBe(code);
  expect(linkLabel("review")).toBe(ANSWER_ROWS.review.label);
});

test("whatever a name holds, it comes back, and no sign in the link ends it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (name) => {
      const url = writeLink({ do: "skip", plan: name });
      if (url === null) return;
      expect(url).toMatch(/^obsidian:\/\/planwright\?do=skip&plan=[\w.%-]+$/);
      expect(readLink(parametersOf(url))).toEqual({ do: "skip", request: null, plan: name, note: null });
    }),
  );
});

test("half a character makes no fault, and a name that is too long no link", () => {
  expect(writeLink({ do: "skip", plan: "a\uD800" })).toContain("plan=a%EF%BF%BD");
  expect(writeLink({ do: "skip", plan: "发".repeat(50) })).toBeNull();
});

test("anything else is no link of ours", () => {
  for (const parameters of [
    {},
    { do: "approve" },
    { do: "toString" },
    { do: "review", request: "../x" },
    { do: "review", request: "abc" },
    { do: "start", plan: "x".repeat(2000) },
  ])
    expect(readLink(parameters as Record<string, string>)).toBeNull();
});
