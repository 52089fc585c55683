/**
 * Describes the settings: what is sent, where to, under which limits, and what happens unasked, in lines a person can
 * check before confirming, and compare with those confirmed before. Every setting that counts for `sensitiveHash` has a
 * line here that changes with it.
 */
import { hashText } from "../kit/hash";
import { spell } from "../kit/json";
import { counted } from "../kit/numbers";
import { oddCharacters, escapeLine } from "../kit/text";
import { LATER } from "./confirmed";
import { isMailAccount } from "./mailAccount";
import { sayFolder, placeOf, PROGRAM_RISK } from "./models";
import { isServed } from "./providers";
import { typeBehind } from "./agentTools";
import {
  CONTROL_FOLDERS,
  NOTE_FOLDERS,
  pathOf,
  REFERENCE,
  type AgentTool,
  type FolderName,
  type Settings,
} from "./settings";

export interface SettingsLine {
  readonly group: string;
  /** The server or action it speaks of; null for what stands by itself. */
  readonly of: string | null;
  readonly text: string;
  /** As the device may remember it. */
  readonly kept: string;
  /** Differs whenever what it speaks of differs, shown or not. */
  readonly mark: string;
}

/** The remembered form of a confirmed line. */
export type KeptLine = Pick<SettingsLine, "group" | "of" | "mark"> & { readonly text: string };

export const FOLDER_NAMES: Readonly<Record<FolderName, string>> = {
  inbox: "Captured",
  needs_action: "To be done",
  plans: "Plans",
  pending: "Waiting for you",
  approved: "Approved",
  rejected: "Rejected",
  done_plans: "Finished plans",
  done_actions: "Records",
  archive: "Archive",
  dashboard: "Dashboard note",
  acting: "Note that names the acting device",
  work: "Work of agents",
  flows: "Flows",
  skills: "Skills",
  reasoning: "Results of flows",
  templates: "Templates",
};

const UNASKED: Readonly<Record<Settings["intake"], string>> = {
  off: "Tasks are left alone",
  suggest: "Tasks that seem to need a plan are named on the Dashboard",
  draft: "A draft is written for tasks that seem to need a plan",
};

const EMPTY: Readonly<Record<string, string>> = {
  Servers: "none",
  Actions: "none; every action is carried out by hand",
};

export function describeSettings(settings: Settings): readonly SettingsLine[] {
  const {
    servers,
    actions,
    high_risk,
    others_write,
    open_requests,
    approval_hours,
    actions_per_hour,
    grace_seconds,
    start_delay_seconds,
    quiet_seconds,
    call_timeout_seconds,
    start_timeout_seconds,
  } = settings;
  const folders = [...new Set<FolderName>([...CONTROL_FOLDERS, ...NOTE_FOLDERS, "dashboard", "acting"])];
  return [
    ...folders.map((each) =>
      line("Folders", null, `${FOLDER_NAMES[each]}: ${pathOf(settings, each)}`, {
        root: settings.root,
        folder: settings.folders[each],
      }),
    ),
    ...agentLines(settings),
    ...Object.entries(servers).flatMap(([name, server]) => serverLines(quoted(name), server)),
    ...Object.entries(actions).flatMap(([type, mapping]) => actionLines(type, mapping)),
    line(
      "Limits",
      null,
      others_write
        ? "Others write in this vault, so every type is confirmed on this device as well"
        : "Nobody else writes in this vault",
    ),
    line(
      "Limits",
      null,
      `Types that are always confirmed on this device as well: ${high_risk.length === 0 ? "none" : high_risk.join(", ")}`,
    ),
    line(
      "Limits",
      null,
      `At most ${String(open_requests)} waiting for approval at once, and ${String(actions_per_hour)} actions within an hour without a question`,
    ),
    line(
      "Limits",
      null,
      `An approval can be taken back for ${seconds(grace_seconds)}; for ${seconds(start_delay_seconds)} after the app has started, what was asked earlier is not carried out`,
    ),
    line(
      "Limits",
      null,
      `A note must be left alone for ${seconds(quiet_seconds)} before it is written in; a server has ${seconds(call_timeout_seconds)} to answer`,
    ),
    // Nothing is said of a default that came in later: what was confirmed before reads as it did.
    ...(approval_hours === LATER.settings.approval_hours
      ? []
      : [
          line(
            "Limits",
            null,
            `An approval waits ${counted(approval_hours, "hour")} for a server that cannot be reached`,
          ),
        ]),
    ...(start_timeout_seconds === LATER.settings.start_timeout_seconds
      ? []
      : [line("Limits", null, `A server has ${seconds(start_timeout_seconds)} to start`)]),
    ...(settings.time_zone === ""
      ? []
      : [
          line(
            "Limits",
            null,
            `Steps wait for their day, and actions for their time, by the clock of ${settings.time_zone}`,
          ),
        ]),
    line(
      "Unasked",
      null,
      settings.auto_start
        ? "Drafts of plans are started, but for those made of tasks or of requests of other programs"
        : "No draft of a plan is started",
    ),
    line("Unasked", null, UNASKED[settings.intake]),
    ...(settings.intake === "draft"
      ? [
          line(
            "Unasked",
            null,
            `The words that make a draft: ${settings.complex_words.map(quoted).join(", ")}`,
          ),
        ]
      : []),
  ];
}

/** The device's memory of confirmed settings. */
export function keepLines(settings: Settings): readonly KeptLine[] {
  return describeSettings(settings).map(({ group, of, kept, mark }) => ({ group, of, text: kept, mark }));
}

/** The groups that say what may be started and reached; the others are about this vault alone. */
const REACHING = ["Models", "Servers", "Actions", "Unasked"];
const OF_THE_VAULT = ["Folders", "Limits"];

/** All of them, one beneath the other, for a person to read. */
export function spellOut(
  lines: readonly SettingsLine[],
  groups: readonly string[] = [...REACHING, ...OF_THE_VAULT],
): string {
  return groups
    .filter((group) => group !== "Models" || lines.some((each) => each.group === group))
    .map((group) => {
      const own = lines.filter((each) => each.group === group);
      const words =
        own.length === 0
          ? [`  ${EMPTY[group] ?? "none"}`]
          : own.map(({ of, text }, at) => `${of !== null && of === own[at - 1]?.of ? "    " : "  "}${text}`);
      return [group, ...words].join("\n");
    })
    .join("\n\n");
}

/** Nothing is said where no model is named and nothing else is changed: what was confirmed before reads as it did. */
function agentLines(settings: Settings): readonly SettingsLine[] {
  const {
    models,
    roles,
    agent_folders,
    agent_never,
    name,
    outward_words,
    skill_folders,
    agent_tools,
    agents,
    checks,
    limits,
    folders,
  } = settings;
  const { plan_usd, day_usd, at_once, ...step } = limits;
  const own = (text: string, holds: unknown = null): SettingsLine => line("Models", null, text, holds);
  const differs = (value: unknown, later: unknown): boolean => spell(value) !== spell(later);
  return [
    ...(folders.work === LATER.folder.work
      ? []
      : [own(`Work of agents: ${pathOf(settings, "work")}`, settings.root)]),
    ...(folders.flows === LATER.folder.flows
      ? []
      : [own(`Flows: ${pathOf(settings, "flows")}`, settings.root)]),
    ...(folders.skills === LATER.folder.skills
      ? []
      : [own(`Skills: ${pathOf(settings, "skills")}`, settings.root)]),
    ...(folders.reasoning === LATER.folder.reasoning
      ? []
      : [own(`Results of flows: ${pathOf(settings, "reasoning")}`, settings.root)]),
    ...(folders.templates === LATER.folder.templates
      ? []
      : [own(`Templates: ${pathOf(settings, "templates")}`, settings.root)]),
    ...Object.entries(models).flatMap(([name, model]) => {
      const of = quoted(name);
      const each = (text: string, holds: unknown = null): SettingsLine =>
        line("Models", of, warned(text), holds);
      const more = model.provider === "program" ? `, ${sayFolder(model.program)}. ${PROGRAM_RISK}` : "";
      return [
        each(`${of}: ${placeOf(model, quoted)}${more}`, model),
        ...(model.key === "" || !isServed(model.provider) ? [] : [each(`its key is ${quoted(model.key)}`)]),
      ];
    }),
    ...(roles.worker === LATER.settings.roles.worker
      ? []
      : [own(`Steps of plans with an agent are done by ${quoted(roles.worker)}`)]),
    ...(roles.planner === LATER.role.planner
      ? []
      : [
          own(`Plans are drafted, when you ask for it, by ${quoted(roles.planner)}`),
          own(
            `How a step goes on, where its agent does not say or its plan names a function, is decided by ${quoted(roles.planner)}`,
          ),
        ]),
    ...(differs(agent_folders, LATER.settings.agent_folders)
      ? [own(`An agent may read, and send to its model, what is in: ${agent_folders.map(quoted).join(", ")}`)]
      : []),
    ...(differs(agent_never, LATER.settings.agent_never)
      ? [own(`No agent reads: ${agent_never.map(quoted).join(", ")}`)]
      : []),
    ...(differs(name, LATER.settings.name)
      ? [own(`Agents are told for whom they write: ${quoted(name)}`)]
      : []),
    ...(differs(outward_words, LATER.settings.outward_words)
      ? [own(`More words by which a step reaches out of the vault: ${outward_words.map(quoted).join(", ")}`)]
      : []),
    ...(differs(skill_folders, LATER.settings.skill_folders)
      ? [
          own(
            `Agents also get instructions from folders outside the vault: ${skill_folders.map(quoted).join(", ")}`,
          ),
        ]
      : []),
    ...agent_tools.map((each) => own(warned(sayAgentTool(each, settings)), each)),
    ...(differs(checks, LATER.settings.checks) ? [own(warned(sayChecks(checks)), checks)] : []),
    ...Object.entries(agents).map(([name, { role, model, steps }]) =>
      own(
        `In flows, the agent ${quoted(name)} works with the model ${model === undefined ? `of the role ${role}` : `${quoted(model)}, in the role ${role}`}${steps.length === 0 ? "" : `, and does the steps ${steps.map(quoted).join(", ")} where no other is named`}`,
      ),
    ),
    ...(differs(step, LATER.settings.limits)
      ? [
          own(
            `For one step an agent has ${String(limits.turns)} turns, ${String(limits.tokens)} tokens and $${String(limits.usd)}; one call ${seconds(limits.call_seconds)}`,
          ),
        ]
      : []),
    ...(differs({ plan_usd, day_usd, at_once }, LATER.limits)
      ? [
          own(
            `For one plan an agent has $${String(plan_usd)}; all agents of this device have $${String(day_usd)} in 24 hours, and ${counted(at_once, "call")} at a time`,
          ),
        ]
      : []),
  ];
}

function sayChecks({ tests, folder, seconds: limit }: Settings["checks"]): string {
  const own = tests === "" ? "" : `; tests are ${quoted(tests)}`;
  return `Programs that check steps of flows run in ${folder === "" ? "the folder of the vault" : quoted(folder)}, at most ${seconds(limit)}${own}. Each command is allowed on this device first`;
}

function sayAgentTool(each: AgentTool, settings: Settings): string {
  const type = typeBehind(each.tool, settings);
  const named = `${quoted(each.tool)} of ${quoted(each.server)}`;
  if (type !== null)
    return `No agent calls ${named}: by a function of this name goes out what you approve, of the type ${type}`;
  return each.unasked
    ? `An agent may call ${named} without asking you, and send there whatever it has read`
    : `An agent may call ${named}, and asks you each time`;
}

/**
 * Sentences on what starts, and what it may reach, by the name of the server as the lines have it. Variables beside
 * those of a mail account are told by name.
 */
export function sayServers({ servers, actions }: Settings): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(servers).map(([name, server]) => {
      const types = Object.entries(actions).flatMap(([type, to]) => (to.server === name ? [type] : []));
      const by = types.length === 0 ? "" : ` It carries out: ${types.join(", ")}.`;
      return [quoted(name), warned(`${sayServer(quoted(name), server)}${by}`)];
    }),
  );
}

function sayServer(name: string, server: Settings["servers"][string]): string {
  if (!("command" in server)) return `${name}: reaches ${quoted(server.url)}.`;
  const { command, args, env } = server;
  const of = (key: string): string => quoted(env[`MCP_EMAIL_${key}`] ?? "?");
  const isMail = isMailAccount(server);
  const more = Object.keys(env).filter((key) => !isMail || !key.startsWith("MCP_EMAIL_"));
  const mail = isMail
    ? `sends as ${of("ADDRESS")} over ${of("SMTP_HOST")}:${of("SMTP_PORT")} and reads ${of("IMAP_HOST")}:${of("IMAP_PORT")}; `
    : "";
  const given = more.length === 0 ? "" : `, with ${more.map(quoted).join(", ")}`;
  const newest = isUnpinned(server) ? ", in its newest version each time" : "";
  return `${name}: ${mail}starts ${[command, ...args].map(quoted).join(" ")}${given}${newest}.`;
}

function serverLines(name: string, server: Settings["servers"][string]): readonly SettingsLine[] {
  const kind = "command" in server ? "program" : "address";
  const own = (text: string, holds: unknown = null, kept = text): SettingsLine =>
    line("Servers", name, warned(text), { kind, holds }, kept);
  const pairs = (values: Readonly<Record<string, string>>): readonly SettingsLine[] =>
    Object.entries(values).map(([key, value]) =>
      own(
        `${quoted(key)}=${isSecret(key) && !REFERENCE.test(value) ? notShown(value) : quoted(value)}`,
        { key, value },
        `${quoted(key)}=(not kept)`,
      ),
    );
  if (!("command" in server))
    return [
      own(`${name}: the address ${quoted(server.url)}`, null, `${name}: the address (not kept)`),
      ...pairs(server.headers),
    ];
  const { command, args, cwd } = server;
  return [
    own(
      `${name}: the program ${[command, ...args].map(quoted).join(" ")}`,
      null,
      `${name}: the program (not kept)`,
    ),
    ...(isUnpinned(server)
      ? [own("this fetches whatever version is newest each time it starts; name one, as in package@1.2.3")]
      : []),
    ...(cwd === undefined ? [] : [own(`in the folder ${quoted(cwd)}`, null, "in the folder (not kept)")]),
    ...pairs(server.env),
  ];
}

function actionLines(type: string, to: Settings["actions"][string]): readonly SettingsLine[] {
  const own = (text: string): SettingsLine => line("Actions", type, warned(text));
  return [
    own(`${type}: the function ${quoted(to.tool)} of ${quoted(to.server)}`),
    ...(to.target_argument === null ? [] : [own(`the target is given as ${quoted(to.target_argument)}`)]),
    ...(to.idempotency_argument === null
      ? []
      : [own(`the mark against repetition is given as ${quoted(to.idempotency_argument)}`)]),
    ...(to.attachments_argument === null
      ? []
      : [own(`attachments are given as ${quoted(to.attachments_argument)}`)]),
    ...Object.entries(to.fixed_arguments).map(([argument, value]) =>
      own(
        `${quoted(argument)} is always ${quoted(typeof value === "string" ? value : JSON.stringify(value))}`,
      ),
    ),
    ...(to.error_means_nothing_happened ? [own("an error from it means that nothing happened")] : []),
    ...to.nothing_happened_words.map((words) =>
      own(`an answer with ${quoted(words)} means that nothing happened`),
    ),
  ];
}

/** `holds`: what it speaks of, where its text does not say all of that. */
function line(
  group: string,
  of: string | null,
  text: string,
  holds: unknown = null,
  kept = text,
): SettingsLine {
  return {
    group,
    of,
    text,
    kept: escapeLine(kept, 1000),
    mark: hashText(spell({ group, of, text, holds })).slice(0, 16),
  };
}

/** One letter that looks like another makes another address. */
function warned(text: string): string {
  const odd = oddCharacters(text);
  return odd.length === 0 ? text : `${text} (careful, unusual characters: ${odd.join("; ")})`;
}

function seconds(count: number): string {
  return count === 1 ? "1 second" : `${String(count)} seconds`;
}

/** Programs that download a package before they run it, with the word that makes them. */
const RUNNERS =
  /^(?:npx|bunx|pnpx|uvx|pipx(?: run)?|(?:pnpm|yarn) dlx|npm (?:exec|x)|bun x|uv tool run)(?= |$)/i;

/** It downloads a package of which no whole version is named. */
function isUnpinned({
  command,
  args,
}: {
  readonly command: string;
  readonly args: readonly string[];
}): boolean {
  const words = [command.replace(/^.*[\\/]/, "").replace(/\.(?:cmd|exe|ps1|bat)$/i, ""), ...args].join(" ");
  const runner = RUNNERS.exec(words)?.[0];
  if (runner === undefined) return false;
  const rest = words.slice(runner.length).trim().split(/\s+/);
  const named = rest.flatMap((word, at) =>
    /^--?(?:package|p|from)=/.test(word)
      ? [word.replace(/^[^=]*=/, "")]
      : /^--?(?:package|p|from)$/.test(word)
        ? [rest[at + 1] ?? ""]
        : [],
  );
  const packages = named.length > 0 ? named : [rest.find((word) => !word.startsWith("-")) ?? ""];
  return packages.some((each) => !/.(?:@|==)\d+(?:\.\d+)+/.test(each));
}

/**
 * Names whose last word says that the value is nobody's to read; `AUTH_HOST` says where something goes, and
 * `GIT_ASKPASS` which program runs.
 */
export function isSecret(name: string): boolean {
  const words =
    name
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return /^(?:(?:api|auth|access|private|secret)?(?:key|token|secret)|password|passwd|pass|pwd|pat|pin|otp|jwt|cookie|authorization|credential|passphrase)s?$/.test(
    words.at(-1) ?? "",
  );
}

/** Not to be read over a shoulder; its length shows that it is there. */
function notShown(value: string): string {
  return `(${String(value.length)} characters, not shown)`;
}

/** On one line whatever it holds, so that no value can pass for a line of ours. */
function quoted(text: string): string {
  return /^[\w./:@=,+-]+$/.test(text) ? text : JSON.stringify(text);
}
