/**
 * A version that brings a new setting asks nobody to confirm again, and breaks no seal, as long as the setting says its
 * default.
 */
import { expect, test } from "vitest";
import { LATER } from "../../src/settings/confirmed";
import { describeSettings } from "../../src/settings/describe";
import {
  DEFAULT_SETTINGS,
  readSettings,
  sensitiveHash,
  serverHash,
  settingsSchema,
  type Settings,
} from "../../src/settings/settings";

/**
 * The fields that there were when people first confirmed settings. This list never grows: what is new goes into
 * `LATER`.
 */
const FIRST = {
  settings: [
    "root",
    "folders",
    "servers",
    "actions",
    "high_risk",
    "others_write",
    "auto_start",
    "alert_hours",
    "quiet_seconds",
    "grace_seconds",
    "start_delay_seconds",
    "call_timeout_seconds",
    "open_requests",
    "actions_per_hour",
    "intake",
    "complex_words",
    "simple_words",
  ],
  role: ["worker"],
  limits: ["turns", "tokens", "usd", "call_seconds"],
  folder: [
    "inbox",
    "needs_action",
    "plans",
    "pending",
    "approved",
    "rejected",
    "done_plans",
    "done_actions",
    "archive",
    "dashboard",
    "acting",
  ],
  server: ["command", "args", "env", "cwd", "url", "headers"],
  mapping: [
    "server",
    "tool",
    "target_argument",
    "idempotency_argument",
    "attachments_argument",
    "error_means_nothing_happened",
  ],
};

const FULL = {
  root: "Work",
  servers: {
    mail: { command: "node", args: ["mail.mjs"], env: { PORT: "25" }, cwd: "/srv" },
    bank: { url: "https://bank.example/mcp", headers: { A: "b" } },
  },
  actions: {
    email: { server: "mail", tool: "send_email" },
    payment: { server: "bank", tool: "pay", target_argument: "to" },
  },
  call_timeout_seconds: 60,
  intake: "draft",
};

function read(value: unknown): Settings {
  const parsed = readSettings(value);
  if (parsed.kind === "bad") throw new Error(parsed.why);
  return parsed.settings;
}

test("settings that older versions confirmed hash as they did there", () => {
  expect(sensitiveHash(DEFAULT_SETTINGS)).toBe(
    "6d981620bc79cc2c453f69580f3cd9db90e1b8af8ed5cc7b4b81d62cdab10f1c",
  );
  expect(sensitiveHash(read(FULL))).toBe("275c13506128b7428737af361d8ab865afdcc0cfdbed9dee381ec1aa72ee375a");
  expect(sensitiveHash(read({ limits: { turns: 5 } }))).toBe(
    "3282b313b1a4fd76ad95696bdc2ec2154b0bf94910204a18bd45cadc791e56bf",
  );
  expect(sensitiveHash(read({ limits: { usd: 2, tokens: 9000 } }))).toBe(
    "9eea9933c3a56874f652a7b9bae1833f311a1b9977bb6739cfd40242cf0b6c35",
  );
  const { servers } = read(FULL);
  expect(
    [servers["mail"], servers["bank"]].map((each) => (each === undefined ? "" : serverHash(each))),
  ).toEqual([
    "e76407c32a6f2f8e3d2d0317f86b87a96b8819668911fd21e6eb78fe9d942e8e",
    "38cee4dfef55bb0cdd8f999b7b70c898fe430b1ba3586f64ea160bf24d4ababb",
  ]);
});

test("every field is one of the first or has its default written down, the one that the schema gives", () => {
  const mapping =
    read({ ...FULL, actions: { email: { server: "mail", tool: "send_email" } } }).actions["email"] ?? {};
  const whole = settingsSchema.parse({});
  const first = Object.entries(whole.limits).filter(([key]) => FIRST.limits.includes(key));
  const given = {
    settings: { ...whole, roles: { worker: whole.roles.worker }, limits: Object.fromEntries(first) },
    role: whole.roles,
    limits: whole.limits,
    folder: DEFAULT_SETTINGS.folders,
    mapping,
    server: {
      ...read({ servers: { a: { command: "x", cwd: "/y" } } }).servers["a"],
      ...read({ servers: { a: { url: "https://a.example" } } }).servers["a"],
    },
  };
  for (const kind of ["settings", "role", "limits", "folder", "server", "mapping"] as const) {
    const later: Readonly<Record<string, unknown>> = LATER[kind];
    const fields: Readonly<Record<string, unknown>> = { ...given[kind] };
    expect(
      Object.keys(fields)
        .filter((key) => !FIRST[kind].includes(key))
        .sort(),
      kind,
    ).toEqual(Object.keys(later).sort());
    for (const [key, value] of Object.entries(later)) expect(fields[key], `${kind}.${key}`).toEqual(value);
  }
});

const MODELS = { main: { provider: "openai-compatible", url: "https://models.example/v1", model: "large" } };

/** Decide only what people are told: nobody confirms them. */
type Told = "time_zone" | "think_phrases";

/** Another value than the default for each of the others, and what else the settings need for it. */
const OTHERS: Readonly<
  Record<Exclude<keyof typeof LATER.settings, Told>, { readonly value: unknown; readonly beside?: object }>
> = {
  start_timeout_seconds: { value: 31 },
  approval_hours: { value: 25 },
  models: { value: MODELS },
  roles: { value: { worker: "main" }, beside: { models: MODELS } },
  agent_folders: { value: ["/"] },
  agent_never: { value: ["Diary", "#private"] },
  outward_words: { value: ["faktur*"] },
  name: { value: "Anna Berger" },
  skill_folders: { value: ["~/skills"] },
  agent_tools: { value: [{ server: "mail", tool: "search" }] },
  limits: { value: { turns: 11 } },
  checks: { value: { tests: "npm test" } },
  agents: { value: { codex: { role: "planner" } } },
};

test("the time zone counts, because steps wait for their day by it", () => {
  expect(sensitiveHash(read({ ...FULL, time_zone: "Europe/Zurich" }))).not.toBe(sensitiveHash(read(FULL)));
  expect(sensitiveHash(read({ ...FULL, time_zone: "" }))).toBe(sensitiveHash(read(FULL)));
  expect(describeSettings(read({ time_zone: "Europe/Zurich" })).map(({ text }) => text)).toContain(
    "Steps wait for their day, and actions for their time, by the clock of Europe/Zurich",
  );
  for (const odd of ["+01:00", "Europe / Zurich", "here:there", "a".repeat(50)])
    expect(readSettings({ time_zone: odd })).toMatchObject({
      kind: "bad",
      why: expect.stringContaining("such as Europe/Zurich") as string,
    });
});

test.each(Object.entries(OTHERS))(
  "%s counts only where it does not say its default, which no line tells of",
  (key, { value: other, beside }) => {
    const value = LATER.settings[key as keyof typeof OTHERS];
    const base = { ...FULL, ...beside };
    expect(sensitiveHash(read({ ...base, [key]: value }))).toBe(sensitiveHash(read(base)));
    expect(describeSettings(read({ ...base, [key]: value }))).toEqual(describeSettings(read(base)));
    expect(sensitiveHash(read({ ...base, [key]: other }))).not.toBe(sensitiveHash(read(base)));
    expect(describeSettings(read({ ...base, [key]: other })).length).toBe(
      describeSettings(read(base)).length + 1,
    );
  },
);

test("every part of a model and of the limits changes the hash and a line", () => {
  const full = { provider: "openai-compatible", url: "https://a.example/v1", model: "m", key: "$secret:a" };
  const lines = (value: object): string =>
    JSON.stringify(describeSettings(read(value)).map(({ mark }) => mark));
  const base = { models: { main: full } };
  for (const change of [
    { url: "https://b.example/v1" },
    { model: "n" },
    { key: "$secret:b" },
    { context: 64_000 },
    { price: { in: 1, out: 2 } },
  ]) {
    const other = { models: { main: { ...full, ...change } } };
    expect(sensitiveHash(read(other)), JSON.stringify(change)).not.toBe(sensitiveHash(read(base)));
    expect(lines(other), JSON.stringify(change)).not.toBe(lines(base));
  }
  for (const change of [
    { turns: 11 },
    { tokens: 1 },
    { usd: 2 },
    { call_seconds: 60 },
    { plan_usd: 6 },
    { day_usd: 9 },
    { at_once: 2 },
  ]) {
    expect(sensitiveHash(read({ limits: change })), JSON.stringify(change)).not.toBe(sensitiveHash(read({})));
    expect(lines({ limits: change }), JSON.stringify(change)).not.toBe(lines({}));
  }
  expect(lines({ folders: { work: "Desk" } })).not.toBe(lines({}));
});

test("a vault whose folders are where the one for work would be keeps its folders", () => {
  expect(read({ folders: { plans: "Work/Plans" } }).folders.work).toBe("Planwright work");
  expect(readSettings({ folders: { plans: "Work/Plans", work: "Work" } }).kind).toBe("bad");
});

test.each([
  [
    {
      models: {
        main: { provider: "openai-compatible", url: "https://a.example/v1", model: "m", key: "sk-1" },
      },
    },
    "has to name a secret",
  ],
  [
    { models: { main: { provider: "openai-compatible", url: "a.example", model: "m" } } },
    "has to be an address",
  ],
  [
    { models: { main: { provider: "openai-compatible", url: "https://a.example/v1" } } },
    "“models.main.model” is missing",
  ],
  [{ models: { main: { provider: "scripted" } } }, "“models.main.file” is missing"],
  [{ roles: { worker: "main" } }, "there is no model named “main”"],
])("%j is told of", (given, why) => {
  expect(readSettings(given)).toMatchObject({ kind: "bad", why: expect.stringContaining(why) as string });
});

/** Every kind of thing, with every field at a value of its own. */
const RICH: Readonly<Record<string, unknown>> = {
  ...FULL,
  servers: {
    mail: { command: "node", args: ["mail.mjs"], env: { PORT: "25" }, cwd: "/srv" },
    bank: { url: "https://bank.example/mcp", headers: { A: "b" } },
  },
  actions: {
    email: {
      server: "mail",
      tool: "send_email",
      target_argument: "to",
      idempotency_argument: "mark",
      attachments_argument: "files",
      error_means_nothing_happened: true,
    },
  },
  high_risk: ["payment"],
  models: {
    main: {
      provider: "openai-compatible",
      url: "https://a.example/v1",
      model: "m",
      key: "$secret:a",
      context: 32_000,
      price: { in: 1, out: 2 },
    },
    coder: { provider: "program", program: { command: "claude", args: ["-p"], events: "claude-stream" } },
  },
  roles: { worker: "main", planner: "main" },
  agent_folders: ["Notes"],
  agent_never: ["Diary"],
  skill_folders: ["~/skills"],
  agent_tools: [{ server: "mail", tool: "search", unasked: true, as_of: "1" }],
  limits: { turns: 9, tokens: 9000, usd: 2, plan_usd: 6, day_usd: 9, at_once: 2, call_seconds: 60 },
  checks: { tests: "npm test", folder: "site", seconds: 60 },
  agents: { claude: { role: "reviewer", model: "coder" }, codex: { role: "planner" } },
};

/** The same with one value in it another, or gone; each with the path of that value. */
function others(value: unknown, path = ""): readonly (readonly [string, unknown])[] {
  if (value === null || value === undefined) return [[path, "x"]];
  if (typeof value === "string")
    return ["x", `${value}x`, "main", "worker", "~/other", "$secret:b", "lines"].map((each) => [path, each]);
  if (typeof value === "number") return [[path, value + 1]];
  if (typeof value === "boolean") return [[path, !value]];
  if (Array.isArray(value))
    return [
      [`${path}.length`, value.slice(1)],
      ...value.flatMap((each, at) =>
        others(each, `${path}.${String(at)}`).map(
          ([where, other]) => [where, value.with(at, other) as unknown] as const,
        ),
      ),
    ];
  return Object.entries(value as object).flatMap(([key, each]) => [
    [
      `${path}.${key} gone`,
      Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== key)),
    ],
    ...others(each, `${path}.${key}`).map(
      ([where, other]) => [where, { ...(value as object), [key]: other }] as const,
    ),
  ]);
}

test("whatever a confirmation covers has a line that changes with it", () => {
  const facts = (settings: Settings): { readonly hash: string; readonly marks: string } => ({
    hash: sensitiveHash(settings),
    marks: JSON.stringify(describeSettings(settings).map(({ mark }) => mark)),
  });
  const before = facts(read(RICH));
  const all = others(settingsSchema.parse(RICH)).flatMap(([path, value]) => {
    const parsed = readSettings(value);
    return parsed.kind === "settings" ? [{ path, ...facts(parsed.settings) }] : [];
  });
  expect(all.length).toBeGreaterThan(100);
  const unseen = all.filter(({ hash, marks }) => hash !== before.hash && marks === before.marks);
  expect([...new Set(unseen.map(({ path }) => path))]).toEqual([]);
});
