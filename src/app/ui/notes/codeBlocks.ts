/**
 * A `planwright` code block in any note: a plan, named by a link, its path, its title or its id, or, where it names
 * none, everything that needs the person. It shows the last look and changes nothing in the note.
 */
import { type MarkdownPostProcessorContext, MarkdownRenderChild } from "obsidian";
import type { PlanSummary } from "../../../note/index/summary";
import { escapeLine } from "../../../kit/text";
import type { World } from "../../../rules/world";
import { inboxOf, type InboxRow } from "../../../overview/inbox/inboxOf";
import { countAsked } from "../../../overview/mission/cards";
import { type CurrentPlan, tellPlan } from "../../../overview/mission/mission";
import { planState, withoutLinks } from "../../../overview/titles";
import type { EngineClient } from "../engineClient";
import { cardList } from "../mission/card";
import { drawPlan } from "../mission/currentPlan";
import { KeyedList } from "../mission/keyedList";
import { WORDS } from "../words";
import type { PlanIndex } from "../../../note/index/planIndex";
import { planKey } from "../../../kit/ids";
import { nearest } from "../../../kit/nearest";
import { nameOf } from "../../../kit/path";

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
  readonly #cards: KeyedList<InboxRow>;
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
      world.planIndex,
      (link) => this.client.app.metadataCache.getFirstLinkpathDest(link, from)?.path ?? null,
    );
    if (found.kind === "needs") this.#drawNeeds(world);
    else if (found.kind === "fault") this.#draw(found.says);
    else this.#drawPlan(world, found.summary);
  }

  #drawNeeds(world: World): void {
    const asked = countAsked(world);
    const rows = inboxOf(world, "needs").slice(0, MOST);
    this.#draw(asked === 0 ? WORDS.notes.nothing : WORDS.notes.needs(asked), rows);
  }

  #drawPlan(world: World, summary: PlanSummary): void {
    const view = world.plans.find((each) => each.plan.path === summary.path);
    if (view !== undefined) {
      const looking = { jobs: [], now: this.client.now(), hindrances: this.client.device.hindrances() };
      this.#draw("", [], [{ ...tellPlan(view, world, looking), agent: null }]);
    } else {
      const { title, finished, total } = summary;
      this.#draw(
        WORDS.notes.plan(escapeLine(withoutLinks(title), 120), planState(summary, null), finished, total),
      );
    }
  }

  #draw(line: string, cards: readonly InboxRow[] = [], plans: readonly CurrentPlan[] = []): void {
    this.#line.setText(line);
    this.#cards.show(cards);
    this.#plans.show(plans);
  }
}

const { notes: words } = WORDS;

/** Rows of the inbox that a note shows; the line above them counts all. */
const MOST = 50;

/** Characters of a name that are read, and that are shown. */
const LONGEST = 120;
/** Plans of one title that are named. */
const NAMED = 3;

type BlockText =
  | { readonly kind: "needs" }
  | { readonly kind: "plan"; readonly summary: PlanSummary }
  /** `says` is harmless text. */
  | { readonly kind: "fault"; readonly says: string };

/** `noteAt` answers the path of the note a link leads to, or null. */
function readBlock(source: string, planIndex: PlanIndex, noteAt: (link: string) => string | null): BlockText {
  const lines = source.split(/\r?\n/).filter((line) => line.trim() !== "");
  const name = (lines[0] ?? "").trim();
  if (name === "") return { kind: "needs" };
  if (lines.length > 1) return { kind: "fault", says: words.severalLines(lines.length) };
  const found = find(name, planIndex, noteAt);
  if (found.length === 1 && found[0] !== undefined) return { kind: "plan", summary: found[0] };
  return { kind: "fault", says: whyNot(name, found, planIndex, noteAt) };
}

function find(
  name: string,
  planIndex: PlanIndex,
  noteAt: (link: string) => string | null,
): readonly PlanSummary[] {
  const linked = targetOf(name);
  const path = noteAt(linked);
  const summary = (path === null ? null : planIndex.at(path)) ?? planIndex.home(planKey(linked));
  if (summary !== null) return [summary];
  const wanted = linked.toLowerCase();
  return [...planIndex.all()].filter(({ title }) =>
    [title, withoutLinks(title)].some((each) => each.toLowerCase() === wanted),
  );
}

function whyNot(
  name: string,
  found: readonly PlanSummary[],
  planIndex: PlanIndex,
  noteAt: (link: string) => string | null,
): string {
  const shown = escapeLine(targetOf(name), LONGEST);
  if (found.length > 1) {
    const links = found
      .slice(0, NAMED)
      .map(({ path }) => `[[${escapeLine(path.replace(/\.md$/i, ""), LONGEST)}]]`);
    return words.titleOfSeveral(found.length, shown, links);
  }
  const [, word, rest = ""] = /^([\p{L}_ -]{1,20}[:=])\s*(\S.*)$/u.exec(name) ?? [];
  if (word !== undefined && find(rest, planIndex, noteAt).length > 0)
    return words.nameAlone(escapeLine(rest, LONGEST), escapeLine(word, LONGEST));
  if (noteAt(targetOf(name)) !== null) return words.otherNote(shown);
  const names = [...planIndex.all()].flatMap(({ taskId, path, title }) => [
    nameOf(path).replace(/\.md$/i, ""),
    taskId,
    withoutLinks(title),
  ]);
  const near = nearest(targetOf(name).slice(0, LONGEST), names);
  return words.noPlan(shown, near === null ? null : escapeLine(near, LONGEST));
}

/** The note that a link names; anything else as it is, since a title may have signs of a link. */
function targetOf(name: string): string {
  const link = /^\[\[([^|#]*).*\]\]$/.exec(name);
  return (link?.[1] ?? name).trim();
}
