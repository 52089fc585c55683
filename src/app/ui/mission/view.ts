/**
 * The mission view: the acting device, requests that go out, needs, the plan that is next, other plans, and results. It
 * is drawn from the last look; opening it reads nothing. Only news are drawn again.
 */
import { Menu, type App, type WorkspaceLeaf } from "obsidian";
import { escapeLine, escapeInvisible } from "../../../kit/text";
import { isFree } from "../../../rules/permission";
import type { World } from "../../../rules/world";
import { ANSWER_ROWS } from "../../../overview/answers";
import type { InboxRow } from "../../../overview/inbox/inboxOf";
import { missionOf, type Mission, type OtherPlan } from "../../../overview/mission/mission";
import type { Result } from "../../../overview/mission/results";
import { hasWaitingAgents, type Alert } from "../../../overview/alerts";
import { linkLabel, type LinkCode } from "../../../overview/links";
import { sayAge } from "../../../overview/titles";
import { openInbox } from "../inbox/openInbox";
import { UndoBar } from "../inbox/undoBar";
import { openDashboard, openOwnSettings } from "../opening";
import type { EngineClient } from "../engineClient";
import { LookView } from "../lookView";
import { startFlow } from "../flows/startFlow";
import { give } from "../perform";
import { openStart } from "../start/openStart";
import { confirmSettings } from "../settings/confirmSettings";
import { beginSample } from "../settings/sample";
import { setUp } from "../settings/setUp";
import { showView } from "../showView";
import type { TellsInBar, ToldMore } from "../tellInView";
import { WORDS } from "../words";
import { cardList } from "./card";
import { drawPlan, hideAgent, showAgent } from "./currentPlan";
import { isField, listenToKeys } from "./keys";
import { KeyedList } from "./keyedList";
import {
  addIcon,
  addIconButton,
  addSection,
  addWords,
  isNews,
  MISSION_VIEW,
  type Section,
  write,
} from "./parts";

/** Opens it at the side, or shows it where it is open already. */
export async function openMission(app: App): Promise<void> {
  const leaf = await showView(app, MISSION_VIEW, "side");
  // A person who comes by a key goes on by keys.
  if (leaf?.view instanceof MissionView) leaf.view.focusFirst();
}

export class MissionView extends LookView implements TellsInBar {
  #drawn: Drawn | null = null;
  #bar: UndoBar | null = null;

  constructor(leaf: WorkspaceLeaf, client: EngineClient) {
    super(leaf, client, {
      type: MISSION_VIEW,
      name: WORDS.mission.name,
      icon: "list-checks",
      cls: "planwright-mission",
    });
  }

  protected override draw(el: HTMLElement): void {
    listenToKeys(el, isField);
    this.#bar = new UndoBar(el.createDiv(), this.client, () => undefined);
    this.#drawn = new Drawn(el, this.client);
  }

  show(): void {
    const { client } = this;
    const world = client.world();
    const hindrances = client.device.hindrances();
    const looking = { jobs: client.jobs(), now: client.now(), hindrances };
    const mission = world === null ? null : missionOf(world, looking);
    this.#drawn?.show(world, mission);
    const moves = mission !== null && (mission.current?.agent?.now != null || hindrances.length > 0);
    this.showsEachSecond(this.#bar?.show() === true || moves);
  }

  readonly tell = (text: string, more?: ToldMore): void => {
    this.#bar?.inform(text, more);
    this.showSoon();
  };

  focusFirst(): void {
    const first = this.contentEl.querySelector<HTMLElement>(".planwright-card, .planwright-plan");
    first?.focus({ preventScroll: true });
  }
}

/** The way in that is shown above all else; `unread`: of settings that are not confirmed here. */
type Start = "new" | "shows" | "unread" | "empty" | "";

/** The elements of the view, and how each is shown. */
class Drawn {
  #isDrawn = false;
  readonly #state: HTMLElement;
  readonly #reason: HTMLElement;
  readonly #pause: HTMLElement;
  readonly #start: HTMLElement;
  readonly #needs: Section;
  readonly #current: Section;
  readonly #others: Section;
  readonly #results: Section;
  readonly #quiet: HTMLElement;
  readonly #alerts: HTMLElement;
  readonly #more: HTMLElement;
  readonly #moreOthers: HTMLElement;
  readonly #agent: HTMLElement;
  readonly #lists: {
    readonly needs: KeyedList<InboxRow>;
    readonly current: KeyedList<NonNullable<Mission["current"]>>;
    readonly others: KeyedList<OtherPlan>;
    readonly results: KeyedList<Result>;
  };

  constructor(
    el: HTMLElement,
    private readonly client: EngineClient,
  ) {
    const head = el.createDiv({ cls: "planwright-state" });
    this.#state = head.createDiv({ cls: "planwright-state-words", attr: { role: "status" } });
    this.#reason = el.createDiv({ cls: "planwright-muted" });
    const buttons = head.createDiv({ cls: "planwright-state-buttons" });
    this.#pause = buttons.createSpan();
    addIconButton(buttons, "plus", WORDS.mission.newPlan, () => openStart(client.app, true));
    addIconButton(buttons, "ellipsis", WORDS.mission.more, (event) => this.#menu(event));
    this.#start = el.createDiv({ cls: "planwright-start" });
    this.#alerts = el.createDiv({ cls: "planwright-alerts" });
    this.#needs = addSection(el, WORDS.mission.needsYou);
    const needs = this.#needs.body.createDiv();
    this.#quiet = this.#needs.body.createDiv({ cls: "planwright-quiet" });
    this.#more = this.#needs.body.createEl("button", { cls: "planwright-more" });
    this.#more.addEventListener("click", () => void openInbox(client.app, "needs"));
    this.#current = addSection(el, WORDS.mission.current);
    const current = this.#current.body.createDiv();
    this.#agent = this.#current.body.createDiv({ cls: "planwright-agent" });
    this.#others = addSection(el, WORDS.mission.others);
    const others = this.#others.body.createDiv();
    this.#moreOthers = this.#others.body.createEl("button", { cls: "planwright-more" });
    this.#moreOthers.addEventListener("click", () => void openStart(client.app));
    this.#results = addSection(el, WORDS.mission.activity);
    const results = this.#results.body.createDiv();
    this.#lists = {
      needs: cardList(needs, client),
      current: new KeyedList(current, {
        keyOf: ({ path }) => path,
        dataOf: ({ agent: _agent, ...rest }) => rest,
        draw: (at, each) => drawPlan(at, each, client),
        cls: "planwright-plan",
      }),
      others: new KeyedList(others, {
        keyOf: ({ path }) => path,
        dataOf: (each) => each,
        draw: (at, each) => this.#drawOther(at, each),
        cls: "planwright-row",
      }),
      results: new KeyedList(results, {
        keyOf: ({ path, at, words }) => `${path} ${String(at)} ${words}`,
        dataOf: (each) => each,
        draw: (at, each) => this.#drawResult(at, each),
        touch: (at, each) => write(at.querySelector(".planwright-age"), sayAge(each.at, client.now())),
        cls: "planwright-row",
      }),
    };
  }

  show(world: World | null, mission: Mission | null): void {
    const start = this.#startOf(world, mission);
    // The last look stays in view while a session is opened anew; its buttons say that it is starting. What was still
    // to be set up or confirmed may just have been.
    if (world === null && this.#isDrawn) {
      this.#showState(null, true);
      this.#showStart("");
      return;
    }
    this.#isDrawn = world !== null;
    const isNew = start === "new" || start === "shows";
    this.#showState(mission, isNew || start === "unread");
    this.#showStart(start);
    const { needs, current, others, results } = this.#lists;
    // Folders that are still to be made are not missing.
    this.#showAlerts((mission?.alerts ?? []).filter(({ isOfFolders }) => !isNew || isOfFolders !== true));
    needs.show(mission?.needs ?? []);
    const asked = mission?.asked ?? 0;
    this.#needs.count(asked);
    this.#needs.hide(isNew && asked === 0);
    const isQuiet = world !== null && asked === 0 && !isNew && !hasWaitingAgents(world);
    this.#quiet.setText(isQuiet ? WORDS.mission.quiet : "");
    this.#more.toggle(asked > 1);
    this.#more.setText(WORDS.mission.inInbox(mission?.moreNeeds ?? 0));
    current.show(mission?.current == null ? [] : [mission.current]);
    this.#current.hide(mission?.current == null);
    this.#showAgent(mission);
    others.show(mission?.others ?? []);
    const left = (mission?.othersTotal ?? 0) - (mission?.others.length ?? 0);
    this.#moreOthers.toggle(left > 0);
    this.#moreOthers.setText(WORDS.mission.morePlans(left));
    this.#others.count(mission?.othersTotal ?? 0);
    this.#others.hide((mission?.othersTotal ?? 0) === 0);
    results.show(mission?.results ?? []);
    this.#results.hide((mission?.results.length ?? 0) === 0);
  }

  #showState(mission: Mission | null, isNew: boolean): void {
    const { state } = mission ?? { state: null };
    // The way in says it, with its button.
    const reason = state?.reason == null || isNew ? "" : escapeLine(state.reason, 300);
    if (this.#reason.textContent !== reason) {
      this.#reason.empty();
      addWords(this.#reason, reason);
    }
    // The reason may count seconds; what stands above it is told anew only when it is news.
    if (!isNews(this.#state, state === null ? null : { ...state, reason: null, isNew })) return;
    this.#state.empty();
    this.#pause.empty();
    if (state === null) {
      this.#state.setText(WORDS.mission.starting);
      return;
    }
    this.#state.createSpan({ cls: `planwright-dot mod-${state.tone}`, attr: { "aria-hidden": "true" } });
    const line = this.#state.createDiv();
    line.createEl("strong", { text: escapeLine(state.words, 80) });
    // Where nothing is set up, there is nothing to count and nothing to pause.
    if (isNew && state.plans === 0) return;
    line.createSpan({ cls: "planwright-muted", text: ` · ${WORDS.mission.plans(state.plans)}` });
    const [icon, name, kind] = state.isPaused
      ? (["play", WORDS.mission.goOn, "continue"] as const)
      : (["pause", WORDS.mission.pause, "pause"] as const);
    addIconButton(this.#pause, icon, name, () => this.client.obey({ kind }));
  }

  #showAlerts(alerts: readonly Alert[]): void {
    if (!isNews(this.#alerts, alerts)) return;
    this.#alerts.empty();
    for (const { note, words, link, asks, plan } of alerts) {
      const line = this.#alerts.createDiv({ cls: "planwright-row", attr: { dir: "auto", tabindex: "0" } });
      addIcon(line, "triangle-alert");
      const text = line.createDiv({ cls: "planwright-card-main" });
      if (note !== null) this.#link(text, plan?.title ?? note.shown, note.target);
      text.createSpan({ text: escapeLine(note === null ? words : ` ${words}`, 400) });
      if (asks !== undefined) {
        text.appendText(" ");
        this.#link(text, WORDS.mission.asks, asks.target);
      }
      const run = link === undefined ? undefined : this.#opens(link);
      if (link === undefined || run === undefined) continue;
      line
        .createEl("button", { text: linkLabel(link), attr: { "data-part": link } })
        .addEventListener("click", () => void run());
    }
  }

  /** An alert of one plan leads to that plan. */
  #opens(link: LinkCode): (() => unknown) | undefined {
    if (link === "continue" || link === "spend-again") return () => this.client.obey({ kind: link });
    return link === "set-up" ? () => setUp(this.client) : undefined;
  }

  /** The way in that is shown as long as there is nothing else. `shows`: of a device that never acts. */
  #startOf(world: World | null, mission: Mission | null): Start {
    const { device } = this.client;
    // A device that was set up starts to act after a while.
    const isNew = world?.acting.kind === "nobody" && (world.folders.absent.length > 0 || !device.acts());
    if (isNew && !device.canAct && world.folders.absent.length === 0) return "shows";
    if (isNew) return "new";
    const isMeant = device.canAct && device.acts() && world !== null && isFree(world);
    if (isMeant && !device.confirmed()) return "unread";
    return mission !== null && mission.state.plans === 0 && mission.results.length === 0 ? "empty" : "";
  }

  #showStart(shows: Start): void {
    if (!isNews(this.#start, shows)) return;
    this.#start.empty();
    this.#start.toggle(shows !== "");
    if (shows === "") return;
    const { canAct } = this.client.device;
    this.#start.createDiv({
      text: {
        new: canAct ? WORDS.mission.notSetUp : WORDS.mission.notSetUpHere,
        shows: WORDS.mission.needsComputer,
        unread: WORDS.mission.unread,
        empty: WORDS.mission.noPlans,
      }[shows],
    });
    if (shows === "shows") return;
    const row = this.#start.createDiv({ cls: "planwright-answers" });
    const add = (text: string, run: () => unknown, cls = ""): void =>
      row.createEl("button", { text, cls }).addEventListener("click", () => void run());
    if (shows === "new") {
      add(WORDS.mission.setUp, () => setUp(this.client), "mod-cta");
      return;
    }
    if (shows === "unread") {
      add(WORDS.mission.readSettings, () => confirmSettings(this.client), "mod-cta");
      return;
    }
    add(WORDS.settings.sample.make, () => beginSample(this.client), "mod-cta");
    add(WORDS.mission.newPlan, () => openStart(this.client.app, true));
  }

  #showAgent(mission: Mission | null): void {
    const current = mission?.current ?? null;
    const agent = current?.agent ?? null;
    this.#agent.toggle(agent !== null);
    if (agent === null || current === null) hideAgent(this.#agent);
    else showAgent(this.#agent, current.path, agent, this.client);
  }

  #drawOther(el: HTMLElement, { title, path, state, answer }: OtherPlan): void {
    this.#link(el, title, path, 80);
    addWords(el.createSpan({ cls: "planwright-muted" }), escapeLine(state, 60));
    if (answer === null) return;
    const { label } = ANSWER_ROWS[answer];
    const row = el.createSpan({ cls: "planwright-answers" });
    const about = { note: null, plan: null, request: null, paths: [path] };
    row
      .createEl("button", {
        text: label,
        attr: { "data-part": answer, "aria-label": `${label}: ${escapeLine(title, 120)}` },
      })
      .addEventListener("click", () => void give(this.client, answer, about));
  }

  #drawResult(el: HTMLElement, { icon, words, title, path, record }: Result): void {
    addIcon(el, icon, `planwright-icon mod-${icon}`);
    const main = el.createDiv({ cls: "planwright-card-main" });
    // The whole text that went out is in its record.
    if (record === null) addWords(main.createDiv({ attr: { dir: "auto" } }), escapeLine(words, 200));
    else this.#link(main, escapeLine(words, 200), record.note, 200);
    if (record !== null && record.to !== "")
      main.createDiv({
        cls: "planwright-muted",
        text: WORDS.mission.sentTo(escapeInvisible(escapeLine(record.to, 120))),
      });
    this.#link(main, title, path);
    el.createSpan({ cls: "planwright-age" });
  }

  #link(el: HTMLElement, title: string, path: string, most = 120): void {
    const link = el.createEl("button", { cls: "planwright-open", attr: { "data-part": "open" } });
    // A title keeps its own direction, and begins where the rows of the app begin.
    link.createEl("bdi", { text: escapeLine(title, most) });
    link.addEventListener("click", () => void this.client.app.workspace.openLinkText(path, ""));
  }

  #menu(event: MouseEvent): void {
    const { client } = this;
    const menu = new Menu();
    const add = (title: string, icon: string, run: () => unknown): void => {
      menu.addItem((item) =>
        item
          .setTitle(title)
          .setIcon(icon)
          .onClick(() => void run()),
      );
    };
    add(WORDS.menus.startFlow, "workflow", () => startFlow(client));
    add(WORDS.mission.sent, "send", () => openInbox(client.app, "sent"));
    add(WORDS.mission.openDashboard, "layout-dashboard", () => openDashboard(client));
    add(WORDS.mission.setUp, "folder-plus", () => setUp(client));
    add(WORDS.mission.settings, "settings", () => openOwnSettings(client.app));
    menu.showAtMouseEvent(event);
  }
}
