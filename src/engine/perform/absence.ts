/** Whether nobody was here for days, and since when somebody is again: what was approved meanwhile is asked about. */
import { DAY, HOUR } from "../../kit/dates";
import type { ClockPort } from "../../kit/ports/clock";

export interface Absence {
  /**
   * At every look, because a computer may sleep for days while the app is open. `began`: when the look began; `alive`:
   * when this device last ran as the acting device; `isHidden`: what lies among the approved is not to be seen yet.
   * Answers when the first look at it was after such days, or the last after it could not be seen since; null where
   * nobody was away. Milliseconds since the epoch.
   */
  looked(began: number, alive: number | null, isHidden: boolean): number | null;
}

export function createAbsence(clock: Pick<ClockPort, "now">): Absence {
  let backSince: number | null = null;
  let wasAway = false;
  let wasHidden = false;
  let lastLook = Infinity;
  return {
    looked(began, alive, isHidden) {
      // A sign of life from a time yet to come was noted by a clock that was wrong, and says nothing of how long it
      // was.
      const isAway = alive !== null && (began - alive > 3 * DAY || alive - began > HOUR);
      const slept = began - lastLook > 3 * DAY;
      if (slept || (isAway && !wasAway) || (backSince !== null && (isHidden || wasHidden)))
        backSince = clock.now();
      [wasAway, wasHidden, lastLook] = [isAway, isHidden, began];
      return backSince;
    },
  };
}
