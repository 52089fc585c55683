/**
 * A model that is a program, such as a coding agent with tools of its own: the question as one text for its input, and
 * the answer in its last message. Planwright does not hold its own deeds; an action that it wants done here, it names
 * as any model does, and that one is checked and gated alike.
 */
import * as z from "zod";
import type { Part } from "../../ports/model";
import { CALLS, formOf, partsFrom, promptText } from "../byHand";
import type { promptOf } from "../prompt";
import { readStructured } from "../structured";

type Prompt = ReturnType<typeof promptOf>;

const ANSWER = z.strictObject(CALLS);

/** Without tools, as for the question of a check, its answer is plain words. */
export function programText(prompt: Prompt): string {
  const [first] = prompt.tools;
  const question = promptText(prompt);
  if (first === undefined) return question;
  return [
    question,
    [
      "# How to answer",
      "",
      "You may use tools of your own for the task. The tools above are Planwright’s: you cannot call them yourself. Your last message names those that are to be called, as one JSON object of this form, and nothing else:",
      "",
      JSON.stringify({
        says: "in one or two sentences, what you did and why",
        calls: [{ tool: first.name, arguments: formOf(first.schema) }],
      }),
      "",
      "“calls” holds one call or several, in the order in which they are to be made. To end the step, write its file with write_work_file and call finish_step in the same message.",
    ].join("\n"),
  ].join("\n\n");
}

/** Words that name no call are an answer, too: the agent is then told that a call is missing. */
export function readProgram(text: string, turn: number): readonly Part[] {
  const read = readStructured([text], ANSWER);
  return read.kind === "read"
    ? partsFrom(read.value, `program-${String(turn)}`)
    : [{ kind: "text", text: text.slice(0, 20_000) }];
}
