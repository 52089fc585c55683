/**
 * The plan that is next: how far it is, its step and whose turn it is; while an agent works, its last acts, its costs,
 * and Stop.
 */
import { plain } from "../../kit/text";
import type { AgentAtWork, CurrentPlan } from "../../views/mission/mission";
import type { Door } from "../door";
import { give } from "../perform";
import { WORDS } from "../words";
import { addAnswers, addIcon } from "./parts";
import { addQuestion } from "./question";

/** More steps than this are drawn as one bar. */
const MOST_SEGMENTS = 30;

export function drawPlan(el: HTMLElement, current: CurrentPlan, door: Door): void {
  const { title, finished, segments, step, place, next } = current;
  el.setAttribute("aria-label", plain(title, 200));
  el.createDiv({ cls: "planwright-plan-title", text: plain(title, 200), attr: { dir: "auto" } });
  drawSegments(el, current);
  const steps = el.createDiv({ cls: "planwright-steps" });
  const line = (icon: string, text: string, cls: string, isGated = false): void => {
    const row = steps.createDiv({ cls });
    addIcon(row, icon);
    row.createSpan({ text, attr: { dir: "auto" } });
    if (!isGated) return;
    const hand = addIcon(row, "hand", "planwright-icon planwright-gate");
    hand.removeAttribute("aria-hidden");
    hand.setAttr("role", "img");
    hand.setAttr("aria-label", WORDS.mission.gated);
  };
  if (finished > 0) line("circle-check", WORDS.mission.done(finished, segments.length), "mod-done");
  if (place !== null)
    steps.createDiv({ cls: "planwright-muted", text: plain(place, 200), attr: { dir: "auto" } });
  if (step !== null) line("circle-dot", plain(step.text, 300), "mod-now", step.isGated);
  for (const { text, isGated, from } of next)
    line(
      "circle",
      `${plain(text, 200)}${from === null ? "" : ` · ${WORDS.mission.from(from)}`}`,
      "",
      isGated,
    );
  const turn = el.createDiv({ cls: "planwright-turn" });
  turn.createDiv({ text: plain(sayTurn(current), 400), attr: { dir: "auto" } });
  if (current.question !== null) addQuestion(turn, current.question, door);
  addAnswers(turn, {
    codes: current.answers,
    about: title,
    isAside: current.question !== null,
    give: (code) => give(door, code, current.need),
  });
}

function sayTurn({ isYours, status, reason, wayOut, answers }: CurrentPlan): string {
  if (isYours) return WORDS.mission.yourTurn;
  // A button says more than advice in words.
  const advice = wayOut === null || answers.length > 1 ? "" : ` ${WORDS.mission.advice(wayOut)}`;
  return `${status}.${reason === null ? "" : ` ${reason}`}${advice}`;
}

function drawSegments(el: HTMLElement, { segments, finished }: CurrentPlan): void {
  const bar = el.createDiv({
    cls: "planwright-segments",
    attr: {
      role: "progressbar",
      "aria-valuemin": "0",
      "aria-valuemax": String(segments.length),
      "aria-valuenow": String(finished),
      "aria-label": WORDS.mission.progress(finished, segments.length),
    },
  });
  if (segments.length > MOST_SEGMENTS) {
    const whole = bar.createEl("progress", { attr: { "aria-hidden": "true" } });
    whole.max = segments.length;
    whole.value = finished;
    return;
  }
  for (const each of segments) bar.createDiv({ cls: `planwright-segment mod-${each}` });
}

export function sayAgent({ now }: Pick<AgentAtWork, "now">): string {
  return now ?? WORDS.mission.agentRests;
}

/** The time a model takes changes each second; `sayAgent` tells it. */
export function drawAgent(
  el: HTMLElement,
  path: string,
  { now, isStuck, activities, spent }: AgentAtWork,
  door: Door,
): void {
  const state = el.createDiv({ cls: "planwright-agent-state", attr: { role: "status" } });
  addIcon(state, "bot");
  state.createSpan({ cls: "planwright-agent-now", text: sayAgent({ now }) });
  state.toggleClass("planwright-warning", isStuck);
  if (activities.length > 0) {
    const list = el.createEl("ul", { cls: "planwright-activity" });
    for (const { words } of activities) list.createEl("li", { text: words, attr: { dir: "auto" } });
  }
  const foot = el.createDiv({ cls: "planwright-answers" });
  if (spent !== null) foot.createSpan({ cls: "planwright-spent", text: spent });
  const stop = foot.createEl("button", { text: WORDS.mission.stop, attr: { "data-part": "stop" } });
  stop.toggleClass("mod-warning", now !== null);
  stop.addEventListener("click", () => void door.obey({ kind: "agent", plan: path, mode: "off" }));
}
