/**
 * All settings: one schema gives defaults, checking, and the hash of the part that decides what may go out. That part
 * takes effect on a device only after it was confirmed there; a settings file named on the command line counts as
 * confirmed.
 */
import * as z from "zod";
import { fixedArguments } from "../note/action/fixed";
import { TYPE } from "../note/action/parse";
import { hashText } from "../kit/hash";
import { DEEPEST, isDeeperThan, isObject, spell, toJson, TOO_DEEP } from "../kit/json";
import { checkPath } from "../kit/path";
import { isZoneName } from "../kit/dates";
import type { ServerDefinition } from "../kit/ports/tools";
import { remember } from "../kit/remember";
import { riskBehind } from "./agentTools";
import { asConfirmed, definitionAsConfirmed } from "./confirmed";
import { COMPLEX_WORDS, INTAKES, SIMPLE_WORDS, THINK_PHRASES, wordList } from "./intake";
import { sayMistake, unknownKeys } from "./mistakes";
import { addressFault } from "./modelAddress";
import { PROVIDER_CODES, providerOf } from "./providers";

const folder = (name: string): z.ZodDefault<z.ZodString> => z.string().min(1).default(name);
const name = z.string().min(1).max(100);

const server = z.union([
  z.object({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).default({}),
    cwd: z.string().optional(),
  }),
  z.object({ url: z.url(), headers: z.record(z.string(), z.string()).default({}) }),
]);

const price = z.object({ in: z.number().min(0), out: z.number().min(0) });

/** How a program tells what it does: its output is its answer, or events of Claude Code or Codex, one a line. */
export const EVENTS = ["lines", "claude-stream", "codex-json"] as const;

const program = z.object({
  command: z.string().min(1).max(1000),
  args: z.array(z.string().max(1000)).max(100).default([]),
  events: z.enum(EVENTS).default("lines"),
  /** The project it works on: absolute; empty for a fresh folder of each run. */
  folder: z.string().max(1000).default(""),
  /** Absolute path of a home folder of its own; empty for that of the person, with their login and standing orders. */
  home: z.string().max(1000).default(""),
  /** Time limit of a call. */
  seconds: z.number().positive().max(14_400).default(1800),
});
export type ModelProgram = z.output<typeof program>;

const model = z.object({
  provider: z.enum(PROVIDER_CODES),
  /** Address before `/chat/completions`, `/messages` or `/models`; empty for the provider’s own. */
  url: z.string().default(""),
  /** Of a scripted model: the file with its answers. */
  file: z.string().default(""),
  /** Of a program: what is started, and how. */
  program: program.optional(),
  /** Its name at the provider. */
  model: z.string().default(""),
  /** `$secret:name`; empty where none is needed. */
  key: z.string().default(""),
  /** Tokens that it can take in. */
  context: z.int().min(8000).default(32_000),
  /** US dollars for a million tokens; null where it is not known. */
  price: price.nullable().default(null),
});

const limits = z.object({
  /** Of one step, before a person is asked. */
  turns: z.int().positive().max(100).default(20),
  tokens: z.int().positive().default(60_000),
  usd: z.number().positive().default(1),
  /** US dollars: of one plan, before a person is asked. */
  plan_usd: z.number().positive().default(5),
  /** US dollars: of this device in 24 hours, for all plans. */
  day_usd: z.number().positive().default(10),
  /** Calls of models at the same time, at most one a plan. */
  at_once: z.int().positive().max(10).default(1),
  /** Time limit of one call. */
  call_seconds: z.number().positive().max(600).default(120),
});

/** A value of a server's environment or headers that names a secret in the keychain of the device, and is none. */
export const REFERENCE = /^\$secret:([a-z0-9][a-z0-9-]{0,99})$/;

const mapping = z.object({
  server: name,
  tool: name,
  /** The argument of the tool that takes the target; by default one named `to`. */
  target_argument: z.string().nullable().default(null),
  idempotency_argument: z.string().nullable().default(null),
  attachments_argument: z.string().nullable().default(null),
  /** Arguments that every action of the type gets, such as the account: no plan has to say them. */
  fixed_arguments: fixedArguments.default({}),
  /** The person knows that this tool's errors mean that nothing happened. */
  error_means_nothing_happened: z.boolean().default(false),
  /** The person knows that an answer with one of these words means the same, whether marked as an error or not. */
  nothing_happened_words: z.array(z.string().trim().min(4).max(200)).max(20).default([]),
});

/** Names that a flow can call an agent by. */
const FLOW_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

const agentTool = z.object({
  server: name,
  tool: z.string().min(1).max(128),
  /** Called without a question, with whatever the agent has read. */
  unasked: z.boolean().default(false),
  /** Any text. With another one, the tool is allowed anew, as it is then. */
  as_of: z.string().max(100).default(""),
});

/** Programs that check steps of flows. */
const checks = z.object({
  /** The command that `tests: true` stands for; empty for none. */
  tests: z.string().max(500).default(""),
  /** The folder in which commands run: absolute, or relative to the vault; empty for the folder of the vault. */
  folder: z.string().max(1000).default(""),
  /** Time limit of a command. */
  seconds: z.number().positive().max(3600).default(600),
});

/** An agent that flows may name. */
const flowAgent = z.object({
  /** The model of this role does its steps: `planner`, or that of `worker` for the other two. */
  role: z.enum(["worker", "planner", "reviewer"]).default("worker"),
  /** The name of a model under `models`, which does its steps in the place of the role’s. */
  model: z.string().min(1).optional(),
  /** Names of steps that it does where a flow names no agent for them. */
  steps: z.array(z.string().min(1).max(40)).max(100).default([]),
});

export const settingsSchema = z.object({
  /** Folder beneath which all others lie; empty for the vault itself. */
  root: z.string().default(""),
  folders: z
    .object({
      inbox: folder("Inbox"),
      needs_action: folder("Needs_Action"),
      plans: folder("Plans"),
      pending: folder("Pending_Approval"),
      approved: folder("Approved"),
      rejected: folder("Rejected"),
      done_plans: folder("Done/Plans"),
      done_actions: folder("Done/Actions"),
      archive: folder("Archive"),
      dashboard: folder("Dashboard.md"),
      acting: folder("Acting device.md"),
      work: folder("Work"),
      flows: folder("Flows"),
      skills: folder("Skills"),
      reasoning: folder("Reasoning"),
      templates: folder("Templates"),
    })
    .prefault({}),
  servers: z.record(name, server).default({}),
  actions: z.record(z.string().regex(TYPE, "a type is one word in lower case"), mapping).default({}),
  /** Types that need a confirmation on the acting device besides the approval. */
  high_risk: z.array(z.string().regex(TYPE, "a type is one word in lower case")).default(["payment"]),
  others_write: z.boolean().default(false),
  /** The person for whom agents write; empty for nobody in particular. */
  name: z
    .string()
    .max(80)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, "a name is one line of plain text")
    .default(""),
  /** The time zone in which people are told moments; empty for UTC. */
  time_zone: z.string().default(""),
  auto_start: z.boolean().default(false),
  alert_hours: z.number().positive().default(24),
  /** How long an approval waits for a server that cannot be reached; after that the person is asked again. */
  approval_hours: z.number().positive().default(24),
  quiet_seconds: z.number().min(0).default(3),
  grace_seconds: z.number().min(0).default(10),
  start_delay_seconds: z.number().min(0).default(60),
  call_timeout_seconds: z.number().positive().max(600).default(30),
  /** Time limit for a server to start and to list its tools. */
  start_timeout_seconds: z.number().positive().max(600).default(30),
  /** More open requests than this are not made. */
  open_requests: z.int().positive().default(50),
  /** More than this waiting to run, or begun within an hour, is asked about first. */
  actions_per_hour: z.int().positive().default(20),
  /** The way to treat tasks in the two folders for them that seem to need a plan. */
  intake: z.enum(INTAKES).default("suggest"),
  complex_words: wordList(COMPLEX_WORDS),
  simple_words: wordList(SIMPLE_WORDS),
  /** With one of these in it, a task is offered the flow that thinks it through; none for no offer. */
  think_phrases: wordList(THINK_PHRASES),
  /** More words by which a step reaches out of the vault, such that no agent can tick it. */
  outward_words: wordList([]),
  /** Language models that agents work with. */
  models: z.record(name, model).default({}),
  /** The model for each role, by name; empty for none. */
  roles: z.object({ worker: z.string().default(""), planner: z.string().default("") }).prefault({}),
  /**
   * Folders in which an agent may read; empty for the folders of plans and tasks, and what a plan links to. `/` is
   * the whole vault.
   */
  agent_folders: z.array(z.string()).default([]),
  /** Folders in which no agent reads, and tags (`#private`) of notes that none reads. */
  agent_never: z.array(z.string()).default([]),
  /** Folders outside the vault with skills of other programs. */
  skill_folders: z.array(z.string().min(1).max(500)).max(20).default([]),
  /** Tools of servers that an agent may call. */
  agent_tools: z.array(agentTool).max(100).default([]),
  limits: limits.prefault({}),
  checks: checks.prefault({}),
  /** Agents by the names that flows call them, for flows that do not say themselves who they are. */
  agents: z
    .record(
      z
        .string()
        .max(40)
        .regex(FLOW_NAME, "the name of an agent has small letters, digits and single hyphens"),
      flowAgent,
    )
    .default({}),
});

export type Settings = z.infer<typeof settingsSchema>;
export type Mapping = Settings["actions"][string];
export type Model = Settings["models"][string];
export type AgentTool = Settings["agent_tools"][number];
export type AgentOfFlows = Settings["agents"][string];
export type FolderName = keyof Settings["folders"];

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

export type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings; readonly unknown: readonly string[] }
  | { readonly kind: "bad"; readonly why: string };

/**
 * Checks what a file or the app's data holds. Unknown keys are named, not refused: an older Planwright may read a
 * newer file.
 */
export function readSettings(value: unknown): SettingsReading {
  if (isDeeperThan(value, DEEPEST)) return { kind: "bad", why: TOO_DEEP };
  const parsed = settingsSchema.safeParse(value ?? {});
  if (!parsed.success) {
    return { kind: "bad", why: sayMistake(parsed.error.issues[0], value) };
  }
  const settings = withLateFolders(parsed.data, value);
  if (toJson(settings) === null)
    return {
      kind: "bad",
      why: "it holds what cannot be kept exactly: a number that is too large, or half a character",
    };
  for (const [type, each] of Object.entries(settings.actions)) {
    if (!Object.hasOwn(settings.servers, each.server))
      return {
        kind: "bad",
        why: `“actions.${type}.server”: there is no server named “${each.server}” under “servers”`,
      };
  }
  for (const [at, each] of settings.agent_tools.entries()) {
    if (!Object.hasOwn(settings.servers, each.server))
      return {
        kind: "bad",
        why: `“agent_tools.${String(at)}.server”: there is no server named “${each.server}” under “servers”`,
      };
    if (
      settings.agent_tools.findIndex(({ server, tool }) => server === each.server && tool === each.tool) < at
    )
      return {
        kind: "bad",
        why: `“agent_tools.${String(at)}”: the function “${each.tool}” of “${each.server}” is there twice`,
      };
  }
  for (const [at, each] of settings.skill_folders.entries())
    if (!isWholePath(each))
      return {
        kind: "bad",
        why: `“skill_folders.${String(at)}” has to be a whole path without “..”, such as ~/skills or /srv/skills`,
      };
  if (settings.time_zone !== "" && !isZoneName(settings.time_zone))
    return {
      kind: "bad",
      why: "“time_zone” has to be the name of a time zone, such as Europe/Zurich, or empty for UTC",
    };
  const wrong = modelFault(settings);
  if (wrong !== null) return { kind: "bad", why: wrong };
  for (const key of Object.keys(settings.folders)) {
    if (!isFolderName(key)) continue;
    const checked = checkPath(pathOf(settings, key));
    if (checked.kind === "bad") return { kind: "bad", why: `“folders.${key}”: ${checked.why}` };
    const isNote = key === "dashboard" || key === "acting";
    if (isNote !== checked.path.toLowerCase().endsWith(".md"))
      return {
        kind: "bad",
        why: `“folders.${key}” has to be the path of a ${isNote ? "note, ending in .md" : "folder"}`,
      };
  }
  const overlap = overlapOf(settings.folders);
  if (overlap !== null)
    return {
      kind: "bad",
      why: `“folders.${overlap[0]}” and “folders.${overlap[1]}” are one place, or one is inside the other; each needs a place of its own`,
    };
  return { kind: "settings", settings, unknown: unknownKeys(value, settings) };
}

/** From the top of the disk, or beneath the home folder. */
function isWholePath(path: string): boolean {
  return (
    /^(?:~?\/|[A-Za-z]:[\\/]|\\\\)/.test(path) &&
    path.split(/[\\/]/).every((part) => part !== ".." && part !== ".")
  );
}

/** Two folders of which one is, or is in, the other; null where each has a place of its own. */
function overlapOf(folders: Settings["folders"]): readonly [string, string] | null {
  const paths = Object.entries(folders).map(([key, path]) => ({
    key,
    path: path.normalize("NFC").toLowerCase().replace(/\/+$/, ""),
  }));
  for (const { key, path } of paths) {
    const other = paths.find(
      (each) => each.key !== key && (each.path === path || each.path.startsWith(`${path}/`)),
    );
    if (other !== undefined) return [key, other.key];
  }
  return null;
}

/** Folders that came in later than the others, and the name each takes where another folder has its name already. */
const LATE_FOLDERS = {
  work: "Planwright work",
  flows: "Planwright flows",
  skills: "Planwright skills",
  reasoning: "Planwright reasoning",
  templates: "Planwright templates",
} as const;

function withLateFolders(settings: Settings, given: unknown): Settings {
  const named = isObject(given) && isObject(given["folders"]) ? given["folders"] : {};
  return Object.entries(LATE_FOLDERS).reduce<Settings>((so, [late, other]) => {
    const isTaken = overlapOf(so.folders)?.includes(late) === true;
    return named[late] !== undefined || !isTaken ? so : { ...so, folders: { ...so.folders, [late]: other } };
  }, settings);
}

const FULL_PATH = /^(?:[\\/]|[a-z]:)/i;

/** A sentence without its full stop; null where the models can be used as they are written. */
function modelFault({ models, roles, agents }: Settings): string | null {
  for (const [named, each] of Object.entries(models)) {
    const { provider, file, model: called, key } = each;
    const where = `models.${named}`;
    if (key !== "" && !REFERENCE.test(key))
      return `“${where}.key” has to name a secret, as in $secret:${/^[a-z0-9-]+$/.test(named) ? named : "main"}; the key itself does not belong into the settings`;
    if (provider === "by-hand") continue;
    if (provider === "program") {
      if (each.program === undefined)
        return `“${where}.program” is missing: { "command": …, "args": […] }, the program that is started`;
      if (each.program.home !== "" && !FULL_PATH.test(each.program.home))
        return `“${where}.program.home” has to be the full path of a folder, or left out: the program then has your home, with your login`;
      if (each.program.folder !== "" && !FULL_PATH.test(each.program.folder))
        return `“${where}.program.folder” has to be the full path of a project, or left out: the program then gets a fresh folder for each run`;
      continue;
    }
    if (provider === "scripted") {
      if (file === "") return `“${where}.file” is missing: the file with the answers`;
      continue;
    }
    const url = each.url || (providerOf(each).address ?? "");
    if (!/^https?:\/\/\S+$/.test(url))
      return `“${where}.url” has to be an address, such as http://127.0.0.1:1234/v1`;
    const fault = addressFault(url, key);
    if (fault !== null)
      return `“${where}.url”: ${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, "")}`;
    if (called === "") return `“${where}.model” is missing: the name of the model at its provider`;
  }
  for (const [role, named] of Object.entries(roles))
    if (named !== "" && !Object.hasOwn(models, named))
      return `“roles.${role}”: there is no model named “${named}” under “models”`;
  for (const [agent, { model: named }] of Object.entries(agents))
    if (named !== undefined && !Object.hasOwn(models, named))
      return `“agents.${agent}.model”: there is no model named “${named}” under “models”`;
  return null;
}

export type ModelRole = keyof Settings["roles"];

/** A model of the settings, with its name there. */
export interface NamedModel {
  readonly name: string;
  readonly model: Model;
}

/**
 * The model that a role has in a plan; null where there is none. A plan may name one (`agent_model`), which then has
 * every role in it. The worker plans where no planner is named. `agent`: the model that the settings name for the agent
 * of a flow; empty for none.
 */
export function modelOf(
  { models, roles }: Pick<Settings, "models" | "roles">,
  role: ModelRole,
  plan?: { readonly agentModel: string | null },
  agent = "",
): NamedModel | null {
  const own = agent || roles[role] || roles.worker;
  // A person who answers in the worker's place does so for this model, too.
  const name = roles.worker === BY_HAND.name ? BY_HAND.name : (plan?.agentModel ?? own);
  const found = Object.hasOwn(models, name) ? models[name] : undefined;
  return found === undefined ? null : { name, model: found };
}

/** The person is the model, by copy and paste, for a run that asks for it; whatever the settings say. */
export const BY_HAND = {
  name: "me, by copy and paste",
  model: model.parse({ provider: "by-hand" }),
} as const;

/** For a run in which the person answers in the place of every model. */
export function answeredByHand(settings: Settings): Settings {
  const { models, roles } = settings;
  return {
    ...settings,
    models: { ...models, [BY_HAND.name]: BY_HAND.model },
    roles: { ...roles, worker: BY_HAND.name, planner: BY_HAND.name },
  };
}

function isFolderName(key: string): key is FolderName {
  return Object.hasOwn(DEFAULT_SETTINGS.folders, key);
}

/** Path of one of our folders or notes, relative to the vault. */
export function pathOf(settings: Settings, which: FolderName): string {
  const root = settings.root.replace(/^\/+|\/+$/g, "");
  return root === "" ? settings.folders[which] : `${root}/${settings.folders[which]}`;
}

export const CONTROL_FOLDERS = [
  "pending",
  "approved",
  "rejected",
  "done_actions",
] as const satisfies readonly FolderName[];
export const PLAN_FOLDERS = ["plans", "done_plans"] as const satisfies readonly FolderName[];
/** The note that keeps a folder there when nothing else lies in it. */
export const ABOUT = "About this folder.md";
export const NOTE_FOLDERS = [
  "inbox",
  "needs_action",
  "plans",
  "pending",
  "approved",
  "rejected",
  "done_plans",
  "done_actions",
  "archive",
] as const satisfies readonly FolderName[];

/**
 * Hash of everything that decides what may go out, to where, under which limits, and what happens unasked. Left out
 * is what only decides what is told, and what came in later as long as it says the default: a new version asks nobody
 * to confirm again what they never changed. The words of tasks decide where drafts are written by themselves.
 */
export function sensitiveHash(settings: Settings): string {
  const {
    alert_hours: _alerts,
    simple_words: _reasons,
    think_phrases: _offers,
    complex_words,
    ...decides
  } = settings;
  return hashText(spell(asConfirmed(settings.intake === "draft" ? { ...decides, complex_words } : decides)));
}

/**
 * Whether the word of a note is too little for something of one of these types: much hangs on it, or more people
 * write here.
 */
export function needsConfirmation(
  types: readonly string[],
  settings: Pick<Settings, "actions" | "high_risk" | "others_write">,
): boolean {
  return settings.others_write || types.some((type) => riskBehind(type, settings) !== null);
}

/** Seconds that a call may take in all while its server tells of progress. */
export function longestCall({ call_timeout_seconds: usual }: Pick<Settings, "call_timeout_seconds">): number {
  return Math.max(usual, Math.min(4 * usual, LONGEST_CALL));
}

const LONGEST_CALL = 600;

export function mappingOf(settings: Settings, type: string): Mapping | null {
  return Object.hasOwn(settings.actions, type) ? (settings.actions[type] ?? null) : null;
}

export function serverOf(settings: Settings, server: string): ServerDefinition | null {
  return Object.hasOwn(settings.servers, server) ? (settings.servers[server] ?? null) : null;
}

/** Asked for every open request at every look; the same object gives the same hash. */
export const serverHash = remember((definition: ServerDefinition): string =>
  hashText(spell(definitionAsConfirmed(definition))),
);
