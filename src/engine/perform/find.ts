/**
 * Finds the plan or request that a person means by the words they type; and where the note of a plan cannot be read,
 * says what is the matter with it.
 */
import type { PlanSummary } from "../../note/index/summary";
import { targetOf } from "../../note/intake/sources";
import { COPIED } from "../../kit/copies";
import { planKey } from "../../kit/ids";
import { nearest } from "../../kit/nearest";
import { nameOf } from "../../kit/path";
import { endWith } from "../../kit/problem";
import { writtenIds } from "../../note/plan/id";
import type { VaultPort } from "../../kit/ports/vault";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";

/**
 * How surely a note is meant: by its id, path or name; only by the name it had before a file manager gave it a number;
 * or not at all.
 */
export type Meant = "exactly" | "but for a number" | null;

/**
 * Reads what a person types: an id with or without `PLAN-`, a path, a file name, or a link to either, in whatever case
 * and spelling.
 */
export function meaning(which: string): (note: { readonly key: string; readonly path: string }) => Meant {
  // As it stands first: an id may hold signs that would end a link.
  const spelled = [...new Set([which.normalize("NFC").trim().replace(/\.md$/i, ""), targetOf(which)])]
    .filter((each) => each !== "")
    .map((each) => each.toLowerCase());
  const keys = new Set(spelled.map(planKey));
  const names = [...new Set(spelled.flatMap((each) => [each, each.replace(/^plan-/, "")]))].filter(
    (each) => each !== "",
  );
  const isNamed = (path: string): boolean =>
    names.some((each) => path === each || path.endsWith(`/${each}`) || path.endsWith(`/plan-${each}`));
  return ({ key, path }) => {
    const own = path.normalize("NFC").toLowerCase().replace(/\.md$/, "");
    if ((key !== "" && keys.has(key)) || isNamed(own)) return "exactly";
    const first = own.replace(COPIED, "");
    return first !== own && isNamed(first) ? "but for a number" : null;
  };
}

export function noPlan(which: string, { planIndex }: Pick<World, "planIndex">): string {
  const others = [...planIndex.problems(), ...planIndex.adoptable()].map(({ path }) => path);
  const all = [...planIndex.all()];
  const names = [
    ...all.map(({ taskId }) => taskId),
    ...[...all.map(({ path }) => path), ...others].map(bareName),
  ];
  const near = nearest(which.slice(0, 100), names);
  return `There is no plan “${which}”.${near === null ? "" : ` Did you mean “${near}”?`} {do:status} lists them.`;
}

function bareName(path: string): string {
  return nameOf(path).replace(/\.md$/i, "");
}

/** By id (with or without PLAN-), path, file name or link. A sentence when it is none or several. */
export function findPlan(which: string, { planIndex }: Pick<World, "planIndex">): PlanSummary | string {
  const isMeant = meaning(which);
  const named = [...planIndex.all()].filter((summary) => isMeant(summary) !== null);
  const exactly = named.filter((summary) => isMeant(summary) === "exactly");
  const wanted = planKey(targetOf(which));
  // An id is its plan's alone; many notes may have one name.
  const byId = exactly.filter(({ key }) => key !== "" && key === wanted);
  const found = [byId, exactly, named].find((each) => each.length > 0) ?? [];
  const [summary] = found;
  if (summary === undefined) return noPlan(which, { planIndex });
  if (planIndex.hasDuplicateId(summary.path)) {
    const alike = planIndex.groups().find((group) => group.by === "id" && group.paths.includes(summary.path));
    return `Several notes have the id ${summary.taskId}: ${(alike?.paths ?? []).join(", ")}. {do:merge} shows what would make one of them; or give one of them another task_id.`;
  }
  if (found.length > 1)
    return `Several notes go by “${which}”: ${found.map(({ path }) => path).join(", ")}. Give the path of the one you mean.`;
  return summary;
}

export interface Archived {
  /** The one that is meant exactly; null for none, and for several. */
  readonly sure: PlanSummary | null;
  /** The one that is meant most likely. */
  readonly likely: PlanSummary | null;
}

/** A plan that was put away, by what a person types. */
export function findArchived(which: string, { planIndex }: Pick<World, "planIndex">): Archived {
  const isMeant = meaning(which);
  const named = [...planIndex.archived()].filter((summary) => isMeant(summary) !== null);
  const exact = named.filter((summary) => isMeant(summary) === "exactly");
  return { sure: exact.length === 1 ? (exact[0] ?? null) : null, likely: exact[0] ?? named[0] ?? null };
}

/**
 * By its action id, at least six digits of it, by the file name of its note or record, or by the plan that waits for
 * it. A sentence when it is none or several.
 */
export function findRequest(
  which: string,
  world: Pick<World, "planIndex" | "plans" | "requests">,
): RequestView | string {
  const wanted = which
    .trim()
    .toLowerCase()
    .replace(/(?:_receipt)?(?:\.md)?$/, "");
  const all = world.requests.filter(
    (each) =>
      each.id !== "" &&
      ((wanted.length >= 6 && each.id.startsWith(wanted)) ||
        each.name.replace(/\.md$/, "").toLowerCase() === wanted),
  );
  // A whole id is that one; a note of somebody else's, whatever it is called, stands for none of ours.
  const [whole, own] = [
    all.filter(({ id, state }) => id === wanted && state !== "foreign"),
    all.filter(({ state }) => state !== "foreign"),
  ];
  const named = whole.length > 0 ? whole : own.length > 0 ? own : all;
  const summary = named.length > 0 ? "" : findPlan(which, world);
  const waiting =
    typeof summary === "string"
      ? null
      : (world.plans.find(({ plan }) => plan.path === summary.path)?.request ?? null);
  const found = waiting === null ? named : [waiting];
  const [request] = found;
  // Of several plans, or one that is on hold, that is the answer.
  if (
    request === undefined &&
    typeof summary === "string" &&
    summary !== "" &&
    summary !== noPlan(which, world)
  )
    return summary;
  if (request === undefined)
    return `There is no request “${which}”. {do:status} lists them; give the action id, the name of the note, or the id of its plan.`;
  if (new Set(found.map((each) => each.id)).size > 1)
    return `Several requests begin with “${which}”; give more of the id.`;
  return request;
}

/** Notes read for an id that no file name bears; a vault in such disorder is put right from `status`. */
const READ = 200;

/**
 * Why the note of that name, or with that line `task_id`, is no plan that `findPlan` can find; null when there is no
 * such note.
 */
export async function whyUnread(
  which: string,
  world: World,
  reader: { readonly vault: Pick<VaultPort, "read"> },
): Promise<string | null> {
  // Of several that can be read the person has to choose; one that cannot is none of them.
  if (findPlan(which, world) !== noPlan(which, world)) return null;
  const wanted = planKey(targetOf(which));
  const isMeant = meaning(which);
  const paths = [...new Set(world.problems.map(({ path }) => path))].filter((path) => /\.md$/i.test(path));
  const named = paths.find((path) => isMeant({ key: "", path }) === "exactly");
  const path = named ?? (wanted === "" ? undefined : await pathWithId(wanted, paths, reader));
  if (path === undefined) return null;
  const faults = world.problems.filter((each) => each.path === path).slice(0, 3);
  return `The note of “${which}” cannot be read as a plan: ${endWith(faults.map(({ line, message }) => `${path}${line === null ? "" : `, line ${String(line)}`}: ${message}`))}`;
}

async function pathWithId(
  wanted: string,
  paths: readonly string[],
  reader: { readonly vault: Pick<VaultPort, "read"> },
): Promise<string | undefined> {
  for (const path of paths.slice(0, READ)) {
    const note = await reader.vault.read(path);
    if (note.kind === "text" && writtenIds(note.text).some((id) => planKey(id) === wanted)) return path;
  }
  return undefined;
}
