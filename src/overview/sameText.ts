/**
 * Requests whose texts are the same but for some places: the common text once, and a table of all that differs.
 * Exact: the text filled in with the values of a row is the text of that request, letter for letter; where that does
 * not hold, requests are not alike.
 */
import { isReceivers } from "../note/action/kinds";
import { commonWords } from "../note/action/differ";
import type { RequestView } from "../approval/view";
import { canonical } from "../kit/json";
import { remember } from "../kit/remember";
import type { World } from "../rules/world";
import { wordsToConfirm } from "../approval/confirming";
import { linesOf, textOf, type Sheet, type SheetLine } from "../approval/request/sheet";
import { decisionOf, sheetOfRequest, type Decision } from "./review";

/** The texts of one request, by name of the argument. */
export interface Texts {
  /** Requests of another shape are never alike: type, tool, and the arguments that there are. */
  readonly shape: string;
  readonly texts: ReadonlyMap<string, string>;
}

/** A run of text that all of them have, or the place of a column. */
export type Part = string | number;

export interface Alike {
  /** By name of the argument. */
  readonly common: ReadonlyMap<string, readonly Part[]>;
  readonly columns: readonly Column[];
  /** One a request, in their order; one value a column. */
  readonly rows: readonly (readonly string[])[];
}

export interface Column {
  /** The argument that differs as a whole; null for a place within a text. */
  readonly argument: string | null;
}

/** A longer value is no place in a common text, and a table with more columns is harder to read than the requests. */
const MOST_LETTERS = 160;
const MOST_COLUMNS = 8;
/** Of all letters, so many have to be common, and no fewer than these in all. */
const COMMON_SHARE = 0.5;
const LEAST_COMMON = 24;

/** The shape of a request and its texts, by which requests are compared. */
export function textsOf(
  { type, identity }: Pick<RequestView, "type" | "identity">,
  shown: readonly Pick<SheetLine, "name" | "value">[],
): Texts {
  const route = identity?.route ?? null;
  return {
    shape: canonical([
      type,
      route === null ? null : [route.server, route.tool],
      ...shown.map(({ name, value }) => [name, typeof value]),
    ]),
    texts: new Map(shown.map(({ name, value }) => [name, textOf(value)])),
  };
}

/** All of them as one; null where they are not alike. */
export function alike(all: readonly Texts[]): Alike | null {
  const [first] = all;
  if (first === undefined || all.length < 2 || all.some(({ shape }) => shape !== first.shape)) return null;
  const columns: Column[] = [];
  const values: string[][] = [];
  const columnOf = (argument: string | null, column: readonly string[]): number => {
    const known = values.findIndex((each, at) => columns[at]?.argument === argument && isSame(each, column));
    if (known >= 0) return known;
    columns.push({ argument });
    return values.push([...column]) - 1;
  };
  const common = new Map<string, readonly Part[]>();
  let [same, whole] = [0, 0];
  for (const name of first.texts.keys()) {
    const texts = all.map((each) => each.texts.get(name) ?? "");
    const parts = partsOf(texts);
    const isWhole = parts.every((part) => typeof part !== "string");
    common.set(
      name,
      parts.map((part) => (typeof part === "string" ? part : columnOf(isWhole ? name : null, part))),
    );
    // A value that differs as a whole, such as an address, says nothing about the likeness of the texts.
    if (!isWhole) whole += Math.max(...texts.map((text) => text.length));
    same += parts.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 0), 0);
  }
  const isTable = columns.length <= MOST_COLUMNS && values.flat().every((each) => isCell(each));
  if (!isTable || same < LEAST_COMMON || same < whole * COMMON_SHARE) return null;
  const rows = all.map((_each, at) => values.map((column) => column[at] ?? ""));
  const found = { common, columns, rows };
  return all.every((each, at) => isRefilled(found, at, each)) ? found : null;
}

/** Places in the list: those that are alike together, where the first of them is; every other alone. */
export function alikeGroups(all: readonly Texts[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  all.forEach((each, at) => {
    const group = groups.find(([first = -1]) => {
      const other = all[first];
      return other?.shape === each.shape && likenessTo(other)(each);
    });
    if (group === undefined) groups.push([at]);
    else group.push(at);
  });
  return groups.flatMap((members) =>
    members.length < 3 || alike(members.flatMap((at) => all[at] ?? [])) !== null
      ? [members]
      : members.map((at) => [at]),
  );
}

/** Every look asks of all pairs, of which nearly all were there before. */
const likenessTo = remember((one: Texts) =>
  remember((other: Texts) => mayBeAlike(one, other) && alike([one, other]) !== null),
);

/** Letters of each word, by name of the argument. Whatever order they stand in, two texts share no more than these. */
const lettersOf = remember(({ texts }: Texts): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const letters = new Map<string, Map<string, number>>();
  for (const [name, text] of texts) {
    const counts = new Map<string, number>();
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + word.length);
    letters.set(name, counts);
  }
  return letters;
});

/** A cheap look before the dear one: whether so many letters can be common as have to be. */
function mayBeAlike(one: Texts, other: Texts): boolean {
  const [mine, theirs] = [lettersOf(one), lettersOf(other)];
  let same = 0;
  for (const [name, counts] of mine)
    for (const [word, letters] of counts) same += Math.min(letters, theirs.get(name)?.get(word) ?? 0);
  return same >= LEAST_COMMON;
}

/**
 * Requests that wait, with those that are alike together. Nothing is read for it: it goes by what the world knows of
 * them.
 */
export function inGroups(
  requests: readonly RequestView[],
  world: Pick<World, "servers" | "settings">,
): readonly (readonly RequestView[])[] {
  const texts = requests.map((request): Texts => {
    const decision = decisionOf(request);
    const isOpen = isAnsweredTogether(decision) && request.action?.attachments.length === 0;
    const sheet = isOpen ? sheetOfRequest(request, world) : null;
    // One that cannot be read, or brings files along, is like no other.
    if (sheet === null) return { shape: request.name, texts: new Map() };
    // One word stands for all of them, so it is asked for the same reason.
    const why = decision === "confirm" ? wordsToConfirm(request) : "";
    return textsToAnswer(sheet, request.type, request.identity, decision, why);
  });
  return alikeGroups(texts).map((members) => members.flatMap((at) => requests[at] ?? []));
}

const textsToAnswer = remember(
  (sheet: Sheet, type: string, identity: RequestView["identity"], decision: Decision, why: string): Texts => {
    const { shape, texts } = textsOf({ type, identity }, linesOf(sheet));
    return { shape: canonical([shape, decision, why, payeeIn(sheet)]), texts };
  },
);

/** Whether one answer can be given to several that are alike. */
export function isAnsweredTogether(decision: Decision): boolean {
  return decision === "approve" || decision === "confirm" || decision === "by-hand";
}

/** Payments to different payees are never alike. */
function payeeIn(sheet: Sheet): readonly string[] {
  if (sheet.kind !== "payment") return [];
  return linesOf(sheet).flatMap(({ role, value }) =>
    role === "payee" || isReceivers(role) ? [textOf(value)] : [],
  );
}

export function refill(parts: readonly Part[], row: readonly string[]): string {
  return parts.map((part) => (typeof part === "string" ? part : (row[part] ?? ""))).join("");
}

function isRefilled({ common, rows }: Alike, at: number, { texts }: Texts): boolean {
  const row = rows[at] ?? [];
  return [...common].every(([name, parts]) => refill(parts, row) === texts.get(name));
}

/** Runs that all texts have, in this order, and between them what each has instead. */
function partsOf(texts: readonly string[]): readonly (string | readonly string[])[] {
  const [first = "", ...others] = texts;
  if (others.every((each) => each === first)) return first === "" ? [] : [first];
  const all = texts.map(wordsOf);
  const shared = all.reduce((kept, words) => commonWords(kept, words).map(([at]) => kept[at] ?? ""));
  const gaps = all.map((words) => gapsIn(words, shared));
  const parts: (string | string[])[] = [];
  const add = (gap: readonly string[]): void => {
    if (gap.every((each) => each === "")) return;
    const [last, before] = [parts.at(-1), parts.at(-2)];
    // A lone space or sign between two places belongs to them: one name of two words is one value.
    if (typeof last === "string" && isThin(last) && Array.isArray(before)) {
      parts.pop();
      parts[parts.length - 1] = before.map((each, at) => `${each}${last}${gap[at] ?? ""}`);
    } else parts.push([...gap]);
  };
  for (let at = 0; at <= shared.length; at += 1) {
    add(gaps.map((each) => each[at] ?? ""));
    const word = shared[at];
    if (word === undefined) continue;
    const last = parts.at(-1);
    if (typeof last === "string") parts[parts.length - 1] = `${last}${word}`;
    else parts.push(word);
  }
  return parts;
}

/** An address, an amount or a number with signs in it is one word; a sign at the end of a word is another. */
const WORDS = /\s+|[,.;:!?()"“”]{1,3}(?=\s|$)|(?:(?![,.;:!?()"“”]{1,3}(?:\s|$))\S)+/gu;

function wordsOf(text: string): readonly string[] {
  return text.match(WORDS) ?? [];
}

/** The gaps before each shared word, and behind the last. */
function gapsIn(words: readonly string[], shared: readonly string[]): readonly string[] {
  const gaps: string[] = [];
  let from = 0;
  for (const [at] of commonWords(words, shared)) {
    gaps.push(words.slice(from, at).join(""));
    from = at + 1;
  }
  return [...gaps, words.slice(from).join("")];
}

function isThin(text: string): boolean {
  return /^[^\p{L}\p{N}\n]{1,3}$/u.test(text);
}

function isCell(text: string): boolean {
  return text.length <= MOST_LETTERS && !/[\r\n]/.test(text);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.every((each, at) => each === other[at]);
}
