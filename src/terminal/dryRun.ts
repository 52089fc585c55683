/**
 * Tells in a dry run of everything that would leave the vault: by which tool of which server, to whom, in which words,
 * and what comes next in the plan.
 */
import { isAboutToRun } from "../approval/gate";
import { actionWords } from "../note/action/action";
import { renderSource } from "../note/action/render";
import { escapeLine } from "../kit/text";
import { isGated, type Plan } from "../note/plan/plan";
import { sayHow } from "../approval/request/render";
import { mappingOf } from "../settings/settings";
import { requestLabel } from "../overview/describe";
import { sheetOfRequest, sheetOfStep } from "../overview/review";
import type { Decision } from "../rules/moves";
import type { RequestView } from "../approval/view";
import type { World } from "../rules/world";
import { tellMoves } from "./moves";
import { tellSheet } from "./plan/tellSheet";

/** Lines of one action; the rest is in its note. */
const LINES = 20;
const WIDTH = 200;

export interface Sending {
  readonly action_id: string;
  readonly path: string;
  readonly task_id: string;
  readonly server: string;
  readonly tool: string;
  readonly target: string;
  /** As its block has it. */
  readonly action: string;
  /** The next move of the plan once that has succeeded, as a sentence; null where nobody can tell. */
  readonly then: string | null;
}

/**
 * The approved requests that nothing speaks against but the moment in which they can be taken back, in their order;
 * none where this run sends nothing.
 */
export function sendingsOf(world: World): readonly Sending[] {
  if (!world.mayWrite || world.role !== "executor" || world.standing.length > 0) return [];
  return world.requests.filter(isToBeSent).flatMap((request) => {
    const route = request.identity?.route;
    if (route == null) return [];
    const { plan } = world.planOf.get(request.plan) ?? { plan: null };
    return [
      {
        action_id: request.id,
        path: pathIn(request),
        task_id: request.task,
        server: route.server,
        tool: route.tool,
        target: request.action?.target ?? "",
        action: request.action === null ? "" : renderSource(request.action),
        then: plan === null ? null : afterwards(plan, request.step),
      },
    ];
  });
}

function isToBeSent({ state, objection }: RequestView): boolean {
  return state === "candidate" && isAboutToRun(objection);
}

function pathIn(request: RequestView): string {
  return request.notes.find(({ folder }) => folder === "approved")?.path ?? request.name;
}

function afterwards(plan: Plan, id: string): string {
  const at = plan.steps.findIndex((step) => step.id === id);
  const next = plan.steps.slice(at + 1).find(({ state }) => state === "open");
  if (next === undefined) return "its step is ticked, and the plan is done.";
  const named = `step ${String(next.n)}, “${escapeLine(next.text, 100)}”,`;
  return `its step is ticked; ${isGated(next) ? `${named} needs approval, and is asked for.` : `${named} is yours.`}`;
}

/** Empty where nothing would be sent. */
function tellSendings(sendings: readonly Sending[], world: World): string[] {
  if (sendings.length === 0) return [];
  const now = world.requests.some((each) => isToBeSent(each) && each.objection !== null)
    ? ", when it can no longer be taken back"
    : "";
  return ["", `Would be sent, once each${now}:`, ...sendings.flatMap((each) => tell(each, world))];
}

function tell({ action_id, path, server, tool, then, task_id }: Sending, world: World): string[] {
  const request = world.requests.find(({ id }) => id === action_id);
  return [
    `  ${escapeLine(request === undefined ? path : requestLabel(request), WIDTH)}, by “${escapeLine(tool, 100)}” of the server “${escapeLine(server, 100)}”, for ${escapeLine(task_id, 100)}`,
    `    ${escapeLine(path, WIDTH)}  id ${escapeLine(action_id.slice(0, 8), 8)}`,
    ...bounded(request === undefined ? [] : tellSheet(sheetOfRequest(request, world))),
    ...(then === null ? [] : [`    When that has succeeded, ${then}`]),
  ];
}

/** Requests that would be written: what they would ask for, in which words, and by which tool it would go out. */
function tellAskings(moves: readonly Decision[], world: World): string[] {
  return moves.flatMap(({ move }) => {
    if (move.kind !== "ask") return [];
    const view = world.plans.find(({ plan }) => plan.path === move.path);
    if (view?.step?.approval.kind !== "action") return [];
    const { action } = view.step.approval;
    const mapping = mappingOf(world.settings, action.type);
    const how =
      mapping === null
        ? sayHow(null)
        : `When you have approved it, “${escapeLine(mapping.tool, 100)}” of the server “${escapeLine(mapping.server, 100)}” is called, once.`;
    return [
      "",
      `Would be asked, not sent: ${escapeLine(actionWords(action), WIDTH)}`,
      `  ${how}`,
      ...bounded(tellSheet(sheetOfStep(action, null, world))),
    ];
  });
}

function bounded(lines: readonly string[]): string[] {
  const rest = lines.length - LINES;
  return [
    ...lines.slice(0, LINES).map((line) => `      ${cut(line)}`.trimEnd()),
    ...(rest > 0
      ? [`      and ${String(rest)} more ${rest === 1 ? "line" : "lines"}; the note has them all`]
      : []),
  ];
}

/** Keeps how far it is indented. */
function cut(line: string): string {
  const text = line.trimStart();
  return `${line.slice(0, Math.min(40, line.length - text.length))}${escapeLine(text, WIDTH)}`;
}

/** Looks one round ahead: what each move brings about is known only when it was made. */
export function wouldDo(folders: readonly string[], moves: readonly Decision[], world: World): string {
  const made =
    folders.length === 0
      ? []
      : [`  Makes the ${folders.length === 1 ? "folder" : "folders"} ${folders.join(", ")}.`];
  const told = [...made, ...tellMoves(moves, world.settings)];
  const drawn = moves.flatMap(({ move }) =>
    move.kind === "write-dashboard" ? [`  Draws the Dashboard anew.  ${escapeLine(move.path, 140)}`] : [],
  );
  const all = [...told, ...drawn];
  const leaves = [...tellAskings(moves, world), ...tellSendings(sendingsOf(world), world)]
    .map((each) => `${each}\n`)
    .join("");
  const first =
    all.length === 0
      ? "Nothing would be done now.\n"
      : `Would be done now (nothing was):\n${all.join("\n")}\n${told.length === 0 ? "" : "More may follow.\n"}`;
  return `${first}${leaves}`;
}
