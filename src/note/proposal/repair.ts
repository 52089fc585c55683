/**
 * Properties and action blocks that YAML cannot read, put right where a known change does it and nothing else comes to
 * mean something else.
 */
import { capital } from "../../kit/text";
import { isActionFence, parseAction } from "../action/parse";
import { scanFlat } from "../../kit/scanFlat";
import { readFrontmatter } from "../../kit/frontmatter";
import { hasTooManyLines, indentOf, outdent, splitLines } from "../../kit/lines";
import { kindsOf } from "../../kit/markdown";
import { findCut, findStrayBlock } from "../plan/cut";
import { findItems, stateOf, STRAY_BLOCK } from "../plan/items";
import { parsePlan } from "../plan/parse";
import { type Draft, type NoteChange, openDraft } from "./proposal";

/** More mistakes than this in one note are not put right by rule. */
const MOST = 20;

export type Repair =
  | { readonly kind: "change"; readonly change: NoteChange }
  /** Why not, as the end of a sentence about the note. */
  | { readonly kind: "none"; readonly why: string };

/** One mistake after the other, until the properties can be read; a note in which one remains is not touched. */
export function repairNote(path: string, text: string): Repair {
  if (hasTooManyLines(text)) return { kind: "none", why: "has more than 50,000 lines" };
  const draft = openDraft(text);
  const said: string[] = [];
  for (let mistakes = 0; mistakes <= MOST; mistakes += 1) {
    const parsed = readFrontmatter(draft.lines());
    if (parsed.kind === "read") {
      said.push(...indentBlocks(draft, parsed.frontmatter.bodyFrom));
      const blocks = fixBlocks(draft, parsed.frontmatter.bodyFrom);
      const change = draft.change(path);
      if (change === null) return { kind: "none", why: blocks.left ?? "has readable properties already" };
      said.push(...blocks.said, ...(blocks.left === null ? [] : [`It still ${blocks.left}.`]));
      const altered = alteredLine(text, change, parsed.frontmatter.data);
      if (altered !== null)
        return {
          kind: "none",
          why: `needs you: the usual change would make line ${String(altered)} mean something else`,
        };
      const plan = parsePlan(path, change.text);
      // A plan that takes part again goes on as its status says; whoever agrees should know.
      const then =
        plan.kind === "plan" && parsePlan(path, text).kind !== "plan"
          ? [`It is then a plan with the status ${plan.plan.status}.`]
          : [];
      return { kind: "change", change: { ...change, said: [...said, ...then] } };
    }
    if (parsed.fix === null)
      return { kind: "none", why: `needs you in line ${String(parsed.line)}: ${parsed.why}` };
    said.push(sentence(parsed.why));
    draft.replace(parsed.fix.line - 1, parsed.fix.becomes);
  }
  return { kind: "none", why: `has more than ${String(MOST)} mistakes in its properties` };
}

/** Indents action blocks that a formatter moved to the margin, beneath the open steps that they belong to. */
function indentBlocks(draft: Draft, bodyFrom: number): readonly string[] {
  const said: string[] = [];
  for (let count = 0; count <= MOST; count += 1) {
    const lines = draft.lines();
    const items = findItems(lines, kindsOf(lines, bodyFrom), bodyFrom, lines.length);
    const stray = items.find((item) => item.mistake?.why === STRAY_BLOCK && stateOf(item) === "open");
    const block = stray === undefined ? null : findStrayBlock(lines, stray.line, stray.mistake?.line ?? 0);
    if (block === null) return said;
    for (const at of block.lines) draft.replace(at, [block.lead + (lines[at]?.text ?? "")]);
    said.push("The action block is not indented beneath the step.");
  }
  return said;
}

/**
 * Mends action blocks, one mistake after the other. A block in which a mistake remains, or whose step is over, stays as
 * it was. `left`: why, of the first block in which a mistake remains.
 */
function fixBlocks(
  draft: Draft,
  bodyFrom: number,
): { readonly said: readonly string[]; readonly left: string | null } {
  const lines = draft.lines();
  const kinds = kindsOf(lines, bodyFrom);
  const items = findItems(lines, kinds, bodyFrom, lines.length);
  const said: string[] = [];
  const edits: { readonly at: number; readonly becomes: readonly string[] }[] = [];
  let left: string | null = null;
  for (let open = bodyFrom; open < lines.length; open += 1) {
    if (kinds[open] !== "fence-open" || !isActionFence(lines[open]?.text ?? "")) continue;
    const owner = items.findLastIndex((item) => item.line < open);
    const item = items[owner];
    if (item?.beneath.includes(open) === true && stateOf(item) !== "open") continue;
    const indent = indentOf(lines[open]?.text ?? "");
    const end = kinds.findIndex((kind, at) => at > open && kind !== "fence");
    const cut =
      item?.beneath.includes(open) === true && kinds[end] === "fence-close"
        ? findCut(lines, kinds, { open, close: end }, items[owner + 1]?.line ?? lines.length)
        : null;
    if (cut !== null) {
      if (cut.whole === null) left ??= `needs you in line ${String(cut.line + 1)}: ${cut.why}`;
      else {
        const { close, mark } = cut.whole;
        for (const at of [open, close])
          edits.push({ at, becomes: [(lines[at]?.text ?? "").replace(/`{3,}|~{3,}/, mark)] });
        said.push(
          `A fence in the text ends the action block too early; with longer fences, the block continues to line ${String(close + 1)}.`,
        );
        open = close;
      }
      continue;
    }
    const texts = lines.slice(open + 1, end < 0 ? lines.length : end).map(({ text }) => text);
    const fixed = fixBlock(texts.map((text) => outdent(text, indent)));
    if (fixed.left !== null)
      left ??= `needs you in line ${String(open + 2 + fixed.left.line)}: ${fixed.left.why}`;
    else {
      for (const [at, becomes] of fixed.changed) {
        const text = texts[at] ?? "";
        const lead = text.slice(0, text.length - outdent(text, indent).length);
        edits.push({ at: open + 1 + at, becomes: becomes.map((each) => lead + each) });
      }
      said.push(...fixed.said);
    }
  }
  // From the last to the first, so that the lines above keep their numbers.
  for (const { at, becomes } of edits.reverse()) draft.replace(at, becomes);
  return { said, left };
}

interface FixedBlock {
  /** By index within the block. */
  readonly changed: ReadonlyMap<number, readonly string[]>;
  readonly said: readonly string[];
  readonly left: { readonly line: number; readonly why: string } | null;
}

function fixBlock(block: readonly string[]): FixedBlock {
  const rows = block.map((text): { now: readonly string[] } => ({ now: [text] }));
  const said: string[] = [];
  for (let mistakes = 0; mistakes <= MOST; mistakes += 1) {
    const lines = rows.flatMap(({ now }, at) => now.map((text, nth) => ({ text, at, nth })));
    const parsed = parseAction(lines.map(({ text }) => text).join("\n"));
    const changed = new Map(
      rows.flatMap(({ now }, at) => (now.length === 1 && now[0] === block[at] ? [] : [[at, now] as const])),
    );
    if (parsed.kind === "action") return { changed, said, left: null };
    // A person decides whether a line is removed.
    if (parsed.fix === undefined || parsed.fix.becomes.length === 0) return { changed, said, left: parsed };
    for (const { at, becomes } of [
      { at: parsed.fix.at, becomes: parsed.fix.becomes },
      ...(parsed.fix.also ?? []).map((each) => ({ at: each.at, becomes: [each.becomes] })),
    ]) {
      const place = lines[at];
      const row = place === undefined ? undefined : rows[place.at];
      if (place !== undefined && row !== undefined)
        row.now = row.now.flatMap((text, nth) => (nth === place.nth ? becomes : [text]));
    }
    said.push(sentence(parsed.why));
  }
  return {
    changed: new Map(),
    said,
    left: { line: 0, why: `the block has more than ${String(MOST)} mistakes` },
  };
}

/** Without what to write: the preview shows that. */
function sentence(why: string): string {
  return `${capital(why.split(/; write:? /)[0] ?? "")}.`;
}

/**
 * The first plain line that is not shown and whose value has changed all the same; text that now goes on below it is
 * shown there.
 */
function alteredLine(
  text: string,
  { lines: shown }: NoteChange,
  data: Readonly<Record<string, unknown>>,
): number | null {
  const changed = new Map(shown.map((each) => [each.line, each.becomes]));
  const lines = splitLines(text);
  for (let at = 1; at < lines.length && !/^---/.test(lines[at]?.text ?? ""); at += 1) {
    const plain = changed.has(at + 1) ? null : scanFlat([lines[at]?.text ?? ""]);
    const [key] = Object.keys(plain ?? {});
    const goesOn = changed.get(at + 2)?.[0]?.startsWith("  ") === true;
    if (plain !== null && key !== undefined && !goesOn && data[key] !== plain[key] && plain[key] !== null)
      return at + 1;
  }
  return null;
}
