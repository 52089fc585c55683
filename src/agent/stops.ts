/** Why an agent stopped at a step, and why a model failed: a row a code, with words and a way out for the person. */
import type { Again } from "../note/plan/questions";
import type { FailureCode } from "../kit/ports/model";

export interface StopRow {
  /** A sentence with its particulars: `{why}` stands for them. */
  readonly says: string;
  /** The box by which it goes on; “Try again” where it is not named. */
  readonly again?: Again;
}

export const STOPS = {
  "given-back": { says: "The agent gave the step back: {why}" },
  "stop-plan": { says: "The agent says that the plan should not go on: {why}", again: "Go on" },
  "not-out": { says: "You said “Not yet”. Tick the step once it is out." },
  "no-call": { says: "The agent answered twice without calling a tool. {why}" },
  "not-its-file": {
    says: "The agent may not replace “{why}”, which is not as an agent left it. Mend the file yourself and tick the step; or, for the agent to write it anew, rename the file and let it try again.",
  },
  repeats: { says: "The agent called {why} three times with the same values." },
  turns: { says: "The agent has used its turns for this step ({why}).", again: "As much again" },
  tokens: { says: "The agent has used its tokens for this step ({why}).", again: "As much again" },
  usd: { says: "The agent has used its money for this step ({why}).", again: "As much again" },
  "plan-usd": { says: "The agent has used its money for this plan ({why}).", again: "As much again" },
  "too-dear": { says: "The model {why}. Look at its price in the settings, or use another model." },
  unpriced: {
    says: "The price of the model {why}. To count its money too, write its price into the settings.",
    again: "Count tokens alone",
  },
  "bad-tool": { says: "The tool that the plan names for this step cannot be called: {why}." },
  full: { says: "The work notes of this plan are full ({why}); move them away to begin new ones." },
  failed: { says: "{why}" },
  "program-unasked": {
    says: "The program {why}: “Allow programs of flows…” (in a terminal: planwright flow allow). Or do the step yourself.",
  },
  "program-named": {
    says: "This plan names the program “{why}” as its model, and no note can have a program started. Take the line “agent_model” away, or do the step yourself.",
  },
  "program-alone": {
    says: "The program “{why}” does only steps of a flow, and this step is none. Do the step yourself, or name another model as the worker in the settings.",
  },
  "program-cut": {
    says: "The program “{why}” was started, and nobody knows how it ended. It may have done something: look before you let it run again.",
  },
} as const satisfies Readonly<Record<string, StopRow>>;

export type StopCode = keyof typeof STOPS;

export function againFor(code: StopCode): Again {
  const { again = "Try again" }: StopRow = STOPS[code];
  return again;
}

/** The words of that box at a step whose rejected action is drafted anew. */
export function draftAgainFor(code: StopCode): Again {
  const again = againFor(code);
  if (again === "As much again") return "Draft it again, for as much again";
  return again === "Count tokens alone" ? "Draft it again, and count tokens alone" : "Draft it again";
}

export function sayStop(code: StopCode, why: string): string {
  return STOPS[code].says.replace("{why}", () => why).trim();
}

interface FailureRow {
  readonly title: string;
  /** A sentence; `{model}` stands for the model’s name in the settings. */
  readonly wayOut: string;
  /** Asked again by itself after a while. */
  readonly retry: boolean;
}

export const FAILURE_WORDS = {
  "not-reached": {
    title: "the model was not reached",
    wayOut:
      "Check that this device is online and that the address of the model {model} in the settings is right.",
    retry: true,
  },
  busy: {
    title: "the model takes no more questions just now",
    wayOut: "Wait, or use another model than {model}.",
    retry: true,
  },
  stopped: { title: "stopped before the answer had come", wayOut: "Nothing to do.", retry: true },
  "cut-off": {
    title: "the answer broke off",
    wayOut: "Look at the server of the model {model}: its answers break off.",
    retry: true,
  },
  "question-too-long": {
    title: "the question is too long for the model",
    wayOut:
      "Write into the settings how many tokens fit into the model {model} (context), or make the step smaller.",
    retry: false,
  },
  "answer-too-long": {
    title: "the model used up the room for its answer",
    wayOut: "Make the step smaller, or use another model than {model}.",
    retry: false,
  },
  refused: {
    title: "the model refused",
    wayOut: "Do the step yourself, or word it otherwise.",
    retry: false,
  },
  "bad-answer": {
    title: "the model’s server gave an answer that is none",
    wayOut:
      "Try again; if it comes again, check the address of the model {model} in the settings: it has to end before /chat/completions, /messages or /models.",
    retry: false,
  },
  "only-thoughts": {
    title: "the model only thought, and gave no answer",
    wayOut:
      "Give the model {model} more room in its server (context size), switch its thinking off there, or use another model.",
    retry: false,
  },
  "empty-answer": {
    title: "the model’s answer was empty",
    wayOut: "Look at the server of the model {model}, or use another model: its answers are empty.",
    retry: true,
  },
  "not-taken": {
    title: "the model’s server does not take the question as Planwright puts it",
    wayOut:
      "Look at what the server says, and at the model {model} in the settings: its provider, its address, and its name. If they are right, use another model.",
    retry: false,
  },
  "no-key": {
    title: "the key of the model is missing",
    wayOut: "Store the key of the model {model} on this device, and name it in the settings (key).",
    retry: false,
  },
  "bad-key": {
    title: "the model’s server does not accept the key",
    wayOut: "Check the key of the model {model}.",
    retry: false,
  },
  "bad-model": {
    title: "the model’s server does not know this model",
    wayOut: "Correct the name of the model {model} in the settings.",
    retry: false,
  },
  "bad-address": {
    title: "there is no model at this address",
    wayOut:
      "Correct the address of the model {model} in the settings; it has to end before /chat/completions, /messages or /models.",
    retry: false,
  },
  "no-tools": {
    title: "the model cannot call tools",
    wayOut: "Use another model than {model}: the agent works by tools.",
    retry: false,
  },
  "no-credit": {
    title: "the account of the model has no credit left",
    wayOut: "Add credit to the account of the model {model}, or use another model.",
    retry: false,
  },
  "no-script": {
    title: "the script does not say what the model answers here",
    wayOut: "Add this turn to the script of the model {model}, or use another model.",
    retry: false,
  },
  "no-program": {
    title: "the program was not started",
    wayOut:
      "Look at the command of the model {model} in the settings, and whether this device has the program.",
    retry: false,
  },
  "program-failed": {
    title: "the program did not end well",
    wayOut:
      "It may have done something all the same: look before you let it run again. The program is the model {model} of the settings.",
    retry: false,
  },
  "bad-figure": {
    title: "the model told a use or a cost that cannot be",
    wayOut:
      "It counts as the most that the call can have cost. Look at the server or the program of the model {model}, or use another one.",
    retry: false,
  },
} as const satisfies Readonly<Record<FailureCode, FailureRow>>;

/** The end of a sentence for an agent, about the file of its step. */
export const KEPT = "is not as an agent left it, so it stays as it is.";

/** The name of the file, where the result of a call is that sentence; null where it is none. */
export function keptFile(text: string): string | null {
  return text.includes(KEPT) ? (/^“([^”]+)”/.exec(text)?.[1] ?? null) : null;
}
