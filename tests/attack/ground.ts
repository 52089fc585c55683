/**
 * The ground of an attack: a vault on a real disk, the hand of anybody who writes into it, and everything that a person
 * and a server get to see. Each door of Planwright (folder.ts, bundle.ts, app.ts) is one adapter of `Ground`, so that
 * one table drives them all.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { JsonObject } from "../../src/kit/ports/tools";
import { NOTE_FOLDERS, pathOf, readSettings, type Settings } from "../../src/settings/settings";

/** One call as the server got it. */
export interface Sent {
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/** Things a person says to Planwright itself. */
export type Word =
  | { readonly kind: "request"; readonly plan: string }
  | { readonly kind: "skip"; readonly plan: string }
  | { readonly kind: "cancel"; readonly plan: string }
  | { readonly kind: "start"; readonly plan: string }
  | { readonly kind: "confirm"; readonly request: string }
  | { readonly kind: "resolve"; readonly request: string; readonly happened: boolean }
  | { readonly kind: "pause" }
  | { readonly kind: "continue" };

/** `broken`: the connection breaks after the server got the call. */
export type Answer = "ok" | "tool-error" | "broken";

/** Whoever writes into the vault: a person, a sync program, an attacker. Paths are relative to the vault. */
export interface Hand {
  /** Absolute. The vault lies in it, in `vault/`, and beside it `outside/`, which nothing may touch. */
  readonly home: string;
  /** Absolute path of something in the vault. */
  disk(path: string): string;
  put(path: string, text: string): void;
  /** Replaces the first `from`; it has to be there. */
  edit(path: string, from: string, to: string): void;
  move(from: string, to: string): void;
  copy(from: string, to: string): void;
  remove(path: string): void;
  read(path: string): string;
  /** Names of the notes in a folder, sorted; those about the folder left out. */
  list(folder: string): readonly string[];
  /** What was written with `put` and `edit` and still has to be there, by path. */
  written(): ReadonlyMap<string, string>;
}

export interface Ground extends Hand {
  readonly settings: Settings;
  /** The acting device works until nothing is left to do. */
  settle(): Promise<void>;
  pass(minutes: number): Promise<void>;
  /** Answers what Planwright says. */
  obey(word: Word): Promise<string>;
  /** Other settings arrive; put over the ones every case starts with. */
  configure(settings: Overrides): void;
  answer(server: string, how: Answer): void;
  /** Every call that reached a server, oldest first. */
  calls(): readonly Sent[];
  /** Everything a person is shown: Dashboard, status, notices, answers. */
  shown(): string;
  leave(): Promise<void>;
}

export type Overrides = Readonly<Record<string, unknown>>;

const text = { type: "string" };
/** What the servers of every case offer. */
export const TOOLS: Readonly<
  Record<
    string,
    { readonly name: string; readonly properties: JsonObject; readonly required: readonly string[] }
  >
> = {
  mail: {
    name: "send_email",
    properties: {
      to: text,
      subject: text,
      body: text,
      message_id: text,
      files: { type: "array", items: text },
    },
    required: ["to", "subject", "body"],
  },
  bank: {
    name: "pay",
    properties: { to: text, amount: { type: "number" }, reference: text },
    required: ["to", "amount"],
  },
  disk: { name: "write_file", properties: { to: text, content: text }, required: ["to", "content"] },
};
/** The same servers in the settings, where nobody starts them. */
export const SERVERS: Overrides = {
  mail: { command: "mail" },
  bank: { command: "bank" },
  disk: { command: "disk" },
};
export const ACTIONS = {
  email: {
    server: "mail",
    tool: "send_email",
    idempotency_argument: "message_id",
    attachments_argument: "files",
  },
  payment: { server: "bank", tool: "pay", idempotency_argument: "reference" },
  api_call: { server: "disk", tool: "write_file" },
};

export function settingsOf(servers: Overrides, overrides: Overrides): Settings {
  const parsed = readSettings({ servers, actions: ACTIONS, ...overrides });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  return parsed.settings;
}

/** Name of the one request that lies in a folder. */
export function requestIn(ground: Hand, folder = "Pending_Approval"): string {
  const [name, ...more] = ground.list(folder);
  if (name === undefined || more.length > 0)
    throw new Error(`${folder} holds ${name === undefined ? "no request" : [name, ...more].join(", ")}.`);
  return name;
}

/** As a person approves: the note goes from Pending_Approval to Approved. */
export function approve(ground: Hand): string {
  const name = requestIn(ground);
  ground.move(`Pending_Approval/${name}`, `Approved/${name}`);
  return name;
}

/** `now` stamps what is written, in milliseconds since the epoch; without it the disk's own time stands. */
export function openHand(prefix: string, now?: () => number): Hand & { readonly root: string } {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), `planwright-${prefix}-`)));
  const root = path.join(home, "vault");
  const disk = (name: string): string => path.join(root, name);
  const written = new Map<string, string>();
  const write = (to: string, content: string): void => {
    mkdirSync(path.dirname(disk(to)), { recursive: true });
    writeFileSync(disk(to), content);
    if (now !== undefined) utimesSync(disk(to), now() / 1000, now() / 1000);
  };
  mkdirSync(path.join(home, "outside"));
  writeFileSync(path.join(home, "outside/secret.md"), "Nobody may change this, and it may not go out.\n");
  for (const folder of NOTE_FOLDERS)
    mkdirSync(disk(pathOf(settingsOf(SERVERS, {}), folder)), { recursive: true });
  return {
    home,
    root,
    disk,
    put(to, content) {
      write(to, content);
      written.set(to, content);
    },
    edit(file, from, to) {
      const before = readFileSync(disk(file), "utf8");
      if (!before.includes(from)) throw new Error(`${file} does not hold “${from}”:\n${before}`);
      const after = before.replace(from, () => to);
      write(file, after);
      if (written.has(file)) written.set(file, after);
    },
    move(from, to) {
      mkdirSync(path.dirname(disk(to)), { recursive: true });
      renameSync(disk(from), disk(to));
      const content = written.get(from);
      if (content !== undefined) written.set(to, content);
      written.delete(from);
    },
    copy(from, to) {
      mkdirSync(path.dirname(disk(to)), { recursive: true });
      cpSync(disk(from), disk(to), { recursive: true, preserveTimestamps: true });
    },
    remove(file) {
      rmSync(disk(file), { recursive: true, force: true });
      for (const each of written.keys())
        if (each === file || each.startsWith(`${file}/`)) written.delete(each);
    },
    read: (file) => readFileSync(disk(file), "utf8"),
    list: (folder) =>
      readdirSync(disk(folder))
        .filter((name) => name.endsWith(".md") && name !== "About this folder.md")
        .sort(),
    written: () => written,
  };
}

/**
 * Every file beneath a folder, hidden ones too, by path; a link is told by where it leads, a large file by its size.
 */
export function everythingIn(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (below: string): void => {
    for (const entry of readdirSync(path.join(root, below), { withFileTypes: true })) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      const at = path.join(root, name);
      if (entry.isSymbolicLink()) found.set(name, `→ ${readlinkSync(at)}`);
      else if (entry.isDirectory()) walk(name);
      else
        found.set(
          name,
          statSync(at).size > 4_000_000 ? `${String(statSync(at).size)} bytes` : readFileSync(at, "utf8"),
        );
    }
  };
  walk("");
  return found;
}

/** A plan with one gated e-mail, which is what most attacks want to have. */
export function emailPlan(
  more: {
    readonly id?: string;
    readonly objective?: string;
    readonly context?: string;
    readonly step?: string;
    readonly to?: string;
    readonly subject?: string;
    readonly args?: string;
    readonly status?: string;
    readonly type?: string;
    readonly rest?: readonly string[];
  } = {},
): string {
  const {
    id = "PLAN-2026-001",
    objective = "Send the January invoice to Client A.",
    context = "Client A pays late.",
    step = "✋ Send the invoice",
    to = "client_a@example.com",
    subject = "January invoice",
    status = "Active",
    type = "email",
    rest = ["- [ ] Log the transaction"],
  } = more;
  const args = more.args ?? `      subject: ${subject}\n      body: Please find the invoice below.`;
  return [
    "---",
    `task_id: ${id}`,
    "source_link: null",
    "created_date: 2026-02-21T10:30:00Z",
    "priority: high",
    `status: ${status}`,
    "blocked_reason: null",
    "---",
    "",
    "# Objective",
    objective,
    "",
    "## Context",
    context,
    "",
    "## Roadmap",
    `- [ ] ${step}`,
    "    ```action",
    `    type: ${type}`,
    `    target: ${to}`,
    "    args:",
    args,
    "    ```",
    ...rest,
    "",
    "## Reasoning Logs",
    "- [2026-02-21T10:30:00Z] Agent: Created plan — Several steps.",
    "",
  ].join("\n");
}
