/**
 * Runs in the browser: plays the scenes there, with the same core, and opens every view of the app on what came of
 * them. The page's script calls `window.attack.play` with the numbers of rounds and gets back the notes that were
 * written, and what it saw that should not be there.
 */
import type { App as ObsidianApp, Plugin as ObsidianPlugin } from "obsidian";
import { createAppNotice } from "../../../src/adapters/obsidian/createAppNotice";
import { findFolders } from "../../../src/engine/perform/setup";
import { addCommands } from "../../../src/app/ui/commands";
import type { EngineClient } from "../../../src/app/ui/engineClient";
import { Tests } from "../../../src/app/ui/settings/known";
import { changeServer } from "../../../src/app/ui/settings/serverWizard";
import { PlanwrightSettings } from "../../../src/app/ui/settings/planwrightSettings";
import { changeType } from "../../../src/app/ui/settings/routeWizard";
import { offerSetUp } from "../../../src/app/ui/settings/setUp";
import { StatusBar } from "../../../src/app/ui/statusBar";
import { App } from "../../app/obsidian/app";
import { installDom } from "../../app/obsidian/dom";
import { Plugin } from "../../app/obsidian/plugin";
import {
  newProfile,
  platformFlags,
  setSurroundings,
  type Surroundings,
} from "../../app/obsidian/surroundings";
import { mixedVoice } from "../active";
import { SCENES } from "./scenes";
import type { Stage } from "./stage";
import { written } from "./written";

export interface Played {
  readonly notes: readonly { readonly path: string; readonly text: string }[];
  /** Elements that no text may become. */
  readonly odd: readonly string[];
  readonly dialogs: number;
  readonly errors: readonly string[];
}

/**
 * Of so many rounds one is looked at in the views, which takes longer than to write all notes: what views show is text,
 * whatever it says.
 */
export const VIEWED = 3;

/** Commands that show something first. The others act at once and say a sentence. */
const SHOWING = [
  "explain-plan",
  "request-approval",
  "approve",
  "reject",
  "confirm",
  "resolve",
  "skip-step",
  "cancel-plan",
  "act-here",
  "confirm-settings",
  "set-up",
  "new-from-template",
  "open-start",
  "resume-plan",
];
const ACTIVE =
  "a, img, picture, source, script, iframe, frame, object, embed, link, meta, base, style, form, video, audio, marquee, details:not(.modal-content > .planwright-note + details, .modal-content > .planwright-fold, .planwright-review-text > .planwright-fold, .planwright-fold > .planwright-note + details), dialog, table:not(.planwright-wide > .planwright-alike), math, h1, h2, h3, [style*=url], [src], [href], [srcset]";

const never = (): Promise<never> => Promise.reject(new Error("not here"));
const disk = {
  root: "/vault",
  read: never,
  write: never,
  append: never,
  rename: never,
  remove: never,
  removeFolder: never,
  makeFolder: never,
  touch: never,
  list: () => Promise.resolve([]),
  stat: () => Promise.resolve(null),
};

function openApp(): App {
  installDom(window);
  const around: Surroundings = {
    window,
    device: "desktop",
    platform: platformFlags("desktop"),
    disk,
    network: never,
    profile: newProfile(),
    errors: [],
    notices: [],
    app: null,
    timers: { after: (ms, run) => window.setTimeout(run, ms), cancel: (id) => window.clearTimeout(id) },
    doubts: { processWritesSame: true, processDropsMark: false },
  };
  setSurroundings(around);
  const opened = new App(around);
  // Which note is opened is not looked at here.
  opened.workspace.openLinkText = () => Promise.resolve();
  return opened;
}

function clientOf(app: App, stage: Stage): EngineClient {
  const { say } = createAppNotice();
  return {
    app: app as unknown as ObsidianApp,
    world: () => stage.engine.world(),
    look: () => Promise.resolve(stage.engine.world()),
    planDetail: (path) => stage.engine.planDetail(path),
    tellNote: (path) => stage.engine.tellNote(path),
    jobs: () => stage.engine.jobs(),
    carrying: () => null,
    testModel: () => Promise.resolve({ works: true, sentence: "" }),
    now: () => stage.clock.now(),
    say,
    atEnd: () => undefined,
    obey: () => Promise.resolve(false),
    answer: () => Promise.resolve({ isDone: false, said: "", made: null }),
    answerAll: () => Promise.resolve([]),
    flows: () => stage.engine.flows(),
    skills: () => stage.engine.skills(),
    settle: () => Promise.resolve(),
    draft: () => Promise.resolve("No model is asked here."),
    propose: (wanted) => stage.engine.propose(wanted),
    read: (path) => Promise.resolve(stage.vault.text(path)),
    lookAtServer: (name) => stage.lookAtServer(name),
    listModels: () => Promise.resolve(null),
    checkMail: () => Promise.resolve({ of: "smtp", why: "No mail server is asked here." }),
    typed: new Map(),
    settings: {
      now: () => stage.settings,
      change: () => Promise.resolve(null),
      apply: () => Promise.resolve(),
      faults: () => [],
      find: async (settings) => ({
        found: await findFolders(stage.vault, settings),
        taken: Object.keys(settings.servers),
      }),
    },
    device: {
      canAct: true,
      acts: () => false,
      waitsUntil: () => null,
      setActs: () => Promise.resolve(),
      takeOver: () => Promise.resolve(),
      confirmedLines: () => null,
      confirmed: () => false,
      confirm: () => Promise.resolve(false),
      hindrances: () => [...stage.notices.texts, ...stage.answers],
    },
  };
}

class Shown extends Plugin {}

const breath = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

async function show(app: App, stage: Stage, odd: string[]): Promise<number> {
  const client = clientOf(app, stage);
  const plugin = new Shown(app, {
    id: "planwright",
    name: "Planwright",
    author: "",
    version: "1.0.0",
    minAppVersion: "1.13.0",
    description: "",
  });
  plugin.load();
  addCommands(plugin as unknown as ObsidianPlugin, client);
  const bar = new StatusBar(plugin.addStatusBarItem() as HTMLElement, client);
  bar.load();
  let dialogs = 0;
  const close = async (): Promise<void> => {
    // Images load and scripts run as soon as they are put in; then the dialog may go.
    await breath();
    dialogs += app.openModals.length;
    for (const found of document.body.querySelectorAll(ACTIVE))
      odd.push(`${found.tagName}: ${found.outerHTML.slice(0, 200)}`);
    for (const modal of [...app.openModals]) modal.close();
    document.querySelector(".notice-container")?.remove();
  };
  for (const command of SHOWING) {
    for (let at = 0, most = 1; at < most; at += 1) {
      app.commands.executeCommandById(`planwright:${command}`);
      await breath();
      await breath();
      const items = document.querySelectorAll<HTMLElement>(".suggestion-item");
      most = Math.max(most, Math.min(items.length, 3));
      const item = items[at];
      if (item !== undefined) {
        for (const found of document.body.querySelectorAll(ACTIVE))
          odd.push(`${found.tagName}: ${found.outerHTML.slice(0, 200)}`);
        item.click();
        await breath();
      }
      // A review goes through its requests one by one.
      for (let more = 0; more < 2; more += 1) {
        document.querySelector<HTMLElement>(".planwright-review-turns button:last-child")?.click();
        await breath();
        for (const found of document.body.querySelectorAll(ACTIVE))
          odd.push(`${found.tagName}: ${found.outerHTML.slice(0, 200)}`);
      }
      await close();
    }
  }
  const place = {
    client,
    tests: new Tests(),
    drafts: { server: null, type: null, mail: null },
    redraw: () => undefined,
    save: () => Promise.resolve("Not here."),
  };
  for (const name of Object.keys(stage.settings.servers)) {
    changeServer(place, name);
    const definition = stage.settings.servers[name];
    if (definition !== undefined) place.tests.keepServer(name, definition, await stage.lookAtServer(name));
  }
  for (const type of Object.keys(stage.settings.actions)) changeType(place, type);
  for (const said of [...stage.notices.texts, ...stage.answers]) client.say(said);
  offerSetUp(client);
  const tab = new PlanwrightSettings(plugin as unknown as ObsidianPlugin, client);
  plugin.addSettingTab(tab as never);
  app.setting.open();
  app.setting.openTabById("planwright");
  await close();
  app.setting.close();
  bar.unload();
  plugin.unload();
  return dialogs;
}

/**
 * Plays every scene in these rounds, opens the views at every moment worth it, and answers what was written and seen.
 */
async function play(rounds: readonly number[], host: string): Promise<Played> {
  const notes: { path: string; text: string }[] = [];
  const odd: string[] = [];
  let dialogs = 0;
  app ??= openApp();
  const { around } = app;
  for (const round of rounds) {
    for (const scene of SCENES) {
      const stage = await scene.play(mixedVoice(round, host), async (now) => {
        if (round % VIEWED === 0) dialogs += await show(app ?? openApp(), now, odd);
      });
      notes.push(...written(stage).map(({ path, text: note }) => ({ path, text: note })));
    }
  }
  return { notes, odd, dialogs, errors: around.errors.map(String) };
}

// Time in the scenes goes on when nothing else is to do; a window's own timers would wait four milliseconds each.
Object.assign(window, { setImmediate: (run: () => void) => void breath().then(run) });
let app: App | null = null;
Object.assign(window, { attack: { play } });
