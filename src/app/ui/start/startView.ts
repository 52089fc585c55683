/**
 * The start page in a main tab: a field for a new plan, the templates, and the plans that are not over, each with who
 * is next. It is drawn from the last look.
 */
import { Scope, type WorkspaceLeaf } from "obsidian";
import { escapeLine } from "../../../kit/text";
import { PLAN_TEMPLATES } from "../../../note/plan/template/planTemplates";
import { ANSWER_ROWS } from "../../../overview/answers";
import { countAsked } from "../../../overview/mission/cards";
import { countPlans, planRows, type Next, type PlanRow } from "../../../overview/start/planRows";
import { openAgent } from "../agents/openAgent";
import type { EngineClient } from "../engineClient";
import { startFlow, thinkThrough } from "../flows/startFlow";
import { newFromTemplate } from "../flows/templates";
import { openInbox } from "../inbox/openInbox";
import { KeyedList } from "../mission/keyedList";
import { addIcon, write } from "../mission/parts";
import { LookView } from "../lookView";
import { openNote } from "../opening";
import { give } from "../perform";
import { isInField } from "../review/letterGuard";
import { beginSample } from "../settings/sample";
import { setUp } from "../settings/setUp";
import { WORDS } from "../words";
import { CaptureField } from "./captureField";
import { fillIn } from "./fillIn";
import { START_VIEW, type TakesWords } from "./openStart";

const { start: words } = WORDS;

interface Parts {
  readonly needs: HTMLElement;
  readonly capture: CaptureField;
  readonly setUp: HTMLElement;
  readonly count: HTMLElement;
  readonly rows: KeyedList<PlanRow>;
  readonly empty: HTMLElement;
  readonly all: HTMLElement;
}

/** Plans that are listed before a person asks for all. */
const FIRST = 20;
/** Elements that the arrows go to, in their order on the page. */
const STOPS = ".planwright-template, .planwright-open";

const ICONS: Readonly<Record<Next["who"], string>> = {
  you: "user",
  agent: "bot",
  day: "clock",
  other: "hourglass",
  planwright: "loader",
  nobody: "file-pen-line",
};

export class StartView extends LookView implements TakesWords {
  #parts: Parts | null = null;
  #isAll = false;

  constructor(leaf: WorkspaceLeaf, client: EngineClient) {
    super(leaf, client, {
      type: START_VIEW,
      name: words.name,
      icon: "list-plus",
      cls: "planwright-start-page",
    });
    this.scope = new Scope(this.app.scope);
    this.scope.register([], null, (event) => this.#press(event));
  }

  protected override draw(el: HTMLElement): void {
    this.#parts = this.#draw(el.createDiv());
  }

  write(): void {
    this.#parts?.capture.focus();
  }

  show(): void {
    const parts = this.#parts;
    const world = this.client.world();
    if (parts === null) return;
    const total = world === null ? 0 : countPlans(world);
    write(parts.needs, world === null ? "" : words.needs(countAsked(world)));
    write(parts.count, total === 0 ? "" : String(total));
    parts.setUp.toggle(world !== null && world.folders.absent.length > 0);
    parts.empty.toggle(world !== null && total === 0);
    parts.all.toggle(!this.#isAll && total > FIRST);
    write(parts.all, words.showAll(total));
    if (world !== null) parts.rows.show(planRows(world, this.#isAll ? total : FIRST));
  }

  #draw(el: HTMLElement): Parts {
    const { client } = this;
    const head = el.createDiv("planwright-start-head");
    head.createEl("h1", { text: words.title });
    const toInbox = addQuiet(head, "", () => openInbox(this.app, "needs"));
    addIcon(toInbox, "inbox");
    const needs = toInbox.createEl("bdi");
    const capture = new CaptureField(el, client);
    const setUpEl = el.createDiv({ cls: "planwright-start-line", text: `${words.notSetUp} ` });
    addButton(setUpEl, WORDS.mission.setUp, () => setUp(client));
    const cards = el.createDiv({
      cls: "planwright-templates",
      attr: { role: "group", "aria-label": words.templates },
    });
    for (const template of PLAN_TEMPLATES) {
      const card = cards.createEl("button", "planwright-template");
      addIcon(card, template.icon);
      const text = card.createDiv();
      text.createDiv({ cls: "planwright-template-name", text: template.name });
      text.createDiv({ cls: "planwright-muted", text: template.says });
      card.addEventListener("click", () =>
        fillIn(client, template, (made, isStarted) => capture.tell(made, isStarted)),
      );
    }
    const more = el.createDiv("planwright-start-more");
    const { names } = WORDS.commands;
    addQuiet(more, names["new-from-template"], () => newFromTemplate(client));
    addQuiet(more, names["think-through"], () => thinkThrough(client));
    addQuiet(more, names["start-flow"], () => startFlow(client));
    const listHead = el.createDiv("planwright-section-head");
    listHead.createEl("h2", { text: words.plans });
    const count = listHead.createSpan("planwright-count");
    listHead.createSpan({ cls: "planwright-muted", text: words.order });
    const list = el.createDiv({ attr: { "aria-label": words.plans } });
    const empty = el.createDiv({ cls: "planwright-start-line", text: `${words.none} ` });
    addButton(empty, WORDS.settings.sample.make, () => beginSample(client));
    const all = addQuiet(el, "", () => {
      this.#isAll = true;
      this.show();
    });
    const rows = new KeyedList<PlanRow>(list, {
      keyOf: ({ path }) => path,
      dataOf: (row) => row,
      draw: (at, row) => this.#drawRow(at, row),
      cls: "planwright-start-row",
    });
    return { needs, capture, setUp: setUpEl, count, rows, empty, all };
  }

  #drawRow(el: HTMLElement, { path, title, line, isUrgent, due, next, answer }: PlanRow): void {
    const { client } = this;
    const flag = el.createDiv("planwright-start-flag");
    if (isUrgent) {
      addIcon(flag, "flag");
      flag.setAttrs({ role: "img", "aria-label": words.urgent });
    }
    const main = el.createDiv("planwright-start-main");
    const shown = escapeLine(title, 160);
    main
      .createEl("button", { cls: "planwright-open", attr: { "data-part": "open", title: shown } })
      .createEl("bdi", { text: shown });
    if (line !== "")
      main.createDiv({ cls: "planwright-muted", text: escapeLine(line, 160), attr: { dir: "auto" } });
    main.addEventListener("click", () => void openNote(client, { target: path, block: null }));
    const when = el.createDiv("planwright-start-due");
    if (due?.isLate === true) addIcon(when, "circle-alert");
    when.createEl("bdi", { text: due?.words ?? "" });
    const who = el.createDiv(`planwright-start-next mod-${next.who}`);
    const said = escapeLine(next.words, 80);
    const isYou = next.who === "you";
    const place = isYou
      ? addQuiet(who, "", () => openInbox(this.app, { request: null, plan: path }))
      : next.who === "agent"
        ? addQuiet(who, "", () => openAgent(this.app, path))
        : who.createSpan({ attr: { title: said } });
    if (isYou) place.setAttr("aria-label", words.answer(shown));
    else if (next.who === "agent") place.setAttr("aria-label", WORDS.agents.watchPlan(shown));
    addIcon(place, ICONS[next.who]);
    place.createEl("bdi", { text: said });
    if (answer !== null) {
      const { label } = ANSWER_ROWS[answer];
      const about = { note: null, plan: null, request: null, paths: [path] };
      const name = { "data-part": answer, "aria-label": `${label}: ${shown}` };
      who
        .createEl("button", { text: label, attr: name })
        .addEventListener("click", () => void give(client, answer, about));
    }
  }

  /** False where the key did something here. */
  #press(event: KeyboardEvent): false | undefined {
    const stops = Array.from(this.contentEl.querySelectorAll<HTMLElement>(STOPS)).filter((el) =>
      el.isShown(),
    );
    const { activeElement } = this.contentEl.doc;
    if (event.key === "Escape" && isInField()) {
      stops[0]?.focus();
      return false;
    }
    if (isInField() || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (event.key.toLowerCase() === "n") {
      this.write();
      return false;
    }
    const by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
    if (by === undefined) return undefined;
    const row = activeElement?.closest(".planwright-start-row");
    const at = stops.findIndex((el) => el === activeElement || row?.contains(el) === true);
    stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus();
    return false;
  }
}

function addButton(el: HTMLElement, text: string, run: () => unknown, cls = ""): HTMLElement {
  const button = el.createEl("button", { text, cls });
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    void run();
  });
  return button;
}

function addQuiet(el: HTMLElement, text: string, run: () => unknown): HTMLElement {
  return addButton(el, text, run, "planwright-quiet-button");
}
