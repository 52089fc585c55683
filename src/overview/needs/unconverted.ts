/** Notes among the plans that are none as they are: told by kind, with what to do. */
import { compareText } from "../../kit/order";
import { counted } from "../../kit/numbers";
import type { Need, NeedGroup } from "./need";
import { headOf, timed } from "./needGroup";
import type { AdoptableGroup, World } from "../../rules/world";

/** Notes of which the command for it makes plans. */
export function unconverted(world: Pick<World, "adoptable">): NeedGroup {
  return groupOf("adoptable", "plan", world);
}

/** Notes of which nothing by itself makes a plan: nobody has to do anything, and somebody may have meant to. */
export function withoutSteps(world: Pick<World, "adoptable">): NeedGroup {
  return groupOf("no-steps", "no-plan", world);
}

function groupOf(
  id: "adoptable" | "no-steps",
  of: AdoptableGroup["of"],
  { adoptable }: Pick<World, "adoptable">,
): NeedGroup {
  const groups = adoptable.filter((each) => each.of === of);
  const sorted = [...groups].sort((a, b) => b.count - a.count || compareText(a.kind, b.kind));
  const needs = sorted.map(({ count, example, kind, line }): Need => {
    const lacks = kind.replace(/^plan: /, "");
    // All else is as it has to be: then one line makes a plan of it.
    const hides =
      line === undefined
        ? ""
        : `; ${/comment/.test(lacks) ? "a comment" : "a code block"} that begins in line ${String(line)} is not closed, so the boxes after it do not count`;
    const repair = lacks === "no task_id" ? "; add a line task_id: PLAN-… to its properties" : "";
    return timed(
      id,
      {
        note: { target: example, shown: example, block: null },
        what: null,
        plan: null,
        words: `${lacks}${count === 1 ? "" : ` (and ${counted(count - 1, "more note")})`}${hides}${repair}`,
        paths: [example],
        request: null,
      },
      null,
    );
  });
  return { ...headOf(id), total: groups.reduce((sum, each) => sum + each.count, 0), needs };
}
