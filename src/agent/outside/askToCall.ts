/**
 * The person’s word before a tool of a server is called: what they are shown, which is everything that leaves the
 * vault, and what they may answer.
 */
import { spellSent, type Json, type JsonObject } from "../../kit/json";
import { escapeLine } from "../../kit/text";
import type { Plan, Step } from "../../note/plan/plan";
import type { WantedCall } from "../../kit/ports/model";
import { openKey, turnsOf, type Run } from "../run";
import { callFault, readCall, serverToolOf, type ServerTool } from "./serverTools";
import { agreementOn, answerTo, withId, type Asking, type Unnamed } from "../signals";

const OPTIONS = ["Call it", "Do not call it"];

export interface Calling {
  readonly plan: Plan;
  readonly step: Step;
  readonly run: Run;
  readonly tools: readonly ServerTool[];
}

/** Objections to a call before anybody is asked, as sentences for the model; null where there is none. */
export function faultBefore(call: WantedCall, found: ServerTool, { run, tools }: Calling): string | null {
  const ended = turnsOf(run).at(-1)?.ended;
  const parts = ended?.kind === "answered" ? ended.parts : [];
  const calls = parts.filter((part) => part.kind === "call" && serverToolOf(tools, part.tool) !== null);
  const before = calls.findIndex((part) => part.kind === "call" && part.id === call.id);
  return callFault(call, found, before);
}

/**
 * Null where the person is not asked: they said so for this tool, or the call cannot be made and the model is told at
 * once.
 */
export function callAsking(call: WantedCall, found: ServerTool, calling: Calling): Asking | null {
  const read = readCall(call.input);
  if (found.unasked || read.kind === "bad" || faultBefore(call, found, calling) !== null) return null;
  const { plan, step, run } = calling;
  const asking: Unnamed = {
    question: `The agent wants to call the tool “${escapeLine(found.tool, 128)}” of the server “${escapeLine(found.server, 100)}”. What it sends there is written beneath this question in the plan.`,
    details: sayArguments(read.args).map((text) => ({ label: "Argument", text })),
    options: OPTIONS,
  };
  // For one call alone: a call of another run, or of a copy of the plan, is asked about by itself, be it the same to
  // the word.
  const turn = turnsOf(run).at(-1)?.asked?.at ?? 0;
  return withId(asking, plan, step, openKey(run, call.id), turn, spellSent(read.args));
}

/** The question to put to the person before this call; null where none is needed, or where they have answered it. */
export function openCallAsking(call: WantedCall, found: ServerTool, calling: Calling): Asking | null {
  const asking = callAsking(call, found, calling);
  return asking === null || answerTo(calling.plan, asking) !== null ? null : asking;
}

/** Null where it may go out; otherwise what the model is told. */
export function refusalOf(call: WantedCall, found: ServerTool, calling: Calling): string | null {
  const asking = callAsking(call, found, calling);
  if (asking === null) return null;
  const agreed = agreementOn(asking, calling.plan);
  return agreed.kind === "agreed" ? null : `${agreed.why} It was not called.`;
}

/** One line for each argument, with every character that it has. */
function sayArguments(args: JsonObject): readonly string[] {
  const named = Object.entries(args);
  return named.length === 0
    ? ["none"]
    : named.map(
        ([name, value]) => `${/^[\w.-]+$/.test(name) ? name : spellShown(name)} = ${spellShown(value)}`,
      );
}

/** As JSON in which two spaces are not taken for one. */
export function spellShown(value: Json): string {
  return JSON.stringify(value).replace(/ (?= )/g, "\\u0020");
}
