/** The person as the model of a plan’s agent: the question to copy, and a field for the answer, a turn at a time. */
import { plain } from "../kit/text";
import type { PlanView, World } from "../rules/world";
import { answerFault, askedByHand, type AskedByHand } from "../views/byHand";
import { addLines, openDialog } from "./dialog";
import type { Door } from "./door";
import { showLine, showText, showWarning } from "./text";

export function thinkByHand(door: Door, view: PlanView, world: World): void {
  const asked = askedByHand(view, world);
  if (typeof asked === "string") door.say(plain(asked, 600));
  else ask(door, view.plan.path, asked);
}

function ask(door: Door, path: string, asked: AskedByHand): void {
  const { turn, question } = asked;
  let text = "";
  let complain: (why: string) => void = () => undefined;
  let isUsed = false;
  openDialog(door.app, {
    title: `Think by hand: turn ${String(turn.turn)}`,
    fill: (content) => {
      showLine(
        content,
        "Copy the question to any chat, or answer it yourself, and paste the answer here. If you close this, nothing is noted, and the question waits.",
      );
      const details = content.createEl("details");
      details.createEl("summary", { text: "The question" });
      showText(details, question);
      addLines(
        content,
        "The answer",
        `JSON with the code of this turn, ${turn.code}. What a chat puts around it does no harm.`,
        (given) => (text = given),
      );
      const faults = content.createDiv();
      complain = (why) => {
        faults.empty();
        showWarning(faults, why);
      };
    },
    buttons: [
      {
        label: "Copy the question",
        run: async () => {
          await navigator.clipboard.writeText(question);
          door.say("Copied.");
          return false;
        },
      },
      {
        label: "Use this answer",
        kind: "main",
        run: async () => {
          const fault = answerFault(asked, text);
          if (fault !== null) {
            complain(fault);
            return false;
          }
          isUsed = await door.obey({ kind: "answer-by-hand", plan: path, text });
          return isUsed;
        },
      },
    ],
    closed: () => (isUsed ? void goOn(door, path) : undefined),
  });
}

/** The next question, once what the answer wants is done; or why there is none. */
async function goOn(door: Door, path: string): Promise<void> {
  await door.settle(path);
  const closer = await door.closer(path);
  if (closer?.view == null) return;
  const next = askedByHand(closer.view, closer.world);
  if (typeof next === "string") door.say(plain(next, 600));
  else ask(door, path, next);
}
