/**
 * A `planwright` code block in any note: a plan, named by a link, its path, its title or its id, or, where it names none, all that needs the
 * person. It shows the last look and changes nothing in the note.
 */
import { MarkdownRenderChild, type MarkdownPostProcessorContext } from "obsidian";
import { plain } from "../../kit/text";
import type { World } from "../../rules/world";
import { cardsOf } from "../../views/mission/cards";
import { tellPlan } from "../../views/mission/mission";
import type { Door } from "../door";
import { ageCard, drawCard } from "../mission/card";
import { drawPlan } from "../mission/currentPlan";
import { WORDS } from "../words";

export class CodeBlocks {
  readonly #open = new Set<Block>();

  constructor(private readonly door: Door) {}

  readonly render = (source: string, el: HTMLElement, context: MarkdownPostProcessorContext): void => {
    context.addChild(new Block(el, { source, from: context.sourcePath }, this.door, this.#open));
  };

  show(): void {
    for (const block of this.#open) block.show();
  }
}

class Block extends MarkdownRenderChild {
  #shows = "";

  constructor(
    el: HTMLElement,
    private readonly asked: { readonly source: string; readonly from: string },
    private readonly door: Door,
    private readonly open: Set<Block>,
  ) {
    super(el);
    el.addClass("planwright-block");
  }

  override onload(): void {
    this.open.add(this);
    this.show();
  }

  override onunload(): void {
    this.open.delete(this);
  }

  show(): void {
    const { door, containerEl: el } = this;
    const world = door.world();
    const name = this.asked.source.trim();
    const draw =
      world === null
        ? told(WORDS.starting)
        : name === ""
          ? needs(world, door)
          : plan(this.#find(name), name, world, door);
    if (draw.shows === this.#shows) return;
    this.#shows = draw.shows;
    el.empty();
    draw.on(el);
  }

  #find(name: string): string | null {
    const { door } = this;
    const world = door.world();
    const linked = name
      .replace(/^\[\[|\]\]$/g, "")
      .replace(/[|#].*$/s, "")
      .trim();
    const file = door.app.metadataCache.getFirstLinkpathDest(linked, this.asked.from);
    if (file !== null) return file.path;
    const wanted = linked.toLowerCase();
    const found = world?.plans.find(
      ({ plan: each }) =>
        each.taskId.toLowerCase() === wanted ||
        world.catalog.at(each.path)?.title.toLowerCase() === wanted ||
        each.path.toLowerCase() === wanted,
    );
    return found?.plan.path ?? null;
  }
}

interface Drawing {
  /** Another text means another drawing. */
  readonly shows: string;
  readonly on: (el: HTMLElement) => void;
}

function told(words: string): Drawing {
  return { shows: words, on: (el) => el.createDiv({ cls: "planwright-muted", text: words }) };
}

function needs(world: World, door: Door): Drawing {
  const { asking, asked } = cardsOf(world);
  if (asked === 0) return told(WORDS.notes.nothing);
  return {
    shows: JSON.stringify(asking),
    on: (el) => {
      el.createDiv({ cls: "planwright-muted", text: WORDS.notes.needs(asked) });
      for (const card of asking) {
        const at = el.createDiv({ cls: "planwright-card" });
        drawCard(at, card, door);
        ageCard(at, card, door.now());
      }
    },
  };
}

function plan(path: string | null, name: string, world: World, door: Door): Drawing {
  const view = world.plans.find((each) => each.plan.path === path);
  if (view === undefined) return told(WORDS.notes.noPlan(plain(name, 120)));
  const looking = { errands: [], now: door.now(), hindrances: [] };
  const { agent: _agent, ...current } = tellPlan(view, world, looking, cardsOf(world));
  return {
    shows: JSON.stringify(current),
    on: (el) => drawPlan(el.createDiv({ cls: "planwright-plan" }), { ...current, agent: null }, door),
  };
}
