/**
 * Requests that wait for a confirmation on this device, shown whole with a code; and the word that the code stands for.
 */
import { renderSource } from "../note/action/render";
import type { Command } from "../engine/perform/replies";
import { findRequest } from "../engine/perform/find";
import type { TaughtAnswer } from "../approval/device/taught";
import { hashText } from "../kit/hash";
import { escapeLine } from "../kit/text";
import {
  howToConfirm,
  isConfirmable,
  shownToConfirm,
  whyNotConfirmable,
  wordsToConfirm,
} from "../approval/confirming";
import type { RequestView } from "../approval/view";
import type { World } from "../rules/world";
import type { Messages } from "./messages";
import type { Call } from "./words";

/** Characters: all reasons that are given are shorter, and none is left out. */
const LONGEST = 100_000;

export interface Confirmation {
  readonly action_id: string;
  readonly name: string;
  readonly task_id: string;
  readonly by_hand: boolean;
  readonly reason: string;
  /** The tool and its server, as a sentence. */
  readonly how: string;
  /** The action that goes out, as its block has it. */
  readonly action: string;
  readonly code: string;
}

/** Shown; with its code it is done. */
export function isToConfirm({ verb, words }: Pick<Call, "verb" | "words">): boolean {
  return verb === "confirm" && words.length < 2;
}

/** Of one request, or of all that wait when null. A sentence where that one does not. */
export function confirmations(which: string | null, world: World): readonly Confirmation[] | string {
  if (which === null) return world.requests.filter(isConfirmable).map(shown);
  const found = findRequest(which, world);
  return typeof found === "string" ? found : (whyNotConfirmable(found) ?? [shown(found)]);
}

export function tellConfirmations(all: readonly Confirmation[], messages: Messages): string {
  return all.length === 0
    ? "Nothing needs a confirmation on this device.\n"
    : all.map((each) => tell(each, messages)).join("\n");
}

export function tellTaught(answers: readonly TaughtAnswer[]): string {
  return answers.length === 0
    ? "You taught this device no server answers.\n"
    : answers
        .map(
          ({ code, server, tool, text }) =>
            `${code}  ${escapeLine(`${server} / ${tool}`, 120)}: “${escapeLine(text, 1000)}” means that it happened.\n`,
        )
        .join("");
}

/** A sentence where the code stands for something else. */
export function confirmedBy(
  which: string,
  code: string,
  world: World,
  options: string,
): Extract<Command, { kind: "confirm" }> | string {
  const found = findRequest(which, world);
  if (typeof found === "string") return found;
  // Why it waits for no such word is said when it is given.
  if (isConfirmable(found) && codeOf(found) !== code)
    return `Nothing was confirmed: it changed since this code was shown, or the code is for something else. Look again: planwright confirm ${shortId(found)}${options}`;
  return { kind: "confirm", request: found.id, read: shownToConfirm(found) };
}

function shown(request: RequestView): Confirmation {
  const { id, name, task, action, objection } = request;
  return {
    action_id: id,
    name,
    task_id: task,
    by_hand: objection?.id === "by-hand",
    reason: wordsToConfirm(request),
    how: howToConfirm(request),
    action: action === null ? "" : renderSource(action),
    code: codeOf(request),
  };
}

function codeOf(request: RequestView): string {
  return hashText(`${request.id}\n${shownToConfirm(request)}`).slice(0, 8);
}

function shortId({ id }: Pick<RequestView, "id">): string {
  return id.slice(0, 8);
}

function tell(
  { action_id, name, task_id, by_hand, reason, how, action, code }: Confirmation,
  messages: Messages,
): string {
  const source = action === "" ? [] : ["", ...action.split("\n").map((line) => `  ${line}`.trimEnd())];
  const to = by_hand
    ? "Nothing was noted. Once you have done it, tick that box or run"
    : "Nothing was confirmed. To confirm this";
  return `${[`${escapeLine(name, 300)} (${escapeLine(task_id, 100)})`, `  ${messages.say(escapeLine(reason, LONGEST))}`, `  ${how}`, ...source, "", `${to}: planwright confirm ${shortId({ id: action_id })} ${code}${messages.options}`].join("\n")}\n`;
}
