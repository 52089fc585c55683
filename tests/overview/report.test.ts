/** The status as a person reads it in a terminal. */
import { expect, test } from "vitest";
import { renderStatus } from "../../src/overview/report";
import {
  asked,
  device,
  externalNote,
  latched,
  note,
  NOW,
  plan,
  requestNote,
  world,
  type Found,
} from "../rules/build";

function status(seen: Found): string {
  return renderStatus(world(seen));
}

const one = asked(1, { objective: "Send the January invoice" });

test("a plan that waits for approval says what a person can do", () => {
  const text = status({
    plans: [one.plan],
    requests: [requestNote(one, "pending")],
    device: latched(one.actionState),
  });
  expect(text).toBe(
    [
      "Plans: 0 active, 1 waiting, 0 drafts, 0 done. 1 open approval.",
      "",
      "PLAN-1: Send the January invoice",
      "  [###-------] 1 of 3 steps   Plans/PLAN-1.md",
      "  Step 2: ✋ Send it",
      "  Waiting for you, since 2026-02-21 10:45 UTC",
      "  What you can do: move its note to Approved to agree, or to Rejected to say no.",
      "",
      "Needs you:",
      "  Approval needed (1): move its note to Approved to agree, or to Rejected to say no.",
      "    email to client_a@example.com  PLAN-1  asked 2026-02-21 11:00 UTC",
      `      Pending_Approval/${one.name}  id 00000001`,
      "",
    ].join("\n"),
  );
});

test("an overdue plan says so, and so does one in the list", () => {
  const late = (id: string, due: string): ReturnType<typeof note> =>
    note(`Plans/${id}.md`, `---\ntask_id: ${id}\nstatus: Active\ndue: ${due}\n---\n## Roadmap\n- [ ] a\n`);
  const text = status({ plans: [late("A", "2026-02-19"), late("B", "2026-02-21"), late("C", "2026-03-01")] });
  expect(text).toContain("  Active, your turn\n  Overdue since 19 Feb\n");
  expect(text).toContain("  B  0/1  Active, your turn, due today  B\n");
  expect(text).toContain("  C  0/1  Active, your turn, due 1 Mar  C\n");
});

test("a draft that came back says when it starts by itself, and a plan how it repeats", () => {
  const draft = (more: string): ReturnType<typeof note> =>
    note(
      "Plans/D.md",
      `---\ntask_id: D\nseries: A\nstatus: Draft\ndue: 2026-03-01\nrepeat: every month\n${more}---\n## Roadmap\n- [ ] a\n`,
    );
  expect(status({ plans: [draft("auto_start: true\n")] })).toContain(
    "  Draft, starts by itself on 2026-03-01\n  Due 1 Mar\n  Repeats every month\n",
  );
  expect(status({ plans: [draft("")] })).toContain("  Draft\n");
});

test("a vault without plans says how to begin, and a quiet one that nothing is needed", () => {
  expect(status({})).toContain("No plan yet.");
  expect(status({ archived: [plan({ id: "A", status: "Done", roadmap: ["- [x] a"] })] })).toBe(
    "Plans: 0 active, 0 waiting, 0 drafts, 1 done. 0 open approvals. Finished plans are in Done/Plans.\n\nNothing needs you now.\n",
  );
});

test.each([
  [
    "a draft",
    { plans: [plan({ id: "A", status: "Draft", roadmap: ["- [ ] a"] })] },
    "Nothing needs you now. One draft waits for you to start it.\n",
  ],
  [
    "drafts",
    {
      plans: [
        plan({ id: "A", status: "Draft", roadmap: ["- [ ] a"] }),
        plan({ id: "B", status: "Draft", roadmap: ["- [ ] b"] }),
      ],
    },
    "Nothing needs you now. 2 drafts wait for you to start them.\n",
  ],
  [
    "a pause",
    { device: { ...device, paused: { at: NOW, why: "" } } },
    "Nothing is asked or sent for now; the alerts say why.\n",
  ],
  [
    "a folder that is missing",
    { folders: { absent: ["Approved"], unreadable: [], bare: [] } },
    "Nothing is asked or sent for now; the alerts say why.\n",
  ],
])("with %s it does not say that all is well", (_what, given, said) => {
  expect(status(given)).toContain(`\n\n${said}`);
});

test("where folders are missing, it says what makes them", () => {
  const ways = "  For missing folders: restore them from your sync, or make them with “Set up”.\n";
  const none = status({ folders: { absent: ["Plans", "Approved", "Done/Plans"], unreadable: [], bare: [] } });
  expect(none).toContain(
    "No plan yet, and no folder Plans. Run “Set up” to make the folders; then put a note with a task_id, a status and a Roadmap into it.\n",
  );
  expect(none).toContain(
    `  The folder Approved cannot be found, or something there cannot be read; nothing runs until you fix that.\n  The folders Done/Plans, Plans are missing, so their plans are not shown.\n${ways}`,
  );
  expect(status({ folders: { absent: ["Done/Plans"], unreadable: [], bare: [] } })).toContain(
    `  The folder Done/Plans is missing, so its plans are not shown.\n${ways}`,
  );
  expect(status({ folders: { absent: ["Inbox"], unreadable: ["Approved"], bare: [] } })).not.toContain(
    "Set up",
  );
});

test("a request that is gone, or found twice, is there at once, with what to do and where", () => {
  const gone = status({ plans: [one.plan], device: latched(one.actionState) });
  expect(gone).toContain(
    "  The note to approve is gone (1): put it back, or ask again.\n    email to client_a@example.com  PLAN-1  ask again: “Request approval…”; asked 2026-02-21 11:00 UTC\n      id 00000001\n",
  );
  const twice = status({
    plans: [one.plan],
    requests: [requestNote(one, "pending"), requestNote(one, "approved")],
    device: latched(one.actionState),
  });
  expect(twice).toContain(
    "  Found in two folders (1): remove the wrong copy, or confirm it on the acting device.",
  );
  expect(twice).toContain(`      Approved/${one.name}  id 00000001\n      Pending_Approval/${one.name}\n`);
});

test("what was asked before, or for a step that is over, is not missed", () => {
  const done = asked(1, {
    roadmap: ["- [x] Find out", "- [x] ✋ Send it ^s-0001", "- [ ] File it"],
    status: "Active",
    blocked: null,
  });
  expect(status({ plans: [done.plan], device: latched(done.actionState) })).not.toContain(
    "The note to approve is gone",
  );
});

test("notes to put right are told one by one, up to a dozen", () => {
  const broken = (many: number): Found => ({
    plans: Array.from({ length: many }, (_, at) =>
      note(
        `Plans/b${String(at).padStart(2, "0")}.md`,
        at % 2 === 0 ? "---\n" : "---\ntask_id: A\nstatus: Activ\n---\n## Roadmap\n- [ ] a\n",
      ),
    ),
  });
  const few = status(broken(12));
  expect(few.match(/^ {4}Plans\/b\d\d\.md {2}line \d: /gm)).toHaveLength(12);
  expect(few).not.toMatch(/\d more/);
  const many = status(broken(60));
  expect(many).toContain("  To fix (60): ");
  expect(many).toContain("  30 notes have properties that cannot be read; this one: line 1: ");
  expect(many).toContain("  30 plans have an unknown status; this one: line 3: ");
});

test("two notes with one id are told apart by their paths", () => {
  const text = status({
    plans: [
      plan({ id: "A" }),
      plan({ id: "B", path: "Plans/B.md", objective: "Bake" }),
      plan({ id: "B", path: "Plans/B 2.md", objective: "Bake" }),
    ],
  });
  expect(text).toContain(
    "Other plans:\n  B  0/1  On hold: another note has the same id  Bake  Plans/B 2.md\n  B  0/1  On hold: another note has the same id  Bake  Plans/B.md\n",
  );
});

test("a cancelled plan is counted where there is one", () => {
  expect(status({ plans: [plan({ id: "A", status: "Cancelled" })] })).toContain(
    "Plans: 0 active, 0 waiting, 0 drafts, 0 done, 1 cancelled. 0 open approvals.\n",
  );
  expect(status({ archived: [plan({ id: "A", status: "Cancelled" })] })).toContain("0 done, 1 cancelled.");
  expect(status({ plans: [plan({ id: "A" })] })).not.toContain("cancelled");
});

test("every thing that needs you names its note, a long path without its middle", () => {
  const long = plan({ id: "A", path: `Plans/${"long ".repeat(60)}end.md` });
  expect(status({ plans: [long] })).toMatch(/\n {6}Plans\/long long .*….* long end\.md\n/);
  expect(status({ plans: [note("Plans/bad.md", "---\n")] })).toContain("\n    Plans/bad.md  line 1: ");
});

test("thousands of things make a screenful", () => {
  const many = Array.from({ length: 400 }, (_, at) => asked(at + 1, { blocked: "2026-02-01T10:00:00Z" }));
  const text = status({
    plans: [
      ...many.map((each) => each.plan),
      ...Array.from({ length: 1000 }, (_, at) =>
        plan({ id: `N${String(at)}`, objective: "long ".repeat(500) }),
      ),
      ...Array.from({ length: 300 }, (_, at) => note(`Plans/b${String(at)}.md`, "---\n")),
      ...Array.from({ length: 300 }, (_, at) => note(`Plans/o${String(at)}.md`, "# Plan\n- [ ] x\n")),
    ],
    requests: [
      ...many.map((each, at) => requestNote(each, at % 2 === 0 ? "pending" : "rejected")),
      ...Array.from({ length: 300 }, (_, at) => externalNote(`f${String(at)}.md`)),
    ],
    device: latched(
      ...many.map(({ actionState }, at) => (at % 5 === 0 ? { ...actionState, begun: NOW } : actionState)),
    ),
  });
  expect(text.split("\n").length).toBeLessThan(60);
  expect(text).toContain("1,000 active");
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(300);
});

test("control characters from notes never reach the terminal", () => {
  const text = status({
    plans: [
      plan({ id: "A", objective: "\u001b[31mred\u202e", roadmap: ["- [ ] \u001b]0;title\u0007 step"] }),
    ],
  });
  expect(text.replace(/\n/g, "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text).toContain("[U+001B][31mred[U+202E]");
});
