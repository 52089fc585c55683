/**
 * Notes that each look reads in the folders for requests, and objects that stay the same while nothing there changes.
 */
import { createAside } from "../../src/engine/scan/aside";
import { describe, expect, test } from "vitest";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryVault } from "../fakes/vault";
import { addUp, type DeviceState } from "../../src/approval/device/ledger";
import type { Extent } from "../../src/engine/scan/listing";
import { createOwn } from "../../src/engine/scan/ownWrites";
import { RequestNotes, type FoundRequests } from "../../src/engine/scan/requestNotes";
import { HOUR } from "../../src/kit/dates";
import type { SeenRequest } from "../../src/rules/snapshot";
import { readSettings } from "../../src/settings/settings";

const FOLDERS = ["Pending_Approval", "Approved", "Rejected"];
const NOBODY = addUp([]);
const SOMEBODY: DeviceState = {
  ...NOBODY,
  device: { id: "d".repeat(32), key: "k".repeat(32), name: "Desk", machine: "m", vault: "v", at: 0 },
};

function ground() {
  const parsed = readSettings({});
  if (parsed.kind === "bad") throw new Error(parsed.why);
  const clock = createSimulatedClock(Date.UTC(2026, 1, 1, 9));
  const vault = createMemoryVault({ clock, folders: FOLDERS });
  const reads: string[] = [];
  const notes = new RequestNotes(
    { vault: { ...vault, read: (path) => (reads.push(path), vault.read(path)) }, clock },
    parsed.settings,
    createOwn(),
    createAside(() => undefined),
  );
  return {
    clock,
    vault,
    /** Writes a note a second later than the one before, so that the disk tells a new time. */
    async put(path: string, text: string | Uint8Array = "---\ntype: email\n---\nSend it.\n") {
      await clock.advance(1000);
      vault.put(path, text);
    },
    look: (extent: Extent, due: readonly string[] = [], device: DeviceState = NOBODY) =>
      notes.look(new Set(due), extent, device),
    /** Paths that were read since this was asked last. */
    reads: () => reads.splice(0),
  };
}

function at({ requests }: FoundRequests, path: string): SeenRequest | undefined {
  return requests.find((each) => each.path === path);
}

describe("a look at requests", () => {
  test("answers the same list while nothing there changes, however much is listed", async () => {
    const { put, look } = ground();
    await put("Pending_Approval/a.md");
    await put("Rejected/deep/b.md");
    const { requests, isNew } = await look("all");
    expect(isNew).toBe(true);
    for (const extent of ["marked", "names", "all"] as const) {
      const again = await look(extent);
      expect(again.requests).toBe(requests);
      expect(again.isNew).toBe(false);
    }
  });

  test("keeps what the other notes are when one comes, changes or goes", async () => {
    const { put, look, vault } = ground();
    await put("Pending_Approval/a.md");
    await put("Pending_Approval/c.md");
    const first = await look("all");
    await put("Pending_Approval/b.md");
    const second = await look("marked");
    expect(second.requests.map(({ path }) => path)).toEqual(
      ["a", "b", "c"].map((name) => `Pending_Approval/${name}.md`),
    );
    await put("Pending_Approval/b.md", "Something else.\n");
    const third = await look("marked", ["Pending_Approval/b.md"]);
    expect(at(third, "Pending_Approval/b.md")?.hash).not.toBe(at(second, "Pending_Approval/b.md")?.hash);
    await vault.move("Pending_Approval/b.md", "Rejected/b.md");
    const fourth = await look("marked");
    expect(fourth.requests.map(({ path }) => path)).toEqual([
      "Pending_Approval/a.md",
      "Pending_Approval/c.md",
      "Rejected/b.md",
    ]);
    for (const found of [second, third, fourth]) {
      expect(at(found, "Pending_Approval/a.md")).toBe(at(first, "Pending_Approval/a.md"));
      expect(found.isNew).toBe(true);
    }
  });

  test("makes everything anew for another device: only that one can tell its seals", async () => {
    const { put, look } = ground();
    await put("Pending_Approval/a.md");
    const { requests } = await look("all");
    const other = await look("marked", [], SOMEBODY);
    expect(other.requests).not.toBe(requests);
    expect(other.requests[0]).not.toBe(requests[0]);
  });

  test("reads what came at once, in each folder and below it, without being told", async () => {
    const { put, look, reads } = ground();
    await look("all");
    for (const folder of FOLDERS) {
      await put(`${folder}/new.md`);
      await put(`${folder}/deep/new.md`);
    }
    await look("marked");
    expect(reads().sort()).toEqual(
      FOLDERS.flatMap((each) => [`${each}/deep/new.md`, `${each}/new.md`]).sort(),
    );
  });

  test("reads again what could not be read, whatever is listed", async () => {
    const { put, look, reads } = ground();
    await put("Rejected/a.md", new Uint8Array([0xff]));
    await look("all");
    reads();
    expect((await look("marked")).busy).toEqual(new Set(["rejected"]));
    expect(reads()).toEqual(["Rejected/a.md"]);
  });

  describe("an edit that nobody tells of", () => {
    test.each([
      { extent: "marked", read: [] },
      { extent: "names", read: ["Approved/a.md", "Rejected/a.md"] },
      { extent: "all", read: ["Pending_Approval/a.md", "Approved/a.md", "Rejected/a.md"] },
    ] as const)("is found in $read.length folders by a look at $extent", async ({ extent, read }) => {
      const { put, look, reads } = ground();
      for (const folder of FOLDERS) await put(`${folder}/a.md`);
      await look("all");
      reads();
      for (const folder of FOLDERS) await put(`${folder}/a.md`, "Something else.\n");
      await look(extent);
      expect(reads()).toEqual(read);
      await look("all");
      reads();
      await look("all");
      expect(reads()).toEqual([]);
    });

    test.each(["Rejected", "Rejected/deep"])("is found where its folder %s is due", async (due) => {
      const { put, look, reads } = ground();
      await put("Rejected/deep/a.md");
      await put("Pending_Approval/a.md");
      await look("all");
      reads();
      await put("Rejected/deep/a.md", "Something else.\n");
      await put("Pending_Approval/a.md", "Something else.\n");
      await look("marked", ["Plans/x.md", due]);
      expect(reads()).toEqual(["Rejected/deep/a.md"]);
    });
  });

  test("counts from now where the clock was set back, and from no later", async () => {
    const { put, look, clock } = ground();
    await put("Approved/a.md");
    await look("all");
    clock.jump(-HOUR);
    expect(at(await look("marked"), "Approved/a.md")?.since).toBe(clock.now());
    const { requests } = await look("marked");
    expect((await look("marked")).requests).toBe(requests);
  });
});
