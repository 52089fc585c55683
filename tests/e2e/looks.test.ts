/** On a phone, in the dark, from right to left and at 200 %: everything can be seen, reached and used. */
import { expect, test } from "vitest";
import type { Person } from "../../scripts/start/person.mjs";
import { DRAWN_BY_APP, faults, outOfReach, squeezed, tooLow, tooWide } from "./axe";
import { inChromium } from "./rig";

const VIEW = '[data-type="planwright-mission"]';
const INBOX = '[data-type="planwright-inbox"]';
const AGENT = '[data-type="planwright-agent"]';
const START = '[data-type="planwright-start"]';
const REVIEW = ".planwright-review";
const SETTINGS = ".modal.mod-settings";
const INVOICE = "Plans/Invoice Marrow Street Library.md";

/** Notes for the pages: words without a break, and work of an agent. */
const NOTES = {
  "Plans/Long.md": `---\ntask_id: LONG\nstatus: Active\npriority: high\n---\n\n# Objective\n${"Endpaper".repeat(30)}\n\n## Roadmap\n- [ ] ${"Fold".repeat(40)}\n`,
  "Plans/Sums.md":
    "---\ntask_id: SUMS\nstatus: Active\nagent: auto\n---\n\n# Objective\nKnow the sums\n\n## Roadmap\n- [ ] Check the sums of the order to [[Fenn Mill]]\n- [ ] Pay it #you\n",
};

interface Look {
  readonly at: Person;
  readonly what: string;
  /** Whether axe looks, too: not where only sizes and sides differ from a look before. */
  readonly axe: boolean;
}

async function isSound(person: Person, part: string, what: string, except: readonly string[] = []) {
  expect(await faults(person, part, except), `axe: ${what}`).toEqual([]);
  await fits(person, part, what);
}

async function fits(person: Person, part: string, what: string) {
  expect(await tooWide(person, part), `too wide: ${what}`).toEqual([]);
  expect(await squeezed(person, part), `squeezed: ${what}`).toEqual([]);
}

/** As the button of the page does that switches between light and dark. */
const switchLight = ({ page }: Person): Promise<void> =>
  page.getByLabel("Switch between light and dark").dispatchEvent("click");

/** Whether this sentence ends to the right of its beginning, as its letters are read. */
const readsOn = ({ page }: Person, sentence: string): Promise<boolean> =>
  page
    .getByText(sentence, { exact: true })
    .first()
    .evaluate((el) => {
      const at = (n: number): number => {
        const range = document.createRange();
        range.setStart(el.firstChild ?? el, n);
        range.setEnd(el.firstChild ?? el, n + 1);
        return range.getBoundingClientRect().left;
      };
      return at(0) < at((el.textContent ?? "").length - 1);
    });

const isFine = async ({ at, what, axe }: Look, part: string, name: string, except: readonly string[] = []) =>
  axe ? await isSound(at, part, `${name}, ${what}`, except) : await fits(at, part, `${name}, ${what}`);

const leaves = ({ page }: Person, type: string): Promise<void> =>
  page.evaluate((each) => window.app.workspace.detachLeavesOfType(each), type);

/** The start page, a plan in a line, the agent and the inbox. `seen`: the words of the agent’s page. */
async function looksAtPages(look: Look, seen: string) {
  const { at, what } = look;
  await at.run("planwright:open-start");
  await at.page.locator(".planwright-start-row", { hasText: "EndpaperEndpaper" }).waitFor();
  await isFine(look, START, "the start page");
  expect(await outOfReach(at, START), `out of reach: the start page, ${what}`).toEqual([]);
  await at.run("planwright:new-plan");
  await at.type("A fair, tomorrow");
  await at.press("Shift+Enter");
  await at.type("Find a hall");
  await at.page.locator(".planwright-marks input").waitFor();
  await isFine(look, START, "a plan in a line");
  await at.press("Control+a");
  await at.press("Delete");
  await at.press("Escape");
  await at.run("planwright:watch-agent");
  await at.page.locator(AGENT).getByText(seen).first().waitFor();
  await isFine(look, AGENT, "the agent");
  // Beside it, the next look would be at narrower pages.
  await leaves(at, "planwright-agent");
  await at.run("planwright:open-inbox");
  await at.page.locator(".planwright-inbox-row", { hasText: "Invoice 2026-31" }).waitFor();
  await isFine(look, INBOX, "the inbox");
  await leaves(at, "planwright-inbox");
}

/** The mission view, the review and the settings. */
async function looksAtDialogs(look: Look) {
  const { at, what } = look;
  const review = at.page.locator(REVIEW);
  await at.run("planwright:open-mission");
  await at.page.locator(".planwright-card", { hasText: "Invoice 2026-31" }).waitFor();
  await isFine(look, VIEW, "the view");
  expect(await outOfReach(at, VIEW), `out of reach: the view, ${what}`).toEqual([]);
  await at.run("planwright:approve");
  await review.locator(".planwright-mail", { hasText: "Dear Henrike" }).waitFor();
  await isFine(look, REVIEW, "the review");
  expect(await outOfReach(at, REVIEW), `out of reach: the review, ${what}`).toEqual([]);
  const where = await review.locator(".planwright-review-where").boundingBox();
  expect(where?.height, `one line: the plan and its step, ${what}`).toBeLessThan(30);
  await at.press("r");
  await review.locator("textarea").waitFor();
  expect(await outOfReach(at, REVIEW), `out of reach: the reason, ${what}`).toEqual([]);
  await at.press("Escape");
  await at.settings();
  await at.page.locator(SETTINGS).getByText("This device").first().waitFor();
  await isFine(look, SETTINGS, "the settings", DRAWN_BY_APP);
  expect(await readsOn(at, "Folders, other writers, and whether this is the acting device."), what).toBe(
    true,
  );
  expect(await outOfReach(at, SETTINGS), `out of reach: the settings, ${what}`).toEqual([]);
  await at.shot(`coverage/e2e/settings ${what}.png`);
  await at.press("Escape");
  await leaves(at, "planwright-mission");
}

inChromium((rig) => {
  test("a phone reviews full screen, names the device that sends, and the mail goes out there once", async () => {
    const engine = await rig().engine({ notes: NOTES });
    const { outside, appears, read, until } = engine;
    await appears("Pending_Approval", "_email_");
    // While it works, and just after, a phone tells of that.
    await until("the agent asks", async () =>
      (await read("Plans/Sums.md")).includes("reaches out of the vault"),
    );
    const phone = await engine.sitDownElsewhere({ width: 390, height: 844, words: { device: "phone" } });
    const { page } = phone;
    // No other device knows the work of this one.
    await looksAtPages({ at: phone, what: "on a phone", axe: true }, "No agent at work");
    await phone.run("planwright:open-start");
    expect(await tooLow(phone, START)).toEqual([]);
    await phone.run("planwright:open-mission");
    const card = page.locator(".planwright-card", { hasText: "six volumes, repaired" });
    await card.waitFor();
    for (const light of ["light", "dark"]) {
      await isSound(phone, VIEW, `the view, ${light}`);
      if (light === "light") await switchLight(phone);
    }
    expect(await tooLow(phone, VIEW)).toEqual([]);
    await card.getByRole("button", { name: "Review" }).click();
    const review = page.locator(REVIEW);
    await review.locator(".planwright-mail", { hasText: "Dear Henrike" }).waitFor();
    expect(await review.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    for (const light of ["dark", "light"]) {
      await isSound(phone, REVIEW, `the review, ${light}`);
      if (light === "dark") await switchLight(phone);
    }
    expect(await tooLow(phone, REVIEW)).toEqual([]);
    const said = await review.locator(".planwright-review-hint").innerText();
    const device =
      /^Goes out once from the device “(.+)”, as soon as your approval reaches it$/.exec(said)?.[1] ?? said;
    expect(await read("Acting device.md")).toContain(device);
    await phone.press("End");
    await phone.press("Escape");
    await page.evaluate((path) => {
      void window.app.workspace.openLinkText(path, "");
    }, INVOICE);
    const banner = page.locator(".planwright-banner");
    await banner.waitFor();
    await phone.run("planwright:hold");
    await page.locator(".notice").first().waitFor();
    const covers = async (): Promise<boolean> => {
      const notices = await page
        .locator(".notice")
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
      return ((await banner.boundingBox())?.y ?? 0) < Math.max(0, ...notices);
    };
    await until("the line above the note is beneath the notices", async () => !(await covers()));
    await phone.run("planwright:open-mission");
    await card.getByRole("button", { name: "Review" }).click();
    await review.locator(".planwright-mail", { hasText: "Dear Henrike" }).waitFor();
    await phone.press("End");
    await review.getByRole("button", { name: "Approve", exact: true }).click();
    await until("the step is ticked", async () =>
      (await read(INVOICE)).includes("- [x] ✋ Send the invoice"),
    );
    expect(outside.sink.messages).toHaveLength(1);
    await card.waitFor({ state: "detached" });
    await phone.settings();
    await page.locator(SETTINGS).getByText("This device").first().waitFor();
    for (const light of ["light", "dark"]) {
      await isSound(phone, SETTINGS, `the settings, ${light}`, DRAWN_BY_APP);
      if (light === "light") await switchLight(phone);
    }
    expect(await phone.errors()).toEqual([]);
  });

  test("in the dark, from right to left and at 200 %, nothing is hidden or cut off", async () => {
    const engine = await rig().engine({ notes: NOTES });
    const { person, appears } = engine;
    await appears("Pending_Approval", "_email_");
    const did = "What the agent did";
    // A look at the dialogs by daylight is in answers.test.ts.
    await looksAtPages({ at: person, what: "light", axe: true }, did);
    await switchLight(person);
    const dark = { at: person, what: "dark", axe: true };
    await looksAtDialogs(dark);
    await looksAtPages(dark, did);
    await person.page.setViewportSize({ width: 640, height: 430 });
    await person.click("Toggle left sidebar");
    const large = { at: person, what: "at 200 %", axe: false };
    await looksAtDialogs(large);
    await looksAtPages(large, did);
    const turned = await engine.sitDownElsewhere({ words: { dir: "rtl", dark: "" } });
    const mirrored = { at: turned, what: "from right to left", axe: false };
    await looksAtDialogs(mirrored);
    await looksAtPages(mirrored, "No agent at work");
    expect(await person.errors()).toEqual([]);
  });
});
