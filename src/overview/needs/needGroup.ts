/** A group of needs of one kind: the oldest first, and one of each reason before its repeats. */
import { compareStamps, compareText } from "../../kit/order";
import { firstOf } from "../../kit/sorted";
import { Firsts } from "../../kit/firsts";
import { situationOf, type NeedId } from "../situations";
import type { Need, NeedGroup } from "./need";

/** A need before it is shown, with what decides its place. */
export interface Timed {
  readonly at: number | null;
  readonly key: string;
  /** The reason, in groups whose needs may have different ones. */
  readonly why?: string;
  readonly need: () => Untimed;
}

/** A need whose age and answers its group fills in; a need may have its own. */
export type Untimed = Omit<Need, "since" | "answers"> & Partial<Pick<Need, "since" | "answers">>;

/** More of one kind are only counted. */
export const SHOWN = 8;

export function group(
  id: NeedId,
  found: readonly Timed[],
  total = found.length,
  most: number = SHOWN,
): NeedGroup {
  const firstOfWhy = new Map<string, Timed>();
  for (const each of found) {
    if (each.why === undefined) continue;
    const first = firstOfWhy.get(each.why);
    if (first === undefined || inTime(each, first) < 0) firstOfWhy.set(each.why, each);
  }
  const isFirst = (each: Timed): boolean => each.why === undefined || firstOfWhy.get(each.why) === each;
  // The first need of each reason comes before the repeats, so that no reason is hidden behind them.
  const inOrder = [
    ...oldest(found.filter(isFirst), most),
    ...oldest(
      found.filter((each) => !isFirst(each)),
      most,
    ),
  ].slice(0, most);
  return {
    ...headOf(id),
    total,
    needs: inOrder.map((each) => ({
      ...timed(id, each.need(), each.at),
      ...(each.why === undefined ? {} : { isAlike: !isFirst(each) }),
    })),
  };
}

export function headOf(id: NeedId): Pick<NeedGroup, "id" | "title" | "wayOut"> {
  const { title, wayOut } = situationOf(id);
  return { id, title, wayOut };
}

export function timed(id: NeedId, need: Untimed, since: number | null): Need {
  return { answers: situationOf(id).answers, since, ...need };
}

function inTime(a: Timed, b: Timed): number {
  return compareStamps(a.at, b.at) || compareText(a.key, b.key);
}

/** Those that may be shown, in order. */
function oldest(found: readonly Timed[], most: number): readonly Timed[] {
  const firsts = new Firsts(inTime);
  for (const each of found) firsts.add(each);
  return firstOf(most, firsts);
}

/** Particulars behind a sentence are a sentence, too. */
export function goOn(sentence: string, words: string): string {
  return /[.!?]$/.test(sentence)
    ? `${sentence} ${words.charAt(0).toUpperCase()}${words.slice(1)}`
    : `${sentence}; ${words}`;
}
