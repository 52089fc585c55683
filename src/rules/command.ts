/** Commands of a person. Faces and the terminal send them; the engine obeys them. */
import type { Action } from "../note/action/action";
import type { WantedAnswer } from "../note/plan/questions";
import type { DraftByModel } from "../agent/planDraft";
import type { Settings } from "../settings/settings";

export interface NewPlan {
  readonly objective: string;
  /** One step a line; a person's own words, ✋ included. */
  readonly steps: readonly string[];
  /** Path of the note it comes from. */
  readonly source: string | null;
  readonly start: boolean;
  /** Lines of Markdown that say more; left out for none. */
  readonly context?: string;
  /** Actions of gated steps, by the number of the step, counted from 1. */
  readonly actions?: Readonly<Record<number, Action>>;
  /** The day by which it is to be done, as `2026-03-03` or `2026-03-03 09:00`; left out for none. */
  readonly due?: string;
  /** The words in which it repeats (note/plan/repeat); left out where it does not. */
  readonly repeat?: string;
}

/** Commands whose changes are shown first. */
export type Wanted =
  /** Properties that cannot be read, put right by rule: of one note, by path or file name, or of all when null. */
  | { readonly kind: "repair"; readonly note: string | null }
  /** Plans in another format made ours. `hands`: steps that speak of approval get the sign ✋. */
  | { readonly kind: "convert"; readonly note: string | null; readonly hands: boolean }
  /** Plans that stand for the same thing, made one; those that this note is one of, or all. */
  | { readonly kind: "merge"; readonly note: string | null }
  /** Requests that Planwright did not write, each made a draft plan that asks anew. */
  | { readonly kind: "adopt"; readonly note: string | null }
  | WantedPlan;

/** A plan made from a note: by path, file name or link. `lines`: only these of it, counted from 1, both included. */
export interface WantedPlan {
  readonly kind: "plan";
  readonly note: string;
  readonly lines: { readonly from: number; readonly to: number } | null;
  /** As a model drafted it; without one, it is made of the note’s own lists. */
  readonly draft?: DraftByModel;
}

/** A proposal for one note of a kind, or for all of them. */
export type WantedChange = Exclude<Wanted, WantedPlan>;

/**
 * Asked before each note of a change that a person agreed to, with how many were gone through already and how many
 * there are, those left out that it makes. Once it answers no, it is not asked again: what belongs with the notes
 * before is finished, and nothing more is begun.
 */
export type GoesOn = (done: number, all: number) => boolean;

/** The kinds of commands that can be undone once they were obeyed. */
export type Undone = "skip" | "done" | "later" | "reject" | "cancel" | "archive";

export type Command =
  /** `table`: the file with a table of all plans, too. */
  | { readonly kind: "set-up"; readonly table?: boolean }
  | { readonly kind: "create"; readonly plan: NewPlan }
  | { readonly kind: "start"; readonly plan: string }
  /**
   * Writes the status of a note, by its path, where it is still `from`: of a misspelt one, the status that is meant, or
   * back again.
   */
  | { readonly kind: "write-status"; readonly note: string; readonly from: string; readonly to: string }
  /**
   * Makes a plan from a flow, by its name, and starts it. `inputs`: what the flow asks at the start, by name. `allows`:
   * programs, with their arguments, that the person was shown and lets do steps of this plan on this device.
   */
  | {
      readonly kind: "start-flow";
      readonly flow: string;
      readonly inputs: Readonly<Record<string, string>>;
      readonly allows?: readonly (readonly string[])[];
    }
  /** Copies a skill, or a flow, into the vault or the person’s own folder on this device, to be changed there. */
  | {
      readonly kind: "eject";
      readonly what: "skill" | "flow";
      readonly name: string;
      readonly to: "vault" | "user";
    }
  /**
   * `step` counts from 1; the next open one when null. `action` is written beneath the step when it has none, and
   * `instead` of the one it has.
   * `shown`, here and below: what the person saw (plan/steps `shownAs`); where something else stands there by now,
   * nothing is done.
   */
  | {
      readonly kind: "request";
      readonly plan: string;
      readonly step: number | null;
      readonly action: Action | null;
      readonly instead?: true;
      readonly shown?: string;
    }
  | { readonly kind: "skip"; readonly plan: string; readonly step: number | null; readonly shown?: string }
  /** A person did the step, which needs no approval; `choice`: by choosing one of the options beneath it. */
  | {
      readonly kind: "done";
      readonly plan: string;
      readonly step: number | null;
      readonly choice?: string;
      readonly shown?: string;
    }
  /**
   * Puts off what the plan asks of the person at its step, until a day, or a day and time, by the clock of the vault:
   * `2026-12-01`, `2026-12-01T09:00`. Null has it ask again.
   */
  | { readonly kind: "later"; readonly plan: string; readonly until: string | null; readonly shown?: string }
  /**
   * Undoes the last thing that a person did to the plan and that still stands; `of`, `step`: only where it is that.
   * `step` counts from 1. No approval comes back by it.
   */
  | {
      readonly kind: "undo";
      readonly plan: string;
      readonly of?: Undone;
      readonly step?: number;
      readonly shown?: string;
    }
  /** A person answers a question under Questions. `shown`: its lines as they were on the screen. */
  | ({
      readonly kind: "answer-question";
      readonly plan: string;
      readonly question: string;
      readonly shown: readonly string[];
    } & WantedAnswer)
  | { readonly kind: "cancel"; readonly plan: string; readonly shown?: string }
  /** Puts a plan that is over with the finished ones. */
  | { readonly kind: "archive"; readonly plan: string }
  /** Saves a plan, or an approved result, as a template. */
  | { readonly kind: "template"; readonly what: "save"; readonly of: string }
  /** Begins the next one from a template. `objective`: what it is for; empty for that of the template. */
  | { readonly kind: "template"; readonly what: "new"; readonly of: string; readonly objective: string }
  /** Puts a note with the result of a flow away, as it is. */
  | { readonly kind: "archive-result"; readonly note: string }
  /**
   * A click in the app; the terminal has no such command, there a person moves the note. `read`: hash of the text
   * that the person was shown; nothing else is approved.
   */
  | { readonly kind: "approve"; readonly request: string; readonly read: string }
  | { readonly kind: "reject"; readonly request: string; readonly note: string }
  /** Takes an approval back while it has not run. */
  | { readonly kind: "hold"; readonly request: string }
  /**
   * Confirms on this device, or says “I did it” for what is done by hand. `read`: what the person was shown
   * (world/confirming `shownToConfirm`); nothing else is confirmed.
   */
  | { readonly kind: "confirm"; readonly request: string; readonly read: string }
  /** `always`: it happened, and the answer of its server always means that from now on, on this device. */
  | {
      readonly kind: "resolve";
      readonly request: string;
      readonly happened: boolean;
      readonly always?: boolean;
    }
  | { readonly kind: "forget-answer"; readonly code: string }
  /** The person saw what would be changed; `code` stands for exactly that. */
  | { readonly kind: "agree"; readonly wanted: Wanted; readonly code: string }
  /** Lets an agent work on the plan, or no longer. */
  | { readonly kind: "agent"; readonly plan: string; readonly mode: "auto" | "step" | "off" }
  /**
   * Another program says something of a plan. `by`: the name that it gives itself, which nobody has checked; `why`
   * and `text`: its words.
   */
  | ByAnother
  /**
   * The text that the person pasted as the answer of the model of the plan’s agent. It carries the code of its turn.
   */
  | { readonly kind: "answer-by-hand"; readonly plan: string; readonly text: string }
  /** Lets the agents of this device spend as much again in 24 hours. */
  | { readonly kind: "spend-again" }
  /** Lets a program run for checks of flows on this device, or no longer. `code`: of views/flow/programs. */
  | { readonly kind: "allow-program"; readonly code: string; readonly allows: boolean }
  | { readonly kind: "pause" }
  | { readonly kind: "continue" }
  /** `from`: the device that acted, as the person was shown it; null for none. */
  | { readonly kind: "take-over"; readonly from?: string | null }
  /** The person read what these settings would send, where to, under which limits, and what happens unasked. */
  | {
      readonly kind: "trust";
      readonly settings: Settings;
      /** The file they are from, by its content. */ readonly file?: {
        readonly name: string;
        readonly hash: string;
      };
    };

/**
 * `step` counts from 1; the next open one when null. None of these approves anything, or ticks a step that needs
 * approval.
 */
export type ByAnother =
  /** A line for the log. */
  | { readonly kind: "remark"; readonly plan: string; readonly by: string; readonly text: string }
  /** A step that needs no approval is done. */
  | {
      readonly kind: "tick";
      readonly plan: string;
      readonly step: number | null;
      readonly by: string;
      readonly why: string;
    }
  /** The action of a step; a person is asked then. */
  | {
      readonly kind: "draft-action";
      readonly plan: string;
      readonly step: number | null;
      readonly by: string;
      readonly why: string;
      readonly action: Action;
    };
