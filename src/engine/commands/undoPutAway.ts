/** Brings the note of a plan back from among the finished plans, where a person put it, or where it went by itself. */
import type { PlanSummary } from "../../note/index/summary";
import { hashText, shortHash } from "../../kit/hash";
import { folderOf, nameOf } from "../../kit/path";
import { escapeLine } from "../../kit/text";
import { parsePlan } from "../../note/plan/parse";
import type { Plan } from "../../note/plan/plan";
import { stepName } from "../../note/plan/steps";
import { withoutLinks } from "../../overview/titles";
import type { Command } from "../../rules/command";
import { SPEAKS_OF_BOX } from "../../rules/logEntries";
import { log, type PlanChange } from "../../rules/moves";
import type { World } from "../../rules/world";
import { pathOf } from "../../settings/settings";
import { changePlan } from "../perform/change";
import type { Context } from "../perform/context";
import { relocate } from "../perform/relocate";
import { no, told, type Obeyed } from "../perform/replies";
import { boxChanged, hasGoneOn, reopening, UNDID } from "./reopening";
import { takeBackApproved } from "./takeBackApproved";

/**
 * The plan goes back to the folder it was in. One that went away by itself, as its last step was done or skipped by the
 * person, is open at that step again.
 */
export async function undoPutAway(
  { path }: Pick<PlanSummary, "path">,
  command: Pick<Extract<Command, { readonly kind: "undo" }>, "of" | "step">,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const note = await context.vault.read(path);
  const parsed = note.kind === "text" ? parsePlan(path, note.text) : null;
  if (note.kind !== "text" || parsed?.kind !== "plan")
    return no(`${path} cannot be read as a plan just now.`);
  const { plan } = parsed;
  const back = changesBack(plan, command, context);
  if (typeof back === "string") return no(back);
  const held = await takeBackApproved(plan.key, world, context);
  if (typeof held !== "number") return held;
  const noted = await changePlan(path, hashText(note.text), back.changes, context);
  if (noted.kind !== "done") return told(noted, "");
  const moved = await relocate(path, `${await folderBefore(back.folder, context)}/${nameOf(path)}`, context);
  const where = moved.kind === "done" ? (moved.to ?? path) : path;
  return told(moved, `${back.says} The plan is in ${escapeLine(folderOf(where))} again.`);
}

/** `says`: what was done. `folder`: the beginning of the hash of the folder it was in; null where nothing tells. */
function changesBack(
  plan: Plan,
  { of, step: n }: Pick<Extract<Command, { readonly kind: "undo" }>, "of" | "step">,
  context: Context,
):
  | { readonly says: string; readonly changes: readonly PlanChange[]; readonly folder: string | null }
  | string {
  const last = plan.log.last(
    ({ word, step }) => word === "archived" || (word === "brought-back" && step === null),
  );
  if (last?.mark.word === "archived" && last.actor === "Human" && (of ?? "archive") === "archive") {
    if (plan.status === "Done" && plan.steps.every(({ state }) => state !== "open"))
      return "Every step of the plan is over, so it would be put away again at once. Open a step of it first.";
    const entry = log({
      actor: "Human",
      action: "Brought the plan back from the finished ones",
      rationale: UNDID,
      mark: { word: "brought-back" },
    });
    return { says: "Brought back.", changes: [entry], folder: last.mark.text };
  }
  const box = plan.log.last(({ word }) => SPEAKS_OF_BOX.includes(word));
  const changed = box === null || plan.status !== "Done" ? null : boxChanged(plan, box, context);
  const isMeant =
    changed !== null && (of ?? changed.of) === changed.of && (n ?? changed.step.n) === changed.step.n;
  if (box === null || !isMeant)
    return "The plan is among the finished ones, and nothing of yours put it there. To go on with it, open a step of it and move its note back.";
  if (hasGoneOn(plan, box)) return "The plan has gone on since, so it stays as it is.";
  const says = `Open again: ${withoutLinks(stepName(changed.step))}.`;
  return { says, changes: reopening(plan, changed.step), folder: null };
}

async function folderBefore(hash: string | null, context: Context): Promise<string> {
  const plans = pathOf(context.settings, "plans");
  const listing = hash === null ? null : await context.vault.list(plans, "names");
  const folders =
    listing?.kind === "folder"
      ? listing.entries.flatMap(({ kind, name }) => (kind === "folder" ? [`${plans}/${name}`] : []))
      : [];
  return folders.find((folder) => shortHash(folder) === hash) ?? plans;
}
