/** Small worlds from literal notes: what a look would have brought in, assembled as in production. */
import type { Action } from "../../src/note/action/action";
import { OpenPlanIndex } from "../../src/note/index/planIndex";
import type { Shelved } from "../../src/note/index/shelved";
import { copyProblem, shelvedAs } from "../../src/note/index/shelve";
import { firstOf } from "../../src/kit/sorted";
import { isAtRest, wantedClosely } from "../../src/rules/workingSet";
import { EMPTY_LEDGER, type DeviceState, type ActionState } from "../../src/approval/device/ledger";
import { NO_INTAKE } from "../../src/note/intake/task";
import { NO_STEPS, parsePlan, type PlanReading } from "../../src/note/plan/parse";
import { hashStep } from "../../src/note/plan/steps";
import { requestName } from "../../src/approval/request/name";
import type { Identity, Remarks, RequestReading } from "../../src/approval/request/request";
import { DEFAULT_SETTINGS, serverHash, type Settings } from "../../src/settings/settings";
import { assemble, taking } from "../../src/rules/assemble";
import type { Seen, SeenRequest } from "../../src/rules/snapshot";
import { findRequests } from "../../src/rules/requests";
import { toolHash } from "../../src/approval/toolHash";
import type { ToolView } from "../../src/kit/ports/tools";
import type { World } from "../../src/rules/world";

export const NOW = Date.UTC(2026, 1, 21, 12, 0);
export const DEVICE = "d".repeat(32);

export const device: DeviceState = {
  ...EMPTY_LEDGER,
  device: { id: DEVICE, key: "0".repeat(64), name: "Desk", machine: "m", vault: "v", at: NOW },
  alive: NOW,
};

/** An acting device with nothing seen. */
export const NOTHING: Seen = {
  now: NOW,
  role: "executor",
  settings: DEFAULT_SETTINGS,
  device,
  acting: { kind: "named", device: DEVICE, name: "Desk", since: NOW, seen: "2026-02-21" },
  hindrances: [],
  withoutSettings: false,
  backSince: null,
  starting: null,
  folders: { absent: [], unreadable: [], bare: [] },
  planIndex: new OpenPlanIndex(),
  plans: [],
  recent: [],
  requests: [],
  intake: NO_INTAKE,
  recordNotes: new Map(),
  claims: [],
  problems: [],
  servers: new Map(),
  attachments: new Map(),
  dashboard: null,
  flows: new Map(),
  results: [],
  work: new Map(),
  programs: "No program runs in this test.",
  jobs: [],
  offers: new Map(),
  runAtWork: null,
  otherRun: null,
  watched: new Map(),
  failures: new Map(),
};

/** A note of a plan, as it was read. */
export interface PlanNote {
  readonly path: string;
  readonly hash: string;
  readonly changed: number;
  readonly parsed: PlanReading;
}

export interface Found extends Partial<Omit<Seen, "plans" | "planIndex" | "recent">> {
  readonly plans?: readonly PlanNote[];
  readonly archived?: readonly PlanNote[];
}

/** `isAll`: every plan is looked at closely, and not only those of which more is wanted than their cards. */
export function world({ plans = [], archived = [], ...found }: Found, isAll = false): World {
  const seen = { ...NOTHING, ...found };
  const planIndex = new OpenPlanIndex();
  const restless = new Set<string>();
  const there = new Set([...plans, ...archived].map(({ path }) => path));
  const shelve = ({ path, parsed: reading }: PlanNote): Shelved => {
    const copied = copyProblem(path, (other) => there.has(other));
    const made = shelvedAs(path, "", reading, copied, { zone: seen.settings.time_zone });
    return made.kind === "adoptable" ? { ...made, converts: !made.lacks.includes(NO_STEPS) } : made;
  };
  for (const note of plans) {
    const { path, parsed: reading } = note;
    planIndex.put(path, false, shelve(note));
    if (reading.kind === "plan" && planIndex.at(path) !== null && !isAtRest(reading.plan, seen.settings))
      restless.add(path);
  }
  for (const note of archived) planIndex.put(note.path, true, shelve(note));
  const changes = new Map(plans.map(({ path, changed }) => [path, changed]));
  const changedAt = (path: string): number => changes.get(path) ?? 0;
  const wanted = wantedClosely({ ...seen, planIndex, restless, changedAt });
  const whole = new Map(
    [...plans, ...archived].flatMap(({ path, parsed: reading }) =>
      reading.kind === "plan" ? [[path, reading.plan] as const] : [],
    ),
  );
  const close = plans.flatMap(({ path, hash, changed, parsed: reading }) =>
    (isAll || wanted.has(path)) && reading.kind === "plan" && planIndex.at(path) !== null
      ? [{ path, hash, changed, plan: reading.plan }]
      : [],
  );
  const looked = {
    ...seen,
    planIndex,
    plans: close,
    recent: firstOf(10, planIndex.newest()).flatMap(({ path }) => whole.get(path) ?? []),
  };
  return assemble(looked, findRequests(looked, taking(looked)));
}

export interface PlanWords {
  readonly id: string;
  readonly path?: string;
  readonly status?: string;
  readonly objective?: string;
  readonly created?: string;
  readonly source?: string;
  readonly blockedReason?: string;
  /** With boxes and block ids. */
  readonly roadmap?: readonly string[];
  readonly logs?: readonly string[];
}

export function plan(words: PlanWords): PlanNote {
  const {
    id,
    status = "Active",
    objective = `Objective of ${id}`,
    created = "2026-02-20T09:00:00Z",
    source = "null",
    blockedReason = "null",
    roadmap = ["- [ ] First step"],
    logs = [],
  } = words;
  const path = words.path ?? `Plans/${id}.md`;
  const text = `---\ntask_id: ${JSON.stringify(id)}\nsource_link: ${source}\ncreated_date: ${created}\nstatus: ${status}\nblocked_reason: ${blockedReason}\n---\n\n# Objective\n${objective}\n\n## Roadmap\n${roadmap.join("\n")}\n\n## Reasoning Logs\n${logs.join("\n")}\n`;
  return note(path, text);
}

export function note(path: string, text: string): PlanNote {
  return { path, hash: path, changed: 0, parsed: parsePlan(path, text) };
}

export const MAIL: readonly string[] = [
  "    ```action",
  "    type: email",
  "    target: client_a@example.com",
  "    args:",
  "      body: Hello",
  "    ```",
];
const ACTION: Action = {
  type: "email",
  target: "client_a@example.com",
  args: { body: "Hello" },
  attachments: [],
};

/** A plan that asked for approval of its second step, with its request. */
export interface Asked {
  readonly plan: PlanNote;
  readonly identity: Identity;
  readonly actionState: ActionState;
  readonly name: string;
}

/** `n` makes plans and ids differ. `blocked` is the stamp of its block; null leaves it Active. */
export function asked(
  n: number,
  words: Partial<PlanWords> & { readonly blocked?: string | null; readonly at?: number } = {},
): Asked {
  const id = n.toString(16).padStart(8, "0") + "a".repeat(24);
  const created = words.at ?? NOW - 3_600_000;
  const name = requestName(created, "email", "client a", id);
  const step = `s-${n.toString(16).padStart(4, "0")}`;
  const blocked = words.blocked === undefined ? "2026-02-21T10:45:00Z" : words.blocked;
  const logs =
    blocked === null
      ? []
      : [
          `- [${blocked}] Agent: Blocked at step 2 “✋ Send it” — Awaiting human approval. (blocked, step ${step}, request ${id}, block approval)`,
        ];
  const taskId = words.id ?? `PLAN-${String(n)}`;
  const roadmap = ["- [x] Find out", `- [ ] ✋ Send it ^${step}`, ...MAIL, "- [ ] File it"];
  const made = plan({
    status: blocked === null ? "Active" : "Blocked",
    roadmap,
    ...words,
    id: taskId,
    logs: [
      ...(words.logs ?? []),
      `- [2026-02-21T10:40:00Z] Agent: Asked for approval of step 2 — A person decides. (asked, step ${step}, request ${id}, note ${name.replace(/\.md$/, "")}, text aaaaaaaaaaaa)`,
      ...logs,
    ],
  });
  const parsed = made.parsed.kind === "plan" ? made.parsed.plan : null;
  const key = parsed?.key ?? "";
  const stepHash = parsed?.steps[1] === undefined ? "" : hashStep(parsed.steps[1]);
  const identity: Identity = {
    id,
    chain: id,
    attempt: 1,
    plan: key,
    task: taskId,
    step,
    stepHash,
    route: null,
    idempotency: id,
    attachments: [],
    receivers: [],
    executor: DEVICE,
    name,
    folders: ["Pending_Approval", "Approved", "Rejected", "Done/Actions"],
    created,
    repeats: false,
    warnsOf: [],
    cause: null,
  };
  const actionState: ActionState = {
    action: id,
    chain: id,
    attempt: 1,
    name,
    plan: key,
    task: taskId,
    step,
    text: stepHash.slice(0, 12),
    type: "email",
    target: "client_a@example.com",
    asked: created,
    seen: null,
    unreached: null,
    held: [],
    confirmed: false,
    voided: 0,
    did: false,
    begun: null,
    idempotency: "",
    actionHash: "",
    nonce: "",
    limit: null,
    outcome: null,
    ended: null,
    detail: "",
    applied: false,
  };
  return { plan: made, identity, actionState, name };
}

/**
 * Settings that give mail to a server, and the same request asked for it. What the fixtures ask otherwise is done by
 * hand.
 */
export const MAILING: Settings = {
  ...DEFAULT_SETTINGS,
  servers: { mail: { command: "mail", args: [], env: {} } },
  actions: {
    email: {
      server: "mail",
      tool: "send",
      target_argument: null,
      idempotency_argument: null,
      attachments_argument: null,
      fixed_arguments: {},
      error_means_nothing_happened: false,
      nothing_happened_words: [],
    },
  },
};

const SEND: ToolView = {
  name: "send",
  description: "",
  schema: {
    type: "object",
    properties: { to: { type: "string" }, subject: { type: "string" }, body: { type: "string" } },
  },
};
/** The mail server has been asked, and offers what it did when the request was written. */
export const ANSWERED: Seen["servers"] = new Map([["mail", { kind: "up", tools: [SEND] }]]);

export function routed(of: Asked): Asked {
  const definition = MAILING.servers["mail"];
  const route = {
    server: "mail",
    tool: "send",
    toolHash: toolHash(SEND),
    serverHash: definition === undefined ? "" : serverHash(definition),
    targetArgument: null,
    idempotencyArgument: null,
    attachmentsArgument: null,
  };
  return { ...of, identity: { ...of.identity, route } };
}

const FOLDERS = {
  pending: "Pending_Approval",
  approved: "Approved",
  rejected: "Rejected",
  done: "Done/Actions",
} as const;

export function requestNote(
  { identity, name }: Asked,
  folder: SeenRequest["folder"],
  reading: RequestReading = { kind: "sealed", identity, action: ACTION },
  remarks: Remarks = { note: "", didIt: false },
): SeenRequest {
  return {
    folder,
    path: `${FOLDERS[folder]}/${name}`,
    name,
    hash: name,
    changed: 0,
    since: NOW - 600_000,
    came: NOW - 600_000,
    parsed: { reading, remarks },
  };
}

export function externalNote(name: string, folder: SeenRequest["folder"] = "pending"): SeenRequest {
  return {
    folder,
    path: `${FOLDERS[folder]}/${name}`,
    name,
    hash: name,
    changed: 0,
    since: NOW,
    came: NOW,
    parsed: {
      reading: { kind: "foreign", claims: null, why: "it has no seal from Planwright" },
      remarks: { note: "", didIt: false },
    },
  };
}

export function latched(...all: readonly ActionState[]): DeviceState {
  return { ...device, actionState: new Map(all.map((each) => [each.action, each])) };
}

/** The same things in another order. */
export function reversed(seen: Found): Found {
  const turned = { ...seen };
  for (const key of ["plans", "archived", "requests", "problems"] as const)
    if (seen[key] !== undefined) Object.assign(turned, { [key]: [...seen[key]].reverse() });
  return turned;
}
