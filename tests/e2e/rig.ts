/** The plugin in a real browser, over a real folder, with a world outside: what a test holds of it. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, inject } from "vitest";
import { openPage, type Made } from "../../scripts/start/open.mjs";
import { copySample, openOutside, type Outside } from "../../scripts/start/outside.mjs";
import { makeActing, reachBrowser, sitDown, type Person, type Seat } from "../../scripts/start/person.mjs";

/** Pictures of what failed, and others that a test takes. Git ignores the folder. */
const PICTURES = "coverage/e2e";

/** Nothing to wait out but what the servers take. */
export const PROMPT = { start_delay_seconds: 0, quiet_seconds: 0, grace_seconds: 0 };

export interface Engine {
  readonly person: Person;
  readonly outside: Outside;
  readonly vault: string;
  read(path: string): Promise<string>;
  /** Names in a folder, without the note about the folder. */
  names(folder: string): Promise<readonly string[]>;
  /** The path of the one note in the folder whose name has this part, when it is to be seen in the explorer. */
  appears(folder: string, part: string): Promise<string>;
  /** Looks again and again, until it holds. */
  until(what: string, holds: () => Promise<boolean> | boolean): Promise<void>;
  picture(name: string): Promise<void>;
  /** Opens the note, writes over the last of these words in it, and goes back to reading. */
  rewrite(path: string, words: string, by: string): Promise<void>;
  /** Another device opens the same folder; its memory is its own. */
  sitDownElsewhere(seat: Seat): Promise<Person>;
}

/** The model calls these tools in its `turn`th answer, where what it is asked has the words of `step`. */
export interface Scripted {
  readonly step: string;
  readonly turn: number;
  readonly calls: readonly { readonly tool: string; readonly arguments: object }[];
}

export interface Rig {
  readonly made: Made;
  readonly browser: Browser;
  /** A fresh copy of the sample vault, opened by a person. */
  engine(options?: {
    readonly settings?: object;
    /** Notes that are in the vault from the start, by path. */
    readonly notes?: Readonly<Record<string, string>>;
    readonly script?: readonly Scripted[];
    readonly acting?: boolean;
    /** An empty vault with the plugin just installed; `settings` alone is what it has. */
    readonly isFresh?: boolean;
    readonly seat?: Seat;
  }): Promise<Engine>;
  /** Everything of one test; with its name where it failed, so that there is a picture of it. */
  clear(failed: string | null): Promise<void>;
  stop(): Promise<void>;
}

/** The page is made and the browser started once; each file of tests reaches it anew. */
type Opened = Exclude<ReturnType<typeof inject<"opened">>, string>;

async function openRig({ browser: endpoint, ...files }: Opened): Promise<Rig> {
  const made: Made = { ...files, clear: () => Promise.resolve() };
  const browser: Browser = await reachBrowser(endpoint);
  let undo: (() => Promise<unknown>)[] = [];
  let last: Engine | null = null;

  const picture = async (person: Person, name: string): Promise<void> => {
    await mkdir(PICTURES, { recursive: true });
    await person.shot(join(PICTURES, `${name.replace(/[^\w]+/g, "-")}.png`));
  };

  return {
    made,
    browser,
    async engine({ settings = {}, notes = {}, script, acting = true, isFresh = false, seat = {} } = {}) {
      const place = await mkdtemp(join(await realpath(tmpdir()), "planwright-e2e-"));
      undo.push(() => rm(place, { recursive: true, force: true }));
      const answers = join(place, "answers.json");
      if (script !== undefined) await writeFile(answers, JSON.stringify({ answers: script }));
      const outside = await openOutside(script === undefined ? {} : { script: answers });
      undo.push(() => outside.stop());
      const { vault, state } = await copySample({ place, outside, settings: { ...PROMPT, ...settings } });
      if (isFresh) {
        for (const name of await readdir(vault))
          if (!name.startsWith(".")) await rm(join(vault, name), { recursive: true });
        const data = join(vault, ".obsidian/plugins/planwright/data.json");
        if (Object.keys(settings).length > 0) await writeFile(data, JSON.stringify(settings));
        else await rm(data);
      }
      for (const [path, text] of Object.entries(notes)) await writeFile(join(vault, path), text);
      const served = await openPage({ vault, state, outside, made });
      undo.push(() => served.stop());
      const person = await sitDown(browser, served.url, seat);
      undo.push(() => person.leave());
      const until: Engine["until"] = async (what, holds) => {
        // Twice the minute in which the engine looks at the disk by itself, where an event was lost.
        const end = performance.now() + 120_000;
        while (!(await holds())) {
          if (performance.now() > end) throw new Error(`Waited two minutes in vain: ${what}.`);
          await person.page.waitForTimeout(100);
        }
      };
      const names: Engine["names"] = async (folder) =>
        existsSync(join(vault, folder))
          ? (await readdir(join(vault, folder))).filter((name) => name !== "About this folder.md").sort()
          : [];
      const engine: Engine = {
        person,
        outside,
        vault,
        until,
        names,
        read: (path) => readFile(join(vault, path), "utf8"),
        async appears(folder, part) {
          let name: string | undefined;
          await until(`a note like ${part} in ${folder}`, async () => {
            name = (await names(folder)).find((each) => each.includes(part));
            return name !== undefined;
          });
          const path = `${folder}/${name ?? ""}`;
          await person.sees(path);
          return path;
        },
        picture: (name) => picture(person, name),
        async rewrite(path, words, by) {
          await person.open(path);
          const name = /[^/]+(?=\.md$)/.exec(path)?.[0] ?? path;
          await person.page.locator(".view-header-title", { hasText: name }).waitFor();
          await person.press("Control+e");
          const field = person.page.locator("textarea.source-field:visible");
          await field.evaluate((el: HTMLTextAreaElement, text) => {
            const at = el.value.lastIndexOf(text);
            if (at < 0) throw new Error(`“${text}” is not in the note.`);
            el.focus();
            el.setSelectionRange(at, at + text.length);
          }, words);
          await person.type(by);
          await person.press("Control+e");
        },
        async sitDownElsewhere(other) {
          const memory = await mkdtemp(join(place, "state-"));
          const page = await openPage({ vault, state: memory, outside, made });
          undo.push(() => page.stop());
          const second = await sitDown(browser, page.url, other);
          undo.push(() => second.leave());
          return second;
        },
      };
      last = engine;
      if (acting) await makeActing(person);
      return engine;
    },
    async clear(failed) {
      if (failed !== null && last !== null)
        await picture(last.person, `failed ${failed}`).catch(() => undefined);
      last = null;
      for (const each of undo.reverse()) await each();
      undo = [];
    },
    stop: () => browser.close(),
  };
}

/**
 * A pane that came by itself takes no answer for a second, nor does a second press within one: until it was not drawn
 * anew for longer.
 */
export async function takesAnswers({ page }: Engine["person"]): Promise<void> {
  const isDrawnAnew = (): Promise<boolean> =>
    page.evaluate(() => {
      const kept = window as Window & { seen?: readonly Element[] };
      const { seen = [] } = kept;
      kept.seen = Array.from(document.querySelectorAll(".planwright-review-foot button"));
      return kept.seen.length === 0 || kept.seen.some((each, at) => each !== seen[at]);
    });
  while (await isDrawnAnew()) await page.waitForTimeout(1200);
}

/**
 * Tests that need a browser. Where there is none they are skipped, and the name says why. A failure leaves a picture
 * behind.
 */
export function inChromium(tests: (rig: () => Rig) => void): void {
  const opened = inject("opened");
  const name = typeof opened === "string" ? `in Chromium (${opened})` : "in Chromium";
  describe.skipIf(typeof opened === "string")(name, () => {
    let rig: Rig | null = null;
    beforeAll(async () => {
      if (typeof opened !== "string") rig = await openRig(opened);
    });
    afterEach(({ task }) => rig?.clear(task.result?.state === "fail" ? task.name : null));
    afterAll(() => rig?.stop());
    tests(() => {
      if (rig === null) throw new Error("The browser is not open yet.");
      return rig;
    });
  });
}
