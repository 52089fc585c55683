/** Faults of a block in words of a person, not in those of its parser. */
import { expect, test } from "vitest";
import { parseAction } from "../../src/note/action/parse";

test.each([
  ["a bracket that is not closed", "type: email\ntarget: {ana", /a bracket .* is never closed/],
  ["entries in brackets without a comma", "type: email\nargs: [a: b c: d", /need a comma between them/],
])("%s is named", (_what, source, says) => {
  const read = parseAction(source);
  expect(read).toMatchObject({ kind: "bad", why: expect.stringMatching(says) as string });
  expect(JSON.stringify(read)).not.toMatch(/YAML|collection|stream/);
});
