/**
 * Active text in a real browser with the network watched, twice: DevTools tells what a page asks for, and a server on
 * this computer, which is also the browser's only way out, counts who comes. Hostile words in every note and every view
 * of the app lead to nothing.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { chromium, type Chromium } from "../../scripts/chromium.mjs";
import { tamedPackages } from "../../scripts/tame.mjs";
import { HOSTILE, hostileVoice, ROUNDS } from "./active";
import type { Played } from "./reader/app";
import { openBrowser, type Browser, type Page } from "./reader/chromium";
import { openCounter, type Counter } from "./reader/counter";
import { sample } from "./quick";
import { ANSWER_ROWS } from "../../src/overview/answers";
import { linkLabel } from "../../src/overview/links";
import { SCENES } from "./reader/scenes";
import { written } from "./reader/written";
import { CALM, noteHtml, pageHtml } from "./reader/view";

const where: Chromium = await chromium();
if (where.kind === "missing" && process.env["CI"] !== undefined) throw new Error(where.why);
/** Screenshots of what people read go to this folder, when it is named. */
const SHOTS = process.env["PLANWRIGHT_SHOTS"];

const OUR_LINK = String(
  /^obsidian:\/\/planwright\?do=[a-z-]+(?:&(?:request=[0-9a-f]{8}|(?:plan|note)=[\w%.-]+))*$/,
);
const LABELS = [
  ...Object.values(ANSWER_ROWS).map(({ label }) => label),
  ...(["view", "continue", "spend-again", "set-up"] as const).map(linkLabel),
];

/** For the watch to be tried on: each either asks for something, which both watchers must see, or runs something. */
const LEFT_AS_IT_IS = [
  "an image",
  "an image from a name nobody knows",
  "an image that fails",
  "a script",
  "a frame",
  "a style",
  "a page that moves on",
  "a dialog",
  "an embedded note",
  "a Templater command",
  "an inline script",
  "a block of dataviewjs",
];

async function appPage(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["tests/attack/reader/app.ts"],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    alias: { obsidian: path.join(root, "tests/app/obsidian/index.ts") },
    plugins: [tamedPackages],
  });
  return (outputFiles[0]?.text ?? "").replace(/<\/script/gi, "<\\/script");
}

describe.skipIf(where.kind === "missing")(where.kind === "missing" ? where.why : "in Chromium", () => {
  let counter: Counter;
  let browser: Browser;
  let page: Page;
  let appUrl: string;

  beforeAll(async () => {
    counter = await openCounter();
    browser = await openBrowser(where.kind === "found" ? where.path : "", counter.host);
    appUrl = counter.serve(
      `<!doctype html><html><head><meta charset="utf-8"><link rel="icon" href="data:,"><script>${await appPage()}</script></head><body></body></html>`,
    );
  });
  afterAll(async () => {
    await browser.close();
    await counter.close();
  });
  beforeEach(async () => {
    page = await browser.page();
  });

  /** Until whatever a page began on opening has been asked for. */
  const settled = (): Promise<unknown> =>
    page.evaluate(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))",
    );
  const pwned = (): Promise<string | null> => page.evaluate("window.__pwned ?? null");
  /**
   * Our own links into the app are calm: they open what a person reads, bear one of our labels, and hold names and
   * nothing else.
   */
  const odd = (): Promise<readonly string[]> =>
    page.evaluate(
      `[...document.querySelectorAll("main *")].filter((each) => !each.matches(${JSON.stringify(CALM)}) && !(each.matches("a[href]") && ${OUR_LINK}.test(each.getAttribute("href")) && ${JSON.stringify(LABELS)}.includes(each.textContent))).map((each) => each.outerHTML.slice(0, 200))`,
    );

  test("the watch sees what a hostile text does when it is left as it is", async () => {
    const unnoticed: string[] = [];
    for (const name of LEFT_AS_IT_IS) {
      const hostile = HOSTILE.find((each) => each.name === name);
      page = await browser.page();
      const before = counter.visits.length;
      await page.open(
        counter.serve(
          pageHtml(noteHtml("Note.md", hostileVoice(hostile?.text ?? "", counter.host)("context"))),
        ),
      );
      await settled().catch(() => undefined);
      const seen = {
        asked: page.wishes.some((wish) => /q\d+z|\/open/.test(wish)),
        came: counter.visits.slice(before).some((visit) => /q\d+z|\/open/.test(visit)),
        ran:
          page.wishes.some((wish) => wish.startsWith("a dialog")) ||
          (await pwned().catch(() => null)) !== null,
      };
      if (!seen.ran && !(seen.asked && seen.came)) unnoticed.push(`${name}: ${JSON.stringify(seen)}`);
    }
    expect(unnoticed).toEqual([]);
  });

  test("hostile words lead to no request, no dialog and no script, in no view and in no note", async () => {
    const before = counter.visits.length;
    const rounds = sample([...Array(ROUNDS).keys()], 2);
    await page.open(appUrl);
    const played = await page.evaluate<Played>(
      `attack.play(${JSON.stringify(rounds)}, ${JSON.stringify(counter.host)})`,
    );
    await settled();
    expect({
      odd: [...new Set(played.odd)],
      errors: [...new Set(played.errors)],
      pwned: await pwned(),
    }).toEqual({ odd: [], errors: [], pwned: null });
    expect(played.dialogs).toBeGreaterThan(rounds.length * SCENES.length);
    await page.open(
      counter.serve(pageHtml(played.notes.map(({ path: name, text }) => noteHtml(name, text)).join("\n"))),
    );
    await settled();
    expect(played.notes.length).toBeGreaterThan(rounds.length * SCENES.length * 2);
    expect(await page.evaluate<number>("document.querySelectorAll('article').length")).toBe(
      played.notes.length,
    );
    expect({
      odd: await odd(),
      pwned: await pwned(),
      wishes: page.wishes,
      visits: counter.visits.slice(before),
    }).toEqual({ odd: [], pwned: null, wishes: [], visits: [] });
  });

  test.skipIf(SHOTS === undefined)(
    "screenshots are taken of what people read",
    async () => {
      if (SHOTS === undefined) return;
      await mkdir(SHOTS, { recursive: true });
      for (const scene of SCENES) {
        const stage = await scene.play(
          (place) => `words from ${place}`,
          () => Promise.resolve(),
        );
        for (const { path: name, text: note } of written(stage)) {
          await page.open(counter.serve(pageHtml(noteHtml(name, note))));
          for (const dark of [false, true])
            await writeFile(
              path.join(SHOTS, `${scene.name} - ${name.replace(/\//g, " - ")}${dark ? " (dark)" : ""}.png`),
              await page.screenshot(dark),
            );
        }
      }
    },
    120_000,
  );
});
