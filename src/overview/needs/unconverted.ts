/** Notes among the plans that are none as they are: told by kind, with what to do. */
import { compareText } from "../../kit/order";
import { WITHOUT_STEPS } from "../../rules/adoptable";
import { count, counted } from "../../kit/numbers";
import type { Need, NeedGroup } from "./need";
import { headOf, timed } from "./needGroup";
import type { World } from "../../rules/world";

export function unconverted(world: Pick<World, "adoptable">): NeedGroup {
  const groups = world.adoptable.filter(({ kind, of }) => of === "plan" && kind !== WITHOUT_STEPS);
  const sorted = [...groups].sort((a, b) => b.count - a.count || compareText(a.kind, b.kind));
  const needs = sorted.map((each): Need => {
    const example = { target: each.example, shown: each.example, block: null };
    const lacks = each.kind.replace(/^plan: /, "");
    // All else is as it has to be: then one line makes a plan of it.
    const hides =
      each.line === undefined
        ? ""
        : `; ${/comment/.test(lacks) ? "a comment" : "a code block"} that begins in line ${String(each.line)} is not closed; the boxes after it do not count`;
    const repair = lacks === "no task_id" ? "; add a line task_id: PLAN-… to its properties" : "";
    return timed(
      "adoptable",
      {
        note: example,
        what: null,
        plan: null,
        words: `${lacks}${each.count === 1 ? "" : ` (and ${counted(each.count - 1, "more note")})`}${hides}${repair}`,
        paths: [each.example],
        request: null,
      },
      null,
    );
  });
  return { ...headOf("adoptable"), total: groups.reduce((sum, each) => sum + each.count, 0), needs };
}

/** Notes among the plans that only tell something: nobody has to do anything, and somebody may have meant to. */
export function withoutSteps({ adoptable: groups }: Pick<World, "adoptable">): NeedGroup {
  const found = groups.filter(({ kind }) => kind === WITHOUT_STEPS);
  const needs = found.map(({ count: total, example }): Need =>
    timed(
      "no-steps",
      {
        note: { target: example, shown: example, block: null },
        what: null,
        plan: null,
        words: total === 1 ? "" : `and ${count(total - 1)} more`,
        paths: [example],
        request: null,
      },
      null,
    ),
  );
  return { ...headOf("no-steps"), total: found.reduce((sum, each) => sum + each.count, 0), needs };
}
