/** A need as a card: subject, receiver, age, answers; a question of an agent is answered in place. */
import { escapeLine, escapeInvisibleLines } from "../../../kit/text";
import { OPENING_ANSWERS } from "../../../overview/answers";
import type { NeedCard } from "../../../overview/mission/cards";
import { sayAge } from "../../../overview/titles";
import { give } from "../perform";
import { QuestionAnswer } from "../questionAnswer";
import type { EngineClient } from "../engineClient";
import { addAddress, addAnswers, addIcon, addWords, write } from "./parts";
import { KeyedList } from "./keyedList";
import type { OpenQuestion } from "../../../overview/mission/questions";
import { WORDS } from "../words";

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
  el.setAttribute("aria-label", escapeLine(`${title}. ${words}`, 300));
  addIcon(el, icon);
  const main = el.createDiv({ cls: "planwright-card-main" });
  const head = main.createDiv({ cls: "planwright-card-head" });
  head.createDiv({ cls: "planwright-card-title", text: escapeLine(title, 120), attr: { dir: "auto" } });
  head.createDiv({ cls: "planwright-age" });
  const line = main.createDiv({ cls: "planwright-card-line", attr: { dir: "auto" } });
  if (where !== null) addAddress(line, where);
  // The title says it already where a plan is named after what it sends.
  const rest = [escapeLine(words, 300), plan === title ? "" : escapeLine(plan, 80)].filter(
    (each) => each !== "",
  );
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

export function addQuestion(parent: HTMLElement, question: OpenQuestion, client: EngineClient): void {
  const { plan, text, details, notes } = question;
  const el = parent.createDiv({ cls: "planwright-question" });
  el.createDiv({ text: escapeLine(text, 1000), attr: { dir: "auto" } });
  if (details.length > 0)
    el.createEl("pre", {
      cls: "planwright-text",
      text: details.map((each) => escapeInvisibleLines(each)).join("\n"),
      attr: { tabindex: "0", "aria-label": WORDS.mission.details },
    });
  for (const { path, name } of notes)
    el.createEl("button", {
      cls: "planwright-read",
      text: WORDS.mission.read(escapeLine(name, 120)),
      attr: { "data-part": `read-${path}` },
    }).addEventListener("click", () => void client.app.workspace.openLinkText(path, plan));
  const answer = new QuestionAnswer(client, question);
  const row = el.createDiv({ cls: "planwright-answers" });
  for (const { label, at } of answer.boxes())
    row
      .createEl("button", { text: label, attr: { "data-part": `box-${String(at)}` } })
      .addEventListener("click", (event) => {
        if (event.detail <= 1) void answer.give(at);
      });
  answer.drawWords(el);
}
