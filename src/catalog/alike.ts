/**
 * Cards by something that most have to themselves: then it is the card alone, and a set only where several share it.
 */
import type { Card } from "./card";

export class Alike {
  readonly #cards = new Map<string, Card | Set<Card>>();
  /** Those that several share. */
  readonly #crowds = new Set<ReadonlySet<Card>>();
  /** Goes up whenever a crowd becomes another. */
  changes = 0;

  add(key: string, card: Card): void {
    const found = this.#cards.get(key);
    if (found === undefined) {
      this.#cards.set(key, card);
      return;
    }
    this.changes += 1;
    if (found instanceof Set) {
      found.add(card);
      return;
    }
    const crowd = new Set([found, card]);
    this.#cards.set(key, crowd);
    this.#crowds.add(crowd);
  }

  remove(key: string, card: Card): void {
    const found = this.#cards.get(key);
    if (!(found instanceof Set)) {
      if (found === card) this.#cards.delete(key);
      return;
    }
    this.changes += 1;
    found.delete(card);
    const [left] = found;
    if (found.size > 1 || left === undefined) return;
    this.#crowds.delete(found);
    this.#cards.set(key, left);
  }

  count(key: string): number {
    const found = this.#cards.get(key);
    return found === undefined ? 0 : found instanceof Set ? found.size : 1;
  }

  /** In no order. */
  get(key: string): readonly Card[] {
    const found = this.#cards.get(key);
    return found === undefined ? [] : found instanceof Set ? [...found] : [found];
  }

  crowds(): Iterable<ReadonlySet<Card>> {
    return this.#crowds;
  }

  *all(): Generator<Card> {
    for (const found of this.#cards.values()) {
      if (found instanceof Set) yield* found;
      else yield found;
    }
  }
}
