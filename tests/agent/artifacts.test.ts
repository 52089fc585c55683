/** The list of files at the top of the work notes. */
import { expect, test } from "vitest";
import { addArtifact, addEntry, readTrace } from "../../src/agent/trace";
import type { WorkEntry } from "../../src/agent/entry";

const KEY = "00".repeat(32);
const HEAD = "# Work notes\n\n## Artifacts\n\n## Trace\n";
const file = (name: string) => ({ path: `Work/roof/${name}`, step: "step 1 “Compare”", at: 0 });
const ENTRY: WorkEntry = {
  kind: "result",
  at: 0,
  step: "s-1",
  hash: "0123456789ab",
  round: 0,
  call: "a",
  tool: "write_work_file",
  ok: true,
  text: "Written",
};

test("each file is listed once, in order, and nothing else changes", () => {
  const once = addArtifact(HEAD, file("Sums.md"));
  const twice = addArtifact(addArtifact(once, file("Rates.csv")), file("Sums.md"));
  expect(twice).toBe(
    "# Work notes\n\n## Artifacts\n\n- [A1] [[Work/roof/Sums|Sums.md]]: written in step 1 “Compare”, 1970-01-01\n- [A2] [[Work/roof/Rates.csv|Rates.csv]]: written in step 1 “Compare”, 1970-01-01\n\n## Trace\n",
  );
});

test("line ends are kept", () => {
  const crlf = HEAD.replaceAll("\n", "\r\n");
  expect(addArtifact(crlf, file("Sums.md")).replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

test.each([
  ["without the section", "# Work notes\n\n## Trace\n"],
  ["without the trace", "# Work notes\n\n## Artifacts\n"],
  ["with the two in another order", "## Trace\n\n## Artifacts\n"],
])("notes %s stay as they are", (_what, text) => {
  expect(addArtifact(text, file("Sums.md"))).toBe(text);
});

test("the chain of the trace holds with it", () => {
  const text = addEntry(HEAD, "plan", KEY, ENTRY) ?? "";
  const listed = addArtifact(text, file("Sums.md"));
  expect(listed).not.toBe(text);
  expect(readTrace(addEntry(listed, "plan", KEY, ENTRY) ?? "", "plan", KEY).entries).toHaveLength(2);
});
