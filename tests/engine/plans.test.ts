/**
 * Plans are read as they are marked; whatever came and went, and however it was told of, they stand as if all had just
 * been read.
 */
import { createAside } from "../../src/engine/scan/aside";
import { describe, expect, test } from "vitest";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryVault, type MemoryVault } from "../fakes/vault";
import { createOwn } from "../../src/engine/scan/ownWrites";
import { Plans } from "../../src/engine/scan/plans";
import type { ClockPort } from "../../src/kit/ports/clock";
import type { VaultPort } from "../../src/kit/ports/vault";
import { DEFAULT_SETTINGS } from "../../src/settings/settings";
import { tellPlanIndex } from "../index/tell";

const NOW = Date.UTC(2026, 1, 21);

interface Ground {
  readonly memory: MemoryVault;
  readonly vault: VaultPort;
  /** Notes that cannot be read just now, and folders that cannot be listed. */
  readonly busy: Set<string>;
}

function ground(files: Readonly<Record<string, string>> = {}): Ground {
  const busy = new Set<string>();
  // Each write is a millisecond later than the one before it.
  let writes = 0;
  const memory = createMemoryVault({
    clock: { now: () => NOW + writes++ },
    files,
    folders: ["Plans", "Done/Plans"],
    hints: "manual",
  });
  const vault: VaultPort = {
    ...memory,
    list: async (folder) =>
      busy.has(folder) ? { kind: "unreadable", why: "busy" } : await memory.list(folder),
    read: async (path) =>
      busy.has(path) ? { kind: "unreadable", reason: "failed", why: "busy" } : await memory.read(path),
  };
  return { memory, vault, busy };
}

/** Every question for the time is a millisecond later on the monotonic clock, so long work takes turns. */
function clockAt(now: () => number): ClockPort {
  let passed = 0;
  return { ...createSimulatedClock(), now, monotonic: () => (passed += 1) };
}

const open = ({ vault }: Ground): Plans =>
  new Plans(
    { vault, clock: clockAt(() => NOW) },
    DEFAULT_SETTINGS,
    createOwn(),
    createAside(() => undefined),
  );

async function afresh(of: Ground): Promise<Plans> {
  const plans = open(of);
  await plans.look(new Set(), "all");
  return plans;
}

function tell({ planIndex, restless, paths }: Plans): unknown {
  return [tellPlanIndex(planIndex, NOW), [...restless].sort(), [...paths].sort()];
}

const plan = (id: string, more = ""): string =>
  `---\ntask_id: ${id}\nstatus: Active\n${more}---\n# Objective\n${id}\n## Roadmap\n- [ ] Call\n- [ ] ✋ Send it ^s-1\n`;

describe("two notes of one id", () => {
  test.each([
    ["the note cannot be read", "Plans/sub/b.md"],
    ["the folder it lies in cannot be listed", "Plans/sub"],
  ])("are both left alone while of one %s", async (_what, busy) => {
    const at = ground({ "Plans/a.md": plan("PLAN-1"), "Plans/sub/b.md": plan("PLAN-1") });
    const plans = await afresh(at);
    expect(plans.planIndex.hasDuplicateId("Plans/a.md")).toBe(true);
    at.busy.add(busy);
    await plans.look(new Set(["Plans/sub/b.md"]), "all");
    expect(plans.planIndex.hasDuplicateId("Plans/a.md")).toBe(true);
    expect(plans.planIndex.at("Plans/sub/b.md")).toBeNull();
    expect(plans.planIndex.problems().map(({ path }) => path)).toContain("Plans/sub/b.md");
    at.busy.clear();
    await plans.look(new Set(), "all");
    expect(tell(plans)).toEqual(tell(await afresh(at)));
  });
});

test("the first listing asks for names alone; a listing after it reads what has changed and nothing else", async () => {
  const at = ground({ "Plans/a.md": plan("PLAN-1"), "Plans/sub/b.md": plan("PLAN-2"), "Plans/c.md": "x" });
  const lists: string[] = [];
  const reads: string[] = [];
  const plans = open({
    ...at,
    vault: {
      ...at.vault,
      list: (folder, detail) => (lists.push(`${folder} ${detail ?? "all"}`), at.vault.list(folder, detail)),
      read: (path) => (reads.push(path), at.vault.read(path)),
    },
  });
  await plans.look(new Set(), "all");
  expect(lists.splice(0).sort()).toEqual(["Done/Plans names", "Plans names", "Plans/sub names"]);
  expect(reads.splice(0).sort()).toEqual(["Plans/a.md", "Plans/c.md", "Plans/sub/b.md"]);
  at.memory.put("Plans/a.md", plan("PLAN-3"));
  await plans.look(new Set(["Plans/a.md"]), "marked");
  expect(reads.splice(0)).toEqual(["Plans/a.md"]);
  await plans.look(new Set(), "all");
  expect(reads.splice(0)).toEqual([]);
  at.memory.put("Plans/sub/b.md", plan("PLAN-4"));
  await plans.look(new Set(), "all");
  expect(lists).toContain("Plans/sub all");
  expect(reads.splice(0)).toEqual(["Plans/sub/b.md"]);
});

test("a copy is told as a copy also where its original could not be read when it came", async () => {
  const at = ground({ "Plans/a (Case Conflict).md": plan("PLAN-1") });
  const plans = await afresh(at);
  expect(plans.planIndex.at("Plans/a (Case Conflict).md")).not.toBeNull();
  at.memory.put("Plans/a.md", plan("PLAN-1"));
  at.busy.add("Plans/a.md");
  await plans.look(new Set(["Plans/a.md"]), "marked");
  at.busy.clear();
  await plans.look(new Set(["Plans/a.md"]), "marked");
  expect(plans.planIndex.at("Plans/a (Case Conflict).md")).toBeNull();
  expect(tell(plans)).toEqual(tell(await afresh(at)));
});

test("a copy that cannot be read for a moment goes on being held against its original", async () => {
  const copy = "Plans/a (conflicted copy 2026-02-21).md";
  const at = ground({ "Plans/a.md": plan("PLAN-1"), [copy]: plan("PLAN-1", "blocked_reason: x\n") });
  const plans = await afresh(at);
  const copies = (): readonly string[] =>
    plans.planIndex.copies().map(({ path, blockedReason }) => `${path} ${blockedReason ?? ""}`);
  expect(copies()).toEqual([`${copy} x`]);
  at.busy.add(copy);
  await plans.look(new Set([copy]), "all");
  expect(copies()).toEqual([`${copy} x`]);
  at.busy.clear();
  at.memory.remove(copy);
  await plans.look(new Set(), "all");
  expect(copies()).toEqual([]);
});

/** Numbers from 0 up to, not including, the given one. */
function dice(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const FOLDERS = ["Plans", "Plans/sub", "Plans/sub", "Plans/Two", "Plans/sub/deep", "Done/Plans", "Mine"];
const NAMES = [
  "a",
  "b",
  "c",
  "A",
  "a (Case Conflict)",
  "b.sync-conflict-20260221-104500-ABCDEFG",
  "c-Bob-MacBook",
  "d.conflict1",
];
const TEXTS = [
  "# A page\n",
  "",
  "---\ntask_id: PLAN-1\nstatus: Active\nstatus: Done\n---\n",
  "---\nstatus: Active\n---\n# Objective\nx\n## Roadmap\n- [ ] a\n",
];

test("a look at names finds what came, went and was renamed, whoever told of it, and reads a text again only after a second", async () => {
  const at = ground({
    "Plans/a.md": plan("PLAN-1"),
    "Plans/sub/b.md": plan("PLAN-2"),
    "Done/Plans/c.md": plan("PLAN-3"),
  });
  let time = NOW;
  const plans = new Plans(
    { vault: at.vault, clock: clockAt(() => time) },
    DEFAULT_SETTINGS,
    createOwn(),
    createAside(() => undefined),
  );
  await plans.look(new Set(), "all");
  const names = async (): Promise<void> => {
    await plans.look(new Set(), "names");
    expect(tell(plans)).toEqual(tell(await afresh(at)));
  };
  at.memory.put("Plans/sub/d.md", plan("PLAN-4"));
  await names();
  at.memory.rename("Plans/a.md", "Plans/e.md");
  await names();
  at.memory.remove("Done/Plans/c.md");
  await names();
  at.memory.mkdir("Plans/empty");
  at.busy.add("Plans/empty");
  await names();
  at.busy.clear();
  await names();
  at.memory.put("Plans/e.md", plan("PLAN-5"));
  await plans.look(new Set(), "names");
  expect(plans.planIndex.at("Plans/e.md")?.taskId).toBe("PLAN-1");
  await plans.look(new Set(["Plans/e.md"]), "names");
  await names();
  at.memory.put("Plans/e.md", plan("PLAN-6"));
  time += 1001;
  await names();
});

/** Answers what a person or a program would have told of. */
function happen(at: Ground, roll: (below: number) => number): readonly string[] {
  const pick = (list: readonly string[]): string => list[roll(list.length)] ?? "";
  const path = (): string => `${pick(FOLDERS)}/${pick(NAMES)}.md`;
  const there = Object.keys(at.memory.files());
  const one = there.length === 0 ? path() : pick(there);
  switch (roll(9)) {
    case 0:
      if (there.length > 0) at.memory.remove(one);
      return [one];
    case 1: {
      const to = path();
      if (there.length === 0 || to === one) return [];
      at.memory.mkdir(to.slice(0, to.lastIndexOf("/")));
      at.memory.rename(one, to);
      return [to, one];
    }
    case 2: {
      const folders = at.memory.folders().filter((each) => each.startsWith("Plans/") || each === "Mine/gone");
      const from = pick(folders);
      const to = pick(["Mine/gone", "Plans/sub", "Plans/Two", "Plans/sub2"]);
      if (folders.length === 0 || at.memory.folders().includes(to) || to.startsWith(`${from}/`)) return [];
      at.memory.mkdir(to.slice(0, to.lastIndexOf("/")));
      at.memory.rename(from, to);
      return [from, to];
    }
    default: {
      const to = path();
      at.memory.put(
        to,
        roll(5) === 0
          ? pick(TEXTS)
          : plan(
              `PLAN-${String(roll(6))}`,
              `source_link: ${pick(["null", "/Inbox/a.md"])}\n${roll(3) === 0 ? "blocked_reason: x\n" : ""}`,
            ),
      );
      return [to];
    }
  }
}

describe("after any number of notes and folders came, changed and went", () => {
  test.each([0, 1, 2, 3, 4, 5])("what was read bit by bit is what is there (%j)", async (seed) => {
    const roll = dice(seed);
    const at = ground();
    const plans = await afresh(at);
    for (let turn = 0; turn < 120; turn += 1) {
      const told: string[] = [];
      for (let n = roll(4); n >= 0; n -= 1) told.push(...happen(at, roll));
      const isLost = roll(6) === 0;
      const isCompared = turn % 4 === 3;
      // What cannot be read for a moment is read when it is listed.
      const isBusy = roll(6) === 0;
      if (isBusy) for (const each of Object.keys(at.memory.files())) if (roll(3) === 0) at.busy.add(each);
      if (isBusy && roll(2) === 0) at.busy.add("Plans/sub");
      await plans.look(
        new Set(isLost ? [] : told.reverse()),
        isLost ? "all" : turn % 2 === 0 ? "marked" : "names",
      );
      await plans.closely(
        () => new Set([...plans.planIndex.all()].map(({ path }) => path).filter(() => roll(2) === 0)),
      );
      at.busy.clear();
      if (isBusy) await plans.look(new Set(), "all");
      if (isCompared) expect(tell(plans), `turn ${String(turn)}`).toEqual(tell(await afresh(at)));
    }
  });
});
