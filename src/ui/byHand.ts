/** The person as the model of a plan’s agent: the question to copy, and a field for the answer, a turn at a time. */
import { plain } from "../kit/text";
import type { PlanView, World } from "../rules/world";
import { answerFault, askedByHand, type AskedByHand } from "../views/byHand";
import { addLines, openDialog } from "./dialog";
import type { Door } from "./door";
import { showLine, showText, showWarning } from "./text";
import { WORDS } from "./words";

const words = WORDS.agents.byHand;

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
    title: words.title(turn.turn),
    fill: (content) => {
      showLine(content, words.how);
      const details = content.createEl("details");
      details.createEl("summary", { text: words.question });
      showText(details, question);
      addLines(content, words.field(turn.code), (given) => (text = given));
      const faults = content.createDiv();
      complain = (why) => {
        faults.empty();
        showWarning(faults, why);
      };
    },
    buttons: [
      {
        label: words.copy,
        run: async () => {
          await navigator.clipboard.writeText(question);
          door.say(WORDS.copied);
          return false;
        },
      },
      {
        label: words.use,
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
