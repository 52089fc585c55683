/**
 * Notes of ours while they are edited in live preview: the marks of steps behind their lines, and what is for
 * Planwright alone out of sight, except on lines where the cursor is. The text is not touched; source mode shows it.
 */
import { StateEffect, type EditorState, type Extension, type Range, type Text } from "@codemirror/state";
import {
  Decoration,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from "@codemirror/view";
import { editorInfoField, editorLivePreviewField } from "obsidian";
import { SECOND } from "../../../kit/dates";
import { readFrontmatter } from "../../../kit/frontmatter";
import { splitLines } from "../../../kit/lines";
import { kindsOf, type LineKind } from "../../../kit/markdown";
import { remember } from "../../../kit/remember";
import { parseEntry } from "../../../note/plan/parseLog";
import { gatedSteps, type StepMark } from "../../../overview/mission/stepMarks";
import type { EngineClient } from "../engineClient";
import { requestAt } from "../requests";
import { drawMark, markKey, tickMark } from "./stepMark";

const looked = StateEffect.define();

export class LivePreview {
  readonly extension: Extension;
  readonly #open = new Map<EditorView, string>();

  constructor(private readonly client: EngineClient) {
    const open = this.#open;
    this.extension = ViewPlugin.define(
      (view) => {
        open.set(view, "");
        return {
          shown: decorate(view.state, view.visibleRanges, client),
          update({
            docChanged,
            viewportChanged,
            selectionSet,
            transactions,
            startState,
            state,
          }: ViewUpdate): void {
            const isNew =
              docChanged ||
              viewportChanged ||
              selectionSet ||
              isLive(startState) !== isLive(state) ||
              transactions.some(({ effects }) => effects.some((each) => each.is(looked)));
            if (isNew) this.shown = decorate(state, view.visibleRanges, client);
          },
          destroy: () => void open.delete(view),
        };
      },
      { decorations: ({ shown }: { readonly shown: DecorationSet }) => shown },
    );
  }

  /** Called after every look, and each second while something is about to go out. */
  show(): void {
    for (const [view, before] of this.#open) {
      const shows = JSON.stringify(
        marksIn(view.state, this.client).map((mark) => [markKey(mark), secondsTo(mark, this.client)]),
      );
      if (shows === before) continue;
      this.#open.set(view, shows);
      view.dispatch({ effects: looked.of(null) });
    }
  }
}

function isLive(state: EditorState): boolean {
  return state.field(editorLivePreviewField, false) === true;
}

function pathIn(state: EditorState): string {
  return state.field(editorInfoField, false)?.file?.path ?? "";
}

function marksIn(state: EditorState, client: EngineClient): readonly StepMark[] {
  const world = isLive(state) ? client.world() : null;
  return world === null ? [] : gatedSteps(pathIn(state), world).flatMap(({ mark }) => mark ?? []);
}

type Spans = readonly { readonly from: number; readonly to: number }[];

/** For the lines in `spans`; nothing where the note is none of ours. */
export function decorate(state: EditorState, spans: Spans, client: EngineClient): DecorationSet {
  const world = isLive(state) ? client.world() : null;
  if (world === null) return Decoration.none;
  const path = pathIn(state);
  const isPlan = world.planIndex.at(path) !== null;
  const isRequest = !isPlan && requestAt(world, path) !== null;
  if (!isPlan && !isRequest) return Decoration.none;
  const marks = marksIn(state, client);
  const found: Range<Decoration>[] = [];
  let seen = 0;
  for (const { from, to } of spans)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      at = line.to + 1;
      // A line that is too long to be drawn whole is in two spans.
      if (line.number <= seen) continue;
      seen = line.number;
      const mark = marks.find(({ step }) =>
        step.id === null
          ? line.number === step.line + 1 && line.text.includes(step.text)
          : line.text.trimEnd().endsWith(` ^${step.id}`),
      );
      const isTouched = state.selection.ranges.some((each) => each.from <= line.to && each.to >= line.from);
      const [begin, end] = isTouched ? [0, 0] : unseen(line.text, isPlan);
      if (mark === undefined && begin === end) continue;
      // Words in a block may go out, whatever they look like.
      const kind = kindsIn(state.doc)[line.number - 1];
      if (isPlan ? kind !== "prose" : kind === "fence") continue;
      if (begin < end) found.push(Decoration.replace({}).range(line.from + begin, line.from + end));
      if (mark !== undefined)
        found.push(Decoration.widget({ widget: new MarkWidget(mark, client), side: 1 }).range(line.to));
    }
  return Decoration.set(found, true);
}

/** Where in a line Planwright alone has something to read: the id of a step, the bracket of a log, a seal. */
function unseen(text: string, isPlan: boolean): readonly [begin: number, end: number] {
  const end = text.trimEnd().length;
  const id = /\s\^[sfq]-[\w-]+\s*$/.exec(text);
  if (isPlan && id !== null) return [id.index, end];
  if (isPlan) {
    const bracket = parseEntry(text)?.mark == null ? null : / \([^()]*\)\s*$/.exec(text);
    return bracket === null ? [0, 0] : [bracket.index, end];
  }
  return /^seal: \S{40,}$/.test(text.trimEnd()) ? ["seal: ".length, end] : [0, 0];
}

/** By the index of a line; worked out once for each text. */
const kindsIn = remember((doc: Text): readonly LineKind[] => {
  const lines = splitLines(doc.toString());
  const front = readFrontmatter(lines);
  return kindsOf(lines, front.kind === "read" ? front.frontmatter.bodyFrom : 0);
});

function secondsTo({ at }: StepMark, client: EngineClient): number {
  return at === null ? 0 : Math.ceil((at - client.now()) / SECOND);
}

class MarkWidget extends WidgetType {
  readonly #seconds: number;

  constructor(
    private readonly mark: StepMark,
    private readonly client: EngineClient,
  ) {
    super();
    this.#seconds = secondsTo(mark, client);
  }

  override eq(other: MarkWidget): boolean {
    return markKey(other.mark) === markKey(this.mark) && other.#seconds === this.#seconds;
  }

  override toDOM({ dom }: EditorView): HTMLElement {
    const el = drawMark(dom, this.mark, this.client);
    el.remove();
    el.dataset["key"] = markKey(this.mark);
    return el;
  }

  override updateDOM(dom: HTMLElement): boolean {
    if (dom.dataset["key"] !== markKey(this.mark)) return false;
    tickMark(dom, this.mark, this.client.now());
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
