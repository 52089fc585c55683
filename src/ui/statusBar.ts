/** The item in the status bar. While something is about to go out it counts down and offers Hold. */
import { Component } from "obsidian";
import { SECOND } from "../kit/dates";
import type { Door } from "./door";
import { statusLine } from "./status";

export class StatusBar extends Component {
  #timer: number | null = null;
  readonly #text: HTMLElement;
  #hold: HTMLElement | null = null;

  constructor(
    private readonly el: HTMLElement,
    private readonly door: Door,
  ) {
    super();
    el.addClass("planwright-status");
    this.#text = el.createSpan();
  }

  override onload(): void {
    this.show();
  }

  override onunload(): void {
    this.#stopTimer();
  }

  show(): void {
    const { text, hold } = statusLine(this.door.world(), this.door.now(), this.door.device.hindrances());
    this.#text.setText(text);
    if (hold === null) {
      this.#hold?.remove();
      this.#hold = null;
      this.#stopTimer();
      return;
    }
    this.#timer ??= window.setInterval(() => this.show(), SECOND);
    if (this.#hold !== null) return;
    this.#hold = this.el.createEl("button", { cls: "planwright-hold", text: "Hold" });
    this.#hold.addEventListener("click", () => this.#takeBack());
  }

  #takeBack(): void {
    const { hold } = statusLine(this.door.world(), this.door.now(), []);
    if (hold !== null) void this.door.obey({ kind: "hold", request: hold.id });
  }

  #stopTimer(): void {
    if (this.#timer !== null) window.clearInterval(this.#timer);
    this.#timer = null;
  }
}
