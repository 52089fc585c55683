/** Words of the sample plan, and of the notice that goes with it. */

export const SAMPLE_WORDS = {
  make: "Make the sample plan",
  title: "Try Planwright",
  context: "A sample: nothing leaves this vault. Planwright asks before a step with ✋, as in this plan.",
  step: "✋ Write a line into any note",
  target: "a note of yours",
  text: "Today I tried Planwright.",
  notYet: (state: string) => `Next, Planwright asks for your approval. ${state}`,
  confirm: "Next, confirm the settings on this device; then Planwright asks for your approval.",
  asking: "Planwright is about to ask for your approval.",
  waits: (status: string) => `Next, Planwright asks for your approval. Now: ${status}.`,
  asked: "The step has a ✋, so Planwright asks. Click “Review”, read it, then approve it.",
  approved: "Approved. You have a few seconds to undo that.",
  byHand: "Approved, and yours to do: write the line into a note, then click “Done”.",
  finishing: "The step is done. Planwright is putting the plan away.",
  done: "Done. The plan is archived; its record says what you approved and when.",
  rejected: "You rejected it, so nothing happens. Cancel the plan, or ask again from its note.",
  cancelled: "The sample is cancelled; its note stays where it is.",
  openRecord: "Open the record",
  putAway: "Put the sample away",
} as const;
