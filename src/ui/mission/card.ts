/** A need as a card: subject, receiver, age, answers; a question of an agent is answered in place. */
import { plain } from "../../kit/text";
import { OPENING_ANSWERS } from "../../views/answers";
import type { NeedCard } from "../../views/mission/cards";
import { sayAge } from "../../views/titles";
import { give } from "../perform";
import type { EngineClient } from "../engineClient";
import { addAddress, addAnswers, addIcon, addWords, write } from "./parts";
import { KeyedList } from "./keyedList";
import { addQuestion } from "./question";

/** Cards whose ages grow by themselves. */
export function cardList(parent: HTMLElement, client: EngineClient): KeyedList<NeedCard> {
  return new KeyedList(parent, {
    keyOf: ({ key }) => key,
    dataOf: (card) => card,
    draw: (el, card) => drawCard(el, card, client),
    touch: (el, { since }) => write(el.querySelector(".planwright-age"), sayAge(since, client.now())),
    cls: "planwright-card",
  });
}

function drawCard(el: HTMLElement, card: NeedCard, client: EngineClient): void {
  const { icon, title, where, words, plan, question, tone } = card;
  el.toggleClass("mod-alarm", tone === "alarm");
  el.toggleClass("mod-warn", tone === "warn");
  el.setAttribute("aria-label", plain(`${title}. ${words}`, 300));
  addIcon(el, icon);
  const main = el.createDiv({ cls: "planwright-card-main" });
  const head = main.createDiv({ cls: "planwright-card-head" });
  head.createDiv({ cls: "planwright-card-title", text: plain(title, 120), attr: { dir: "auto" } });
  head.createDiv({ cls: "planwright-age" });
  const line = main.createDiv({ cls: "planwright-card-line", attr: { dir: "auto" } });
  if (where !== null) addAddress(line, where);
  // The title says it already where a plan is named after what it sends.
  const rest = [plain(words, 300), plan === title ? "" : plain(plan, 80)].filter((each) => each !== "");
  if (rest.length > 0) addWords(line.createSpan(), `${where === null ? "" : " · "}${rest.join(" · ")}`);
  if (question !== null) addQuestion(main, question, client);
  const codes =
    question === null ? card.answers : card.answers.filter((code) => OPENING_ANSWERS.includes(code));
  addAnswers(main, {
    codes,
    about: title,
    isAside: question !== null,
    give: (code) => give(client, code, card.need),
  });
  if (card.hint !== "") main.createDiv({ cls: "planwright-muted", text: card.hint });
}
