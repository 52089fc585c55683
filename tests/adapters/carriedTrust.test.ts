/** Changes that a person makes in the settings here stay confirmed, and nothing else becomes so. */
import { expect, test } from "vitest";
import { carryTrust } from "../../src/adapters/obsidian/carriedTrust";
import { createSettingsFile } from "../../src/adapters/obsidian/settingsFile";
import { watchTrust } from "../../src/adapters/obsidian/trust";
import { createMemoryStore } from "../fakes/store";
import { DEFAULT_SETTINGS, sensitiveHash, type Settings } from "../../src/settings/settings";

const EVIL = { servers: { evil: { command: "evil", args: [], env: {} } } };

/** A data.json that can be held back, or be full. */
function openFile() {
  const disk = { data: {} as unknown, full: false, hold: null as Promise<void> | null };
  const file = createSettingsFile({
    loadData: async () => {
      const { data, hold } = disk;
      await hold;
      return structuredClone(data);
    },
    saveData: async (data) => {
      await disk.hold;
      if (disk.full) throw new Error("no space left");
      disk.data = structuredClone(data);
    },
  });
  return { disk, file };
}

async function open() {
  const { disk, file } = openFile();
  const trust = watchTrust(createMemoryStore());
  const carried = carryTrust(file);
  await carried.load();
  carried.opened(trust);
  const confirm = (settings: Settings): Promise<void> =>
    trust.store.append({ kind: "trusted", what: "settings", hash: sensitiveHash(settings), at: 1 });
  return { disk, file, carried, confirm };
}
const plansIn =
  (plans: string) =>
  (now: Settings): Settings => ({ ...now, folders: { ...now.folders, plans } });

test("what is changed on top of what was confirmed is carried, until it took effect", async () => {
  const { file, carried, confirm } = await open();
  await carried.change(plansIn("One"));
  await carried.change(plansIn("Two"));
  expect(carried.carries(file.now())).toBe(true);
  await confirm(file.now());
  carried.settled(file.now());
  expect([carried.carries(file.now()), carried.isConfirmed()]).toEqual([false, true]);
});

test("what came by sync is not carried, whenever it comes", async () => {
  const { disk, file, carried } = await open();
  disk.data = EVIL;
  expect(await carried.load()).toBe(true);
  await carried.change(plansIn("One"));
  expect(carried.carries(file.now())).toBe(false);

  const other = await open();
  await other.carried.change(plansIn("One"));
  other.disk.data = EVIL;
  await other.carried.load();
  expect(other.carried.carries(other.file.now())).toBe(false);

  const third = await open();
  let go = (): void => undefined;
  third.disk.hold = new Promise((resolve) => (go = resolve));
  const saving = third.carried.change((now) => ({ ...now, open_requests: 7 }));
  third.disk.data = EVIL;
  const loading = third.carried.load();
  go();
  await Promise.all([saving, loading]);
  // What came while it was being saved was written over, and nothing of it took effect.
  expect([
    third.file.now().servers,
    third.file.now().open_requests,
    third.carried.carries(third.file.now()),
  ]).toEqual([{}, 7, true]);
  expect(third.disk.data).toMatchObject({ servers: {}, open_requests: 7 });
});

test("a file in which nothing has changed is no news", async () => {
  const { disk, file, carried } = await open();
  await carried.change(plansIn("One"));
  disk.data = structuredClone(disk.data);
  expect(await carried.load()).toBe(false);
  expect(carried.carries(file.now())).toBe(true);
});

test("after a confirmation, what is changed is carried again, though something before was not", async () => {
  const { disk, file, carried, confirm } = await open();
  disk.data = EVIL;
  await carried.load();
  await carried.change(plansIn("One"));
  await confirm(file.now());
  carried.settled(file.now());
  await carried.change(plansIn("Two"));
  expect(carried.carries(file.now())).toBe(true);
});

test("what is typed while the change before takes effect is carried on", async () => {
  const { file, carried, confirm } = await open();
  await carried.change(plansIn("One"));
  const next = file.now();
  await carried.change(plansIn("Two"));
  await confirm(next);
  carried.settled(next);
  expect(carried.carries(file.now())).toBe(true);
});

test("what cannot be written is said, and not shown as if it were", async () => {
  const { disk, file, carried } = await open();
  disk.full = true;
  expect(await carried.change(plansIn("One"))).toContain("could not be written (no space left)");
  expect(file.now()).toEqual(DEFAULT_SETTINGS);
});

test("what is typed while the file is read is neither lost nor shown otherwise", async () => {
  const { disk, file } = openFile();
  await file.load();
  let go = (): void => undefined;
  disk.hold = new Promise((resolve) => (go = resolve));
  const loading = file.load();
  const changing = file.change(plansIn("Mine"));
  go();
  await Promise.all([loading, changing]);
  expect(file.now().folders.plans).toBe("Mine");
  expect(disk.data).toMatchObject({ folders: { plans: "Mine" } });
});

test("a change that comes before the file was read keeps what stands in it", async () => {
  const { disk, file } = openFile();
  disk.data = { ...EVIL, plans: "kept" };
  expect(await file.change((now) => ({ ...now, grace_seconds: 20 }))).toBe(null);
  expect(disk.data).toMatchObject({ ...EVIL, plans: "kept", grace_seconds: 20 });
});
