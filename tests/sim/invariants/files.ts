/** The person's files: held against every write of the core. */
import { logOf, valueIn } from "../reading";
import type { Invariant } from ".";

/** Where Planwright may write, and nowhere else. */
const ALLOWED = [
  /^Plans\/[^/]+\.md$/, /^Done\/Plans\/[^/]+\.md$/, /^(?:Pending_Approval|Done\/Actions)\/[^/]+\.md$/, /\/About this folder\.md$/, /^(?:Dashboard|Acting device(?: \(old [^)]*\))?)\.md$/,
];
const BY_COMMAND = /^(?:Approved|Rejected)\/[^/]+\.md$/;

const MOVES = [
  /^(?:Pending_Approval|Approved)\/[^/]+\.md → Done\/Actions\/[^/]+\.md$/, /^Plans\/[^/]+\.md → Done\/Plans\/[^/]+\.md$/,
  /^Acting device\.md → Acting device \(old [^)]*\)\.md$/, /^Done\/Actions\/[^/]+_receipt\.md → Done\/Actions\/[^/]+_receipt \(unreadable \d+\)\.md$/,
];
const MOVES_BY_COMMAND = [/^Pending_Approval\/(.+) → (?:Approved|Rejected)\/\1$/, /^(?:Pending_Approval|Approved)\/(.+)\.md → Rejected\/\1 \(\d+\)\.md$/, /^Approved\/(.+) → (?:Pending_Approval|Rejected)\/\1$/];

/** A line of a person's note without what is ours in it: values we own, the mark in a box, a block id, and what stands between marker lines. */
function bare(line: string): string {
  return line.replace(/^(status|blocked_reason|outcome|ended|seal|device_id|device|since|last_seen):.*$/, "$1:").replace(/^(\*\*).*(\*\* is the acting device).*$/, "$1$2").replace(/^(\s*[-*+] \[)[^\]](\])/u, "$1$2").replace(/ \^s-[0-9a-f]+$/, "");
}

/** The person's part of the Dashboard: everything outside the marker lines. */
function outsideMarks(text: string): string {
  return text.replace(/^[^\n]*planwright:dashboard begin[\s\S]*planwright:dashboard end[^\n]*$/m, "");
}

function firstLost(before: readonly string[], after: readonly string[]): string | null {
  let at = 0;
  const last = before.length - 1;
  // A last line without an end gets one when something follows it.
  for (const line of after) if (at < before.length && (line === before[at] || (at === last && line.replace(/\r*\n$/, "") === before[at]))) at += 1;
  return at === before.length || (at === before.length - 1 && before[at] === "") ? null : (before[at] ?? "");
}

export const FILES: readonly Invariant[] = [
  {
    id: "F1", name: "bytesOutsideStay", at: "wrote",
    sentence: "Bytes outside owned regions never change; no text a person saved is lost by us.",
    holds: ({ kind, path, before, after }) => {
      if (kind !== "change" || before === null) return null;
      const ours = path === "Dashboard.md" ? outsideMarks : (text: string): string => text;
      // Line ends are kept on the lines, so that they count too.
      const split = (text: string): string[] => ours(text).split(/(?<=\n)/).map((line) => bare(line.trimEnd()).trimEnd() + (/\r*\n$/.exec(line)?.[0] ?? ""));
      const lost = path === "Dashboard.md" ? (ours(before).trim() === ours(after).trim() || after.startsWith(before) || !before.includes("planwright:dashboard begin") ? null : "something outside the marks") : firstLost(split(before), split(after));
      return lost === null ? null : `in ${path} this is gone or changed: ${JSON.stringify(lost)}`;
    },
  },
  {
    id: "F3", name: "invalidStays", at: "wrote",
    sentence: "An invalid note stays byte-identical.",
    holds: ({ kind, path, before }) => (kind === "change" && path.startsWith("Plans/") && /^broken: \[/m.test(before ?? "") ? `${path} cannot be read, and was changed` : null),
  },
  {
    id: "F4", name: "logsGrow", at: "wrote",
    sentence: "A log only grows.",
    holds: ({ kind, path, before, after }) => {
      if (kind !== "change" || before === null) return null;
      const old = logOf(before);
      const now = logOf(after);
      return old.every((line, at) => now[at] === line) ? null : `the log of ${path} lost or changed a line`;
    },
  },
  {
    id: "F5", name: "nothingDeleted", at: "wrote",
    sentence: "Nothing deleted, nothing overwritten.",
    holds: ({ kind, from, path, device }) => {
      if (kind !== "move") return null;
      const way = `${from ?? ""} → ${path}`;
      const may = device.commanded === null ? MOVES : [...MOVES, ...MOVES_BY_COMMAND];
      return may.some((form) => form.test(way)) ? null : `a note was moved: ${way}`;
    },
  },
  {
    id: "F7", name: "allowedPaths", at: "wrote",
    sentence: "Every written path is in the allowed set, inside the vault, byte-exact folder, no symlink.",
    holds: ({ path, device }) => (ALLOWED.some((form) => form.test(path)) || (device.commanded !== null && BY_COMMAND.test(path)) ? null : `${path} was written`),
  },
  {
    id: "F6", name: "ownFilesWhole", at: "wrote",
    sentence: "Any own file found torn causes no action.",
    holds: ({ kind, path, before, after }) => {
      if (kind !== "change" || !path.endsWith("_receipt.md") || before === null) return null;
      return valueIn(before, "seal") === "" && valueIn(after, "seal") !== "" ? `${path} was torn, and was completed` : null;
    },
  },
];

