/** The tables and diagrams of the pages, drawn from the code they speak of. */
import { CHECK_PAGES } from "../../src/flow/checks";
import { STOPS } from "../../src/agent/stops";
import { TOOLS } from "../../src/agent/tools";
import { readFileSync } from "node:fs";
import type { Command, Plugin } from "obsidian";
import { OUTCOMES, OUTCOME_ROWS } from "../../src/approval/device/outcome";
import { DRAW } from "../../src/overview/dashboard/update";
import { BLOCKS } from "../../src/note/plan/blocks";
import { LIFECYCLE } from "../../src/note/plan/lifecycle";
import { STATUSES } from "../../src/note/plan/plan";
import { GATE, type GateFacts } from "../../src/approval/gate";
import { STATE_ROWS } from "../../src/approval/request/states";
import { IN_NOTE, writePlaces } from "../../src/settings/places";
import { DEFAULT_SETTINGS, sensitiveHash, settingsSchema, type Settings } from "../../src/settings/settings";
import { STATE_WORDS } from "../../src/overview/situations";
import { HELP } from "../../src/terminal/commands";
import { PLAN_RULES } from "../../src/rules/planRules";
import { REQUEST_RULES } from "../../src/rules/requestRules";
import { RESULT_NOTE_RULES } from "../../src/rules/agents/resultRules";
import { TASK_RULES } from "../../src/rules/taskRules";
import { VAULT_RULES } from "../../src/rules/vaultRules";
import { addCommands } from "../../src/app/ui/commands";
import { KEY_ROWS } from "../../src/app/ui/words/keyWords";
import { WORDS } from "../../src/app/ui/words";
import type { EngineClient } from "../../src/app/ui/engineClient";
import { readTasks } from "../eval/task";
import { ROOMS } from "../laws/table";
import { INVARIANTS } from "../sim/invariants";
import { PLANTED } from "../sim/planted";
import CAUGHT from "../sim/planted-caught.json";
import { NOT_PLAYED, SECOND_WALLS, type Wall } from "../sim/walls";
import { ACTORS, AGENT_TOOL, COMMANDS, FOLDERS, MAPPING, PACKAGES, PLACEMENTS, ROOMS as ROOM_WORDS, SERVER, SETTINGS } from "./meanings";
import { code, fenced, table } from "./table";

/** By the name that stands in the marker comment. */
export const DRAWINGS: Readonly<Record<string, () => string>> = {
  "lifecycle-diagram": lifecycleDiagram,
  lifecycle: () => table(["from", "to", "who", "when"], LIFECYCLE.map(({ from, to, by, when }) => [from, to, by === "either" ? "Planwright or a person" : by === "engine" ? "Planwright" : "a person", when])),
  blocks: () => table(["kind", "a person reads", "way out"], Object.entries(BLOCKS).map(([kind, { title, wayOut }]) => [code(kind), title, writePlaces(wayOut, DEFAULT_SETTINGS, IN_NOTE)])),
  states: () => table(["", "when", "state", "a person reads", "what it says"], STATE_ROWS.map(({ state, reason }, at) => [String(at + 1), PLACEMENTS[at]?.[0] ?? "", code(state), STATE_WORDS[state], reason])),
  gate: () => table(["", "clause", "if it does not hold", "what it says"], GATE.map(({ id, kind, say }, at) => [String(at + 1), code(id), kind === "wait" ? "waits" : "refuses", say(SAMPLE)])),
  outcomes: () =>
    table(["outcome", "a person reads", "step is done", "reached the outside"], OUTCOMES.map((outcome) => {
      const { title, done, reached } = OUTCOME_ROWS[outcome];
      return [code(outcome), title, done ? "yes" : "no", reached === "maybe" ? "perhaps" : reached];
    })),
  "agent-tools": () => table(["tool", "what its model is told"], Object.entries(TOOLS).map(([name, { description }]) => [code(name), description])),
  "flow-checks": () => table(["key of a check", "what has to hold"], Object.values(CHECK_PAGES).map(({ key, means }) => [key, means])),
  "agent-stops": () =>
    table(["why", "what it says"], Object.entries(STOPS).map(([kind, { says }]) => [code(kind), says.replace("{why}", "…")])),
  "eval-tasks": () => table(["task", "what it asks"], readTasks("tests/eval/tasks").map(({ name, asks }) => [code(name), asks])),
  "rules-vault": () => rules([...VAULT_RULES, DRAW]),
  "rules-request": () => rules(REQUEST_RULES),
  "rules-plan": () => rules(PLAN_RULES),
  "rules-task": () => rules(TASK_RULES),
  "rules-result": () => rules(RESULT_NOTE_RULES),
  settings: settingsTable,
  folders: () => table(["key", "default", "what it is"], Object.entries(DEFAULT_SETTINGS.folders).map(([key, path]) => [code(key), code(path), named(FOLDERS, key)])),
  "folder-list": () => table(["path", "what it is"], Object.entries(DEFAULT_SETTINGS.folders).map(([key, path]) => [code(/\.md$/.test(path) ? path : `${path}/`), named(FOLDERS, key)])),
  servers: () => table(["key", "default", "what it is"], serverRows()),
  mapping: () => table(["key", "default", "what it is"], Object.entries(MAPPED).map(([key, value]) => [code(key), key === "server" || key === "tool" ? "" : shown(value), named(MAPPING, key)])),
  "agent-tools-setting": () => table(["key", "default", "what it is"], Object.entries(LISTED_TOOL).map(([key, value]) => [code(key), key === "unasked" || key === "as_of" ? shown(value) : "", named(AGENT_TOOL, key)])),
  invariants: () => table(["", "name", "must hold", "asked", "bugs"], INVARIANTS.map(({ id, name, sentence, at }) => [id, code(name), sentence, at === "calling" ? "before each call" : at === "reaching" ? "before each call for an agent" : at === "asking" ? "before each question to a model" : at === "wrote" ? "after each write" : "at rest", String(bugsSeenBy(name))])),
  "second-walls": () => walls(SECOND_WALLS, "stands behind"),
  "not-played": () => walls(NOT_PLAYED, "why"),
  planted: () => table(["planted bug", "noticed by", "after runs", "and by"], PLANTED.map(({ name }) => {
    const found = CAUGHT_BY[name];
    return found === undefined ? [name, "not yet", "", ""] : [name, `${found.id} ${code(found.invariant)}`, String(found.seeds), found.failed.slice(1).map(code).join(" ")];
  })),
  help: () => fenced("text", HELP),
  commands: () => table(["command", "what it does"], commandsAdded().map(({ id, name }) => [name, named(COMMANDS, id)])),
  keys: () => table(["key", "what it does"], KEY_ROWS.map(({ keys, does }) => [code(keys), does])),
  rooms: () => table(["room", "what is in it", "may import"], Object.entries(ROOMS).map(([room, imports], at) => [code(room), named(ROOM_WORDS, room), isAllAbove(imports, at) ? "all above" : imports.split(" ").filter(Boolean).map(code).join(" ")])),
  dependencies: () => packages("dependencies"),
  "dev-dependencies": () => packages("devDependencies"),
};

const CAUGHT_BY: Readonly<Record<string, { readonly id: string; readonly invariant: string; readonly seeds: number; readonly failed: readonly string[] }>> = CAUGHT;

function isAllAbove(imports: string, at: number): boolean {
  return at > 1 && Object.keys(ROOMS).slice(0, at).every((room) => imports.split(" ").includes(room));
}

/** How many planted bugs made this invariant fail. */
function bugsSeenBy(invariant: string): number {
  return Object.values(CAUGHT_BY).filter(({ failed }) => failed.includes(invariant)).length;
}

function walls(rows: readonly Wall[], heading: string): string {
  return table(["guard", heading], rows.map(({ guard, behind }) => [guard, behind]));
}

function named(words: Readonly<Record<string, string>>, key: string): string {
  const meaning = words[key];
  if (meaning === undefined) throw new Error(`“${key}” has no meaning yet; give it one in tests/docs/meanings.ts.`);
  return meaning;
}

/** The commands as the app is told of them, on a computer. */
function commandsAdded(): readonly Command[] {
  // The views add their commands together with what draws them.
  const found: Command[] = [{ id: "open-mission", name: WORDS.mission.command }, { id: "open-inbox", name: WORDS.inbox.command }];
  const plugin: Pick<Plugin, "addCommand"> = { addCommand: (command) => { found.push(command); return command; } };
  const client: { readonly device: Pick<EngineClient["device"], "canAct"> } = { device: { canAct: true } };
  addCommands(plugin as Plugin, client as EngineClient);
  return found;
}

function lifecycleDiagram(): string {
  const who = { engine: "Planwright", person: "a person", either: "Planwright or a person" } as const;
  const arrows = LIFECYCLE.flatMap(({ from, to, by }) => (from === "any" ? STATUSES.filter((status) => status !== to) : [from]).map((start) => `    ${start} --> ${to} : ${who[by]}`));
  return fenced("mermaid", ["stateDiagram-v2", "    [*] --> Draft", ...arrows, "    Done --> [*]", "    Cancelled --> [*]"].join("\n"));
}

/** Words in italics stand for sentences that depend on the case. */
const SAMPLE: GateFacts = {
  standing: ["*why this device carries out nothing at the moment*"],
  state: "waiting", stateReason: "*what its state says*",
  inApproved: false, sealed: false, typesAgree: false, foldersAgree: false, newest: false, plan: "absent", unread: "*the note*", planMayRun: false, stepThere: true, stepIsCurrent: false, stepFault: "*why nobody understands its step as it is written now*", stepAsSealed: false, stepDue: false, answerObjects: true, copyObjects: true,
  begunBefore: "yes", repeats: false, attachments: "changed", sendTime: "to-come", sendTimeWords: "*its day and time*", restWords: "*the time that its server named*", restsTooLong: false, expired: true, byHand: false, didIt: false,
  server: "changed", serverReason: "*why the server cannot be reached, or what of it has changed*",
  confirmation: "*why an approval alone is not enough here*", confirmed: false, mayBeRefused: true, quiet: false,
};

function rules(rows: readonly { readonly id: string; readonly when: string; readonly by: keyof typeof ACTORS }[]): string {
  return table(["rule", "when", "who"], rows.map(({ id, when, by }) => [code(id), when, ACTORS[by]]));
}

function shown(value: unknown): string {
  return value === undefined ? "" : code(JSON.stringify(value));
}

function settingsTable(): string {
  const all = sensitiveHash(DEFAULT_SETTINGS);
  /** Whether a change of this part would have to be confirmed on a device. */
  const isSealed = (key: string): boolean => sensitiveHash({ ...DEFAULT_SETTINGS, [key]: "another" } as unknown as Settings) !== all;
  const rows = Object.entries(DEFAULT_SETTINGS).map(([key, value]) => [code(key), key === "folders" ? "see below" : shown(value), named(SETTINGS, key), isSealed(key) ? "yes" : ""]);
  return table(["key", "default", "what it is", "confirmed on each device"], rows);
}

const FILLED = settingsSchema.parse({ servers: { program: { command: "x" }, address: { url: "https://mcp.example.com/" } }, actions: { email: { server: "program", tool: "x" } } });
const [LISTED_TOOL = {}] = settingsSchema.parse({ agent_tools: [{ server: "web", tool: "search" }] }).agent_tools;
const MAPPED = FILLED.actions["email"] ?? {};

function serverRows(): string[][] {
  const { program = {}, address = {} } = FILLED.servers;
  const rows = (of: object): string[][] => Object.entries(of).map(([key, value]) => [code(key), key === "command" || key === "url" ? "" : shown(value), named(SERVER, key)]);
  const without = Object.keys(SERVER).filter((key) => !(key in program) && !(key in address)).map((key) => [code(key), "", named(SERVER, key)]);
  return [...rows(program), ...without, ...rows(address)];
}

function packages(which: "dependencies" | "devDependencies"): string {
  const { [which]: found } = JSON.parse(readFileSync("package.json", "utf8")) as Record<typeof which, Readonly<Record<string, string>>>;
  return table(["package", "version", "why"], Object.entries(found).map(([name, version]) => [code(name), version, named(PACKAGES, name)]));
}
