/**
 * The sealed content: everything a person can read in the note, but for white space, the order and form of properties,
 * the seal itself, the box "I did it" with its line, the target of the link to the plan, and the words under "Your
 * note". The action block is covered twice: by its meaning, character for character, and as it is written, so that no
 * remark within it passes for a part of what was asked. A second action block under "Your note" is no remark.
 *
 * The seal stands in a comment right before "Your note", out of the way of what a person reads.
 */
import { canonicalAction } from "../../note/action/render";
import type { Action } from "../../note/action/action";
import { isActionFence, parseAction } from "../../note/action/parse";
import { besideValues, readFrontmatter } from "../../kit/frontmatter";
import { hashText } from "../../kit/hash";
import { canonical, toJson } from "../../kit/json";
import { hasTooManyLines, splitLines, type Line } from "../../kit/lines";
import { kindsOf, type LineKind } from "../../kit/markdown";
import { nameOf } from "../../kit/path";
import { escapeMarkdown } from "../../kit/text";
import { isTicked, readTick, wordsBehind, type Tick } from "../../kit/checkbox";
import type { Remarks } from "./request";
import { readSeal, type Seal } from "./seal";

export interface RequestContent {
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether it is genuine is asked elsewhere (seal.ts). Null where the note has none. */
  readonly seal: Seal | null;
  /** Null when the block cannot be read as an action. */
  readonly action: Action | null;
  readonly remarks: Remarks;
  readonly hash: string;
}

export const DID_IT = "I did it";
const NOTE = /^ {0,3}##[ \t]+Your note[ \t]*$/i;

/** Null when the note cannot be read as one: no frontmatter, no closed block before "Your note". */
export function readContent(text: string): RequestContent | null {
  if (hasTooManyLines(text)) return null;
  const lines = splitLines(text);
  const reading = readFrontmatter(lines);
  if (reading.kind === "broken" || reading.frontmatter.bodyFrom === 0) return null;
  const { data, bodyFrom } = reading.frontmatter;
  const kinds = kindsOf(lines, bodyFrom);
  const noteAt = lines.findIndex((line, at) => kinds[at] === "prose" && NOTE.test(line.text));
  const blocks = lines.flatMap((line, at) =>
    kinds[at] === "fence-open" && isActionFence(line.text) ? [at] : [],
  );
  const open = blocks[0] ?? -1;
  const close = kinds.findIndex((kind, at) => at > open && kind !== "fence");
  if (noteAt < 0 || open < 0 || open > noteAt || kinds[close] !== "fence-close") return null;
  const properties = toJson(data);
  if (properties === null) return null;
  const comment = sealComment(lines, kinds, noteAt);
  const seal = comment === null ? null : readSeal(comment.seal);
  const parsed = parseAction(
    lines
      .slice(open + 1, close)
      .map((line) => line.text)
      .join("\n"),
  );
  const action = parsed.kind === "action" ? parsed.action : null;
  const boxAt = (at: number): Tick | null => {
    const tick = kinds[at] === "prose" ? readTick(lines[at]?.text ?? "") : null;
    const words = tick === null ? null : wordsBehind(tick.label, DID_IT);
    // Words behind a mark are the person’s; in an open box they change what is asked.
    return words === "" || (words !== null && tick?.mark !== "") ? tick : null;
  };
  const body = lines.slice(bodyFrom, comment?.from ?? noteAt);
  const around = body
    .map((line, at) => withoutTarget(fold(boxAt(bodyFrom + at) === null ? line.text : `- [ ] ${DID_IT}`)))
    .filter((line) => line !== "");
  const hash = hashText(
    canonical([
      properties.value,
      besideValues(lines, bodyFrom).map(fold),
      action === null ? null : canonicalAction(action),
      around,
      blocks.filter((at) => at > noteAt).length,
    ]),
  );
  const boxes = body.flatMap((_line, at) => boxAt(bodyFrom + at) ?? []);
  const isYes = (tick: Tick): boolean => isTicked(tick) && wordsBehind(tick.label, DID_IT) === "";
  const odd = boxes.find((tick) => tick.mark !== "" && !isYes(tick));
  const note = lines
    .slice(noteAt + 1)
    .map((line) => line.text)
    .join("\n")
    .trim();
  return {
    data,
    seal,
    action,
    remarks: {
      note,
      didIt: boxes.some(isYes),
      ...(odd === undefined ? {} : { oddBox: `[${odd.mark}] ${odd.label}` }),
    },
    hash,
  };
}

interface SealComment {
  /** Index of its first line. */
  readonly from: number;
  readonly seal: string;
}

/** A comment of its own: `%%`, `seal: …`, `%%`, with nothing but white space between it and the heading. */
function sealComment(lines: readonly Line[], kinds: readonly LineKind[], noteAt: number): SealComment | null {
  const last: number[] = [];
  for (let at = noteAt - 1; at >= 0 && last.length < 3; at -= 1)
    if (lines[at]?.text.trim() !== "") last.unshift(at);
  const [open = "", sealed = "", close = ""] = last.map((at) => lines[at]?.text.trim() ?? "");
  const seal = /^seal:[ \t]*(\S+)$/.exec(sealed)?.[1];
  const [from] = last;
  return from === undefined ||
    seal === undefined ||
    open !== "%%" ||
    close !== "%%" ||
    kinds[from] !== "comment"
    ? null
    : { from, seal };
}

/** The note with the comment for its seal filled in. */
export function putSeal(unsealed: string, seal: string): string {
  const at = unsealed.lastIndexOf(NO_SEAL);
  return at < 0
    ? unsealed
    : `${unsealed.slice(0, at)}%%\nseal: ${seal}\n%%${unsealed.slice(at + NO_SEAL.length)}`;
}

export const NO_SEAL = "%%\nseal: none\n%%";

/**
 * The lines around the action block and before "Your note", properties included; without white space, and without the
 * seal.
 */
export function linesAround(text: string): string[] {
  const lines = splitLines(text);
  const reading = readFrontmatter(lines);
  const kinds = kindsOf(lines, reading.kind === "read" ? reading.frontmatter.bodyFrom : 0);
  const noteAt = lines.findIndex((line, at) => kinds[at] === "prose" && NOTE.test(line.text));
  const isAround = (at: number): boolean =>
    kinds[at] === "frontmatter" || kinds[at] === "prose" || kinds[at] === "comment";
  const end = noteAt < 0 ? lines.length : noteAt;
  return lines
    .slice(0, sealComment(lines, kinds, end)?.from ?? end)
    .flatMap((line, at) => (isAround(at) ? [withoutTarget(fold(line.text))] : []))
    .filter((line) => line !== "");
}

function fold(text: string): string {
  return text.replace(/[ \t]+/g, " ").trim();
}

/**
 * Obsidian writes the new name into the link when a plan is renamed, and leaves the words behind the bar away where
 * they are its name.
 */
function withoutTarget(line: string): string {
  return line.replace(
    /^(Step \d+ of \d+ of )\[\[([^[\]|#]+)(?:\|([^[\]|]*))?\]\](?=: )/,
    (_link, lead: string, target: string, label?: string) =>
      lead + (label ?? escapeMarkdown(nameOf(target), 120)),
  );
}

export function contentHash(text: string): string | null {
  const content = readContent(text);
  return content?.action == null ? null : content.hash;
}
