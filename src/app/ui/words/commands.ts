/** Words of the commands, by id. Buttons and menus use the same verbs; `…` where a dialog asks first. */
import { ANSWER_ROWS } from "../../../overview/answers";

const NO_PLAN = "There is no open plan.";
const NO_STEP = "No running plan has an open step.";
const BE_ACTING = "Make this the acting device";

export const COMMAND_WORDS = {
  /** As in the palette. */
  names: {
    "resume-plan": "Resume plan",
    "set-up": "Set up",
    "new-plan": "New plan…",
    "open-start": "Open start page",
    "new-from-template": "New plan from template…",
    "save-template": "Save plan as template…",
    "start-flow": "Start flow…",
    "think-through": "Think it through…",
    "list-results": "Results of flows…",
    "plan-result": "Make a plan of a result…",
    "show-flow": "Show flow",
    "eject-skill": "Eject skill…",
    "start-plan": "Start plan",
    "explain-plan": "Explain plan",
    "let-agent-work": "Let the agent work on this plan…",
    "watch-agent": "Watch the agent",
    "stop-agent": "Stop the agent",
    "request-approval": "Request approval…",
    approve: "Approve…",
    reject: ANSWER_ROWS.reject.label,
    confirm: ANSWER_ROWS.confirm.label,
    hold: "Take back an approval",
    resolve: "Resolve a doubtful action…",
    "think-by-hand": ANSWER_ROWS.think.label,
    "list-sent": "Show what was sent…",
    "open-dashboard": "Open Dashboard",
    "skip-step": "Skip step…",
    "cancel-plan": ANSWER_ROWS.cancel.label,
    "archive-plan": "Archive plan…",
    "act-here": BE_ACTING,
    "repair-notes": "Repair notes…",
    "convert-plans": "Convert plans…",
    "merge-duplicates": "Merge duplicates…",
    "adopt-requests": "Adopt requests…",
    "plan-note": "Plan this note…",
    "plan-selection": "Plan selection…",
    "confirm-settings": "Confirm settings on this device",
    "allow-programs": "Allow programs of flows…",
    "spend-again": "Let agents spend as much again",
    pause: "Pause",
    continue: "Continue",
  },
  /** Said when a command finds nothing to do. */
  none: {
    "start-plan": "There is no plan to start.",
    "explain-plan": NO_PLAN,
    "save-template": NO_PLAN,
    "show-flow": "No open plan follows a flow.",
    "let-agent-work": NO_PLAN,
    "request-approval": NO_STEP,
    approve: "Nothing waits for approval.",
    reject: "Nothing can be rejected now.",
    confirm: "Nothing needs a confirmation on this device.",
    hold: "Nothing is about to go out.",
    resolve: "No action is in doubt.",
    "think-by-hand": "No agent works on an open plan.",
    "skip-step": NO_STEP,
    "cancel-plan": NO_PLAN,
    "archive-plan": "There is no finished or cancelled plan to archive.",
  },
  lastSent: (what: string, to: string, age: string): string =>
    `“${what}” went out ${age === "now" ? "just now" : `${age} ago`}${to === "" ? "" : `, to ${to}`}. It cannot be undone; its record has the whole text.`,
  whichPlan: "Which plan?",
  whichRequest: "Which one?",
  takeOver: {
    title: `${BE_ACTING}?`,
    from: (name: string, seen: string): string =>
      `The acting device is ${name}, last seen on ${seen}. It may have done something that is not synced here yet. Planwright moves everything that waits for approval to the Rejected folder, and asks again from here.`,
    means: "From now on, this device asks for approvals and carries them out while Obsidian is open.",
    do: BE_ACTING,
  },
} as const;

export type CommandId = keyof typeof COMMAND_WORDS.names;
export type CommandWithChoice = keyof typeof COMMAND_WORDS.none;
