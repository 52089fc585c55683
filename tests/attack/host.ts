/** Host: what arrives by sync, what must not be told, and more of everything than anybody can want. */
import { expect } from "vitest";
import type { Case } from "./book";
import { CANARY, type BundleGround } from "./bundle";
import type { FolderGround } from "./folder";
import { approve, emailPlan, everythingIn, requestIn, type Ground } from "./ground";

/** The same server, reached in another way. */
function swapped(ground: Ground, change: Readonly<Record<string, unknown>>): void {
  const { servers } = ground.settings;
  ground.configure({ servers: { ...servers, mail: { ...servers["mail"], ...change } } });
}

const SWAPS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "another program": { command: "other-mail" },
  "another argument": { args: ["--relay", "mallory.example.net"] },
  "another environment": { env: { SMTP_HOST: "mallory.example.net" } },
  "another folder to run in": { cwd: "/" },
};

const swaps = Object.entries(SWAPS).map(([what, change]): Case => ({
  attack: `settings arrive after the approval that reach the server through ${what}`,
  line: "endpoint swapped by synced settings",
  shipped: what === "another argument",
  attempt(ground) {
    approve(ground);
    swapped(ground, change);
  },
}));

export const HOST: readonly Case[] = [
  ...swaps,
  {
    attack: "settings arrive after the approval that send the mail to an address in place of a program",
    shipped: true,
    line: "endpoint swapped by synced settings",
    attempt(ground) {
      approve(ground);
      ground.configure({ servers: { ...ground.settings.servers, mail: { url: "http://127.0.0.1:9/mcp" } } });
    },
  },
  {
    attack: "a person paused, and a sync program brings every sign that they did not",
    shipped: true,
    line: "pause flag removed by sync",
    async attempt(ground) {
      await ground.obey({ kind: "pause" });
      approve(ground);
      ground.put(".obsidian/plugins/planwright/data.json", '{"paused":false}');
      ground.put("paused.md", "paused: false\n");
      ground.edit("Acting device.md", "last_seen:", "paused: false\nlast_seen:");
      ground.edit("Plans/Invoice.md", "priority: high", "priority: high\npaused: false");
    },
    tramples: true,
    shown: /Paused since/,
  },
  {
    attack:
      "the note that names the acting device is deleted by sync while an approval waits and a person paused",
    line: "pause flag removed by sync",
    async attempt(ground) {
      await ground.obey({ kind: "pause" });
      approve(ground);
      ground.remove("Acting device.md");
    },
    shown: /Paused|This vault has no acting device/,
  },
  {
    attack: "plans arrive from another device as drafts: without the setting that starts them, none starts",
    line: "plans from another device start as Draft when the setting says so",
    asked: false,
    vault: {
      "Plans/A.md": emailPlan({ id: "PLAN-A", status: "Draft" }),
      "Plans/B.md": emailPlan({ id: "PLAN-B", status: "draft" }),
    },
    attempt: () => undefined,
    also(ground) {
      expect(ground.list("Pending_Approval")).toEqual([]);
      expect(ground.read("Plans/A.md")).toContain("status: Draft");
    },
  },
];

export const STORMS: readonly Case<FolderGround>[] = [
  {
    attack: "ten thousand events tell of one approved note",
    line: "event storms",
    async attempt(ground) {
      const name = approve(ground);
      const stop = new AbortController();
      const before = ground.looks();
      const running = (await ground.engine()).run(stop.signal);
      for (let batch = 0; batch < 20; batch += 1) {
        for (let n = 0; n < 500; n += 1) ground.hint(`Approved/${name}`);
        await new Promise((resolve) => void setImmediate(resolve));
      }
      stop.abort();
      await running;
      expect(ground.looks() - before).toBeLessThan(500);
    },
    calls: 1,
  },
  {
    attack:
      "something rewrites the step again and again, as a model in a loop would (hostile text arrives in a note)",
    line: "a model that loops, spends",
    async attempt(ground) {
      for (let round = 0; round < 12; round += 1) {
        ground.edit(
          "Plans/Invoice.md",
          /^- \[ \] ✋ Send[^^\n]*/m.exec(ground.read("Plans/Invoice.md"))?.[0] ?? "",
          `- [ ] ✋ Send the invoice, try ${String(round)} `,
        );
        await ground.settle();
      }
    },
    also: (ground) => expect(ground.list("Pending_Approval").length).toBeLessThanOrEqual(1),
  },
  {
    attack:
      "something rewrites the step again and again, its block id included, so that each is a new step (hostile text arrives in a note)",
    line: "a model that loops, spends",
    settings: { open_requests: 5 },
    async attempt(ground) {
      for (let round = 0; round < 12; round += 1) {
        ground.edit(
          "Plans/Invoice.md",
          /^- \[ \] ✋ Send.*$/m.exec(ground.read("Plans/Invoice.md"))?.[0] ?? "",
          `- [ ] ✋ Send the invoice, try ${String(round)}`,
        );
        await ground.settle();
      }
    },
    also: (ground) => expect(ground.list("Pending_Approval").length).toBeLessThanOrEqual(5),
  },
  {
    attack: "something writes 100 drafts and 100 plans without an end",
    line: "a model that … writes 10,000 plans",
    asked: false,
    vault: Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [
        `Plans/P${String(n)}.md`,
        emailPlan({
          id: `PLAN-${String(n)}`,
          status: n % 2 === 0 ? "Draft" : "Active",
          type: "other",
          to: "everybody",
        }),
      ]),
    ),
    attempt: () => undefined,
    also(ground) {
      expect(ground.list("Pending_Approval").length).toBeLessThanOrEqual(50);
      expect(ground.read("Dashboard.md").length).toBeLessThan(10_240);
    },
  },
];

/** Neither the vault, nor this device's memory, nor what was said holds the password; the server did get it. */
function keepsTheSecret(ground: BundleGround): void {
  const told = [...everythingIn(ground.home)]
    .filter(([, text]) => text.includes(CANARY))
    .map(([path]) => path);
  expect(
    told.filter((path) => path !== "settings.json"),
    "files that hold the password",
  ).toEqual([]);
  expect(ground.said()).not.toContain(CANARY);
}

export const SECRETS: readonly Case<BundleGround>[] = [
  {
    attack: "a server repeats its password in the answer to a call",
    line: "keys in `data.json`/logs/errors",
    attempt: (ground) => approve(ground),
    calls: 1,
    also(ground) {
      keepsTheSecret(ground);
      expect(ground.calls()[0]).toMatchObject({ knew: true });
    },
  },
  {
    attack: "a server repeats its password in an error",
    line: "keys in `data.json`/logs/errors",
    attempt(ground) {
      ground.answer("mail", "tool-error");
      approve(ground);
    },
    calls: 1,
    shown: /reported an error/,
    also: keepsTheSecret,
  },
  {
    attack: "a server says its password on standard error and ends",
    line: "keys in `data.json`/logs/errors",
    asked: false,
    attempt: (ground) =>
      swapped(ground, {
        args: ["scripts/parts/odd-server.mjs", "crash"],
        env: { ODD_SECRET: "$secret:mail-token" },
        cwd: process.cwd(),
      }),
    shown: /cannot be reached|ended/,
    also: keepsTheSecret,
  },
  {
    attack: "a password stands in the settings themselves, and the server repeats it",
    line: "keys in `data.json`/logs/errors",
    asked: false,
    async attempt(ground) {
      const mail = ground.settings.servers["mail"];
      if (mail === undefined || !("env" in mail)) throw new Error("The mail server has no environment.");
      swapped(ground, { env: { ...mail.env, SECRET: CANARY } });
      await ground.settle();
      expect(requestIn(ground)).toContain("_email_");
      approve(ground);
    },
    calls: 1,
    also: keepsTheSecret,
  },
  {
    attack:
      "a second device is started on the vault and told to act, while the first has an approval waiting",
    line: "cloned laptop, Obsidian and terminal on one vault",
    async attempt(ground) {
      approve(ground);
      const { code, err } = await ground.run(["settle", "--executor"], "device-2");
      expect({ code, calls: ground.calls().length }).toEqual({ code: 1, calls: 0 });
      expect(err).toMatch(/is the acting device/);
    },
    calls: 1,
  },
  {
    attack: "two programs of one device settle at the same moment, with an approval waiting",
    line: "cloned laptop, Obsidian and terminal on one vault",
    async attempt(ground) {
      approve(ground);
      await Promise.all([1, 2, 3].map(() => ground.run(["settle", "--executor"])));
    },
    calls: 1,
  },
];
