/** The promises of every device store. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StorePort } from "../../src/kit/ports/store";

/** The place of one store, empty at first. */
export interface StoreBench {
  /** The store as a process that has just started finds it. */
  open(): StorePort;
  /** Cuts the last record off in the middle, as a crash during its append does. */
  tear(): Promise<void>;
  /** Damages the first record. */
  spoil(): Promise<void>;
  /** Whether anything at all has been made where the store is. */
  made(): Promise<boolean>;
  cleanup(): Promise<void>;
}

export function storeContract(name: string, make: () => Promise<StoreBench>): void {
  describe(`${name} as a device store`, () => {
    let bench: StoreBench;
    beforeEach(async () => {
      bench = await make();
    });
    afterEach(async () => bench.cleanup());

    const records = async (): Promise<readonly unknown[]> => {
      const content = await bench.open().load();
      if (content.kind !== "records") throw new Error(content.why);
      return content.records;
    };

    it("nothing was stored: there are no records, and asking makes nothing", async () => {
      expect(await records()).toEqual([]);
      expect(await bench.made()).toBe(false);
    });

    it("a record is there for the next start as soon as append has answered", async () => {
      const store = bench.open();
      for (let n = 1; n <= 5; n += 1) {
        await store.append({ n });
        expect(await records()).toHaveLength(n);
      }
    });

    it("records come back as they were, in the order they were appended", async () => {
      const stored = [
        { kind: "latch", text: 'two\nlines \u2028 ✋ \u0018 "' },
        { deep: { list: [1, null, true] } },
        [],
      ];
      const store = bench.open();
      for (const record of stored) await store.append(record);
      expect(await records()).toEqual(stored);
      expect(await store.load()).toEqual({ kind: "records", records: stored });
    });

    it("appends asked for at once keep the order of asking", async () => {
      const store = bench.open();
      await Promise.all(Array.from({ length: 20 }, (_, n) => store.append({ n })));
      expect(await records()).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })));
    });

    it("changing what was loaded or appended changes nothing stored", async () => {
      const store = bench.open();
      const mine = { list: [1] };
      await store.append(mine);
      mine.list.push(2);
      expect(await records()).toEqual([{ list: [1] }]);
    });

    it("a record that was cut off is left out, and the next one is kept", async () => {
      const store = bench.open();
      await store.append({ n: 1 });
      await store.append({ n: 2, text: "✋".repeat(10) });
      await bench.tear();
      expect(await records()).toEqual([{ n: 1 }]);
      await bench.open().append({ n: 3 });
      await bench.open().append({ n: 4 });
      expect(await records()).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }]);
    });

    it("the very first record cut off leaves an empty store that works", async () => {
      await bench.open().append({ n: 1 });
      await bench.tear();
      expect(await records()).toEqual([]);
      await bench.open().append({ n: 2 });
      expect(await records()).toEqual([{ n: 2 }]);
    });

    it("damage anywhere else is damage, in words", async () => {
      const store = bench.open();
      await store.append({ n: 1 });
      await store.append({ n: 2 });
      await bench.spoil();
      const content = await bench.open().load();
      expect(content.kind).toBe("damaged");
      expect(content.kind === "damaged" && content.why.length).toBeGreaterThan(0);
    });

    it("what cannot be said in JSON is refused, and stores nothing", async () => {
      await expect(bench.open().append(undefined)).rejects.toThrow(/cannot be stored/);
      expect(await records()).toEqual([]);
    });

    it("the account is one value, replaced whole, and asking for it makes nothing", async () => {
      expect(await bench.open().account.load()).toEqual({ kind: "value", value: null });
      expect(await bench.made()).toBe(false);
      const value = { sums: [1, null, "✋"] };
      const store = bench.open();
      await store.account.save({ long: "x".repeat(10_000) });
      await store.account.save(value);
      value.sums.push("mine alone");
      expect(await store.account.load()).toEqual({ kind: "value", value: { sums: [1, null, "✋"] } });
      expect(await bench.open().account.load()).toEqual({ kind: "value", value: { sums: [1, null, "✋"] } });
      expect(await records()).toEqual([]);
    });

    it("the account that another run saved is seen, and stands beside the records", async () => {
      const one = bench.open();
      const other = bench.open();
      for (let n = 1; n <= 3; n += 1) {
        await one.account.save({ n });
        expect(await other.account.load()).toEqual({ kind: "value", value: { n } });
        await other.append({ n });
      }
      expect(await records()).toHaveLength(3);
      await expect(one.account.save(undefined)).rejects.toThrow(/cannot be stored/);
      expect(await one.account.load()).toEqual({ kind: "value", value: { n: 3 } });
    });

    it("a person is told where it is", () => {
      expect(bench.open().place).not.toBe("");
    });
  });
}
