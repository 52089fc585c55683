/** Records that another device wrote, or this one before it forgot: which are read, how often, and what is taken from them. */
import { describe, expect, test } from "vitest";
import { createMemoryVault } from "../../src/adapters/memory/vault";
import { createRecords, type Records } from "../../src/desk/records";
import { addUp, type DeviceState } from "../../src/device/device";
import type { Listing } from "../../src/ports/vault";
import { renderReceipt, type Claim } from "../../src/request/receipt";

const FOLDER = "Done/Actions";
const NOBODY = addUp([]);

function record(name: string, step: string): string {
  return renderReceipt({
    id: name.slice(-11, -3).repeat(4), chain: "c", attempt: 1, plan: "a", task: "PLAN-A", step, actionHash: "", type: "email", target: "a@example.com", name, route: "mail / send", idempotency: "",
    executor: "e".repeat(32), outcome: "ok", detail: "", begun: 5, ended: 6,
  }, null, "Letter", "ab".repeat(32));
}

interface Ground {
  readonly put: (name: string, text: string) => void;
  readonly look: (device?: DeviceState, listing?: Listing) => Promise<readonly Claim[]>;
  readonly list: () => Promise<Listing>;
  readonly reads: string[];
  readonly break: (name: string | null) => void;
}

function ground(): Ground {
  const vault = createMemoryVault({ clock: { now: () => 1000 }, folders: [FOLDER] });
  const reads: string[] = [];
  const broken: { name: string | null } = { name: null };
  const records: Records = createRecords({
    ...vault,
    read(path) {
      reads.push(path.slice(FOLDER.length + 1));
      return path === `${FOLDER}/${broken.name ?? ""}` ? Promise.resolve({ kind: "unreadable", reason: "failed", why: "busy" }) : vault.read(path);
    },
  }, FOLDER);
  return {
    put: (name, text) => vault.put(`${FOLDER}/${name}`, text), reads,
    look: async (device = NOBODY, listing) => records.look(listing ?? (await vault.list(FOLDER)), device),
    list: () => vault.list(FOLDER),
    break: (name) => (broken.name = name),
  };
}

const [ONE, TWO] = ["2026-03-01T0900Z_email_a_11111111", "2026-03-01T0901Z_email_a_22222222"];

describe("a record whose request this device does not remember", () => {
  test("says of which step it is, and is read once as long as it is as it was", async () => {
    const { put, look, reads } = ground();
    put(`${ONE}_receipt.md`, record(`${ONE}.md`, "s-1"));
    put(`${ONE}.md`, "The request it is of.\n");
    const claim = { id: "1".repeat(32), name: `${ONE}.md`, plan: "a", task: "PLAN-A", step: "s-1", type: "email", begun: 5 };
    expect(await look()).toEqual([claim]);
    put(`${TWO}_receipt.md`, record(`${TWO}.md`, "s-2"));
    expect((await look()).map(({ step }) => step)).toEqual(["s-1", "s-2"]);
    expect(reads).toEqual([`${ONE}_receipt.md`, `${TWO}_receipt.md`]);
  });

  test("is not read where this device remembers the request", async () => {
    const { put, look, reads } = ground();
    put(`${ONE}_receipt.md`, record(`${ONE}.md`, "s-1"));
    const device = addUp([{ kind: "asked", action: "x", chain: "x", attempt: 1, name: `${ONE}.md`, plan: "a", task: "PLAN-A", step: "s-1", text: "", type: "email", target: "", at: 1 }]);
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
    for (const [name, step] of [["2026-03-01T0900Z_email_a_FFFFFFFF", "s-1"], ["x", "s-1"], [ONE, ""], [ONE, "s 1\nx"]] as const) {
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
