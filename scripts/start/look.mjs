#!/usr/bin/env node
/**
 * Takes pictures of a vault as the page shows it: opens a copy of a folder in Chromium, follows the options in order,
 * and saves pictures.
 *
 *   node scripts/start/look.mjs --vault examples/vault --acting --do "command:planwright:approve" --shot approve.png
 */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { optionsOf } from "../options.mjs";
import { openPage } from "./open.mjs";
import { makeActing, openBrowser, sitDown } from "./person.mjs";

const options = optionsOf({
  command: "look",
  does: "Opens a copy of a vault in Chromium, does what it is told, and takes pictures.",
  options: {
    vault: { takes: "FOLDER", says: "the vault to copy", otherwise: "examples/vault" },
    settings: { takes: "FILE", says: "settings to put into the copy, as JSON" },
    acting: { says: "this computer acts: settings confirmed, folders made, no time at the start" },
    do: {
      takes: "VERB:WORDS",
      many: true,
      says: "command:ID, palette:LETTERS, open:PATH, drag:PATH > FOLDER, menu:PATH, click:WORDS, fill:LABEL = TEXT, press:KEY, type:TEXT, says:WORDS, sees:PATH, wait:MS, settings:, shot:FILE; in order",
    },
    shot: { takes: "FILE", says: "the last picture" },
    note: { takes: "PATH", says: "the note that is open at first" },
    device: { names: ["desktop", "phone"], says: "which device", otherwise: "desktop" },
    size: { takes: "WxH", says: "of the window in pixels; otherwise 1280x860, on a phone 390x844" },
    dark: { says: "the dark look" },
    rtl: { says: "written from right to left" },
  },
});

const [width, height] = (options.size ?? (options.device === "phone" ? "390x844" : "1280x860"))
  .split("x")
  .map(Number);
const place = await mkdtemp(path.join(await realpath(tmpdir()), "planwright-look-"));
const vault = path.join(place, "vault");
const state = path.join(place, "state");
await cp(options.vault, vault, { recursive: true });
await mkdir(state);
const data = path.join(vault, ".obsidian/plugins/planwright/data.json");
const read = (file) => readFile(file, "utf8").then(JSON.parse, () => ({}));
const settings = {
  ...(options.acting ? { start_delay_seconds: 0, quiet_seconds: 0 } : {}),
  ...(await read(data)),
  ...(options.settings === null ? {} : JSON.parse(await readFile(options.settings, "utf8"))),
};
await mkdir(path.dirname(data), { recursive: true });
await writeFile(data, JSON.stringify(settings, null, 2));

const served = await openPage({ vault, state });
const browser = await openBrowser();
try {
  const person = await sitDown(browser, served.url, {
    width,
    height,
    words: {
      ...(options.device === "phone" ? { device: "phone" } : {}),
      ...(options.dark ? { dark: "" } : {}),
      ...(options.rtl ? { dir: "rtl" } : {}),
      ...(options.note === null ? {} : { note: options.note }),
    },
  });
  const pair = (words, sign) => words.split(sign).map((each) => each.trim());
  const verbs = {
    command: person.run,
    palette: person.command,
    open: person.open,
    drag: (words) => person.drag(...pair(words, ">")),
    menu: person.menu,
    click: person.click,
    fill: (words) => person.fill(...pair(words, "=")),
    press: person.press,
    type: person.type,
    says: person.says,
    sees: person.sees,
    wait: (ms) => person.page.waitForTimeout(Number(ms)),
    settings: person.settings,
    shot: person.shot,
  };
  const failed = [];
  try {
    if (options.acting) await makeActing(person);
    person.page.setDefaultTimeout(20_000);
    for (const each of options.do) {
      const at = each.indexOf(":");
      const verb = verbs[at < 0 ? each : each.slice(0, at)];
      if (verb === undefined) throw new Error(`“${each}” begins with no known verb.`);
      await verb(at < 0 ? "" : each.slice(at + 1));
      await person.page.waitForTimeout(150);
    }
  } catch (error) {
    failed.push(error.message);
  }
  if (options.shot !== null) await person.shot(options.shot);
  for (const each of await person.notices()) process.stdout.write(`notice: ${each}\n`);
  for (const each of [...failed, ...(await person.errors())]) process.stdout.write(`error: ${each}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await served.stop();
  await rm(place, { recursive: true, force: true });
}
