/** The rules by which an agent does a step of a plan, and drafts anew what a person rejected. */
import { never } from "../kit/never";
import { SECOND } from "../kit/dates";
import { isWrittenByAgent } from "../note/plan/author";
import { isAnsweredByHand } from "../note/plan/blocks";
import type { Word } from "../note/plan/logEntry";
import { isGated, type Step } from "../note/plan/plan";
import { ownBlock } from "../note/plan/standstill";
import { hashStep, stepName } from "../note/plan/steps";
import { sayWords } from "../flow/commandLine";
import type { Settings } from "../settings/settings";
import type { Room, AgentMove } from "../agent/next";
import { isUndecided, type Redraft } from "../agent/redraft";
import { sayCall } from "../agent/tools";
import { hasAgentWork, isOfModel, isProjectBusy, nextModel } from "../agent/agentMove";
import { changeOf } from "../agent/signals";
import { isTool } from "../agent/tools";
import {
  changedEntries,
  draftsAgainEntry,
  failedEntry,
  guidedEntry,
  letStandEntry,
  notChangedEntry,
  shownEntry,
} from "./logEntries";
import { looksAgain, viewFor } from "./agents/beside";
import { listedAs, serversToAsk } from "./agents/listed";
import { moveFor, log, type PlanChange } from "./moves";
import type { Rule } from "./rule";
import type { PlanView, World } from "./world";

/** Milliseconds: whoever writes in words stops and thinks more often than who ticks a box. */
export const WORDS_QUIET = 20 * SECOND;

export const REDRAFT: Rule<PlanView, Pick<World, "now" | "settings">> = {
  id: "draft-anew",
  when: "a person rejected what an agent had drafted, and wrote why: the agent of the plan drafts it anew by itself, once for each rejection",
  by: "actor",
  decide: (view, { now, settings }) => {
    const { plan, step, redraft } = view;
    const runs = plan.status === "Active" || (plan.status === "Blocked" && ownBlock(plan) !== null);
    if (redraft === null || step === null || !runs || !isByItself(view, redraft, step, settings)) return null;
    const from = redraft.noteChanged + settings.quiet_seconds * SECOND + WORDS_QUIET;
    if (now < from) return { until: from, because: "somebody may still be writing why" };
    return {
      move: moveFor(view, [log(draftsAgainEntry(step, redraft))]),
      because: "a person rejected it, and wrote why",
    };
  },
};

/** The move that follows from the box “Draft it again”; null while nobody can tell whether anything is rejected. */
export function draftAgain(
  { plan, hash, request, redraft }: PlanView,
  step: Step,
  entry: (word: Word, action: string, request?: string) => PlanChange,
): ReturnType<Rule<PlanView>["decide"]> {
  if (redraft === null && request?.state === "unseen") return null;
  const why =
    plan.agent === null
      ? "no agent works on the plan"
      : redraft === null
        ? "nothing is rejected that still stands in the plan"
        : null;
  const said =
    why === null
      ? entry("draft-again", `Asked for a new draft of ${stepName(step)}`, redraft?.request)
      : entry("answered", `Answered about ${stepName(step)}, but ${why}`);
  return { move: moveFor({ plan, hash }, [said]), because: "a person chose to have it drafted again" };
}

/** Anybody who writes into the plan can write an answer there; none counts that came before this device asked. */
export const NOTE_A_QUESTION: Rule<PlanView, Pick<World, "now">> = {
  id: "note-a-question",
  when: "an agent stopped where going on costs money beyond its limits: this device notes which question it asks, and takes no answer to another",
  by: "actor",
  decide: ({ plan, step, agentMove, block }) =>
    block?.kind !== "agent-stopped" ||
    step?.id == null ||
    agentMove?.kind !== "stop" ||
    agentMove.mark === undefined ||
    agentMove.question !== undefined
      ? null
      : {
          move: {
            kind: "remember",
            path: plan.path,
            what: { kind: "asked-person", plan: plan.key, step: step.id, what: agentMove.mark },
          },
          because: "only an answer to the question of this device counts",
        },
};

/** A person who is asked whether it may run again wants to know what it did. */
export const NOTE_A_CUT: Rule<PlanView, Pick<World, "now">> = {
  id: "note-a-cut",
  when: "a program was cut off while it worked on a project: its changes are noted before a person is asked",
  by: "actor",
  decide: ({ plan, step, agentMove, block }) =>
    block?.kind !== "agent-stopped" ||
    step === null ||
    agentMove?.kind !== "stop" ||
    agentMove.cut === undefined
      ? null
      : {
          move: { kind: "note-cut", path: plan.path, step: hashStep(step), turn: agentMove.cut.turn },
          because: "a program was cut off, and may have changed its project",
        },
};

/**
 * Only where the agent may work by itself, wrote what was rejected, has a model, and is told why; once for each
 * rejection.
 */
function isByItself({ plan }: PlanView, redraft: Redraft, step: Step, settings: Settings): boolean {
  return (
    plan.agent === "auto" &&
    !redraft.isWanted &&
    redraft.note !== "" &&
    isWrittenByAgent(plan, step) &&
    isUndecided(plan, step, redraft.request) &&
    nextModel(null, plan, settings) !== null
  );
}

type Around = Pick<World, "now" | "jobs" | "settings" | "offers" | "device">;

export const THINK: Rule<PlanView, Around> = {
  id: "think",
  when: "the next step is one for the agent of the plan: its model is asked, or what it answered is carried out",
  by: "actor",
  decide: (view, world) => {
    const { plan, step, agentMove, block, undecided } = view;
    if (
      step === null ||
      !hasAgentWork(view, world) ||
      (block === null ? plan.status !== "Active" : !isHeldByHand(view)) ||
      undecided
    )
      return null;
    // One call at a time for a plan, but for agents that look at the same work.
    const job = world.jobs.find(
      (each) => each.plan === plan.key && [null, view].includes(viewFor(view, each)),
    );
    const own =
      job === undefined
        ? agentMove === null
          ? null
          : thinking(view, step, agentMove, world)
        : { until: Infinity, because: job.doing ?? "the model is asked" };
    const isOwn = job === undefined || viewFor(view, job) === view;
    if (own === null || "move" in own || !isOwn || block !== null || plan.agent !== "auto") return own;
    return workBeside(view, own, world);
  },
};

type Decided = NonNullable<ReturnType<Rule<PlanView>["decide"]>>;

/**
 * While the next line waits for its model, agents beside it ask theirs and look around. Any other wish of theirs, such
 * as a tick or a question to the person, waits until it is their turn.
 */
function workBeside(view: PlanView, own: Exclude<Decided, { move: unknown }>, world: Around): Decided {
  let { until } = own;
  for (const each of view.beside) {
    const { step, agentMove, part, plan } = each;
    if (step?.id == null) continue;
    if (agentMove?.kind === "wait") until = Math.min(until, agentMove.until);
    const isAsked = agentMove?.kind === "ask-model" && nextModel(agentMove, plan, world.settings) !== null;
    if (!isAsked && (agentMove?.kind !== "use-tool" || !isTool(agentMove.call.tool))) continue;
    const entry = isAsked && part !== null ? guidedEntry(step, part.running.guidance, plan) : null;
    if (entry !== null)
      return { move: moveFor(view, [log(entry)]), because: "an agent gets instructions from a note" };
    const decided = thinking(each, step, agentMove, world, true);
    if (decided === null || !("move" in decided)) continue;
    const { move, because } = decided;
    if (move.kind === "ask-model" || move.kind === "use-tool")
      return { move: { ...move, beside: step.id }, because };
  }
  return { ...own, until };
}

/**
 * Whether the plan waits for the person who is its model. Their last answer is carried out meanwhile: the plan need not
 * be set going and blocked again at each.
 */
export function isHeldByHand({ plan, block }: Pick<PlanView, "plan" | "block">): boolean {
  return (
    isAnsweredByHand(block?.kind) &&
    (plan.status === "Active" || (plan.status === "Blocked" && ownBlock(plan) !== null))
  );
}

/**
 * Servers that are asked for their tools before an agent goes on: its model is told of them, and one of them is called.
 */
function serversFirst(
  { plan }: PlanView,
  step: Step,
  agentMove: AgentMove,
  { settings, offers, now }: Around,
): readonly string[] {
  if (isGated(step) || settings.agent_tools.length === 0) return [];
  if (agentMove.kind === "ask-model") {
    const isByHand = nextModel(agentMove, plan, settings)?.model.provider === "by-hand";
    const servers = serversToAsk(settings, offers, now, null);
    // A person may take days; what was offered once will do.
    return isByHand ? servers.filter((each) => !offers.has(each)) : servers;
  }
  const called = agentMove.kind === "use-tool" ? listedAs(agentMove.call.tool, settings) : null;
  return called === null || agentMove.kind !== "use-tool" || agentMove.isBegun === true
    ? []
    : serversToAsk(settings, offers, now, called.server);
}

/** A call beside others is not cut short by what they may cost: it waits until they have told that. */
function isKeptForOthers({ usd }: Room, { jobs, device }: Around): boolean {
  const most = Math.max(...device.spending.open.map(({ bound }) => bound.usd ?? 0), 0);
  return usd !== null && usd < most && jobs.some(isOfModel);
}

function thinking(
  view: PlanView,
  step: Step,
  agentMove: AgentMove,
  around: Around,
  isBeside = false,
): ReturnType<Rule<PlanView>["decide"]> {
  const { jobs, settings } = around;
  const { path } = view.plan;
  const hash = hashStep(step);
  const servers = isBeside ? [] : serversFirst(view, step, agentMove, around);
  if (servers.length > 0)
    return {
      move: { kind: "look-at-tools", path, step: hash, servers },
      because: `an agent works on ${stepName(step)}`,
    };
  switch (agentMove.kind) {
    case "ask-model":
      if (view.block !== null || nextModel(agentMove, view.plan, settings)?.model.provider === "by-hand")
        return { until: Infinity, because: "it waits for your answer, by copy and paste" };
      if (isKeptForOthers(agentMove.room, around))
        return { until: Infinity, because: "the money left is reserved for models at work" };
      if (isProjectBusy(nextModel(agentMove, view.plan, settings)?.model.program, jobs))
        return { until: Infinity, because: "another program is working in its project" };
      return jobs.filter(isOfModel).length >= settings.limits.at_once
        ? { until: Infinity, because: "the most models at a time are being asked" }
        : {
            move: { kind: "ask-model", path, step: hash, turn: agentMove.turn },
            because: `an agent works on ${stepName(step)}`,
          };
    case "use-tool":
      return {
        move: { kind: "use-tool", path, step: hash, call: agentMove.call },
        because: `the agent ${sayCall(agentMove.call)}`,
      };
    case "run-check":
      return jobs.filter(({ isProgram }) => isProgram === true).length >= settings.limits.at_once
        ? { until: Infinity, because: "a program is running for another plan" }
        : {
            move: { kind: "run-check", path, step: hash, key: agentMove.key, attempt: agentMove.attempt },
            because: `${sayWords(agentMove.program.words)} checks ${stepName(step)}`,
          };
    case "tick":
      return step.id === null
        ? null
        : {
            move: moveFor(view, [
              { kind: "mark", step: step.id, mark: agentMove.left === undefined ? "x" : "-" },
              log(
                agentMove.left === undefined
                  ? shownEntry(view, step, agentMove)
                  : letStandEntry(step, agentMove.left),
              ),
              ...(agentMove.failed === undefined
                ? []
                : [log(failedEntry(step, agentMove.failed)), ...looksAgain(view, true)]),
            ]),
            because:
              agentMove.answers !== undefined
                ? `you answered at ${stepName(step)}`
                : agentMove.failed === undefined
                  ? "the agent has shown that the step is done"
                  : `the check of ${stepName(step)} did not hold`,
          };
    case "wait":
      return { until: agentMove.until, because: agentMove.because, isTold: true };
    case "change-plan": {
      const change = changeOf(agentMove.call, view.plan, step, agentMove.key, settings.outward_words);
      const [edits, entries] =
        typeof change === "string"
          ? [[], [notChangedEntry(step, change, agentMove.key)]]
          : [change.edits, changedEntries(change, agentMove.key)];
      return {
        move: moveFor(view, [...edits, ...entries.map(log)]),
        because: `the agent ${sayCall(agentMove.call)}`,
      };
    }
    case "ask-person":
    case "stop":
      return null;
    default:
      return never(agentMove);
  }
}
