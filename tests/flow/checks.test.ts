/** Each check of the table gives what its examples say, and nothing that nobody judges passes. */
import { expect, test } from "vitest";
import {
  CHECK_PAGES,
  CHECKS,
  judgeChecks,
  laterChecks,
  type Check,
  type CheckName,
} from "../../src/flow/checks";

function outcomeOf(name: string, value: unknown, { text = "x", said = "" }): string {
  const check = { [name]: value } as Check;
  const [later] = laterChecks(check);
  if (later !== undefined) return later.kind;
  const given = { file: "draft.md", text, files: new Map([["draft.md", text]]), said };
  const { faults, findings } = judgeChecks({ check }, given);
  return faults.length > 0 ? "fault" : findings?.length === 0 ? "holds" : "findings";
}

interface Example {
  readonly value: unknown;
  readonly text?: string;
  readonly said?: readonly string[];
  readonly gives: string;
}
const EXAMPLES = Object.entries(CHECK_PAGES).flatMap(([name, { examples }]) =>
  (examples as readonly Example[]).flatMap(({ value, gives, said = [""], ...given }) =>
    said.map((words) => [name as CheckName, value, gives, { ...given, said: words }] as const),
  ),
);

test.each(EXAMPLES)("the check %s gives what its example says: %j %s %j", (name, value, gives, given) => {
  expect(CHECKS[name].schema.safeParse(value).success).toBe(true);
  expect(outcomeOf(name, value, given)).toBe(gives);
});

test("a check without a row is a fault, and never passes", () => {
  expect(outcomeOf("links", true, {})).toBe("fault");
});

test("a file of a loop fits the name without the number of its task", () => {
  const given = { file: "talk-2.md", text: "x", files: new Map([["talk-2.md", "x"]]), said: "" };
  expect(judgeChecks({ check: { artifact: "talk.md" } }, given)).toEqual({ faults: [], findings: [] });
});

test("each file of a task has the properties", () => {
  const final = "---\nstatus: final\n---\nA";
  const judged = (b: string): readonly string[] =>
    judgeChecks(
      { check: { frontmatter: { status: "final" } } },
      {
        file: "a.md",
        others: ["b.md"],
        text: `${final}\n\n${b}`,
        files: new Map([
          ["a.md", final],
          ["b.md", b],
        ]),
        said: "",
      },
    ).faults;
  expect(judged(final)).toEqual([]);
  expect(judged("B")).toEqual(["“b.md” has no property “status”."]);
});
