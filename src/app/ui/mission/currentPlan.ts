/**
 * The plan that is next: how far it is, its step and whose turn it is; while an agent works, its last acts, its costs,
 * and Stop.
 */
import { escapeLine } from "../../../kit/text";
import type { AgentAtWork, ComingStep, CurrentPlan } from "../../../overview/mission/mission";
import { letAgentWork } from "../agents/letAgentWork";
import { openAgent } from "../agents/openAgent";
import type { EngineClient } from "../engineClient";
import { withPlan } from "../opening";
import { give } from "../perform";
import { WORDS } from "../words";
import { addAnswers, addIcon, addWords, write } from "./parts";
import { addQuestion } from "./card";

/** More steps than this are drawn as one bar. */
const MOST_SEGMENTS = 30;

export function drawPlan(el: HTMLElement, current: CurrentPlan, client: EngineClient): void {
  const { title, finished, segments, step, place, times, next } = current;
  el.setAttribute("aria-label", escapeLine(title, 200));
  el.createDiv({ cls: "planwright-plan-title", text: escapeLine(title, 200), attr: { dir: "auto" } });
  drawSegments(el, current);
  const steps = el.createDiv({ cls: "planwright-steps" });
  const line = (icon: string, text: string, cls: string): HTMLElement => {
    const row = steps.createDiv({ cls });
    addIcon(row, icon);
    addWords(row.createSpan({ attr: { dir: "auto" } }), text);
    return row;
  };
  const stepLine = ({ text, isGated, from }: ComingStep, icon: string, cls: string): void => {
    const when = from === null ? "" : ` · ${WORDS.mission.from(from)}`;
    const row = line(from === null ? icon : "clock", `${escapeLine(text, 200)}${when}`, cls);
    if (!isGated) return;
    const hand = addIcon(row, "hand", "planwright-icon planwright-gate");
    hand.removeAttribute("aria-hidden");
    hand.setAttr("role", "img");
    hand.setAttr("aria-label", WORDS.mission.gated);
  };
  if (finished > 0) line("circle-check", WORDS.mission.done(finished, segments.length), "mod-done");
  if (place !== null)
    steps.createDiv({ cls: "planwright-muted", text: escapeLine(place, 200), attr: { dir: "auto" } });
  for (const each of times) line("calendar-clock", escapeLine(each, 300), "planwright-muted");
  if (step !== null) stepLine(step, "circle-dot", "mod-now");
  for (const each of next) stepLine(each, "circle", "");
  const turn = el.createDiv({ cls: "planwright-turn" });
  addWords(turn.createDiv({ attr: { dir: "auto" } }), escapeLine(sayTurn(current), 400));
  if (current.question !== null) addQuestion(turn, current.question, client);
  addAnswers(turn, {
    codes: current.answers,
    about: title,
    isAside: current.question !== null,
    give: (code) => give(client, code, current.need),
  });
  if (!current.isAgentStopped) return;
  turn
    .createEl("button", { text: WORDS.menus.letAgentWork, attr: { "data-part": "agent" } })
    .addEventListener(
      "click",
      () => void withPlan(client, current.path, (view, world) => letAgentWork(client, view, world)),
    );
}

function sayTurn({ isYours, isAgentStopped, status, reason, wayOut, answers }: CurrentPlan): string {
  if (isYours) return isAgentStopped ? WORDS.mission.agentStopped : WORDS.mission.yourTurn;
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

/** The agent of the plan. Its buttons stay while it works, so that a click on one is not lost to the next deed. */
export function showAgent(el: HTMLElement, path: string, agent: AgentAtWork, client: EngineClient): void {
  if (el.dataset["path"] !== path) frameAgent(el, path, client);
  const { now, isStuck, repeats, spent } = agent;
  const find = (part: string): HTMLElement | null => el.querySelector<HTMLElement>(`.planwright-${part}`);
  write(find("agent-now"), now ?? WORDS.mission.agentRests);
  find("agent-state")?.toggleClass("planwright-warning", isStuck);
  write(find("agent-repeats"), repeats ?? "");
  write(find("spent"), spent ?? "");
}

export function hideAgent(el: HTMLElement): void {
  el.empty();
  delete el.dataset["path"];
}

function frameAgent(el: HTMLElement, path: string, client: EngineClient): void {
  el.empty();
  el.dataset["path"] = path;
  const state = el.createDiv({ cls: "planwright-agent-state" });
  addIcon(state, "bot");
  // It counts seconds, which nobody wants read to them.
  state.createSpan({ cls: "planwright-agent-now", attr: { role: "timer" } });
  el.createDiv({ cls: "planwright-agent-repeats planwright-warning", attr: { role: "status", dir: "auto" } });
  const foot = el.createDiv({ cls: "planwright-answers" });
  foot.createSpan({ cls: "planwright-spent" });
  foot
    .createEl("button", { text: WORDS.agents.watch, attr: { "data-part": "watch" } })
    .addEventListener("click", () => void openAgent(client.app, path));
  const stop = foot.createEl("button", { text: WORDS.mission.stop, attr: { "data-part": "stop" } });
  stop.addEventListener("click", () => void client.obey({ kind: "agent", plan: path, mode: "off" }));
}
