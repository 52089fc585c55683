/** The icon at the side of the app, with how much needs the person. */
import type { World } from "../../rules/world";
import { countAsked } from "../../views/mission/cards";
import { WORDS } from "../words";

export class MissionRibbon {
  readonly #badge: HTMLElement;

  constructor(private readonly el: HTMLElement) {
    el.addClass("planwright-ribbon");
    this.#badge = el.createSpan({ cls: "planwright-badge", attr: { "aria-hidden": "true" } });
    this.#badge.hide();
  }

  show(world: World): void {
    const asked = countAsked(world);
    this.#badge.toggle(asked > 0);
    this.#badge.setText(asked > 99 ? "99+" : String(asked));
    this.el.setAttribute("aria-label", WORDS.mission.ribbon(asked));
  }
}
