/** Lines of the diary that a person can follow. */
import { never } from "../../src/kit/never";
import { linesOf } from "./reading";
import type { CommandPattern, Cut, Deed, Event, ServerMode } from "./script";

/** How the lines are to be read. */
export const KEY: readonly string[] = [
  "Each numbered line is something that happens. Beneath it: what comes of it on the devices (a, b, c), in the order in which it does.",
  "“Meanwhile” marks what happens between two steps of a program, ✂ where a program or a machine ends, !! a sentence that does not hold.",
  "A person does with a note what can be done; where no note is there for it, nothing comes of it.",
];

const DEEDS: Readonly<Record<Deed["kind"], string>> = {
  approve: "approves a request",
  reject: "rejects a request",
  hold: "takes an approval back",
  unreject: "approves what was rejected",
  "copy-to-approved": "copies a request to Approved",
  "copy-to-rejected": "copies a request to Rejected, under another name",
  "approve-all": "approves all that waits",
  "delete-request": "deletes a request",
  "delete-receipt": "deletes a record",
  "rename-request": "renames a request",
  "put-back": "copies a used request back to Approved",
  "conflict-copy": "gets a conflict copy of a request",
  "conflict-plan": "gets a conflict copy of a plan",
  "copy-plan": "copies a plan",
  "rename-plan": "renames a plan",
  "delete-plan": "deletes a plan",
  "move-step": "moves a step into another plan",
  "edit-request": "edits a request",
  "edit-record": "edits a record",
  "edit-plan": "edits a plan",
  "edit-file": "edits a file that goes along",
  "answer-doubt": "answers a doubt",
  "answer-question": "answers a question",
  "forge-receipt": "forges a record",
  "forge-request": "forges a request",
  "copy-receipt": "copies a record for another request",
  "hand-made": "puts a request made by hand",
  "folder-away": "renames a folder",
  "folder-back": "gives a folder its name back",
  dashboard: "changes the Dashboard",
  acting: "changes the note of the acting device",
  pause: "pauses the device in a second terminal",
  agent: "does something about an agent",
};

const HOW: Readonly<Record<string, string>> = {
  target: "another recipient",
  body: "other words to send",
  prose: "the text around the action",
  seal: "the seal",
  space: "line ends and spaces only",
  remark: "a remark",
  "tick-did": "a tick at “I did it”",
  "tick-did-loosely": "a tick with a space beside it at “I did it”",
  "tick-did-by-plugin": "a tick at “I did it”, to which a plugin adds the day",
  properties: "the properties in another order and form",
  "cut-off": "the second half is gone",
  type: "another type",
  tick: "the next box is ticked",
  "tick-step": "the next step is ticked",
  untick: "the tick is taken away",
  skip: "the next step is skipped",
  words: "other words of a step",
  activate: "status Active",
  cancel: "status Cancelled",
  block: "status Blocked",
  break: "the properties cannot be read any more",
  mend: "the properties can be read again",
  "hostile-log": "a false line in the log",
  "no-log": "the log is gone",
  crlf: "Windows line ends",
  "new-step": "a new first step",
  "drop-id": "a block id is gone",
  "not-text": "no text any more",
  done: "it says that it was done",
  "not-run": "it says that it did not run",
  glue: "no space behind a box",
  "no-box": "a box is gone",
  "tick-loosely": "a tick with a space beside it",
  "tick-by-plugin": "the next step is ticked, and a plugin adds the day",
  fold: "the reason of the block is folded over several lines",
  turn: "the first step comes last",
  later: "the last step stands below a heading of its own",
  "double-step": "a step stands there twice",
  "new-id": "another id",
  "no-hand": "the sign of a step is gone",
  "stray-block": "an action is not indented any more",
  "open-quote": "a quotation mark too many in an action",
  "short-log": "the last lines of the log are gone",
  "mend-step": "a step is written as it should be",
  delete: "it is deleted",
  damage: "a part is gone",
  own: "it is their own note now",
  again: "ask again",
  "agree-late": "“Make this change” under the question of an agent, and writes in the note of the offers",
  agree: "“Make this change” under the question of an agent",
  undo: "“Undo this change”",
  option: "one of the boxes under the question of an agent",
  "in-words": "words behind “Answer:”",
  allow: "a tick at “Call it”",
  "allow-in-words": "a tick at “Call it”, and words behind it",
  forbid: "a tick at “Do not call it”",
  "other-argument": "other words in what is to be sent, under the question of an agent",
  "take-back": "the tick at “Call it” is taken away",
  tell: "another word to the agent",
  off: "no agent",
  auto: "an agent",
  step: "an agent, one step at a time",
  "notes-word": "a word at the end of the work notes",
  "notes-forge": "a false result in the work notes",
  "notes-edit": "other words in the work notes",
  "notes-cut": "the last entry of the work notes is gone",
  "notes-double": "the last entry of the work notes stands there twice",
  "notes-delete": "the work notes are deleted",
  "file-mine": "a file of their own among the work files",
  "file-edit": "a work file is edited",
  "file-delete": "a work file is deleted",
  "file-copy": "a work file is copied into a note",
  offers: "a note that the agent reads says something else",
  orders: "a note that the agent reads gives orders",
  "line-delete": "a line of the flow is deleted",
  "line-leave-out": "a line of the flow is left out",
  "line-tick": "a line of the flow is ticked",
  "lines-turn": "two lines of the flow change places",
  "line-double": "a line of the flow stands there twice",
  "line-mine": "a step of their own before a line of the flow",
  "two-ticks": "two boxes under the question of an agent",
  "copy-edit": "the copy of the flow is edited",
  "copy-delete": "the copy of the flow is deleted",
  "copy-back": "the copy of the flow is as it was",
  "flow-off": "the plan goes by no flow any more",
};

const COMMANDS: Readonly<Record<CommandPattern["kind"], string>> = {
  approve: "approve a request",
  reject: "reject a request",
  hold: "take an approval back",
  confirm: "confirm a request",
  resolve: "settle a doubt",
  skip: "skip a step",
  cancel: "cancel a plan",
  start: "start a plan",
  request: "ask for approval",
  later: "put off what a plan asks",
  undo: "undo the last thing done to a plan",
  pause: "pause",
  continue: "go on",
  "take-over": "make this the acting device",
  allow: "let programs of flows run here",
  forbid: "let no program of flows run here",
  merge: "make plans for the same one",
  adopt: "make plans of what others asked for",
};

const MODES: Readonly<Record<ServerMode, string>> = {
  ok: "works",
  "error-after": "does it and reports an error",
  "error-before": "does nothing and reports an error",
  "says-failed-after": "does it, and its answer says that it failed",
  "says-failed-before": "does nothing, and its answer says that it failed",
  "polite-after": "does it, and its answer says neither that nor the opposite",
  "polite-before": "does nothing, and its answer asks for something first",
  refused: "refuses connections",
  "lost-after": "does it, and the answer is lost",
  "lost-before": "does nothing, and no answer comes",
  late: "does it and answers too late",
  down: "is switched off",
  gone: "offers no tools",
  changed: "offers changed tools",
  garbage: "does all it is asked, and answers anything at all",
};

const CUTS: Readonly<Record<Cut["how"], string>> = {
  before: "before it is done",
  after: "right after it is done",
  torn: "in the middle of it",
  refuse: "and nothing ends: it is refused",
};

/** What a device writes down for itself, by the kind of its record. */
const REMEMBERED: Readonly<Record<string, string>> = {
  device: "its name and key",
  asked: "that it asked",
  seen: "that it was approved",
  held: "that it needs a confirmation",
  confirmed: "that a person confirmed it",
  "taken-back": "that the approval was taken back",
  did: "that a person did it",
  begun: "that it begins",
  ended: "how it ended",
  applied: "that the plan shows it",
  paused: "a pause",
  watched: "since when something lasts",
  alive: "that it is in use",
  told: "what a person was told",
  trusted: "settings that a person confirmed",
};

function time(ms: number): string {
  const size = Math.abs(ms);
  return size >= 3_600_000
    ? `${String(size / 3_600_000)} h`
    : size >= 60_000
      ? `${String(size / 60_000)} min`
      : `${String(size / 1000)} s`;
}

function sayDeed(deed: Deed): string {
  const of =
    "how" in deed
      ? `: ${HOW[deed.how] ?? deed.how}`
      : "happened" in deed
        ? `: it ${deed.happened ? "happened" : "did not happen"}`
        : "answer" in deed
          ? `: ${HOW[deed.answer] ?? deed.answer}`
          : "";
  return `${DEEDS[deed.kind]}${"folder" in deed ? ` (${deed.folder})` : of}`;
}

/** An event in words. */
export function sayEvent(event: Event): string {
  switch (event.do) {
    case "settle":
      return `Planwright runs on ${event.on}${event.as === undefined ? "" : event.as === "clerk" ? ", not to act" : ", only to look"}`;
    case "open":
      return `the app is opened on ${event.on}`;
    case "close":
      return `the app is closed on ${event.on}`;
    case "wait":
      return `${time(event.ms)} pass`;
    case "deed":
      return `a person on ${event.on} ${sayDeed(event.deed)}`;
    case "command":
      return `a command on ${event.on}${event.as === undefined ? "" : " (not to act)"}: ${COMMANDS[event.command.kind]}${"happened" in event.command ? `, it ${event.command.happened ? "happened" : "did not happen"}` : ""}`;
    case "server":
      return `the ${event.server} server, from now on, ${MODES[event.mode]}`;
    case "model":
      return `the model is from now on: ${event.mood}`;
    case "sync":
      return `sync has time for ${String(event.steps)} ${event.steps === 1 ? "delivery" : "deliveries"}`;
    case "line":
      return `${event.on} is ${event.up ? "online" : "offline"}`;
    case "power":
      return `✂ ${event.how === "power" ? `the power goes on ${event.on}` : `the program on ${event.on} is killed`}`;
    case "clock":
      return `the clock of ${event.on} is set ${event.ms < 0 ? "back" : "forward"} by ${time(event.ms)}`;
    case "suspend":
      return `the machines sleep for ${time(event.ms)}`;
    case "restore":
      return `the vault of ${event.on} goes back to what it was before ${String(event.to + 1)}.`;
    case "settings":
      return `from its next start on, ${event.on} has ${event.how === "elsewhere" ? "settings with another mail server" : "the settings of before"}`;
    case "disk":
      return `the disk of ${event.on} ${event.full ? "is full" : "has room"}`;
    case "memory":
      return `what ${event.on} remembers is ${event.what === "forget" ? "lost" : "damaged"}`;
    default:
      return never(event);
  }
}

/** `what` is the port call that it falls on. */
export function sayCut({ how, power }: Cut, what: string): string {
  return how === "refuse"
    ? `this fails: ${what}`
    : `✂ ${power ? "the power goes" : "it is killed"} at “${what}”, ${CUTS[how]}`;
}

export function sayRecord(record: { readonly kind: string }): string {
  return `${REMEMBERED[record.kind] ?? record.kind}${"outcome" in record ? `: ${String(record.outcome)}` : ""}`;
}

/** The first line of a changed note that differs. */
export function sayChange(before: string, after: string): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const at = now.findIndex((line, index) => line !== old[index]);
  const line = (now[at] ?? "").trim();
  return at < 0 ? "shorter" : line.length > 110 ? `${line.slice(0, 109)}…` : line;
}
