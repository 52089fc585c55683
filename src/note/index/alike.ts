/**
 * Cards by something that most have to themselves: then it is the card alone, and a set only where several share it.
 */
import type { PlanSummary } from "./summary";

export class Alike {
  readonly #summaries = new Map<string, PlanSummary | Set<PlanSummary>>();
  /** Those that several share. */
  readonly #crowds = new Set<ReadonlySet<PlanSummary>>();
  /** Goes up whenever a crowd becomes another. */
  changes = 0;

  add(key: string, summary: PlanSummary): void {
    const found = this.#summaries.get(key);
    if (found === undefined) {
      this.#summaries.set(key, summary);
      return;
    }
    this.changes += 1;
    if (found instanceof Set) {
      found.add(summary);
      return;
    }
    const crowd = new Set([found, summary]);
    this.#summaries.set(key, crowd);
    this.#crowds.add(crowd);
  }

  remove(key: string, summary: PlanSummary): void {
    const found = this.#summaries.get(key);
    if (!(found instanceof Set)) {
      if (found === summary) this.#summaries.delete(key);
      return;
    }
    this.changes += 1;
    found.delete(summary);
    const [left] = found;
    if (found.size > 1 || left === undefined) return;
    this.#crowds.delete(found);
    this.#summaries.set(key, left);
  }

  count(key: string): number {
    const found = this.#summaries.get(key);
    return found === undefined ? 0 : found instanceof Set ? found.size : 1;
  }

  /** In no order. */
  get(key: string): readonly PlanSummary[] {
    const found = this.#summaries.get(key);
    return found === undefined ? [] : found instanceof Set ? [...found] : [found];
  }

  crowds(): Iterable<ReadonlySet<PlanSummary>> {
    return this.#crowds;
  }

  *all(): Generator<PlanSummary> {
    for (const found of this.#summaries.values()) {
      if (found instanceof Set) yield* found;
      else yield found;
    }
  }
}
