/** A task is the one of its number and title. */
import { expect, test } from "vitest";
import { readFlow } from "../../src/flow/readFlow";
import { taskNamed } from "../../src/flow/loopItems";

const read = readFlow(
  "f.md",
  "```flow\nsteps:\n  - step: plan\n    answer: tasks\n  - step: do\n    loop: tasks-from-plan\n```\n",
);
if (read.kind === "bad") throw new Error("the flow is bad");
const { flow } = read;

test("a task is found by its number and title, not by the beginning of another", () => {
  const at = (titles: readonly string[], n: number, title: string): string | undefined =>
    taskNamed(
      flow,
      flow.steps[1] ?? flow.steps[0]!,
      { n, title },
      new Map([["plan.md", titles.map((each, i) => `## ${each}\n\n${String(i)}\n`).join("\n")]]),
    )?.do;
  expect(at(["Write more", "Write"], 2, "Write")).toBe("1");
  expect(at(["🐝", "🍯"], 2, "🍯")).toBe("1");
  // Somebody has put them into another order.
  expect(at(["B", "A"], 1, "A")).toBe("1");
});
