/** The memory of a device outside the vault, and the use that it makes of it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLocalChoices, createLocalStore, installationId } from "../../src/adapters/obsidian/local";
import { isTrusted, watchTrust } from "../../src/adapters/obsidian/trust";
import { watchWaking } from "../../src/adapters/obsidian/waking";
import { createMemoryStore } from "../fakes/store";
import { DEFAULT_SETTINGS, sensitiveHash, type Settings } from "../../src/settings/settings";
import { changesSince } from "../../src/settings/changes";
import { describeSettings, spellOut } from "../../src/settings/describe";
import { bootApp } from "./boot";
import { newProfile, type Profile } from "./obsidian/surroundings";

/** The changes in plain text; empty where nothing has changed. */
function spellChanges(...between: Parameters<typeof changesSince>): string {
  return changesSince(...between)
    .flatMap(({ group, of, lines }) => [
      of === null ? group : `${group}, ${of}`,
      ...lines.map(({ how, text }) => `  ${`${how}:`.padEnd(9)}${text}`),
    ])
    .join("\n");
}

let folder: string;
let profile: Profile;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "planwright-local-"));
  profile = newProfile();
});
afterEach(() => rm(folder, { recursive: true }));

type AppLike = Parameters<typeof createLocalStore>[0];
const startApp = async (): Promise<AppLike> => {
  const harness = await bootApp({
    folder,
    profile,
    device: "phone",
    plugin: { code: 'module.exports = class extends require("obsidian").Plugin {};' },
  });
  return harness.app as unknown as AppLike;
};
const keyOf = (name: string): string => [...profile.local.keys()].find((key) => key.endsWith(name)) ?? "";

describe("a phone's memory", () => {
  test("is there after a restart, in the order it was added", async () => {
    const store = createLocalStore(await startApp());
    expect(await store.load()).toEqual({ kind: "records", records: [] });
    expect(profile.local.size).toBe(0);
    await Promise.all([1, 2, 3].map((n) => store.append({ n })));
    expect(await createLocalStore(await startApp()).load()).toEqual({
      kind: "records",
      records: [{ n: 1 }, { n: 2 }, { n: 3 }],
    });
  });

  test("that is damaged is said to be, and takes nothing more", async () => {
    const store = createLocalStore(await startApp());
    await store.append({ n: 1 });
    for (const damage of ['"text"', "[{"]) {
      profile.local.set(keyOf("planwright-records"), damage);
      expect((await store.load()).kind).toBe("damaged");
      await expect(store.append({ n: 2 })).rejects.toThrow("damaged");
    }
    await expect(store.append(undefined)).rejects.toThrow("cannot be stored");
  });

  test("keeps its choices and its own name for itself", async () => {
    const random = { bytes: (count: number) => new Uint8Array(count).fill(7) };
    const choices = createLocalChoices(await startApp());
    expect([choices.acts(), choices.offered(), choices.announced()]).toEqual([false, false, ""]);
    choices.setActs(true);
    choices.setOffered();
    choices.setAnnounced("2026-02-21");
    const app = await startApp();
    const again = createLocalChoices(app);
    expect([again.acts(), again.offered(), again.announced()]).toEqual([true, true, "2026-02-21"]);
    expect(installationId(app, random)).toBe("07".repeat(16));
    expect(installationId(app, { bytes: (count) => new Uint8Array(count) })).toBe("07".repeat(16));
  });
});

describe("settings and trust", () => {
  test("whoever confirms settings is shown all that is confirmed by it, and nothing else counts", () => {
    const others: Partial<Settings> = {
      root: "Elsewhere",
      folders: { ...DEFAULT_SETTINGS.folders, approved: "Yes" },
      servers: { mail: { command: "touch", args: [], env: {} } },
      high_risk: [],
      others_write: true,
      auto_start: true,
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
      name: "Anna Berger",
      time_zone: "Europe/Zurich",
      alert_hours: 1,
      approval_hours: 1,
      quiet_seconds: 1,
      grace_seconds: 0,
      start_delay_seconds: 0,
      call_timeout_seconds: 1,
      start_timeout_seconds: 1,
      open_requests: 1,
      actions_per_hour: 1,
      intake: "draft",
      complex_words: [],
      simple_words: [],
      outward_words: ["fling"],
      think_phrases: [],
      models: {
        main: {
          provider: "openai-compatible",
          url: "https://models.example/v1",
          file: "",
          model: "m",
          key: "",
          context: 32_000,
          price: null,
        },
      },
      roles: { worker: "main", planner: "" },
      agent_folders: ["/"],
      agent_never: ["Diary"],
      skill_folders: ["~/skills"],
      agent_tools: [{ server: "web", tool: "search", unasked: false, as_of: "" }],
      limits: { ...DEFAULT_SETTINGS.limits, turns: 1 },
      checks: { tests: "npm test", folder: "", seconds: 600 },
      agents: { codex: { role: "planner", steps: ["plan"] } },
    };
    expect(Object.keys(others).sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort());
    const shown = Object.entries(others).filter(
      ([key, value]) =>
        spellOut(describeSettings({ ...DEFAULT_SETTINGS, [key]: value })) !==
        spellOut(describeSettings(DEFAULT_SETTINGS)),
    );
    const counted = Object.entries(others).filter(
      ([key, value]) =>
        sensitiveHash({ ...DEFAULT_SETTINGS, [key]: value }) !== sensitiveHash(DEFAULT_SETTINGS),
    );
    expect(shown.map(([key]) => key)).toEqual(counted.map(([key]) => key));
    const drafting = { ...DEFAULT_SETTINGS, intake: "draft" as const };
    expect(sensitiveHash({ ...drafting, complex_words: ["x"] })).not.toBe(sensitiveHash(drafting));
    expect(describeSettings({ ...drafting, complex_words: ["x"] })).not.toEqual(describeSettings(drafting));
    expect(
      Object.keys(others)
        .filter((key) => counted.every(([each]) => each !== key))
        .sort(),
    ).toEqual(["alert_hours", "complex_words", "simple_words", "think_phrases"]);
  });

  test("whatever is confirmed anew is among what has changed, whether or not its words differ", () => {
    const action = {
      server: "mail",
      tool: "send",
      target_argument: null,
      idempotency_argument: null,
      attachments_argument: null,
      fixed_arguments: {},
      error_means_nothing_happened: false,
      nothing_happened_words: [],
    };
    const server = { command: "node", args: ["a b"], env: { KEY: "one", PLACE: "here" } };
    const base: Settings = {
      ...DEFAULT_SETTINGS,
      intake: "draft",
      complex_words: ["a, b"],
      servers: { mail: server, web: { url: "https://a.example/", headers: {} } },
      actions: {
        email: action,
        payment: { ...action, error_means_nothing_happened: true, nothing_happened_words: [] },
      },
    };
    const { approved, rejected } = base.folders;
    const others: readonly Partial<Settings>[] = [
      { folders: { ...base.folders, approved: rejected, rejected: approved } },
      { root: "Elsewhere" },
      { servers: { ...base.servers, mail: { ...server, env: { ...server.env, KEY: "two" } } } },
      { servers: { ...base.servers, mail: { ...server, args: ["a", "b"] } } },
      { servers: { ...base.servers, mail: { ...server, cwd: "" } } },
      { servers: { ...base.servers, web: { command: "https://a.example/", args: [], env: {} } } },
      { servers: { ...base.servers, web: { url: "https://someone@a.example/", headers: {} } } },
      {
        servers: {
          ...base.servers,
          mail: { command: "node", args: ["a b"], env: { PLACE: "here" } },
          web: { url: "https://a.example/", headers: { KEY: "one" } },
        },
      },
      {
        actions: {
          ...base.actions,
          email: { ...action, error_means_nothing_happened: true, nothing_happened_words: [] },
          payment: action,
        },
      },
      { actions: { ...base.actions, email: { ...action, target_argument: "" } } },
      { high_risk: ["every"], others_write: false },
      { others_write: true, high_risk: ["x"] },
      { complex_words: ["a", "b"] },
    ];
    const kept = describeSettings(base).map((each) => ({ ...each, text: each.kept }));
    const texts = others.map((each) => spellChanges(kept, describeSettings({ ...base, ...each })));
    expect(others.filter((_each, at) => texts[at] === "")).toEqual([]);
    expect(texts[0]).toBe(
      "Folders\n  now:     Approved: Rejected\n  now:     Rejected: Approved\n  before:  Approved: Approved\n  before:  Rejected: Rejected",
    );
    expect(texts[8]).toBe(
      "Actions, email\n  new:     an error from it means that nothing happened\nActions, payment\n  gone:    an error from it means that nothing happened",
    );
    expect(
      spellChanges(describeSettings(base), describeSettings({ ...base, alert_hours: 1, simple_words: [] })),
    ).toBe("");
    // While others write here every type is confirmed; which ones are when nobody else does, counts and is told all the
    // same.
    expect(
      spellChanges(
        describeSettings({ ...base, others_write: true }),
        describeSettings({ ...base, others_write: true, high_risk: [] }),
      ),
    ).toContain("Types that are always confirmed on this device as well: none");
  });

  test("of what a server is started or called with nothing is kept; what is nobody’s to read is not shown, and what runs or where it goes is", () => {
    const secret = "canary-1";
    const env = {
      SMTP_PASS: secret,
      MAIL_PWD: secret,
      GITHUB_PAT: secret,
      API_TOKEN: secret,
      APIKEY: secret,
      Cookie: secret,
      AUTH_HOST: "smtp.example.com",
      GIT_ASKPASS: "/tmp/ask.sh",
    };
    const script = "key=require('child_process').execSync('curl https://a.example')";
    const lines = describeSettings({
      ...DEFAULT_SETTINGS,
      servers: {
        a: { command: "node", args: ["--token", "-e", script], env, cwd: "/home/canary-2" },
        b: { url: "https://one.example\\@two.example/mcp", headers: { "X-Api-Key": secret } },
      },
    });
    const shown = spellOut(lines);
    expect(shown).not.toContain(secret);
    for (const part of [
      "/home/canary-2",
      "AUTH_HOST=smtp.example.com",
      "GIT_ASKPASS=/tmp/ask.sh",
      script,
      "one.example",
    ])
      expect(shown).toContain(part);
    const kept = lines.map((each) => each.kept).join("\n");
    for (const part of ["canary", "smtp.example.com", "ask.sh", "execSync", "one.example"])
      expect(kept).not.toContain(part);
  });

  test("what looks like another letter is named, and a package without a whole version too", () => {
    const spelled = (server: object): string =>
      spellOut(
        describeSettings({
          ...DEFAULT_SETTINGS,
          servers: {
            a: { args: [], env: {}, headers: {}, ...server } as unknown as Settings["servers"][string],
          },
        }),
      );
    expect(spelled({ url: "https://b\u0430nk.example/" })).toContain("“\u0430” is U+0430, Cyrillic");
    for (const [command, ...args] of [
      ["npx", "-y", "some-mail"],
      ["npx", "foo@1"],
      ["npx", "--package=evil", "foo@1.2.3"],
      ["pnpm", "dlx", "foo"],
      ["C:\\bin\\npx.ps1", "foo"],
      ["uv", "tool", "run", "foo"],
    ])
      expect(spelled({ command, args }), args.join(" ")).toContain("whatever version is newest");
    for (const [command, ...args] of [
      ["npx", "-y", "some-mail@1.2.3"],
      ["uvx", "--from", "foo==1.2", "foo"],
      ["node", "npx"],
      ["npm", "start"],
    ])
      expect(spelled({ command, args }), args.join(" ")).not.toContain("whatever version is newest");
  });

  test("no value passes for a line of ours", () => {
    const forged = "x\n\nLimits\n  Types that are always confirmed on this device as well: none";
    const action = {
      server: forged,
      tool: forged,
      target_argument: forged,
      idempotency_argument: forged,
      attachments_argument: forged,
      fixed_arguments: {},
      error_means_nothing_happened: false,
      nothing_happened_words: [],
    };
    const settings: Settings = {
      ...DEFAULT_SETTINGS,
      intake: "draft",
      complex_words: [forged],
      servers: {
        [forged]: { command: forged, args: [forged], env: { [forged]: forged }, cwd: forged },
        web: { url: `https://a.example/${forged}`, headers: {} },
      },
      actions: { email: action },
    };
    const lines = spellOut(describeSettings(settings)).split("\n");
    expect(lines.filter((each) => each === "Limits")).toHaveLength(1);
    expect(lines.filter((each) => each.trim().startsWith("Types that"))).toEqual([
      "  Types that are always confirmed on this device as well: payment",
    ]);
  });

  const other = { ...DEFAULT_SETTINGS, root: "Elsewhere" };

  test("the defaults need no confirmation until something was confirmed here", async () => {
    const trust = watchTrust(createMemoryStore());
    expect([isTrusted({ trust, settings: DEFAULT_SETTINGS }), isTrusted({ trust, settings: other })]).toEqual(
      [true, false],
    );
    await trust.store.append({ kind: "trusted", what: "settings", hash: sensitiveHash(other), at: 1 });
    expect([isTrusted({ trust, settings: DEFAULT_SETTINGS }), isTrusted({ trust, settings: other })]).toEqual(
      [false, true],
    );
  });

  test("a confirmation is found again after a restart, the last one counting", async () => {
    const store = createMemoryStore();
    await store.append({ kind: "trusted", what: "settings", hash: "old", at: 1 });
    await store.append({ kind: "trusted", what: "something else", hash: "no", at: 2 });
    await store.append({ kind: "trusted", what: "settings", hash: "new", at: 3 });
    const trust = watchTrust(store);
    expect(trust.confirmed()).toBeNull();
    await trust.store.load();
    expect(trust.confirmed()?.hash).toBe("new");
  });
});

test("a long gap between two looks is a sleep, and the time since waking begins anew", () => {
  let now = 1000;
  const waking = watchWaking({ now: () => now });
  now += 3_600_000;
  waking.looked();
  expect(waking.since()).toBe(1000);
  now += 60_000;
  waking.looked();
  expect(waking.since()).toBe(1000);
  now += 600_000;
  waking.looked();
  expect(waking.since()).toBe(now);
});
