/** Settings that are one field each: where their value is in the settings, and how it is typed. */
import type { SettingDefinition } from "obsidian";
import { knowsZone } from "../../../kit/dates";
import { checkPath } from "../../../kit/path";
import { DEFAULT_SETTINGS, type FolderName, type Settings } from "../../../settings/settings";
import { WORDS } from "../words";

const words = WORDS.settings.fields;

type NumberKey =
  | "alert_hours"
  | "approval_hours"
  | "quiet_seconds"
  | "grace_seconds"
  | "start_delay_seconds"
  | "call_timeout_seconds"
  | "start_timeout_seconds"
  | "open_requests"
  | "actions_per_hour"
  | "checks.seconds"
  | `limits.${keyof Settings["limits"]}`;
type ToggleKey = "others_write" | "auto_start";
/** Lists of words, which a person types with commas between. */
type ListKey =
  | "high_risk"
  | "complex_words"
  | "simple_words"
  | "think_phrases"
  | "agent_folders"
  | "agent_never"
  | "skill_folders"
  | "outward_words";

/** The least and the most; a whole number unless `any` is said. */
const NUMBERS: Readonly<Record<NumberKey, { readonly min: number; readonly max?: number; any?: true }>> = {
  alert_hours: { min: 1 },
  approval_hours: { min: 1 },
  quiet_seconds: { min: 0 },
  grace_seconds: { min: 0 },
  start_delay_seconds: { min: 0 },
  call_timeout_seconds: { min: 1, max: 600 },
  start_timeout_seconds: { min: 1, max: 600 },
  open_requests: { min: 1 },
  actions_per_hour: { min: 1 },
  "checks.seconds": { min: 1, max: 3600 },
  "limits.turns": { min: 1, max: 100 },
  "limits.tokens": { min: 1 },
  "limits.usd": { min: 0.01, any: true },
  "limits.plan_usd": { min: 0.01, any: true },
  "limits.day_usd": { min: 0.01, any: true },
  "limits.at_once": { min: 1, max: 10 },
  "limits.call_seconds": { min: 1, max: 600 },
};
const LISTS: readonly string[] = [
  "high_risk",
  "complex_words",
  "simple_words",
  "think_phrases",
  "agent_folders",
  "agent_never",
  "skill_folders",
  "outward_words",
] satisfies readonly ListKey[];

export function numberField(key: NumberKey): SettingDefinition {
  const { min, max, any } = NUMBERS[key];
  return {
    ...words[key],
    control: {
      type: "number",
      key,
      min,
      ...(max === undefined ? {} : { max }),
      ...(any === undefined ? {} : { step: "any" }),
      defaultValue: Number(valueAt(DEFAULT_SETTINGS, key)),
    },
  };
}

export function toggleField(key: ToggleKey): SettingDefinition {
  return { ...words[key], control: { type: "toggle", key } };
}

export function listField(key: ListKey): SettingDefinition {
  const isLong = key === "complex_words" || key === "simple_words" || key === "think_phrases";
  return { ...words[key], control: isLong ? { type: "textarea", key, rows: 6 } : { type: "text", key } };
}

export function textField(key: "checks.tests" | "checks.folder"): SettingDefinition {
  return { ...words[key], control: { type: "text", key } };
}

export function rootField(): SettingDefinition {
  return {
    ...words.root,
    control: {
      type: "text",
      key: "root",
      validate: (value) => (value === "" ? undefined : pathFault(value)),
    },
  };
}

export function nameField(): SettingDefinition {
  return { ...words.name, control: { type: "text", key: "name" } };
}

export function zoneField(): SettingDefinition {
  return {
    ...words.time_zone,
    control: {
      type: "text",
      key: "time_zone",
      placeholder: "Europe/Zurich",
      validate: (value) => (value === "" || knowsZone(value) ? undefined : words.badZone),
    },
  };
}

export function folderField(key: FolderName, name: string): SettingDefinition {
  return {
    name,
    control: {
      type: "text",
      key: `folders.${key}`,
      defaultValue: DEFAULT_SETTINGS.folders[key],
      validate: pathFault,
    },
  };
}

export function choiceField(
  key: "intake" | `roles.${keyof Settings["roles"]}`,
  options: Readonly<Record<string, string>>,
): SettingDefinition {
  return {
    ...words[key],
    control: { type: "dropdown", key, options, defaultValue: String(valueAt(DEFAULT_SETTINGS, key)) },
  };
}

/** As the field shows it. */
export function fieldValue(settings: Settings, key: string): unknown {
  const value = valueAt(settings, key);
  return Array.isArray(value) ? value.join(", ") : value;
}

export function withField(settings: Settings, key: string, given: unknown): Settings {
  const value = LISTS.includes(key)
    ? String(given)
        .split(/[,，、\n]/)
        .map((each) => each.trim())
        .filter((each) => each !== "")
    : given;
  const [group = "", name] = key.split(".");
  if (name === undefined) return { ...settings, [group]: value };
  const held: unknown = settings[group as keyof Settings];
  return { ...settings, [group]: { ...(held as object), [name]: value } };
}

function valueAt(settings: Settings, key: string): unknown {
  return key
    .split(".")
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], settings);
}

function pathFault(path: string): string | undefined {
  const check = checkPath(path);
  return check.kind === "bad" ? check.why : undefined;
}
