/** “This device”: whether it acts and from when on, and whether the settings are confirmed here. */
import type { Setting, SettingDefinition, SettingDefinitionGroup } from "obsidian";
import { plain } from "../../kit/text";
import type { SettingsChange } from "../../settings/changes";
import { countChanges } from "../../settings/changes";
import type { Door } from "../door";
import { WORDS } from "../words";
import { changesHere, confirmSettings } from "./confirmSettings";
import { stateOfDevice } from "./deviceState";
import type { Place } from "./place";
import { everySecond } from "./row";
import { setUp } from "./setUp";

const words = WORDS.settings.device;

export function deviceSection({ door }: Place): SettingDefinitionGroup {
  const faults = door.settings.faults();
  return {
    type: "group",
    heading: words.heading,
    items: [
      ...faults.map((fault): SettingDefinition => ({
        name: words.file,
        searchable: false,
        render: (setting) => {
          setting.descEl.createDiv({ cls: "planwright-warning", text: plain(fault, 400) });
        },
      })),
      ...(door.device.canAct
        ? [
            { name: words.acts, desc: words.does, render: (setting: Setting) => drawActs(setting, door) },
            confirmation(door),
          ]
        : // A phone neither sends nor starts anything: there is nothing for it to confirm.
          [{ name: words.showsName, desc: words.shows }]),
      { name: words.setUp, desc: words.setUpDesc, action: () => void setUp(door) },
    ],
  };
}

function drawActs(setting: Setting, door: Door): () => void {
  const state = setting.infoEl.createDiv({ cls: "planwright-outcome", attr: { role: "status" } });
  const show = (): void => {
    const now = stateOfDevice(door).sentence;
    if (state.textContent !== now) state.setText(now);
  };
  setting.addToggle((toggle) =>
    toggle.setValue(door.device.acts()).onChange(async (on) => {
      await door.device.setActs(on);
      show();
    }),
  );
  show();
  return everySecond(show);
}

function confirmation(door: Door): SettingDefinition {
  if (door.device.confirmed())
    return {
      name: words.confirmed,
      desc: words.confirmedDesc,
      render: (setting) => {
        setting.addButton((button) =>
          button.setButtonText(WORDS.settings.show).onClick(() => confirmSettings(door)),
        );
      },
    };
  const changes = changesHere(door) ?? [];
  const isKnown = changes.length > 0;
  return {
    name: isKnown ? words.changed : words.unconfirmed,
    desc: isKnown ? words.changedDesc(sayChanges(changes)) : words.unconfirmedDesc,
    render: (setting) => {
      setting.addButton((button) =>
        button
          .setButtonText(isKnown ? words.review(countChanges(changes)) : words.reviewAll)
          .setCta()
          .onClick(() => confirmSettings(door)),
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
      of === null ? "" : plain(of, 40),
      isAll("new") ? "new" : isAll("gone") ? "gone" : "changed",
    );
  });
  return words.changes(named, changes.length - named.length);
}
