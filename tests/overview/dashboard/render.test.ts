/** The words of the Dashboard. */
import { describe, expect, test } from "vitest";
import { entryWords } from "../../../src/overview/titles";
import { renderDashboard } from "../../../src/overview/dashboard/render";
import { dashboardDamage, DRAW, updateDashboard } from "../../../src/overview/dashboard/update";
import { parseEntry } from "../../../src/note/plan/parseLog";
import { renderEntry } from "../../../src/note/plan/renderLog";
import {
  asked,
  externalNote,
  latched,
  MAIL,
  MAILING,
  note,
  NOW,
  plan,
  requestNote,
  reversed,
  routed,
  world,
  type Found,
} from "../../rules/build";
import { DEFAULT_SETTINGS } from "../../../src/settings/settings";
import type { Action } from "../../../src/note/action/action";
import type { Seen } from "../../../src/rules/snapshot";

const HOUR = 3_600_000;

function dashboard(seen: Found): string {
  return renderDashboard(world(seen)).join("\n");
}

/** The lines from a heading to the next. */
function section(text: string, heading: string): string {
  return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

const one = asked(1, { objective: "Send the January invoice" });
const waiting: Found = {
  plans: [one.plan],
  requests: [requestNote(one, "pending")],
  device: latched(one.actionState),
};

describe("current missions", () => {
  test("a plan that waits for approval says where it is, since when, and links what it waits for", () => {
    const missions = section(dashboard(waiting), "Current plans");
    expect(missions).toContain(
      "### [[Plans/PLAN-1|Send the January invoice]]\n\n`███░░░░░░░` 1 of 3 steps\n",
    );
    expect(missions).toContain("- **Status:** Waiting for you");
    expect(missions).toContain("- **Current step:** 2 of 3, ✋ Send it ([[Plans/PLAN-1#^s-0001|show]])");
    expect(missions).toContain("- **Waiting since:** 2026-02-21 10:45 UTC");
    expect(missions).toContain(
      `- **Waiting for:** [[${one.name.replace(".md", "")}|email to client_a@example.com]] (approval needed)`,
    );
    expect(missions).toContain("- **Next step:** 3, File it");
  });

  test("of a link in a step its words are shown", () => {
    const text = dashboard({
      plans: [
        plan({
          id: "A",
          roadmap: ["- [ ] Read [[Money/Rates|the rates]]", "- [ ] Write it into [[Accounts]]"],
        }),
      ],
    });
    expect(text).toContain("- **Current step:** 1 of 2, Read the rates");
    expect(text).toContain("- **Next step:** 2, Write it into Accounts");
  });

  test("a plan with an ordinary step is the person's turn", () => {
    const text = dashboard({ plans: [plan({ id: "A", roadmap: ["- [x] a", "- [-] b", "- [ ] Call mum"] })] });
    expect(text).toContain("- **Status:** Active, your turn");
    expect(text).toContain("2 of 3 steps");
    expect(section(text, "Needs you")).toContain("“Call mum”");
  });

  test("a step that waits for its date asks nothing of anyone until then", () => {
    const seen = { plans: [plan({ id: "A", roadmap: ["- [ ] Renew ⏳ 2026-03-03"] })] };
    expect(dashboard(seen)).toContain("Active, waits until 2026-03-03");
    expect(section(dashboard(seen), "Needs you")).toContain("Nothing needs you now.");
    expect(dashboard({ ...seen, now: Date.UTC(2026, 2, 3) })).toContain("Active, your turn");
  });

  test("a plan a person blocked shows their reason", () => {
    expect(
      dashboard({ plans: [plan({ id: "A", status: "Blocked", blockedReason: "waiting for Bob" })] }),
    ).toContain("- **Status:** Waiting for somebody — waiting for Bob");
  });

  test("an approved request is about to run, or says why not", () => {
    const mailed = {
      ...waiting,
      settings: MAILING,
      requests: [{ ...requestNote(routed(one), "approved"), since: NOW }],
    };
    expect(dashboard(mailed)).toContain("Approved, about to run");
    expect(dashboard({ ...waiting, requests: [{ ...requestNote(one, "approved"), since: NOW }] })).toContain(
      "Status:** Yours to do",
    );
  });

  test("drafts are named, and how to start one", () => {
    expect(
      dashboard({ plans: [plan({ id: "A", status: "Draft" }), plan({ id: "B", status: "Draft" })] }),
    ).toContain(
      "[[Plans/A|Objective of A]] ([Start](obsidian://planwright?do=start&plan=A)) and 1 more draft wait to be started. To start one, set its status to Active.",
    );
  });
});

describe("the whole", () => {
  test("what needs a person comes first, then missions, alerts, results, and numbers last", () => {
    expect(dashboard(waiting).match(/^## .*/gm)).toEqual([
      "## Needs you",
      "## Current plans",
      "## Alerts",
      "## Recent activity",
      "## Plan statistics",
    ]);
  });

  test("plans are called by their titles, and by their ids too where two share one", () => {
    const [a, b, c] = ["PLAN-A", "PLAN-B", "PLAN-C"].map((id) =>
      plan({ id, objective: id === "PLAN-C" ? "Paint" : "Read [[Notes|the notes]]" }),
    );
    const text = dashboard({ plans: [a, b, c].filter((each) => each !== undefined) });
    expect(text).toContain("### [[Plans/PLAN-A|Read the notes (PLAN-A)]]");
    expect(text).toContain("### [[Plans/PLAN-C|Paint]]");
    expect(text).toContain("[[Plans/PLAN-B|Read the notes (PLAN-B), step 1]]");
    expect(text.replace(/\[\[[^|]*\|/g, "").replace(/plan=PLAN-./g, "")).not.toContain("PLAN-C");
  });

  test("moments are told by the clock of the vault, whose zone is named once", () => {
    const zoned = (time_zone: string): string =>
      dashboard({
        ...waiting,
        settings: { ...DEFAULT_SETTINGS, time_zone },
        device: { ...latched(one.actionState), paused: { why: "A pause.", at: NOW } },
      });
    const text = zoned("Europe/Zurich");
    expect(text).toContain("asked 2026-02-21 12:00\n");
    expect(text).toContain("- **Waiting since:** 2026-02-21 11:45\n");
    expect(text).toContain("> - Paused since 2026-02-21 13:00 (Europe/Zurich): A pause.\n");
    expect(text).toMatch(/^(?:> )?- 2026-02-21 \d\d:\d\d · /m);
    expect(text).not.toContain("UTC");
    // The sentence on the pause goes to other programs, too.
    expect(text.match(/Europe\/Zurich(?!\): A pause)/g)).toHaveLength(1);
    expect(zoned("Moon/Tycho")).toContain("asked 2026-02-21 11:00 UTC\n");
    expect(zoned("Moon/Tycho")).toContain(
      "Times are UTC: the acting device does not know the time zone “Moon/Tycho”.",
    );
  });

  test("a terminal is named once, and nowhere else", () => {
    const text = dashboard({
      ...waiting,
      device: { ...latched(one.actionState), paused: { why: "x", at: NOW } },
    });
    expect(text.match(/terminal/g)).toHaveLength(1);
    expect(text.indexOf("\nIn a terminal, “planwright status”")).toBeGreaterThan(
      text.indexOf("## Plan statistics"),
    );
  });
});

describe("needs you", () => {
  test("each has its answers as links, by the words of the app, with the request or the plan", () => {
    const action = {
      type: "email",
      target: "client_a@example.com",
      args: { subject: "January" },
      attachments: [],
    };
    const sealed = { kind: "sealed" as const, identity: one.identity, action };
    const needs = section(
      dashboard({ ...waiting, requests: [requestNote(one, "pending", sealed)] }),
      "Needs you",
    );
    expect(needs).toContain(
      `    - [[${one.name.replace(".md", "")}|email to client_a@example.com]] “January” for [[Plans/PLAN-1|Send the January invoice]] · asked 2026-02-21 11:00 UTC\n      [Review](obsidian://planwright?do=review&request=${one.identity.id.slice(0, 8)})\n`,
    );
    const rejected = section(
      dashboard({ ...waiting, requests: [requestNote(one, "rejected")] }),
      "Needs you",
    );
    expect(rejected).toContain(
      "      [Ask again](obsidian://planwright?do=ask-again&plan=PLAN-1) · [Skip…](obsidian://planwright?do=skip&plan=PLAN-1) · [Cancel plan…](obsidian://planwright?do=cancel&plan=PLAN-1)\n",
    );
  });

  test("what has no room leads to all of it", () => {
    const many = Array.from({ length: 9 }, (_, at) => asked(at + 1));
    const needs = section(
      dashboard({
        plans: many.map((each) => each.plan),
        requests: many.map((each) => requestNote(each, "pending")),
        device: latched(...many.map((each) => each.actionState)),
      }),
      "Needs you",
    );
    expect(needs).toContain("    - … 4 more: [See all](obsidian://planwright?do=view)\n");
  });

  test("requests stand oldest first, linked by their bare file name", () => {
    const late = asked(2, { at: NOW - HOUR });
    const early = asked(3, { at: NOW - 2 * HOUR });
    const needs = section(
      dashboard({
        plans: [late.plan, early.plan],
        requests: [requestNote(late, "pending"), requestNote(early, "pending")],
        device: latched(late.actionState, early.actionState),
      }),
      "Needs you",
    );
    expect(needs).toContain("**Approval needed** (2)");
    expect(needs.indexOf(`[[${early.name.replace(".md", "")}|`)).toBeGreaterThan(0);
    expect(needs.indexOf(`[[${early.name.replace(".md", "")}|`)).toBeLessThan(
      needs.indexOf(`[[${late.name.replace(".md", "")}|`),
    );
  });

  test("what may have been sent leads to its record", () => {
    const path = `Done/Actions/${one.name.replace(".md", "_receipt.md")}`;
    const record = new Map([[one.name, { path, record: null, answer: null, asks: false }]]);
    const needs = section(
      dashboard({
        ...waiting,
        recordNotes: record,
        device: latched({ ...one.actionState, begun: NOW - HOUR }),
      }),
      "Needs you",
    );
    expect(needs).toContain("**Maybe sent, please check**");
    expect(needs).toContain(`[[${one.name.replace(".md", "_receipt")}|email to client_a@example.com]]`);
  });

  test("each condition of a request is named in words", () => {
    const needs = (requests: Seen["requests"], more: Found = {}): string =>
      section(dashboard({ ...waiting, requests, ...more }), "Needs you");
    expect(needs([requestNote(one, "pending"), requestNote(one, "approved")])).toContain(
      "**Found in two folders**",
    );
    const edited = (action: Action | null): Seen["requests"] => [
      requestNote(one, "pending", { kind: "edited", identity: one.identity, action, why: "it differs" }),
    ];
    expect(
      needs(
        edited({ type: "email", target: "client_a@example.com", args: { body: "Bye" }, attachments: [] }),
      ),
    ).toContain("**Changed since you were asked**");
    expect(needs(edited(null))).toMatch(
      /\*\*Changed, and Planwright cannot ask again\*\*.*\n.*; Its action block cannot be read. Undo the change/,
    );
    expect(needs([requestNote(one, "rejected", undefined, { note: "Too *dear*", didIt: false })])).toMatch(
      /\*\*Rejected\*\*.*\n.*your note: Too \\\*dear\\\*/,
    );
    for (const watched of [0, HOUR]) {
      const gone = needs([], { watched: new Map([[`missing:${one.identity.id}`, watched]]) });
      expect(gone).toMatch(
        /\*\*The note to approve is gone\*\*: put it back, or ask again\n {4}- email to client_a@example\.com for \[\[Plans\/PLAN-1\|Send the January invoice\]\] · ask again: “Request approval…”; asked .*\n {6}\[Ask again\]\(obsidian:\/\/planwright\?do=ask-again&plan=PLAN-1\) · \[Skip…\]/,
      );
    }
    const held = world({ ...waiting, requests: [requestNote(one, "approved")] });
    const requests = held.requests.map((each) => ({
      ...each,
      reason: "Too many at once.",
      objection: { id: "confirmed", kind: "wait" as const, reason: "Too many at once." },
    }));
    expect(renderDashboard({ ...held, requests }).join("\n")).toMatch(
      /\*\*Awaiting confirmation on the acting device\*\*.*\n.*; Too many at once\./,
    );
    expect(needs([requestNote(one, "approved")])).toContain("**Yours to do**");
    expect(needs([requestNote(one, "pending", { kind: "torn", why: "the note is empty" })])).toContain(
      "**Not complete yet**",
    );
    expect(needs([externalNote("pay me.md")])).toMatch(
      /\*\*Not made by Planwright\*\*.*\n.*\[\[pay me\|pay me\]\]/,
    );
    expect(needs([{ ...externalNote("x.md"), name: one.name }])).toContain("Not made by Planwright");
  });

  test("a plan whose request is gone, or found twice, says so at once and not that an approval is awaited", () => {
    expect(section(dashboard({ ...waiting, requests: [] }), "Current plans")).toContain(
      "- **Status:** The note to approve is gone",
    );
    expect(
      section(
        dashboard({ ...waiting, requests: [requestNote(one, "pending"), requestNote(one, "approved")] }),
        "Current plans",
      ),
    ).toContain("- **Status:** Found in two folders");
  });

  test("a later attempt asks to be read, and a tick in a request that is not approved yet is answered", () => {
    const again = { ...one, identity: { ...one.identity, attempt: 2 } };
    expect(
      section(dashboard({ ...waiting, requests: [requestNote(again, "pending")] }), "Needs you"),
    ).toContain("attempt 2, read it first; asked 2026-02-21 11:00 UTC");
    const ticked = requestNote(one, "pending", undefined, { note: "", didIt: true });
    expect(section(dashboard({ ...waiting, requests: [ticked] }), "Needs you")).toContain(
      "You ticked “I did it”; now move its note to the Approved folder.",
    );
  });

  test("a note that lacks nothing but an id says which line to add", () => {
    const text = "---\nstatus: Active\n---\n\n## Roadmap\n- [ ] a\n";
    expect(section(dashboard({ plans: [note("Plans/a.md", text)] }), "Needs you")).toContain(
      "no task\\_id; add a line task\\_id: PLAN-…".replace(/\\_/g, "_"),
    );
  });

  test("a step without details, and a server that is down, say what is missing", () => {
    const bare = plan({ id: "A", roadmap: ["- [ ] ✋ Send it ^s-1"] });
    expect(section(dashboard({ plans: [bare] }), "Needs you")).toContain(
      "**Planwright cannot ask for this action yet**",
    );
    const down = {
      plans: [plan({ id: "A", roadmap: ["- [ ] ✋ Send it ^s-1", ...MAIL] })],
      settings: MAILING,
      servers: new Map([["mail", { kind: "down" as const, why: "no such command" }]]),
    };
    expect(section(dashboard(down), "Needs you")).toMatch(
      /\*\*The server cannot be used\*\*.*\n.*no such command/,
    );
  });

  test("two notes with one id are told once, and the plan takes no part", () => {
    const text = dashboard({ plans: [plan({ id: "A" }), plan({ id: "a", path: "Plans/sub/copy.md" })] });
    expect(section(text, "Needs you")).toContain(
      "[[Plans/A|Plans/A.md]] · and Plans/sub/copy.md: 2 notes have the id",
    );
    expect(section(text, "Current plans")).toContain("No plan is under way.");
  });

  test("a broken note is named with line and repair", () => {
    const needs = section(
      dashboard({ plans: [note("Plans/bad.md", "---\nstatus: Blocked: Awaiting\n---\n")] }),
      "Needs you",
    );
    expect(needs).toMatch(/\*\*To fix\*\*.*\n {4}- \[\[Plans\/bad\|Plans\/bad\.md\]\] · line 2: /);
  });

  test("a title that is a sentence goes on with the step without its full stop", () => {
    const text = dashboard({
      plans: [plan({ id: "A", status: "Active", objective: "Ask Ana.", roadmap: ["- [ ] Ring"] })],
    });
    expect(section(text, "Needs you")).toContain("|Ask Ana, step 1]]");
    expect(section(text, "Current plans")).toContain("|Ask Ana.]]");
  });

  test("a thousand notes in another dialect make one line with a count and an example", () => {
    const others = Array.from({ length: 1000 }, (_, at) =>
      note(`Plans/other ${String(at).padStart(4, "0")}.md`, "# Plan\n\n## Steps\n- [ ] a box\n"),
    );
    const needs = section(dashboard({ plans: others }), "Needs you");
    expect(needs.match(/other \d{4}\.md/g)).toEqual(["other 0000.md"]);
    expect(needs).toContain("no task_id, no status, boxes outside a Roadmap section (and 999 more notes)");
  });
});

describe("statistics and alerts", () => {
  test("count archived plans as done, and steps over unfinished ones", () => {
    const text = dashboard({
      plans: [
        plan({ id: "A", roadmap: ["- [x] a", "- [ ] b"] }),
        plan({ id: "B", status: "Cancelled", roadmap: ["- [x] a"] }),
      ],
      archived: [plan({ id: "C", status: "Done", path: "Done/Plans/C.md", roadmap: ["- [x] a"] })],
    });
    expect(text).toContain("| 0 | 1 | 0 | 1 | 1 |");
    expect(text).toContain("1 of 2 in 1 unfinished plan `");
    expect(text).not.toContain("mermaid");
  });

  test("a chart is drawn where there is something to compare, from numbers alone", () => {
    const text = dashboard({
      plans: ["A", "B", "C"].map((id) => plan({ id, objective: '" : 1' })),
      archived: [plan({ id: "D", status: "Done", roadmap: ["- [x] a"] })],
    });
    expect(text).toContain(
      '```mermaid\npie showData\n    title Plans by status\n    "Active" : 3\n    "Done" : 1\n```',
    );
  });

  test("an alert appears when a block has lasted as long as the settings say, and not a moment before", () => {
    const since = Date.parse("2026-02-21T10:45:00Z");
    const alerts = (now: number): string => section(dashboard({ ...waiting, now }), "Alerts");
    expect(alerts(since + 24 * HOUR - 1)).toContain("No alerts.");
    expect(alerts(since + 24 * HOUR)).toContain(
      "has stood still for more than 24 hours, since 2026-02-21 10:45 UTC, at “Send it”. Waiting for you.",
    );
    expect(alerts(since + 24 * HOUR)).toBe(alerts(since + 2400 * HOUR));
  });

  test("nothing else on it changes as time passes", () => {
    expect(dashboard({ ...waiting, now: NOW + HOUR })).toBe(dashboard(waiting));
  });

  test("a pause and an absent folder are alerts; what hinders only this run is not", () => {
    const text = section(
      dashboard({
        ...waiting,
        hindrances: ["Still starting."],
        folders: { absent: ["Plans"], unreadable: ["Done/Plans"], bare: [] },
        device: { ...latched(one.actionState), paused: { why: "Another program is acting.", at: NOW } },
      }),
      "Alerts",
    );
    expect(text).not.toContain("Still starting.");
    expect(text).toContain(
      "> - Paused since 2026-02-21 12:00 UTC: Another program is acting.\n> - To go on after the pause: “Continue”. [Continue](obsidian://planwright?do=continue)",
    );
    expect(text).toContain("The folder Plans is missing, so its plans are not shown.");
    expect(text).toContain(
      "The folder Done/Plans cannot be found, or something there cannot be read; nothing runs until you fix that.",
    );
  });
});

describe("recent activity", () => {
  test("shows the newest ten over all plans, the archived ones too, in one order", () => {
    const logs = (from: number): string[] =>
      Array.from(
        { length: 8 },
        (_, at) =>
          `- [2026-02-${String(from + at).padStart(2, "0")}T10:00:00Z] Agent: Did ${String(from + at)} (ticked, step s-1)`,
      );
    const seen = {
      plans: [plan({ id: "A", logs: logs(1) })],
      archived: [
        plan({
          id: "B",
          status: "Done",
          path: "Done/Plans/B.md",
          roadmap: ["- [x] a"],
          logs: [...logs(6).reverse(), "- [someday] Agent: Undated"],
        }),
      ],
    };
    const lines = section(dashboard(seen), "Recent activity")
      .split("\n")
      .filter((line) => line.startsWith("- "));
    expect(lines.map((line) => /Did (\d+) · /.exec(line)?.[1])).toEqual([
      "13",
      "12",
      "11",
      "10",
      "9",
      "8",
      "8",
      "7",
      "7",
      "6",
    ]);
    expect(lines[0]).toBe("- 2026-02-13 10:00 UTC · Agent: Did 13 · [[Done/Plans/B|Objective of B]]");
  });

  test("results come first, and what was asked or answered is folded beneath them", () => {
    const logs = [
      "- [2026-02-20T10:00:00Z] Agent: Sent it — Its request was approved. (carried-out, step s-1)",
      "- [2026-02-20T10:01:00Z] Human: Started the plan — By a click or a command. (started)",
      "- [2026-02-20T10:02:00Z] Agent: Asked for approval — x. (asked, step s-2)",
      "- [2026-02-20T10:03:00Z] Agent: Blocked at step 2 — Maybe sent. (blocked, step s-2, block doubt)",
      "- [2026-02-20T10:04:00Z] Agent: Blocked at step 2 — Request rejected. (blocked, step s-2, block rejected)",
      "- [2026-02-20T10:05:00Z] Bot: Wrote the report",
    ];
    const text = section(dashboard({ plans: [plan({ id: "A", logs })] }), "Recent activity");
    const [first = "", folded = ""] = text.split("> [!NOTE]- Asked, answered, started, waiting\n");
    expect(first.match(/^- .*:0\d/gm)).toHaveLength(3);
    expect(first.indexOf("Wrote the report")).toBeLessThan(first.indexOf("Maybe sent"));
    expect(first.indexOf("Maybe sent")).toBeLessThan(first.indexOf("Sent it"));
    expect(folded.match(/^> - /gm)).toHaveLength(3);
  });

  test("our own escapes are not doubled, and the engine's bracket is left out", () => {
    const written = renderEntry(
      {
        actor: "Agent",
        action: "Sent *it* to [[Bob]] <b> & 5 % #x",
        rationale: "because (so)",
        mark: { word: "ticked", step: "s-1" },
      },
      NOW,
    );
    const entry = parseEntry(written);
    expect(entry === null ? "" : entryWords(entry)).toBe("Sent *it* to [[Bob]] <b> & 5 % #x — because (so).");
  });

  test.each(["Record: 2026-02-21_payment_a_1a2b_receipt.", "Approval request: 2026-02-21_payment_a_1a2b.md"])(
    "what happened is told without the name of a file: %s",
    (details) => {
      const written = renderEntry(
        {
          actor: "Agent",
          action: "Carried out: step 1 “Pay”",
          rationale: "Its request was approved",
          details,
          mark: { word: "carried-out", step: "s-1", request: "1a2b".repeat(8) },
        },
        NOW,
      );
      const entry = parseEntry(written);
      expect(entry === null ? "" : entryWords(entry)).toBe("Carried out: step 1 “Pay”");
    },
  );
});

describe("the whole", () => {
  test("an empty vault gets a welcome that says how to make a first plan", () => {
    const text = dashboard({});
    expect(text).toContain("## Welcome");
    expect(text).toContain("Use “New plan…”, or put a note like this into the folder Plans:");
    expect(text).toContain("task_id: PLAN-1");
    expect(text).not.toContain("## Current plans");
  });

  test("a vault where all is quiet says so", () => {
    const text = dashboard({ archived: [plan({ id: "A", status: "Done", roadmap: ["- [x] a"] })] });
    for (const words of [
      "No plan is under way.",
      "Nothing needs you now.",
      "No alerts.",
      "Nothing has been done yet.",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("Steps done");
  });

  test("the order in which things were read never shows", () => {
    const many = Array.from({ length: 6 }, (_, at) => asked(at + 1, { at: NOW - HOUR }));
    const seen: Found = {
      plans: [
        ...many.map((each) => each.plan),
        plan({ id: "X", source: "a" }),
        plan({ id: "Y", source: "a" }),
        plan({ id: "Q" }),
        plan({ id: "q", path: "Plans/z.md" }),
        note("Plans/bad.md", "---\n:\n---x"),
        note("Plans/worse.md", "---\n"),
        ...["a", "b"].map((name) => note(`Plans/${name}.md`, "# Plan\n- [ ] box\n")),
      ],
      archived: ["E", "F"].map((id) =>
        plan({
          id,
          status: "Done",
          roadmap: ["- [x] a"],
          logs: ["- [2026-02-21T10:45:00Z] Agent: Same moment"],
        }),
      ),
      requests: [
        ...many.map((each, at) => requestNote(each, at % 2 === 0 ? "pending" : "approved")),
        externalNote("a.md"),
        externalNote("b.md", "approved"),
      ],
      device: latched(...many.map((each) => each.actionState)),
    };
    expect(dashboard(reversed(seen))).toBe(dashboard(seen));
  });

  test("is written once, and again only when it says something else", () => {
    const first = updateDashboard("mine\n", world(waiting));
    const text = first.kind === "write" ? first.text : "";
    expect(text.startsWith("mine\n\n<!-- ")).toBe(true);
    expect(updateDashboard(text, world(waiting))).toEqual({ kind: "same" });
    expect(DRAW.decide(world({ ...waiting, dashboard: text }), world(waiting))).toBeNull();
    expect(DRAW.decide(world({ ...waiting, dashboard: "mine\n" }), world(waiting))).toMatchObject({
      move: { kind: "write-dashboard", path: "Dashboard.md" },
    });
    expect(updateDashboard(text.replace("dashboard end", "dashboard fin"), world(waiting)).kind).toBe(
      "damaged",
    );
  });

  test("is completed where its writing was cut off, and left alone where one character is another's", () => {
    const first = updateDashboard("mine\n", world(waiting));
    const text = first.kind === "write" ? first.text : "";
    const cuts = Array.from({ length: text.length - text.indexOf("planwright:") - 12 }, (_each, at) =>
      text.slice(0, text.indexOf("planwright:") + 11 + at),
    );
    for (const torn of cuts) expect(updateDashboard(torn, world(waiting))).toEqual({ kind: "write", text });
    for (const torn of cuts.slice(100))
      expect(updateDashboard(`${torn}\u2026`, world(waiting)).kind).toBe("damaged");
    expect(dashboardDamage(world({ ...waiting, dashboard: text.slice(0, -40) }))).toBeNull();
    expect(dashboardDamage(world({ ...waiting, dashboard: `${text.slice(0, -40)}my words` }))?.why).toContain(
      "for the end is missing",
    );
  });
});
