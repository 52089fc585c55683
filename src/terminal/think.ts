/** Lets the agent of one plan work now, and tells what it does while it does it. */
import type { Engine } from "../engine/engine";
import { findPlan } from "../engine/perform/find";
import { whyNoPlan } from "../engine/perform/judge";
import type { Ports } from "../engine/perform/ports";
import { escapeLine } from "../kit/text";
import { blockTitle, isAnsweredByHand } from "../note/plan/blocks";
import { isDeferred } from "../note/plan/standstill";
import { finishedSteps, isOver, type Step } from "../note/plan/plan";
import { stepName } from "../note/plan/steps";
import { runningOf } from "../overview/activity";
import { spentOnView } from "../overview/spentOnView";
import type { PlanView, World } from "../rules/world";
import { sayNotForAgent, wayOutOf } from "../overview/describe";
import { statusOf } from "../overview/status";
import { workNotes } from "../agent/place";
import { saySpent } from "../agent/tell";
import { hasAgentWork, nextModel } from "../agent/agentMove";
import { answerTurns, goesOn, type ByHandEnd, type Course } from "./answering/turns";
import { json } from "./json";
import type { Output } from "./streams";
import { tellGoingOn, tellUnanswered, unansweredOf } from "./unanswered";
import type { Messages } from "./messages";
import { CALL_FAILED } from "./failures";
import { gathered, nothingTold, tellDone, tellHeard } from "./watch";
import type { Call } from "./words";
import { planName } from "../overview/titles";

/** A sentence where nothing can be thought through; else the exit code. */
export async function think(
  call: Call,
  ports: Ports,
  engine: Engine,
  streams: Output & { readonly messages: Messages },
  stopping: AbortSignal,
  courseOf: (path: string) => Course,
): Promise<number | string> {
  const { out, messages } = streams;
  const which = call.words[0] ?? "";
  const first = await engine.look();
  const found = findPlan(which, first);
  if (typeof found === "string") return await whyNoPlan(which, found, first, ports);
  const { view } = await engine.planDetail(found.path);
  if (view === null) return `${found.path} just changed or moved; try again.`;
  const why = whyNot(view, first, messages.options);
  if (why !== null) return why;
  const { path } = view.plan;
  const course = courseOf(path);
  if (!course.isPersons(view))
    return `Another run is already asking the model of ${planName(view.plan)}. To answer for the model, stop that run first.`;
  const worker = nextModel(view.agentMove, view.plan, first.settings);
  const isByHand = worker?.model.provider === "by-hand";
  if (isByHand && !call.json && view.step !== null)
    out(
      `${escapeLine(`You are the model of ${planName(view.plan)}, ${stepName(view.step)}, by copy and paste.`, 300)}\n`,
    );
  else if (!call.json && worker !== null && view.step !== null && view.agentMove?.kind !== "wait")
    out(
      `${escapeLine(`Thinking about ${planName(view.plan)}, ${stepName(view.step)}, with the model “${worker.name}”${worker.model.provider === "scripted" ? ", a script whose answers come from a file" : worker.model.provider === "program" ? ", a program that works on its own" : ""}. Ctrl+C stops it.`, 300)}\n`,
    );
  let agents = nothingTold(first.now);
  const say = (lines: readonly string[]): void => out(lines.map((line) => `${line}\n`).join(""));
  const over = new AbortController();
  const hear = (): void => {
    const world = engine.world();
    if (call.json || world === null) return;
    const running = runningOf(world, engine.jobs(), ports.clock.now());
    const { lines, told } = tellHeard(agents, running, () => "Ctrl+C stops it.");
    agents = told;
    say(lines);
  };
  const unheard = engine.onHeard(gathered(hear, ports.clock, over.signal));
  const unhear = engine.onWorld((world, done) => {
    if (call.json) return;
    const { lines, told } = tellDone(agents, world, done, () => "Ctrl+C stops it.");
    agents = told;
    say(lines);
  });
  const byHand = isByHand
    ? await answerTurns(path, engine, course, streams, stopping, call.json)
    : (await engine.settle(path), null);
  unhear();
  unheard();
  over.abort();
  const { world, view: now } = await engine.planDetail(path);
  const hasFailed = now !== null && unansweredOf(now) !== null;
  if (call.json)
    out(
      json({
        plan: view.plan.taskId,
        says: [
          ...tellWaiting(byHand, call, messages),
          ...tellEnd(view, now, world, messages.options, isByHand),
        ],
        ...(byHand === null
          ? {}
          : {
              question:
                byHand.waits === null
                  ? null
                  : {
                      turn: byHand.waits.turn.turn,
                      code: byHand.waits.turn.code,
                      text: byHand.waits.question,
                    },
            }),
        status: statusOf(world),
      }),
    );
  else
    out(
      `\n${[...tellWaiting(byHand, call, messages), ...tellEnd(view, now, world, messages.options, isByHand)]
        .map((line) => `${messages.say(escapeLine(line, 900))}\n`)
        .join("")}`,
    );
  // The signal gives the code of what it stopped.
  const isUnanswered = byHand !== null && !byHand.isAnswered && byHand.waits !== null && !stopping.aborted;
  return hasFailed || isUnanswered || (byHand?.refused ?? null) !== null ? CALL_FAILED : 0;
}

/** A question that waits for the person, and how it is come back to. */
function tellWaiting(byHand: ByHandEnd | null, call: Call, { options }: Messages): readonly string[] {
  if (byHand?.waits == null) return [];
  const { turn } = byHand.waits;
  const again = `planwright think ${call.words[0] ?? ""}${call.byHand ? " --by-hand" : ""}${options}`;
  return [
    ...(byHand.refused === null ? [] : [byHand.refused]),
    `Turn ${String(turn.turn)} waits for your answer (${turn.code}). To go on, today or later: ${again}`,
  ];
}

function whyNot(view: PlanView, world: World, options: string): string | null {
  const { plan, step, redraft, hasDuplicateId } = view;
  if (hasDuplicateId) return `Another note has the id of ${planName(plan)}, so Planwright works on neither.`;
  if (isOver(plan)) return `${planName(plan)} is over.`;
  if (plan.agentWord !== null)
    return `“agent” in ${planName(plan)} says “${plan.agentWord}”, so no agent works on it. Write auto, step or off.`;
  if (plan.agent === null)
    return `No agent may work on ${planName(plan)}. To let one: planwright agent ${plan.taskId} auto${options}`;
  if (plan.status === "Draft")
    return `${planName(plan)} is a draft. Start it first: planwright start ${plan.taskId}${options}`;
  if (step === null) return `${planName(plan)} has no open step.`;
  // The question may have a tick that was not taken yet, or not stand in the plan: whatever follows is taken first.
  const isOpen = redraft !== null && !isDeferred(step, world);
  return isOpen || hasAgentWork(view, world) ? null : escapeLine(sayNotForAgent(view, step, world), 600);
}

/** How it stands, what stopped it, and what it took. */
function tellEnd(
  before: PlanView,
  now: PlanView | null,
  world: World,
  options: string,
  isByHand: boolean,
): readonly string[] {
  if (now === null) return [`${planName(before.plan)} is finished and archived.`];
  const { plan, step, block, agentMove } = now;
  const done = finishedSteps(plan) - finishedSteps(before.plan);
  const unanswered = unansweredOf(now);
  const spent = spentOnView(world, now);
  return [
    ...(done > 0 ? [`${String(done)} ${done === 1 ? "step" : "steps"} of ${planName(plan)} finished.`] : []),
    ...(block === null || (isByHand && isAnsweredByHand(block.kind))
      ? []
      : block.kind === "rejected" && now.redraft !== null && step !== null
        ? [sayNotForAgent(now, step, world)]
        : [
            `${blockTitle(block.kind)}. ${block.reason.replace(/[^.!?…]$/u, "$&.")} You can: ${wayOutOf(block.kind, now)}.`,
          ]),
    ...(isByHand && goesOn(now) ? ["The running Planwright continues with your answer."] : []),
    ...(block === null && unanswered !== null ? [tellUnanswered(unanswered)] : []),
    ...tellGoingOn(now, options, world.settings.time_zone),
    ...(step !== null && plan.agent !== null && block === null && agentMove === null
      ? [tellNext(now, step, world, options)]
      : []),
    // The work notes of a plan without an agent are not read.
    ...(plan.agent === null
      ? ["No agent works on it any more."]
      : [`Spent on this plan so far: ${saySpent(spent)}.`]),
    ...(now.work.size === 0
      ? []
      : [`What was asked, answered and done is in ${workNotes(world.settings, plan)}.`]),
  ];
}

/** The last words about an agent’s work: what comes next. */
function tellNext(view: PlanView, step: Step, world: World, options: string): string {
  return step.approval.kind === "action" && view.request === null && !isDeferred(step, world)
    ? `The text of ${stepName(step)} is drafted; you are asked next: planwright settle --executor${options}`
    : `Next is ${stepName(step)}. ${sayNotForAgent(view, step, world)}`;
}
