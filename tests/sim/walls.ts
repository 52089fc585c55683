/**
 * Guards that stand behind another one. Taken away alone, none of them lets anything through, so that no run notices:
 * where a mistake could take both away, a planted bug does, and tests of their own rooms hold them to what they say.
 */
export interface Wall {
  readonly guard: string;
  /** What holds first, as a sentence. */
  readonly behind: string;
}

export const SECOND_WALLS: readonly Wall[] = [
  {
    guard: "gate `candidate`",
    behind: "The rule that acts, and the look right before it, take up nothing in another state.",
  },
  {
    guard: "gate `in-approved`",
    behind: "The table calls nothing a candidate that does not lie in Approved.",
  },
  { guard: "gate `sealed`", behind: "The table turns what was edited aside before the gate is asked." },
  {
    guard: "gate `types-agree`",
    behind: "Name and action are sealed together, so that only a slip in naming can part them.",
  },
  { guard: "gate `newest`", behind: "The table calls an older one replaced before the gate is asked." },
  {
    guard: "gate `plan-there`",
    behind: "Without its plan there is no next step, and `plan-runs` and `step-current` refuse.",
  },
  {
    guard: "gate `plan-stays`",
    behind:
      "A plan that was merged into another asks for nothing, and one with an open request is not merged.",
  },
  {
    guard: "gate `step-clear`",
    behind:
      "A step that nobody understands is not asked for, and one that was asked for before reads otherwise.",
  },
  {
    guard: "gate `server-up`",
    behind:
      "What is offered is looked at right before the call, and a server that did not answer is not called.",
  },
  {
    guard: "gate `server-sealed`",
    behind: "The table calls the request edited as soon as its server was asked.",
  },
  { guard: "table `rejected`", behind: "The last look finds the note among the rejected." },
  {
    guard: "table `unverified`",
    behind: "A record is created only where no file has its name; where one does, nothing is called.",
  },
  {
    guard: "last look: a refusal of another attempt",
    behind:
      "A refused note is found by its chain and by its name; either is enough for one that was not renamed.",
  },
  { guard: "the order of plans", behind: "Each folder is listed by name, whatever the disk says." },
  {
    guard: "the device named in a record",
    behind: "The code of a record is made with a key that no other device has.",
  },
  { guard: "the name in a record", behind: "The id in it is compared wherever the record is used." },
  {
    guard: "open requests, counted in each round",
    behind: "A step for whose request there is no room is blocked, and not asked for.",
  },
  {
    guard: "so many requests in a row for one step",
    behind: "A step is asked for again only after a new word of a person.",
  },
  {
    guard: "a doubt is not asked for again",
    behind: "Asking, the block of the step and gate `not-before` hold it, each alone.",
  },
  {
    guard: "what was merged away takes nothing in, and goes only where its log says",
    behind: "It asks for nothing as long as its log says so. `tests/engine/stopped.test.ts` holds it.",
  },
  {
    guard: "what was sent for another step is told",
    behind:
      "What was merged away is held by its log, and what is adopted again finds the plan it became; only where that lies in the archive, or where a note comes back from elsewhere, is this what is left.",
  },
  {
    guard: "the last look at a note that goes",
    behind: "It has been told by then, so that its own log holds it, wherever it lies.",
  },
  {
    guard: "a run that was not started to act",
    behind: "Its standing, the rules, and what a look can verify hold it, each alone.",
  },
];

/** Guards against what the simulator does not play; tests of their own rooms hold them. */
export const NOT_PLAYED: readonly Wall[] = [
  { guard: "gate `folders-agree`", behind: "No run changes the names of folders in the settings." },
  { guard: "gate `plan-read`", behind: "No sentence asks what a note says that nobody can read." },
  { guard: "gate `copies-agree`", behind: "No sentence asks what a copy of a plan says." },
];
