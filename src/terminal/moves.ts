/**
 * The moves of a run, a sentence each, for the person who started it. The names of the rules are for `--json` and
 * `explain`.
 */
import { sayHold } from "../approval/device/holdReason";
import { never } from "../kit/never";
import { nameOf } from "../kit/path";
import { onlyAsks } from "../note/plan/blocks";
import { escapeLine } from "../kit/text";
import type { NewEntry } from "../note/plan/logEntry";
import { readName } from "../approval/request/name";
import { mappingOf, type Settings } from "../settings/settings";
import type { PlanChange, Decision, Remembered } from "../rules/moves";

/** A line each. Notes of this device for itself, and the drawing of the Dashboard, are left out. */
export function tellMoves(moves: readonly Decision[], settings: Settings): string[] {
  return moves.flatMap((each) => {
    const words = sentence(each, settings);
    return words === null ? [] : [`  ${escapeLine(words, 200)}  ${escapeLine(placeOf(each), 140)}`.trimEnd()];
  });
}

function sentence({ rule, move, because }: Decision, settings: Settings): string | null {
  switch (move.kind) {
    case "name-acting-device":
      return "Makes this the acting device.";
    case "refresh-acting-device":
      return "Notes that the acting device ran today.";
    case "note-folder":
      return "Puts a note into a folder for approvals, so that the folder stays when empty.";
    case "edit-plan":
      return EDITS[rule]?.(because, move.changes) ?? `Changes the plan: ${because}.`;
    case "draft-plan":
      return `Drafts a plan for a task that seems to need one: ${move.why}.`;
    case "repeat-plan":
      return `Makes the next plan of a plan that repeats, due ${move.next.due}.`;
    case "ask-model":
      return move.turn === 1
        ? `Asks the model: ${because}.`
        : `Asks the model again, turn ${String(move.turn)}.`;
    case "look-at-tools":
      return `Asks ${move.servers.map((each) => `“${escapeLine(each, 60)}”`).join(", ")} what agents may call there; touches no note.`;
    case "run-check":
      return `Runs a program: ${because}.`;
    case "note-cut":
      return "Notes what a program changed before it was cut off.";
    case "use-tool":
      return `${because.charAt(0).toUpperCase()}${because.slice(1)}.`;
    case "keep-result":
      return "Keeps the result of the flow in a note of its own, as a draft.";
    case "file-result":
      return `Puts the note with the result where you said: ${move.place}.`;
    case "place-result":
      return `Writes into the note with the result what its folder says: ${move.place}.`;
    case "keep-round":
      return `Keeps round ${String(move.n)} in a file of its own: the critique, and what it changed.`;
    case "link-result":
      return "Links the note with the result to the plan that was made of it.";
    case "undo-edit":
      return "Undoes a change to a note, if the note is still as it was then.";
    case "check-server":
      return `Asks the server “${move.server}” what it can do; touches no note.`;
    case "ask":
      return `Asks for your approval, sends nothing: ${because}.`;
    case "act":
      return hasNoServer(move.path, settings)
        ? "Writes the record of what you did by hand."
        : "Carries out what you approved, once; the record says how it ended.";
    case "end":
      if (move.outcome === "superseded") return "Archives the older of two for the same step.";
      return `Withdraws it; sends nothing: ${because.replace(/\.$/, "")}.`;
    case "restore-record":
      return "Brings the record up to date.";
    case "ask-in-record":
      return "Asks in the record whether it happened; sends nothing again.";
    case "resolve":
      return `Writes into the record that it ${move.happened ? "happened" : "did not happen"}.`;
    case "file-away":
      return "Puts the note beside its record.";
    case "archive":
      return "Archives the finished plan.";
    case "remember":
      return remembered(move.what);
    case "write-dashboard":
      return null;
    default:
      return never(move);
  }
}

/** By rule; what a rule gives as its reason is told where it says more than the rule. */
const EDITS: Readonly<Record<string, (because: string, changes: readonly PlanChange[]) => string>> = {
  "note-what-a-person-did": (because) => `Notes in the log what you did: ${because}.`,
  "note-a-status": (because) => `Notes in the log: ${because}.`,
  "take-an-answer": (because) => `Takes the answer under Questions: ${because}.`,
  "tell-of-an-edit": (because) => `Notes in the log: ${because}.`,
  "tick-what-happened": (_because, changes) =>
    changes.some(({ kind }) => kind === "mark")
      ? "Ticks the step, and names the record in the log."
      : "Names the record in the log; the box of the step stays as it is.",
  "log-request": () => "Sets the plan to Blocked, and names in the log what it asks.",
  start: () => "Starts the plan.",
  finish: () => "Sets the plan to Done: every step is ticked or skipped.",
  "name-the-step": () => "Gives the next step an id to refer to.",
  // A request that it merely waits for is told of beneath, with its path.
  block: (because) =>
    onlyAsks(because)
      ? "Notes in the plan what it waits for."
      : `Notes in the plan why it waits: ${because.replace(/\.$/, "")}${/[?!]$/.test(because) ? "" : "."}`,
  think: (_because, changes) => {
    const entries = changes.flatMap((each) => (each.kind === "log" ? [each.entry] : []));
    const of = (word: string): NewEntry | undefined => entries.find(({ mark }) => mark.word === word);
    const [failed, ticked] = [of("failed"), of("ticked")];
    const why = ((failed ?? ticked)?.rationale ?? "").replace(/\.$/, "");
    // An answer can lead elsewhere than back.
    if (ticked?.actor === "Human") return `Ticks the step, for you answered: ${why}.`;
    if (failed !== undefined) return `${failed.action}, and the flow goes back: ${why}.`;
    return ticked === undefined ? "Writes that into the plan." : `Ticks the step. ${why}.`;
  },
  "draft-anew": () => "Has the agent draft it again: you rejected it, and wrote why.",
  "tell-of-the-next-plan": () => "Notes in the log what comes next: the plan repeats.",
  unblock: () => "Sets the plan to Active again: the reason for the block is gone.",
};

/** Only notes of this device that stop something are told; null for all others. */
function remembered(what: Remembered): string | null {
  switch (what.kind) {
    case "paused":
      return `Pauses this device: ${what.why}`;
    case "held":
      return `Needs a confirmation first: ${sayHold(what.why)}`;
    case "asked":
    case "asked-person":
    case "seen":
    case "unreached":
    case "taken-back":
    case "applied":
    case "alive":
    case "told":
      return null;
    default:
      return never(what);
  }
}

function hasNoServer(path: string, settings: Settings): boolean {
  const type = readName(nameOf(path))?.type;
  return type !== undefined && mappingOf(settings, type) === null;
}

/** Where to look afterwards. */
function placeOf({ move }: Decision): string {
  switch (move.kind) {
    case "check-server":
    case "look-at-tools":
      return "";
    case "file-away":
    case "archive":
      return move.to;
    default:
      return move.path;
  }
}

interface ShownMove {
  readonly rule: string;
  readonly kind: string;
  readonly path: string;
  readonly because: string;
}

/** The move as another program reads it. */
export function showMove({ rule, move, because }: Decision): ShownMove {
  return { rule, kind: move.kind, path: move.path, because };
}
