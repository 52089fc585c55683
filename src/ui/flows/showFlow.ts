/** “Show flow”: the picture of a plan’s flow, in which its step stands out. */
import { Component, MarkdownRenderer } from "obsidian";
import { plain } from "../../kit/text";
import { planTitle } from "../../plan/plan";
import type { PlanView } from "../../rules/world";
import { flowPicture } from "../../views/flow/picture";
import { placeOf } from "../../views/flow/place";
import { withoutLinks } from "../../views/titles";
import { openDialog } from "../dialog";
import type { Door } from "../door";
import { showLine, showWarning } from "../text";
import { WORDS } from "../words";

export function hasFlow(door: Door, path: string): boolean {
  return door.world()?.plans.some(({ plan }) => plan.path === path && plan.flow !== null) === true;
}

export function showFlow(door: Door, view: PlanView): void {
  const { plan, step } = view;
  const picture = flowPicture(view);
  if (picture === null) {
    door.say(WORDS.commands.none["show-flow"]);
    return;
  }
  const drawn = new Component();
  drawn.load();
  openDialog(door.app, {
    title: WORDS.flows.pictureOf(plain(withoutLinks(planTitle(plan)), 100)),
    fill: (content) => {
      const place = placeOf(plan, step);
      if (place !== null)
        showLine(content, `${plain(place, 200)}: ${plain(withoutLinks(step?.text ?? ""), 200)}`);
      if ("why" in picture) showWarning(content, picture.why);
      else void MarkdownRenderer.render(door.app, picture.markdown, content.createDiv(), plan.path, drawn);
    },
    buttons: [],
    leave: WORDS.dialog.close,
    closed: () => drawn.unload(),
  });
}
