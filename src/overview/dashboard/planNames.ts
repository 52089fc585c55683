/** Names of plans on the Dashboard: titles, with ids where two plans have one title. */
import { cut } from "../../kit/text";
import type { World } from "../../rules/world";
import type { NoteRef, PlanName } from "../needs/need";
import { LABEL, linkTo, safe } from "./measure";

export interface Titles {
  /** A link to the plan, or to one of its steps. `room`: characters of its words. */
  link(plan: PlanName, at?: Pick<NoteRef, "block" | "step">, room?: number): string;
  /** Without a link, for a line with little room. */
  words(plan: PlanName, limit: number): string;
}

export function titlesOf({ planIndex }: Pick<World, "planIndex">): Titles {
  const called = (plan: PlanName, room: number): string => {
    const title = titleOf(plan);
    const after =
      title !== plan.taskId && planIndex.titled(plan.title) > 1 ? ` (${plan.taskId.slice(0, 24)})` : "";
    return `${cut(title, room - after.length)}${after}`;
  };
  return {
    link: (plan, at, room = LABEL) => {
      const step = at?.step === undefined ? "" : `, step ${String(at.step)}`;
      const title = called(plan, room - step.length);
      // A title that is a sentence goes on with the step.
      const name = step === "" ? title : title.replace(/([^.])\.$/, "$1");
      return linkTo(plan.path, `${name}${step}`, at?.block ?? null, room);
    },
    words: (plan, limit) => safe(called(plan, limit), limit),
  };
}

/** Of a link only its words are left: a link cannot stand within a link. */
export function titleOf({ title, taskId }: Pick<PlanName, "title" | "taskId">): string {
  const words = title
    .slice(0, 400)
    .replace(/\[\[(?:[^\][|]*\|)?([^\][|]*)\]\]/g, "$1")
    .trim();
  return words === "" ? taskId : words;
}
