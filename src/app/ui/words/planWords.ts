/** Words of the dialogs that make a plan from a template, resume a plan, skip a step, or cancel. */
export const PLAN_WORDS = {
  template: {
    save: "Save as template",
    which: "Which template?",
    line: (name: string, kind: "plan" | "result"): string =>
      kind === "plan" ? name : `${name} · to think something through`,
    title: (name: string): string => `New plan from “${name}”`,
    objective: { name: "Objective", desc: "What the plan is for, in one sentence." },
    create: "Create draft",
  },
  resuming: (title: string): string => `Resuming “${title}”`,
  noneToResume: "There is no plan to resume. “New plan…” makes one.",
  isOver: (
    title: string,
    status: string,
    { away, plans }: { readonly away: string | null; readonly plans: string },
  ): string =>
    `“${title}” is ${status}${away === null ? "" : `, and archived in ${away}`}. To reopen it, set its status to Draft${away === null ? "" : ` and move its note to ${plans}`}.`,
  isOpen: (title: string, status: string): string =>
    `“${title}” is ${status}. “Cancel plan…” ends it; a plan is archived by itself once every step is done.`,
  allDone: "Every step of this plan is done.",
  skipTitle: (n: number): string => `Skip step ${String(n)}?`,
  skipMeans: "The plan goes on with the next step. This one can no longer send anything.",
  skip: "Skip step",
  cancelTitle: (title: string): string => `Cancel “${title}”?`,
  cancelMeans: "The plan stops, and what waits for your approval is withdrawn. The note stays where it is.",
  cancel: "Cancel plan",
  archiveTitle: (title: string): string => `Archive “${title}”?`,
  archiveMeans: (folder: string): string =>
    `The note moves to ${folder}, log and all. To reopen the plan, move it back and set its status to Draft.`,
  archive: "Archive plan",
} as const;
