/** Words of the dialogs that show changes to notes before they are made, and of those that make them. */
import type { WantedChange } from "../../../rules/command";
import { counted } from "../../../kit/numbers";

const DO: Readonly<Record<WantedChange["kind"], string>> = {
  repair: "Repair",
  convert: "Convert",
  merge: "Merge",
  adopt: "Adopt",
};

export const CHANGE_WORDS = {
  which: "Which note?",
  all: "All of them",
  noNote: (which: string): string => `There is no note ${which}.`,
  title: (kind: WantedChange["kind"], notes: string): string => `${DO[kind]} ${notes}`,
  agree: (does: string, what: string, n: number): string =>
    `${does} ${n === 1 ? `this ${what}` : `these ${counted(n, what)}`}`,
  hands: {
    name: "✋ for steps that mention approval",
    desc: "Those steps then ask you first. You see the changes again first.",
  },
  adopts:
    "Each note becomes a draft plan that asks again once you start it. The note itself is moved, unchanged.",
  changes: "Only these lines change; every other byte stays.",
  makePlan: "Make this plan?",
  isNew: "This makes a new note; the original stays as it is.",
  canDraft:
    "A model can draft it: the note goes to that model, and you see the draft before anything is made.",
  create: "Create draft",
  draftWith: (model: string, isAgain: boolean): string =>
    `Draft it ${isAgain ? "again " : ""}with “${model}”`,
  drafting: (model: string): string => `“${model}” is drafting a plan`,
  draftingText: "The note goes to the model. This can take a minute.",
  looking: "Checking the notes again…",
  progress: "Progress",
  stopping: "If you stop, the other notes stay as they are; you can continue later.",
  done: (done: number, all: number): string => `${String(done)} of ${String(all)} notes done`,
} as const;
