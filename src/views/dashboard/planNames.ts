/** What plans are called on the Dashboard: by their titles, and by their ids as well where two of them have one title. */
import { firstOf } from "../../kit/sorted";
import { isOver } from "../../plan/plan";
import type { World } from "../../rules/world";
import { SHOWN } from "../needGroup";
import { nameOfPlan } from "../noteRef";
import type { NoteRef, PlanName } from "../need";
import { LABEL, linkTo, safe } from "./measure";

export interface Titles {
  /** A link to the plan, or to one of its steps. `room`: characters of its words. */
  link(plan: PlanName, at?: Pick<NoteRef, "block" | "step">, room?: number): string;
  /** Without a link, for a line with little room. */
  words(plan: PlanName, limit: number): string;
}

export function titlesOf({ plans, recent, catalog, now }: World): Titles {
  const paths = new Map<string, string>();
  const shared = new Set<string>();
  const count = ({ path, title }: Pick<PlanName, "path" | "title">): void => {
    const before = paths.get(key(title));
    if (before === undefined) paths.set(key(title), path);
    else if (before !== path) shared.add(key(title));
  };
  for (const { plan } of plans) if (!isOver(plan)) count(nameOfPlan(plan));
  for (const plan of recent) count(nameOfPlan(plan));
  for (const { cards } of [catalog.yours(now), catalog.needing(), catalog.of("Draft")])
    for (const card of firstOf(SHOWN, cards)) count(card);
  const called = (plan: PlanName, room: number): string => {
    const title = titleOf(plan);
    const after =
      title !== plan.taskId && shared.has(key(plan.title)) ? ` (${plan.taskId.slice(0, 24)})` : "";
    return `${cut(title, room - after.length)}${after}`;
  };
  return {
    link: (plan, at, room = LABEL) => {
      const step = at?.step === undefined ? "" : `, step ${String(at.step)}`;
      return linkTo(plan.path, `${called(plan, room - step.length)}${step}`, at?.block ?? null, room);
    },
    words: (plan, limit) => safe(called(plan, limit), limit),
  };
}

/** Two titles that look the same where they are cut. */
function key(title: string): string {
  return title.slice(0, LABEL - 10);
}

/** Of a link only its words are left: a link cannot stand within a link. */
export function titleOf({ title, taskId }: Pick<PlanName, "title" | "taskId">): string {
  const words = title
    .slice(0, 400)
    .replace(/\[\[(?:[^\][|]*\|)?([^\][|]*)\]\]/g, "$1")
    .trim();
  return words === "" ? taskId : words;
}

function cut(text: string, limit: number): string {
  const chars = [...text];
  return chars.length <= limit
    ? text
    : `${chars
        .slice(0, Math.max(1, limit - 1))
        .join("")
        .trimEnd()}…`;
}
