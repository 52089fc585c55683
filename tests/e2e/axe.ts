/** Whether everybody can use what is open: axe, and whether all of it fits and can be reached. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Person } from "../../scripts/start/person.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules for the controls that the app draws from the definitions of a settings tab: a plugin cannot name them. */
export const DRAWN_BY_APP = ["label", "select-name", "aria-prohibited-attr"];

declare global {
  interface Window {
    axe?: { run(root: string | Document, options: object): Promise<AxeResults> };
  }
}

/** Serious and critical findings of axe in this part of the page, a line each. */
export async function faults(
  { page }: Person,
  part: string,
  except: readonly string[] = [],
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) {
    // Chromium’s own tools may evaluate text; the page may not.
    const tools = await page.context().newCDPSession(page);
    await tools.send("Runtime.evaluate", { expression: AXE });
    await tools.detach();
  }
  const found = await page.evaluate(async (root) => {
    const results = await window.axe?.run(root, { resultTypes: ["violations"] });
    // The colours of links, main and careful buttons are the app’s own, and a theme’s.
    const isAccent = (id: string, html: string): boolean =>
      id === "color-contrast" && /^<a |^<button class="[^"]*mod-(?:cta|warning)/.test(html);
    return (results?.violations ?? [])
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html })))
      .filter(({ id, html }) => !isAccent(id, html))
      .map(({ id, html }) => `${id}: ${html.slice(0, 160)}`);
  }, part);
  return found.filter((line) => !except.some((rule) => line.startsWith(`${rule}:`)));
}

/** Elements that are wider than their place, or reach over the edge of the page, a line each. */
export function tooWide({ page }: Person, part: string): Promise<readonly string[]> {
  return page.evaluate((root) => {
    const wide = document.documentElement.scrollWidth;
    const parts = Array.from(document.querySelectorAll<HTMLElement>(`${root}, ${root} *`));
    // A table of many columns and raw text scroll within themselves.
    const mayScroll = (el: HTMLElement): boolean =>
      el.closest(".planwright-wide, pre, code, .tree-item") !== null;
    const names = parts
      .filter((el) => el.checkVisibility() && !mayScroll(el))
      .filter((el) => {
        const { left, right, width } = el.getBoundingClientRect();
        const scrolls =
          /auto|scroll/.test(getComputedStyle(el).overflowX) && el.scrollWidth > el.clientWidth + 1;
        return width > 1 && (scrolls || left < -1 || right > window.innerWidth + 1);
      })
      .map((el) => `${el.tagName} ${el.className}: ${(el.textContent ?? "").slice(0, 60)}`);
    return [...(wide > window.innerWidth ? [`the page: ${String(wide)} px`] : []), ...names];
  }, part);
}

/**
 * Words with so little room that they break at every letter or two, a line each. The names of settings are laid out by
 * the app itself.
 */
export function squeezed({ page }: Person, part: string): Promise<readonly string[]> {
  return page.evaluate(
    (root) =>
      Array.from(document.querySelectorAll<HTMLElement>(`${root} *`)).flatMap((el) =>
        Array.from(el.childNodes).flatMap((node) => {
          const words = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").trim() : "";
          if (words.length < 6 || !el.checkVisibility() || el.closest(".setting-item-info")) return [];
          const range = document.createRange();
          range.selectNodeContents(node);
          return range.getClientRects().length > words.length / 2 ? [words] : [];
        }),
      ),
    part,
  );
}

/** Buttons of a plugin that are lower than a finger needs, a line each. */
export function tooLow({ page }: Person, part: string): Promise<readonly string[]> {
  return page.evaluate(
    (root) =>
      Array.from(document.querySelectorAll<HTMLElement>(`${root} button`))
        .filter((el) => el.checkVisibility() && el.getBoundingClientRect().height < 48)
        .map((el) => `${String(el.getBoundingClientRect().height)} px: ${el.outerHTML.slice(0, 120)}`),
    part,
  );
}

/** Presses none of the buttons, but would reach each. Answers those that something covers or that are out of reach. */
export function outOfReach({ page }: Person, part: string): Promise<readonly string[]> {
  return page.evaluate((root) => {
    // Notices come late, lie over everything, and go by themselves.
    for (const notice of document.querySelectorAll<HTMLElement>(".notice")) notice.click();
    const buttons = Array.from(document.querySelectorAll<HTMLButtonElement>(`${root} button`));
    return buttons
      .filter((el) => el.checkVisibility() && !el.disabled)
      .filter((el) => {
        el.scrollIntoView({ block: "center", behavior: "instant" });
        const { left, top, width, height } = el.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return there === null || !(el.contains(there) || there.contains(el));
      })
      .map((el) => el.ariaLabel ?? el.textContent);
  }, part);
}
