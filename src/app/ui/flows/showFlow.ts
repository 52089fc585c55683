/** “Show flow”: the picture of a plan’s flow, in which its step stands out. */
import { Component, MarkdownRenderer } from "obsidian";
import { escapeLine } from "../../../kit/text";
import { planTitle } from "../../../note/plan/plan";
import type { PlanView } from "../../../rules/world";
import { flowPicture } from "../../../overview/flow/flowPicture";
import { placeOf } from "../../../overview/flow/placeOf";
import { withoutLinks } from "../../../overview/titles";
import { openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { showLine, showWarning } from "../text";
import { WORDS } from "../words";

export function hasFlow(client: EngineClient, path: string): boolean {
  return client.world()?.plans.some(({ plan }) => plan.path === path && plan.flow !== null) === true;
}

export function showFlow(client: EngineClient, view: PlanView): void {
  const { plan, step } = view;
  const picture = flowPicture(view);
  if (picture === null) {
    client.say(WORDS.commands.none["show-flow"]);
    return;
  }
  const drawn = new Component();
  drawn.load();
  openDialog(client.app, {
    title: WORDS.flows.pictureOf(escapeLine(withoutLinks(planTitle(plan)), 100)),
    fill: (content) => {
      const place = placeOf(plan, step);
      if (place !== null)
        showLine(content, `${escapeLine(place, 200)}: ${escapeLine(withoutLinks(step?.text ?? ""), 200)}`);
      if ("why" in picture) showWarning(content, picture.why);
      else void MarkdownRenderer.render(client.app, picture.markdown, content.createDiv(), plan.path, drawn);
    },
    buttons: [],
    leave: WORDS.dialog.close,
    closed: () => drawn.unload(),
  });
}
