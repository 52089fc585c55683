/**
 * Two runs at once on one vault, the second with a copy of the first one's store: only the run that created a record
 * completes it.
 */
import { noPrograms } from "../../src/kit/ports/programs";
import { describe, expect, test } from "vitest";
import { createMemoryStore, type MemoryStore } from "../fakes/store";
import { openEngine, type Engine } from "../../src/engine/engine";
import { parseRecord, renderRecord } from "../../src/approval/request/record";
import type { Ground } from "../story/ground";
import { FOLDER, nextMinute, settle, type Stage } from "../story/stage";
import { noModels } from "../../src/adapters/models/noModels";
import { MAIL, moveTo, recordOf, requestIn, stageOf, textOf } from "./asked";

interface Copy {
  readonly engine: Engine;
  readonly store: MemoryStore;
}

/** A run beside it, with what its device remembered until now. */
async function copyOf(stage: Stage, vault = stage.ground.vault): Promise<Copy> {
  const { device } = stage;
  const store = createMemoryStore({ records: device.store.lines.map((line): unknown => JSON.parse(line)) });
  const engine = await openEngine(
    {
      vault,
      tools: stage.outside.port,
      models: noModels,
      clock: stage.clock,
      random: device.random,
      store,
      notice: stage.notices,
      programs: noPrograms("No program runs in this test."),
      host: { name: "Laptop A", machine: device.machine, vault: FOLDER },
    },
    { settings: stage.settings, role: "executor", run: "the copy" },
  );
  return { engine, store };
}

/** The outcomes that a run remembers, the oldest first. */
function endsIn({ store }: Copy): unknown[] {
  return store.lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .flatMap((each) => (each["kind"] === "ended" ? [each["outcome"]] : []));
}

function recordIn(ground: Ground): string {
  return Object.entries(ground.files()).find(([path]) => path.endsWith("_receipt.md"))?.[1] ?? "";
}

/** A mail is approved, and during its one call, `meanwhile` happens. Answers the run beside it. */
async function sentWhile(
  meanwhile: (copy: Copy, stage: Stage) => Promise<void>,
): Promise<{ readonly stage: Stage; readonly copy: Copy }> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  moveTo(stage, requestIn(stage), "Approved");
  const copy = await copyOf(stage);
  const { port } = stage.outside;
  const call = port.call.bind(port);
  const slowly: typeof call = async (order) => {
    const answer = await call(order);
    Object.assign(port, { call });
    await meanwhile(copy, stage);
    return answer;
  };
  Object.assign(port, { call: slowly });
  await nextMinute(stage);
  await settle(stage, "executor");
  return { stage, copy };
}

describe("a run with a copy of the store that meets a mail being sent", () => {
  test("leaves its record alone, and offers nothing again", async () => {
    const { stage, copy } = await sentWhile(async ({ engine }, { ground }) => {
      expect(recordIn(ground)).toMatch(/^outcome: unknown$/m);
      await engine.settle();
      expect(recordIn(ground)).toMatch(/^outcome: unknown$/m);
    });
    expect(recordOf(stage)).toMatch(/^outcome: ok$/m);
    expect(stage.outside.calls).toHaveLength(1);
    await nextMinute(stage);
    await copy.engine.settle();
    expect(endsIn(copy)).not.toContain("not-run");
    expect(recordOf(stage)).toMatch(/^outcome: ok$/m);
    expect(textOf(stage, "Plans/Plan.md")).toContain("- [x] ✋ Send the invoice");
    expect(requestIn(stage)).toBe("");
  });

  test("does not withdraw it when a person ticks its step meanwhile", async () => {
    const { stage, copy } = await sentWhile(async ({ engine }, { ground, clock }) => {
      ground.put("Plans/Plan.md", (ground.files()["Plans/Plan.md"] ?? "").replace("- [ ] ✋", "- [x] ✋"));
      await clock.advance(5000);
      await engine.settle();
    });
    expect(recordOf(stage)).toMatch(/^outcome: ok$/m);
    expect(endsIn(copy)).not.toContain("withdrawn");
  });
});

/**
 * Both have looked and found it approved; the copy has begun it and is about to make its record when the first run
 * makes that, and calls. `then` happens when the copy has come to rest and the first run still waits for an answer.
 */
async function begunTwice(
  then: (copy: Copy, stage: Stage) => void,
): Promise<{ readonly stage: Stage; readonly copy: Copy }> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  const calling = gate();
  const rested = gate();
  const { port } = stage.outside;
  const call = port.call.bind(port);
  const slowly: typeof call = async (order) => {
    calling.open();
    await rested.isOpen;
    return await call(order);
  };
  Object.assign(port, { call: slowly });
  const { vault } = stage.ground;
  const first: { run: Promise<unknown> | null } = { run: null };
  const create: typeof vault.create = async (path, text) => {
    if (path.endsWith("_receipt.md") && first.run === null) {
      first.run = settle(stage, "executor");
      await calling.isOpen;
    }
    return await vault.create(path, text);
  };
  const copy = await copyOf(stage, { ...vault, create });
  await copy.engine.settle();
  then(copy, stage);
  rested.open();
  await first.run;
  return { stage, copy };
}

function gate(): { readonly isOpen: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isOpen, open: () => open() };
}

describe("what two runs begin at once", () => {
  test("is sent by one, and the other one notes that it does not know", async () => {
    const { stage, copy } = await begunTwice((other, { ground }) => {
      expect(endsIn(other)).toEqual(["unknown"]);
      expect(recordIn(ground)).toMatch(/^outcome: unknown$/m);
    });
    expect(stage.outside.calls).toHaveLength(1);
    expect(recordOf(stage)).toMatch(/^outcome: ok$/m);
    await nextMinute(stage);
    await copy.engine.settle();
    expect(recordOf(stage)).toMatch(/^outcome: ok$/m);
    expect(textOf(stage, "Plans/Plan.md")).toContain("- [x] ✋ Send the invoice");
  });

  test("is nobody’s to complete where the record is another one by then", async () => {
    const { stage } = await begunTwice(({ store }, { ground }) => {
      // The copy writes again what a person has thrown away, as its own.
      const path = Object.keys(ground.files()).find((each) => each.endsWith("_receipt.md")) ?? "";
      const device = store.lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .find(({ kind }) => kind === "device");
      const key = String(device?.["key"]);
      const record = parseRecord(
        path,
        path.replace(/^.*\//, "").replace("_receipt", ""),
        ground.files()[path] ?? "",
        { id: String(device?.["id"]), key },
      ).record;
      if (record === null) throw new Error("There is no record.");
      ground.put(path, renderRecord({ ...record, nonce: "the copy" }, null, "Plan", key));
    });
    expect(stage.outside.calls).toHaveLength(1);
    expect(recordOf(stage)).toMatch(/^outcome: unknown$/m);
    expect(stage.world?.requests[0]?.state).toBe("in-doubt");
  });
});
