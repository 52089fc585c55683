/**
 * What the settings would send, where to, under which limits and what happens unasked: in lines a person can check before confirming, and
 * compare with those confirmed before. Whatever counts for `sensitiveHash` has a line here that changes with it.
 */
import { hashText } from "../kit/hash";
import { spell } from "../kit/json";
import { CONTROL_FOLDERS, NOTE_FOLDERS, pathOf, REFERENCE, type FolderName, type Settings } from "./settings";

export interface SettingsLine {
  readonly group: string;
  /** The server or action it speaks of; null for what stands by itself. */
  readonly of: string | null;
  readonly text: string;
  /** Differs whenever what it speaks of differs, shown or not. */
  readonly mark: string;
}

export const FOLDER_NAMES: Readonly<Record<FolderName, string>> = {
  inbox: "Tasks coming in", needs_action: "Tasks that need something done", plans: "Plans", pending: "Requests that wait", approved: "Approved requests", rejected: "Rejected requests",
  done_plans: "Finished plans", done_actions: "Records", archive: "Archive", dashboard: "Dashboard note", acting: "Note that names the acting device",
};

const UNASKED: Readonly<Record<Settings["intake"], string>> = {
  off: "Tasks are left alone",
  suggest: "Tasks that seem to need a plan are named on the Dashboard",
  draft: "A draft is written for tasks that seem to need a plan",
};

const EMPTY: Readonly<Record<string, string>> = { Servers: "none", Actions: "none; every action is carried out by hand" };

const SECRET = /key|token|secret|password|passwd|auth|credential/i;

export function describeSettings(settings: Settings): readonly SettingsLine[] {
  const { servers, actions, high_risk, others_write, open_requests, actions_per_hour, grace_seconds, start_delay_seconds, quiet_seconds, call_timeout_seconds } = settings;
  const folders = [...new Set<FolderName>([...CONTROL_FOLDERS, ...NOTE_FOLDERS, "dashboard", "acting"])];
  const confirmed = others_write ? "every type, because others write in this vault" : high_risk.length === 0 ? "nothing" : high_risk.join(", ");
  return [
    ...folders.map((each) => line("Folders", null, `${FOLDER_NAMES[each]}: ${pathOf(settings, each)}`)),
    ...Object.entries(servers).flatMap(([name, server]) => serverLines(quoted(name), server)),
    ...Object.entries(actions).flatMap(([type, mapping]) => actionLines(type, mapping)),
    line("Limits", null, `Confirmed on this device as well: ${confirmed}`, { others_write, high_risk }),
    line("Limits", null, `At most ${String(open_requests)} open requests, and ${String(actions_per_hour)} actions within an hour without a question`),
    line("Limits", null, `An approval can be taken back for ${seconds(grace_seconds)}; nothing is carried out in the first ${seconds(start_delay_seconds)} after the app has started`),
    line("Limits", null, `A note has to lie still for ${seconds(quiet_seconds)} before it is written in; a server has ${seconds(call_timeout_seconds)} to answer`),
    line("Unasked", null, settings.auto_start ? "Drafts of plans are started, but for those made of tasks or of requests of other programs" : "No draft of a plan is started"),
    line("Unasked", null, UNASKED[settings.intake]),
    ...(settings.intake === "draft" ? [line("Unasked", null, `The words that make a draft: ${settings.complex_words.map(quoted).join(", ")}`)] : []),
  ];
}

/** All of them, one beneath the other, for a person to read. */
export function spellOut(lines: readonly SettingsLine[]): string {
  return ["Folders", "Servers", "Actions", "Limits", "Unasked"].map((group) => {
    const own = lines.filter((each) => each.group === group);
    const words = own.length === 0 ? [`  ${EMPTY[group] ?? "none"}`] : own.map(({ of, text }, at) => `${of !== null && of === own[at - 1]?.of ? "    " : "  "}${text}`);
    return [group, ...words].join("\n");
  }).join("\n\n");
}

/** What is new and what is gone since `before`, each under what it belongs to; empty where nothing is. */
export function spellChanges(before: readonly SettingsLine[], now: readonly SettingsLine[]): string {
  const gone = missingFrom(now, before);
  const added = missingFrom(before, now);
  return [...new Set([...now, ...before].map(titleOf))].flatMap((title) => {
    const was = textsUnder(title, gone);
    const is = textsUnder(title, added);
    const rows = [
      // Where two read alike, what is not shown has changed.
      ...is.map((text) => [was.includes(text) ? "changed:" : was.length === 0 ? "new:" : "now:", text] as const),
      ...was.filter((text) => !is.includes(text)).map((text) => [is.length === 0 ? "gone:" : "before:", text] as const),
    ];
    return rows.length === 0 ? [] : [title, ...rows.map(([word, text]) => `  ${word.padEnd(9)}${text}`)];
  }).join("\n");
}

function serverLines(name: string, server: Settings["servers"][string]): readonly SettingsLine[] {
  const own = (text: string, holds: unknown = text): SettingsLine => line("Servers", name, text, holds);
  const pairs = (values: Readonly<Record<string, string>>): readonly SettingsLine[] => Object.entries(values).map(([key, value]) => own(pair(key, value), { key, value }));
  if (!("command" in server)) return [own(`${name}: ${quoted(server.url)}`), ...pairs(server.headers)];
  return [
    own(`${name}: ${[server.command, ...server.args].map(quoted).join(" ")}`),
    ...(isUnpinned(server) ? [own("this fetches whatever version is newest each time it starts; name one, as in package@1.2.3")] : []),
    ...(server.cwd === undefined ? [] : [own(`in the folder ${quoted(server.cwd)}`)]),
    ...pairs(server.env),
  ];
}

function actionLines(type: string, to: Settings["actions"][string]): readonly SettingsLine[] {
  const own = (text: string): SettingsLine => line("Actions", type, text);
  return [
    own(`${type}: the tool ${quoted(to.tool)} of ${quoted(to.server)}`),
    ...(to.target_argument === null ? [] : [own(`the target is given as ${quoted(to.target_argument)}`)]),
    ...(to.idempotency_argument === null ? [] : [own(`the mark against repetition is given as ${quoted(to.idempotency_argument)}`)]),
    ...(to.attachments_argument === null ? [] : [own(`attachments are given as ${quoted(to.attachments_argument)}`)]),
    ...(to.error_means_nothing_happened ? [own("an error from it means that nothing happened")] : []),
  ];
}

/** `holds`: what it speaks of, where its text does not say all of that. */
function line(group: string, of: string | null, text: string, holds: unknown = text): SettingsLine {
  return { group, of, text, mark: hashText(spell({ group, of, holds })).slice(0, 16) };
}

function titleOf({ group, of }: SettingsLine): string {
  return of === null ? group : `${group}, ${of}`;
}

function textsUnder(title: string, lines: readonly SettingsLine[]): readonly string[] {
  return lines.filter((each) => titleOf(each) === title).map(({ text }) => text);
}

function missingFrom(others: readonly SettingsLine[], lines: readonly SettingsLine[]): readonly SettingsLine[] {
  const marks = new Set(others.map(({ mark }) => mark));
  return lines.filter(({ mark }) => !marks.has(mark));
}

function seconds(count: number): string {
  return count === 1 ? "1 second" : `${String(count)} seconds`;
}

/** A runner that downloads a package, and no version after its name. */
function isUnpinned({ command, args }: { readonly command: string; readonly args: readonly string[] }): boolean {
  if (!/(?:^|[\\/])(?:npx|bunx|pnpx|uvx|pipx)(?:\.(?:cmd|exe))?$/i.test(command)) return false;
  const name = args.find((arg) => !arg.startsWith("-") && arg !== "run") ?? "";
  return !/.(?:@|==)\d/.test(name);
}

/** A secret's value is nobody's to read over a shoulder; its length shows that it is there. A name in the keychain is no secret. */
function pair(name: string, value: string): string {
  return `${quoted(name)}=${SECRET.test(name) && !REFERENCE.test(value) ? `(${String(value.length)} characters, not shown)` : quoted(value)}`;
}

/** On one line whatever it holds, so that no value can pass for a line of ours. */
function quoted(text: string): string {
  return /^[\w./:@=,+-]+$/.test(text) ? text : JSON.stringify(text);
}
