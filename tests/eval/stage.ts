/**
 * Where a task takes place. The same task is laid out in memory, for the tests, and in a folder with the terminal
 * program, for a real model.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { StorePort } from "../../src/kit/ports/store";
import { textOf, type Answers, type Task } from "./task";

/** Which model plays: a script, or one as the settings have it, under a limit in US dollars. */
export type Player =
  | { readonly kind: "script"; readonly answers: Answers }
  | { readonly kind: "model"; readonly definition: Readonly<Record<string, unknown>>; readonly usd: number };

export interface Stage {
  /** Id of the plan that the agent works on; null where it drafts one. */
  readonly plan: string | null;
  /** Texts of all notes, by path. */
  files(): ReadonlyMap<string, string>;
  /** As another program writes it. */
  write(note: string, text: string): Promise<void>;
  remove(note: string): Promise<void>;
  /** Lets the agent of the plan work. */
  think(): Promise<Done>;
  /** Does all that can be done. */
  settle(): Promise<Done>;
  /** A model drafts a plan of the note, and the person takes the draft as it is shown. */
  draft(note: string): Promise<Done>;
  /** Calls that reached the mail server. */
  calls(): readonly string[];
  /** What this device alone knows. */
  readonly store: StorePort;
}

export interface Done {
  /** Why it was not done, in a sentence; null where it was. */
  readonly trouble: string | null;
  /** A signal ended it. */
  readonly stopped: boolean;
}

export const DONE: Done = { trouble: null, stopped: false };

const PLAN = "PLAN-20261120-eval";
const NOTE = "Plans/For the agent.md";

/** Texts of all notes before the agent begins. `root`: the project. */
export function layOut(
  task: Task,
  root: string,
): { readonly files: ReadonlyMap<string, string>; readonly plan: string | null } {
  const sample = [...readNotes(path.join(root, "examples/vault"))].map(([note, text]) => {
    const isMeant = task.starts !== undefined && text.includes(`task_id: ${task.starts}\n`);
    // One plan runs, so that whatever happens is the agent’s doing.
    const status = isMeant ? "Active" : "Draft";
    return [
      note,
      note.startsWith("Plans/") ? text.replace(/^status: (?:Active|Draft)$/m, `status: ${status}`) : text,
    ] as const;
  });
  const files = new Map([
    ...sample,
    ...Object.entries(task.notes).map(([note, text]) => [note, textOf(text)] as const),
    ...(task.plan === undefined ? [] : [[NOTE, planNote(task.plan)] as const]),
  ]);
  return { files, plan: task.starts ?? (task.plan === undefined ? null : PLAN) };
}

/** The settings for a task, without the servers, which each stage has of its own. `model`: its definition. */
export const settingsOf = (
  { closed, context }: Pick<Task, "closed" | "context">,
  model: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  quiet_seconds: 0,
  start_delay_seconds: 0,
  agent_folders: ["/"],
  agent_never: closed,
  actions: { email: { server: "mail", tool: "send_email", target_argument: "to" } },
  models: { played: { ...model, ...(context === undefined ? {} : { context }) } },
  roles: { worker: "played", planner: "played" },
});

/** The schema of the mail server’s tool. */
export const MAIL_SCHEMA = {
  type: "object",
  properties: {
    to: { type: "string" },
    subject: { type: "string" },
    body: { type: "string" },
    attachments: { type: "array", items: { type: "string" } },
  },
  required: ["to", "subject", "body"],
  additionalProperties: false,
} as const;

function planNote({ objective, context, steps, for_agent }: NonNullable<Task["plan"]>): string {
  return `---
task_id: ${PLAN}
source_link: null
created_date: 2026-11-20T08:00:00Z
priority: normal
status: Active
agent: auto
blocked_reason: null
---

# Objective

${objective}
${context === "" ? "" : `\n## Context\n\n${context.trim()}\n`}${for_agent === "" ? "" : `\n## For the agent\n\n${for_agent.trim()}\n`}
## Roadmap

${steps.map((each) => `- [ ] ${each}`).join("\n")}

## Reasoning Logs
`;
}

export function readNotes(vault: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(vault, { recursive: true, withFileTypes: true, encoding: "utf8" })
      .filter((each) => each.isFile())
      .map((each) => path.join(each.parentPath, each.name))
      .sort()
      .map((file) => [path.relative(vault, file).replaceAll(path.sep, "/"), readFileSync(file, "utf8")]),
  );
}
