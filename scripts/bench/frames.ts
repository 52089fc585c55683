/** How long the mission view holds up the window, in Chromium, over a vault in which much waits. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { fillCrowd, MAILING } from "./crowd";
import type { Figure } from "./measure";

/** A part of Chromium's trace; times in microseconds, `tdur` of the processor alone. */
interface Traced {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const ROUNDS = 3;
const BEGIN = "planwright-begin";
const END = "planwright-end";
/** The scripts of the page are not part of this bundle: they bundle the page themselves. */
const scripts = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(path.resolve("scripts/start", name)).href)) as T;

/** The longest task of the window's thread while this is done and drawn. Milliseconds of the processor. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  const mark = (name: string): Promise<unknown> => page.evaluate((each) => performance.mark(each), name);
  const drawn = (): Promise<unknown> =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
  await page.waitForTimeout(500);
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await mark(BEGIN);
  await act();
  await drawn();
  await mark(END);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as {
    readonly traceEvents: readonly Traced[];
  };
  const begin = traceEvents.find(({ name }) => name === BEGIN);
  const end = traceEvents.find(({ name }) => name === END);
  if (begin === undefined || end === undefined) throw new Error("Chromium has not traced the window.");
  const took = traceEvents
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        name.endsWith("RunTask") &&
        ph === "X" &&
        pid === begin.pid &&
        tid === begin.tid &&
        ts > begin.ts &&
        ts < end.ts,
    )
    .map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000);
  return Math.max(0, ...took);
}

/**
 * Opening the view, one changed plan, arrow keys, scrolling, and “Show more”: the longest task of the window for each,
 * the least of a few rounds, since others may use the machine. As on a phone, so that notes are read as there is no
 * Node; in a window as wide as a computer’s.
 */
export async function framing(plans: number, requests: number): Promise<Figure> {
  const place = mkdtempSync(path.join(tmpdir(), "planwright-frames-"));
  const [vault, state] = [path.join(place, "vault"), path.join(place, "state")];
  const folder = path.join(vault, ".obsidian/plugins/planwright");
  for (const each of [folder, state]) mkdirSync(each, { recursive: true });
  await fillCrowd(vault, plans, requests);
  writeFileSync(path.join(folder, "data.json"), JSON.stringify({ ...MAILING, quiet_seconds: 0 }));
  const { openPage } = await scripts<typeof import("../start/open.mjs")>("open.mjs");
  const { openBrowser, sitDown } = await scripts<typeof import("../start/person.mjs")>("person.mjs");
  const served = await openPage({ vault, state });
  const browser = await openBrowser();
  try {
    const person = await sitDown(browser, served.url, {
      words: { device: "phone" },
      width: 1280,
      height: 860,
    });
    const { page } = person;
    const open = (): Promise<void> => person.run("planwright:open-mission");
    const view = page.locator(".planwright-mission");
    await open();
    await view.getByText(/\d plans/).waitFor({ timeout: 300_000 });

    const least = async (act: () => Promise<unknown>, before = (): Promise<unknown> => Promise.resolve()) => {
      const took: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await before();
        took.push(await longestTask(browser, page, act));
      }
      return Math.min(...took);
    };
    const close = (): Promise<unknown> =>
      page.evaluate(() => {
        const { app } = globalThis as unknown as {
          readonly app: { readonly workspace: { getLeavesOfType(type: string): { detach(): void }[] } };
        };
        for (const leaf of app.workspace.getLeavesOfType("planwright-mission")) leaf.detach();
      });
    const plan = path.join(vault, "Plans/Ask 0.md");
    let changes = 0;
    const change = async (): Promise<void> => {
      changes += 1;
      const words = `change ${String(changes)} of this`;
      writeFileSync(plan, readFileSync(plan, "utf8").replace(/number 0.*\./, `number 0, ${words}.`));
      await view.getByText(words).first().waitFor();
    };
    const arrows = async (): Promise<void> => {
      for (let n = 0; n < 10; n += 1) await page.keyboard.press("ArrowDown");
    };
    const scroll = async (): Promise<void> => {
      await view.hover();
      for (let n = 0; n < 10; n += 1) {
        await page.mouse.wheel(0, 400);
        await page.waitForTimeout(30);
      }
    };
    const all = async (): Promise<void> => {
      await view.locator(".planwright-more:visible").first().click();
      await page.waitForTimeout(1000);
    };
    const reopen = async (): Promise<void> => {
      await close();
      await open();
    };

    const found = {
      open: await least(open, close),
      "a change": await least(change),
      arrows: await least(arrows),
      scrolling: await least(scroll),
      "Show more": await least(all, reopen),
      "a change of all of them": await least(change),
      "arrows among them": await least(arrows),
    };
    const told = Object.entries(found).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
    return {
      value: Math.max(...Object.values(found)),
      detail: `${told.join(", ")} ms; in a stand-in for the app`,
    };
  } finally {
    await browser.close();
    await served.stop();
    rmSync(place, { recursive: true, force: true });
  }
}
