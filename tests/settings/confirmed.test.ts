/** A version that brings a new setting asks nobody to confirm again, and breaks no seal, as long as the setting says its default. */
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

/** The fields that there were when people first confirmed settings. This list never grows: what is new goes into `LATER`. */
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
  const reading = readSettings(value);
  if (reading.kind === "bad") throw new Error(reading.why);
  return reading.settings;
}

test("settings that older versions confirmed hash as they did there", () => {
  expect(sensitiveHash(DEFAULT_SETTINGS)).toBe(
    "6d981620bc79cc2c453f69580f3cd9db90e1b8af8ed5cc7b4b81d62cdab10f1c",
  );
  expect(sensitiveHash(read(FULL))).toBe("275c13506128b7428737af361d8ab865afdcc0cfdbed9dee381ec1aa72ee375a");
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
  const given = {
    settings: settingsSchema.parse({}),
    folder: DEFAULT_SETTINGS.folders,
    mapping,
    server: {
      ...read({ servers: { a: { command: "x", cwd: "/y" } } }).servers["a"],
      ...read({ servers: { a: { url: "https://a.example" } } }).servers["a"],
    },
  };
  for (const kind of ["settings", "folder", "server", "mapping"] as const) {
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

test.each(Object.entries(LATER.settings))(
  "%s counts only where it does not say its default, which no line tells of",
  (key, value) => {
    expect(sensitiveHash(read({ ...FULL, [key]: value }))).toBe(sensitiveHash(read(FULL)));
    expect(describeSettings(read({ ...FULL, [key]: value }))).toEqual(describeSettings(read(FULL)));
    const other = typeof value === "number" ? value + 1 : value;
    expect(sensitiveHash(read({ ...FULL, [key]: other }))).not.toBe(sensitiveHash(read(FULL)));
    expect(describeSettings(read({ ...FULL, [key]: other })).length).toBe(
      describeSettings(read(FULL)).length + 1,
    );
  },
);
