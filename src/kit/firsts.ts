/**
 * The first of many things, in order, while things come and go. Only the first few are kept in order; the others wait
 * unsorted until one of them may be needed. So what one thing costs that comes or goes does not grow with their number.
 * `compare` is a total order.
 */
const KEPT = 64;
/** Fewer in order than this are filled up before they are asked for. */
const FEW = 16;

export class Firsts<Value> implements Iterable<Value> {
  readonly #compare: (a: Value, b: Value) => number;
  /** In order; all of them come before all the others. */
  #head: Value[] = [];
  #others: Value[] = [];
  /** Those of the others that are gone. */
  readonly #gone = new Set<Value>();

  constructor(compare: (a: Value, b: Value) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#head.length + this.#others.length - this.#gone.size;
  }

  add(value: Value): void {
    const last = this.#head.at(-1);
    const isFirst =
      last === undefined
        ? this.#others.length === 0
        : this.#compare(value, last) < 0 || (this.#head.length < KEPT && this.#others.length === 0);
    if (!isFirst) {
      this.#wait(value);
      return;
    }
    this.#head.splice(placeIn(this.#head, value, this.#compare), 0, value);
    const over = this.#head.length > KEPT ? this.#head.pop() : undefined;
    if (over !== undefined) this.#wait(over);
  }

  /** Takes out what was put in. */
  remove(value: Value): void {
    const place = placeIn(this.#head, value, this.#compare);
    if (this.#head[place] === value) this.#head.splice(place, 1);
    else this.#gone.add(value);
    if (this.#gone.size > KEPT && this.#gone.size * 2 > this.#others.length) this.#sweep();
  }

  /** The first few cost nothing; for more, all of them are sorted. */
  *[Symbol.iterator](): Generator<Value> {
    if (this.#head.length < FEW && this.#others.length > this.#gone.size) this.#refill();
    yield* [...this.#head];
    if (this.#others.length === this.#gone.size) return;
    this.#sweep();
    yield* [...this.#others].sort(this.#compare);
  }

  #wait(value: Value): void {
    if (!this.#gone.delete(value)) this.#others.push(value);
  }

  #sweep(): void {
    this.#others = this.#others.filter((each) => !this.#gone.has(each));
    this.#gone.clear();
  }

  /** One pass over the others, in which nearly all are passed over by one comparison. */
  #refill(): void {
    this.#sweep();
    const waiting = this.#others;
    const room = KEPT - this.#head.length;
    const best: Value[] = [];
    for (const value of waiting) {
      const last = best.at(-1);
      if (best.length === room && last !== undefined && this.#compare(value, last) > 0) continue;
      best.splice(placeIn(best, value, this.#compare), 0, value);
      if (best.length > room) best.pop();
    }
    const taken = new Set(best);
    this.#others = waiting.filter((value) => !taken.has(value));
    this.#head.push(...best);
  }
}

/** Index of the first that does not come before it. */
function placeIn<Value>(
  values: readonly Value[],
  value: Value,
  compare: (a: Value, b: Value) => number,
): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = values[middle];
    if (other !== undefined && compare(other, value) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
