/** A row that says what is known of a thing, tests it when the person wants that, and has a menu for the rest. */
import { Menu, type Setting } from "obsidian";
import { SECOND } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import type { Known } from "./known";
import { WORDS } from "../words";

const words = WORDS.settings;

export interface MenuEntry {
  readonly title: string;
  readonly icon: string;
  readonly careful?: boolean;
  readonly run: () => void;
}

export interface TestedRow {
  /** As the person knows it; of the buttons, for a screen reader. */
  readonly name: string;
  readonly known: () => Known;
  /** Null where there is nothing to test, or not from here. */
  readonly test: ((stop: AbortSignal) => Promise<void>) | null;
  readonly asking: string;
  readonly menu: readonly MenuEntry[];
}

/** Answers how it is taken down again. */
export function drawTested(setting: Setting, { name, known, test, asking, menu }: TestedRow): () => void {
  const stop = new AbortController();
  setting.setClass("planwright-tested");
  const outcome = setting.infoEl.createDiv({ cls: "planwright-outcome", attr: { role: "status" } });
  const chip = setting.controlEl.createSpan("planwright-chip");
  let isAsking = false;
  /** Of the sentence that is shown. */
  let told: Known["tone"] | null = null;
  const show = (isNews: boolean): void => {
    if (isAsking) return;
    const { tone, short, more, news: good } = known();
    chip.className = `planwright-chip mod-${tone}`;
    if (chip.textContent !== short) chip.setText(short);
    const news = more ?? (isNews ? (good ?? "") : null);
    // The word of a test stays as long as it is true.
    const said = news ?? (told === tone ? null : "");
    if (said !== null) {
      told = tone;
      if (outcome.textContent !== said) outcome.setText(escapeLine(said, 1000));
    }
    outcome.toggleClass("planwright-warning", tone === "bad");
  };
  show(false);
  if (test !== null)
    setting.addButton((button) =>
      button
        .setButtonText(words.test)
        .setTooltip(words.testOf(name))
        .onClick(async () => {
          if (isAsking) return;
          isAsking = true;
          chip.className = "planwright-chip mod-none";
          chip.setText(words.state.asking);
          outcome.removeClass("planwright-warning");
          outcome.setText(asking);
          await test(stop.signal);
          isAsking = false;
          if (!stop.signal.aborted) show(true);
        }),
    );
  if (menu.length > 0) addMenu(setting, name, menu);
  const stopTicking = everySecond(() => show(false));
  return () => {
    stopTicking();
    stop.abort();
  };
}

export function addMenu(setting: Setting, name: string, entries: readonly MenuEntry[]): void {
  setting.addButton((button) =>
    button
      .setIcon("more-horizontal")
      .setTooltip(words.more(name))
      .setClass("clickable-icon")
      .onClick(() => {
        const menu = new Menu();
        for (const { title, icon, careful, run } of entries)
          menu.addItem((item) =>
            item
              .setTitle(title)
              .setIcon(icon)
              .setWarning(careful === true)
              .onClick(run),
          );
        const { left, bottom } = button.buttonEl.getBoundingClientRect();
        menu.showAtPosition({ x: left, y: bottom });
      }),
  );
}

/** Answers how it is ended. */
export function everySecond(run: () => void): () => void {
  const timer = window.setInterval(run, SECOND);
  return () => window.clearInterval(timer);
}
