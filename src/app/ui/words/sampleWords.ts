/** Words of the sample plan, and of the notice that goes with it. */

export const SAMPLE_WORDS = {
  make: "Make the sample plan",
  title: "Try Planwright",
  context:
    "A sample: nothing leaves this vault. Planwright goes step by step and asks before a step with ✋.",
  first: "Read this plan, then tick this box or click “Done”",
  second: "✋ Write a line into any note",
  target: "a note of yours",
  text: "Today I tried Planwright.",
  read: "The first step is yours: read the plan, then tick its box or click “Done”.",
  notYet: (state: string) => `Next, Planwright asks for your approval. ${state}`,
  confirm: "Next, confirm the settings on this device; then Planwright asks for your approval.",
  asking: (status: string) => `Planwright is about to ask for your approval: ${status}.`,
  asked: "Planwright asks before the second step. Click “Review”, read it, then approve it.",
  approved: "Approved. You have a few seconds to undo that.",
  byHand: "Approved, and yours to do: write the line into a note, then click “Done”.",
  finishing: "Both steps are done. Planwright is finishing the plan.",
  done: "Done. The plan is archived; its record says what you approved and when.",
  rejected: "You rejected it, so nothing happens. Cancel the plan, or ask again from its note.",
  cancelled: "The sample is cancelled; its note stays where it is.",
  openRecord: "Open the record",
  putAway: "Put the sample away",
} as const;
