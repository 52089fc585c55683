/** The word of the log of a plan about its status. */
import type { Word } from "../note/plan/logEntry";
import type { Plan } from "../note/plan/plan";
import { SINCE_DRAFTED } from "../note/plan/standstill";

const SPEAKS_OF_STATUS: readonly Word[] = ["drafted", ...SINCE_DRAFTED];

/** The last word of the log about the plan’s status. */
export function toldOfStatus({ log }: Plan): Word | null {
  const last = (words: readonly Word[]): Word | null =>
    log.last(({ word }) => words.includes(word))?.mark.word ?? null;
  const told = last(SPEAKS_OF_STATUS);
  // An action that was under way when the plan was cancelled sets nothing going again.
  return told === "carried-out" &&
    last(SPEAKS_OF_STATUS.filter((word) => word !== "carried-out")) === "cancelled"
    ? "cancelled"
    : told;
}
