/**
 * From install to the first finished plan, as a newcomer goes: no server, no model, and no moment in which nothing is
 * said.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { load } from "js-yaml";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Harness } from "./harness";
import { newProfile } from "./obsidian/surroundings";
import { acting, confirmSettings, leftBehind, openRoom, pass, plan, PROMPT, type Room } from "./plugin-room";

let room: Room;
beforeEach(async () => {
  room = await openRoom();
});
afterEach(() => room.leave());

const shown = (app: Harness): string => app.shownNotices().at(-1) ?? "";
async function press(app: Harness, label: string): Promise<void> {
  const all = Array.from(app.app.document.body.querySelectorAll<HTMLElement>(".notice button"));
  const button = all.find((each) => each.textContent === label);
  if (button === undefined)
    throw new Error(`No “${label}”. There is: ${all.map((each) => each.textContent).join(", ")}`);
  button.click();
  await app.idle();
}
const samples = async (): Promise<readonly string[]> =>
  (await room.names("Plans")).filter((name) => name.startsWith("PLAN-"));

/** The set-up ends at the start page. */
async function makeSample(app: Harness): Promise<void> {
  await app.time.advance(1000);
  await app.views("planwright-start")[0]?.click("Make the sample plan");
}

async function begun(): Promise<Harness> {
  const app = await room.start();
  await app.run("set-up");
  await app.modal().click("Create folders");
  await makeSample(app);
  await app.settleDisk();
  await app.time.advance(1000);
  return app;
}

test("where no device acts, no plan is said to be resumed", async () => {
  await room.put("Plans/a.md", plan("PLAN-1", ["- [ ] Ring them"]));
  const app = await room.start();
  await pass(app);
  expect(app.notices().filter((each) => each.startsWith("Resuming"))).toEqual([]);
});

test("the offer to set up goes once it is taken, so that it lies over no dialog", async () => {
  const app = await room.start();
  expect(shown(app)).toContain("Planwright is not set up in this vault yet");
  await press(app, "Set up");
  expect(app.modal().title).toBe("Set up Planwright");
  expect(app.shownNotices()).toEqual([]);
});

test("a sample plan goes from set-up to the record, and each stage is told with its button", async () => {
  const app = await room.start();
  await app.run("set-up");
  expect(shown(app)).toContain("Planwright is not set up in this vault yet");
  await app.modal().click("Create folders");
  await app.time.advance(1000);
  expect(app.shownNotices().filter((each) => each.includes("not set up"))).toEqual([]);
  expect(app.modals()).toEqual([]);
  const [start] = app.views("planwright-start");
  expect(app.window.document.activeElement).toBe(start?.el.querySelector("textarea"));
  await makeSample(app);
  await app.settleDisk();
  await app.time.advance(1000);
  const [name = ""] = await samples();
  expect(app.activeNote()).toBe(`Plans/${name}`);
  expect(await room.get(`Plans/${name}`)).toContain("status: Active");
  await pass(app, 5_000);
  expect(shown(app)).toContain("The step has a ✋, so Planwright asks.");

  await press(app, "Review");
  expect(app.modal().text()).toContain("Today I tried Planwright.");
  expect(app.modal().text()).toContain("Write a line into any note");
  expect(app.modal().text()).not.toContain("Other");
  expect(await room.get(`Plans/${name}`)).toContain(" — This action needs your approval. (asked");
  await app.modal().click("Approve");
  if (app.modals().length > 0) await app.modal().pressEscape();
  await app.settleDisk();
  await app.time.advance(1000);
  expect(shown(app)).toContain("yours to do");
  await press(app, "Done");
  expect(shown(app)).toContain("The step is done. Planwright is putting the plan away.");
  await pass(app, 10_000);
  await app.time.advance(1000);
  expect(shown(app)).toContain("Done. The plan is archived");
  expect(await samples()).toEqual([]);
  expect(await room.get(`Done/Plans/${name}`)).toContain("status: Done");
  await press(app, "Open the record");
  expect(app.activeNote()).toMatch(/^Done\/Actions\/.*_receipt\.md$/);
  await app.time.advance(30_000);
  expect(shown(app)).toBe("");
  expect(app.errors()).toEqual([]);
  expect(await leftBehind(app)).toEqual([]);
});

test("the sample is put away with one answer", async () => {
  const app = await begun();
  await press(app, "Put the sample away");
  await app.settleDisk();
  await app.time.advance(1000);
  expect(shown(app)).toContain("The sample is cancelled");
  const [name = ""] = await samples();
  expect(await room.get(`Plans/${name}`)).toContain("status: Cancelled");
  await pass(app, 120_000);
  expect(await room.names("Pending_Approval")).toEqual(["About this folder.md"]);
  expect(await leftBehind(app)).toEqual([]);
});

test("a notice that was clicked away comes back with the next thing to do, and goes with the plugin", async () => {
  const app = await begun();
  app.app.document.body.querySelectorAll<HTMLElement>(".notice").forEach((each) => each.click());
  expect(app.shownNotices()).toEqual([]);
  await pass(app, 70_000);
  expect(shown(app)).toContain("The step has a ✋, so Planwright asks.");
  expect(await leftBehind(app)).toEqual([]);
});

test("making the sample puts one notice on the screen, and what it tells is not told twice", async () => {
  const app = await begun();
  expect(app.shownNotices()).toEqual([expect.stringContaining("Try Planwright")]);
  await pass(app, 70_000);
  await app.time.advance(1000);
  expect(app.shownNotices()).toEqual([expect.stringContaining("The step has a ✋, so Planwright asks.")]);
  expect(app.notices().filter((each) => /^(?:Made|Resuming|Done: |Approval needed)/.test(each))).toEqual([]);
});

test("where the settings are to be confirmed next, the sample’s notice has the button for that", async () => {
  await room.settings(PROMPT);
  const app = await begun();
  await pass(app, 2000);
  expect(shown(app)).toContain("Next, confirm the settings on this device");
  await press(app, "Confirm…");
  await app.modal().click("Confirm");
  await pass(app);
  expect(shown(app)).toContain("The step has a ✋, so Planwright asks.");
});

test("while this device starts after set-up, nothing says that no device acts", async () => {
  const app = await begun();
  await app.run("open-mission");
  for (let seconds = 0; seconds < 70; seconds += 10) {
    await pass(app, 10_000);
    const said = [app.app.document.body.textContent ?? "", ...app.notices()].join(" ");
    expect(said).not.toMatch(/No (?:device is|acting device)|not set up in this vault yet\. Nothing/);
  }
});

test("the sample goes out by no server, whatever the settings map", async () => {
  const to = { server: "mail", tool: "send" };
  await room.settings({ servers: { mail: { command: "x" } }, actions: { other: to, sample: to } });
  const app = await begun();
  const [name = ""] = await samples();
  expect(await room.get(`Plans/${name}`)).toContain("type: planwright_sample");
  expect(await leftBehind(app)).toEqual([]);
});

test.each(["desktop", "phone"] as const)("before set-up, the view of a %s says one thing", async (device) => {
  const app = await room.start({ device });
  await pass(app, 1000);
  expect(shown(app)).toContain("not set up in this vault yet.");
  await app.run("open-mission");
  await app.time.advance(2000);
  const [view] = app.views("planwright-mission");
  const text = view?.text() ?? "";
  expect(app.shownNotices()).toEqual([]);
  expect(view?.buttons().filter((each) => each === "Set up")).toHaveLength(1);
  expect(text).toContain("Planwright is not set up in this vault yet");
  expect(text).not.toMatch(
    /Not there|No acting device|Nothing needs you now|until there is an acting device/,
  );
  if (device === "desktop") return;
  expect(text).toContain("Here you can make the folders; set it up on a computer to ask and send.");
  await app.run("set-up");
  await app.modal().click("Create folders");
  await pass(app, 1000);
  expect(view?.text()).toContain("Now set up Planwright on a computer, which asks and sends.");
  expect(view?.buttons()).not.toContain("Set up");
});

test("whoever has plans is told at once that this device acts", async () => {
  await (await acting(room)).unload();
  await room.put("Plans/invoice.md", plan("PLAN-2026-001", ["- [ ] Look"]));
  const app = await room.start();
  await pass(app, 1000);
  await app.run("set-up");
  await app.modal().click("Use these folders");
  expect(app.modals()).toEqual([]);
  expect(app.notices().at(-1)).toBe("This is now the acting device.");
  expect(await leftBehind(app)).toEqual([]);
});

test("a device that acts at once after set-up says so, and not that none does", async () => {
  await room.settings(PROMPT);
  await (await acting(room)).unload();
  await rm(join(room.folder, "Acting device.md"));
  await room.put("Plans/invoice.md", plan("PLAN-2026-001", ["- [ ] Look"]));
  const app = await room.start({ profile: newProfile() });
  await confirmSettings(app);
  await app.run("set-up");
  await app.modal().click("Use these folders");
  await pass(app);
  expect(app.notices().filter((each) => each.includes("This vault has no acting device"))).toEqual([]);
  expect(app.notices()).toContain("This is now the acting device.");
  expect(await leftBehind(app)).toEqual([]);
});

test("a device that is not to act offers no sample", async () => {
  await room.settings(PROMPT);
  const app = await room.start();
  await app.run("set-up");
  await app.modal().fill("Let this computer act", false);
  await app.modal().click("Create folders");
  expect(app.modals()).toEqual([]);
});

test("the table of plans is made only where it is wanted, by the name of the folder, and never anew", async () => {
  await room.settings({ ...PROMPT, folders: { plans: "Ana's plans" } });
  const app = await acting(room);
  expect(Object.keys(await room.files()).filter((path) => path.endsWith(".base"))).toEqual([]);
  const again = async (): Promise<void> => {
    await app.run("set-up");
    await app.modal().fill("Table of plans", true);
    await app.modal().click(app.modal().buttons()[0] ?? "");
  };
  await again();
  expect(app.notices()).toContain("All folders are there already. Made Ana's plans.base.");
  const table = load(await room.get("Ana's plans.base"));
  expect(table).toMatchObject({
    filters: {
      and: [
        'file.hasProperty("task_id")',
        { or: ['file.inFolder("Ana\'s plans")', 'file.inFolder("Done/Plans")'] },
        '!file.inFolder("Archive")',
      ],
    },
    views: [{ type: "table" }, { type: "table" }],
  });
  await room.put("Ana's plans.base", "mine");
  await app.settleDisk();
  await again();
  expect(await room.get("Ana's plans.base")).toBe("mine");
  expect(app.notices().at(-1)).toContain("is there already and stays as it is.");
});
