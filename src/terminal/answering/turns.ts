/**
 * The person as the model of an agent: shows the question of each turn, takes the pasted answer, and lets the agent go
 * on with it.
 */
import type { Engine } from "../../engine/engine";
import { escapeLine, escapeInvisibleLines } from "../../kit/text";
import { askedByHand, type AskedByHand } from "../../overview/byHand";
import { END } from "./input";
import type { Output } from "../streams";
import type { Messages } from "../messages";

const RULE = "─".repeat(72);

export interface ByHandEnd {
  /** The question that waits; null where none does. */
  readonly waits: AskedByHand | null;
  /** How often an answer was refused, and why the last time. */
  readonly refused: string | null;
}

/**
 * Ends where no question is left, where no answer comes, and once `stop` is aborted. `isQuiet`: shows nothing of it.
 */
export async function answerTurns(
  path: string,
  engine: Engine,
  { out, input, messages }: Output & { readonly messages: Messages },
  stop: AbortSignal,
  isQuiet: boolean,
): Promise<ByHandEnd> {
  let shown = "";
  let refused: string | null = null;
  const say = (text: string): void => (isQuiet ? undefined : out(text));
  try {
    for (;;) {
      const { view, world } = await engine.planDetail(path);
      const asked = view === null ? "" : askedByHand(view, world);
      if (typeof asked === "string") return { waits: null, refused };
      if (asked.turn.code !== shown) say(tell(asked));
      shown = asked.turn.code;
      // A person may take days over it.
      const text =
        stop.aborted || input === undefined || (isQuiet && input.isTyped) ? null : await input.text(stop);
      if (text === null) return { waits: asked, refused };
      if (text.trim() === "") continue;
      const answer = await engine.obey({ kind: "answer-by-hand", plan: path, text });
      refused = answer.kind === "refused" ? answer.say : null;
      say(`\n${messages.say(escapeLine(answer.say, 2000))}\n`);
      if (refused !== null) {
        say(`You can paste these words to whoever answered.\n\n${how(asked)}\n`);
        // No person is there to mend the answer.
        if (input?.isTyped !== true) return { waits: asked, refused };
      } else await engine.settle(path);
    }
  } finally {
    input?.leave();
  }
}

function tell(asked: AskedByHand): string {
  return `\nCopy what is between the lines to any chat, or answer it yourself.\n${RULE}\n${escapeInvisibleLines(asked.question)}\n${RULE}\n${how(asked)}\n`;
}

function how({ turn }: AskedByHand): string {
  return `Paste the answer to turn ${String(turn.turn)} (${turn.code}) here, then a line with a single “${END}”. Ctrl+C leaves everything as it is.`;
}
