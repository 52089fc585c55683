/** The person's files: held against every write of the core. */
import { boxesOf, isMarked, isOpen, logOf, recordOf, valueIn } from "../reading";
import type { Invariant } from ".";
import { isWorkNotes, withoutList } from "../agent/trace";
import { comesInto, isTakenBack } from "./merging";
import { isTheirs } from "./edits";
import { touched } from "./onlyOurs";

/** Where Planwright may write, and nowhere else. */
const ALLOWED = [
  /^Plans\/[^/]+\.md$/,
  /^Done\/Plans\/[^/]+\.md$/,
  /^(?:Pending_Approval|Done\/Actions)\/[^/]+\.md$/,
  /\/About this folder\.md$/,
  /^Work\/[^/.][^/]*\/[^/.][^/]*\.(?:md|txt|csv|json)$/,
  /^(?:Dashboard|Acting device(?: \(old [^)]*\))?)\.md$/,
];
/** What only one command may write: the reason that a person gave goes into the request before that is moved. */
const BY_COMMAND: Readonly<Record<string, RegExp>> = {
  reject: /^Approved\/[^/]+\.md$/,
  merge: /^Archive\/[^/]+\.md$/,
  adopt: /^Archive\/[^/]+\.md$/,
};

const MOVES = [
  /^(?:Pending_Approval|Approved)\/[^/]+\.md → Done\/Actions\/[^/]+\.md$/,
  /^Plans\/[^/]+\.md → Done\/Plans\/[^/]+\.md$/,
  /^Done\/Actions\/[^/]+_receipt\.md → Done\/Actions\/[^/]+_receipt \(unreadable \d+\)\.md$/,
];
const TO_REJECTED = /^(?:Pending_Approval|Approved)\/(.+) → Rejected\/\1$/;
/** What only one command may move. */
const MOVES_BY_COMMAND: Readonly<Record<string, readonly RegExp[]>> = {
  approve: [/^Pending_Approval\/(.+) → Approved\/\1$/],
  hold: [/^Approved\/(.+) → Pending_Approval\/\1$/],
  reject: [TO_REJECTED],
  undo: [
    /^(?:Approved|Rejected)\/(.+) → Pending_Approval\/\1$/,
    /^Done\/Plans\/(?:.+\/)?[^/]+\.md → Plans\/[^/]+\.md$/,
  ],
  merge: [/^Plans\/(?:.+\/)?[^/]+\.md → Archive\/[^/]+\.md$/],
  adopt: [/^(?:Pending_Approval|Approved)\/[^/]+\.md → Archive\/[^/]+\.md$/],
  "take-over": [
    TO_REJECTED,
    /^(?:Pending_Approval|Approved)\/(.+)\.md → Rejected\/\1 \(\d+\)\.md$/,
    /^Acting device\.md → Acting device \(old [^)]*\)\.md$/,
  ],
};

/** What is ours in notes that are ours: by where they lie, the lines whose value we own. */
const OWNED: readonly { readonly path: RegExp; readonly line: RegExp }[] = [
  { path: /_receipt\.md$/, line: /^(?:outcome|ended|seal):.*$/ },
  {
    path: /^Acting device\.md$/,
    line: /^(?:device|device_id|since|last_seen):.*$|^\*\*.*\*\* is the acting device.*$/,
  },
];

/** The person's part of the Dashboard: everything outside the marker lines. */
function outsideMarks(text: string): string {
  return text.replace(/^[^\n]*planwright:dashboard begin[\s\S]*planwright:dashboard end[^\n]*$/m, "");
}

function lostAround(before: string, after: string): string | null {
  // Without both marks it can only grow: by our part, or by the rest of one that was torn.
  const stays = isMarked(before) ? outsideMarks(before) === outsideMarks(after) : after.startsWith(before);
  return stays ? null : "something outside the marks";
}

/** The first line that is not ours and not there any more. What is new stands at the end. */
function lostIn(path: string, before: string, after: string): string | null {
  const owned = OWNED.find((each) => each.path.test(path))?.line ?? null;
  const old = before.split(/(?<=\n)/);
  const now = after.split(/(?<=\n)/);
  const isOwned = (line: string | undefined): boolean => owned?.test(line?.trimEnd() ?? "") === true;
  // A last line without an end gets one when something follows it.
  return (
    old.find(
      (line, at) =>
        line !== now[at] &&
        !(isOwned(line) && isOwned(now[at])) &&
        !(at === old.length - 1 && now[at]?.startsWith(line) === true),
    ) ?? null
  );
}

export const FILES: readonly Invariant[] = [
  {
    id: "F1",
    name: "bytesOutsideStay",
    at: "wrote",
    sentence: "Bytes outside owned regions never change; no text a person saved is lost by us.",
    holds: (write, witness) => {
      const { kind, path, before, after } = write;
      // An edit that an agent proposed is a sentence of its own.
      if (kind !== "change" || before === null || isTheirs(path) || isTakenBack(write, witness)) return null;
      const lost = /^Work\/.*(?<!\/Work notes\.md)$/.test(path)
        ? // What an agent may replace is a sentence of its own.
          null
        : path === "Dashboard.md"
          ? lostAround(before, after)
          : path.startsWith("Plans/")
            ? touched(before, after, comesInto(write, witness))
            : isWorkNotes(path)
              ? lostIn(path, withoutList(before), withoutList(after))
              : lostIn(path, before, after);
      return lost === null ? null : `in ${path} this is gone or changed: ${JSON.stringify(lost)}`;
    },
  },
  {
    id: "F3",
    name: "invalidStays",
    at: "wrote",
    sentence: "An invalid note stays byte-identical.",
    holds: ({ kind, path, before }) =>
      kind === "change" && path.startsWith("Plans/") && /^broken: \[|^<{7}|^>{7}/m.test(before ?? "")
        ? `${path} cannot be read, and was changed`
        : null,
  },
  {
    id: "F4",
    name: "logsGrow",
    at: "wrote",
    sentence: "A log only grows.",
    holds: (write, witness) => {
      const { kind, path, before, after } = write;
      if (kind !== "change" || before === null || isTakenBack(write, witness)) return null;
      const old = logOf(before);
      const now = logOf(after);
      return old.every((line, at) => now[at] === line) ? null : `the log of ${path} lost or changed a line`;
    },
  },
  {
    id: "F5",
    name: "nothingDeleted",
    at: "wrote",
    sentence: "Nothing deleted, nothing overwritten.",
    holds: ({ kind, from, path, device }) => {
      if (kind !== "move") return null;
      const way = `${from ?? ""} → ${path}`;
      const may = [...MOVES, ...(MOVES_BY_COMMAND[device.commanded ?? ""] ?? [])];
      return may.some((form) => form.test(way)) ? null : `a note was moved: ${way}`;
    },
  },
  {
    id: "F5",
    name: "onlyWhatIsOverIsPutAway",
    at: "wrote",
    sentence: "What is put away is over: a plan that is done, a request that has a record of how it ended.",
    holds: ({ kind, from, path, device }, witness) => {
      if (kind !== "move" || device.life === null) return null;
      // What was written in between goes along, unseen.
      const seen = witness.sightOf(device.life).reads.get(from ?? "") ?? "";
      if (path.startsWith("Done/Plans/"))
        return valueIn(seen, "status") === "Done" && !boxesOf(seen).some(isOpen)
          ? null
          : `${from ?? ""} is not done, and was put away`;
      if (!path.startsWith("Done/Actions/") || from?.startsWith("Done/") === true) return null;
      const record = device.disk.get(recordOf((from ?? "").replace(/^.*\//, "")))?.text ?? "";
      return ["", "unknown", "unclear"].includes(valueIn(record, "outcome"))
        ? `${from ?? ""} was put away, and its record says ${valueIn(record, "outcome") || "nothing"}`
        : null;
    },
  },
  {
    id: "F7",
    name: "allowedPaths",
    at: "wrote",
    sentence: "Every written path is in the allowed set, inside the vault, byte-exact folder, no symlink.",
    // What may be moved where is another sentence.
    holds: ({ kind, path, device }) =>
      (kind === "move" && /^(?:Approved|Rejected)\/[^/]+\.md$/.test(path)) ||
      ALLOWED.some((form) => form.test(path)) ||
      isTheirs(path) ||
      BY_COMMAND[device.commanded ?? ""]?.test(path) === true
        ? null
        : `${path} was written`,
  },
  {
    id: "F6",
    name: "ownFilesWhole",
    at: "wrote",
    sentence: "Any own file found torn causes no action.",
    holds: ({ kind, path, before, after }) => {
      if (kind !== "change" || !path.endsWith("_receipt.md") || before === null) return null;
      return valueIn(before, "seal") === "" && valueIn(after, "seal") !== ""
        ? `${path} was torn, and was completed`
        : null;
    },
  },
];
