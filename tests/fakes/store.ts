/**
 * A device store that lives in memory. Records go through JSON, as on a disk, so that nobody keeps a hand on what was
 * stored.
 */
import type { StorePort } from "../../src/kit/ports/store";
import type { Faults } from "./faults";
import { PowerCut } from "./faults";

export interface MemoryStore extends StorePort {
  faults: Faults;
  /** One JSON text per record, oldest first. */
  readonly lines: readonly string[];
  /** The account as JSON; null before it was saved. */
  readonly saved: string | null;
  /** The last append was cut off: its record is gone. */
  tear(): void;
  /** From now on the store is damaged, for this reason. */
  damage(why: string): void;
  snapshot(): readonly string[];
  restore(snapshot: readonly string[]): void;
  /** The device starts again: calls work. */
  reopen(): void;
}

export function createMemoryStore(
  options: { readonly records?: readonly unknown[]; readonly faults?: Faults; readonly place?: string } = {},
): MemoryStore {
  const place = options.place ?? "memory";
  let lines: readonly string[] = (options.records ?? []).map(spell);
  let faults = options.faults ?? {};
  let damaged: string | null = null;
  let cut: PowerCut | null = null;
  let saved: string | null = null;

  const guarded = <T>(gate: () => T): T => {
    try {
      return gate();
    } catch (error) {
      if (error instanceof PowerCut) cut = error;
      throw error;
    }
  };
  const enter = async (): Promise<void> => {
    await Promise.resolve();
    if (cut !== null) throw cut;
    guarded(() => faults.touch?.());
  };

  return {
    place,
    async load() {
      await enter();
      if (damaged !== null) return { kind: "damaged", why: damaged };
      return { kind: "records", records: lines.map((line): unknown => JSON.parse(line)) };
    },
    async append(record) {
      const line = spell(record);
      await enter();
      const write = { name: "append", path: place } as const;
      const why = guarded(() => faults.before?.(write));
      if (why !== undefined) throw new Error(why);
      lines = [...lines, line];
      guarded(() => faults.after?.(write));
    },
    account: {
      async load() {
        await enter();
        return { kind: "value", value: saved === null ? null : (JSON.parse(saved) as unknown) };
      },
      async save(value) {
        const text = spell(value);
        await enter();
        const write = { name: "save", path: place } as const;
        const why = guarded(() => faults.before?.(write));
        if (why !== undefined) throw new Error(why);
        saved = text;
        guarded(() => faults.after?.(write));
      },
    },
    get saved() {
      return saved;
    },
    get faults() {
      return faults;
    },
    set faults(next) {
      faults = next;
    },
    get lines() {
      return lines;
    },
    tear() {
      lines = lines.slice(0, -1);
    },
    damage(why) {
      damaged = why;
    },
    snapshot: () => lines,
    restore(snapshot) {
      lines = snapshot;
    },
    reopen() {
      cut = null;
    },
  };
}

function spell(record: unknown): string {
  const line: unknown = JSON.stringify(record);
  if (typeof line !== "string") throw new Error("This record cannot be stored.");
  return line;
}
