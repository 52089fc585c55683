/** The simulated device: what its fakes add to the contracts they pass. */
import { describe, expect, it } from "vitest";
import { createSimulatedClock } from "../fakes/clock";
import { createPower, PowerCut } from "../fakes/faults";
import { createMemoryNotices } from "../fakes/notice";
import { createSeededRandom } from "../fakes/random";
import { createMemoryStore } from "../fakes/store";
import { createMemoryVault } from "../fakes/vault";

describe("simulated time", () => {
  it("jumps from sleeper to sleeper in order of waking, and waits for nobody", async () => {
    const clock = createSimulatedClock("2026-02-21T10:30:00Z");
    const woken: string[] = [];
    const sleep = async (name: string, ms: number): Promise<void> => {
      await clock.sleep(ms);
      woken.push(`${name} at ${clock.monotonic()}`);
    };
    await Promise.all([
      sleep("late", 86_400_000),
      sleep("soon", 5),
      sleep("also soon", 5),
      sleep("middle", 1000),
    ]);
    expect(woken).toEqual(["soon at 5", "also soon at 5", "middle at 1000", "late at 86400000"]);
    expect(new Date(clock.now()).toISOString()).toBe("2026-02-22T10:30:00.000Z");
  });

  it("lets an answer that needs no time come before a time-out", async () => {
    const clock = createSimulatedClock();
    const answer = (async () => {
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      return "answer";
    })();
    expect(await Promise.race([clock.sleep(1).then(() => "time-out"), answer])).toBe("answer");
  });

  it("stands still by hand until told, and wakes each at its own time on the way", async () => {
    const clock = createSimulatedClock(0, "manual");
    const woken: number[] = [];
    for (const ms of [300, 100, 900]) void clock.sleep(ms).then(() => woken.push(clock.now()));
    await clock.advance(500);
    expect(woken).toEqual([100, 300]);
    expect([clock.now(), clock.asleep]).toEqual([500, 1]);
    await clock.advance(400);
    expect(woken).toEqual([100, 300, 900]);
  });

  it("a clock on the wall that is set back does not make time go back", async () => {
    const clock = createSimulatedClock(1_000_000, "manual");
    clock.jump(-500_000);
    expect([clock.now(), clock.monotonic()]).toEqual([500_000, 0]);
  });

  it("a sleeper woken early takes no time with it", async () => {
    const clock = createSimulatedClock(0);
    const wake = new AbortController();
    const asleep = clock.sleep(1000, wake.signal);
    wake.abort();
    await asleep;
    expect([clock.now(), clock.asleep]).toEqual([0, 0]);
  });
});

describe("power cuts", () => {
  const story = async (
    how: "before" | "after" | "torn",
    at: number,
  ): Promise<{
    readonly files: Readonly<Record<string, string>>;
    readonly records: number;
    readonly cut: boolean;
  }> => {
    const power = createPower();
    const vault = createMemoryVault({
      clock: createSimulatedClock(),
      files: { "Plans/a.md": "old old" },
      folders: ["Done"],
      faults: power,
    });
    const store = createMemoryStore({ faults: power });
    power.cut(at, how);
    const device = async (): Promise<void> => {
      await vault.change("Plans/a.md", () => "new text");
      await vault.change("Plans/a.md", (text) => text);
      await store.append({ n: 1 });
      await vault.create("Done/b.md", "a note");
      await vault.move("Plans/a.md", "Done/a.md");
    };
    const cut = await device().then(
      () => false,
      (error: unknown) => error instanceof PowerCut,
    );
    if (cut) {
      await expect(vault.read("Plans/a.md")).rejects.toBeInstanceOf(PowerCut);
      await expect(store.load()).rejects.toBeInstanceOf(PowerCut);
    }
    power.back();
    vault.reopen();
    store.reopen();
    expect((await vault.list("Plans")).kind).toBe("folder");
    return { files: vault.files(), records: store.lines.length, cut };
  };

  it("stop the world at any write, before it, after it or in the middle of it", async () => {
    expect(await story("before", 1)).toEqual({ files: { "Plans/a.md": "old old" }, records: 0, cut: true });
    expect(await story("torn", 1)).toEqual({ files: { "Plans/a.md": "new " }, records: 0, cut: true });
    expect(await story("after", 1)).toEqual({ files: { "Plans/a.md": "new text" }, records: 0, cut: true });
    expect(await story("before", 2)).toEqual({ files: { "Plans/a.md": "new text" }, records: 0, cut: true });
    expect(await story("after", 2)).toEqual({ files: { "Plans/a.md": "new text" }, records: 1, cut: true });
    expect(await story("torn", 3)).toEqual({
      files: { "Done/b.md": "a n", "Plans/a.md": "new text" },
      records: 1,
      cut: true,
    });
    expect(await story("after", 4)).toEqual({
      files: { "Done/a.md": "new text", "Done/b.md": "a note" },
      records: 1,
      cut: true,
    });
    expect((await story("before", 5)).cut).toBe(false);
  });

  it("a write that the disk refuses is refused in its words, and the next one works", async () => {
    let full = true;
    const vault = createMemoryVault({
      clock: createSimulatedClock(),
      folders: ["Plans"],
      faults: { before: () => (full ? "The disk is full." : undefined) },
    });
    expect(await vault.create("Plans/a.md", "x")).toEqual({ kind: "refused", why: "The disk is full." });
    full = false;
    expect(await vault.create("Plans/a.md", "x")).toEqual({ kind: "created" });
  });
});

describe("a vault in memory", () => {
  it("can be put back to an earlier state", async () => {
    const vault = createMemoryVault({ clock: createSimulatedClock(), files: { "Plans/a.md": "one" } });
    const earlier = vault.snapshot();
    await vault.change("Plans/a.md", () => "two");
    await vault.makeFolder("Done");
    vault.restore(earlier);
    expect(vault.files()).toEqual({ "Plans/a.md": "one" });
    expect(vault.folders()).toEqual(["Plans"]);
  });

  it("can keep hints back until they are handed out, and forgets them when the device starts again", () => {
    const vault = createMemoryVault({ clock: createSimulatedClock(), folders: ["Plans"], hints: "manual" });
    const heard: string[] = [];
    vault.watch(["Plans"], (path) => heard.push(path));
    vault.put("Plans/a.md", "x");
    expect(heard).toEqual([]);
    expect(vault.deliver()).toBe(1);
    expect(heard).toEqual(["Plans/a.md"]);
    vault.put("Plans/b.md", "x");
    vault.reopen();
    expect(vault.deliver()).toBe(0);
  });
});

describe("small fakes", () => {
  it("seeded bytes are the same for one seed and differ for another", () => {
    const bytes = (seed: number | string): string => createSeededRandom(seed).bytes(32).join();
    expect(bytes(7)).toBe(bytes(7));
    expect(bytes(7)).not.toBe(bytes(8));
    expect(new Set(createSeededRandom("x").bytes(4096)).size).toBe(256);
  });

  it("notices are kept in order", () => {
    const notices = createMemoryNotices();
    notices.say("one");
    notices.say("two");
    expect(notices.texts).toEqual(["one", "two"]);
    notices.clear();
    expect(notices.texts).toEqual([]);
  });
});
