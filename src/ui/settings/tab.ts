/** The settings tab. What is entered is saved at once and takes effect when the tab is left, so that no half-typed folder name is ever used. */
import { PluginSettingTab, type Plugin, type SettingDefinitionItem } from "obsidian";
import { checkPath } from "../../kit/path";
import { FOLDER_NAMES } from "../../settings/describe";
import { definitionOf, rolesOf } from "../../settings/models";
import { DEFAULT_SETTINGS, type FolderName, type Settings } from "../../settings/settings";
import { editAction } from "./actionForm";
import { editModels, testNamed, withoutModel } from "./modelList";
import { confirmSettings } from "./confirmSettings";
import type { Door } from "../door";
import { editServer } from "./serverForm";
import { setUp } from "./setUp";

type NumberKey =
  | "alert_hours"
  | "quiet_seconds"
  | "grace_seconds"
  | "start_delay_seconds"
  | "call_timeout_seconds"
  | "start_timeout_seconds"
  | "open_requests"
  | "actions_per_hour";

const NUMBERS: readonly {
  readonly key: NumberKey;
  readonly name: string;
  readonly desc: string;
  readonly min: number;
  readonly max?: number;
}[] = [
  {
    key: "alert_hours",
    name: "Alert after",
    desc: "Hours a plan may stand still before the Dashboard raises an alert.",
    min: 1,
  },
  {
    key: "grace_seconds",
    name: "Time to take back",
    desc: "Seconds between an approval and its being carried out.",
    min: 0,
  },
  {
    key: "quiet_seconds",
    name: "Quiet time",
    desc: "Seconds without a change to a note before Planwright writes in it.",
    min: 0,
  },
  {
    key: "start_delay_seconds",
    name: "Delay after start",
    desc: "Seconds after start or sleep in which nothing is carried out, so that sync can bring what others decided.",
    min: 0,
  },
  {
    key: "call_timeout_seconds",
    name: "Time limit of a call",
    desc: "Seconds a server may take for one action.",
    min: 1,
    max: 600,
  },
  {
    key: "start_timeout_seconds",
    name: "Time limit of a start",
    desc: "Seconds a server may take to start.",
    min: 1,
    max: 600,
  },
  {
    key: "open_requests",
    name: "Open requests",
    desc: "No more requests than this are open at once; further ones wait.",
    min: 1,
  },
  {
    key: "actions_per_hour",
    name: "Actions within an hour",
    desc: "When more than this are approved or were begun within an hour, each one needs a confirmation.",
    min: 1,
  },
];

/** What agents may use. */
const LIMITS: readonly {
  readonly key: keyof Settings["limits"];
  readonly name: string;
  readonly desc: string;
  readonly min: number;
  readonly max?: number;
  readonly step?: "any";
}[] = [
  {
    key: "turns",
    name: "Turns for a step",
    desc: "How often the model is asked for one step before you are.",
    min: 1,
    max: 100,
  },
  { key: "tokens", name: "Tokens for a step", desc: "Read and written together.", min: 1 },
  {
    key: "usd",
    name: "Money for a step",
    desc: "US dollars, where the price of the model is known.",
    min: 0,
    step: "any",
  },
  {
    key: "call_seconds",
    name: "Time limit of a question",
    desc: "Seconds a model may take for one answer.",
    min: 1,
    max: 600,
  },
];

const INTAKE_WORDS: Readonly<Record<Settings["intake"], string>> = {
  off: "Nothing",
  suggest: "Named on the Dashboard",
  draft: "A draft is written",
};

/** Lists of words, which a person types with commas between. */
const LISTS = ["high_risk", "complex_words", "simple_words", "agent_folders", "agent_never"] as const;

export class PlanwrightSettings extends PluginSettingTab {
  constructor(
    plugin: Plugin,
    private readonly door: Door,
  ) {
    super(door.app, plugin);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { door } = this;
    const settings = door.settings.now();
    return [
      {
        type: "group",
        heading: "This device",
        items: [
          {
            name: "Set up",
            desc: "Folders, who writes here, and whether this device acts.",
            action: () => void setUp(door),
          },
          ...(door.device.canAct
            ? [
                {
                  name: "This device acts",
                  desc: "It asks for approvals and carries out what was approved. One device of a vault does. Not synced.",
                  control: { type: "toggle" as const, key: "device.acts" },
                },
              ]
            : []),
          {
            name: "Confirm settings on this device",
            desc: door.device.confirmed()
              ? "Confirmed."
              : "Not confirmed yet: nothing is carried out here, and no server is started.",
            action: () => confirmSettings(door),
          },
        ],
      },
      {
        type: "group",
        heading: "Folders",
        items: [
          {
            name: "Folder for all of them",
            desc: "Empty: the top of the vault.",
            control: {
              type: "text",
              key: "root",
              validate: (value) => (value === "" ? undefined : faultOf(value)),
            },
          },
          ...Object.entries(FOLDER_NAMES).map(([key, name]) => ({
            name,
            control: {
              type: "text" as const,
              key: `folders.${key}`,
              defaultValue: DEFAULT_SETTINGS.folders[key as FolderName],
              validate: faultOf,
            },
          })),
        ],
      },
      {
        type: "group",
        heading: "Going on",
        items: [
          {
            name: "Start new plans by themselves",
            desc: "Otherwise a plan waits as a draft until you start it.",
            control: { type: "toggle", key: "auto_start" },
          },
          {
            name: "Other people write in this vault",
            desc: "Then every approval also needs a confirmation on the acting device.",
            control: { type: "toggle", key: "others_write" },
          },
          {
            name: "Types that need a confirmation",
            desc: "On the acting device, besides the approval. Separated by commas.",
            control: { type: "text", key: "high_risk" },
          },
          ...NUMBERS.map(({ key, name, desc, min, max }) => ({
            name,
            desc,
            control: {
              type: "number" as const,
              key,
              min,
              ...(max === undefined ? {} : { max }),
              defaultValue: DEFAULT_SETTINGS[key],
            },
          })),
        ],
      },
      {
        type: "group",
        heading: "Tasks coming in",
        items: [
          {
            name: "What becomes of them",
            desc: "For tasks that are newer than the set-up, have one of the words below in them, and have no plan yet.",
            control: {
              type: "dropdown",
              key: "intake",
              options: INTAKE_WORDS,
              defaultValue: DEFAULT_SETTINGS.intake,
            },
          },
          {
            name: "Words of tasks that need a plan",
            desc: "Separated by commas. Whole words, in any case. #word is a tag, word* the beginning of a word.",
            control: { type: "textarea", key: "complex_words" },
          },
          {
            name: "Words of simple tasks",
            desc: "Separated by commas. If a task has none of the words above, these are named as the reason why it needs no plan.",
            control: { type: "textarea", key: "simple_words" },
          },
        ],
      },
      {
        type: "list",
        heading: "Models",
        emptyState: "No model yet. Without one, you answer in its place, by copy and paste.",
        items: Object.entries(settings.models).map(([name, model]) => ({
          name,
          desc: describeModel(name, settings),
          render: (setting) => {
            setting
              .addButton((button) =>
                button
                  .setButtonText("Test")
                  .setTooltip(`Ask “${name}” one tiny question`)
                  .onClick(() => testNamed(door, name, model)),
              )
              .addButton((button) =>
                button.setButtonText("Change").onClick(() => editModels(door, name, () => this.update())),
              );
          },
        })),
        addItem: { name: "Add a model", action: () => editModels(door, null, () => this.update()) },
        onDelete: (at) => {
          const name = Object.keys(settings.models)[at];
          if (name !== undefined) void this.#saved((now) => withoutModel(now, name));
        },
      },
      {
        type: "group",
        heading: "Agents",
        items: [
          {
            name: "Does the steps of agents",
            desc: "What an agent reads goes to the address of this model.",
            control: {
              type: "dropdown",
              key: "roles.worker",
              options: {
                "": "No model",
                ...Object.fromEntries(Object.keys(settings.models).map((name) => [name, name])),
              },
              defaultValue: "",
            },
          },
          {
            name: "Folders that agents read",
            desc: "Separated by commas. Empty: the folders of plans and tasks, and notes that a plan links to. “/”: the whole vault, but for requests and records.",
            control: { type: "text", key: "agent_folders" },
          },
          {
            name: "Folders and tags that no agent reads",
            desc: "Separated by commas, as in Diary, #private.",
            control: { type: "text", key: "agent_never" },
          },
          ...LIMITS.map(({ key, name, desc, min, max, step }) => ({
            name,
            desc,
            control: {
              type: "number" as const,
              key: `limits.${key}`,
              min,
              ...(max === undefined ? {} : { max }),
              ...(step === undefined ? {} : { step }),
              defaultValue: DEFAULT_SETTINGS.limits[key],
            },
          })),
        ],
      },
      {
        type: "list",
        heading: "Servers",
        emptyState: "No server yet. Without one, every action is carried out by hand.",
        items: Object.entries(settings.servers).map(([name, server]) => ({
          name,
          desc: "command" in server ? [server.command, ...server.args].join(" ") : server.url,
          action: () => this.#editServer(name),
        })),
        addItem: { name: "Add a server", action: () => this.#editServer(null) },
        onDelete: (at) => void this.#drop("servers", Object.keys(settings.servers)[at]),
      },
      {
        type: "list",
        heading: "Actions",
        emptyState: "No action is mapped to a tool yet.",
        items: Object.entries(settings.actions).map(([type, to]) => ({
          name: type,
          desc: `${to.tool} of ${to.server}`,
          action: () => this.#editAction(type),
        })),
        addItem: { name: "Add an action", action: () => this.#editAction(null) },
        onDelete: (at) => void this.#drop("actions", Object.keys(settings.actions)[at]),
      },
    ];
  }

  override getControlValue(key: string): unknown {
    const settings = this.door.settings.now();
    if (key === "device.acts") return this.door.device.acts();
    if (isList(key)) return settings[key].join(", ");
    if (key === "roles.worker") return settings.roles.worker;
    const limit = limitKey(key);
    if (limit !== null) return settings.limits[limit];
    const folder = folderKey(key);
    return folder === null ? settings[key as keyof Settings] : settings.folders[folder];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    if (key === "device.acts") {
      await this.door.device.setActs(value === true);
      return;
    }
    const folder = folderKey(key);
    const given = isList(key)
      ? String(value)
          .split(/[,，、\n]/)
          .map((each) => each.trim())
          .filter((each) => each !== "")
      : value;
    const limit = limitKey(key);
    if (key === "roles.worker" || limit !== null) {
      await this.#change((now) =>
        limit === null
          ? { ...now, roles: { ...now.roles, worker: String(value) } }
          : { ...now, limits: { ...now.limits, [limit]: value } },
      );
      return;
    }
    await this.#change((now) =>
      folder === null ? { ...now, [key]: given } : { ...now, folders: { ...now.folders, [folder]: given } },
    );
  }

  override hide(): void {
    super.hide();
    void this.door.settings.apply();
  }

  async #change(edit: (now: Settings) => Settings): Promise<string | null> {
    const why = await this.door.settings.change(edit);
    if (why !== null) this.door.say(`Not saved: ${why}.`);
    return why;
  }

  #editServer(name: string | null): void {
    const before = name === null ? null : (this.door.settings.now().servers[name] ?? null);
    editServer(this.app, name ?? "", before, async (called, server) => {
      if (called !== name && Object.hasOwn(this.door.settings.now().servers, called))
        return "There is a server of that name already.";
      return await this.#saved((now) => ({
        ...now,
        servers: Object.fromEntries([
          ...Object.entries(now.servers).filter(([each]) => each !== name),
          [called, server],
        ]),
        actions: Object.fromEntries(
          Object.entries(now.actions).map(([type, to]) => [
            type,
            to.server === name ? { ...to, server: called } : to,
          ]),
        ),
      }));
    });
  }

  #editAction(type: string | null): void {
    const settings = this.door.settings.now();
    if (Object.keys(settings.servers).length === 0) {
      this.door.say("Add a server first; an action names the tool of a server.");
      return;
    }
    editAction(
      this.app,
      settings,
      type ?? "",
      type === null ? null : (settings.actions[type] ?? null),
      async (called, mapping) => {
        if (called !== type && Object.hasOwn(this.door.settings.now().actions, called))
          return "This type has an action already.";
        return await this.#saved((now) => ({
          ...now,
          actions: Object.fromEntries([
            ...Object.entries(now.actions).filter(([each]) => each !== type),
            [called, mapping],
          ]),
        }));
      },
    );
  }

  /** By its name: what stands at its place may be another by now. */
  async #drop(list: "servers" | "actions", name: string | undefined): Promise<void> {
    await this.#saved((now) => ({
      ...now,
      [list]: Object.fromEntries(Object.entries(now[list]).filter(([each]) => each !== name)),
    }));
  }

  async #saved(edit: (now: Settings) => Settings): Promise<string | null> {
    const why = await this.#change(edit);
    if (why === null) this.update();
    return why;
  }
}

function folderKey(key: string): FolderName | null {
  const name = key.startsWith("folders.") ? key.slice("folders.".length) : "";
  return Object.hasOwn(FOLDER_NAMES, name) ? (name as FolderName) : null;
}

function limitKey(key: string): keyof Settings["limits"] | null {
  return LIMITS.find((each) => `limits.${each.key}` === key)?.key ?? null;
}

function describeModel(name: string, settings: Settings): string {
  const model = settings.models[name];
  if (model === undefined) return "";
  const how =
    model.provider === "by-hand"
      ? "you, by copy and paste"
      : model.provider === "scripted"
        ? `a script: ${model.file}`
        : `${model.model} at ${definitionOf(model).url}`;
  return `${how}${rolesOf(name, settings).includes("worker") ? " · does the steps of agents" : ""}`;
}

function isList(key: string): key is (typeof LISTS)[number] {
  return LISTS.some((each) => each === key);
}

function faultOf(path: string): string | undefined {
  const check = checkPath(path);
  return check.kind === "bad" ? check.why : undefined;
}
