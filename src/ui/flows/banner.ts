/** The line above the note of a flow: what it is for and the button that starts it, or what keeps it from starting. */
import { plain } from "../../kit/text";
import type { OfferedFlow } from "../../views/flow/offered";
import type { EngineClient } from "../engineClient";
import { addIcon } from "../mission/parts";
import { WORDS } from "../words";
import { beginFlow } from "./startFlow";

const { flows: words } = WORDS;

export function drawFlowBanner(el: HTMLElement, flow: OfferedFlow, client: EngineClient): void {
  const { about, faults, warnings } = flow;
  const [fault] = faults;
  const said =
    fault === undefined
      ? [about, ...warnings.slice(0, 1).map(({ line, says }) => words.warned(line, says))].join(" · ")
      : words.faults(faults.length, fault.line, fault.says);
  el.className = "planwright-banner";
  addIcon(el, fault === undefined ? "workflow" : "triangle-alert");
  el.createDiv({ cls: "planwright-card-main", text: plain(said, 500), attr: { dir: "auto" } });
  el.createDiv({ cls: "planwright-answers" })
    .createEl("button", { cls: "mod-cta", text: fault === undefined ? words.here : words.goTo(fault.line) })
    .addEventListener("click", () => void beginFlow(client, flow));
}
