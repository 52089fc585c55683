/**
 * Finds the plans that would be made one: reads the notes of each group, leaves out those that may not be merged, and
 * says why.
 */
import { nameOf } from "../../kit/path";
import { endWith } from "../../kit/problem";
import { parsePlan } from "../../note/plan/parse";
import { isOver } from "../../note/plan/plan";
import { isMergedAway, mergedInto } from "../../note/plan/standstill";
import { bySurvival, mergeNotes, type Member, type Merged } from "../../note/proposal/merge";
import { markOf } from "../../note/proposal/takeIn";
import { unsettled } from "../../rules/unsettled";
import type { World } from "../../rules/world";
import { openArchive, type Archive } from "./archive";
import type { Context } from "../perform/context";

/** `groups` hold the paths of notes that stand for one plan each. A sentence where nothing can be looked at. */
export async function proposeMerge(
  groups: readonly (readonly string[])[],
  world: World,
  context: Pick<Context, "vault" | "settings">,
): Promise<Merged | string> {
  const archive = await openArchive(context);
  if (typeof archive === "string") return archive;
  const all: Merged[] = [];
  for (const paths of groups) all.push(await mergeGroup(paths, world, archive, context));
  return { notes: all.flatMap(({ notes }) => notes), left: all.flatMap(({ left }) => left) };
}

async function mergeGroup(
  paths: readonly string[],
  world: World,
  archive: Archive,
  context: Pick<Context, "vault">,
): Promise<Merged> {
  const left: string[] = [];
  const members: Member[] = [];
  const copies = new Set(world.copies.map((copy) => copy.path));
  for (const path of paths) {
    const member = await readMember(path, copies.has(path), context);
    if (typeof member === "string") left.push(member);
    else members.push(member);
  }
  members.sort(bySurvival);
  // The steps of one that was merged away may stand in another plan already, done or not: it takes nothing in.
  const survivor = members.find(({ plan }) => !isMergedAway(plan));
  const others = members.filter((member) => member !== survivor);
  if (survivor === undefined)
    return { notes: [], left: [...left, ...others.map(({ path }) => `${path} is not merged: ${WENT}.`)] };
  if (survivor.copy)
    return { notes: [], left: [...left, `${survivor.path} is a sync copy, and its original takes no part.`] };
  const ready = others.flatMap((member) => {
    const why = whyNot(member, survivor, world);
    const to = why === null ? archive.take(nameOf(member.path)) : null;
    if (to === null)
      left.push(
        `${member.path} is not merged: ${why ?? "its name is too long for the archive; shorten it"}.`,
      );
    return to === null ? [] : [{ member, to }];
  });
  if (others.length === 0 && left.length === 0) left.push(`${survivor.path} has no duplicate.`);
  const merged = mergeNotes(survivor, ready);
  return { notes: merged.notes, left: [...left, ...merged.left] };
}

/** A sentence on a note that takes no part. */
async function readMember(
  path: string,
  copy: boolean,
  context: Pick<Context, "vault">,
): Promise<Member | string> {
  const note = await context.vault.read(path);
  if (note.kind !== "text") return `${path} is not merged: it cannot be read now.`;
  const parsed = parsePlan(path, note.text);
  if (parsed.kind === "problem")
    return `${path} is not merged: fix it first: ${endWith([parsed.problem.message])}`;
  if (parsed.kind !== "plan")
    return `${path} is not merged: it is not a readable plan. Fix it, give it another task_id, or move it away.`;
  const { plan } = parsed;
  if (isOver(plan))
    return `${path} is not merged: its status is ${plan.status}; ${copy ? "if that is meant, give the original the same status; then move this copy away" : "move it away by hand, or set its status to Draft if it is to be merged"}.`;
  return { path, text: note.text, plan, copy };
}

const WENT =
  "its log says that it was merged into another plan; if its steps are there (or in the plan that one was merged into), move this note away; otherwise, delete the line about merging from its log";

const FOLLOWS =
  "it follows a flow, or would go into a plan that does, and each has its own work folder; cancel one of the two, or move it away";

function whyNot(member: Member, survivor: Member, world: World): string | null {
  if (isMergedAway(member.plan) && mergedInto(member.plan) !== markOf(survivor.path)) return WENT;
  const requests = world.requestsOf.get(member.plan.key) ?? [];
  if (member.plan.key !== survivor.plan.key)
    return member.plan.flow === null && survivor.plan.flow === null
      ? unsettled(member.plan, requests, world.device.actionState)
      : FOLLOWS;
  // The id stays, so what was asked for a step that both have goes on with it.
  const kept = new Set(survivor.plan.steps.map(({ id }) => id));
  const steps = member.plan.steps.filter(({ id }) => !kept.has(id));
  return unsettled(
    { ...member.plan, steps },
    requests.filter(({ step }) => steps.some(({ id }) => id === step)),
    world.device.actionState,
  );
}
