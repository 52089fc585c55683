/**
 * A program at work, as a person watches it: its last deeds and what it used. They are kept in memory alone, as a note
 * for each would travel by sync, and none of them is evidence.
 */
import { hashText } from "../../kit/hash";
import { escapeLine } from "../../kit/text";
import type { Usage } from "../../kit/ports/model";
import { hideSecrets } from "./hideSecrets";

/** One thing that a program did, or said. */
export interface Deed {
  /** One line, harmless wherever text is shown. */
  readonly words: string;
  /** Tells the same deed from another one; empty for mere words. */
  readonly key: string;
}

export interface Heard {
  /** The newest last. `at`: milliseconds since the epoch. */
  readonly deeds: readonly { readonly at: number; readonly words: string }[];
  /** How many there were in all. */
  readonly count: number;
  /** By its own word, so far; null where it does not say. */
  readonly used: Used | null;
  /** The keys of its last deeds, mere words left out. */
  readonly keys: readonly string[];
  /** The deed that it does over and over; null where it does not. */
  readonly repeats: string | null;
}

export interface Used {
  readonly tokens: number;
  /** US dollars; null where no price is known. */
  readonly usd: number | null;
}

/** A sign of life with its particulars. */
export interface Sound {
  readonly deeds: readonly Deed[];
  readonly used: Used | null;
}

export const NOTHING_HEARD: Heard = { deeds: [], count: 0, used: null, keys: [], repeats: null };

/** Deeds that are kept. */
export const KEPT_DEEDS = 8;
/** So often in a row, or so many of which no more than two differ, it goes round in circles. */
const IN_A_ROW = 5;
const IN_CIRCLES = 10;
const WIDTH = 120;

export function hearMore(before: Heard, { deeds, used }: Sound, at: number): Heard {
  const acts = deeds.filter(({ key }) => key !== "");
  const keys = [...before.keys, ...acts.map(({ key }) => key)].slice(-IN_CIRCLES);
  const isRound =
    (keys.length >= IN_A_ROW && new Set(keys.slice(-IN_A_ROW)).size === 1) ||
    (keys.length >= IN_CIRCLES && new Set(keys).size <= 2);
  return {
    deeds: [...before.deeds, ...deeds.map(({ words }) => ({ at, words }))].slice(-KEPT_DEEDS),
    count: before.count + deeds.length,
    used: used ?? before.used,
    keys,
    repeats: isRound ? (acts.at(-1)?.words ?? before.repeats) : null,
  };
}

/** `what`: untrusted text. `whole`: all that makes it the same deed, however long. */
export function deed(verb: string, what: string, whole: string): Deed {
  const same = `${verb} ${String(whole.length)} ${whole.slice(0, 20_000)}`;
  return { words: harmless(what === "" ? verb : `${verb} ${what}`), key: hashText(same) };
}

/** Its answer to us is data, and would tell a person little. */
export function saying(text: string): readonly Deed[] {
  if (/^\s*(?:```|[{[])/.test(text)) return [{ words: "giving its answer", key: "" }];
  const said = harmless(text);
  return said === "" ? [] : [{ words: harmless(`says “${said}”`), key: "" }];
}

/** A line of output that is no event. */
export function writing(line: string): readonly Deed[] {
  const wrote = harmless(withoutColours(line.slice(0, 600)));
  return wrote === "" ? [] : [{ words: harmless(`writes “${wrote}”`), key: "" }];
}

/** Signs by which a terminal colours text, or gives a window a title. */
const OF_TERMINALS = /[^\P{Cc}\n\t\r](?:\[[0-9;?]*[ -/]*[@-~]|\][^\p{Cc}]*[^\P{Cc}\n\t\r]?\\?)/gu;

export function withoutColours(text: string): string {
  return text.replace(OF_TERMINALS, "");
}

/** Secrets are looked for before anything is cut off, in as much as can be shown. */
function harmless(text: string): string {
  return escapeLine(hideSecrets(text.slice(0, 2000)), WIDTH);
}

export function tokensOf({ in: read, out }: Usage): number | null {
  return read === null || out === null ? null : read + out;
}
