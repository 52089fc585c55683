/**
 * Answers of servers of which a person said, on this device, that they always mean that it happened. Each counts for
 * one tool as it was then, and for one text, whose numbers and ids are masked.
 */
import { hashText } from "../../kit/hash";
import { parseJson } from "../../kit/json";
import type { Lesson } from "../../kit/ports/tools";
import type { DeviceState } from "./ledger";

export const TAUGHT = "happened";
export const FORGOTTEN = "forgotten";
const NAME = "answer ";

export interface AnsweredTool {
  readonly server: string;
  readonly tool: string;
  readonly serverHash: string;
  readonly toolHash: string;
}

/** Under this name the device keeps that the answer was taught; where it cannot be, the code of the reason. */
export function nameAnswer(lesson: Lesson, { server, tool, serverHash, toolHash }: AnsweredTool): string {
  return "fault" in lesson
    ? lesson.fault
    : `${NAME}${JSON.stringify([server, tool, lesson.masked, serverHash, toolHash])}`;
}

export function canBeTaught(answer: string): boolean {
  return answer.startsWith(NAME);
}

/** Why an answer cannot be taught, as the end of a sentence; null where it can. */
export function whyNotTaught(answer: string): string | null {
  if (canBeTaught(answer)) return null;
  switch (answer) {
    case "held":
      return "it has a condition, a question, a denial or an obstacle";
    case "too-short":
      return "it has fewer than three letters";
    case "too-long":
      return "it is too long to recognise again";
    default:
      return "this device did not keep all of it";
  }
}

export interface TaughtAnswer {
  readonly what: string;
  /** The name by which a person takes it back. */
  readonly code: string;
  readonly server: string;
  readonly tool: string;
  readonly text: string;
}

export function taughtAnswers({ trusted }: Pick<DeviceState, "trusted">): readonly TaughtAnswer[] {
  return [...trusted].flatMap(([what, hash]) => {
    if (!canBeTaught(what) || hash !== TAUGHT) return [];
    const [server, tool, text] = parseJson(what.slice(NAME.length)) as readonly [string, string, string];
    return [{ what, code: hashText(what).slice(0, 8), server, tool, text }];
  });
}
