/**
 * Door 1, Obsidian. Makes what the sessions rest on, opens one once the app is ready, and puts the faces on the screen.
 *
 * A device that may not act just now (still starting, settings not confirmed here, another device named) runs as a
 * viewer, which writes nothing by itself.
 */
import { Plugin } from "obsidian";
import { carryTrust } from "./adapters/obsidian/carriedTrust";
import { createWindowClock } from "./adapters/obsidian/createWindowClock";
import { createLocalChoices } from "./adapters/obsidian/local";
import { createAppNotice } from "./adapters/obsidian/createAppNotice";
import { createSettingsFile } from "./adapters/obsidian/settingsFile";
import { watchWaking } from "./adapters/obsidian/waking";
import { announce } from "./app/announce";
import { makeEngineClient } from "./app/makeEngineClient";
import type { Ground } from "./app/ground";
import { Sessions } from "./app/sessions";
import { addCommands } from "./app/ui/commands";
import { addLinks } from "./app/ui/links";
import { addToEditorMenu, addToFileMenu } from "./app/ui/menus/menus";
import { addMission } from "./app/ui/mission/addMission";
import { tellInView } from "./app/ui/tellInView";
import { OutcomeTeller } from "./app/ui/notices/outcomeTeller";
import { PlanwrightSettings } from "./app/ui/settings/planwrightSettings";
import { StatusBar } from "./app/ui/statusBar";

export default class PlanwrightPlugin extends Plugin {
  #sessions: Sessions | null = null;

  override onload(): void {
    const clock = createWindowClock();
    const file = createSettingsFile(this);
    const notice = createAppNotice();
    const ground: Ground = {
      app: this.app,
      clock,
      notice: {
        say: (text) => {
          if (!tellInView(this.app, text)) notice.say(text);
        },
      },
      choices: createLocalChoices(this.app),
      file,
      carried: carryTrust(file),
      waking: watchWaking(clock),
      typed: new Map(),
    };
    const sessions = new Sessions(ground, {
      show: (world) => {
        bar.show();
        showMission(world);
        news.show(world);
        announce(world, ground, client, (takeDown) => this.register(takeDown));
      },
      acts: () => {
        bar.show();
        showMission(client.world());
        news.acts();
      },
      goesOn: (world, hasActed) => {
        bar.show();
        showMission(world);
        // Questions are told at the end of the pass, all at once.
        if (hasActed) news.show(world);
      },
      loaded: () => tab.update(),
    });
    this.#sessions = sessions;
    const client = makeEngineClient(
      ground,
      sessions,
      () => tab.update(),
      (takeDown) => this.register(takeDown),
    );
    const news = new OutcomeTeller(ground.choices, client);
    this.register(() => news.hide());
    // The inbox tells by itself while it is on the screen.
    this.registerEvent(
      this.app.workspace.on("active-leaf-change", () => {
        const world = client.world();
        if (world !== null) news.show(world);
      }),
    );
    const bar = this.addChild(new StatusBar(this.addStatusBarItem(), client));
    const tab = new PlanwrightSettings(this, client);
    this.addSettingTab(tab);
    const showMission = addMission(this, client);
    addCommands(this, client);
    addLinks(this, client);
    this.registerEvent(this.app.workspace.on("file-menu", (menu, file) => addToFileMenu(menu, file, client)));
    this.registerEvent(
      this.app.workspace.on("editor-menu", (menu, editor, { file }) =>
        addToEditorMenu(menu, editor, file, client),
      ),
    );
    this.app.workspace.onLayoutReady(() => void sessions.load());
  }

  override onunload(): void {
    this.#sessions?.unload();
  }

  override onExternalSettingsChange(): void {
    void this.#sessions?.load();
  }
}
