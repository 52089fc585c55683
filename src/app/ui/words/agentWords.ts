/** Words of the dialogs about agents: let one work, watch it, read its prompt, answer in its place. */
import { COMMAND_WORDS } from "./commands";

const openSteps = (n: number): string => (n === 1 ? "one open step" : `${String(n)} open steps`);

export const AGENT_WORDS = {
  /** Of an agent that flows name. */
  modelOfAgent: {
    name: "Model",
    desc: "Does the steps instead of its role’s model.",
    none: "Its role’s model",
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
  nothingYet: `“${COMMAND_WORDS.names["let-agent-work"]}” starts one.`,
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
    `${warning}. “Stop” ends it; you may still have to pay for the question under way.`,
  letWork: {
    title: (plan: string): string => `Let the agent work on “${plan}”?`,
    all: "All steps",
    stepwise: "One step at a time",
    addModel: "Add a model…",
    answer: "Answer in its place…",
    answerTitle: "Answer in the place of a model",
    showQuestion: "Show the question",
    noModel: "No language model is set up. Add one, or answer for it by copy and paste.",
    leaves: (leaves: string): string => `${leaves} Nothing else leaves this device.`,
    limits: (limits: string): string => `${limits} Then you are asked.`,
    its: (n: number): string =>
      `It does ${openSteps(n)} without approval, and writes results into its own files.`,
    drafts: (n: number): string => `For ${openSteps(n)} with ✋, it drafts what goes out, and you decide.`,
    yours: (n: number): string => `It leaves ${openSteps(n)} to you, as always.`,
    none: "None of its open steps is for the agent; they stay yours.",
    now: {
      auto: "It works on all steps.",
      step: "It works on one step at a time; after each, the plan waits until you set its status to Active.",
    },
    badWord: (word: string): string =>
      `“${word}” under “agent” in the properties means nothing; it will be replaced.`,
    isDraft: "This plan is a draft; the agent begins once you start it.",
    elsewhere: (device: string): string => `It works on the acting device, ${device}.`,
  },
  byHand: {
    title: (turn: number): string => `Think by hand: turn ${String(turn)}`,
    how: "Copy the question to any chat, or answer it yourself, then paste the answer here. If you close this, the question waits.",
    question: "The question",
    field: (code: string) => ({
      name: "The answer",
      desc: `JSON with this turn’s code, ${code}. Anything a chat adds around it is ignored.`,
    }),
    copy: "Copy the question",
    use: "Use this answer",
  },
} as const;
