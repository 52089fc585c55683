/**
 * Puts the note of a plan that is over with the finished plans, whole: for those that Planwright leaves where they are,
 * because a person cancelled them, or said that they are done before every step was.
 */
import { unsettled } from "../../rules/unsettled";
import { log } from "../../rules/moves";
import type { PlanView, World } from "../../rules/world";
import { hashText, shortHash } from "../../kit/hash";
import { folderOf, nameOf } from "../../kit/path";
import { escapeLine } from "../../kit/text";
import { isOver } from "../../note/plan/plan";
import { pathOf } from "../../settings/settings";
import type { Context } from "../perform/context";
import { changePlan } from "../perform/change";
import { archive } from "../perform/perform";
import { no, told, type Obeyed } from "../perform/replies";

export async function archivePlan({ plan, hash }: PlanView, world: World, context: Context): Promise<Obeyed> {
  if (!isOver(plan)) return no(`The plan is ${plan.status.toLowerCase()}; cancel it first, or finish it.`);
  const why = unsettled(plan, world.requestsOf.get(plan.key) ?? [], world.device.actionState);
  if (why !== null) return no(`The plan stays where it is: ${why}.`);
  const folder = pathOf(context.settings, "done_plans");
  const to = `${folder}/${nameOf(plan.path)}`;
  const entry = log({
    actor: "Human",
    action: "Moved the plan to the finished ones",
    rationale: "By a click or a command",
    mark: { word: "archived", text: shortHash(folderOf(plan.path)) },
  });
  const noted = await changePlan(plan.path, hash, [entry], context);
  if (noted.kind === "stale") return told(noted, "");
  // A note into which nothing can be written goes as it is.
  const note = noted.kind === "done" ? await context.vault.read(plan.path) : null;
  const now = note?.kind === "text" ? hashText(note.text) : hash;
  const archived = await archive({ path: plan.path, hash: now, to }, context);
  // Its name was taken there.
  const anew =
    archived.kind === "done" && archived.to !== undefined && archived.to !== to ? archived.to : null;
  const as = anew === null ? "" : ` as “${escapeLine(nameOf(anew).replace(/\.md$/, ""))}”`;
  return told(archived, `Archived${as}: the plan is in ${folder}.`);
}
