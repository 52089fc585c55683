#!/usr/bin/env node
/**
 * Takes the pictures in the docs and in the listing: opens the sample vault in Chromium, with servers on this
 * computer behind it, goes on until a few things wait, and photographs what a person sees. Needs Chromium and a font
 * with emoji (on Debian: fonts-noto-color-emoji).
 *
 *   npm run pictures
 *   npm run pictures -- --only review
 */
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./bundle.mjs";
import { optionsOf } from "./options.mjs";
import { makePage, openPage } from "./start/open.mjs";
import { copySample, openOutside } from "./start/outside.mjs";
import { makeActing, openBrowser, sitDown } from "./start/person.mjs";

const PLAN = "Plans/Invoice Marrow Street Library.md";
const SUBJECT = "Invoice 2026-31 - six volumes, repaired";

/** `on`: the computer that acts, or a phone, whose pixels are twice as fine. */
const PICTURES = {
  dashboard: { on: "computer", width: 1280, height: 860, stage: dashboard },
  settings: { on: "computer", width: 1280, height: 860, stage: settings },
  mission: { on: "computer", width: 1280, height: 860, stage: missionBesidePlan },
  review: { on: "computer", width: 1280, height: 860, stage: reviewBesidePlan },
  "listing-wide": { on: "computer", width: 1200, height: 800, dark: true, stage: missionBesidePlan },
  phone: { on: "phone", stage: mission },
  "listing-tall": { on: "phone", stage: review },
  inbox: { on: "computer", width: 1280, height: 800, stage: inbox },
};

/** Folders of the explorer that stay open. */
const SHOWN = ["Plans", "Pending_Approval"];

const options = optionsOf({
  command: "pictures",
  does: "Takes the pictures in the docs and in the listing.",
  options: {
    only: { names: Object.keys(PICTURES), says: "this picture alone" },
    into: { takes: "FOLDER", says: "where to put them", otherwise: "docs/images" },
  },
});

const folder = path.resolve(root, options.into);
await mkdir(folder, { recursive: true });
const place = await mkdtemp(path.join(await realpath(tmpdir()), "planwright-pictures-"));
const outside = await openOutside();
const copy = await copySample({
  place,
  outside,
  settings: { start_delay_seconds: 0, quiet_seconds: 0, time_zone: "Europe/London" },
});
const vault = path.join(place, "Bindery");
await rename(copy.vault, vault);
// The rent, too, is to be asked for.
const rent = path.join(vault, "Plans/Rent for December.md");
await writeFile(rent, (await readFile(rent, "utf8")).replace("status: Draft", "status: Active"));
const remembers = path.join(place, "phone");
await mkdir(remembers);

// This computer has another name in the pictures. The page's Node is a process of its own, so it is told before that
// starts.
const naming = path.join(place, "name.cjs");
await writeFile(naming, 'require("node:os").hostname = () => "Workshop";\n');
process.env["NODE_OPTIONS"] = `--require=${naming}`;

const made = await makePage();
const pages = {
  computer: await openPage({ vault, state: copy.state, outside, made }),
  phone: await openPage({ vault, state: remembers, outside, made }),
};
const browser = await openBrowser();
try {
  const computer = await sitDown(browser, pages.computer.url);
  await makeActing(computer);
  await computer.page.waitForFunction(
    () =>
      globalThis.document.querySelectorAll('[data-path^="Pending_Approval/"][data-path$=".md"]').length >= 3,
  );
  for (const each of await readdir(vault, { withFileTypes: true }))
    if (each.isDirectory() && !each.name.startsWith(".") && !SHOWN.includes(each.name))
      await computer.open(each.name);
  for (const [name, picture] of Object.entries(PICTURES)) {
    if (options.only !== null && options.only !== name) continue;
    const person = picture.on === "phone" ? await holdPhone() : computer;
    if (picture.on === "computer") await person.page.setViewportSize(picture);
    await person.page.evaluate((dark) => {
      globalThis.document.body.classList.toggle("theme-dark", dark);
      globalThis.document.body.classList.toggle("theme-light", !dark);
    }, picture.dark === true);
    await picture.stage(person);
    await rest(person);
    const file = path.join(folder, `${name}.png`);
    await person.shot(file);
    process.stdout.write(`${file}\n`);
    for (const each of await person.errors()) process.stdout.write(`error: ${each}\n`);
    if (picture.on === "phone") await person.leave();
    else await person.press("Escape");
  }
} finally {
  await browser.close();
  for (const each of Object.values(pages)) await each.stop();
  await made.clear();
  await outside.stop();
  await rm(place, { recursive: true, force: true });
}

async function holdPhone() {
  const size = { viewport: { width: 450, height: 800 }, deviceScaleFactor: 2 };
  const person = await sitDown(await browser.newContext(size), pages.phone.url, {
    words: { device: "phone" },
  });
  await mission(person);
  await person.says("Current plan");
  return person;
}

/**
 * Nothing lies over what the picture shows, and nothing moves. Notices come late; none may have come for two seconds.
 */
async function rest({ page }) {
  const notices = page.locator(".notice");
  for (let quiet = 0; quiet < 4; quiet += 1) {
    if ((await notices.count()) > 0) quiet = 0;
    await notices.evaluateAll((all) => {
      for (const each of all) each.click();
    });
    await page.waitForTimeout(500);
  }
  await page.mouse.move(2, 2);
  await page.waitForTimeout(400);
}

async function mission(person) {
  await person.run("planwright:open-mission");
}

/** Of the invoice: in the mission view, its card has the button. */
async function review(person) {
  await mission(person);
  const card = person.page.locator(".planwright-mission .planwright-card", { hasText: SUBJECT });
  await card.getByRole("button", { name: "Review" }).click();
  await person.page.locator(".modal-container").waitFor();
}

async function missionBesidePlan(person) {
  await person.open(PLAN);
  await mission(person);
  await person.says("Current plan");
}

async function reviewBesidePlan(person) {
  await person.open(PLAN);
  await review(person);
}

async function inbox(person) {
  await person.run("planwright:open-inbox");
  await person.page.locator(".planwright-inbox-row", { hasText: SUBJECT }).click();
}

async function dashboard(person) {
  await person.open("Dashboard.md");
}

async function settings(person) {
  await person.settings();
  await person.page.locator(".modal-container").waitFor();
}
