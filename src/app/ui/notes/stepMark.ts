/** The mark of a step that needs approval: how it stands, as a button that opens its review, its record, or why. */
import { setIcon } from "obsidian";
import { SECOND } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import type { StepMark } from "../../../overview/mission/stepMarks";
import type { EngineClient } from "../engineClient";
import { explain } from "../explain";
import { openNote, withPlan } from "../opening";
import { give } from "../perform";
import { write } from "../mission/parts";
import { WORDS } from "../words";

export const MARK = "planwright-mark";

/** Two marks with the same key look the same, but for the seconds that are left. */
export function markKey({ need, ...mark }: StepMark): string {
  return JSON.stringify([mark, need.request, need.note]);
}

/** At the end of `parent`. */
export function drawMark(parent: HTMLElement, mark: StepMark, client: EngineClient): HTMLElement {
  const el = parent.createEl("button", { cls: `${MARK} mod-${mark.tone}` });
  const { words, more, need } = mark;
  const name = [words, more, need.words].filter((each) => each !== "").map((each) => escapeLine(each, 300));
  el.setAttribute("aria-label", name.join(". "));
  setIcon(el.createSpan({ attr: { "aria-hidden": "true" } }), mark.icon);
  el.createSpan();
  tickMark(el, mark, client.now());
  el.addEventListener("mousedown", (event) => event.preventDefault());
  el.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    void open(mark, client);
  });
  return el;
}

/** The seconds until it goes out. */
export function tickMark(el: HTMLElement, { words, at }: StepMark, now: number): void {
  const left = at === null ? 0 : Math.max(0, Math.ceil((at - now) / SECOND));
  write(el.lastElementChild, at === null ? words : WORDS.mission.goesOut(left));
}

async function open({ opens, need }: StepMark, client: EngineClient): Promise<void> {
  if (opens === "review") await give(client, "review", need);
  else if (opens === "record" && need.note !== null) await openNote(client, need.note);
  else await withPlan(client, need.paths[0] ?? "", (view, world) => explain(client, view, world));
}
