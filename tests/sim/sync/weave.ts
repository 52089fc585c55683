/** Three-way merges of text, as sync products make them. */
import { diff3MergeRegions, diffComm } from "node-diff3";

export interface Merged {
  readonly text: string;
  /** False when both sides changed the same lines, or lines that touch. */
  readonly clean: boolean;
}

/** Git's merge with its default style: changes of both sides, and where they meet, both between markers. */
export function mergeWithMarkers(
  base: string,
  ours: string,
  theirs: string,
  labels: { readonly ours: string; readonly theirs: string },
): Merged {
  const pieces = joined(
    merge(linesOf(base), linesOf(ours), linesOf(theirs)).flatMap((piece) =>
      piece.kind === "both" ? refined(piece) : [piece],
    ),
  );
  const text = pieces.map((piece) => {
    if (piece.kind === "agreed") return piece.lines.join("");
    return `<<<<<<< ${labels.ours}\n${closed(piece.ours)}=======\n${closed(piece.theirs)}>>>>>>> ${labels.theirs}\n`;
  });
  return { text: text.join(""), clean: pieces.every((piece) => piece.kind === "agreed") };
}

/**
 * Obsidian Sync's merge of Markdown at its simplest: where both changed, first one side's lines, then the other's. No
 * markers.
 */
export function mergeByLine(base: string, ours: string, theirs: string): string {
  return woven(
    merge(linesOf(base), linesOf(ours), linesOf(theirs)),
    (piece) => closed(piece.ours) + piece.theirs.join(""),
  );
}

/** The same where it goes wrong: within lines that both changed, letters of both edits are mixed. */
export function mergeByLetter(base: string, ours: string, theirs: string): string {
  return woven(merge(linesOf(base), linesOf(ours), linesOf(theirs)), (piece) => {
    const sides = [piece.base, piece.ours, piece.theirs].map((lines) => [...lines.join("")]);
    const [before = [], mine = [], other = []] = sides;
    // A longest common subsequence of letters costs the product of the lengths.
    if (sides.some((side) => side.length > LETTERS)) return closed(piece.ours) + piece.theirs.join("");
    return woven(merge(before, mine, other), (inner) => inner.ours.join("") + inner.theirs.join(""));
  });
}

/** Share of the lines of the longer text that both hold, by bytes. 1 for equal texts. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return 0;
  const counts = new Map<string, number>();
  for (const line of linesOf(one)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of linesOf(other)) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    common += line.length;
  }
  return common / longer;
}

const LETTERS = 2_000;

/** `changed` when one side alone, or both alike, brought the lines. */
type Agreed = { readonly kind: "agreed"; readonly lines: readonly string[]; readonly changed: boolean };
type Both = {
  readonly kind: "both";
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
};
type Piece = Agreed | Both;

/** Lines with their ends, so that a missing last line end is a difference. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return [...lines.map((line) => `${line}\n`), ...(last === "" ? [] : [last])];
}

function closed(lines: readonly string[]): string {
  const text = lines.join("");
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function woven(pieces: readonly Piece[], both: (piece: Both) => string): string {
  return pieces.map((piece) => (piece.kind === "agreed" ? piece.lines.join("") : both(piece))).join("");
}

function merge(base: string[], ours: string[], theirs: string[]): Piece[] {
  return diff3MergeRegions(ours, base, theirs).map((region): Piece => {
    if (region.stable) return { kind: "agreed", lines: region.bufferContent, changed: region.buffer !== "o" };
    const { aContent, oContent, bContent } = region;
    return same(aContent, bContent)
      ? { kind: "agreed", lines: aContent, changed: true }
      : { kind: "both", base: oContent, ours: aContent, theirs: bContent };
  });
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}

/** Lines equal on both sides of a conflict are no part of it. */
function refined(piece: Both): Piece[] {
  if (piece.ours.length === 0 || piece.theirs.length === 0) return [piece];
  return diffComm([...piece.ours], [...piece.theirs]).map((part): Piece =>
    part.common === undefined
      ? { kind: "both", base: [], ours: part.buffer1, theirs: part.buffer2 }
      : { kind: "agreed", lines: part.common, changed: false },
  );
}

/** Conflicts with three lines or fewer between them are one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    const before = found.at(-2);
    if (piece.kind === "agreed" && last?.kind === "agreed" && piece.changed === last.changed) {
      found.splice(-1, 1, { ...last, lines: [...last.lines, ...piece.lines] });
    } else if (
      piece.kind === "both" &&
      last?.kind === "agreed" &&
      !last.changed &&
      last.lines.length <= 3 &&
      before?.kind === "both"
    ) {
      found.splice(-2, 2, {
        kind: "both",
        base: [],
        ours: [...before.ours, ...last.lines, ...piece.ours],
        theirs: [...before.theirs, ...last.lines, ...piece.theirs],
      });
    } else {
      found.push(piece);
    }
  }
  return found;
}
