/** A plan as read from its note. Everything here is derived from the text; nothing is stored anywhere else. */
import type { Action } from "../action/action";
import type { Log } from "./log";
import { nameOf } from "../../kit/path";
import { unescapeMarkdown } from "../../kit/text";
import type { OpenBox } from "./boxes";
import type { ToolBlock } from "./toolBlock";

export const STATUSES = ["Draft", "Active", "Blocked", "Done", "Cancelled"] as const;
export type Status = (typeof STATUSES)[number];

export interface Plan {
  readonly path: string;
  /** As written. */
  readonly taskId: string;
  /** The key of the plan: its id without case and `PLAN-`. */
  readonly key: string;
  readonly status: Status;
  readonly blockedReason: string | null;
  /** The words behind its status: `Blocked: Bob is away`. Null for none; Planwright never writes any. */
  readonly statusWords: string | null;
  /** As written; null when absent or the word null. */
  readonly source: string | null;
  readonly priority: string | null;
  /** The day by which it is to be done, as written; null for none. */
  readonly due: string | null;
  /** The words in which it comes back once it is done, as written; null for none. */
  readonly repeat: string | null;
  /** The id of the first plan of those that came back after each other; null for that one. */
  readonly series: string | null;
  /** It begins by itself when it has come back, and its day has come. */
  readonly startsItself: boolean;
  /** Whether an agent does its steps: all it may (`auto`), or one and then waits (`step`). Null for none. */
  readonly agent: "auto" | "step" | null;
  /** The word that stands there instead, where it is none of the words for it; null otherwise. */
  readonly agentWord: string | null;
  /** The model of the settings that its agent works with, by name; null for the model of the role. */
  readonly agentModel: string | null;
  /** The flow that its Roadmap unfolds from; null for none. */
  readonly flow: string | null;
  /** The name that its properties give the folder of the work on it, unchecked; null for none. */
  readonly workFolder: string | null;
  /** The heading in the Roadmap above the next step of a plan that unfolds from a flow; null for none. */
  readonly phase: string | null;
  /** Milliseconds since the epoch; null sorts last. */
  readonly created: number | null;
  readonly objective: string;
  readonly context: string;
  /** The text that a person wrote beneath `## For the agent`. */
  readonly forAgent: string;
  readonly steps: readonly Step[];
  /**
   * Boxes that are open and no steps. Asked for when every step is over: one that looks like a gate would be an open
   * step.
   */
  readonly findOpenBoxes: () => readonly OpenBox[];
  readonly log: Log;
  /** Answers ticked under Questions. */
  readonly questions: readonly Question[];
}

export interface Step {
  /** Counted from 1 among the top-level steps. */
  readonly n: number;
  /** Index of its line. */
  readonly line: number;
  readonly state: "open" | "done" | "skipped";
  /** Whether it has a box that a mark can be put into; one without is not understood. */
  readonly boxed: boolean;
  /** It stands outside the Roadmap. */
  readonly misplaced: boolean;
  /** Without box and block id, as written otherwise. */
  readonly text: string;
  /** The prose beneath it, without its action block; empty for none. */
  readonly beneath: string;
  /** Block id without the caret; null until something refers to the step. */
  readonly id: string | null;
  readonly approval: StepApproval;
  /** The tool that is called for it, where it needs no approval; null where its words say what to do. */
  readonly tool: ToolBlock | null;
  /** Targets of links to notes that its flow has read for its agent. */
  readonly notes?: readonly string[];
  /** Its flow fills in its action, so that no agent drafts it. */
  readonly isFilledByFlow?: true;
  /** `2026-03-03` or `2026-03-03 09:00`: it waits until then by the clock of the vault. */
  readonly notBefore: string | null;
}

export type StepApproval =
  | { readonly kind: "none" }
  /** ✋ without an action block: somebody has to say what exactly. */
  | { readonly kind: "hand" }
  | { readonly kind: "action"; readonly action: Action }
  /** It looks gated and is not understood. Never runs. `line` counts from 1 in the note. */
  | {
      readonly kind: "unclear";
      readonly line: number;
      readonly why: string;
      /** Its action block is not YAML, and a known change would make it so. */
      readonly fixable?: true;
      /** Words, or another sign, that look like ✋. */
      readonly lacksSign?: true;
    };

/** A question the engine wrote into the plan, with the boxes a person may tick on any device. */
export interface Question {
  readonly id: string;
  readonly step: string;
  /** In the note, from 1. */
  readonly line: number;
  /** The one box that is ticked, or that words alone were given; null for none. */
  readonly answer: Answer | "several" | null;
  /** The option was typed behind “Answer:”, and no box is ticked. `words` are those besides. */
  readonly isTyped?: true;
  /** The person's words in it, as far as its lines show who wrote them; empty for none. */
  readonly words: string;
  /** It was left without an answer, and needs none any more. */
  readonly isClosed: boolean;
  /** All lines of it, as they stand in the note; the question itself is the first. */
  readonly lines: readonly string[];
}

export const ANSWERS = {
  "ask again": "ask-again",
  "draft it again": "draft-again",
  "try again": "ask-again",
  "go on": "ask-again",
  "as much again": "ask-again",
  "count tokens alone": "ask-again",
  "skip this step": "skip",
  "cancel this plan": "cancel",
  "undo this change": "undo",
} as const;
/** `option-2`: the second of the boxes with a number. They are known by it, and never by the words behind it. */
export type Answer = (typeof ANSWERS)[keyof typeof ANSWERS] | `option-${string}` | "words";

export function nextStep(plan: Pick<Plan, "steps">): Step | null {
  return plan.steps.find((step) => step.state === "open") ?? null;
}

export function isGated(step: Step): boolean {
  return step.approval.kind !== "none";
}

/** It reaches no further than the vault, or nobody has said yet what exactly is to go out. */
export function isOpenToAgents({
  approval,
  boxed,
  isFilledByFlow,
}: Pick<Step, "approval" | "boxed" | "isFilledByFlow">): boolean {
  return boxed && isFilledByFlow !== true && (approval.kind === "none" || approval.kind === "hand");
}

export function isOver(plan: Pick<Plan, "status">): boolean {
  return plan.status === "Done" || plan.status === "Cancelled";
}

/** The words of the objective's first line, or the file's name where there is none. */
export function planTitle(plan: Pick<Plan, "objective" | "path">): string {
  const line =
    plan.objective
      .trim()
      .split(/[\r\n]/)[0]
      ?.trim() ?? "";
  return line === "" ? nameOf(plan.path).replace(/\.md$/, "") : unescapeMarkdown(line);
}

/** Steps that are ticked or skipped. */
export function finishedSteps(plan: Pick<Plan, "steps">): number {
  return plan.steps.filter((step) => step.state !== "open").length;
}
