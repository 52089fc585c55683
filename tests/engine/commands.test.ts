/** The plan or request that a person means by the words they type. None of these commands gets as far as the vault. */
import { describe, expect, test } from "vitest";
import type { Context } from "../../src/engine/perform/context";
import type { Command, Obeyed } from "../../src/engine/perform/replies";
import { obey } from "../../src/engine/commands/obey";
import { findPlan } from "../../src/engine/perform/find";
import { addRecord } from "../../src/approval/device/ledger";
import type { DeviceRecord } from "../../src/approval/device/ledgerEntries";
import { planDetailAt, type World } from "../../src/rules/world";
import { asShown, type Said } from "../story/said";
import {
  ANSWERED,
  asked,
  device,
  externalNote,
  latched,
  MAIL,
  MAILING,
  note,
  NOW,
  plan,
  requestNote,
  routed,
  world,
} from "../rules/build";

const [one, two] = [asked(1), asked(2)];
const both = world({
  plans: [one.plan, two.plan],
  requests: [requestNote(one, "pending"), requestNote(two, "pending")],
  device: latched(one.actionState, two.actionState),
});

/** A person gives the command; whatever it asks besides fails. */
const NOTHING = new Proxy(
  { by: null },
  {
    get: (_nothing, name) => {
      if (name === "by") return null;
      throw new Error(`${String(name)} was used`);
    },
  },
) as Context;
/** It can look at a plan, and at nothing else. */
const lookingAt = (where: World): Context => ({
  ...NOTHING,
  settings: where.settings,
  planDetail: (path) => Promise.resolve(planDetailAt(where, path)),
});
const answer = async (command: Said, where = both): Promise<Obeyed> =>
  await obey(asShown(command, where), where, { ...NOTHING, planDetail: lookingAt(where).planDetail });

describe("a request", () => {
  test("is not guessed at where the first digits are those of two", async () => {
    for (const kind of ["approve", "hold", "confirm"] as const) {
      expect(await answer({ kind, request: "000000" }), kind).toMatchObject({
        kind: "refused",
        say: "Several requests begin with “000000”; give more of the id.",
      });
    }
    expect(await answer({ kind: "resolve", request: "000000", happened: true })).toMatchObject({
      kind: "refused",
    });
  });

  test.each([
    one.identity.id,
    one.identity.id.slice(0, 8),
    one.identity.id.toUpperCase(),
    one.name,
    one.name.replace(/\.md$/, "_receipt.md"),
    one.name.replace(/\.md$/, ""),
    ` ${one.name} `,
    "PLAN-1",
  ])("is found by %j", async (which) => {
    expect((await answer({ kind: "resolve", request: which, happened: true })).say).toBe(
      `${one.name} is not in doubt: It waits for your decision.`,
    );
  });

  test("goes before a plan of the same id", async () => {
    const alike = asked(2, { id: "00000001" });
    const where = world({
      plans: [one.plan, alike.plan],
      requests: [requestNote(one, "pending"), requestNote(alike, "pending")],
      device: latched(one.actionState, alike.actionState),
    });
    expect((await answer({ kind: "resolve", request: "00000001", happened: true }, where)).say).toContain(
      one.name,
    );
  });

  test("is asked for by itself where its step says everything", async () => {
    const where = world({ plans: [plan({ id: "A", roadmap: ["- [ ] ✋ Send it", ...MAIL] })] });
    expect(await answer({ kind: "request", plan: "A", step: null, action: null }, where)).toEqual({
      kind: "done",
      say: "Planwright is writing the request.",
    });
  });

  test("is found although a copy of it claims the same id", async () => {
    const copy = {
      ...externalNote("Copy.md"),
      parsed: {
        reading: { kind: "foreign" as const, claims: one.identity.id, why: "a copy" },
        remarks: { note: "", didIt: false },
      },
    };
    const where = world({
      plans: [one.plan],
      requests: [copy, requestNote(one, "pending")],
      device: latched(one.actionState),
    });
    expect((await answer({ kind: "resolve", request: one.identity.id, happened: true }, where)).say).toBe(
      `${one.name} is not in doubt: It waits for your decision.`,
    );
  });

  test("is not rejected from where it does not wait", async () => {
    const where = world({
      plans: [one.plan],
      requests: [requestNote(one, "rejected")],
      device: latched(one.actionState),
    });
    const settings = { ...NOTHING, settings: where.settings };
    for (const [kind, folder] of [
      ["reject", "Pending_Approval"],
      ["approve", "Pending_Approval"],
      ["hold", "Approved"],
    ] as const) {
      expect(
        await obey(
          asShown(
            kind === "reject"
              ? { kind, request: one.identity.id, note: "" }
              : { kind, request: one.identity.id },
            where,
          ),
          where,
          settings,
        ),
      ).toEqual({
        kind: "refused",
        say: `${one.name} is not in ${folder}: It was moved to the Rejected folder.`,
      });
    }
  });

  test.each(["00000", "00000003", one.name.replace(/\.md$/, ".mdx"), `x${one.name}`, ""])(
    "is not found by %j",
    async (which) => {
      expect((await answer({ kind: "resolve", request: which, happened: true })).say).toContain(
        "There is no request",
      );
    },
  );

  test.each([
    ["D", "Several notes have the id D"],
    ["Bread", "Several notes go by “Bread”"],
    ["A", "There is no request"],
  ])("is none where the plan %j is on hold, is two, or has none", async (which, why) => {
    const where = world({
      plans: [
        plan({ id: "A" }),
        plan({ id: "D", path: "Plans/one.md" }),
        plan({ id: "d", path: "Plans/two.md" }),
        plan({ id: "E", path: "Plans/A/Bread.md" }),
        plan({ id: "F", path: "Plans/B/Bread.md" }),
      ],
    });
    expect((await answer({ kind: "hold", request: which }, where)).say).toContain(why);
  });
});

describe("a plan", () => {
  const where = world({
    plans: [
      plan({ id: "PLAN-2026-014", path: "Plans/School/Orchard.md" }),
      plan({ id: "B", path: "Plans/Orchard v.mdown.md" }),
      plan({ id: "C", path: "Plans/PLAN-C.md" }),
      plan({ id: "Z", path: "Plans/PLAN-Orchid.md" }),
      plan({ id: "D", path: "Plans/one.md" }),
      plan({ id: "d", path: "Plans/two.md" }),
      plan({ id: "E", path: "Plans/A/Bread.md" }),
      plan({ id: "F", path: "Plans/B/Bread.md" }),
    ],
  });
  test.each([
    ["PLAN-2026-014", "Plans/School/Orchard.md"],
    ["2026-014", "Plans/School/Orchard.md"],
    ["plan-2026-014", "Plans/School/Orchard.md"],
    ["orchard", "Plans/School/Orchard.md"],
    ["Orchard.md", "Plans/School/Orchard.md"],
    ["Plans/School/Orchard.md", "Plans/School/Orchard.md"],
    ["School/Orchard", "Plans/School/Orchard.md"],
    ["Orchard v.mdown", "Plans/Orchard v.mdown.md"],
    ["plan-orchid", "Plans/PLAN-Orchid.md"],
    ["Orchid", "Plans/PLAN-Orchid.md"],
    ["Plans/PLAN-C.md", "Plans/PLAN-C.md"],
    [" c ", "Plans/PLAN-C.md"],
  ])("is found by %j", (which, path) => {
    const found = findPlan(which, where);
    expect(typeof found === "string" ? found : found.path).toBe(path);
  });

  test.each([
    ["rchard", "There is no plan “rchard”."],
    [
      "D",
      "Several notes have the id D: Plans/one.md, Plans/two.md. {do:merge} shows what would make one of them; or give one of them another task_id.",
    ],
    ["one", "Several notes have the id D: Plans/one.md, Plans/two.md."],
    [
      "Bread",
      "Several notes go by “Bread”: Plans/A/Bread.md, Plans/B/Bread.md. Give the path of the one you mean.",
    ],
  ])("is not guessed at by %j", (which, said) => {
    expect(findPlan(which, where)).toContain(said);
  });
});

describe("a note that cannot be read as a plan", () => {
  const BROKEN = "---\ntask_id: PLAN-2026-077\nstatus: [Active\n---\n";
  const ODD = '---\ntask_id: "odd one" # mine\nstatus: Activ\n---\n\n## Roadmap\n\n- [ ] a\n';
  const where = world({
    plans: [plan({ id: "A" }), note("Plans/School/bad-yaml.md", BROKEN), note("Plans/Typo.md", ODD)],
  });
  const texts: Readonly<Record<string, string>> = {
    "Plans/School/bad-yaml.md": BROKEN,
    "Plans/Typo.md": ODD,
  };
  const context = {
    ...NOTHING,
    vault: {
      read: (path: string) =>
        Promise.resolve(
          texts[path] === undefined
            ? { kind: "absent" }
            : { kind: "text", text: texts[path], modified: 0, size: 0 },
        ),
    },
  } as unknown as Context;
  const status =
    "Plans/Typo.md, line 3: status “Activ” is not known (Active?); use Draft, Active, Blocked, Done or Cancelled.";

  test.each([
    ["bad-yaml", "Plans/School/bad-yaml.md, line "],
    ["Bad-YAML.md", "Plans/School/bad-yaml.md, line "],
    ["Plans/School/bad-yaml.md", "the frontmatter cannot be read"],
    ["PLAN-2026-077", "Plans/School/bad-yaml.md, line "],
    ["2026-077", "Plans/School/bad-yaml.md, line "],
    ["typo", status],
    ["odd one", status],
  ])("is answered for by %j, with line and reason", async (which, said) => {
    for (const command of [
      { kind: "skip", plan: which, step: null },
      { kind: "start", plan: which },
    ] as const) {
      const { kind, say } = await obey(command, where, context);
      expect({ kind, say }).toEqual({ kind: "refused", say: expect.stringContaining(said) as string });
      expect(say).toMatch(new RegExp(`^The note of “${which}” cannot be read as a plan: .*[^.]\\.$`));
    }
  });

  test.each(["yaml", "077", "odd", ""])("is not guessed at by %j", async (which) => {
    expect((await obey({ kind: "start", plan: which }, where, context)).say).toContain(
      `There is no plan “${which}”.`,
    );
  });
});

test.each<readonly [string, readonly ("pending" | "approved")[], typeof one, readonly string[]]>([
  [
    "an approved request that is held is confirmed",
    ["approved"],
    { ...routed(one), actionState: { ...one.actionState, held: [{ code: "away-for-days" }] } },
    ["confirmed"],
  ],
  [
    "one in two folders is held first, so that it runs by the confirmation only",
    ["pending", "approved"],
    routed(one),
    ["held", "confirmed"],
  ],
  ["one that is done by hand is done", ["approved"], one, ["did"]],
])("%s", async (_what, folders, of, kinds) => {
  const where = world({
    plans: [of.plan],
    ...(of.identity.route === null ? {} : { settings: MAILING, servers: ANSWERED }),
    requests: folders.map((folder) => requestNote(of, folder)),
    device: latched({ ...of.actionState, seen: NOW }),
  });
  const added: DeviceRecord[] = [];
  const memory = {
    add: (record: DeviceRecord) => Promise.resolve(void added.push(record)),
    refresh: () => Promise.resolve(),
    state: () => added.reduce(addRecord, where.device),
  };
  const context = { clock: { now: () => NOW }, memory, by: null } as unknown as Context;
  expect(await obey(asShown({ kind: "confirm", request: of.name }, where), where, context)).toMatchObject({
    kind: "done",
  });
  expect(added.map(({ kind }) => kind)).toEqual(kinds);
});

describe("a command that changes nothing says why", () => {
  const gated = ["- [x] a", "- [ ] ✋ b ^s-1", "- [ ] c"];
  const paused = { ...device, paused: { at: NOW, why: "So." } };
  const A = { id: "A", roadmap: gated };
  const ask = (step: number | null): Command => ({ kind: "request", plan: "A", step, action: null });
  test.each<readonly [string, Parameters<typeof world>[0], Said, string]>([
    ["start what runs", { plans: [plan(A)] }, { kind: "start", plan: "A" }, "The plan is active already."],
    [
      "start what is done",
      { plans: [plan({ ...A, status: "Done" })] },
      { kind: "start", plan: "A" },
      "The plan is done. To run it again, set its status to Draft first.",
    ],
    [
      "start what is cancelled",
      { plans: [plan({ ...A, status: "Cancelled" })] },
      { kind: "start", plan: "A" },
      "The plan is cancelled. To run it again, set its status to Draft first.",
    ],
    [
      "cancel what is cancelled",
      { plans: [plan({ ...A, status: "Cancelled" })] },
      { kind: "cancel", plan: "A" },
      "It is cancelled already.",
    ],
    [
      "skip where nothing is open",
      { plans: [plan({ ...A, roadmap: ["- [x] a"] })] },
      { kind: "skip", plan: "A", step: null },
      "The plan has no open step.",
    ],
    [
      "skip in what is cancelled",
      { plans: [plan({ ...A, status: "Cancelled" })] },
      { kind: "skip", plan: "A", step: null },
      "The plan is cancelled. To run it again, set its status to Draft first",
    ],
    [
      "skip what is done",
      { plans: [plan(A)] },
      { kind: "skip", plan: "A", step: 1 },
      "Step 1 is done already.",
    ],
    [
      "skip what is skipped",
      { plans: [plan({ ...A, roadmap: ["- [-] a", "- [ ] b"] })] },
      { kind: "skip", plan: "A", step: 1 },
      "Step 1 is skipped already.",
    ],
    [
      "skip what is not there",
      { plans: [plan(A)] },
      { kind: "skip", plan: "A", step: 4 },
      "The plan has no step 4; it has 3.",
    ],
    [
      "ask where nothing is open",
      { plans: [plan({ ...A, roadmap: ["- [x] a"] })] },
      ask(null),
      "The plan has no open step.",
    ],
    ["ask for what is not there", { plans: [plan(A)] }, ask(4), "The plan has no step 4; it has 3."],
    [
      "ask for what is done",
      { plans: [plan(A)] },
      ask(1),
      "Step 1 is done already. To ask for it again, clear its box.",
    ],
    [
      "ask for what comes later",
      { plans: [plan(A)] },
      ask(3),
      "Step 2 comes first; plans go on one step at a time.",
    ],
    [
      "ask in a draft",
      { plans: [plan({ ...A, status: "Draft" })] },
      ask(null),
      "The plan is draft; start it first.",
    ],
    [
      "ask for what is not understood",
      { plans: [plan({ ...A, roadmap: ["- [ ] 🛑 a"] })] },
      ask(null),
      "Step 1, line 13: this looks like a step that needs approval",
    ],
    ["ask for what nobody has said", { plans: [plan(A)] }, ask(null), "Step 2 has no action yet."],
    [
      "confirm what this device did not write",
      { plans: [one.plan], requests: [requestNote(one, "approved")] },
      { kind: "confirm", request: one.name },
      "Only the device that wrote this request can confirm it.",
    ],
    [
      "confirm what waits",
      { plans: [one.plan], requests: [requestNote(one, "pending")], device: latched(one.actionState) },
      { kind: "confirm", request: one.name },
      "cannot be confirmed: It waits for your decision.",
    ],
    [
      "approve what was changed",
      {
        plans: [one.plan],
        requests: [
          requestNote(one, "pending", { kind: "edited", identity: one.identity, action: null, why: "so" }),
        ],
        device: latched(one.actionState),
      },
      { kind: "approve", request: one.name },
      "cannot be approved: It was changed after Planwright wrote it.",
    ],
    ["pause what is paused", { device: paused }, { kind: "pause" }, "It is paused already."],
    ["go on where nothing is paused", {}, { kind: "continue" }, "It was not paused."],
  ])("%s", async (_what, seen, command, said) => {
    const where = world(seen);
    expect((await obey(asShown(command, where), where, lookingAt(where))).say).toContain(said);
  });
});
