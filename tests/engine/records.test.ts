/**
 * Records that another device wrote, or this one before it forgot: which are read, how often, and what is taken from
 * them.
 */
import { describe, expect, test } from "vitest";
import { createMemoryVault } from "../fakes/vault";
import { createRecords, type Records } from "../../src/engine/scan/recordIndex";
import { addUp, type DeviceState } from "../../src/approval/device/ledger";
import type { Listing } from "../../src/kit/ports/vault";
import { renderRecord, type Claim } from "../../src/approval/request/record";

const FOLDER = "Done/Actions";
const NOBODY = addUp([]);

function record(name: string, step: string): string {
  return renderRecord(
    {
      id: name.slice(-11, -3).repeat(4),
      chain: "c",
      attempt: 1,
      plan: "a",
      task: "PLAN-A",
      step,
      actionHash: "",
      type: "email",
      target: "a@example.com",
      name,
      route: "mail / send",
      idempotency: "",
      executor: "e".repeat(32),
      nonce: "",
      limit: null,
      outcome: "ok",
      detail: "",
      begun: 5,
      ended: 6,
    },
    null,
    "Letter",
    "ab".repeat(32),
  );
}

interface Ground {
  readonly put: (name: string, text: string) => void;
  readonly look: (
    device?: DeviceState,
    listing?: Listing,
    due?: ReadonlySet<string>,
    isAgain?: boolean,
  ) => Promise<readonly Claim[]>;
  /** Names of requests that have a record. */
  readonly of: (...names: readonly string[]) => Promise<readonly string[]>;
  /** Paths of records that could not be read. */
  readonly unread: (...names: readonly string[]) => Promise<readonly string[]>;
  readonly list: () => Promise<Listing>;
  readonly reads: string[];
  readonly break: (name: string | null, reason?: "failed" | "not-utf8") => void;
}

function ground(): Ground {
  const vault = createMemoryVault({ clock: { now: () => 1000 }, folders: [FOLDER] });
  const reads: string[] = [];
  const broken: { name: string | null; reason: "failed" | "not-utf8" } = { name: null, reason: "failed" };
  const records: Records = createRecords(
    {
      ...vault,
      read(path) {
        reads.push(path.slice(FOLDER.length + 1));
        return path === `${FOLDER}/${broken.name ?? ""}`
          ? Promise.resolve({ kind: "unreadable", reason: broken.reason, why: "busy" })
          : vault.read(path);
      },
    },
    FOLDER,
  );
  return {
    put: (name, text) => vault.put(`${FOLDER}/${name}`, text),
    reads,
    look: async (device = NOBODY, listing, due, isAgain = due === undefined) =>
      records.look(listing ?? (await vault.list(FOLDER)), device, due ?? new Set(), isAgain),
    of: async (...names) => [...(await records.of(new Set(names), NOBODY)).recordNotes.keys()],
    unread: async (...names) => (await records.of(new Set(names), NOBODY)).unread.map(({ path }) => path),
    list: () => vault.list(FOLDER),
    break: (name, reason = "failed") => Object.assign(broken, { name, reason }),
  };
}

const [ONE, TWO] = ["2026-03-01T0900Z_email_a_11111111", "2026-03-01T0901Z_email_a_22222222"];

describe("a record whose request this device does not remember", () => {
  test("says of which step it is, and is read once as long as it is as it was", async () => {
    const { put, look, reads } = ground();
    put(`${ONE}_receipt.md`, record(`${ONE}.md`, "s-1"));
    put(`${ONE}.md`, "The request it is of.\n");
    const claim = {
      id: "1".repeat(32),
      name: `${ONE}.md`,
      plan: "a",
      task: "PLAN-A",
      step: "s-1",
      type: "email",
      begun: 5,
    };
    expect(await look()).toEqual([claim]);
    put(`${TWO}_receipt.md`, record(`${TWO}.md`, "s-2"));
    expect((await look()).map(({ step }) => step)).toEqual(["s-1", "s-2"]);
    expect(reads).toEqual([`${ONE}_receipt.md`, `${TWO}_receipt.md`]);
  });

  test("is not read where this device remembers the request", async () => {
    const { put, look, reads } = ground();
    put(`${ONE}_receipt.md`, record(`${ONE}.md`, "s-1"));
    const device = addUp([
      {
        kind: "asked",
        action: "x",
        chain: "x",
        attempt: 1,
        name: `${ONE}.md`,
        plan: "a",
        task: "PLAN-A",
        step: "s-1",
        text: "",
        type: "email",
        target: "",
        at: 1,
      },
    ]);
    expect(await look(device)).toEqual([]);
    expect(reads).toEqual([]);
  });

  test("says nothing under another name than its own, cut off, or in other words", async () => {
    const { put, look } = ground();
    put(`${TWO}_receipt.md`, record(`${ONE}.md`, "s-1"));
    put(`${ONE}_receipt.md`, record(`${ONE}.md`, "s-1").slice(0, 300));
    put("x_receipt.md", "---\nseal: pr1.eyJhIjoxfQeyJhIjoxfQ." + "0".repeat(64) + "\n---\n");
    expect(await look()).toEqual([]);
  });

  test("says nothing where it says what no record of ours ever said", async () => {
    for (const [name, step] of [
      ["2026-03-01T0900Z_email_a_FFFFFFFF", "s-1"],
      ["x", "s-1"],
      [ONE, ""],
      [ONE, "s 1\nx"],
    ] as const) {
      const { put, look } = ground();
      put(`${name}_receipt.md`, record(`${name}.md`, step));
      expect(await look()).toEqual([]);
    }
  });

  test("that cannot be read at the moment is tried again, also when its folder is as it was", async () => {
    const { put, look, list, break: busy } = ground();
    put(`${ONE}_receipt.md`, record(`${ONE}.md`, "s-1"));
    const listing = await list();
    busy(`${ONE}_receipt.md`);
    expect(await look(NOBODY, listing)).toEqual([]);
    busy(null);
    expect((await look(NOBODY, listing)).map(({ step }) => step)).toEqual(["s-1"]);
  });
});

describe("the record of a request that is known", () => {
  const [one, two] = [`${ONE}.md`, `${TWO}.md`];

  test("is looked for again only where something may have changed", async () => {
    const { put, look, of, reads } = ground();
    const listing: Listing = { kind: "absent" };
    await look(NOBODY, listing);
    expect(await of(one, two)).toEqual([]);
    put(`${ONE}_receipt.md`, record(one, "s-1"));
    await look(NOBODY, listing, new Set([`${FOLDER}/${TWO}_receipt.md`, "Plans/a.md", FOLDER.slice(0, 2)]));
    expect(await of(one, two)).toEqual([]);
    await look(NOBODY, listing, new Set([`${FOLDER}/${ONE}_receipt.md`]));
    expect(await of(one, two)).toEqual([one]);
    expect(reads).toEqual([ONE, TWO, TWO, ONE].map((name) => `${name}_receipt.md`));
  });

  test.each([
    ["the folder itself", [FOLDER]],
    ["a folder around it", ["Done"]],
    ["anything", null],
  ])("is read again when a change is told of at %s", async (_, due) => {
    const { put, look, of } = ground();
    const listing: Listing = { kind: "absent" };
    await look(NOBODY, listing);
    expect(await of(one)).toEqual([]);
    put(`${ONE}_receipt.md`, record(one, "s-1"));
    await look(NOBODY, listing, due === null ? undefined : new Set(due));
    expect(await of(one)).toEqual([one]);
  });

  test("is read at each look as long as it is there, and told of while it cannot be read", async () => {
    const { put, look, of, unread, break: busy, reads } = ground();
    put(`${ONE}_receipt.md`, record(one, "s-1"));
    busy(`${ONE}_receipt.md`);
    expect(await unread(one)).toEqual([`${FOLDER}/${ONE}_receipt.md`]);
    await look(NOBODY, { kind: "absent" }, new Set());
    expect(await unread(one)).toEqual([`${FOLDER}/${ONE}_receipt.md`]);
    expect(reads).toHaveLength(2);
    busy(null);
    expect(await of(one)).toEqual([one]);
    expect(reads).toHaveLength(3);
  });

  test("is not looked for where the listing of this look does not show it, unless somebody told of it or the disk may spell it so", async () => {
    const { put, look, list, of, reads } = ground();
    const other = "2026-03-01T0902Z_email_é_33333333";
    const listing = await list();
    for (const name of [ONE, TWO, other]) put(`${name}_receipt.md`, record(`${name}.md`, "s-1"));
    await look(NOBODY, listing);
    expect(await of(one, two, `${other}.md`)).toEqual([`${other}.md`]);
    await look(NOBODY, listing, new Set([`${FOLDER}/${ONE}_receipt.md`]), true);
    expect(await of(one, two)).toEqual([one]);
    reads.length = 0;
    await look(NOBODY, {
      kind: "folder",
      entries: [{ name: `${TWO}_RECEIPT.MD`, kind: "file", size: 1, modified: 1 }],
    });
    await of(one, two);
    expect(reads).toEqual([`${TWO}_receipt.md`]);
    await look(NOBODY, { kind: "unreadable", why: "busy" });
    expect(await of(one, two)).toEqual([one, two]);
  });

  test("is unknown, and no file of somebody else, while it cannot be read, and one of somebody else where it is no text", async () => {
    const { of, break: busy, put } = ground();
    put(`${ONE}_receipt.md`, record(one, "s-1"));
    busy(`${ONE}_receipt.md`);
    expect(await of(one)).toEqual([]);
    busy(`${ONE}_receipt.md`, "not-utf8");
    expect(await of(one)).toEqual([one]);
  });
});
