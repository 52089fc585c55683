/**
 * The item in the status bar. Before an approved request goes out, it counts down and offers Hold; while a model is
 * asked, it tells the step, the time and the cost so far, and offers Stop. A click opens the mission view, or shows
 * what the agent does.
 */
import { Component } from "obsidian";
import { SECOND } from "../../kit/dates";
import { stopAgent } from "./agents/agentPrompt";
import { openAgent } from "./agents/openAgent";
import type { EngineClient } from "./engineClient";
import { openMission } from "./mission/view";
import { statusLine, type StatusLine } from "./status";
import { takeBack } from "./takeBack";
import { WORDS } from "./words";

const { status: words } = WORDS;

/** The button beside the line. */
type Offered = "hold" | "stop";

export class StatusBar extends Component {
  #timer: number | null = null;
  readonly #text: HTMLElement;
  #button: { readonly does: Offered; readonly el: HTMLElement } | null = null;
  /** The line has counted down to the start of acting, so it also says “has started”. */
  #waited = false;
  #startedAt: number | null = null;

  constructor(
    private readonly el: HTMLElement,
    private readonly client: EngineClient,
  ) {
    super();
    el.addClass("planwright-status");
    this.#text = el.createSpan({ cls: "planwright-link", attr: { role: "button", tabindex: "0" } });
    this.#text.addEventListener("click", () => this.#open());
    this.#text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#open();
    });
  }

  override onload(): void {
    this.show();
  }

  override onunload(): void {
    this.#stopTimer();
  }

  show(): void {
    this.#noteStart();
    const { text, hold, thinking, counts, why } = this.#now();
    this.#text.setText(text);
    this.#text.setAttr("aria-label", thinking === null ? words.opens(text, why ?? "") : words.watches(text));
    // A call of another run is not ours to count, and it is stopped where its plan is.
    this.#offer(hold !== null ? "hold" : thinking !== null ? "stop" : null);
    if (counts) this.#timer ??= window.setInterval(() => this.show(), SECOND);
    else this.#stopTimer();
  }

  #now(): StatusLine {
    const { client } = this;
    return statusLine(client.world(), client.now(), {
      hindrances: client.device.hindrances(),
      jobs: client.jobs(),
      carrying: client.carrying(),
      startsAt: client.device.waitsUntil(),
      startedAt: this.#startedAt,
    });
  }

  #noteStart(): void {
    const { client } = this;
    if (client.device.waitsUntil() !== null) this.#waited = true;
    else if (this.#waited && client.world()?.role === "executor") {
      this.#waited = false;
      this.#startedAt = client.now();
    }
  }

  #open(): void {
    const { thinking } = this.#now();
    if (thinking !== null) void openAgent(this.client.app, thinking.view.plan.path);
    else void openMission(this.client.app);
  }

  #offer(does: Offered | null): void {
    if (this.#button?.does === does) return;
    this.#button?.el.remove();
    this.#button = null;
    if (does === null) return;
    const el = this.el.createEl("button", { cls: "planwright-hold", text: words[does] });
    el.addEventListener("click", () => (does === "hold" ? this.#takeBack() : this.#stop()));
    this.#button = { does, el };
  }

  #takeBack(): void {
    const { hold } = this.#now();
    if (hold === null) return;
    void takeBack(this.client, hold).finally(() => this.show());
    this.show();
  }

  #stop(): void {
    const { thinking } = this.#now();
    if (thinking !== null) void stopAgent(this.client, thinking.view.plan.path);
  }

  #stopTimer(): void {
    if (this.#timer !== null) window.clearInterval(this.#timer);
    this.#timer = null;
  }
}
