/** What the settings would send, where to, under which limits and what happens unasked, in lines a person can check before confirming. */
import { CONTROL_FOLDERS, NOTE_FOLDERS, pathOf, type Settings } from "../settings/settings";

const SECRET = /key|token|secret|password|passwd|auth|credential/i;

export function describeSettings(settings: Settings): readonly string[] {
  const { servers, actions, high_risk, others_write, open_requests, actions_per_hour, grace_seconds, start_delay_seconds, quiet_seconds, call_timeout_seconds } = settings;
  return [
    "Folders",
    ...[...new Set([...CONTROL_FOLDERS, ...NOTE_FOLDERS])].map((each) => `  ${pathOf(settings, each)}`),
    `  ${pathOf(settings, "dashboard")}`,
    `  ${pathOf(settings, "acting")}`,
    "",
    "Servers",
    ...orNone(Object.entries(servers).flatMap(([name, server]) => ("command" in server
      ? [`  ${name}: ${[server.command, ...server.args].map(quoted).join(" ")}`, ...(isUnpinned(server) ? ["    this fetches whatever version is newest each time it starts; name one, as in package@1.2.3"] : []), ...(server.cwd === undefined ? [] : [`    in the folder ${server.cwd}`]), ...pairs(server.env)]
      : [`  ${name}: ${server.url}`, ...pairs(server.headers)]))),
    "",
    "Actions",
    ...orNone(Object.entries(actions).flatMap(([type, to]) => [
      `  ${type}: the tool ${to.tool} of ${to.server}`,
      ...(to.target_argument === null ? [] : [`    the target is given as ${to.target_argument}`]),
      ...(to.idempotency_argument === null ? [] : [`    the mark against repetition is given as ${to.idempotency_argument}`]),
      ...(to.attachments_argument === null ? [] : [`    attachments are given as ${to.attachments_argument}`]),
      ...(to.error_means_nothing_happened ? ["    an error from it means that nothing happened"] : []),
    ])),
    "",
    "Limits",
    `  Confirmed on this device as well: ${others_write ? "every type, because others write in this vault" : high_risk.length === 0 ? "nothing" : high_risk.join(", ")}`,
    `  At most ${String(open_requests)} open requests, and ${String(actions_per_hour)} actions within an hour without a question`,
    `  An approval can be taken back for ${seconds(grace_seconds)}; nothing is carried out in the first ${seconds(start_delay_seconds)} after the app has started`,
    `  A note has to lie still for ${seconds(quiet_seconds)} before it is written in; a server has ${seconds(call_timeout_seconds)} to answer`,
    "",
    "Unasked",
    settings.auto_start ? "  Drafts of plans are started, but for those made of tasks or of requests of other programs" : "  No draft of a plan is started",
    UNASKED[settings.intake],
    ...(settings.intake === "draft" ? [`    by these words: ${settings.complex_words.join(", ")}`] : []),
  ];
}

const UNASKED: Readonly<Record<Settings["intake"], string>> = {
  off: "  Tasks are left alone",
  suggest: "  Tasks that seem to need a plan are named on the Dashboard",
  draft: "  A draft is written for tasks that seem to need a plan",
};

function seconds(count: number): string {
  return count === 1 ? "1 second" : `${String(count)} seconds`;
}

/** A runner that downloads a package, and no version after its name. */
function isUnpinned({ command, args }: { readonly command: string; readonly args: readonly string[] }): boolean {
  if (!/(?:^|[\\/])(?:npx|bunx|pnpx|uvx|pipx)(?:\.(?:cmd|exe))?$/i.test(command)) return false;
  const name = args.find((arg) => !arg.startsWith("-") && arg !== "run") ?? "";
  return !/.(?:@|==)\d/.test(name);
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ["  none; every action is carried out by hand"] : lines;
}

/** A secret's value is nobody's to read over a shoulder; its length shows that it is there. */
function pairs(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).map(([name, value]) => `    ${name}=${SECRET.test(name) ? `(${String(value.length)} characters, not shown)` : quoted(value)}`);
}

function quoted(text: string): string {
  return /^[\w./:@=,+-]+$/.test(text) ? text : JSON.stringify(text);
}
