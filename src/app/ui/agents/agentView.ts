/**
 * The agent at work, in the side pane: its plan and step, what it did line by line, its cost, its files, and Stop; at
 * the end what came of it, and what waits for the person. Nothing of a model or a note is active in it.
 */
import { ItemView, type WorkspaceLeaf } from "obsidian";
import { SECOND } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import {
  agentWork,
  planToWatch,
  plansAtWork,
  withWork,
  type AgentWork,
  type WorkLine,
  type WorkState,
} from "../../../overview/agentWork";
import { workNotesOf } from "../../../overview/activity";
import { withoutLinks } from "../../../overview/titles";
import { planTitle } from "../../../note/plan/plan";
import type { PlanView, World } from "../../../rules/world";
import type { EngineClient } from "../engineClient";
import { addIcon, addIconButton, isNews, write } from "../mission/parts";
import { sayWhen } from "../sayWhen";
import { revealed } from "../text";
import { WORDS } from "../words";
import { addLink, frameAgent, type AgentParts } from "./frameAgent";
import { AGENT_VIEW, type WatchesPlan } from "./openAgent";

const { agents: words } = WORDS;

/** A transcript that is this near to its end stays there. Pixels. */
const NEAR = 8;

const STATE_ICONS: Readonly<Record<WorkState, string>> = {
  works: "bot",
  waits: "hourglass",
  asks: "message-circle-question",
  paused: "pause",
  done: "circle-check",
  cancelled: "ban",
  stopped: "square",
  rests: "bot",
};

export class AgentView extends ItemView implements WatchesPlan {
  override icon = "bot";
  #parts: AgentParts | null = null;
  #timer: number | null = null;
  #isDue = false;
  #path: string | null = null;
  /** The plan as it was last seen with its work: of one that is over or stopped, no look reads that again. */
  #seen: PlanView | null = null;
  /** The plan as the index had it when the work notes were read. */
  #read: unknown = null;
  #lines = new Map<string, HTMLElement>();
  #state = "";

  constructor(
    leaf: WorkspaceLeaf,
    private readonly client: EngineClient,
  ) {
    super(leaf);
  }

  override getViewType(): string {
    return AGENT_VIEW;
  }

  override getDisplayText(): string {
    return words.name;
  }

  protected override onOpen(): Promise<void> {
    this.contentEl.empty();
    this.contentEl.addClass("planwright-agent-panel");
    this.contentEl.tabIndex = -1;
    this.#parts = frameAgent(this.contentEl, this.client, (path) => this.watch(path));
    this.#forget(null);
    this.show();
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.#setTimer(false);
    this.#parts = null;
    return Promise.resolve();
  }

  /** A person asked for it, and goes on by keys from its first button. */
  watch(path: string | null): void {
    const world = this.client.world();
    const here = this.app.workspace.getActiveFile()?.path ?? null;
    this.#forget(path ?? (world === null ? null : planToWatch(world, this.#at(), here)));
    this.show();
    this.contentEl.focus({ preventScroll: true });
  }

  /** Called after every look. */
  showSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.contentEl.win.setTimeout(() => {
      this.#isDue = false;
      this.show();
    });
  }

  show(): void {
    const parts = this.#parts;
    const world = this.client.world();
    if (parts === null || world === null) return;
    if (this.#path === null) this.#forget(planToWatch(world, this.#at(), null));
    const view = this.#viewIn(world);
    const atWork = plansAtWork(world, this.client.jobs(), this.client.now());
    parts.body.toggle(view !== null);
    parts.empty.toggle(view === null);
    const isMore = atWork.some(({ plan }) => plan.path !== this.#path);
    const all =
      view === null || atWork.some(({ plan }) => plan.path === this.#path) ? atWork : [view, ...atWork];
    parts.plans.show(
      isMore
        ? all.map(({ plan }) => ({
            path: plan.path,
            title: withoutLinks(planTitle(plan)),
            isShown: plan.path === this.#path,
          }))
        : [],
    );
    if (view !== null) this.#showWork(parts, agentWork(view, world, this.#at()));
    this.#setTimer(atWork.length > 0);
  }

  #at(): Parameters<typeof agentWork>[2] {
    const { client } = this;
    const now = client.now();
    return { jobs: client.jobs(), now, show: (at) => sayWhen(at, now) };
  }

  #forget(path: string | null): void {
    if (path !== null && path === this.#path) return;
    this.#path = path;
    this.#seen = null;
    this.#read = null;
    this.#state = "";
    for (const el of this.#lines.values()) el.remove();
    this.#lines.clear();
    this.#parts?.log.setAttribute("aria-live", "off");
  }

  #viewIn(world: World): PlanView | null {
    const view = world.plans.find(({ plan }) => plan.path === this.#path);
    if (view !== undefined && view.work.trace.entries.length > 0) this.#seen = view;
    else if (this.#path !== null) void this.#readWork(this.#path, world);
    return this.#seen ?? view ?? null;
  }

  /** Once for the plan as it is. */
  async #readWork(path: string, world: World): Promise<void> {
    const { client } = this;
    const summary = world.planIndex.at(path);
    if (summary === null || this.#read === summary) return;
    this.#read = summary;
    const detail = await client.planDetail(path);
    if (detail?.view == null) return;
    const notes = await client.read(workNotesOf(detail.world, detail.view));
    if (this.#path !== path) return;
    this.#seen = withWork(detail.view, detail.world, notes ?? "");
    this.show();
  }

  #showWork(parts: AgentParts, work: AgentWork): void {
    const { state, path } = work;
    const isOver = state === "done" || state === "cancelled";
    const works = state === "works" || state === "waits";
    if (isNews(parts.state, state)) {
      parts.state.empty();
      addIcon(parts.state, STATE_ICONS[state], `planwright-icon mod-${state}`);
      parts.state.createSpan({ text: words.states[state] });
    }
    parts.stop.toggle(work.canStop);
    write(parts.title, escapeLine(work.title, 200));
    write(parts.step, escapeLine(work.step, 300));
    write(parts.now, escapeLine(work.now, 400));
    write(parts.warning, work.warning === null ? "" : words.stopEnds(escapeLine(work.warning, 300)));
    write(parts.spent, work.money.spent);
    write(parts.limit, ` ${words.of(work.money.limit)}`);
    write(parts.tokens, work.tokens);
    parts.bar.value = work.money.share;
    if (isNews(parts.did, work.did)) {
      parts.did.querySelector("ul")?.remove();
      const list = parts.did.createEl("ul");
      for (const text of work.did) list.createEl("li", { text, attr: { dir: "auto" } });
    }
    parts.did.toggle(!works && work.did.length > 0);
    if (this.#state !== state) parts.unfold(!isOver, isOver && work.lines.length > 0);
    this.#state = state;
    this.#showLines(parts.log, work.lines);
    parts.files.toggle(work.files.length > 0);
    write(parts.filesTitle, isOver ? words.results : words.files);
    parts.fileList.show(work.files);
    parts.asks.toggle(work.asks !== null);
    write(parts.question, work.asks === null ? "" : words.waits(escapeLine(work.asks.words, 400)));
    parts.at = { plan: path, request: work.asks?.request ?? null };
  }

  #setTimer(runs: boolean): void {
    const { win } = this.contentEl;
    if (runs) this.#timer ??= win.setInterval(() => this.show(), SECOND);
    else if (this.#timer !== null) {
      win.clearInterval(this.#timer);
      this.#timer = null;
    }
  }

  /** Lines that stay are left as they are, with what is unfolded in them. */
  #showLines(log: HTMLElement, lines: readonly WorkLine[]): void {
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight <= NEAR;
    const before = this.#lines;
    this.#lines = new Map(lines.map((line) => [line.key, before.get(line.key) ?? this.#drawLine(log, line)]));
    for (const [key, el] of before) if (!this.#lines.has(key)) el.remove();
    let place: ChildNode | null = log.firstChild;
    for (const el of this.#lines.values())
      if (el === place) place = el.nextSibling;
      else log.insertBefore(el, place);
    const isNew = before.size !== this.#lines.size || [...before.keys()].some((key) => !this.#lines.has(key));
    if (isNew && isAtEnd) log.scrollTop = log.scrollHeight;
    // Those that were there at first are not read out.
    if (before.size > 0) log.setAttribute("aria-live", "polite");
  }

  #drawLine(log: HTMLElement, { at, icon, words: said, link, more }: WorkLine): HTMLElement {
    const el = log.createDiv("planwright-agent-line");
    addIcon(el, icon);
    const main = el.createDiv({ attr: { dir: "auto" } });
    main.createSpan({ text: link === null ? said : `${said} ` });
    if (link !== null) addLink(main, link, this.client);
    if (more !== "") {
      const unfold = addIconButton(el, "chevron-down", words.text, () => {
        const text =
          el.querySelector("pre") ??
          el.createEl("pre", { cls: "planwright-text", text: revealed(more), attr: { tabindex: "0" } });
        text.toggle(unfold.getAttribute("aria-expanded") !== "true");
        unfold.setAttribute("aria-expanded", String(text.isShown()));
      });
      unfold.setAttribute("aria-expanded", "false");
    }
    el.createSpan({ cls: "planwright-age", text: sayWhen(at, this.client.now()) });
    return el;
  }
}
