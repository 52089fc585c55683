/** The person as the model of a plan’s agent: the question to copy, and a field for the answer, a turn at a time. */
import { escapeLine } from "../../kit/text";
import type { PlanView, World } from "../../rules/world";
import { answerFault, askedByHand, type AskedByHand } from "../../overview/byHand";
import { addLines, openDialog } from "./dialog";
import type { EngineClient } from "./engineClient";
import { showLine, showText, showWarning } from "./text";
import { WORDS } from "./words";

const words = WORDS.agents.byHand;

export function thinkByHand(client: EngineClient, view: PlanView, world: World): void {
  const asked = askedByHand(view, world);
  if (typeof asked === "string") client.say(escapeLine(asked, 600));
  else ask(client, view.plan.path, asked);
}

function ask(client: EngineClient, path: string, asked: AskedByHand): void {
  const { turn, question } = asked;
  let text = "";
  let complain: (why: string) => void = () => undefined;
  let isUsed = false;
  openDialog(client.app, {
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
          client.say(WORDS.copied);
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
          isUsed = await client.obey({ kind: "answer-by-hand", plan: path, text });
          return isUsed;
        },
      },
    ],
    closed: () => (isUsed ? void goOn(client, path) : undefined),
  });
}

/** The next question, once what the answer wants is done; or why there is none. */
async function goOn(client: EngineClient, path: string): Promise<void> {
  await client.settle(path);
  const planDetail = await client.planDetail(path);
  if (planDetail?.view == null) return;
  const next = askedByHand(planDetail.view, planDetail.world);
  if (typeof next === "string") client.say(escapeLine(next, 600));
  else ask(client, path, next);
}
