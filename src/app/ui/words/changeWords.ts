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
    name: "✋ for steps that speak of approval",
    desc: "Those steps then stop and ask you. Planwright shows the changes again first.",
  },
  adopts:
    "Each note becomes a draft plan, which asks again once you start it. The note itself moves away; every byte of it stays.",
  changes: "Only these lines are changed; every other byte stays as it is.",
  makePlan: "Make this plan?",
  isNew: "This note would be new; the one it comes from stays as it is.",
  canDraft:
    "A model can draft it: the note then goes to that model, and you see what it drafted before anything is made.",
  create: "Create draft",
  draftWith: (model: string, isAgain: boolean): string =>
    `Draft it ${isAgain ? "again " : ""}with “${model}”`,
  drafting: (model: string): string => `“${model}” drafts a plan`,
  draftingText: "The note goes to the model. This can take a minute.",
  looking: "Looking at the notes once more…",
  progress: "How far it is",
  stopping: "Stopping leaves the rest of the notes as they are; you can go on later.",
  done: (done: number, all: number): string => `${String(done)} of ${String(all)} notes done`,
} as const;
