/** Where the target of an action goes in the arguments of a tool: an argument, a value within one, or a template. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/kit/json";
import { isTaken, partsBy, placeOf, put } from "../../src/note/action/places";

const text = { type: "string" };
const schemaOf = (...names: string[]): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, text])),
});

test.each<readonly [string, readonly string[], readonly (readonly string[])[]]>([
  ["to", ["to"], [["to"]]],
  ["parent.page_id", ["parent"], [["parent", "page_id"]]],
  ["parent.page_id", ["parent.page_id"], [["parent.page_id"]]],
  ["{owner}/{repo}", ["owner", "repo"], [["owner"], ["repo"]]],
  ["{owner}/{repo}", ["{owner}/{repo}"], [["{owner}/{repo}"]]],
  ["{repo.owner}/{repo.name}#{issue}", ["repo", "issue"], [["repo", "owner"], ["repo", "name"], ["issue"]]],
])("%s of a tool that lists %j goes to %j", (spec, names, paths) => {
  expect(placeOf(spec, schemaOf(...names)).paths).toEqual(paths);
});

test.each<readonly [string, string, readonly string[] | null]>([
  ["{owner}/{repo}", "octo/site", ["octo", "site"]],
  ["{owner}/{repo}", "octo", null],
  ["{owner}/{repo}", "octo/site/issues", null],
  ["{owner}/{repo}", "/site", null],
  ["{owner}/{repo}", "octo/ ", null],
  ["{owner}/{repo}#{number}", "octo/site#7", ["octo", "site", "7"]],
  ["#{channel}", "#general", ["general"]],
  ["#{channel}", "general", null],
  ["{chat}.{thread}", "a.b", ["a", "b"]],
  ["{chat}.{thread}", "axb", null],
  ["https://x.example/{owner}/{repo}", "https://x.example/octo/site", ["octo", "site"]],
  ["to", "a/b, c", ["a/b, c"]],
])("by %s, the target %s has the parts %j", (spec, target, parts) => {
  expect(partsBy(placeOf(spec, schemaOf("to")), target)).toEqual(parts);
});

test("a value is put beside what stands around it, and nothing is written over unseen", () => {
  expect(put({ parent: { type: "page_id" }, a: "b" }, ["parent", "page_id"], "p")).toEqual({
    parent: { type: "page_id", page_id: "p" },
    a: "b",
  });
  expect(isTaken({ parent: { type: "page_id" } }, ["parent", "page_id"])).toBe(false);
  expect(isTaken({ parent: { page_id: "q" } }, ["parent", "page_id"])).toBe(true);
  expect(isTaken({ parent: "q" }, ["parent", "page_id"])).toBe(true);
  expect(isTaken({}, ["parent", "page_id"])).toBe(false);
  expect(isTaken({ to: "" }, ["to"])).toBe(true);
});
