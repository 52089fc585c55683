/**
 * Finds the requests of others that would become draft plans: reads each, leaves out those that were rejected or cannot
 * be read, and says why.
 */
import { copyOf } from "../../kit/copies";
import { hashText } from "../../kit/hash";
import { planKey } from "../../kit/ids";
import { nameOf } from "../../kit/path";
import { parsePlan } from "../../note/plan/parse";
import { isGated, isOver, nextStep } from "../../note/plan/plan";
import { adoptNote, MAYBE_DONE } from "../../note/proposal/adopt";
import type { NoteChange } from "../../note/proposal/proposal";
import { pathOf } from "../../settings/settings";
import { count } from "../../kit/numbers";
import type { World } from "../../rules/world";
import { openArchive } from "./archive";
import type { Context } from "../perform/context";
import { findPlan } from "../perform/find";

/** As many as a person reads at one go; the next go takes the next. */
const MOST = 50;

interface Worked {
  readonly notes: readonly NoteChange[];
  readonly left: readonly string[];
}

/** A sentence where nothing can be looked at. */
export async function proposeAdopt(
  paths: readonly string[],
  world: World,
  context: Pick<Context, "vault" | "settings">,
): Promise<Worked | string> {
  const archive = await openArchive(context);
  if (typeof archive === "string") return archive;
  const rejected = paths.filter((path) => path.startsWith(`${pathOf(context.settings, "rejected")}/`));
  const isApproved = (path: string): boolean => path.startsWith(`${pathOf(context.settings, "approved")}/`);
  const others = paths.filter((path) => !rejected.includes(path));
  // Of the same request in two folders, the one that may have been carried out makes the plan, which says so.
  const open = [...others.filter(isApproved), ...others.filter((path) => !isApproved(path))];
  const all = new Set(world.adoptable.flatMap((group) => group.paths));
  const refused =
    open.length === 0
      ? new Map<string, string>()
      : await idsOf(
          [...all].filter((path) => path.startsWith(`${pathOf(context.settings, "rejected")}/`)),
          context,
        );
  const known = new Map<string, string>();
  const notes: NoteChange[] = [];
  const left: string[] = [];
  let adopted = 0;
  for (const [at, path] of open.entries()) {
    if (adopted === MOST) {
      left.push(
        `It takes ${String(MOST)} at a time; ${count(open.length - at)} more are left for the next run.`,
      );
      break;
    }
    const original = copyOf(path, (other) => all.has(other));
    if (original !== null) {
      left.push(`${path} is a sync copy of ${original}, so it is left alone; rename it if you want both.`);
      continue;
    }
    const reading = await context.vault.read(path);
    if (reading.kind !== "text") {
      left.push(`${path} cannot be read now.`);
      continue;
    }
    const to = archive.take(nameOf(path));
    const made =
      to === null
        ? { kind: "none" as const, why: "has a name too long for the archive; shorten it" }
        : adoptNote(path, reading.text, {
            to,
            plans: pathOf(context.settings, "plans"),
            approved: isApproved(path),
          });
    if (made.kind === "none" || to === null) {
      left.push(`${path} ${made.kind === "none" ? made.why : ""}.`);
      continue;
    }
    const key = planKey(made.taskId);
    const no = refused.get(key);
    if (no !== undefined) {
      left.push(
        `${path} asks for the same as ${no}, which was rejected, so it is left alone; if you want it after all, first move that out of ${pathOf(context.settings, "rejected")}.`,
      );
      continue;
    }
    const there =
      known.get(key) ?? world.planIndex.home(key)?.path ?? (await madeBefore(made.taskId, world, context));
    // Cut off while it was written, or somebody else's: nothing is made over it, and no second one beside it.
    if (there === undefined && (await context.vault.read(made.change.path)).kind !== "absent") {
      left.push(
        `${path} would become ${made.change.path}, but a note with that name exists and is not such a plan; fix or move that note first.`,
      );
      continue;
    }
    if (there !== undefined && !known.has(key) && !(await asksForSomething(there, context))) {
      left.push(
        `${path} would become ${there}, which exists but no longer says what to send; perhaps it was cut off while it was written. Fix or move that note first.`,
      );
      continue;
    }
    const double = made.plan === null ? [] : await sameStep(made.plan, world, context);
    if (there === undefined) notes.push({ ...made.change, said: [...(made.change.said ?? []), ...double] });
    notes.push({
      path,
      hash: hashText(reading.text),
      text: reading.text,
      lines: [],
      moves: to,
      ...(there === undefined
        ? { after: made.change.path }
        : notes.some((each) => each.path === there)
          ? { after: there }
          : {}),
      said: [
        there === undefined
          ? "Every byte of it stays."
          : `It says the same as the source of ${there}, so no other plan is made. Every byte of it stays.`,
        ...(there !== undefined && isApproved(path) ? [MAYBE_DONE] : []),
      ],
    });
    known.set(key, there ?? made.change.path);
    adopted += 1;
  }
  if (rejected.length > 0)
    left.push(
      `${rejected.length === 1 ? `${rejected[0] ?? ""} was refused and is` : `${count(rejected.length)} notes were refused and are`} left alone; to ask for one after all, move it out of ${pathOf(context.settings, "rejected")} first.`,
    );
  return { notes, left };
}

/**
 * A plan that was cut off while it was written asks for nothing, and what it was made from is all there is, also when
 * it is cancelled. One in which every step is finished has asked.
 */
async function asksForSomething(path: string, { vault }: Pick<Context, "vault">): Promise<boolean> {
  const note = await vault.read(path);
  const parsed = note.kind === "text" ? parsePlan(path, note.text) : null;
  if (parsed?.kind !== "plan") return false;
  const { steps } = parsed.plan;
  return (
    steps.some(({ approval }) => approval.kind === "action") ||
    (steps.length > 0 && nextStep(parsed.plan) === null)
  );
}

/**
 * The plan that another version made of the same request: versions read notes differently, so that its id may be
 * another. The request that it was made from is in the archive, and still says what it asks for. Only the day in the id
 * is of every version.
 */
async function madeBefore(
  taskId: string,
  { planIndex }: World,
  { vault, settings }: Pick<Context, "vault" | "settings">,
): Promise<string | undefined> {
  const day = /^PLAN-\d{8}-/.exec(taskId)?.[0];
  if (day === undefined) return undefined;
  const archive = `${pathOf(settings, "archive")}/`;
  for (const summary of [...planIndex.all(), ...planIndex.archived()]) {
    if (
      !summary.taskId.startsWith(day) ||
      !/^[0-9a-f]{8}$/.test(summary.taskId.slice(day.length)) ||
      summary.source?.startsWith(archive) !== true
    )
      continue;
    const note = await vault.read(summary.source);
    const made =
      note.kind === "text"
        ? adoptNote(summary.source, note.text, { to: summary.source, plans: "", approved: false })
        : null;
    if (made?.kind === "plan" && made.taskId === taskId) return summary.path;
  }
  return undefined;
}

/** Path of each request, by the key of the plan that would be made of it. */
async function idsOf(
  paths: readonly string[],
  { vault }: Pick<Context, "vault">,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const path of paths) {
    const note = await vault.read(path);
    if (note.kind !== "text") continue;
    // That it says of itself that it is over changes nothing about what it asks for.
    const made = [note.text, note.text.replace(/^status[ \t]*:.*$/im, "")]
      .map((text) => adoptNote(path, text, { to: path, plans: "", approved: false }))
      .find(({ kind }) => kind === "plan");
    if (made?.kind === "plan") ids.set(planKey(made.taskId), path);
  }
  return ids;
}

/** A warning that the plan which a request names may ask for the same thing; empty where there is no such open plan. */
async function sameStep(
  named: string,
  world: World,
  { vault }: Pick<Context, "vault">,
): Promise<readonly string[]> {
  const found = findPlan(named, world);
  if (typeof found === "string" || isOver(found)) return [];
  const note = await vault.read(found.path);
  const parsed = note.kind === "text" ? parsePlan(found.path, note.text) : null;
  const isAsked =
    parsed?.kind === "plan" && parsed.plan.steps.some((step) => step.state === "open" && isGated(step));
  return isAsked
    ? [
        `It says that it is for ${found.path}, which has an open step that needs approval. If that is the same thing, skip one of the two, or you are asked twice.`,
      ]
    : [`It says that it is for ${found.path}.`];
}
