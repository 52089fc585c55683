/** The decisions of the engine in one situation, a moment earlier and a moment later. */
import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "../../src/kit/dates";
import { askReason } from "../../src/approval/asking";
import { SYNC_PATIENCE, takenAway } from "../../src/approval/durations";
import { alertsOf } from "../../src/overview/alerts";
import type { World } from "../../src/rules/world";
import { decide } from "../../src/rules/rules";
import type { RequestReading } from "../../src/approval/request/request";
import type { Decision } from "../../src/rules/moves";
import { VAULT_RULES, type VaultRule } from "../../src/rules/vaultRules";
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
  type Found,
  type PlanNote,
} from "./build";

const DRAWS_NOTHING: VaultRule = {
  id: "draws-nothing",
  stage: "last",
  when: "never",
  by: "anyone",
  decide: () => null,
};
const HOUSEKEEPING = ["show-the-day", "remember-being-here", "keep-a-folder"];

/** Rules that have something to do, in order; those that wait in brackets. */
function rules(seen: Found): string {
  const { moves, waits } = decide(world(seen), DRAWS_NOTHING);
  return [
    ...moves
      .filter(({ rule }) => !HOUSEKEEPING.includes(rule))
      .map(({ rule, move }) => (move.kind === "end" ? `${rule} as ${move.outcome}` : rule)),
    ...waits.map(({ rule }) => `(${rule})`),
  ].join(", ");
}

const one = routed(asked(1));
const base: Found = { plans: [one.plan], settings: MAILING, servers: ANSWERED };
const seenLatch = { ...one.actionState, seen: NOW - HOUR };
const approved: Found = { ...base, requests: [requestNote(one, "approved")], device: latched(seenLatch) };

describe("an approved request", () => {
  test("is first noted, then acted on", () => {
    expect(rules({ ...approved, device: latched(one.actionState) })).toBe("see-an-approval");
    expect(rules(approved)).toBe("act");
  });

  test("that is refused is let go after ten minutes, not before", () => {
    const refused = (since: number): Found => ({
      ...approved,
      plans: [asked(1, { status: "Draft" }).plan],
      watched: new Map([[`refused:${one.identity.id}`, since]]),
    });
    expect(rules(refused(SYNC_PATIENCE - 1))).toBe("");
    expect(rules(refused(SYNC_PATIENCE))).toBe("let-go as not-run");
    expect(
      rules({ ...approved, watched: new Map([[`refused:${one.identity.id}`, SYNC_PATIENCE]]) }),
      "what is not refused",
    ).toBe("act");
  });

  test.each<readonly [string, number, string]>([
    ["within the hour", HOUR - 1, "ask-before-running"],
    ["an hour ago", HOUR, "act"],
    ["long ago", 5 * HOUR, "act"],
  ])("counts with what was begun %s", (_when, ago, rule) => {
    const other = { ...asked(2).actionState, begun: NOW - ago, outcome: "ok" as const, applied: true };
    expect(
      rules({
        ...approved,
        settings: { ...MAILING, actions_per_hour: 1 },
        device: latched(seenLatch, other),
      }),
    ).toBe(rule);
  });

  test("that a person confirmed is not held for what else is approved", () => {
    const two = routed(asked(2));
    const both: Found = {
      ...base,
      settings: { ...MAILING, actions_per_hour: 1 },
      plans: [one.plan, two.plan],
      requests: [requestNote(one, "approved"), requestNote(two, "approved")],
    };
    expect(rules({ ...both, device: latched(seenLatch, { ...two.actionState, seen: NOW }) })).toBe(
      "ask-before-running, ask-before-running",
    );
    expect(
      rules({
        ...both,
        device: latched(
          { ...seenLatch, confirmed: true },
          { ...two.actionState, seen: NOW, confirmed: true },
        ),
      }),
    ).toBe("act");
  });

  test("that is done by hand is not held for many", () => {
    const hands = [asked(3), asked(4)];
    const found: Found = {
      settings: { ...MAILING, actions: {}, actions_per_hour: 1 },
      plans: hands.map((each) => each.plan),
      requests: hands.map((each) => requestNote(each, "approved")),
      device: latched(...hands.map(({ actionState }) => ({ ...actionState, seen: NOW - HOUR }))),
    };
    expect(world(found).requests.map(({ objection }) => objection?.id)).toEqual(["by-hand", "by-hand"]);
    expect(rules(found)).not.toContain("ask-before-running");
  });

  test("that always needs a confirmation says so, and not that there are many", () => {
    const held = [{ code: "too-many" as const, most: 1 }];
    const told = (high_risk: readonly string[]): string | undefined =>
      world({
        ...approved,
        settings: { ...MAILING, high_risk: [...high_risk] },
        device: latched({ ...seenLatch, held }),
      }).requests[0]?.objection?.reason;
    expect(told([])).toContain("More than 1 actions at once");
    expect(told(["email"])).toBe("Approved. For an email, an approval alone is not enough.");
  });

  test.each<readonly [string, Partial<Found>, string]>([
    ["had been seen", { device: latched(seenLatch) }, "see-it-taken-back"],
    ["had been confirmed", { device: latched({ ...one.actionState, confirmed: true }) }, "see-it-taken-back"],
    ["lies open to be answered for the first time", { device: latched(one.actionState) }, ""],
    [
      "lies among the approved as well",
      {
        requests: [requestNote(one, "approved"), requestNote(one, "pending")],
        device: latched(seenLatch),
        watched: new Map([[`in-two-folders:${one.identity.id}`, MINUTE]]),
      },
      "",
    ],
    [
      "lies among the rejected, too",
      {
        requests: [requestNote(one, "approved"), requestNote(one, "rejected")],
        device: latched({ ...seenLatch, confirmed: true }),
      },
      "hold-a-lapsed-approval",
    ],
    [
      "lies among the rejected alone",
      { requests: [requestNote(one, "rejected")], device: latched(seenLatch) },
      "see-it-taken-back",
    ],
    [
      "the approved cannot be listed",
      { device: latched(seenLatch), folders: { absent: [], bare: [], unreadable: ["Approved"] } },
      "hold-a-lapsed-approval",
    ],
    ["was begun", { device: latched({ ...seenLatch, begun: NOW }) }, "write-the-record-again"],
  ])("counts no more when its note waits again and %s", (_what, more, rule) => {
    expect(rules({ ...approved, requests: [requestNote(one, "pending")], ...more }).split(", ")[0]).toBe(
      rule,
    );
  });

  test.each<readonly [string, number, number | null, string]>([
    ["before this device came back", 10 * MINUTE, NOW - 9 * MINUTE, "ask-before-running"],
    ["just when it came back", 10 * MINUTE, NOW - 10 * MINUTE, "ask-before-running"],
    ["after it had come back", 10 * MINUTE, NOW - 11 * MINUTE, "see-an-approval"],
    ["while it was there", 10 * MINUTE, null, "see-an-approval"],
  ])("that came %s", (_when, ago, backSince, rule) => {
    expect(
      rules({
        ...approved,
        requests: [{ ...requestNote(one, "approved"), came: NOW - ago }],
        device: latched(one.actionState),
        backSince,
      }),
    ).toBe(rule);
  });

  const other = { ...one.identity, id: "b".repeat(32), name: one.name.replace("0000", "0001") };
  const refused: Partial<Found> = {
    requests: [requestNote({ ...one, identity: other, name: other.name }, "rejected")],
    device: latched(seenLatch, { ...one.actionState, action: other.id, name: other.name }),
  };
  test.each<readonly [string, Found, string]>([
    ["pauses this device, once", {}, "notice-another-program"],
    [
      "does not pause it twice for the same one",
      { device: { ...latched(one.actionState), told: new Set([takenAway(one.identity.id)]) } },
      "",
    ],
    [
      "is told of in a pause, too",
      { device: { ...latched(seenLatch), paused: { at: NOW, why: "So." } } },
      "notice-another-program",
    ],
    [
      "pauses nothing that was begun here",
      { device: latched({ ...seenLatch, begun: NOW }) },
      "write-the-record-again",
    ],
    ["pauses nothing before it was seen there", { device: latched(one.actionState) }, ""],
    [
      "pauses nothing when it only has another name",
      {
        requests: [
          {
            ...externalNote("Copy.md", "approved"),
            parsed: {
              reading: { kind: "foreign", claims: one.identity.id, why: "a copy" },
              remarks: { note: "", didIt: false },
            },
          },
        ],
      },
      "",
    ],
    ["is missed also where another attempt at it was rejected", refused, "notice-another-program"],
    [
      "is missed also where a record that is not ours lies under its name",
      {
        recordNotes: new Map([
          [one.name, { path: `Done/Actions/${one.name}`, record: null, answer: null, asks: false }],
        ]),
      },
      "notice-another-program",
    ],
    [
      "pauses nothing while the folder it may lie in cannot be read",
      { ...refused, folders: { absent: [], bare: [], unreadable: ["Approved"] } },
      "log-request",
    ],
    [
      "counts no more when it waits under another name",
      {
        requests: [
          {
            ...externalNote("Copy.md", "pending"),
            parsed: {
              reading: { kind: "foreign", claims: one.identity.id, why: "a copy" },
              remarks: { note: "", didIt: false },
            },
          },
        ],
      },
      "see-it-taken-back",
    ],
  ])("that is gone %s", (_what, more, expected) => {
    const gone: Found = {
      ...base,
      device: latched(seenLatch),
      watched: new Map([[`missing:${one.identity.id}`, MINUTE]]),
      ...more,
    };
    expect(rules(gone).split(", ")[0]).toBe(expected);
  });
});

test.each([
  ["just now", 1000, "(wait-for-sync)"],
  ["a minute ago", MINUTE, "notice-another-program"],
])(
  "an approval that went %s is waited for, then told of, also beside a stuck move of its plan",
  (_when, watched, rule) => {
    const other = {
      ...one.actionState,
      action: "b".repeat(32),
      chain: "b".repeat(32),
      name: one.name.replace("0000", "0001"),
      seen: NOW - HOUR,
    };
    const seen = world({
      ...base,
      device: latched({ ...one.actionState, begun: NOW, outcome: "ok" }, other),
      watched: new Map([[`missing:${other.action}`, watched]]),
    });
    const { moves, waits } = decide(seen, DRAWS_NOTHING, ({ move }) => move.kind === "restore-record");
    const found = [...moves.map((each) => each.rule), ...waits.map((each) => `(${each.rule})`)].filter(
      (each) => !HOUSEKEEPING.includes(each),
    );
    expect(found).toEqual([rule]);
  },
);

describe("after days away, this device notes that it is here again", () => {
  const torn: RequestReading = { kind: "torn", why: "it is not complete" };
  const back: Found = {
    ...approved,
    backSince: NOW - HOUR,
    device: { ...latched(seenLatch), alive: NOW - 100 * HOUR },
  };
  const unread = (path: string): Found => ({
    ...back,
    problems: [{ kind: "unreadable", path, line: null, message: "It cannot be read." }],
  });
  test.each<readonly [string, Found, boolean]>([
    ["when all that is approved can be read", back, true],
    [
      "not while one of the approved is cut off",
      { ...back, requests: [requestNote(one, "approved", torn)] },
      false,
    ],
    [
      "also while one that waits is cut off",
      { ...back, requests: [requestNote(one, "pending", torn)] },
      true,
    ],
    ["not while one of the approved cannot be read", unread(`Approved/${one.name}`), false],
    ["also while something else there cannot be read", unread("Approved/Shopping.md"), true],
    [
      "not while they cannot be listed",
      { ...back, folders: { absent: [], bare: [], unreadable: ["Approved"] } },
      false,
    ],
    [
      "not while their folder is gone",
      { ...back, folders: { absent: ["Approved"], bare: [], unreadable: [] } },
      false,
    ],
    [
      "whatever can be read, when it was not away",
      { ...back, backSince: null, requests: [requestNote(one, "approved", torn)] },
      true,
    ],
  ])("%s", (_when, seen, isNoted) => {
    const rule = VAULT_RULES.find(({ id }) => id === "remember-being-here");
    expect(rule?.decide(world(seen), world(seen)) != null).toBe(isNoted);
  });
});

describe("a request that lies in several folders", () => {
  test.each([
    ["pending", "approved"],
    ["approved", "pending"],
    ["rejected", "pending"],
    ["rejected", "approved"],
  ] as const)("as in %s and %s, reads as the note that counts for most", (first, second) => {
    const most = [first, second].includes("approved") ? "approved" : "pending";
    const reading = (folder: string): RequestReading => ({
      kind: "sealed",
      identity: one.identity,
      action: { type: "email", target: folder, args: {}, attachments: [] },
    });
    const made = world({
      ...base,
      requests: [requestNote(one, first, reading(first)), requestNote(one, second, reading(second))],
      device: latched(one.actionState),
    });
    expect(made.requests.map(({ action }) => action?.target)).toEqual([most]);
  });
});

test("a request for a step that an older copy of the plan has lost hides no other that the log has to name", () => {
  const text =
    "---\ntask_id: PLAN-1\nstatus: Active\n---\n\n## Roadmap\n- [ ] ✋ Send it ^s-0001\n- [ ] ✋ Send another\n";
  const lost = {
    ...one,
    identity: {
      ...one.identity,
      id: "b".repeat(32),
      chain: "b".repeat(32),
      step: "s-gone",
      name: one.name.replace("0000", "0001"),
    },
  };
  const both = latched(
    {
      ...one.actionState,
      action: lost.identity.id,
      chain: lost.identity.id,
      step: "s-gone",
      name: lost.identity.name,
    },
    one.actionState,
  );
  const seen: Found = {
    ...base,
    plans: [note("Plans/PLAN-1.md", text)],
    requests: [requestNote({ ...lost, name: lost.identity.name }, "pending"), requestNote(one, "pending")],
    device: both,
  };
  expect(rules(seen).split(", ")).toContain("log-request");
});

test("what waits and is not in the log yet is not asked for again, whatever the log says", () => {
  const text = `---\ntask_id: PLAN-1\nstatus: Active\n---\n\n## Roadmap\n- [ ] ✋ Send it ^s-0001\n${MAIL.join("\n")}\n\n## Reasoning Logs\n- [2026-02-21T10:50:00Z] Human: Asked again — So. (ask-again, step s-0001)\n`;
  const { plans, requests } = world({
    ...base,
    plans: [note("Plans/PLAN-1.md", text)],
    requests: [requestNote(one, "pending")],
    device: latched(one.actionState),
  });
  const [view] = plans;
  expect(view?.step == null ? "" : askReason(view.plan, view.step, requests[0] ?? null)).toBe(null);
});

describe("a request that is not where it was", () => {
  test.each(["missing", "in-two-folders"] as const)("and %s is waited for five seconds", (state) => {
    const requests = state === "missing" ? [] : [requestNote(one, "pending"), requestNote(one, "approved")];
    const at = (ms: number): string =>
      rules({
        ...base,
        requests,
        device: latched(one.actionState),
        watched: new Map([[`${state}:${one.identity.id}`, ms]]),
      });
    expect(at(4999)).toBe("(wait-for-sync)");
    expect(at(5000)).toBe("");
    expect(at(SYNC_PATIENCE)).toBe(state === "missing" ? "block" : "ask-before-running");
  });
});

describe("an open request", () => {
  const waiting: Found = {
    ...base,
    requests: [requestNote(one, "pending")],
    device: latched(one.actionState),
  };
  const withPlan = (from: string, to: string): Found => {
    const words = asked(1);
    const text = `---\ntask_id: PLAN-1\nstatus: Blocked\n---\n\n# Objective\nx\n\n## Roadmap\n- [x] Find out\n- [ ] ✋ Send it ^s-0001\n- [ ] File it\n\n## Reasoning Logs\n- [2026-02-21T10:40:00Z] Agent: Asked — So. (asked, step s-0001, request ${words.identity.id})\n- [2026-02-21T10:45:00Z] Agent: Blocked — So. (blocked, step s-0001, request ${words.identity.id}, block approval)\n`;
    expect(text).toContain(from);
    return { plans: [note("Plans/PLAN-1.md", text.replace(from, to))] };
  };

  test("is left where it is while its step is open", () => {
    expect(rules(waiting)).toBe("");
  });

  test.each<readonly [string, string, string]>([
    ["ticked", "- [ ] ✋", "- [x] ✋"],
    ["skipped", "- [ ] ✋", "- [-] ✋"],
    ["of a cancelled plan", "status: Blocked", "status: Cancelled"],
    ["of a plan that is done", "status: Blocked", "status: Done"],
  ])("is withdrawn when its step is %s", (_what, from, to) => {
    expect(rules({ ...waiting, ...withPlan(from, to) })).toMatch(/^withdraw as withdrawn/);
  });

  test("is withdrawn when its plan lies among the finished ones as done, and left where that is not so", () => {
    const archived = (from: string, to: string): Found => ({
      plans: [],
      archived: (withPlan(from, to).plans ?? []).map((each) => ({ ...each, path: "Done/Plans/PLAN-1.md" })),
    });
    expect(rules({ ...waiting, ...archived("status: Blocked", "status: Done") })).toMatch(
      /^withdraw as withdrawn/,
    );
    expect(rules({ ...waiting, ...archived("status: Blocked", "status: Active") })).not.toContain("withdraw");
    expect(rules({ ...waiting, plans: [] })).not.toContain("withdraw");
  });

  test("of which this device knows nothing is not withdrawn", () => {
    expect(rules({ ...waiting, device, ...withPlan("- [ ] ✋", "- [x] ✋") })).not.toContain("withdraw");
  });
});

describe("what there is no room for", () => {
  const draw: VaultRule = {
    ...DRAWS_NOTHING,
    id: "draw",
    decide: () => ({ move: { kind: "write-dashboard", path: "Dashboard.md" }, because: "It changed." }),
  };
  const next = plan({ id: "PLAN-2", roadmap: ["- [ ] ✋ Send it ^s-0002", ...MAIL] });
  const kinds = (seen: Found): string[] =>
    decide(world({ settings: { ...MAILING, open_requests: 1 }, servers: ANSWERED, ...seen }), draw).moves.map(
      ({ rule, move }) => `${rule}: ${move.kind}`,
    );

  test("is asked as soon as there is room", () => {
    expect(kinds({ plans: [next] }).filter((each) => each.endsWith(": ask"))).toHaveLength(1);
  });

  test("waits, and does not keep the Dashboard from being drawn", () => {
    const waiting = {
      plans: [
        one.plan,
        {
          ...next,
          parsed: plan({
            id: "PLAN-2",
            status: "Blocked",
            roadmap: ["- [ ] ✋ Send it ^s-0002", ...MAIL],
            logs: ["- [2026-02-21T10:45:00Z] Agent: Blocked — So. (blocked, step s-0002, block queue)"],
          }).parsed,
        },
      ],
      requests: [requestNote(one, "pending")],
    };
    expect(kinds({ ...waiting, device: latched(one.actionState) })).toEqual(["draw: write-dashboard"]);
  });

  test.each([
    ["has just vanished, and may be on its way to another folder", 9 * MINUTE, 0],
    ["is gone for good", 10 * MINUTE, 1],
  ])("waits for a request that %s", (_what, watched, asked) => {
    const gone = {
      plans: [one.plan, next],
      device: latched(one.actionState),
      watched: new Map([[`missing:${one.identity.id}`, watched]]),
    };
    expect(kinds(gone).filter((each) => each.endsWith(": ask"))).toHaveLength(asked);
  });

  test("does not hold what replaces a request that was changed", () => {
    const changed = requestNote(one, "approved", {
      kind: "edited",
      identity: one.identity,
      action: { type: "email", target: "b@example.com", args: {}, attachments: [] },
      why: "it was changed",
    });
    expect(kinds({ plans: [one.plan], requests: [changed], device: latched(one.actionState) })).toContain(
      "issue-anew: ask",
    );
  });
});

describe("plans that have been blocked for long", () => {
  const blocked = (n: number, since: string): PlanNote =>
    plan({
      id: `PLAN-${String(n)}`,
      status: "Blocked",
      roadmap: [`- [ ] ✋ Send it ^s-000${String(n)}`],
      logs: [`- [${since}] Agent: Blocked — So. (blocked, step s-000${String(n)}, block action)`],
    });
  const told = (plans: readonly PlanNote[], until: string): readonly Decision["move"][] =>
    decide(world({ plans, device: { ...device, told: new Set([until]) } }), DRAWS_NOTHING)
      .moves.filter(({ rule }) => rule === "tell-of-an-old-block")
      .map(({ move }) => move);
  const [first, second, fresh] = [
    blocked(1, "2026-02-18T09:00:00Z"),
    blocked(2, "2026-02-19T09:00:00Z"),
    blocked(3, "2026-02-21T11:00:00Z"),
  ];
  const day = (of: string): string => `blocked until ${String(Date.parse(of))}`;

  test("are told of together, in one notice and one line of memory", () => {
    expect(told([first, second, fresh], "")).toEqual([
      {
        kind: "remember",
        path: "",
        what: {
          kind: "told",
          what: day("2026-02-19T09:00:00Z"),
          say: "2 plans have stood still for more than 24 hours; the Dashboard names them.",
        },
      },
    ]);
  });

  test("are not told of again, and a further one is, by its name", () => {
    expect(told([first, second], day("2026-02-19T09:00:00Z"))).toEqual([]);
    expect(told([first, second], day("2026-02-18T09:00:00Z"))).toMatchObject([
      {
        path: "Plans/PLAN-2.md",
        what: {
          say: "“Objective of PLAN-2” has stood still at “Send it” since 2026-02-19 09:00 UTC: Nobody has said yet exactly what to send.",
        },
      },
    ]);
  });
});

describe("a plan that a person holds", () => {
  const held = (id: string, changed: number, blockedReason: string | null = null): PlanNote => ({
    ...plan({ id, status: "Blocked", ...(blockedReason === null ? {} : { blockedReason }) }),
    changed,
  });
  const seen = (plans: readonly PlanNote[], toldOf: string): World =>
    world({ plans, device: { ...device, told: new Set([toldOf]) } });
  const told = (plans: readonly PlanNote[], toldOf = ""): readonly string[] =>
    decide(seen(plans, toldOf), DRAWS_NOTHING)
      .moves.filter(({ rule }) => rule === "remind-of-a-held-plan")
      .map(({ move }) =>
        move.kind === "remember" && move.what.kind === "told" ? (move.what.say ?? "") : "",
      );
  const alerts = (plans: readonly PlanNote[]): readonly string[] =>
    alertsOf(seen(plans, ""), () => "then").map(({ words }) => words);

  test("is reminded of after a day, once a day, with the words of the person", () => {
    const plans = [held("A", NOW - 25 * HOUR, "waiting for the landlord"), held("B", NOW - 23 * HOUR)];
    expect(told(plans)).toEqual([
      "“Objective of A” still waits: waiting for the landlord. It goes on once you continue it.",
    ]);
    expect(told(plans, "held 2026-02-21")).toEqual([]);
    expect(told(plans, "held 2026-02-20")).toHaveLength(1);
    expect(told([...plans, held("C", NOW - 48 * HOUR)])).toEqual([
      "“Objective of C” and 1 other plan wait for somebody; the Dashboard names them.",
    ]);
  });

  test("stands among the alerts for as long as it is held", () => {
    const [alert = "", ...others] = alerts([held("A", NOW - 25 * HOUR, "waiting for the landlord")]);
    expect(alert).toMatch(/^has waited since then, at “.+”: “waiting for the landlord”\. Use “Continue”/);
    expect(others).toEqual([]);
    expect(alerts([{ ...plan({ id: "A" }), changed: NOW - 25 * HOUR }])).toEqual([]);
  });
});

describe("what is over", () => {
  test("costs nothing: a request that was carried out and noted long ago is not looked at", () => {
    const done = { ...asked(2).actionState, begun: NOW - 5 * HOUR, outcome: "ok" as const };
    expect(world({ plans: [], device: latched({ ...done, applied: true }) }).requests).toEqual([]);
    expect(
      world({ plans: [], device: latched(done) }).requests.map((each) => each.id),
      "until its plan shows it",
    ).toEqual([done.action]);
    expect(
      world({ plans: [], device: latched({ ...done, outcome: "unknown", applied: true }) }).requests,
      "or while it is in doubt",
    ).toHaveLength(1);
    expect(world({ plans: [], device: latched({ ...done, outcome: "withdrawn" }) }).requests).toEqual([]);
  });
});

describe("a question about a step", () => {
  const QUESTION = (id: string, step: string, ticked: string): string =>
    `- What now? ^q-${id}-${step}\n${["Ask again", "Skip this step", "Cancel this plan"].map((label) => `    - [${label === ticked ? "x" : " "}] ${label}`).join("\n")}\n`;
  const withQuestions = (questions: string, logs = "", first = "- [ ] ✋ a ^s-1"): string => {
    const text = `---\ntask_id: A\nstatus: Blocked\n---\n\n## Roadmap\n${first}\n- [ ] ✋ b ^s-2\n\n## Questions\n${questions}\n## Reasoning Logs\n- [2026-02-21T10:45:00Z] Agent: Blocked — So. (blocked, step s-1, block rejected)\n${logs}`;
    const move = decide(world({ plans: [note("Plans/A.md", text)] }), DRAWS_NOTHING).moves.find(
      ({ rule }) => rule === "take-an-answer",
    );
    return move?.because ?? "nothing";
  };

  test.each<readonly [string, string, string]>([
    ["one answer is taken", QUESTION("aa", "s-1", "Ask again"), "a person chose to ask again"],
    ["no answer is none", QUESTION("aa", "s-1", ""), "nothing"],
    [
      "an answer to an older question about the same step is none",
      QUESTION("aa", "s-1", "Cancel this plan") + QUESTION("bb", "s-1", ""),
      "nothing",
    ],
    [
      "an answer to the latest question about a step counts",
      QUESTION("aa", "s-1", "") + QUESTION("bb", "s-1", "Skip this step"),
      "a person chose to skip the step",
    ],
    [
      "a later question about another step takes nothing away",
      QUESTION("aa", "s-1", "Cancel this plan") + QUESTION("bb", "s-2", ""),
      "a person chose to cancel",
    ],
    ["an answer about a step that is gone is none", QUESTION("aa", "s-9", "Skip this step"), "nothing"],
    [
      "to cancel is about the plan, also where the step is gone",
      QUESTION("aa", "s-9", "Cancel this plan"),
      "a person chose to cancel",
    ],
    [
      "an answer about a step that is gone hides no other",
      QUESTION("aa", "s-9", "Skip this step") + QUESTION("bb", "s-1", "Ask again"),
      "a person chose to ask again",
    ],
  ])("%s", (_what, questions, expected) => {
    expect(withQuestions(questions)).toBe(expected);
  });

  test.each(["- [ ]✋ a ^s-1", "- ✋ a ^s-1"])("to skip waits until there is a box to mark: %s", (line) => {
    expect(withQuestions(QUESTION("aa", "s-1", "Skip this step"), "", line)).toBe("nothing");
    expect(withQuestions(QUESTION("aa", "s-1", "Cancel this plan"), "", line)).toBe(
      "a person chose to cancel",
    );
  });

  test("an answer is taken once", () => {
    expect(
      withQuestions(
        QUESTION("aa", "s-1", "Ask again"),
        "- [2026-02-21T10:50:00Z] Human: Asked again — So. (ask-again, step s-1, note q-aa-s-1)\n",
      ),
    ).toBe("nothing");
  });
});

test("a box that was taken away is no mark of a person", () => {
  const logs = ["- [2026-02-21T10:45:00Z] Human: Ticked — So. (ticked, step s-1)"];
  expect(rules({ plans: [plan({ id: "A", roadmap: ["- [ ] ✋ a ^s-1"], logs })] })).toContain(
    "note-what-a-person-did",
  );
  expect(rules({ plans: [plan({ id: "A", roadmap: ["- ✋ a ^s-1", "- [ ] b"], logs })] })).not.toContain(
    "note-what-a-person-did",
  );
});

test("a plan that is being typed in is left alone", () => {
  const typed = { ...plan({ id: "A", roadmap: ["- [x] a"] }), changed: NOW };
  expect(rules({ plans: [typed] })).toBe("(leave-alone)");
  expect(rules({ plans: [{ ...typed, changed: NOW - HOUR }] })).toBe("finish");
});
