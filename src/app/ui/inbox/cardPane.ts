/**
 * One thing that is no request, as the inbox shows it: a question with the text that it is about, a step that is a
 * person’s, a plan that stands still, something that goes out or went out.
 */
import { Menu } from "obsidian";
import { escapeLine } from "../../../kit/text";
import { ANSWER_ROWS, FINAL_ANSWERS, OPENING_ANSWERS, type AnswerCode } from "../../../overview/answers";
import type { InboxRow } from "../../../overview/inbox/inboxOf";
import { sheetOfRequest, sheetOfStep } from "../../../overview/review";
import type { Scheduled } from "../../../overview/scheduled";
import type { Sent } from "../../../overview/sent";
import type { NeedCard } from "../../../overview/mission/cards";
import type { OpenQuestion } from "../../../overview/mission/questions";
import type { Need } from "../../../overview/needs/need";
import { withoutLinks } from "../../../overview/titles";
import type { Command } from "../../../rules/command";
import { openAgent } from "../agents/openAgent";
import type { EngineClient } from "../engineClient";
import { addIcon } from "../mission/parts";
import type { Choice } from "../review/choices";
import { copyAction, openNote } from "../opening";
import { give } from "../perform";
import { QuestionAnswer } from "../questionAnswer";
import { sayWhen } from "../sayWhen";
import { Foot, type FootButton } from "../review/foot";
import { showSheet } from "../review/sheet";
import { takeBack } from "../takeBack";
import { WORDS } from "../words";
import type { SentText } from "./sentTexts";
import type { CardAnswer } from "./tellAnswer";
import { showLines, showLinked, showStep } from "./showAbout";
import { useAgain } from "./useAgain";

const { inbox: words } = WORDS;

interface CardButton extends FootButton {
  readonly run: () => unknown;
}

export interface CardFrame {
  readonly el: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly client: EngineClient;
  /** The action that went out, as its note has it; null where that is not known, or of anything else. */
  readonly sent: SentText | null;
  /** Puts it off; null where it cannot wait. */
  readonly later: Choice | null;
  /** Called as an answer begins that can be undone. */
  readonly begins: (work: Promise<unknown>) => void;
  /** Called with the answer, and the command that takes back just that; null for none, or where it was refused. */
  readonly answered: (answer: CardAnswer, undo: Command | null) => void;
  /** Whether what is shown came by itself just now, so that no click can be meant for it. */
  readonly rests: () => boolean;
}

export class CardPane {
  readonly #text: HTMLElement;
  readonly #foot: Foot<CardButton>;
  #field: HTMLInputElement | null = null;

  constructor(
    private readonly frame: CardFrame,
    private readonly row: InboxRow,
  ) {
    const { el, titleEl } = frame;
    titleEl.setText(escapeLine(row.title, 400));
    const context = el.createDiv("planwright-review-context");
    titleEl.before(context);
    addIcon(context, row.icon);
    const where = context.createDiv("planwright-review-where");
    where.createEl("bdi", { text: row.line });
    if (row.state !== "") where.createEl("strong", { text: row.line === "" ? row.state : `· ${row.state}` });
    this.#text = el.createDiv({
      cls: "planwright-review-text",
      attr: { tabindex: "0", role: "region", "aria-label": WORDS.review.text },
    });
    this.#foot = new Foot(
      el,
      () => frame.client.now(),
      ({ run }) => void run(),
      frame.rests,
    );
    const { of } = row;
    if (of.kind === "card") this.#drawCard();
    else if (of.kind === "sent") this.#drawSent(of.sent, frame.sent);
    else if (of.kind === "scheduled") this.#drawScheduled(of.scheduled, of.putOff);
    else if (of.kind === "going") this.#drawGoing(of.going.request);
  }

  /** Presses the button that has this key. */
  press(key: string): boolean {
    if (key !== "e" || this.#field === null) return this.#foot.press(key);
    this.#field.focus();
    return true;
  }

  /** Whether a key gives an answer here. */
  has(key: string): boolean {
    return this.#foot.has(key) || (key === "e" && this.#field !== null);
  }

  #drawCard(): void {
    const { of } = this.row;
    if (of.kind !== "card") return;
    const { question, answers } = of.card;
    this.#drawText(of.card);
    this.#drawAction(of.card.need.plan?.path ?? "");
    const codes = question === null ? answers : answers.filter((each) => OPENING_ANSWERS.includes(each));
    const { client, later, answered } = this.frame;
    const answer =
      question === null ? null : new QuestionAnswer(client, question, () => answered("question", null));
    if (answer !== null) this.#drawBoxes(answer);
    const isMended = this.#addCorrection(of.card);
    const options = question === null ? (of.card.step?.options ?? []) : [];
    for (const [at, choice] of options.entries())
      this.#foot.add({
        label: escapeLine(withoutLinks(choice), 120),
        key: String(at + 1),
        kind: at === 0 ? "main" : undefined,
        run: () => this.#give("done", of.card.need, choice),
      });
    for (const [at, code] of codes.entries())
      this.#addAnswer(code, at === 0 && question === null && !isMended && options.length === 0);
    if (later !== null) this.#foot.add({ ...later, run: () => later.run(() => undefined) });
    const path = of.card.need.plan?.path;
    if (client.world()?.plans.some(({ plan }) => plan.path === path && plan.agent !== null) === true)
      this.#foot.add({ label: WORDS.agents.watch, leadsOn: true, run: () => openAgent(client.app, path) });
    this.#field = answer?.drawWords(this.#foot.el) ?? null;
    this.#field?.setAttribute("aria-keyshortcuts", "E");
  }

  /** All that a person reads before they answer. */
  #drawText(card: NeedCard): void {
    const { question, hint, need, step } = card;
    const said = card.id === "your-turn" ? WORDS.mission.yourTurn : card.words;
    if (said !== "") this.#text.createEl("p", { text: escapeLine(said, 2000), attr: { dir: "auto" } });
    if (hint !== "") this.#text.createEl("p", { cls: "planwright-muted", text: hint });
    if (step !== null) showStep(this.#text, step, need.plan?.path ?? "", this.frame.client);
    if (question !== null) this.#drawAbout(question);
  }

  /** The text that is asked about, in front of the person. */
  #drawAbout({ details, notes, plan }: OpenQuestion): void {
    showLines(
      this.#text,
      details.flatMap((each) => [each, ""]),
    );
    for (const { path: link, name } of notes)
      void showLinked(this.#text, { link, name, from: plan }, this.frame.client);
  }

  #drawSent({ note, at }: Sent, sent: SentText | null): void {
    const { client, answered } = this.frame;
    this.#text.createEl("p", {
      cls: "planwright-muted",
      text: words.on(this.row.state, sayWhen(at, client)),
    });
    if (sent === null) void showLinked(this.#text, { link: note, name: note.replace(/\.md$/, "") }, client);
    else {
      const { sheet, action } = sent;
      showSheet(this.#text, sheet);
      this.#foot.add({
        label: words.useAgain,
        key: "U",
        run: async () => {
          await useAgain(client, action);
          answered("open", null);
        },
      });
      this.#foot.add({
        label: ANSWER_ROWS.copy.label,
        key: ANSWER_ROWS.copy.key,
        run: () => copyAction(client, { action }),
      });
    }
    this.#foot.add({
      label: words.openRecord,
      leadsOn: true,
      run: () => openNote(client, { target: note, block: null }),
    });
  }

  /** `card`: what was put off, as it is asked; null for what asks nobody. */
  #drawScheduled({ words: says, kind, plan, request }: Scheduled, card: NeedCard | null): void {
    const { client } = this.frame;
    // The words of the card begin with them.
    if (card === null || card.id === "your-turn") this.#text.createEl("p", { text: escapeLine(says, 300) });
    if (card !== null) this.#drawText(card);
    showLines(
      this.#text,
      (card?.question?.boxes ?? []).map((each) => `- ${each}`),
    );
    if (request !== null) this.#drawSheet(request);
    else if (card !== null) this.#drawAction(plan.path);
    if (kind === "send-at" && request !== null) this.#drawGoing(request);
    if (kind === "later")
      this.#foot.add({
        label: words.later.back,
        key: "A",
        kind: "main",
        run: () => client.obey({ kind: "later", plan: plan.path, until: null }),
      });
    this.#foot.add({
      label: words.openPlan,
      key: "O",
      run: () => openNote(client, { target: plan.path, block: null }),
    });
  }

  /** A mail that was rejected, or did not go out, can still be read. */
  #drawAction(plan: string): void {
    const world = this.frame.client.world();
    const view = world?.plans.find((each) => each.plan.path === plan);
    if (world === null || view?.step?.approval.kind !== "action") return;
    showSheet(this.#text, sheetOfStep(view.step.approval.action, null, world));
  }

  /** All that goes out. */
  #drawSheet(id: string): void {
    const world = this.frame.client.world();
    const request = world?.requests.find((each) => each.id === id);
    const sheet = world === null || request === undefined ? null : sheetOfRequest(request, world);
    if (sheet !== null) showSheet(this.#text, sheet);
  }

  #drawGoing(request: string): void {
    this.#foot.add({
      label: ANSWER_ROWS.hold.label,
      key: "A",
      kind: "main",
      run: () => takeBack(this.frame.client, request),
    });
  }

  #drawBoxes(answer: QuestionAnswer): void {
    const boxes = answer.boxes();
    const ends = boxes.filter(({ isEnd }) => isEnd);
    for (const [n, { label, at }] of boxes.filter(({ isEnd }) => !isEnd).entries()) {
      const number = n < 9 ? { key: String(n + 1) } : {};
      const keys = n === 0 ? { key: "A", alias: "1", kind: "main" as const } : number;
      this.#foot.add({ label, ...keys, run: () => answer.give(at) });
    }
    if (ends.length === 0) return;
    const more = this.#foot.add({
      label: words.more,
      // The arrows and Enter choose in a menu of the app.
      key: "M",
      leadsOn: true,
      run: () => {
        const menu = new Menu();
        for (const { label, at } of ends)
          menu.addItem((item) => item.setTitle(label).onClick(() => void answer.give(at)));
        const { left, top } = more.getBoundingClientRect();
        menu.showAtPosition({ x: left, y: top });
      },
    });
  }

  /** A status that is nearly one of ours. Answers whether it is. */
  #addCorrection({ correction: command }: NeedCard): boolean {
    const { client, answered, begins } = this.frame;
    if (command === null) return false;
    const run = async (): Promise<void> => {
      const { isDone, said } = await client.answer(command);
      const { from: to, to: from } = command;
      if (!isDone) client.say(said);
      answered("corrected", isDone ? { ...command, from, to } : null);
    };
    this.#foot.add({ label: WORDS.setStatus(command.to), key: "A", kind: "main", run: () => begins(run()) });
    return true;
  }

  #addAnswer(code: AnswerCode, isMain: boolean): void {
    const { of } = this.row;
    if (of.kind !== "card") return;
    const { label, key } = ANSWER_ROWS[code];
    const isFinal = FINAL_ANSWERS.includes(code);
    const { need } = of.card;
    const isFirst = isMain && !isFinal;
    this.#foot.add({
      label: code === "skip" ? label.replace("…", "") : label,
      kind: isFirst ? "main" : undefined,
      // The key that approved must never say that something was done.
      key: isFirst && code !== "done" ? "A" : key,
      alias: key,
      part: code,
      isFinal,
      run: () => this.#give(code, need),
    });
  }

  #give(code: AnswerCode, need: Need, choice?: string): void {
    const { client, answered, begins } = this.frame;
    const answer = async (): Promise<void> => {
      if ((code !== "done" && code !== "skip") || need.plan === null) {
        await give(client, code, need);
        answered(code, null);
        return;
      }
      // The bar tells these, and undoes them, so nothing asks first.
      const { path: plan } = need.plan;
      const n = client.world()?.planIndex.at(plan)?.next?.n;
      const at = { plan, ...(need.shown === undefined ? {} : { shown: need.shown }) };
      const chosen = choice === undefined ? {} : { choice };
      const { isDone, said } = await client.answer({ kind: code, step: n ?? null, ...chosen, ...at });
      if (!isDone) client.say(said);
      const undo = { kind: "undo" as const, of: code, ...at, ...(n === undefined ? {} : { step: n }) };
      answered(choice === undefined ? code : { choice }, isDone ? undo : null);
    };
    begins(answer());
  }
}
