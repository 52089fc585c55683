/** The commands of the terminal program and their options: each one row, from which help and reading are made. */
export interface Row {
  /**
   * The words behind the name, as help shows them. Words in capitals stand for what `PLACES` names, others for
   * themselves; what is in brackets may be left out. Options that no command names go with every command.
   */
  readonly usage?: string;
  readonly help: string;
  /** Writes nothing in the vault and starts no server; `first`: as long as its last word is left out. */
  readonly reads?: true | "first";
  /** Works beside another run: adds to what the device remembers, makes a note, or edits a plan as in an editor. */
  readonly beside?: true;
  /** Acts without `--executor`: what it does is all that the call is for. */
  readonly acts?: true;
  /** A person only. */
  readonly alone?: true;
  /** Works without the settings with which this device acts: a stop must always be possible. */
  readonly unset?: true;
  /** Also where no vault is set up. */
  readonly anywhere?: true;
  /** How long its code is, and which command shows it, where that is not eight characters by the same command. */
  readonly code?: readonly [length: number, from: string];
}

const FLOW_CODE = [16, "flow allow"] as const;

export const COMMANDS = {
  init: { usage: "[--table] [--dry-run]", help: "make the missing folders", anywhere: true },
  status: { help: "what is going on, and what needs you", reads: true, anywhere: true },
  settle: { usage: "[--dry-run]", help: "do everything possible now, then end (also: run)" },
  watch: { usage: "[--dry-run]", help: "the same, until stopped with Ctrl+C" },
  explain: {
    usage: "[PLAN]",
    help: "what a plan is waiting for, and what comes next",
    reads: true,
    anywhere: true,
  },
  show: {
    usage: "[PLAN] [--prompt]",
    help: "a plan as Planwright reads it: steps, next step, what it waits for, what it asks you, last log lines; with --prompt, what its model would be asked next",
    reads: true,
    anywhere: true,
  },
  start: { usage: "PLAN", help: "start a draft", beside: true },
  request: {
    usage: "PLAN [STEP]",
    help: "ask for approval of a step, again if it was asked before",
    beside: true,
  },
  skip: { usage: "PLAN [STEP]", help: "leave a step out", beside: true },
  later: {
    usage: "PLAN [--until DAY]",
    help: "put off what a plan asks you until a day (2026-12-01) or a day and time (2026-12-01T09:00); without --until, have it ask again",
    beside: true,
    alone: true,
  },
  undo: {
    usage: "PLAN",
    help: "undo your last change to a plan: skipped, ticked, put off, rejected, cancelled or archived; an approval never comes back",
    beside: true,
    alone: true,
  },
  cancel: { usage: "PLAN", help: "cancel a plan, and withdraw what waits for approval", beside: true },
  answer: {
    usage: "[PLAN] [ANSWER]",
    help: "answer your plans’ open questions one by one, with a number, words or both; with ANSWER, such as 2 or '2 but shorter', answer that plan at once",
    reads: "first",
    beside: true,
    alone: true,
  },
  confirm: {
    usage: "[ID] [CODE]",
    help: "show what needs your confirmation on this device, and what you do by hand; with the code it shows, confirm exactly that, or say you did it",
    reads: "first",
    beside: true,
    alone: true,
  },
  resolve: {
    usage: "[ID happened|not-happened|always]",
    help: "say how a doubtful action ended; always: it happened, and this server answer means so from now on; alone: list the answers you taught",
    reads: "first",
    beside: true,
    alone: true,
  },
  "resolve forget": { usage: "CODE", help: "forget an answer you taught", beside: true, alone: true },
  repair: {
    usage: "[NOTE|all] [CODE] [--all-lines]",
    help: "show how unreadable notes would be repaired; with the code it shows, do exactly that",
    reads: "first",
  },
  convert: {
    usage: "[NOTE|all] [CODE] [--hands] [--all-lines]",
    help: "the same for plans written another way",
    reads: "first",
  },
  merge: {
    usage: "[NOTE|all] [CODE] [--all-lines]",
    help: "the same for two notes of one plan: adds to one what only the other has, and moves the other to Archive",
    reads: "first",
  },
  adopt: {
    usage: "[NOTE|all] [CODE] [--all-lines]",
    help: "the same for notes to approve that Planwright did not write: each becomes a draft plan that asks again",
    reads: "first",
  },
  plan: {
    usage: "NOTE [CODE] [--lines A-B] [--without-model] [--by-hand]",
    help: "show the plan that would be made of a note or some of its lines, drafted by your planner model if you have one; with the code it shows, make it",
    reads: "first",
    beside: true,
  },
  agent: {
    usage: "PLAN auto|step|off",
    help: "let an agent do the steps that need no approval, and draft what the others send: all of them, or one at a time",
    beside: true,
  },
  think: {
    usage: "PLAN [--by-hand]",
    help: "let a plan’s agent work now, and nothing else; if you are its model, this works beside watch",
    beside: true,
    acts: true,
  },
  log: {
    usage: "PLAN WORDS --as NAME",
    help: "for other programs: add a line to the log of a plan",
    beside: true,
  },
  tick: {
    usage: "PLAN [STEP] --as NAME --why WORDS",
    help: "for other programs: tick a step that needs no approval",
    beside: true,
  },
  draft: {
    usage: "PLAN STEP FILE --as NAME --why WORDS",
    help: "for other programs: put the action in the file under a step; you are asked, as always",
    beside: true,
  },
  "flow list": { help: "the flows, which plans can be made from", reads: true },
  "flow check": { usage: "[FLOW]", help: "whether they can start; if not, which lines and why", reads: true },
  "flow show": {
    usage: "FLOW|PLAN [--mermaid]",
    help: "what a flow does, step by step, or where a plan is in its flow; with --mermaid, as Mermaid source",
    reads: true,
  },
  "flow start": {
    usage: "FLOW [--input NAME=WORDS]… [--dry-run]",
    help: "make a plan from a flow, and start it",
    beside: true,
  },
  "flow eject": {
    usage: "FLOW [--user]",
    help: "copy a built-in flow into the vault, to change it",
    beside: true,
  },
  "flow allow": {
    usage: "[CODE]",
    help: "the programs flows want to run, as checks or agents, each with a code; with a code, allow that one on this device",
    reads: "first",
    beside: true,
    code: FLOW_CODE,
  },
  "flow forbid": { usage: "CODE", help: "take that back", beside: true, code: FLOW_CODE },
  "flow schema": { help: "the schema of the ```flow block, for editors", reads: true },
  "reasoning list": {
    help: "results of flows (drafts, approved, rejected), and how to make a plan of one",
    reads: true,
  },
  "reasoning again": { usage: "RESULT", help: "review a result again, as a new plan", beside: true },
  "reasoning archive": { usage: "RESULT", help: "archive a result" },
  "template list": { help: "list the templates", reads: true },
  "template save": {
    usage: "PLAN|RESULT",
    help: "save a plan, or an approved result, as a template",
    beside: true,
  },
  "template new": {
    usage: "TEMPLATE [WORDS]",
    help: "make a draft from a template; the words say what it is for, or what to think through",
    beside: true,
  },
  "skills list": { help: "instructions for flow steps, and where each is from", reads: true },
  "skills show": { usage: "SKILL", help: "its text, and what it hides", reads: true },
  "skills eject": {
    usage: "SKILL [--user]",
    help: "copy a skill into the vault, to change it; with --user, into your own folder on this device",
    beside: true,
  },
  models: {
    help: "your language models: what uses each, what it costs, and whether its key is there",
    reads: true,
    anywhere: true,
  },
  "models test": {
    usage: "MODEL",
    help: "ask a model one tiny question to see whether an agent can work with it; if not, what to do",
    reads: true,
    anywhere: true,
  },
  "spend-again": { help: "let agents spend as much again today" },
  pause: { help: "stop everything on this device", beside: true, unset: true },
  continue: { help: "end the pause", beside: true, unset: true },
  "take-over": { help: "make this the acting device", acts: true },
} as const satisfies Readonly<Record<string, Row>>;
export type CommandName = keyof typeof COMMANDS;
/** Commands that only read, however they are called. */
export type ReadingName = {
  [V in CommandName]: (typeof COMMANDS)[V] extends { readonly reads: true } ? V : never;
}[CommandName];
export const ROWS: Readonly<Record<CommandName, Row>> = COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

interface Option {
  readonly type: "boolean" | "string";
  readonly multiple?: true;
  readonly short?: string;
  /** The word behind it, in help. */
  readonly value?: string;
  readonly help: string;
  /** For every command, although the usage of some names it. */
  readonly everywhere?: true;
  /** Said behind the name of a command that cannot be without it. */
  readonly lacking?: string;
}

export const OPTIONS = {
  vault: {
    type: "string",
    value: "DIR",
    help: "the vault. Default: the current folder; commands that only read also try its parents, then the last vault used",
  },
  settings: {
    type: "string",
    value: "FILE",
    help: "settings as JSON (servers, actions, folders), the same for every command. Default: a planwright.json in or beside the vault, as last confirmed on this device",
  },
  device: { type: "string", value: "DIR", help: "where this device keeps its own data" },
  executor: { type: "boolean", help: "let this run ask for approvals and carry out what is approved" },
  grace: { type: "string", value: "SECONDS", help: "how long you can undo an approval (3)" },
  hands: { type: "boolean", help: "with convert: steps that mention approval get a ✋" },
  prompt: { type: "boolean", help: "with show: what the plan’s model would be asked next" },
  "by-hand": {
    type: "boolean",
    help: "with think and plan: you are the model; shows each question and takes the answer you paste",
  },
  "without-model": { type: "boolean", help: "with plan: asks no model; uses the note’s own lists" },
  lines: { type: "string", value: "A-B", help: "with plan: only these lines of the note" },
  "all-lines": {
    type: "boolean",
    help: "with repair, convert, merge, adopt: show every line, even of many notes",
  },
  as: {
    type: "string",
    value: "NAME",
    help: "for other programs: the name for the log. Without it, a command not typed in a terminal is logged as from a program without a name",
    everywhere: true,
    lacking: "is for other programs: say which with --as NAME.",
  },
  why: {
    type: "string",
    value: "WORDS",
    help: "with tick, draft: what was done and why, in one sentence",
    lacking: "needs --why WORDS: what was done and why, in one sentence.",
  },
  input: {
    type: "string",
    value: "NAME=WORDS",
    help: "with flow start: an answer to the flow’s question; once per note if it asks for several",
    multiple: true,
  },
  until: {
    type: "string",
    value: "DAY",
    help: "with later: when it asks you again, by the clock of the vault",
  },
  user: { type: "boolean", help: "with eject: into your own folder, for all your vaults" },
  mermaid: { type: "boolean", help: "with flow show: the picture as source for Mermaid" },
  table: { type: "boolean", help: "with init: also a table of plans for Obsidian" },
  json: { type: "boolean", help: "one JSON object on standard output" },
  "dry-run": { type: "boolean", help: "say what would be done and sent; write nothing, start nothing" },
  help: { type: "boolean", help: "these words", short: "h" },
  version: { type: "boolean", help: "which version this is" },
} as const satisfies Readonly<Record<string, Option>>;
export type OptionName = keyof typeof OPTIONS;
export const OPTION_ROWS: Readonly<Record<OptionName, Option>> = OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[];

/** Characters of a line of help, and before what a command and an option do. */
const WIDTH = 79;
const BEFORE_COMMANDS = 25;
const BEFORE_OPTIONS = 20;

export const HELP = `planwright: plans in Markdown that stop before anything leaves the vault

${COMMAND_NAMES.map((name) => entry(usageOf(name), ROWS[name].help, BEFORE_COMMANDS)).join("\n")}

${OPTION_NAMES.map((name) => entry(`--${name}${behind(OPTION_ROWS[name].value)}`, OPTION_ROWS[name].help, BEFORE_OPTIONS)).join("\n")}

To approve something, move its note from Pending_Approval to Approved (or
what these folders are called in your settings).
Exit codes: 0 done, 1 failed, 2 wrong use, 3 a call failed or may have
failed, a server was not reached, or a model gave no answer.
`;

function usageOf(name: CommandName): string {
  return `planwright ${name}${behind(ROWS[name].usage)}`;
}

function behind(words: string | undefined): string {
  return words === undefined ? "" : ` ${words}`;
}

/** A name with its help beside it; beneath, where the name is too long. */
function entry(name: string, help: string, before: number): string {
  const lines = [""];
  for (const word of help.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "" || before + line.length + word.length < WIDTH)
      lines[lines.length - 1] = `${line} ${word}`.trim();
    else lines.push(word);
  }
  const head = `  ${name}  `;
  const apart = head.length > before ? ["", ...lines] : lines;
  return apart.map((line, at) => `${(at === 0 ? head : "").padEnd(before)}${line}`.trimEnd()).join("\n");
}
