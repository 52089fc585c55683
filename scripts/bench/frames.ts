/** How long the mission view holds up the window, in Chromium, over a vault in which much waits. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
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

/** Inner size of a window: a phone’s, and two of a computer’s. */
const SIZES: readonly (readonly [width: number, height: number])[] = [
  [390, 844],
  [1280, 860],
  [1920, 1080],
];
const ANOTHER =
  "---\ntask_id: ANOTHER\nstatus: Active\nblocked_reason: null\n---\n\n# Objective\nWrite to one more.\n\n## Roadmap\n- [ ] ✋ Send the letter\n\n## Reasoning Logs\n";
const ROUNDS = 3;
const BEGIN = "planwright-begin";
const END = "planwright-end";
/** The scripts of the page are not part of this bundle: they bundle the page themselves. */
const scripts = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(path.resolve("scripts/start", name)).href)) as T;

/** The app, as far as it is called from here. */
interface Called {
  readonly app: {
    readonly workspace: {
      openLinkText(path: string, from: string): Promise<void>;
      getLeavesOfType(type: string): { readonly view: { show(): void }; detach(): void }[];
    };
  };
}

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
 * The longest task of the window for each thing that a person does, or that comes in: the least of a few rounds, since
 * others may use the machine, and the most of three sizes of the window. As on a phone, notes are read without Node.
 */
export async function framing(plans: number, requests: number): Promise<Figure> {
  const place = mkdtempSync(path.join(tmpdir(), "planwright-frames-"));
  const vault = path.join(place, "vault");
  const folder = path.join(vault, ".obsidian/plugins/planwright");
  mkdirSync(folder, { recursive: true });
  await fillCrowd(vault, plans, requests);
  writeFileSync(path.join(folder, "data.json"), JSON.stringify({ ...MAILING, quiet_seconds: 0 }));
  const { openBrowser } = await scripts<typeof import("../start/person.mjs")>("person.mjs");
  const browser = await openBrowser();
  try {
    const longest = new Map<string, number>();
    for (const size of SIZES)
      for (const [name, ms] of Object.entries(
        await framesOf(browser, vault, path.join(place, `state-${String(size[0])}`), size),
      ))
        longest.set(name, Math.max(ms, longest.get(name) ?? 0));
    const each = [...longest].sort(([, a], [, b]) => b - a).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
    return {
      value: Math.max(...longest.values()),
      detail: `${each.join(", ")} ms; in a stand-in for the app`,
    };
  } finally {
    await browser.close();
    rmSync(place, { recursive: true, force: true });
  }
}

async function framesOf(
  browser: Browser,
  vault: string,
  state: string,
  [width, height]: readonly [width: number, height: number],
): Promise<Readonly<Record<string, number>>> {
  mkdirSync(state, { recursive: true });
  const { openPage } = await scripts<typeof import("../start/open.mjs")>("open.mjs");
  const { sitDown } = await scripts<typeof import("../start/person.mjs")>("person.mjs");
  const served = await openPage({ vault, state });
  try {
    const person = await sitDown(browser, served.url, { words: { device: "phone" }, width, height });
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
        const { workspace } = (globalThis as unknown as Called).app;
        for (const leaf of workspace.getLeavesOfType("planwright-mission")) leaf.detach();
      });
    /** As every second while something counts. */
    const tick = (): Promise<unknown> =>
      page.evaluate(() => {
        const { workspace } = (globalThis as unknown as Called).app;
        for (const leaf of workspace.getLeavesOfType("planwright-mission")) leaf.view.show();
      });
    const edit = (name: string, of: (text: string) => string): void => {
      const file = path.join(vault, name);
      writeFileSync(file, of(readFileSync(file, "utf8")));
    };
    /** Looks seldom and takes little: the looking is in the figure. */
    const shows = (is: (words: string) => boolean | undefined, words: string): Promise<unknown> =>
      page.waitForFunction(is, words, { polling: 200 });
    let changes = 0;
    const change = async (): Promise<void> => {
      changes += 1;
      const said = `change ${String(changes)} of this`;
      // The view shows the first few alone.
      const first = await view.locator(".planwright-card", { hasText: "Write to them" }).first().innerText();
      const [, number = ""] = /number (\d+)[,.]/.exec(first) ?? [];
      edit(`Plans/Ask ${number}.md`, (text) => text.replace(/number \d+.*\./, `number ${number}, ${said}.`));
      await shows((each) => document.querySelector(".planwright-mission")?.textContent.includes(each), said);
    };
    const count = view.locator(".planwright-count").first();
    const counts = async (act: () => void): Promise<void> => {
      const before = await count.innerText();
      act();
      await shows(
        (each) => document.querySelector(".planwright-mission .planwright-count")?.textContent !== each,
        before,
      );
    };
    /** It waits for a person to say what is to be sent. */
    const another = path.join(vault, "Plans/Another.md");
    const come = (): Promise<void> => counts(() => writeFileSync(another, ANOTHER));
    const go = (): Promise<void> => counts(() => rmSync(another));
    const arrows = async (): Promise<void> => {
      for (let n = 0; n < 60; n += 1) await page.keyboard.press(n < 50 ? "ArrowDown" : "ArrowUp");
    };
    const scroll = async (): Promise<void> => {
      await view.hover();
      for (let n = 0; n < 20; n += 1) {
        await page.mouse.wheel(0, 600);
        await page.waitForTimeout(30);
      }
    };
    const more = async (): Promise<void> => {
      await page.evaluate(() => {
        const all = document.querySelectorAll<HTMLButtonElement>(".planwright-mission .planwright-more");
        [...all].find((each) => each.textContent.startsWith("Show") && each.checkVisibility())?.click();
      });
      await page.waitForTimeout(1000);
    };
    const reopen = async (): Promise<void> => {
      await close();
      await open();
    };
    const resize = async (): Promise<void> => {
      await page.setViewportSize({ width: Math.round(width * 0.8), height });
      await page.waitForTimeout(100);
      await page.setViewportSize({ width, height });
    };
    const [longest = ""] = readdirSync(path.join(vault, "Pending_Approval"))
      .map((name) => `Pending_Approval/${name}`)
      .sort((a, b) => statSync(path.join(vault, b)).size - statSync(path.join(vault, a)).size);
    const read = async (): Promise<void> => {
      await person.run("planwright:approve");
      await page.locator(".modal").waitFor();
      await page.waitForTimeout(500);
    };
    const find = async (): Promise<void> => {
      await person.run("planwright:explain-plan");
      await page.locator(".prompt-input").fill("a");
      await page.locator(".suggestion-item").first().waitFor();
    };
    const long = async (): Promise<void> => {
      await escape();
      await page.evaluate((each) => {
        const { workspace } = (globalThis as unknown as Called).app;
        return workspace.openLinkText(each, "");
      }, longest);
    };
    const escape = async (): Promise<void> => {
      await page.keyboard.press("Escape");
    };

    return {
      open: await least(open, close),
      tick: await least(tick),
      "a change": await least(change),
      "a need more": await least(come, async () => (existsSync(another) ? go() : undefined)),
      "a need less": await least(go, async () => (existsSync(another) ? undefined : come())),
      arrows: await least(arrows),
      scrolling: await least(scroll),
      resizing: await least(resize),
      "Show more": await least(more, reopen),
      "with all: tick": await least(tick),
      "with all: a change": await least(change),
      "with all: arrows": await least(arrows),
      "with all: scrolling": await least(scroll),
      "with all: resizing": await least(resize),
      "Find a plan": await least(find, escape),
      "review of 90 KB": await least(read, long),
    };
  } finally {
    await served.stop();
  }
}
