/**
 * Rules about the vault as a whole. `first` rows are done before anything else, `last` rows when nothing else is left
 * to do.
 */
import type { PlanSummary } from "../note/index/summary";
import { withoutHand } from "../note/plan/approvalMarker";
import { blockTitle, onlyAsks, type Block } from "../note/plan/blocks";
import { dayIn, HOUR, showIn, writeDay } from "../kit/dates";
import { nameOf } from "../kit/path";
import { endWith } from "../kit/problem";
import { escapeLine } from "../kit/text";
import { readName } from "../approval/request/name";
import { ABOUT, CONTROL_FOLDERS, pathOf } from "../settings/settings";
import { alertAge } from "./blocking";
import { heldForLong, type HeldForLong } from "./heldForLong";
import { count, counted } from "../kit/numbers";
import type { Rule } from "./rule";
import { isUnseenSinceDays } from "../approval/durations";
import type { World } from "./world";

export type VaultRule = Rule<World> & { readonly stage: "first" | "last" };

export const VAULT_RULES: readonly VaultRule[] = [
  {
    id: "become-the-acting-device",
    stage: "first",
    when: "this device was asked to act and nobody is named yet",
    by: "anyone",
    decide: (world) => {
      const path = pathOf(world.settings, "acting");
      return world.mayClaim
        ? {
            move: { kind: "name-acting-device", path },
            because: "nobody is named yet, and this run was started to act",
          }
        : null;
    },
  },
  {
    id: "keep-a-folder",
    stage: "first",
    when: "a folder for requests holds no note of its own: git takes a folder away with its last note, and moves others’ new notes along",
    by: "keeper",
    decide: ({ folders, settings, acting }) => {
      const folder = CONTROL_FOLDERS.find((each) => folders.bare.includes(each));
      if (folder === undefined || acting.kind !== "named") return null;
      return {
        move: { kind: "note-folder", path: `${pathOf(settings, folder)}/${ABOUT}`, folder },
        because: "so that the folder stays there when it is empty",
      };
    },
  },
  {
    id: "tell-of-an-old-block",
    stage: "last",
    when: "plans have been blocked for longer than the settings allow: said once for all of them, never again for the same blocks",
    by: "keeper",
    decide: (world) => {
      const until = toldUntil(world.device.told);
      const old = oldBlocks(until, world);
      const [first] = old;
      if (first === undefined) return null;
      const newest = old.reduce((latest, { summary }) => Math.max(latest, summary.stoodSince ?? 0), 0);
      const say =
        old.length === 1
          ? sayOld(first, world)
          : `${counted(old.length, "plan")} have stood still for more than ${count(world.settings.alert_hours)} hours; the Dashboard names them.`;
      return {
        move: {
          kind: "remember",
          path: old.length === 1 ? first.summary.path : "",
          what: { kind: "told", what: `${TOLD}${String(newest)}`, say },
        },
        because: "it has stood still for long",
      };
    },
  },
  {
    id: "remind-of-a-held-plan",
    stage: "last",
    when: "plans that a person set to Blocked did not move for longer than the settings allow: said once a day for all of them",
    by: "keeper",
    decide: (world) => {
      const all = heldForLong(world);
      const [first] = all;
      const what = `held ${dayIn(world.now, world.settings.time_zone)}`;
      if (first === undefined || world.device.told.has(what)) return null;
      return {
        move: {
          kind: "remember",
          path: all.length === 1 ? first.summary.path : "",
          what: { kind: "told", what, say: sayHeld(first, all.length) },
        },
        because: "it waits for somebody, and nothing else reminds them",
      };
    },
  },
  {
    id: "tell-of-the-dashboard",
    stage: "last",
    when: "the Dashboard cannot be written because its marker lines were changed: said once for each way",
    by: "keeper",
    decide: (world) => {
      const damage = world.problems.find(({ kind }) => kind === "dashboard");
      if (damage === undefined) return null;
      const what = `dashboard ${damage.code ?? ""}`;
      if (world.device.told.has(what)) return null;
      return {
        move: {
          kind: "remember",
          path: damage.path,
          what: { kind: "told", what, say: `${damage.path} is not written: ${damage.message}` },
        },
        because: "nobody would see it there",
      };
    },
  },
  {
    id: "show-the-day",
    stage: "last",
    when: "the acting device’s note was not touched today",
    by: "keeper",
    decide: (world) => {
      const stale = world.acting.kind === "named" && world.acting.seen !== writeDay(world.now);
      return stale
        ? {
            move: { kind: "refresh-acting-device", path: pathOf(world.settings, "acting") },
            because: "so that other devices see that this one was there today",
          }
        : null;
    },
  },
  {
    id: "remember-being-here",
    stage: "last",
    when: "an hour has passed since this device last noted that it runs; after days away only when all that lies among the approved can be read",
    by: "keeper",
    decide: (world) => {
      const due = world.device.alive === null || Math.abs(world.now - world.device.alive) >= HOUR;
      return due && (world.backSince === null || (world.starting === null && isApprovedKnown(world)))
        ? {
            move: { kind: "remember", path: "", what: { kind: "alive" } },
            because: "to know after a pause how long it was",
          }
        : null;
    },
  },
];

/**
 * Whether all requests that lie among the approved can be read, and are asked about: one that cannot yet may have been
 * approved while nobody was here, and only a later run will know it.
 */
function isApprovedKnown(world: World): boolean {
  const { folders, problems, requests, settings } = world;
  const approved = pathOf(settings, "approved");
  const isHidden = folders.absent.includes(approved) || folders.unreadable.includes(approved);
  const isUnread = problems.some(
    ({ path }) => path.startsWith(`${approved}/`) && readName(nameOf(path)) !== null,
  );
  return (
    !isHidden &&
    !isUnread &&
    !requests.some((request) => isUnseenSinceDays(request, world)) &&
    !requests.some(({ notes }) =>
      notes.some(({ folder, parsed }) => folder === "approved" && parsed.kind === "torn"),
    )
  );
}

interface OldBlock {
  readonly summary: PlanSummary;
  readonly block: Block;
}

/** With its step. The Dashboard links what waits for an answer: a notice cannot. */
function sayOld(
  { summary: { title, next, since, path }, block }: OldBlock,
  { plans, settings }: World,
): string {
  const step = next === null ? "" : ` at “${escapeLine(withoutHand(next.text), 80)}”`;
  const asks = plans.find(({ plan }) => plan.path === path)?.request;
  const where = asks?.state === "waiting" ? " The Dashboard links what waits for you." : "";
  const reason = onlyAsks(block.reason) ? blockTitle(block.kind) : block.reason;
  return `“${escapeLine(title, 80)}” has stood still${step} since ${showIn(settings.time_zone)(since ?? 0)}: ${endWith([reason])}${where}`;
}

function sayHeld({ summary: { title, byPerson } }: HeldForLong, of: number): string {
  const name = escapeLine(title, 80);
  if (of > 1)
    return `“${name}” and ${counted(of - 1, "other plan")} wait for somebody; the Dashboard names them.`;
  const reason = byPerson?.reason ?? null;
  return `“${name}” still waits${reason === null ? " for somebody" : `: ${escapeLine(reason, 120)}`}. It goes on once you continue it.`;
}

/** Those that became old since they were last told of. A block that is about to be lifted is none. */
function oldBlocks(until: number, { planIndex, plans, now, settings }: World): OldBlock[] {
  const looked = new Map(plans.map((view) => [view.plan.path, view]));
  return [...planIndex.blockedBetween(until, now - alertAge(settings) - 1).summaries].flatMap((summary) => {
    const view = looked.get(summary.path);
    const block = view === undefined ? summary.block : view.block;
    return block === null ? [] : [{ summary, block }];
  });
}

/** The beginning of the mark up to when blocks were told: they grow old in the order in which they began. */
const TOLD = "blocked until ";

/** Milliseconds since the epoch; blocks that began later were not told of yet. */
function toldUntil(told: ReadonlySet<string>): number {
  return [...told].reduce(
    (latest, each) => (each.startsWith(TOLD) ? Math.max(latest, Number(each.slice(TOLD.length))) : latest),
    0,
  );
}
