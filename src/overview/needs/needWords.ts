/** The words of a need behind its note: since when, at which attempt, and why. */
import { NOTHING_SAID } from "../../note/plan/standstill";
import { nameInCommand, writeCommands, type Face } from "../../settings/places";
import type { Step } from "../../note/plan/plan";
import { moment } from "../../kit/dates";
import { count } from "../../kit/numbers";
import { linkWords } from "../../kit/text";
import { oddBoxWords } from "../../approval/byHand";
import { heldWords } from "../../approval/durations";
import { obstacleWords } from "../../approval/obstacle";
import type { RequestView } from "../../approval/view";
import type { State } from "../../approval/request/states";
import type { PlanView } from "../../rules/world";
import { withoutLinks } from "../titles";
import type { Timed } from "./needGroup";

export function asked({ created, attempt, state }: RequestView, show: (ms: number) => string): string {
  const at = moment(created);
  const again = attempt > 1 && IS_OPEN[state] ? `attempt ${count(attempt)}, read it first` : "";
  return [again, at === null ? "" : sayWhen("asked", at, show)].filter((each) => each !== "").join("; ");
}

function sayWhen(word: string, at: number, show: (ms: number) => string): string {
  const shown = show(at);
  return shown === "" ? "" : `${word} ${shown}`;
}

/** Whether a person may still have to decide about a request in this state. */
export const IS_OPEN: Readonly<Record<State, boolean>> = {
  waiting: true,
  candidate: true,
  "in-two-folders": true,
  edited: true,
  unseen: true,
  missing: true,
  rejected: false,
  replaced: false,
  spent: false,
  "in-doubt": false,
  foreign: false,
};

/** With facts that came to light since. */
export function told(request: RequestView, show: (ms: number) => string): string {
  return [asked(request, show), oddBoxWords(request), heldWords(request), obstacleWords(request)]
    .filter((each) => each !== "")
    .join("; ");
}

/** With the reasons against it that are known already, whatever a person decides. */
export function waits(request: RequestView, show: (ms: number) => string): string {
  const did =
    request.identity?.route === null &&
    request.notes.some(({ folder, remarks }) => folder === "pending" && remarks.didIt);
  const known = [asked(request, show), obstacleWords(request)].filter((each) => each !== "").join("; ");
  return [...(did ? ["You ticked “I did it”; now move its note to the Approved folder."] : []), known]
    .filter((each) => each !== "")
    .join(" ");
}

/** There is no note to lead to, so the ways out are named: the note itself would have them. */
export function gone(request: RequestView, show: (ms: number) => string, face: Face): string {
  const again = `{do:request ${nameInCommand(request.task)}}`;
  return [`ask again: ${writeCommands(again, face)}`, asked(request, show)]
    .filter((each) => each !== "")
    .join("; ");
}

export function begun(request: RequestView, show: (ms: number) => string): string {
  const at = moment(request.actionState?.begun ?? request.recordNote?.record?.begun);
  return at === null ? asked(request, show) : sayWhen("begun", at, show);
}

export function sending(request: RequestView, show: (ms: number) => string): string {
  return [begun(request, show), request.reason].filter((each) => each !== "").join("; ");
}

export function reasoned(request: RequestView, show: (ms: number) => string): string {
  // The alerts say why this run carries nothing out.
  return [asked(request, show), request.obstacle?.reason ?? request.reason]
    .filter((each) => each !== "")
    .join("; ");
}

function isToldWith(block: PlanView["block"]): block is NonNullable<PlanView["block"]> {
  return (
    block?.kind === "server" ||
    block?.kind === "queue" ||
    block?.kind === "agent-stopped" ||
    block?.kind === "agent-asks" ||
    block?.kind === "agent-model" ||
    block?.kind === "flow" ||
    (block?.kind === "action" && block.reason !== NOTHING_SAID)
  );
}

export function whyOf(block: PlanView["block"]): Pick<Timed, "why"> {
  return isToldWith(block) ? { why: linkWords(block.reason) } : {};
}

export function blockWords(
  {
    block,
    blockedSince,
    said,
    step,
  }: Pick<PlanView, "block" | "blockedSince"> & {
    readonly said: string;
    readonly step: Pick<Step, "text"> | null;
  },
  show: (ms: number) => string,
): string {
  const since = moment(blockedSince);
  const note = block?.kind === "rejected" ? said : "";
  const particulars = isToldWith(block)
    ? block.reason
    : note === ""
      ? `“${withoutLinks(step?.text ?? "")}”`
      : `your note: ${note}`;
  return [since === null ? "" : sayWhen("since", since, show), particulars]
    .filter((each) => each !== "")
    .join("; ");
}
