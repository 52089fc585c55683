/**
 * “Try it”: a plan with a step to approve and do by hand, without a server or a model. While it
 * goes on, a notice says where it is, what happens next and when, and has the button for what the person can do.
 */
import { Notice, Platform } from "obsidian";
import { shownToConfirm } from "../../../approval/confirming";
import { shownAs } from "../../../note/plan/steps";
import { ANSWER_ROWS } from "../../../overview/answers";
import { recordPath } from "../../../rules/assemble";
import type { Command } from "../../../rules/command";
import type { EngineClient } from "../engineClient";
import { openReview } from "../review/open";
import { WORDS } from "../words";
import { confirmSettings } from "./confirmSettings";
import { stateOfDevice } from "./deviceState";
import { everySecond } from "./row";
import { samplePlan, sampleStage, type SampleStage } from "./sampleStage";

const words = WORDS.settings.sample;

/** Milliseconds that a notice is shown on a phone, and the last one anywhere. */
const PHONE = 12_000;
const LAST = 30_000;
/** Keys of the plans whose news the notice of the sample tells. */
export const GUIDED = new Set<string>();

/** Seconds after which a plan that is nowhere is no longer waited for. */
const LONGEST_MOVE = 30;

/** Makes the plan, opens it and goes along with it. */
export async function beginSample(client: EngineClient): Promise<void> {
  const plan = samplePlan(client.settings.now());
  const { isDone, said, made } = await client.answer({ kind: "create", plan });
  if (!isDone) client.say(said);
  const world = made === null ? null : await client.look();
  const summary = world?.planIndex.at(made ?? "");
  if (summary == null) return;
  await client.app.workspace.openLinkText(summary.path, "", "tab");
  new Guide(client, summary.key).start();
}

function isEnd({ id }: SampleStage): boolean {
  return id === "done" || id === "over";
}

class Guide {
  #notice: Notice | null = null;
  #line: HTMLElement | null = null;
  #stage = "";
  #gone = 0;
  /** Path of the record of what was done by hand. */
  #record = "";
  #stop: () => void = () => undefined;

  constructor(
    private readonly client: EngineClient,
    private readonly key: string,
  ) {}

  start(): void {
    const stopTicking = everySecond(() => this.#show());
    GUIDED.add(this.key);
    this.#stop = () => {
      stopTicking();
      this.#notice?.hide();
    };
    this.client.atEnd(() => this.#stop());
    this.#show();
  }

  #show(): void {
    const world = this.client.world();
    // The sessions change when the device begins to act; what was shown stays for that moment.
    if (world === null) return;
    const { device } = this.client;
    const stage = sampleStage(world, this.key, {
      ...stateOfDevice(this.client),
      mayConfirm: device.canAct && device.acts() && !device.confirmed(),
    });
    if (stage.id === "gone") {
      // While it is moved, it is in neither folder for a moment.
      this.#gone += 1;
      if (this.#gone > LONGEST_MOVE) this.#stop();
      return;
    }
    this.#gone = 0;
    if (stage.id !== this.#stage) this.#redraw(stage);
    else if (this.#line !== null && this.#line.textContent !== stage.sentence)
      this.#line.setText(stage.sentence);
    if (stage.id === "over") GUIDED.delete(this.key);
    if (isEnd(stage)) {
      // The last word is read, and goes by itself: it would lie over the plan and its buttons.
      this.#notice = null;
      this.#stop();
    }
  }

  /** One that the person clicked away comes back when there is something new to say. */
  #redraw(stage: SampleStage): void {
    this.#stage = stage.id;
    this.#notice?.hide();
    this.#notice = new Notice(
      createFragment((content) => {
        content.createDiv({ cls: "planwright-sample-title", text: words.title });
        this.#line = content.createDiv({ text: stage.sentence, attr: { role: "status" } });
        const buttons = content.createDiv("planwright-sample-buttons");
        const add = (label: string, run: () => unknown): void => {
          buttons.createEl("button", { text: label }).addEventListener("click", (event) => {
            // A click on a notice puts it away; this one asks for something.
            event.stopPropagation();
            void run();
          });
        };
        this.#buttons(stage, add);
      }),
      // On a phone it would lie over the note that it speaks of.
      Platform.isPhone ? PHONE : isEnd(stage) ? LAST : 0,
    );
    const notice = this.#notice;
    if (isEnd(stage)) this.client.atEnd(() => notice.hide());
  }

  #buttons(stage: SampleStage, add: (label: string, run: () => unknown) => void): void {
    const { client } = this;
    switch (stage.id) {
      case "asked":
        add(ANSWER_ROWS.review.label, () => openReview(client, [stage.request]));
        break;
      case "do":
        this.#record = recordPath({ settings: client.settings.now() }, stage.request.name);
        add(ANSWER_ROWS.did.label, () => {
          const read = shownToConfirm(stage.request);
          return this.#do({ kind: "confirm", request: stage.request.id, read });
        });
        break;
      case "done": {
        const record = this.#record;
        if (record !== "") add(words.openRecord, () => client.app.workspace.openLinkText(record, ""));
        return;
      }
      case "confirm":
        add(ANSWER_ROWS.confirm.label, () => confirmSettings(client));
        break;
      case "wait":
      case "over":
      case "gone":
        break;
    }
    if (stage.id === "over" || stage.id === "gone") return;
    add(words.putAway, () => this.#putAway());
  }

  async #putAway(): Promise<void> {
    const { client, key } = this;
    const view = client.world()?.plans.find(({ plan }) => plan.key === key);
    if (view === undefined) return;
    await this.#do({ kind: "cancel", plan: view.plan.path, shown: shownAs(view.plan, null) });
  }

  /** The next stage tells what was done. */
  async #do(command: Command): Promise<void> {
    const { isDone, said } = await this.client.answer(command);
    if (isDone) this.#show();
    else this.client.say(said);
  }
}
