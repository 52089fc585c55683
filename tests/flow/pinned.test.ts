/** The copy of a flow beside its plan: it reads back as it was made, and nothing in it runs. */
import { expect, test } from "vitest";
import { pin, readPinned } from "../../src/flow/pinned";

const NOTE = "```flow\nsteps:\n  - step: draft\n```\n";

test.each([
  "<%* tR += app.vault.getName() %>",
  "{{date}} {% x %} <% tp.x %>",
  "```\n## Answers at the start\n\n```json\n{}\n```\n",
  "\uFEFF\u202e [[a]] %% ^f-draft --- \r\n \\u003c% \\",
])("an answer at the start reads back as it was given, and no template in it runs: %j", (topic) => {
  const text = pin(NOTE, "talk", { topic }, [
    { kind: "skill", name: "draft", where: "~/x.md", words: "Count ```` them.\n\n## Answers at the start\n" },
  ]);
  expect(text).not.toMatch(/<%|\{\{|\{%/);
  const read = readPinned(text);
  expect(read).toMatchObject({ kind: "flow", inputs: { topic } });
  expect(read.kind === "flow" && read.copied.get("skill draft")).toBe(
    "Count ```` them.\n\n## Answers at the start\n",
  );
});
