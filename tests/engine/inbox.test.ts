/** Files in the folders for tasks that are looked at, read and taken for new. */
import { createAside } from "../../src/engine/scan/aside";
import { describe, expect, test } from "vitest";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryVault, type MemoryVault } from "../fakes/vault";
import type { Acting } from "../../src/approval/device/acting";
import { createInbox, type Inbox } from "../../src/engine/scan/inbox";
import { HOUR, MINUTE } from "../../src/kit/dates";
import { readSettings, type Settings } from "../../src/settings/settings";

const SET_UP = Date.UTC(2026, 1, 1, 9);
const FOLDERS = ["Inbox", "Needs_Action", "Pending_Approval", "Approved", "Rejected", "Done/Actions"];
const NOTHING_DUE = new Set<string>();

function settings(more: object = {}): Settings {
  const parsed = readSettings(more);
  if (parsed.kind === "bad") throw new Error(parsed.why);
  return parsed.settings;
}

function acting(since: number | null = SET_UP): Acting {
  return { kind: "named", device: "d".repeat(32), name: "Desk", since, seen: "2026-02-01" };
}

interface Ground {
  readonly vault: MemoryVault;
  readonly inbox: Inbox;
  /** Puts a note there as if the disk said this time. */
  readonly put: (path: string, at: number, text?: string) => void;
  readonly reads: string[];
  readonly found: (of?: Acting, due?: ReadonlySet<string>, isListed?: boolean) => Promise<readonly string[]>;
  readonly lists: string[];
}

/** Set up on a day, as far as the disk tells. */
function ground(more: object = {}, setUpAt = SET_UP): Ground {
  const time = { now: setUpAt };
  const vault = createMemoryVault({ clock: { now: () => time.now }, folders: FOLDERS });
  const reads: string[] = [];
  const lists: string[] = [];
  const inbox = createInbox(
    {
      vault: {
        ...vault,
        read: (path) => (reads.push(path), vault.read(path)),
        list: (path) => (lists.push(path), vault.list(path)),
      },
      clock: createSimulatedClock(SET_UP + 24 * HOUR),
    },
    settings(more),
    createAside(() => undefined),
  );
  const put = (path: string, at: number, text = "Send it.\n"): void => {
    time.now = at;
    vault.put(path, text);
  };
  for (const folder of FOLDERS) put(`${folder}/About this folder.md`, setUpAt);
  return {
    vault,
    inbox,
    put,
    reads,
    lists,
    found: async (of = acting(), due = NOTHING_DUE, isListed = true) =>
      (await inbox.look(of, due, isListed)).tasks.map(({ path }) => path),
  };
}

describe("a folder for tasks", () => {
  test("is listed again when something of it is due, or everything is, and not for a change elsewhere", async () => {
    const { put, found, lists } = ground();
    put("Inbox/a.md", SET_UP + MINUTE);
    expect(await found(acting(), NOTHING_DUE, false)).toEqual(["Inbox/a.md"]);
    expect(lists.splice(0)).toEqual(["Inbox", "Needs_Action"]);
    put("Inbox/b.md", SET_UP + MINUTE);
    expect(await found(acting(), new Set(["Plans/b.md", "Inboxes/b.md", "Inbox.md"]), false)).toEqual([
      "Inbox/a.md",
    ]);
    expect(lists.splice(0)).toEqual([]);
    expect(await found(acting(), new Set(["Inbox/b.md"]), false)).toEqual(["Inbox/a.md", "Inbox/b.md"]);
    expect(lists.splice(0)).toEqual(["Inbox"]);
    put("Needs_Action/c.md", SET_UP + MINUTE);
    expect(await found(acting(), new Set(["Needs_Action"]), false)).toEqual([
      "Inbox/a.md",
      "Inbox/b.md",
      "Needs_Action/c.md",
    ]);
    put("Inbox/d.md", SET_UP + MINUTE);
    expect(await found()).toEqual(["Inbox/a.md", "Inbox/b.md", "Inbox/d.md", "Needs_Action/c.md"]);
  });
});

describe("a task is new", () => {
  test("when it is younger than set-up, and not at the same moment or before", async () => {
    const { put, found } = ground();
    put("Inbox/before.md", SET_UP - 1);
    put("Inbox/at once.md", SET_UP);
    put("Inbox/after.md", SET_UP + 1);
    put("Needs_Action/later.md", SET_UP + HOUR);
    expect(await found()).toEqual(["Inbox/after.md", "Needs_Action/later.md"]);
  });

  test("not when all of the vault was made anew later, in whatever order", async () => {
    const clone = SET_UP + HOUR;
    const { put, found } = ground({}, clone);
    put("Inbox/a.md", clone + 5);
    put("Needs_Action/z.md", clone + 20);
    put("Rejected/About this folder.md", clone + 30);
    expect(await found()).toEqual([]);
    put("Inbox/fresh.md", clone + MINUTE);
    expect(await found()).toEqual(["Inbox/fresh.md"]);
  });

  test("not before another device took over", async () => {
    const { put, found } = ground();
    put("Inbox/a.md", SET_UP + MINUTE);
    expect(await found()).toEqual(["Inbox/a.md"]);
    expect(await found(acting(SET_UP + HOUR))).toEqual([]);
  });

  test("never where nobody is named, or nobody knows since when, or the settings want nothing of it", async () => {
    const { put, found, inbox } = ground();
    put("Inbox/a.md", SET_UP + MINUTE);
    for (const of of [acting(null), { kind: "nobody" }, { kind: "unreadable" }] as const)
      expect(await found(of)).toEqual([]);
    expect((await inbox.look({ kind: "nobody" }, NOTHING_DUE, true)).notes).toEqual([
      "Inbox/About this folder.md",
      "Inbox/a.md",
      "Needs_Action/About this folder.md",
    ]);
    const off = ground({ intake: "off" });
    off.put("Inbox/a.md", SET_UP + MINUTE);
    expect(await off.found()).toEqual([]);
    expect(off.reads).toEqual([]);
  });

  test("also where the notes about the folders are gone", async () => {
    const { vault, put, found } = ground();
    for (const folder of FOLDERS) vault.remove(`${folder}/About this folder.md`);
    put("Inbox/a.md", SET_UP + MINUTE);
    expect(await found()).toEqual(["Inbox/a.md"]);
  });
});

describe("a note in a folder for tasks", () => {
  test("is read once, again when the disk or an event says that it changed, and when it could not be read", async () => {
    const { vault, put, reads, found } = ground();
    put("Inbox/a.md", SET_UP + MINUTE);
    put("Inbox/b.md", SET_UP + MINUTE);
    const read = (): readonly string[] =>
      reads.splice(0).filter((path) => !path.endsWith("About this folder.md"));
    await found();
    expect(read()).toEqual(["Inbox/a.md", "Inbox/b.md"]);
    await found();
    expect(read()).toEqual([]);
    put("Inbox/a.md", SET_UP + 2 * MINUTE, "Look at it.\n");
    expect(await found()).toEqual(["Inbox/b.md"]);
    expect(read()).toEqual(["Inbox/a.md"]);
    await found(acting(), new Set(["Inbox/b.md"]));
    expect(read()).toEqual(["Inbox/b.md"]);
    vault.put("Inbox/c.md", new Uint8Array([0x53, 0xff, 0xfe]));
    expect(await found()).toEqual(["Inbox/b.md"]);
    await found();
    expect(read()).toEqual(["Inbox/c.md", "Inbox/c.md"]);
  });

  test("that is older is never read", async () => {
    const { put, reads, found } = ground();
    for (let n = 0; n < 50; n += 1) put(`Inbox/${String(n)}.md`, SET_UP - MINUTE);
    expect(await found()).toEqual([]);
    expect(reads).toEqual([]);
  });

  test("is none where the folder is not there", async () => {
    const { vault, found } = ground();
    vault.remove("Inbox");
    vault.remove("Needs_Action");
    expect(await found()).toEqual([]);
  });
});
