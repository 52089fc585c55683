/**
 * A person at the page: acts with mouse and keyboard, and reads the screen. For the tests in Chromium, and for
 * pictures.
 */
import { chromium as playwright } from "playwright-core";
import { chromium } from "../chromium.mjs";

/** Milliseconds. Real servers, on a slow machine; a run without a fault never waits this long. */
const PATIENCE = 60_000;

/** Opens a browser of its own. Throws a sentence where there is no Chromium. */
export const openBrowser = async () => playwright.launch(await launching());

/** The same for several processes, which reach it by its `wsEndpoint()`. */
export const serveBrowser = async () =>
  playwright.launchServer({ ...(await launching()), host: "127.0.0.1" });

export const reachBrowser = (endpoint) => playwright.connect(endpoint);

async function launching() {
  const found = await chromium({ install: false });
  if (found.kind === "missing") throw new Error(found.why);
  // Chromium's sandbox refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  return { executablePath: found.path, args: isRoot ? ["--no-sandbox"] : [] };
}

/**
 * `browser`: or a context of one that is prepared already. `url`: of the page. `words`: what is added to its address.
 * Answers when the plugin is loaded.
 */
export async function sitDown(browser, url, seat = {}) {
  const { width = 1280, height = 860, words = {}, reduced = false } = seat;
  const context =
    "newContext" in browser
      ? await browser.newContext({
          viewport: { width, height },
          reducedMotion: reduced ? "reduce" : "no-preference",
          permissions: ["clipboard-read", "clipboard-write"],
        })
      : browser;
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const address = new URL(url);
  for (const [name, value] of Object.entries(words)) address.searchParams.set(name, value);
  const arrive = async () => {
    await page.waitForFunction(() => globalThis.pageReady === true || globalThis.pageFailed !== undefined);
    const why = await page.evaluate(() => globalThis.pageFailed);
    if (why !== undefined) throw new Error(`The page could not start. ${why}`);
  };
  await page.goto(address.href);
  await arrive();
  const row = (path) => page.locator(`[data-path="${path.replaceAll('"', '\\"')}"]`);
  const errors = () => page.evaluate(() => globalThis.pageErrors.map((each) => String(each?.stack ?? each)));

  return {
    page,
    errors,
    async reload() {
      await page.reload();
      await arrive();
    },
    /** By its path, in the explorer. */
    open: (path) => row(path).click(),
    async drag(path, folder) {
      const from = row(path);
      await from.scrollIntoViewIfNeeded();
      const { x, y, width: wide, height: high } = await from.boundingBox();
      const [atX, atY] = [x + wide / 2, y + high / 2];
      await page.mouse.move(atX, atY);
      await page.mouse.down();
      // Under way before the list is scrolled to the folder, or the list would slide away from under the mouse.
      await page.mouse.move(atX + 4, atY + 4, { steps: 4 });
      await row(folder).hover();
      await row(folder).hover();
      await page.mouse.up();
    },
    menu: (path) => row(path).click({ button: "right" }),
    /** Waits until a file is to be seen in the explorer. */
    sees: (path) => row(path).waitFor(),
    seesNoMore: (path) => row(path).waitFor({ state: "detached" }),
    /** As the palette finds it by these letters. */
    async command(letters) {
      await page.keyboard.press("Control+p");
      await page.locator(".prompt-input").fill(letters);
      await page.keyboard.press("Enter");
    },
    /** Without the palette, by its full id. */
    async run(id) {
      const ran = await page.evaluate((each) => globalThis.app.commands.executeCommandById(each), id);
      if (!ran) throw new Error(`The command ${id} is not there, or does not apply now.`);
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    /** A button, menu item, suggestion, tab or link, in the topmost dialog where one is open. */
    async click(words) {
      const dialog = page.locator(".modal-container").last();
      const inside = (await page.locator(".modal-container").count()) > 0 ? dialog : page.locator("body");
      const exact = inside.locator(
        "button, .menu-item, .suggestion-item, a, .clickable-icon, .checkbox-container, .setting-item.mod-clickable, summary, label",
      );
      const found = exact.filter({ hasText: words }).or(inside.locator(`[aria-label="${words}"]`));
      await found.filter({ visible: true }).first().click();
    },
    fill: (label, text) => page.getByLabel(label).last().fill(text),
    says: (words) => page.getByText(words).filter({ visible: true }).first().waitFor(),
    notices: () => page.locator(".notice").allInnerTexts(),
    status: async () => (await page.locator(".status-bar").innerText()).trim(),
    async settings() {
      await page.evaluate(() => {
        globalThis.app.setting.open();
        globalThis.app.setting.openTabById(globalThis.pluginManifest.id);
      });
    },
    shot: (file) => page.screenshot({ path: file }),
    leave: () => context.close(),
  };
}

/** Makes this computer the acting device: agrees to the settings where they are asked about, and to the folders. */
export async function makeActing(person) {
  const applies = (id) =>
    person.page.evaluate(
      (each) => globalThis.app.commands.listCommands().some((command) => command.id === each),
      id,
    );
  const dialogs = person.page.locator(".modal-container");
  const early = person.page.locator(".notice", { hasText: "still starting" });
  // A command that comes while the plugin still looks around only says so; it is given again.
  const ask = async (id) => {
    for (;;) {
      await person.run(id);
      await dialogs.or(early).first().waitFor();
      if ((await dialogs.count()) > 0) return;
      for (const notice of await early.all()) await notice.click();
      await person.page.waitForTimeout(200);
    }
  };
  const agree = async (id) => {
    await ask(id);
    const asked = await dialogs.last().elementHandle();
    const yes = dialogs.last().locator("button.mod-cta").last();
    // Settings that are confirmed already are shown, and ask nothing.
    if ((await yes.count()) > 0) await yes.click();
    else await person.press("Escape");
    await person.page.waitForFunction((each) => !each.isConnected, asked);
  };
  if (await applies("planwright:confirm-settings")) await agree("planwright:confirm-settings");
  await agree("planwright:set-up");
  // A vault without plans is offered a sample.
  while ((await dialogs.count()) > 0) {
    const offer = await dialogs.last().elementHandle();
    await person.press("Escape");
    await person.page.waitForFunction((each) => !each.isConnected, offer);
  }
}
