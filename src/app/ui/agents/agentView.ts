/**
 * The agent at work, in the side pane: its plan and step, what it did line by line, its cost, its files, and Stop; at
 * the end what came of it, and what waits for the person. Nothing of a model or a note is active in it.
 */
import type { WorkspaceLeaf } from "obsidian";
import { escapeLine } from "../../../kit/text";
import { planTitle } from "../../../note/plan/plan";
import { workNotesOf } from "../../../overview/activity";
import { agentWork, plansAtWork, planToWatch, withWork, type AgentWork } from "../../../overview/agentWork";
import { withoutLinks } from "../../../overview/titles";
import type { PlanView, World } from "../../../rules/world";
import type { EngineClient } from "../engineClient";
import { LookView } from "../lookView";
import { KeyedList } from "../mission/keyedList";
import { sayWhen } from "../sayWhen";
import { WORDS } from "../words";
import { drawPanel } from "./agentPanel";
import { AGENT_VIEW, type WatchesPlan } from "./openAgent";

const { agents: words } = WORDS;

/** A plan in the list of those at work. */
interface Choice {
  readonly path: string;
  readonly title: string;
  readonly isShown: boolean;
}

export class AgentView extends LookView implements WatchesPlan {
  #plans: KeyedList<Choice> | null = null;
  #body: HTMLElement | null = null;
  /** Shows the plan; null until one is shown. */
  #shows: ((work: AgentWork) => void) | null = null;
  #path: string | null = null;
  /** The plan as it was last seen with its work: of one that is over or stopped, no look reads that again. */
  #seen: PlanView | null = null;
  /** The plan as the index had it when the work notes were read. */
  #read: unknown = null;

  constructor(leaf: WorkspaceLeaf, client: EngineClient) {
    super(leaf, client, { type: AGENT_VIEW, name: words.name, icon: "bot", cls: "planwright-agent-panel" });
  }

  protected override draw(el: HTMLElement): void {
    el.tabIndex = -1;
    this.#plans = new KeyedList<Choice>(el.createDiv("planwright-agent-plans"), {
      keyOf: ({ path }) => path,
      dataOf: (each) => each,
      draw: (row, { path, title, isShown }) => {
        const attr = { "data-part": "plan", "aria-current": String(isShown) };
        const button = row.createEl("button", { cls: "planwright-open", attr });
        button.createEl("bdi", { text: escapeLine(title, 120) });
        button.addEventListener("click", () => this.#turnTo(path));
      },
      cls: "planwright-agent-plan",
    });
    this.#body = el.createDiv("planwright-agent-body");
    this.#turnTo(null);
  }

  protected override onClose(): Promise<void> {
    this.#body = null;
    return super.onClose();
  }

  /** A person asked for it, and goes on by keys from its first button. */
  watch(path: string | null): void {
    const world = this.client.world();
    const here = this.app.workspace.getActiveFile()?.path ?? null;
    this.#turnTo(path ?? (world === null ? null : planToWatch(world, this.#at(), here)));
    this.contentEl.focus({ preventScroll: true });
  }

  override show(): void {
    const world = this.client.world();
    const body = this.#body;
    if (body === null || world === null) return;
    const at = this.#at();
    if (this.#path === null) this.#path = planToWatch(world, at, null);
    const view = this.#viewIn(world);
    const atWork = plansAtWork(world, at);
    const isOther = ({ plan }: PlanView): boolean => plan.path !== this.#path;
    const all = view !== null && atWork.every(isOther) ? [view, ...atWork] : atWork;
    this.#plans?.show(
      all
        .filter(() => atWork.some(isOther))
        .map((each) => ({
          path: each.plan.path,
          title: withoutLinks(planTitle(each.plan)),
          isShown: !isOther(each),
        })),
    );
    if (view !== null) {
      if (this.#shows === null) body.empty();
      this.#shows ??= drawPanel(body, this.client);
      this.#shows(agentWork(view, world, at));
    }
    this.showsEachSecond(atWork.length > 0);
  }

  #at(): Parameters<typeof agentWork>[2] {
    const { client } = this;
    return { jobs: client.jobs(), now: client.now(), show: (at) => sayWhen(at, client) };
  }

  #turnTo(path: string | null): void {
    if (path === null || path !== this.#path) {
      this.#path = path;
      this.#seen = null;
      this.#read = null;
      this.#shows = null;
      this.#body?.empty();
      const empty = this.#body?.createDiv("planwright-agent-empty");
      empty?.createEl("h2", { text: words.states.rests });
      empty?.createDiv({ cls: "planwright-muted", text: words.nothingYet });
    }
    this.show();
  }

  #viewIn(world: World): PlanView | null {
    const view = world.plans.find(({ plan }) => plan.path === this.#path);
    if (view !== undefined && view.work.trace.entries.length > 0) this.#seen = view;
    else if (this.#path !== null) void this.#readWork(this.#path, view ?? this.#seen, world);
    return this.#seen ?? view ?? null;
  }

  /** Once for the plan as it is. One that is done may have moved. */
  async #readWork(path: string, last: PlanView | null, world: World): Promise<void> {
    const summary = world.planIndex.at(path);
    const plan = summary === null ? world.recent.find(({ key }) => key === last?.plan.key) : undefined;
    const isNew = (summary ?? plan ?? this.#read) !== this.#read;
    if (!isNew) return;
    this.#read = summary ?? plan;
    const view =
      plan === undefined || last === null
        ? (await this.client.planDetail(path))?.view
        : { ...last, plan, step: null };
    const notes = view == null ? null : await this.client.read(workNotesOf(world, view));
    if (view == null || this.#path !== path) return;
    this.#path = view.plan.path;
    this.#seen = withWork(view, world, notes ?? "");
    this.show();
  }
}
