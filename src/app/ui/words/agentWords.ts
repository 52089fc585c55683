/** Words of the dialogs about agents: let one work, watch it, read its prompt, answer in its place. */
import { COMMAND_WORDS } from "./commands";

const openSteps = (n: number): string => (n === 1 ? "one open step" : `${String(n)} open steps`);

export const AGENT_WORDS = {
  /** Of an agent that flows name. */
  modelOfAgent: {
    name: "Model",
    desc: "It does the steps in the place of the role’s.",
    none: "The one of its role",
  },
  showPrompt: "Show the prompt",
  /** The panel at the side. */
  name: "Agent",
  states: {
    works: "Agent at work",
    waits: "Waiting for the model",
    asks: "Waiting for you",
    paused: "Paused",
    done: "Done",
    cancelled: "Cancelled",
    stopped: "Stopped",
    elsewhere: "On another device",
    rests: "No agent at work",
    gone: "Its plan is gone",
  },
  nothingYet: `“${COMMAND_WORDS.names["let-agent-work"]}” lets one begin.`,
  watch: "Watch",
  watchPlan: (plan: string): string => `Watch the agent: ${plan}`,
  of: (limit: string): string => `of ${limit}`,
  transcript: "Transcript",
  showTranscript: "Show transcript",
  hideTranscript: "Hide transcript",
  text: "Text",
  did: "What the agent did",
  files: "Files",
  results: "Results",
  waits: (what: string): string => `Waiting for you: ${what}`,
  answer: "Answer…",
  stopEnds: (warning: string): string =>
    `${warning}. “Stop” ends it; what was asked may have to be paid all the same.`,
  letWork: {
    title: (plan: string): string => `Let the agent work on “${plan}”?`,
    all: "All steps",
    stepwise: "One step at a time",
    addModel: "Add a model…",
    answer: "Answer in its place…",
    noModel: "No model is named for agents yet. Add one, or answer in its place by copy and paste.",
    leaves: (leaves: string): string => `${leaves} Nothing else leaves this device.`,
    limits: (limits: string): string => `${limits} Then you are asked.`,
    its: (n: number): string =>
      `It does ${openSteps(n)} without approval, and writes its results into files of its own.`,
    drafts: (n: number): string => `For ${openSteps(n)} with ✋ it drafts what is to go out, and you decide.`,
    yours: (n: number): string => `For ${openSteps(n)} it does nothing: you are asked as always.`,
    none: "None of its open steps is for the agent: you are asked as always.",
    now: {
      auto: "Now it works on all steps.",
      step: "Now it works on one step at a time: after each, the plan waits until you set its status to Active.",
    },
    badWord: (word: string): string =>
      `“agent” in the properties says “${word}”, which means nothing; it is replaced.`,
    isDraft: "This plan is a draft: the agent begins once you start the plan.",
    elsewhere: (device: string): string => `The acting device does it: ${device}.`,
  },
  byHand: {
    title: (turn: number): string => `Think by hand: turn ${String(turn)}`,
    how: "Copy the question to any chat, or answer it yourself, and paste the answer here. If you close this, nothing is noted, and the question waits.",
    question: "The question",
    field: (code: string) => ({
      name: "The answer",
      desc: `JSON with the code of this turn, ${code}. What a chat puts around it does no harm.`,
    }),
    copy: "Copy the question",
    use: "Use this answer",
  },
} as const;
