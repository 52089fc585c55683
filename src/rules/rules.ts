/**
 * THE table: everything the engine does by itself, one row a thing, in the order in which it is tried. A row looks at
 * one plan, one request or the vault, and answers a move, or null. A plan gets at most one move a round; after each
 * round everything is looked at again.
 */
import type { Decision, Wait } from "./moves";
import { PLAN_RULES } from "./planRules";
import type { Rule } from "./rule";
import { REQUEST_RULES } from "./requestRules";
import { MOST_DRAFTS, TASK_RULES } from "./taskRules";
import { VAULT_RULES, type VaultRule } from "./vaultRules";
import { isOfOthers } from "./external";
import { openRequests } from "../approval/durations";
import type { RequestView } from "../approval/view";
import type { ResultNote } from "../flow/result/resultNote";
import { RESULT_NOTE_RULES } from "./agents/resultRules";
import type { PlanView, World } from "./world";

export interface Decisions {
  readonly moves: readonly Decision[];
  readonly waits: readonly Wait[];
}

/**
 * `draw` is the rule that writes the Dashboard; its room lies above this one. A move that is stuck is left out, and its
 * plan waits, but everything else goes on: above all the Dashboard, which tells of it, and what keeps approvals of the
 * plan, itself among them, from lying loaded.
 */
export function decide(
  world: World,
  draw: VaultRule,
  isStuck: (decision: Decision) => boolean = () => false,
  only: string | null = null,
): Decisions {
  if (!world.mayWrite) return { moves: takenBack(world, isStuck), waits: afterStart(world) };
  let moves: Decision[] = [];
  const waits: Wait[] = [];
  const busy = new Map<string, "moves" | "stuck">();
  const apply = <Subject>(
    rules: readonly Rule<Subject>[],
    subject: Subject,
    path: string,
    plan: string,
  ): void => {
    let since = plan === "" ? undefined : busy.get(plan);
    if (since === "moves") return;
    for (const rule of rules) {
      if (!mayApply(rule.by, world) || (since === "stuck" && rule.apart !== true)) continue;
      const decision = rule.decide(subject, world);
      if (decision === null) continue;
      if ("move" in decision && only !== null && LEAVES_THE_VAULT.includes(decision.move.kind)) continue;
      if ("move" in decision) {
        const decided = { rule: rule.id, ...decision };
        const cannot = isStuck(decided);
        // A note that cannot be put away must not keep its plan from showing what happened.
        if (cannot && decided.move.kind === "file-away") continue;
        since = cannot ? "stuck" : "moves";
        busy.set(plan, since);
        if (cannot) continue;
        moves.push(decided);
      } else {
        waits.push({ rule: rule.id, path, ...decision });
        busy.set(plan, "moves");
      }
      return;
    }
  };
  for (const rule of VAULT_RULES.filter((each) => each.stage === "first")) apply([rule], world, "", "");
  // Until it is named, this device is one of several that might write here.
  if (moves.length > 0 || (world.role === "executor" && world.acting.kind === "nobody"))
    return { moves, waits };
  for (const request of only === null ? world.requests : []) {
    // There may be thousands of these, and no row does anything for one.
    if (isOfOthers(request) || world.atRest.has(request.plan)) continue;
    apply<RequestView>(REQUEST_RULES, request, request.notes[0]?.path ?? request.name, request.plan);
  }
  for (const view of world.plans)
    if ((only === null || view.plan.path === only) && !isLeftAtRest(view, world))
      apply<PlanView>(PLAN_RULES, view, view.plan.path, view.plan.key);
  // A move for which there is no room is not done in this round, so it keeps nothing else from being done.
  moves = withinLimits(moves, world);
  if (only === null)
    for (const note of world.results) apply<ResultNote>(RESULT_NOTE_RULES, note, note.path, "");
  if (moves.length === 0 && only === null) {
    for (const task of world.intake.tasks) apply(TASK_RULES, task, task.path, "");
    moves = moves.slice(0, MOST_DRAFTS);
  }
  if (moves.length === 0)
    for (const rule of [...(only === null ? VAULT_RULES.filter((each) => each.stage === "last") : []), draw])
      apply([rule], world, "", "");
  return { moves, waits };
}

/** While somebody may be typing in it, that is told. */
function isLeftAtRest({ plan, quietFrom }: PlanView, { atRest, now }: World): boolean {
  return atRest.has(plan.key) && now >= quietFrom;
}

/** Asks every row about every note, whatever the others answer. Throws where one fails. */
export function askEveryRule(world: World, draw: VaultRule): void {
  for (const view of world.plans) for (const rule of PLAN_RULES) rule.decide(view, world);
  for (const request of world.requests) for (const rule of REQUEST_RULES) rule.decide(request, world);
  for (const note of world.results) for (const rule of RESULT_NOTE_RULES) rule.decide(note, world);
  for (const task of world.intake.tasks) for (const rule of TASK_RULES) rule.decide(task, world);
  for (const rule of [...VAULT_RULES, draw]) rule.decide(world, world);
}

/** The moment from which on this device may name itself, where the time after the start is all that it waits for. */
function afterStart({ starting, role }: World): readonly Wait[] {
  return starting === null || role !== "executor"
    ? []
    : [
        {
          rule: "become-the-acting-device",
          path: "",
          until: starting.until,
          because: "the app has just started",
        },
      ];
}

/**
 * Read-only runs record withdrawn approvals too: the memory of this device is no note. A request that is nowhere is
 * left to a run that can pause for it.
 */
function takenBack(world: World, isStuck: (decision: Decision) => boolean): Decision[] {
  const rules =
    world.device.device === null
      ? []
      : REQUEST_RULES.filter(({ id }) => id === "hold-a-lapsed-approval" || id === "see-it-taken-back");
  return world.requests.flatMap((request): Decision[] => {
    for (const rule of rules) {
      const decision =
        request.notes.length === 0 && rule.id === "see-it-taken-back" ? null : rule.decide(request, world);
      if (decision === null || !("move" in decision)) continue;
      const decided = { rule: rule.id, ...decision };
      if (!isStuck(decided)) return [decided];
    }
    return [];
  });
}

const LEAVES_THE_VAULT: readonly Decision["move"]["kind"][] = ["ask", "check-server"];

function mayApply(by: Rule<World>["by"], { role, standing }: World): boolean {
  if (by === "anyone") return true;
  return role === "executor" && (by === "keeper" || standing.length === 0);
}

/**
 * One outside effect a round, and one call of a model, so that each is decided on a world that knows of the one before;
 * last, because before it everything is looked at anew, and nothing is to be done on what was known before that. And no
 * more new requests than there is room for. Moves left over are decided again in the next round.
 */
function withinLimits(moves: readonly Decision[], world: World): Decision[] {
  const firstAct = moves.find(({ move }) => move.kind === "act");
  const firstAsked = moves.find(({ move }) => move.kind === "ask-model");
  let room = world.settings.open_requests - openRequests(world);
  const others = moves.filter((each) => {
    if (each.move.kind === "act") return false;
    if (each.move.kind === "ask-model") return each === firstAsked;
    if (each.move.kind !== "ask" || takesThePlaceOf(each.move.earlier, world)) return true;
    room -= 1;
    return room >= 0;
  });
  return firstAct === undefined ? others : [...others, firstAct];
}

/** One that was changed is open until it is asked anew: what takes its place needs no room of its own. */
function takesThePlaceOf(earlier: string | null, { requests }: World): boolean {
  return requests.some(({ id, state }) => id === earlier && state === "edited");
}
