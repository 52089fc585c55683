/** Why an agent stopped at a step, one row a code: what a person reads, and what they can do. */
import type { Again } from "../plan/questions";

export interface StopRow {
  /** A sentence with its particulars: `{why}` stands for them. */
  readonly says: string;
  /** The box by which it goes on; “Try again” where it is not named. */
  readonly again?: Again;
}

export const STOPS = {
  "given-back": { says: "The agent gave the step back: {why}" },
  "stop-plan": { says: "The agent says that the plan should not go on: {why}", again: "Go on" },
  "not-shown": {
    says: "The agent says that the step is done, and what it gives as evidence does not show it: {why}",
  },
  "not-out": { says: "You said “Not yet”. Tick the step once it is out." },
  "no-call": { says: "The agent answered twice without calling a tool. {why}" },
  "not-its-file": {
    says: "The agent may not replace “{why}”, which is not as an agent left it. Mend the file yourself and tick the step; or, for the agent to write it anew, rename the file and let it try again.",
  },
  repeats: { says: "The agent called {why} three times with the same arguments." },
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

/** The same where what was rejected is drafted anew. */
export function draftAgainFor(code: StopCode): Again {
  const again = againFor(code);
  if (again === "As much again") return "Draft it again, for as much again";
  return again === "Count tokens alone" ? "Draft it again, and count tokens alone" : "Draft it again";
}

export function sayStop(code: StopCode, why: string): string {
  return STOPS[code].says.replace("{why}", () => why).trim();
}
