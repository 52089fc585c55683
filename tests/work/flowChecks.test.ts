/**
 * A verdict is one word, and nothing else that a model says is taken for it; a task is the one of its number and title.
 */
import { expect, test } from "vitest";
import { readFlow } from "../../src/flow/readFlow";
import { taskNamed } from "../../src/flow/loopItems";
import { judgeChecks } from "../../src/work/flow/checks";
import type { FlowPart } from "../../src/work/flow/part";

const read = readFlow(
  "f.md",
  "```flow\nsteps:\n  - step: plan\n    answer: tasks\n  - step: do\n    loop: tasks-from-plan\n  - step: review\n    check: { output: APPROVED }\n    on_fail: do\n```\n",
);
if (read.kind === "bad") throw new Error("the flow is bad");
const { flow } = read;
const [, , review] = flow.steps;

function findings(said: string): readonly string[] | null {
  const part = { step: review, file: "review.md" } as unknown as FlowPart;
  return judgeChecks(part, said, new Map([["review.md", "x"]])).findings;
}

test.each(["APPROVED", "approved", "**APPROVED**", "APPROVED.", "> APPROVED\n", "- APPROVED", "APPROVED!"])(
  "%j is an approval",
  (said) => expect(findings(said)).toEqual([]),
);

test.each([
  "NOT APPROVED",
  "It can be APPROVED",
  "approved?",
  "APPROVED? No, the van is missing.",
  "APPROVED once the van is there",
  "APPROVED, but the van is missing",
  "The van is missing.\nAPPROVED",
  "APPROVED\nexcept for the van",
  "DISAPPROVED",
  "",
  "\u202eDEVORPPA",
])("%j is neither an approval nor a finding, and is asked for again", (said) =>
  expect(findings(said)).toBeNull(),
);

test("a list of findings is no approval, whatever stands beside it", () => {
  expect(findings("APPROVED\n- The van is missing")).toEqual(["The van is missing"]);
});

test("a task is found by its number and title, not by the beginning of another", () => {
  const at = (titles: readonly string[], n: number, title: string): string | undefined =>
    taskNamed(
      flow,
      flow.steps[1] ?? flow.steps[0]!,
      { n, title },
      new Map([
        [
          "plan.md",
          `\`\`\`yaml\ntasks:\n${titles.map((each, i) => `  - {title: "${each}", do: "${String(i)}"}\n`).join("")}\`\`\`\n`,
        ],
      ]),
    )?.do;
  expect(at(["Write more", "Write"], 2, "Write")).toBe("1");
  expect(at(["🐝", "🍯"], 2, "🍯")).toBe("1");
  // Somebody has put them into another order.
  expect(at(["B", "A"], 1, "A")).toBe("1");
});
