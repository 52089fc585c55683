/** A row of the inbox as a card, with its answers; a question of an agent is answered in place. */
import { escapeLine, escapeInvisibleLines } from "../../../kit/text";
import { OPENING_ANSWERS } from "../../../overview/answers";
import type { InboxRow } from "../../../overview/inbox/inboxOf";
import type { OpenQuestion } from "../../../overview/mission/questions";
import type { EngineClient } from "../engineClient";
import { drawRow, touchRow } from "../inbox/drawRow";
import { withoutLinks } from "../../../overview/titles";
import { give } from "../perform";
import { QuestionAnswer } from "../questionAnswer";
import { openReview } from "../review/open";
import { WORDS } from "../words";
import { KeyedList } from "./keyedList";
import { addAnswers } from "./parts";

/** Cards whose ages grow by themselves. */
export function cardList(parent: HTMLElement, client: EngineClient): KeyedList<InboxRow> {
  return new KeyedList(parent, {
    keyOf: ({ key }) => key,
    dataOf: (row) => row,
    draw: (el, row) => drawCard(el, row, client),
    touch: (el, row) => touchRow(el, row, client),
    cls: "planwright-card",
  });
}

function drawCard(el: HTMLElement, row: InboxRow, client: EngineClient): void {
  const { of, title } = row;
  if (of.kind !== "card" && of.kind !== "requests") return;
  const { id, words, question, hint, need, answers, correction, step } = of.card;
  const options = question === null ? (step?.options ?? []) : [];
  const says = id === "your-turn" ? "" : words;
  el.setAttribute("aria-label", escapeLine(`${title}. ${words}`, 300));
  // All words stand beneath: what the row has of them is not said twice.
  const untold = (text: string): string => (says.includes(text) ? "" : text);
  const line = untold(row.line);
  const state = line === "" && says !== "" && row.where === null ? "" : untold(row.state);
  const main = drawRow(el, { ...row, line, state });
  if (says !== "")
    main.createDiv({ cls: "planwright-muted", text: escapeLine(says, 300), attr: { dir: "auto" } });
  if (question !== null) addQuestion(main, question, client, title);
  const { plan, shown } = need;
  if (options.length > 0 && plan !== null)
    addChoices(
      main,
      options.map((each, at) => ({ label: escapeLine(withoutLinks(each), 120), at })),
      (at) =>
        client.obey({
          kind: "done",
          plan: plan.path,
          step: null,
          choice: options[at] ?? "",
          ...(shown === undefined ? {} : { shown }),
        }),
    );
  const alike = of.kind === "requests" && of.requests.length > 1 ? of.requests : null;
  const codes =
    alike === null ? answers : [id === "confirmation" ? ("confirm" as const) : ("review" as const)];
  addAnswers(main, {
    codes: question === null ? codes : codes.filter((code) => OPENING_ANSWERS.includes(code)),
    about: title,
    isAside: question !== null,
    first: correction && { label: WORDS.setStatus(correction.to), run: () => client.obey(correction) },
    give: (code) => {
      if (alike === null) return give(client, code, need);
      openReview(client, client.world()?.requests.filter((each) => alike.includes(each.id)) ?? []);
    },
  });
  if (hint !== "") main.createDiv({ cls: "planwright-muted", text: hint });
}

/** `title`: of what it stands in; the question is not said once more beneath itself. */
export function addQuestion(
  parent: HTMLElement,
  question: OpenQuestion,
  client: EngineClient,
  title = "",
): void {
  const { plan, text, asks, details, notes } = question;
  const el = parent.createDiv({ cls: "planwright-question" });
  if (title !== asks) el.createDiv({ text: escapeLine(text, 1000), attr: { dir: "auto" } });
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
  addChoices(el, answer.boxes(), (at) => answer.give(at));
  answer.drawWords(el);
}

function addChoices(
  parent: HTMLElement,
  choices: readonly { readonly label: string; readonly at: number }[],
  give: (at: number) => unknown,
): void {
  const row = parent.createDiv({ cls: "planwright-answers" });
  for (const { label, at } of choices)
    row
      .createEl("button", { text: label, attr: { "data-part": `box-${String(at)}` } })
      .addEventListener("click", (event) => {
        // A second click is not a second answer.
        if (event.detail <= 1) void give(at);
      });
}
