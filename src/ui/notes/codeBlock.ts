/**
 * A `planwright` code block in any note: a plan, named by a link, its path, its title or its id, or, where it names
 * none, everything that needs the person. It shows the last look and changes nothing in the note.
 */
import { MarkdownRenderChild, type MarkdownPostProcessorContext } from "obsidian";
import type { Card } from "../../catalog/card";
import { plain } from "../../kit/text";
import type { World } from "../../rules/world";
import { cardsOf, type NeedCard } from "../../views/mission/cards";
import { tellPlan, type CurrentPlan } from "../../views/mission/mission";
import { planState, withoutLinks } from "../../views/titles";
import type { EngineClient } from "../engineClient";
import { cardList } from "../mission/card";
import { drawPlan } from "../mission/currentPlan";
import { KeyedList } from "../mission/keyedList";
import { WORDS } from "../words";
import { readBlock } from "./blockText";

export class CodeBlocks {
  readonly #open = new Set<Block>();

  constructor(private readonly client: EngineClient) {}

  readonly render = (source: string, el: HTMLElement, context: MarkdownPostProcessorContext): void => {
    context.addChild(new Block(el, { source, from: context.sourcePath }, this.client, this.#open));
  };

  show(): void {
    for (const block of this.#open) block.show();
  }
}

class Block extends MarkdownRenderChild {
  readonly #line: HTMLElement;
  readonly #cards: KeyedList<NeedCard>;
  readonly #plans: KeyedList<CurrentPlan>;

  constructor(
    el: HTMLElement,
    private readonly asked: { readonly source: string; readonly from: string },
    private readonly client: EngineClient,
    private readonly open: Set<Block>,
  ) {
    super(el);
    el.addClass("planwright-block");
    this.#line = el.createDiv({ cls: "planwright-muted" });
    this.#cards = cardList(el.createDiv(), client);
    this.#plans = new KeyedList(el.createDiv(), {
      keyOf: ({ path }) => path,
      dataOf: (each) => each,
      draw: (at, each) => drawPlan(at, each, client),
      cls: "planwright-plan",
    });
  }

  override onload(): void {
    this.open.add(this);
    this.show();
  }

  override onunload(): void {
    this.open.delete(this);
  }

  show(): void {
    const world = this.client.world();
    if (world === null) return this.#draw(WORDS.starting);
    const { source, from } = this.asked;
    const found = readBlock(
      source,
      world.catalog,
      (link) => this.client.app.metadataCache.getFirstLinkpathDest(link, from)?.path ?? null,
    );
    if (found.kind === "needs") this.#drawNeeds(world);
    else if (found.kind === "fault") this.#draw(found.says);
    else this.#drawPlan(world, found.card);
  }

  #drawNeeds(world: World): void {
    const { asking, asked } = cardsOf(world);
    this.#draw(asked === 0 ? WORDS.notes.nothing : WORDS.notes.needs(asked), asking);
  }

  #drawPlan(world: World, card: Card): void {
    const view = world.plans.find((each) => each.plan.path === card.path);
    if (view !== undefined) {
      const looking = { jobs: [], now: this.client.now(), hindrances: this.client.device.hindrances() };
      this.#draw("", [], [{ ...tellPlan(view, world, looking, cardsOf(world)), agent: null }]);
    } else {
      const { title, finished, total } = card;
      this.#draw(WORDS.notes.plan(plain(withoutLinks(title), 120), planState(card, null), finished, total));
    }
  }

  #draw(line: string, cards: readonly NeedCard[] = [], plans: readonly CurrentPlan[] = []): void {
    this.#line.setText(line);
    this.#cards.show(cards);
    this.#plans.show(plans);
  }
}
