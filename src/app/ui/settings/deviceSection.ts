/** “This device”: whether it acts and from when on, and whether the settings are confirmed here. */
import type { Setting, SettingDefinition, SettingDefinitionGroup } from "obsidian";
import { escapeLine } from "../../../kit/text";
import type { SettingsChange } from "../../../settings/changes";
import { countChanges } from "../../../settings/changes";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";
import { changesHere, confirmSettings } from "./confirmSettings";
import { stateOfDevice } from "./deviceState";
import type { Place } from "./place";
import { everySecond } from "./row";
import { setUp } from "./setUp";

const words = WORDS.settings.device;

export function deviceSection({ client }: Place): SettingDefinitionGroup {
  const faults = client.settings.faults();
  return {
    type: "group",
    heading: words.heading,
    items: [
      ...faults.map((fault): SettingDefinition => ({
        name: words.file,
        searchable: false,
        render: (setting) => {
          setting.descEl.createDiv({ cls: "planwright-warning", text: escapeLine(fault, 400) });
        },
      })),
      ...(client.device.canAct
        ? [
            { name: words.acts, desc: words.does, render: (setting: Setting) => drawActs(setting, client) },
            confirmation(client),
          ]
        : // A phone neither sends nor starts anything: there is nothing for it to confirm.
          [{ name: words.showsName, desc: words.shows }]),
      { name: words.setUp, desc: words.setUpDesc, action: () => void setUp(client) },
    ],
  };
}

function drawActs(setting: Setting, client: EngineClient): () => void {
  const state = setting.infoEl.createDiv({ cls: "planwright-outcome", attr: { role: "status" } });
  const show = (): void => {
    const now = stateOfDevice(client).sentence;
    if (state.textContent !== now) state.setText(now);
  };
  setting.addToggle((toggle) =>
    toggle.setValue(client.device.acts()).onChange(async (on) => {
      await client.device.setActs(on);
      show();
    }),
  );
  show();
  return everySecond(show);
}

function confirmation(client: EngineClient): SettingDefinition {
  if (client.device.confirmed())
    return {
      name: words.confirmed,
      desc: words.confirmedDesc,
      render: (setting) => {
        setting.addButton((button) =>
          button.setButtonText(WORDS.settings.show).onClick(() => confirmSettings(client)),
        );
      },
    };
  const changes = changesHere(client) ?? [];
  const isKnown = changes.length > 0;
  return {
    name: isKnown ? words.changed : words.unconfirmed,
    desc: isKnown ? words.changedDesc(sayChanges(changes)) : words.unconfirmedDesc,
    render: (setting) => {
      setting.addButton((button) =>
        button
          .setButtonText(isKnown ? words.review(countChanges(changes)) : words.reviewAll)
          .setCta()
          .onClick(() => confirmSettings(client)),
      );
    },
  };
}

/** Changes that are named; of the others, that there are some. */
const NAMED = 3;

function sayChanges(changes: readonly SettingsChange[]): string {
  const named = changes.slice(0, NAMED).map(({ group, of, lines }) => {
    const kind = words.kinds[group] ?? group;
    const isAll = (how: string): boolean => of !== null && lines.every((line) => line.how === how);
    return words.change(
      kind,
      of === null ? "" : escapeLine(of, 40),
      isAll("new") ? "new" : isAll("gone") ? "gone" : "changed",
    );
  });
  return words.changes(named, changes.length - named.length);
}
