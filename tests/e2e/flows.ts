/**
 * Frequent tasks, with the most keys and clicks each may take. The figures before are those of the dialogs of 0.1.0.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";

export interface Flow {
  readonly what: string;
  readonly before: string;
  /** Keys and clicks together. */
  readonly goal: number;
}

/** `FLOWS=whole`: with every waiting time that a person has. Otherwise nothing is waited out. */
export const IS_WHOLE = process.env["FLOWS"] === "whole";

/** How many requests are answered one after the other, and how many have the same text. */
export const [SEVERAL, ALIKE] = IS_WHOLE ? [10, 30] : [3, 12];

/** Seconds in which a mail that was sent is found. */
export const FOUND_WITHIN = 4;

export const FLOWS = {
  "first-action": {
    what: "from install to the first approved action, done, with the mouse",
    before: "5 min, in the terminal",
    // Settings that came with the vault, as in the short run, cost two clicks to confirm.
    goal: IS_WHOLE ? 6 : 8,
  },
  "approve-one": { what: "approve one of several requests", before: "12 keys", goal: 2 },
  "approve-ten": {
    what: "approve ten requests, one after the other",
    before: "120 keys, 10 dialogs",
    goal: SEVERAL + 1,
  },
  "approve-alike": {
    what: "approve thirty requests with the same text",
    before: "360 keys, 30 dialogs",
    goal: 4,
  },
  "why-stuck": {
    what: "see why a plan stands still, with the mission view open",
    before: "16 keys",
    goal: 0,
  },
  "way-out": { what: "take the way out of it", before: "another command", goal: 1 },
  "add-mail": {
    what: "set up a mail account, its login tested (typing not counted)",
    before: "14 clicks, 286 characters, untested",
    goal: 6,
  },
  start: { what: "start a plan", before: "18 keys", goal: 1 },
  "monthly-plan": {
    what: "a monthly plan from a template (typing not counted)",
    before: "a dialog, and a line in its properties",
    goal: 3,
  },
  "inbox-alike": {
    what: "in the inbox, approve thirty requests with the same text, and confirm them",
    before: "360 keys, 60 dialogs",
    goal: 4,
  },
  "inbox-ten": {
    what: "in the inbox, approve ten different requests",
    before: "120 keys",
    goal: SEVERAL + 1,
  },
  "inbox-question": { what: "in the inbox, answer a question", before: "a tick in the note", goal: 1 },
  "find-sent": {
    what: "find a mail that was sent, by a word of its text (typing not counted)",
    before: "a search in the folder of records",
    goal: 2,
  },
  "undo-reject": { what: "undo a rejection", before: "a new request, from the note", goal: 1 },
} as const satisfies Record<string, Flow>;

export type FlowId = keyof typeof FLOWS;

const FIGURES = "coverage/e2e/flows.json";

/** Counts what the person does with keys and mouse from now on. A modifier alone is no key. */
export async function countHands(page: Page): Promise<() => Promise<number>> {
  const before = await page.evaluate(() => {
    const counted = window as Window & { hands?: number };
    if (counted.hands !== undefined) return counted.hands;
    counted.hands = 0;
    const count = (event: Event): void => {
      const isAlone = event instanceof KeyboardEvent && /^(?:Shift|Control|Alt|Meta)$/.test(event.key);
      if (event.isTrusted && !isAlone) counted.hands = (counted.hands ?? 0) + 1;
    };
    window.addEventListener("keydown", count, true);
    window.addEventListener("pointerdown", count, true);
    return 0;
  });
  return async () => (await page.evaluate(() => (window as Window & { hands?: number }).hands ?? 0)) - before;
}

export interface Figure {
  readonly hands: number;
  /** For information: how long it took, where that was measured. */
  readonly seconds?: number;
}

/** Keeps the figure for the command that prints the table. */
export async function keep(id: FlowId, figure: Figure): Promise<void> {
  await mkdir("coverage/e2e", { recursive: true });
  const kept = JSON.parse(await readFile(FIGURES, "utf8").catch(() => "{}")) as Record<string, Figure>;
  await writeFile(FIGURES, JSON.stringify({ ...kept, [id]: figure }, null, 2));
}
