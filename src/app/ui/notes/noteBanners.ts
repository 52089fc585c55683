/**
 * The line above an open plan or request, in the reading view and while editing: its state, and its answers. The note
 * is not touched.
 */
import { MarkdownView, type WorkspaceLeaf } from "obsidian";
import { SECOND } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import { ANSWER_ROWS } from "../../../overview/answers";
import { type Banner, bannerOf } from "../../../overview/mission/banner";
import type { OfferedFlow, OfferedSkill } from "../../../overview/flow/offered";
import type { EngineClient } from "../engineClient";
import { drawSkillBanner } from "../flows/skills";
import { beginFlow, isNoteOf } from "../flows/startFlow";
import { keepEndClear, watchNotices } from "../notices/besides";
import { addAddress, addAnswers, addIcon, isNews } from "../mission/parts";
import { openOwnSettings } from "../opening";
import { give } from "../perform";
import { WORDS } from "../words";

export class NoteBanners {
  #timer: number | null = null;
  readonly #shown = new Map<WorkspaceLeaf, HTMLElement>();
  #stopWatching: (() => void) | null = null;
  /** By the path of its note, as it was when `#read` was noted. */
  #flows = new Map<string | null, OfferedFlow>();
  #skills = new Map<string, OfferedSkill>();
  #read = "";

  /** `beside`: draws what else is in open notes and counts seconds with the line above them. */
  constructor(
    private readonly client: EngineClient,
    private readonly beside: () => void,
  ) {}

  /** Called after every look, and when another note is opened. */
  show(): void {
    const { client } = this;
    const world = client.world();
    const leaves = client.app.workspace.getLeavesOfType("markdown");
    for (const [leaf, el] of this.#shown)
      if (!leaves.includes(leaf)) {
        el.remove();
        this.#shown.delete(leaf);
      }
    const looking = { jobs: client.jobs(), now: client.now(), hindrances: client.device.hindrances() };
    let moves = false;
    let opened = "";
    for (const leaf of leaves) {
      const file = leaf.view instanceof MarkdownView ? leaf.view.file : null;
      const banner = world === null || file === null ? null : bannerOf(file.path, world, looking);
      moves ||= banner?.at != null;
      const isFlow = banner === null && file !== null && isNoteOf("flows", client, file.path);
      const isSkill = banner === null && file !== null && isNoteOf("skills", client, file.path);
      if (isFlow || isSkill) opened += `${file.path} ${String(file.stat.mtime)}\n`;
      this.#draw(
        leaf,
        banner,
        isFlow ? (this.#flows.get(file.path) ?? null) : null,
        isSkill ? (this.#skills.get(file.path) ?? null) : null,
      );
    }
    if (world !== null && opened !== this.#read) void this.#readFlows(opened);
    if (!moves) this.#stopTimer();
    else this.#timer ??= window.setInterval(() => this.show(), SECOND);
    this.beside();
  }

  remove(): void {
    this.#stopTimer();
    this.#stopWatching?.();
    this.#stopWatching = null;
    for (const el of this.#shown.values()) el.remove();
    this.#shown.clear();
  }

  #stopTimer(): void {
    if (this.#timer !== null) window.clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Once for the notes that are open, as they are. */
  async #readFlows(opened: string): Promise<void> {
    this.#read = opened;
    const all = opened === "" ? [] : await this.client.flows();
    const skills = opened === "" ? null : await this.client.skills();
    if (opened !== this.#read) return;
    // Between two sessions nothing can be read: the next call tries again.
    if (all === null) this.#read = "";
    else {
      this.#skills = new Map(skills?.skills.map((skill) => [skill.where, skill]));
      this.#flows = new Map(all.map((flow) => [flow.path, flow]));
      this.show();
    }
  }

  #draw(
    leaf: WorkspaceLeaf,
    banner: Banner | null,
    flow: OfferedFlow | null,
    skill: OfferedSkill | null,
  ): void {
    const old = this.#shown.get(leaf);
    if ((banner === null && flow === null && skill === null) || !(leaf.view instanceof MarkdownView)) {
      old?.remove();
      this.#shown.delete(leaf);
      return;
    }
    const el = old?.isConnected === true ? old : leaf.view.contentEl.createDiv();
    if (el !== old) {
      old?.remove();
      leaf.view.contentEl.prepend(el);
      el.setAttribute("role", "status");
      this.#shown.set(leaf, el);
    }
    if (isNews(el, banner ?? flow ?? skill)) {
      el.empty();
      if (banner !== null) drawBanner(el, banner, this.client);
      else if (flow !== null) drawFlowBanner(el, flow, this.client);
      else if (skill !== null) drawSkillBanner(el, skill, this.client);
      this.#stopWatching ??= watchNotices(el.doc, () => {
        for (const each of this.#shown.values()) keepEndClear(each);
      });
      keepEndClear(el);
    }
    const count = el.querySelector(".planwright-countdown");
    if (banner?.at != null && count !== null)
      count.setText(
        `${WORDS.mission.goesOut(Math.max(0, Math.ceil((banner.at - this.client.now()) / SECOND)))}.`,
      );
  }
}

function drawBanner(el: HTMLElement, banner: Banner, client: EngineClient): void {
  const { icon, step, words, where, at, wayOut, device, answers, need } = banner;
  el.className = "planwright-banner";
  addIcon(el, icon);
  const text = el.createDiv({ cls: "planwright-card-main", attr: { dir: "auto" } });
  if (step !== "" || at !== null) {
    const head = text.createEl("strong");
    if (step !== "") head.createSpan({ text: `${step}. ` });
    if (at !== null) head.createSpan({ cls: "planwright-countdown" });
  }
  text.createSpan({ text: `${at === null ? "" : " "}${escapeLine(words, 300)}` });
  if (where !== null) {
    text.createSpan({ text: " · " });
    addAddress(text, where);
  }
  const advice = [
    ...(device === null || device.words === "" ? [] : [device.words]),
    ...(wayOut === null ? [] : [WORDS.wayOut(wayOut)]),
  ];
  for (const each of advice) text.createDiv({ cls: "planwright-muted", text: escapeLine(each, 400) });
  addAnswers(el, { codes: answers, about: words, give: (code) => give(client, code, need) });
  if (device?.opens === "continue")
    addDeviceButton(el, WORDS.mission.goOn, () => client.obey({ kind: "continue" }));
  // A time that only has to pass needs no settings, and no setting lets a phone act.
  else if (device?.opens === "settings" && client.device.canAct && client.device.waitsUntil() === null)
    addDeviceButton(el, ANSWER_ROWS.settings.label, () => openOwnSettings(client.app));
}

function addDeviceButton(el: HTMLElement, label: string, run: () => unknown): void {
  const row = el.querySelector(".planwright-answers") ?? el.createDiv({ cls: "planwright-answers" });
  row.createEl("button", { text: label }).addEventListener("click", () => void run());
}

const { flows: words } = WORDS;

function drawFlowBanner(el: HTMLElement, flow: OfferedFlow, client: EngineClient): void {
  const { about, faults, warnings } = flow;
  const [fault] = faults;
  const said =
    fault === undefined
      ? [about, ...warnings.slice(0, 1).map(({ line, says }) => words.warned(line, says))].join(" · ")
      : words.faults(faults.length, fault.line, fault.says);
  el.className = "planwright-banner";
  addIcon(el, fault === undefined ? "workflow" : "triangle-alert");
  el.createDiv({ cls: "planwright-card-main", text: escapeLine(said, 500), attr: { dir: "auto" } });
  el.createDiv({ cls: "planwright-answers" })
    .createEl("button", { cls: "mod-cta", text: fault === undefined ? words.here : words.goTo(fault.line) })
    .addEventListener("click", () => void beginFlow(client, flow));
}
