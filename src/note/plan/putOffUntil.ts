/**
 * A person puts off what a plan asks of them at its step. A line of the log says until when, so every device and every
 * later run knows it. It decides who is asked when, and nothing about what may go out.
 */
import { readFileStamp, writeDay, writeFileStamp } from "../../kit/dates";
import type { Word } from "./logEntry";
import type { Plan, Step } from "./plan";

/** After any of these, the step asks something else, or was answered. */
const ENDS: readonly Word[] = [
  "brought-back",
  "asked",
  "ask-again",
  "draft-again",
  "answered",
  "filled-in",
  "ticked",
  "skipped",
  "reopened",
  "carried-out",
];

/** Milliseconds since the epoch, also of a moment that is over; null where the step is not put off. */
export function putOffUntil({ log }: Pick<Plan, "log">, step: Pick<Step, "id"> | null): number | null {
  // Few logs say so, and the words are looked for before anything is read.
  if (step?.id == null || !log.mayTell("(later, ")) return null;
  const last = log.last(
    (mark) => mark.step === step.id && (mark.word === "later" || ENDS.includes(mark.word)),
  );
  return last?.mark.word === "later" && last.actor === "Human" ? readFileStamp(last.mark.until ?? "") : null;
}

export function isPutOff(plan: Pick<Plan, "log">, step: Pick<Step, "id"> | null, now: number): boolean {
  return (putOffUntil(plan, step) ?? -Infinity) > now;
}

/** The moment as the mark has it: the day alone, where that begins then in UTC. */
export function writeUntil(ms: number): string {
  const day = writeDay(ms);
  return readFileStamp(day) === ms ? day : writeFileStamp(ms);
}
