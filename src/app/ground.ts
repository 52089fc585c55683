/** The parts that all sessions of the plugin share, from `onload` to `onunload`. */
import type { App } from "obsidian";
import type { CarriedTrust } from "../adapters/obsidian/carriedTrust";
import type { LocalChoices } from "../adapters/obsidian/local";
import type { SettingsFile } from "../adapters/obsidian/settingsFile";
import type { Waking } from "../adapters/obsidian/waking";
import type { ClockPort } from "../kit/ports/clock";
import type { NoticePort } from "../kit/ports/notice";
import type { EngineClient } from "./ui/engineClient";

export interface Ground {
  readonly app: App;
  readonly clock: ClockPort;
  readonly notice: NoticePort;
  readonly choices: LocalChoices;
  readonly file: SettingsFile;
  readonly carried: CarriedTrust;
  readonly waking: Waking;
  readonly typed: EngineClient["typed"];
}
