/** What the tables of the pages say besides what the code says itself. Kept by name, so that a new name without a meaning fails the test. */
import type { Placement } from "../../src/request/states";
import type { FolderName, Mapping, Settings } from "../../src/settings/settings";
import type { Rule } from "../../src/rules/rule";

export const ACTORS: Readonly<Record<Rule<never>["by"], string>> = {
  anyone: "any run that may write here",
  keeper: "the acting device, also while it is paused or hindered",
  actor: "the acting device, while nothing hinders it",
};

/** One example for each row of the state table, in its order, on top of a sealed note that lies nowhere. */
export const PLACEMENTS: readonly (readonly [when: string, at: Partial<Placement>])[] = [
  ["its record says `unknown`", { receipt: "unknown" }],
  ["this device began it, and no record says how it ended", { latch: "begun", approved: true }],
  ["its record, or this device, says how it ended", { receipt: "known" }],
  ["a file that this device did not write lies where its record would be", { receipt: "unverified", approved: true }],
  ["it, or another attempt of it, lies in Rejected, under whatever name", { rejected: true, pending: true }],
  ["it was found nowhere, and a folder that it may lie in cannot be read, or no record was found, and the folder for records cannot be read", { hidden: true }],
  ["it lies neither in Pending_Approval nor in Approved", {}],
  ["its seal does not verify, it lies under another name, or another device sealed it", { approved: true, condition: "foreign" }],
  ["a newer request for the same step is there", { approved: true, newer: true }],
  ["it lies in Pending_Approval and in Approved, and was not confirmed since", { pending: true, approved: true }],
  ["the note is cut off or empty", { approved: true, condition: "torn" }],
  ["its text, the step, the server or the tool is not what was sealed", { approved: true, differs: true }],
  ["it lies in Approved", { approved: true }],
  ["it lies in Pending_Approval", { pending: true }],
];

export const SETTINGS: Readonly<Record<keyof Settings, string>> = {
  root: "Folder beneath which all the others lie. Empty: the vault itself.",
  folders: "What the folders and the two notes are called; see below.",
  servers: "MCP servers by name; see below.",
  actions: "Which server and tool carries out a type of action; see below. A type that is not here is done by hand.",
  high_risk: "Types that need a confirmation on the acting device besides the approval.",
  others_write: "Other people write in this vault: then every type that goes through a server needs that confirmation, and whether something in doubt happened is said by command.",
  auto_start: "Start drafts without being asked.",
  alert_hours: "Hours after which a plan that stands still becomes an alert.",
  quiet_seconds: "Seconds a note must lie still before Planwright writes in it.",
  grace_seconds: "Seconds an approval can still be taken back. In a terminal, `--grace` decides instead.",
  start_delay_seconds: "Seconds after the app has started before anything is carried out, so that sync can bring a refusal. A terminal does not wait.",
  start_timeout_seconds: "Seconds a server has to start and to say what it offers; 600 at most.",
  call_timeout_seconds: "Seconds a server has to answer a call; 600 at most.",
  open_requests: "No more requests than this are open at once. Further ones wait their turn.",
  actions_per_hour: "When more than this are approved or were begun within an hour, each one needs a confirmation.",
  intake: "What becomes of tasks in the two folders for them that seem to need a plan: `off` (nothing), `suggest` (named on the Dashboard), `draft` (the acting device writes a draft).",
  complex_words: "One of these words in a task makes it one that needs a plan. Whole words, in any case; `#high` is that tag, `rechnung*` every word that begins so.",
  simple_words: "If a task has no word of `complex_words`, these are named as the reason why it needs no plan.",
};

export const FOLDERS: Readonly<Record<FolderName, string>> = {
  inbox: "Tasks that come in.",
  needs_action: "Tasks that need something done. Read like the one before.",
  plans: "Plan notes, in it or one folder deeper.",
  pending: "Requests that wait for you.",
  approved: "Requests you agreed to.",
  rejected: "Requests you refused.",
  done_plans: "Finished plans, with their whole logs.",
  done_actions: "Requests that are over, each beside its record.",
  archive: "For plans you put away. Made for you; not read.",
  dashboard: "The note with the overview.",
  acting: "The note that names the acting device.",
};

export const MAPPING: Readonly<Record<keyof Mapping, string>> = {
  server: "Name of a server under `servers`.",
  tool: "Name of its tool.",
  target_argument: "Argument of the tool that takes the target. Null: the one called `to`, when the tool has one and `args` leaves it free.",
  idempotency_argument: "Argument that takes the key by which a repetition can be recognised. Null: the tool has none.",
  attachments_argument: "Argument that takes the attachments, as a list of vault paths. Null: actions with attachments are not asked for.",
  error_means_nothing_happened: "You know that this tool’s errors mean that nothing was sent. Otherwise an error counts as “perhaps”.",
};

export const SERVER: Readonly<Record<string, string>> = {
  command: "Program to start. It is started directly, never through a shell.",
  args: "Its arguments.",
  env: "Its environment, beside a short list of ordinary names such as `PATH` and `HOME`.",
  cwd: "Folder it runs in. In a terminal: the folder of the settings file unless given.",
  url: "Address of a server that speaks streamable HTTP: https, or http to this computer only.",
  headers: "Headers sent with every request to it.",
};

export const ROOMS: Readonly<Record<string, string>> = {
  kit: "Words without a domain: text, lines, frontmatter, YAML, paths, dates, hashes.",
  ports: "What the house needs from outside, as contracts in prose: vault, tools, clock, random, store, notice, host.",
  action: "What a gated step wants done: the block, and whether it fits a tool.",
  settings: "One schema: defaults, checking, and what has to be confirmed on a device.",
  device: "What this device alone knows: its ledger, the outcomes of actions, and the note that names the acting device.",
  plan: "The plan note with its log and its questions: shape, reading, the few edits we make, lifecycle, blocks.",
  intake: "Tasks that come in: whether they need a plan, and which plans stand for the same thing.",
  catalog: "Every plan in a few words, in the orders in which they are asked for.",
  request: "The request note and its record: shape, reading, seal, states.",
  approval: "Whether an approved request may be carried out: the gate and its facts, what holds it, what to warn of, how a doubt is settled.",
  proposal: "Changes that are shown before they are made: what they are, what would put a note right, and what plan a note would make.",
  rules: "Everything known, put together as the World, and the tables of rules that decide.",
  views: "The World as a person reads it: what needs them, alerts, status, and why a plan waits.",
  "views/dashboard": "What Dashboard.md says, and where in it we may write.",
  "engine/scan": "Reads the notes that are new, and keeps what was made of them.",
  "engine/perform": "The only place that carries moves out.",
  "engine/commands": "Does what a person asked for.",
  engine: "The loop: look, decide, carry out, until nothing is left to do.",
  adapters: "The ports for Obsidian, a plain folder, Node and MCP.",
  ui: "Obsidian’s faces: they show the world and send commands.",
  app: "The plugin at work: its sessions, the door of its faces, and why it may not act just now.",
  terminal: "Words of the command line, and one call of it.",
  "cli.ts": "Door: a plain folder from a terminal.",
  "main.ts": "Door: Obsidian.",
};

/** By the command's id. */
export const COMMANDS: Readonly<Record<string, string>> = {
  "resume-plan": "opens the plan that goes on next, at its step, and says what it is waiting for",
  "set-up": "shows which folders it would make, asks whether this device acts, and makes them",
  "new-plan": "asks for an objective and steps, and writes the note",
  "start-plan": "starts a draft, or unblocks a plan",
  "explain-plan": "says what a plan is waiting for, and what comes next",
  "request-approval": "fills in what a ✋ step is to send, and asks; or asks again",
  approve: "shows a request in full, then moves it to Approved",
  reject: "moves a request to Rejected, with your words in it",
  confirm: "confirms an action of a type that needs it, or says that you did it by hand",
  hold: "takes an approval back before it is carried out",
  resolve: "says what became of an action in doubt",
  "open-dashboard": "opens the note",
  "skip-step": "marks the next step as skipped",
  "cancel-plan": "ends a plan; its open requests are withdrawn",
  "repair-notes": "shows, line by line, how notes with unreadable properties would be repaired, and repairs them if you agree",
  "convert-plans": "shows, line by line, what would make a plan of a note that is written another way, and changes that if you agree",
  "merge-duplicates": "shows what would make one plan of notes that stand for the same, with what moves to the archive, and does that if you agree",
  "adopt-requests": "shows which draft plan would ask anew for what a request of another program says, and makes it if you agree",
  "plan-note": "shows the plan that would be made of the open note, and makes it if you agree; the note stays as it is",
  "plan-selection": "the same for the selected lines",
  "act-here": "lets this computer act, instead of another",
  "confirm-settings": "shows what the settings would send and to where, and what of that is new, and lets them count here",
  pause: "stops asking and acting on this device",
  continue: "goes on after a pause",
};

/** Why each package is here. */
export const PACKAGES: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/client": "Speaks MCP to the servers you configure.",
  "@noble/hashes": "SHA-256 and the seal’s MAC, alike on a phone and on a computer.",
  "date-fns": "Reads dates as people write them.",
  "eventsource-parser": "Reads the stream in which a server may answer over HTTP.",
  "fastest-levenshtein": "Finds the name that somebody may have meant.",
  "gray-matter": "Reads frontmatter. It never writes it.",
  "js-yaml": "Reads YAML, and says where each value stands, so that one can be replaced and nothing else moves.",
  obsidian: "Types of the app. The app brings the code.",
  "postal-mime": "Reads mail addresses; in tests, the mails that arrive.",
  zod: "Checks everything that comes from outside: settings, seals, device records, a tool’s arguments.",
  "@codefuturist/email-mcp": "A mail server by others, for the demo and the tests.",
  "@eslint/js": "Lint rules for scripts and tests.",
  "@modelcontextprotocol/server-everything": "The protocol’s own test server.",
  "@types/node": "Types of Node 20.",
  esbuild: "Builds the plugin and the terminal program.",
  eslint: "Runs the lint rules.",
  "eslint-plugin-obsidianmd": "The rules of the community directory’s scanner.",
  "@stryker-mutator/instrumenter": "Makes the small faults that show what the tests notice.",
  "@vitest/expect": "Judges the same claims where no test runner is.",
  "@types/markdown-it": "Its names and types.",
  "markdown-it": "A second reader of Markdown, which judges what Planwright writes.",
  "node-diff3": "Merges as git and Obsidian Sync do, in the simulator.",
  "fast-check": "Tests over many invented notes.",
  globals: "Names the lint rules know.",
  "happy-dom": "A document for tests of the faces.",
  nodemailer: "The demo’s own small mail server.",
  "smtp-server": "Receives them, on loopback.",
  prettier: "Lays the code out, in lines of up to 110 characters.",
  typescript: "Reads the code for the lint rules and some tests.",
  "typescript-native": "The same compiler as a native program; checks the types in a quarter of the time.",
  "typescript-eslint": "Lint rules that know the types.",
  vitest: "Runs the tests.",
};
