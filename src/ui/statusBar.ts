/**
 * The item in the status bar. While something is about to go out it counts down and offers Hold; while a model is asked it tells for which
 * step, how long already and what was spent, and offers Stop. A click on it shows what the agent does.
 */
import { Component } from "obsidian";
import { SECOND } from "../kit/dates";
import { stopAgent, watchAgent } from "./agents/watchAgent";
import type { Door } from "./door";
import { statusLine, type StatusLine } from "./status";

export class StatusBar extends Component {
  #timer: number | null = null;
  readonly #text: HTMLElement;
  #button: { readonly label: "Hold" | "Stop"; readonly el: HTMLElement } | null = null;

  constructor(
    private readonly el: HTMLElement,
    private readonly door: Door,
  ) {
    super();
    el.addClass("planwright-status");
    this.#text = el.createSpan();
    this.#text.addEventListener("click", () => {
      if (this.#now().thinking !== null) watchAgent(door);
    });
  }

  override onload(): void {
    this.show();
  }

  override onunload(): void {
    this.#stopTimer();
  }

  show(): void {
    const { text, hold, thinking } = this.#now();
    this.#text.setText(text);
    this.#text.toggleClass("planwright-link", thinking !== null);
    // A call of another run is not ours to count, and it is stopped where its plan is.
    this.#offer(hold !== null ? "Hold" : thinking !== null ? "Stop" : null);
    if (hold === null && thinking === null) this.#stopTimer();
    else this.#timer ??= window.setInterval(() => this.show(), SECOND);
  }

  #now(): StatusLine {
    const { door } = this;
    return statusLine(door.world(), door.now(), door.device.hindrances(), door.errands());
  }

  #offer(label: "Hold" | "Stop" | null): void {
    if (this.#button?.label === label) return;
    this.#button?.el.remove();
    this.#button = null;
    if (label === null) return;
    const el = this.el.createEl("button", { cls: "planwright-hold", text: label });
    el.addEventListener("click", () => (label === "Hold" ? this.#takeBack() : this.#stop()));
    this.#button = { label, el };
  }

  #takeBack(): void {
    const { hold } = this.#now();
    if (hold !== null) void this.door.obey({ kind: "hold", request: hold.id });
  }

  #stop(): void {
    const { thinking } = this.#now();
    if (thinking !== null) void stopAgent(this.door, thinking.view);
  }

  #stopTimer(): void {
    if (this.#timer !== null) window.clearInterval(this.#timer);
    this.#timer = null;
  }
}
