/**
 * A list that stays in order while things come and go, whatever its length: in buckets, so that neither putting one in
 * nor taking one out moves more than a bucket. `compare` is a total order: nothing equals another thing but itself.
 */
const BUCKET = 512;

export class Sorted<Value> implements Iterable<Value> {
  readonly #compare: (a: Value, b: Value) => number;
  readonly #buckets: Value[][] = [];
  #size = 0;

  constructor(compare: (a: Value, b: Value) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  add(value: Value): void {
    this.#size += 1;
    const at = this.#bucketFor(value);
    const bucket = this.#buckets[at];
    if (bucket === undefined) {
      this.#buckets.push([value]);
      return;
    }
    bucket.splice(this.#placeIn(bucket, value), 0, value);
    if (bucket.length > BUCKET) this.#buckets.splice(at + 1, 0, bucket.splice(BUCKET / 2));
  }

  /** Nothing happens when it is not there. */
  remove(value: Value): void {
    const at = this.#bucketFor(value);
    const bucket = this.#buckets[at];
    const place = bucket === undefined ? 0 : this.#placeIn(bucket, value);
    const found = bucket?.[place];
    if (bucket === undefined || found === undefined || this.#compare(found, value) !== 0) return;
    bucket.splice(place, 1);
    if (bucket.length === 0) this.#buckets.splice(at, 1);
    this.#size -= 1;
  }

  /** How many come before everything for which this holds; it holds for all that come after one for which it does. */
  before(holds: (value: Value) => boolean): number {
    let count = 0;
    for (const bucket of this.#buckets) {
      const last = bucket.at(-1);
      if (last !== undefined && !holds(last)) count += bucket.length;
      else return count + search(bucket, holds);
    }
    return count;
  }

  /** From the first for which the one holds up to the first for which the other does; both as in `before`. */
  *between(from: (value: Value) => boolean, to: (value: Value) => boolean): Generator<Value> {
    for (const bucket of this.#buckets) {
      const last = bucket.at(-1);
      if (last === undefined || !from(last)) continue;
      const end = search(bucket, to);
      yield* bucket.slice(search(bucket, from), end);
      if (end < bucket.length) return;
    }
  }

  *[Symbol.iterator](): Generator<Value> {
    for (const bucket of this.#buckets) yield* bucket;
  }

  /** The first bucket that does not end before it; the last one for what comes after everything. */
  #bucketFor(value: Value): number {
    const at = search(this.#buckets, (bucket) => this.#compare(bucket.at(-1) ?? value, value) >= 0);
    return Math.min(at, Math.max(0, this.#buckets.length - 1));
  }

  #placeIn(bucket: readonly Value[], value: Value): number {
    return search(bucket, (each) => this.#compare(each, value) >= 0);
  }
}

/** As many as there are, and not more than so many. */
export function firstOf<Value>(most: number, values: Iterable<Value>): Value[] {
  const found: Value[] = [];
  for (const value of values) {
    if (found.length >= most) break;
    found.push(value);
  }
  return found;
}

/** Index of the first for which it holds; the length when it holds for none. */
function search<Value>(values: readonly Value[], holds: (value: Value) => boolean): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const value = values[middle];
    if (value !== undefined && holds(value)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The wanted items, in order. Nothing is looked at before somebody walks that far. */
export function only<Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean): Iterable<Item> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) if (isWanted(item)) yield item;
    },
  };
}
