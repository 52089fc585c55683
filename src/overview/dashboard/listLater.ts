/** Later: what the person put off, and steps that wait for a day, the first ones in a line each. */
import { count } from "../../kit/numbers";
import type { World } from "../../rules/world";
import { scheduledOf } from "../scheduled";
import { safe } from "./measure";
import type { Titles } from "./planNames";

const SHOWN = 3;

/** Empty where nothing is scheduled. */
export function listLater(world: World, titles: Titles): string[] {
  const all = scheduledOf(world);
  if (all.length === 0) return [];
  const rest = all.length - SHOWN;
  return [
    "## Later",
    "",
    ...all
      .slice(0, SHOWN)
      .map(
        ({ plan, step, block, title, words }) =>
          `- ${safe(words, 60)} · ${safe(title, 60)} · ${titles.link(plan, { block, step }, 40)}`,
      ),
    ...(rest > 0 ? [`- … ${count(rest)} more`] : []),
    "",
  ];
}
