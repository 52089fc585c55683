/**
 * Two works side by side in one run, round after round, so that what slows the machine slows both; and the time of the
 * processor, which others do not use up.
 */

export interface Compared {
  /** Median of the ratios of the rounds. */
  readonly ratio: number;
  /** Medians. Milliseconds. */
  readonly ours: number;
  readonly theirs: number;
}

export interface Figure {
  /** In the unit of its goal. */
  readonly value: number;
  /** The sides, in words. */
  readonly detail: string;
}

export type Work = () => unknown;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value that so large a part of all do not exceed. */
export function quantile(values: readonly number[], part: number): number {
  return (
    [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * part) - 1)] ?? 0
  );
}

export type Watch = (work: Work) => Promise<number>;

/** Milliseconds of the processor that this takes, whatever else runs meanwhile. */
export const time: Watch = async (work) => {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};

/** Milliseconds by the clock: of what waits for the disk. */
export const timeByClock: Watch = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** The part of a core that others leave to this process, from 0 to 1. */
export async function shareOfCore(): Promise<number> {
  const spin = (): void => {
    for (const began = performance.now(); performance.now() - began < 100;);
  };
  const by = await time(spin);
  return Math.min(1, by / 100);
}

/** Takes out the rubbish, so that nobody pays for what another left. */
export function tidy(): void {
  globalThis.gc?.();
}

/** One round that is not counted, then `rounds`; who begins changes from round to round. `before`: what is done before each of the two. */
export async function compare(
  rounds: number,
  ours: Work,
  theirs: Work,
  before: () => void = tidy,
  watch: Watch = time,
): Promise<Compared> {
  await ours();
  await theirs();
  const pairs: { readonly ours: number; readonly theirs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    before();
    const first = await watch(round % 2 === 0 ? ours : theirs);
    before();
    const second = await watch(round % 2 === 0 ? theirs : ours);
    pairs.push(round % 2 === 0 ? { ours: first, theirs: second } : { ours: second, theirs: first });
  }
  return {
    ratio: median(pairs.map((each) => each.ours / each.theirs)),
    ours: median(pairs.map((each) => each.ours)),
    theirs: median(pairs.map((each) => each.theirs)),
  };
}

/** Bytes that are still held after the rubbish has been taken out. */
export function held(): number {
  for (let times = 0; times < 3; times += 1) tidy();
  return process.memoryUsage().heapUsed;
}

/** The longest time in milliseconds in which nothing else had its turn. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let over = false;
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!over) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  over = true;
  return Math.max(longest, performance.now() - last);
}
