/** A group of needs of one kind: the oldest first, and one of each reason before its repeats. */
import { compareStamps, compareText } from "../kit/order";
import type { Need, NeedGroup } from "./need";

/** A need before it is shown, with what decides its place. */
export interface Timed {
  readonly at: number | null;
  readonly key: string;
  /** The reason, in groups whose needs may have different ones. */
  readonly why?: string;
  readonly need: () => Need;
}

/** More of one kind are only counted. */
export const SHOWN = 8;

export function group(
  id: string,
  title: string,
  wayOut: string,
  found: readonly Timed[],
  total = found.length,
): NeedGroup {
  const sorted = [...found].sort((a, b) => compareStamps(a.at, b.at) || compareText(a.key, b.key));
  const firstOfWhy = new Map([...sorted].reverse().map((each) => [each.why ?? each, each]));
  const firsts = new Set(firstOfWhy.values());
  // The first need of each reason comes before the repeats, so that no reason is hidden behind them.
  const inOrder = [
    ...sorted.filter((each) => firsts.has(each)),
    ...sorted.filter((each) => !firsts.has(each)),
  ].slice(0, SHOWN);
  return {
    id,
    title,
    wayOut,
    total,
    needs: inOrder.map((each) =>
      each.why === undefined ? each.need() : { ...each.need(), isAlike: !firsts.has(each) },
    ),
  };
}
