/**
 * A plan as Planwright reads it: its steps and which is next, what it waits for, its open request in full, and the end
 * of its log.
 */
import { renderSource } from "../../note/action/render";
import type { Entry } from "../../note/plan/logEntry";
import { escapeLine, escapeInvisibleLines } from "../../kit/text";
import { planTitle, type Plan, type Step } from "../../note/plan/plan";
import { howToConfirm } from "../../approval/confirming";
import { nextPrompt } from "../../overview/nextPrompt";
import { describePlan, requestLabel, stateWords } from "../../overview/describe";
import { fullReason } from "../../approval/obstacle";
import { sheetOfRequest } from "../../overview/review";
import { attribute } from "../../overview/titles";
import { requestPath } from "../../overview/status";
import type { RequestView } from "../../approval/view";
import type { PlanView, World } from "../../rules/world";
import type { Messages } from "../messages";
import { tellSheet } from "./tellSheet";

const LOG_LINES = 6;

const BOX = { open: "[ ]", done: "[x]", skipped: "[-]" } as const;

export function tellPlan(view: PlanView, world: World, messages: Messages): string {
  const { plan, step, request, blockedSince } = view;
  const { status, reason, wayOut } = describePlan(view, world, messages.face);
  const parts = [
    [
      `${escapeLine(plan.taskId, 80)}: ${escapeLine(planTitle(plan), 200)}`,
      `Note: ${escapeLine(plan.path)}`,
      `Status: ${status}${blockedSince === null ? "" : `, since ${messages.time(blockedSince)}`}.${reason === null ? "" : ` ${escapeLine(reason, 600)}`}`,
      ...(wayOut === null ? [] : [`What you can do: ${wayOut}.`]),
    ],
    [
      "Steps:",
      ...(plan.steps.length === 0
        ? ["  none"]
        : plan.steps.flatMap((each) => tellStep(each, each.n === step?.n))),
    ],
    request === null ? [] : tellRequest(request, world, messages),
    tellLog(plan, messages),
  ];
  return messages.say(
    `${parts
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join("\n"))
      .join("\n\n")}\n`,
  );
}

/** The text that leaves the device with the next question to a model, before it does. */
export function tellPrompt(view: PlanView, world: World, messages: Messages): string {
  const next = nextPrompt(view, world);
  return typeof next === "string"
    ? `${messages.say(escapeLine(next, 600))}\n`
    : `${messages.say(escapeLine(next.says, 600))}\n\n${escapeInvisibleLines(next.text)}\n`;
}

export interface ShownStep {
  readonly n: number;
  readonly state: Step["state"];
  readonly text: string;
  /** The action that it would send, as its block has it; null where it sends nothing, or does not say what. */
  readonly action: string | null;
  readonly next: boolean;
}

export function stepsOf({ plan, step }: Pick<PlanView, "plan" | "step">): readonly ShownStep[] {
  return plan.steps.map((each) => ({
    n: each.n,
    state: each.state,
    text: each.text,
    action: each.approval.kind === "action" ? renderSource(each.approval.action) : null,
    next: each.n === step?.n,
  }));
}

function tellStep(step: Step, isNext: boolean): string[] {
  const { n, state, text, approval, notBefore, misplaced } = step;
  const said = [
    ...(state === "open" && notBefore !== null ? [`waits until ${escapeLine(notBefore, 40)}`] : []),
    ...(approval.kind === "action"
      ? [
          `${escapeLine(approval.action.type, 60)}${approval.action.target === "" ? "" : ` to ${escapeLine(approval.action.target, 120)}`}`,
        ]
      : []),
    ...(approval.kind === "hand" && state === "open"
      ? ["needs approval, and does not yet say what to send"]
      : []),
    ...(approval.kind === "unclear"
      ? [`not understood: line ${String(approval.line)}: ${escapeLine(approval.why, 300)}`]
      : []),
    ...(misplaced ? ["it is outside the Roadmap"] : []),
  ];
  return [
    `${isNext ? "→" : " "} ${String(n).padStart(String(step.n).length < 2 ? 2 : 1)} ${BOX[state]} ${escapeLine(text, 300)}${isNext ? "  (next)" : ""}`,
    ...said.map((each) => `         ${each}`),
  ];
}

function tellRequest(request: RequestView, world: World, messages: Messages): string[] {
  const words = stateWords(request);
  const reason = escapeLine(fullReason(request), 1000);
  const how = howToConfirm(request);
  return [
    `Asked: ${words}.${reason === `${words}.` ? "" : ` ${reason}`}`,
    `  ${escapeLine(requestLabel(request), 200)}, asked ${messages.time(request.created)}  id ${escapeLine(request.id.slice(0, 8), 8)}`,
    ...(request.notes.length === 0 && request.recordNote === null
      ? []
      : [`  ${escapeLine(requestPath(world, request))}`]),
    ...(how === "" ? [] : [`  ${how}`]),
    ...tellSheet(sheetOfRequest(request, world)).map((line) => `    ${line}`.trimEnd()),
  ];
}

function tellLog({ log: { entries } }: Plan, messages: Messages): string[] {
  const shown = entries.slice(-LOG_LINES);
  const rest = entries.length - shown.length;
  return shown.length === 0
    ? []
    : [
        rest === 0 ? "Log:" : `Log, the last ${String(shown.length)} of ${String(entries.length)} lines:`,
        ...shown.map((each) => tellEntry(each, messages)),
      ];
}

/** Without the bracket at its end, which is for the program. */
function tellEntry(entry: Entry, messages: Messages): string {
  const { at, stamp, text, mark } = entry;
  const words = mark === null ? text : text.replace(/\s*\([^()]*\)\s*$/, "");
  return `  ${at === null ? escapeLine(stamp, 40) : messages.time(at)}  ${attribute(entry, escapeLine(words, 300), escapeLine)}`;
}
