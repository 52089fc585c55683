/** The engine as the faces know it: the world to show, and the commands of a person. Faces decide nothing. */
import type { App } from "obsidian";
import type { OfferedModel } from "../../kit/ports/model";
import type { ServerDefinition, ServerView } from "../../kit/ports/tools";
import type { KeptLine } from "../../settings/describe";
import type { MailFault } from "../../settings/mailAccount";
import type { FolderName, Model, Settings } from "../../settings/settings";
import type { Proposal } from "../../note/proposal/proposal";
import type { Command, GoesOn, Wanted, WantedPlan } from "../../rules/command";
import type { PlanDetail, World } from "../../rules/world";
import type { OfferedFlow, OfferedSkills } from "../../overview/flow/offered";

export interface EngineClient {
  readonly app: App;
  /** As last seen; null while starting. */
  world(): World | null;
  /** Looks once more, so that what is shown is what is there; null while starting. */
  look(): Promise<World | null>;
  /** Looks at one plan closely; null while starting. */
  planDetail(path: string): Promise<PlanDetail | null>;
  /** Why the note at a path is no plan, or does not go on, in a sentence or two; null while starting. */
  tellNote(path: string): Promise<string | null>;
  /** Calls of models that are under way here just now, with their last sign of life. */
  jobs(): World["jobs"];
  /** The request that is being carried out here just now, and since when; null when none is. */
  carrying(): { readonly request: string; readonly since: number } | null;
  now(): number;
  say(text: string): void;
  /** Calls `takeDown` when the plugin is turned off: for notices and timers that outlive a dialog. */
  atEnd(takeDown: () => void): void;
  /** Does what a person asked for and tells them the answer. True when it was done. */
  obey(command: Command, goesOn?: GoesOn): Promise<boolean>;
  /** The same, for a face that shows the answer itself. */
  answer(command: Command): Promise<Answered>;
  /**
   * Answers several at once, of different requests or plans. `told`: called with each answer; where it says
   * false, nothing more is begun.
   */
  answerAll(
    commands: readonly Command[],
    told: (answer: Answered, done: number) => boolean,
  ): Promise<readonly Answered[]>;
  /** The flows that a person can start, and those that have faults; null while starting. */
  flows(): Promise<readonly OfferedFlow[] | null>;
  /** The skills that steps of flows can have; null while starting. */
  skills(): Promise<OfferedSkills | null>;
  /** Lets what is to be done for one plan be done now, and nothing else. */
  settle(path: string): Promise<void>;
  /** The changes that the person may agree to; a sentence where there is nothing to show. */
  propose(wanted: Wanted): Promise<Proposal | string>;
  /** Has a model draft a plan; with the draft in it, or a sentence where there is none. Writes nothing in the vault. */
  draft(wanted: WantedPlan, stop: AbortSignal): Promise<WantedPlan | string>;
  /** A note's text as it stands on the disk; null when it cannot be read. */
  read(path: string): Promise<string | null>;
  /** Asks a model one tiny question. Answers with what came of it and what to do next, in sentences. */
  testModel(name: string, model: Model, stop: AbortSignal): Promise<ModelTested>;
  /**
   * Asks a server for its tools, now. `definition`: as the person has it before them, where that is not in effect
   * yet.
   */
  lookAtServer(name: string, definition?: ServerDefinition): Promise<ServerView>;
  /**
   * The models of a server, to choose from; null where it does not say, or may not be asked yet; a sentence where it
   * was not reached, or does not let this device in.
   */
  listModels(model: Model, stop: AbortSignal): Promise<readonly OfferedModel[] | string | null>;
  /** Has a mail server try its logins. Answers what does not work; null where all of it does. */
  checkMail(name: string, definition: ServerDefinition): Promise<MailFault | null>;
  /**
   * Secrets of dialogs that are not saved yet, by id. Tests find them; they come into the keychain with what names
   * them, since the app takes nothing out of it again.
   */
  readonly typed: Map<string, string>;
  readonly settings: SettingsClient;
  readonly device: DeviceClient;
}

export interface Answered {
  readonly isDone: boolean;
  readonly said: string;
  /** Path of the plan that was written; null for none. */
  readonly made: string | null;
}

export interface ModelTested {
  readonly works: boolean;
  readonly sentence: string;
}

export interface SettingsClient {
  /** As the person sees and edits them; they take effect with `apply`. */
  now(): Settings;
  /** Makes the change on the settings as they are, and saves. Null when done, otherwise why they cannot be so. */
  change(edit: (now: Settings) => Settings): Promise<string | null>;
  /** Lets what was changed take effect. */
  apply(): Promise<void>;
  /** Keys of the file that are not known and were passed over, one sentence each; why it cannot be read at all. */
  faults(): readonly string[];
  /** The folders of these settings that exist, and the names that something else has. Looks only. */
  find(
    settings: Settings,
  ): Promise<{ readonly found: readonly FolderName[]; readonly taken: readonly string[] }>;
}

export interface DeviceClient {
  /** Only a computer can act; a phone shows and lets a person answer. */
  readonly canAct: boolean;
  /** Whether the person wants this device to act. */
  acts(): boolean;
  setActs(on: boolean): Promise<void>;
  /** Becomes the acting device in place of `from`, if that one still acts. */
  takeOver(from: string | null): Promise<void>;
  /** Whether the settings were confirmed on this device, or are the person’s own changes of such, made here. */
  confirmed(): boolean;
  /** The settings last confirmed here; null when nothing of them is known. */
  confirmedLines(): readonly KeptLine[] | null;
  /**
   * Confirms just the settings the person was shown. Answers whether that was noted; if not, the person has been told
   * why.
   */
  confirm(shown: Settings): Promise<boolean>;
  /** Why this device does nothing by itself at the moment. Sentences. */
  hindrances(): readonly string[];
  /**
   * Until when it waits before it names itself: while no device is named, sync may still bring one. Null where it does
   * not wait for that alone. Milliseconds since the epoch.
   */
  waitsUntil(): number | null;
}
