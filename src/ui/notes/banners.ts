/**
 * The line above an open plan or request, in the reading view and while editing: its state, and its answers. The note
 * is not touched.
 */
import { MarkdownView, type WorkspaceLeaf } from "obsidian";
import { SECOND } from "../../kit/dates";
import { plain } from "../../kit/text";
import { bannerOf, type Banner } from "../../views/mission/banner";
import type { Door } from "../door";
import { addAddress, addAnswers, addIcon } from "../mission/parts";
import { give } from "../perform";
import { WORDS } from "../words";

export class NoteBanners {
  #timer: number | null = null;
  readonly #shown = new Map<WorkspaceLeaf, HTMLElement>();

  constructor(private readonly door: Door) {}

  /** Called after every look, and when another note is opened. */
  show(): void {
    const { door } = this;
    const world = door.world();
    const leaves = door.app.workspace.getLeavesOfType("markdown");
    for (const [leaf, el] of this.#shown)
      if (!leaves.includes(leaf)) {
        el.remove();
        this.#shown.delete(leaf);
      }
    const looking = { errands: door.errands(), now: door.now(), hindrances: door.device.hindrances() };
    let moves = false;
    for (const leaf of leaves) {
      const path = leaf.view instanceof MarkdownView ? (leaf.view.file?.path ?? null) : null;
      const banner = world === null || path === null ? null : bannerOf(path, world, looking);
      moves ||= banner?.at != null;
      this.#draw(leaf, banner);
    }
    if (!moves) this.#stopTimer();
    else this.#timer ??= window.setInterval(() => this.show(), SECOND);
  }

  remove(): void {
    this.#stopTimer();
    for (const el of this.#shown.values()) el.remove();
    this.#shown.clear();
  }

  #stopTimer(): void {
    if (this.#timer !== null) window.clearInterval(this.#timer);
    this.#timer = null;
  }

  #draw(leaf: WorkspaceLeaf, banner: Banner | null): void {
    const old = this.#shown.get(leaf);
    if (banner === null || !(leaf.view instanceof MarkdownView)) {
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
    const shows = JSON.stringify(banner);
    if (el.dataset["shows"] !== shows) {
      el.dataset["shows"] = shows;
      el.empty();
      drawBanner(el, banner, this.door);
    }
    const count = el.querySelector(".planwright-countdown");
    if (banner.at !== null && count !== null)
      count.setText(
        `${WORDS.mission.goesOut(Math.max(0, Math.ceil((banner.at - this.door.now()) / SECOND)))}.`,
      );
  }
}

export function drawBanner(el: HTMLElement, banner: Banner, door: Door): void {
  const { icon, step, words, where, at, answers, need } = banner;
  el.className = "planwright-banner";
  addIcon(el, icon);
  const text = el.createDiv({ cls: "planwright-card-main", attr: { dir: "auto" } });
  if (step !== "" || at !== null) {
    const head = text.createEl("strong");
    if (step !== "") head.createSpan({ text: `${step}. ` });
    if (at !== null) head.createSpan({ cls: "planwright-countdown" });
  }
  text.createSpan({ text: `${at === null ? "" : " "}${plain(words, 300)}` });
  if (where !== null) {
    text.createSpan({ text: " · " });
    addAddress(text, where);
  }
  addAnswers(el, { codes: answers, about: words, give: (code) => give(door, code, need) });
}
