/** Makes the page and starts Chromium once, for all tests that need them. */
import type { TestProject } from "vitest/node";
import { chromium } from "../../scripts/chromium.mjs";
import { makePage } from "../../scripts/start/open.mjs";
import { serveBrowser } from "../../scripts/start/person.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The files of the page, and the address of the browser; or a sentence on why nothing can be tried here. */
    readonly opened:
      | { readonly page: string; readonly host: string; readonly plugin: string; readonly browser: string }
      | string;
  }
}

export default async function open({ provide }: TestProject): Promise<() => Promise<void>> {
  const found = await chromium({ install: false });
  if (found.kind === "missing") {
    // A machine that checks others’ changes has to have a browser.
    if (process.env["CI"] === "true") throw new Error(found.why);
    provide("opened", found.why);
    return () => Promise.resolve();
  }
  const [{ clear, ...made }, browser] = await Promise.all([makePage(), serveBrowser()]);
  provide("opened", { ...made, browser: browser.wsEndpoint() });
  return async () => {
    await Promise.all([browser.close(), clear()]);
  };
}
