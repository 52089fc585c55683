/** Plans that read alike: one plan twice only where their notes do not say that they come from two. */
import { expect, it } from "vitest";
import { groupPlans } from "../../src/note/intake/duplicates";

const plan = (
  path: string,
  source: string | null,
  content: string | null = "same",
): Parameters<typeof groupPlans>[0][number] => ({
  path,
  taskId: path,
  key: path,
  source,
  status: "Draft",
  content,
});
const paths = (...plans: readonly ReturnType<typeof plan>[]): (readonly string[])[] =>
  groupPlans(plans).map((group) => group.paths);

it.each<
  readonly [what: string, plans: readonly ReturnType<typeof plan>[], groups: readonly (readonly string[])[]]
>([
  ["two without a source are one", [plan("a", null), plan("b", null)], [["a", "b"]]],
  [
    "one of which the source was taken out is the other",
    [plan("a", "Inbox/x.md"), plan("b", null)],
    [["a", "b"]],
  ],
  [
    "two of one source are told by it alone",
    [plan("a", "Inbox/x.md"), plan("b", "[[Inbox/x]]")],
    [["a", "b"]],
  ],
  ["two of two sources are two", [plan("a", "Archive/x.md"), plan("b", "Archive/y.md")], []],
  [
    "many of as many sources are many",
    ["a", "b", "c", "d"].map((each) => plan(each, `Archive/${each}.md`)),
    [],
  ],
  [
    "two of two sources are two beside two without any",
    [plan("a", "x"), plan("b", "y"), plan("c", null), plan("d", null)],
    [["c", "d"]],
  ],
  [
    "two of two sources are two beside one without any",
    [plan("a", "x"), plan("b", "y"), plan("c", null)],
    [],
  ],
])("%s", (_what, plans, groups) => {
  expect(paths(...plans)).toEqual(groups);
});
