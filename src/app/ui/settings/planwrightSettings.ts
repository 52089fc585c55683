/**
 * The settings tab. A change is saved at once and takes effect when the tab is left, so that no half-typed folder
 * name is ever used.
 */
import { PluginSettingTab, type Plugin, type SettingDefinitionItem } from "obsidian";
import type { Settings } from "../../../settings/settings";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";
import { deviceSection } from "./deviceSection";
import { fieldValue, withField } from "./fields";
import { Tests } from "./known";
import { modelsSection } from "./modelsSection";
import { agentsPage, foldersPage, intakePage, limitsPage, safetySection } from "./pages";
import type { Place } from "./place";
import { sendingSection, serversPage } from "./sendingSection";

export class PlanwrightSettings extends PluginSettingTab {
  readonly #place: Place;

  constructor(
    plugin: Plugin,
    private readonly client: EngineClient,
  ) {
    super(client.app, plugin);
    this.containerEl.addClass("planwright-settings");
    this.#place = {
      client,
      tests: Tests.of(client),
      drafts: { server: null, type: null, mail: null },
      redraw: () => this.update(),
      save: async (edit) => {
        const why = await this.#change(edit);
        if (why === null) this.update();
        return why;
      },
    };
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const place = this.#place;
    return [
      deviceSection(place),
      sendingSection(place),
      ...modelsSection(place),
      safetySection(),
      {
        type: "group",
        items: [agentsPage(place), foldersPage(place), intakePage(place), serversPage(place), limitsPage()],
      },
    ];
  }

  override getControlValue(key: string): unknown {
    return fieldValue(this.client.settings.now(), key);
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    await this.#change((now) => withField(now, key, value));
  }

  override hide(): void {
    super.hide();
    void this.client.settings.apply();
  }

  async #change(edit: (now: Settings) => Settings): Promise<string | null> {
    const why = await this.client.settings.change(edit);
    if (why !== null) this.client.say(WORDS.settings.notSaved(why));
    return why;
  }
}
