/**
 * Explains a plan: asks the rules that act for their next move, and does nothing. The terminal writes it as lines,
 * the app draws it.
 */
import { putAwayFaults, type PlanSummary } from "../note/index/summary";
import { finishedSteps, planTitle } from "../note/plan/plan";
import { isBlockedByPerson } from "../note/plan/standstill";
import { moment, showStamp } from "../kit/dates";
import { endWith } from "../kit/problem";
import { unescapeMarkdown, escapeLine } from "../kit/text";
import { GATE, type GateFacts } from "../approval/gate";
import { count } from "../kit/numbers";
import { factsSeen } from "./mission/departure";
import { describePlan, stateWords } from "./describe";
import { failureBehind } from "../approval/failureBehind";
import { isYourTurn } from "./isYourTurn";
import { fullReason } from "../approval/obstacle";
import { IN_APP, type Face } from "../settings/places";
import { isElsewhere } from "../rules/permission";
import type { Show } from "./report";
import { decide, type Decisions } from "../rules/rules";
import { requestPath } from "./status";
import { VAULT_RULES, type VaultRule } from "../rules/vaultRules";
import type { RequestView } from "../approval/view";
import type { PlanView, World } from "../rules/world";

/** Stands in for the rule that draws the Dashboard, whose room lies above this one. */
const DRAWS_NOTHING: VaultRule = {
  id: "draws-nothing",
  stage: "last",
  when: "never",
  by: "anyone",
  decide: () => null,
};

/**
 * The state of a plan and the reason, in parts: a terminal writes them as lines, the app draws them with links and
 * buttons.
 */
export interface Explanation {
  /** A call that did not go well, before all else. May quote a server. */
  readonly failed: string | null;
  /** `Blocked: Awaiting human approval`. */
  readonly status: string;
  /** Since when that stands. Milliseconds since the epoch. */
  readonly since: number | null;
  readonly reason: string | null;
  readonly request: { readonly words: string; readonly reason: string; readonly where: string } | null;
  /** The next moves, or the reason why there are none. */
  readonly next: readonly string[];
  readonly wayOut: string | null;
  /** Mistakes in the note that a person has to put right, where nothing above tells them. May quote the note. */
  readonly faults: readonly string[];
  /** All that must hold before an approved request is carried out; empty where none is approved. */
  readonly gate: readonly GateLine[];
}

/** `later`: looked at just before it is carried out. */
export interface GateLine {
  readonly holds: "yes" | "no" | "later";
  readonly words: string;
}

export function explanationOf(
  view: PlanView,
  world: World,
  show: Show = showStamp,
  said: readonly string[] = [],
  face: Face = IN_APP,
): Explanation {
  const { status, reason, wayOut } = describePlan(view, world, face);
  const failed = view.request === null ? null : failureBehind(view.request, world);
  const lines = next(view, world, show, reason === null ? said : [...said, reason]);
  const told = [reason ?? "", ...lines].join(" ");
  return {
    failed,
    status,
    since: moment(view.blockedSince),
    reason: reason === failed ? null : reason,
    request: view.request === null ? null : requestLine(view.request, world, show),
    next: lines,
    wayOut,
    faults: faultsIn(view.plan.path, world).filter((each) => !told.includes(each)),
    gate: view.request?.state === "candidate" ? gateLines(view, view.request, world) : [],
  };
}

export function explainPlan(
  view: PlanView,
  world: World,
  show: Show = showStamp,
  said: readonly string[] = [],
  face: Face = IN_APP,
): string {
  const { plan, step } = view;
  const { failed, status, since, reason, request, next, wayOut, faults, gate } = explanationOf(
    view,
    world,
    show,
    said,
    face,
  );
  const lines = [
    ...(failed === null ? [] : [escapeLine(failed, 600)]),
    `${escapeLine(plan.taskId, 80)}: ${escapeLine(planTitle(plan), 200)}`,
    `Note: ${escapeLine(plan.path)}`,
    `Status: ${status}${since === null ? "" : `, since ${show(since)}`}.`,
    ...(reason === null ? [] : [`Reason: ${escapeLine(reason, 600)}`]),
    step === null
      ? `Steps: ${count(finishedSteps(plan))} of ${count(plan.steps.length)} finished.`
      : `At: step ${String(step.n)} of ${String(plan.steps.length)}, ${escapeLine(unescapeMarkdown(step.text))}${step.id === null ? "" : ` (^${step.id})`}`,
    ...(request === null
      ? []
      : [`Asked: ${[request.words, request.reason].join(" ").trim()}`, `  ${request.where}`]),
    ...next,
    ...faults.map((each) => `To fix: ${each}.`),
    ...(wayOut === null ? [] : [`What you can do: ${wayOut}.`]),
    ...writeGate(gate),
  ];
  return `${lines.join("\n")}\n`;
}

/** A plan in the archive: nothing happens to it any more. */
export function explainArchived(summary: PlanSummary): string {
  const lines = [
    `${escapeLine(summary.taskId, 80)}: ${escapeLine(summary.title, 200)}`,
    `Note: ${escapeLine(summary.path)}`,
    `Status: ${summary.status}, and put away.`,
    `Steps: ${count(summary.finished)} of ${count(summary.total)} finished.`,
    ...[...putAwayFaults(summary), ...summary.faults].map(
      ({ message }) => `To fix: ${escapeLine(message, 400)}.`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function requestLine(request: RequestView, world: World, show: Show): NonNullable<Explanation["request"]> {
  const asked = moment(request.created);
  const words = `${stateWords(request)}.`;
  const reason = escapeLine(fullReason(request));
  const where =
    request.notes.length === 0 && request.recordNote === null
      ? `The note was called ${escapeLine(request.name)}`
      : escapeLine(requestPath(world, request));
  return {
    words,
    reason: reason === words ? "" : reason,
    where: `${where}${asked === null ? "" : `, asked ${show(asked)}`}`,
  };
}

/** The engine's next move for this plan with its rule, or the reason why it waits. */
function next(view: PlanView, world: World, show: Show, said: readonly string[]): string[] {
  if (world.role === "viewer") return ["Next: this device only shows; the acting device does the rest."];
  const decisions = decide(world, DRAWS_NOTHING);
  const { moves, waits } = ofPlan(view, world, decisions);
  const [move] = moves;
  const [wait] = waits;
  if (move !== undefined) return [`Next: ${escapeLine(move.because, 400)}`];
  const first = decisions.moves.find(({ rule }) =>
    VAULT_RULES.some((row) => row.stage === "first" && row.id === rule),
  );
  if (first !== undefined) return [`Next: first, for the whole vault, ${escapeLine(first.because)}`];
  if (wait !== undefined) {
    const until = Number.isFinite(wait.until) ? ` until ${show(wait.until)}` : "";
    return [`Next: it waits${until}, because ${escapeLine(wait.because)}`];
  }
  const standing = world.standing.filter((each) => !said.includes(each)).map((each) => escapeLine(each, 400));
  const { request } = view;
  const turn =
    request?.state === "candidate" && request.objection === null && world.standing.length === 0
      ? ["Next: it is approved and waits its turn; actions run one at a time."]
      : [];
  if (turn.length > 0) return turn;
  if (isYourTurn(view, world)) return ["Next: this step is yours to do.", ...standing];
  const faults = faultsIn(view.plan.path, world);
  if (faults.length > 0) return [`Next: nothing until you fix this: ${endWith(faults)}`, ...standing];
  return [
    isElsewhere(world)
      ? "Next: nothing on this device."
      : isBlockedByPerson(view.plan)
        ? "Next: nothing until you continue it."
        : view.plan.status === "Draft"
          ? "Next: nothing until you start it."
          : view.block === null
            ? "Next: nothing to do right now."
            : "Next: nothing until that changes.",
    ...standing,
  ];
}

function faultsIn(note: string, { problems }: World): readonly string[] {
  return problems.filter(({ path }) => path === note).map(({ message }) => escapeLine(message, 400));
}

function ofPlan({ plan }: PlanView, world: World, { moves, waits }: Decisions): Decisions {
  const own = world.requests.filter((request) => request.plan === plan.key);
  const paths = new Set([
    plan.path,
    ...own.flatMap((each) => [
      each.name,
      each.recordNote?.path ?? "",
      ...each.notes.map((note) => note.path),
    ]),
  ]);
  paths.delete("");
  return {
    moves: moves.filter(({ move }) => paths.has(move.path)),
    waits: waits.filter((wait) => paths.has(wait.path)),
  };
}

/** The meaning of each clause of the gate when it holds. */
export const CLAUSES: Readonly<Record<string, string>> = {
  standing: "This device may act now.",
  candidate: "It is approved, with nothing odd about it.",
  "in-approved": "Its note is in the Approved folder.",
  sealed: "It is as this device sealed it.",
  "types-agree": "The type in its name is the one in its action block.",
  "folders-agree": "The folders have the same names as when you were asked.",
  newest: "It is the newest for this step.",
  "plan-read": "Every note that may be its plan can be read.",
  "plan-there": "Its plan is in the Plans folder.",
  "plan-unique": "No other note has the id of its plan.",
  "plan-stays": "Its plan was not merged into another.",
  "plan-runs": "Its plan is active, or waits for nothing else.",
  "step-current": "Its step is the next open one.",
  "step-clear": "The step is clear as it is written now.",
  "step-sealed": "The step and its action are as they were when you were asked.",
  "step-due": "The step waits for no date.",
  answers: "No answer under Questions stops it.",
  "copies-agree": "No other note of its plan disagrees.",
  "not-before": "The step was not carried out before, or you were asked about repeating it.",
  attachments: "The attached files are the approved ones.",
  "attachments-read": "The attached files can be read.",
  "sync-is-in": "The app has run long enough for sync to bring a rejection.",
  quiet: "The time to undo it is over.",
  confirmed: "No confirmation is missing.",
  "by-hand": "If it is done by hand, you said you did it.",
  "not-too-late": "It is not too late to send it.",
  "not-too-early": "Its time has come, or it has none.",
  "server-rests": "Its server did not ask to wait.",
  "in-time": "Its approval has not waited too long for the server.",
  "server-up": "Its server, if it needs one, can be reached.",
  "server-sealed": "The server, and the function called there, are as they were when you were asked.",
};

function gateLines(view: PlanView, request: RequestView, world: World): GateLine[] {
  const facts = factsSeen(request, view, world);
  return GATE.map((row): GateLine => {
    if (row.holds(facts))
      return {
        holds: isAskedLater(row.id, facts) ? "later" : "yes",
        words: CLAUSES[row.id] ?? row.id.replace(/-/g, " "),
      };
    if (row.id === "sealed" && isElsewhere(world) && isWhole(request))
      return { holds: "later", words: "It is as the acting device sealed it." };
    const lasts = row.kind === "wait" ? "" : " If this stays so, the approval ends without effect.";
    return { holds: "no", words: `${escapeLine(row.say(facts), 400)}${lasts}` };
  });
}

/** Whether a seal is right, the acting device alone can tell. */
function isWhole({ notes }: RequestView): boolean {
  return notes.some(
    ({ folder, parsed }) => folder === "approved" && parsed.kind === "elsewhere" && parsed.intact,
  );
}

function writeGate(gate: readonly GateLine[]): readonly string[] {
  if (gate.length === 0) return [];
  const later = gate.some(({ holds }) => holds === "later");
  return [
    `Before it runs, all of these must hold${later ? " (later: checked just before)" : ""}:`,
    ...gate.map(({ holds, words }) => `  ${holds.padEnd(5)}  ${words}`),
  ];
}

/** Whether only a server's answer, reading the files, or settings that were not given can tell: the notes cannot. */
function isAskedLater(id: string, { attachments, server, byHand }: GateFacts): boolean {
  if (id === "attachments" || id === "attachments-read") return attachments === "unknown";
  return (id === "server-up" || id === "server-sealed") && !byHand && server === "unknown";
}
