/**
 * Deeds of people on two computers that hold one vault, as data that a model and real tools both can run. A step that
 * no longer applies when its turn comes (the note is gone, something has the name) is left out, by both.
 */
export type Peer = "ana" | "ben";
export const PEERS: readonly Peer[] = ["ana", "ben"];

export type Step =
  | { readonly does: "writes"; readonly peer: Peer; readonly path: string; readonly text: string }
  /** Replaces the one place where `old` stands. */
  | {
      readonly does: "edits";
      readonly peer: Peer;
      readonly path: string;
      readonly old: string;
      readonly new: string;
    }
  | { readonly does: "appends"; readonly peer: Peer; readonly path: string; readonly line: string }
  | { readonly does: "moves" | "copies"; readonly peer: Peer; readonly path: string; readonly to: string }
  | { readonly does: "deletes"; readonly peer: Peer; readonly path: string }
  /**
   * The peer's files, with their times, as they were before this step of the script (counted from 0); nothing else of
   * the computer.
   */
  | { readonly does: "goes back"; readonly peer: Peer; readonly step: number }
  | { readonly does: "goes offline" | "goes online"; readonly peer: Peer }
  | { readonly does: "everything is quiet" };

export interface Script {
  readonly id: string;
  /** Both hold these before the first step, and their tools know it. */
  readonly before: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  /** Part of the short form. */
  readonly quick?: true;
}

const FOLDER_NOTE = "Requests that wait for your answer.\n";

function request(name: string, amount: string): string {
  return [
    "---",
    `action_id: ${name}`,
    "type: payment",
    "status: pending",
    "---",
    "",
    `# Pay ${name}`,
    "",
    "```action",
    "type: payment",
    `target: ${name}`,
    "args:",
    `  amount: ${amount}`,
    "  currency: EUR",
    `  reference: ${name} of March`,
    "```",
    "",
    "## Your note",
    "",
  ].join("\n");
}

const PLAN = [
  "---",
  "task_id: PLAN-1",
  "status: Active",
  "---",
  "",
  "# Objective",
  "Pay the rent.",
  "",
  "## Roadmap",
  "- [x] Find the bill",
  "- [ ] Check the amount",
  "- [ ] Pay it",
  "- [ ] File it",
  "",
  "## Reasoning Logs",
  "- [2026-02-21T10:30:00Z] Agent: Created plan",
  "",
].join("\n");

const RENT = request("rent", "900");
const POWER = request("power", "80");
const PENDING = "Pending_Approval/rent.md";
const APPROVED = "Approved/rent.md";
const REJECTED = "Rejected/rent.md";
const DONE = "Done/Actions/rent.md";
const WAITING = { "Pending_Approval/README.md": FOLDER_NOTE, [PENDING]: RENT };
const ACTIVE = { "Plans/rent.md": PLAN };

const QUIET: Step = { does: "everything is quiet" };
const moves = (peer: Peer, path: string, to: string): Step => ({ does: "moves", peer, path, to });
const edits = (peer: Peer, path: string, old: string, text: string): Step => ({
  does: "edits",
  peer,
  path,
  old,
  new: text,
});
const appends = (peer: Peer, path: string, line: string): Step => ({ does: "appends", peer, path, line });
const deletes = (peer: Peer, path: string): Step => ({ does: "deletes", peer, path });
const writes = (peer: Peer, path: string, text: string): Step => ({ does: "writes", peer, path, text });
const apart = (...steps: readonly Step[]): readonly Step[] => [
  { does: "goes offline", peer: "ana" },
  { does: "goes offline", peer: "ben" },
  ...steps,
  { does: "goes online", peer: "ana" },
  { does: "goes online", peer: "ben" },
];

export const SCRIPTS: readonly Script[] = [
  {
    id: "approve while the other edits the request",
    quick: true,
    before: WAITING,
    steps: [moves("ana", PENDING, APPROVED), edits("ben", PENDING, "amount: 900", "amount: 9000")],
  },
  {
    id: "approve while the other rejects",
    quick: true,
    before: WAITING,
    steps: [moves("ana", PENDING, APPROVED), moves("ben", PENDING, REJECTED)],
  },
  {
    id: "approve while the other edits the request, both offline",
    before: WAITING,
    steps: apart(moves("ana", PENDING, APPROVED), edits("ben", PENDING, "amount: 900", "amount: 9000")),
  },
  {
    id: "approve while the other rejects, both offline",
    before: WAITING,
    steps: apart(moves("ana", PENDING, APPROVED), moves("ben", PENDING, REJECTED)),
  },
  {
    id: "both edit and approve, differently, both offline",
    before: WAITING,
    steps: apart(
      edits("ana", PENDING, "amount: 900", "amount: 90"),
      moves("ana", PENDING, APPROVED),
      edits("ben", PENDING, "amount: 900", "amount: 9000"),
      moves("ben", PENDING, APPROVED),
    ),
  },
  {
    id: "both edit one note at different lines",
    before: ACTIVE,
    steps: apart(
      edits("ana", "Plans/rent.md", "Pay the rent.", "Pay the rent of March."),
      edits("ben", "Plans/rent.md", "- [ ] File it", "- [x] File it"),
    ),
  },
  {
    id: "both edit one note at the same line",
    quick: true,
    before: ACTIVE,
    steps: apart(
      edits("ana", "Plans/rent.md", "- [ ] Check the amount", "- [x] Check the amount"),
      edits("ben", "Plans/rent.md", "- [ ] Check the amount", "- [-] Check the amount"),
    ),
  },
  {
    id: "both edit lines that touch",
    before: ACTIVE,
    steps: apart(
      edits("ana", "Plans/rent.md", "- [ ] Check the amount", "- [x] Check the amount"),
      edits("ben", "Plans/rent.md", "- [ ] Pay it", "- [-] Pay it"),
    ),
  },
  {
    id: "both make the same edit",
    before: ACTIVE,
    steps: apart(
      edits("ana", "Plans/rent.md", "- [ ] Check the amount", "- [x] Check the amount"),
      edits("ben", "Plans/rent.md", "- [ ] Check the amount", "- [x] Check the amount"),
    ),
  },
  {
    id: "edit while the other deletes",
    before: ACTIVE,
    steps: [edits("ana", "Plans/rent.md", "- [ ] Pay it", "- [x] Pay it"), deletes("ben", "Plans/rent.md")],
  },
  {
    id: "edit while the other deletes, both offline",
    before: ACTIVE,
    steps: apart(
      edits("ana", "Plans/rent.md", "- [ ] Pay it", "- [x] Pay it"),
      deletes("ben", "Plans/rent.md"),
    ),
  },
  {
    id: "approve while the other deletes",
    before: WAITING,
    steps: apart(moves("ana", PENDING, APPROVED), deletes("ben", PENDING)),
  },
  {
    id: "both approve",
    before: WAITING,
    steps: apart(moves("ana", PENDING, APPROVED), moves("ben", PENDING, APPROVED)),
  },
  {
    id: "both create one name with different text",
    before: ACTIVE,
    steps: apart(writes("ana", PENDING, RENT), writes("ben", PENDING, request("rent", "950"))),
  },
  {
    id: "approve, then take back, while the other is offline and edits",
    before: WAITING,
    steps: [
      { does: "goes offline", peer: "ben" },
      moves("ana", PENDING, APPROVED),
      edits("ben", PENDING, "amount: 900", "amount: 9000"),
      moves("ana", APPROVED, PENDING),
      { does: "goes online", peer: "ben" },
    ],
  },
  {
    id: "approve, then take back, while the other is offline and rejects",
    before: WAITING,
    steps: [
      { does: "goes offline", peer: "ben" },
      moves("ana", PENDING, APPROVED),
      QUIET,
      moves("ana", APPROVED, PENDING),
      moves("ben", PENDING, REJECTED),
      { does: "goes online", peer: "ben" },
    ],
  },
  {
    id: "archive a plan while the other ticks a step",
    before: ACTIVE,
    steps: apart(
      moves("ana", "Plans/rent.md", "Done/Plans/rent.md"),
      edits("ben", "Plans/rent.md", "- [ ] File it", "- [x] File it"),
    ),
  },
  {
    id: "a log line appended on both sides",
    before: ACTIVE,
    steps: apart(
      appends("ana", "Plans/rent.md", "- [2026-02-22T08:00:00Z] Agent: Blocked"),
      appends("ben", "Plans/rent.md", "- [2026-02-22T09:00:00Z] Human: Looked"),
    ),
  },
  {
    id: "a name changes only in case",
    before: ACTIVE,
    steps: [moves("ana", "Plans/rent.md", "Plans/Rent.md")],
  },
  {
    id: "a name changes only in case while the other edits",
    before: ACTIVE,
    steps: apart(
      moves("ana", "Plans/rent.md", "Plans/Rent.md"),
      edits("ben", "Plans/rent.md", "- [ ] File it", "- [x] File it"),
    ),
  },
  {
    id: "one side goes back to an older state",
    quick: true,
    before: WAITING,
    steps: [
      moves("ana", PENDING, APPROVED),
      QUIET,
      moves("ana", APPROVED, DONE),
      writes("ana", "Done/Actions/rent_receipt.md", "outcome: ok\n"),
      QUIET,
      { does: "goes back", peer: "ben", step: 0 },
    ],
  },
  {
    id: "one side goes back to an older state while the other edits",
    before: ACTIVE,
    steps: [
      edits("ana", "Plans/rent.md", "- [ ] Pay it", "- [x] Pay it"),
      QUIET,
      ...apart(
        { does: "goes back", peer: "ben", step: 0 },
        appends("ana", "Plans/rent.md", "- [2026-02-22T08:00:00Z] Agent: Paid"),
      ),
    ],
  },
  {
    id: "approve the only request while the other asks for one more",
    before: { [PENDING]: RENT },
    steps: apart(moves("ana", PENDING, APPROVED), writes("ben", "Pending_Approval/power.md", POWER)),
  },
  {
    id: "approve the only request while the other asks for one more, with a note in the folder",
    before: WAITING,
    steps: apart(moves("ana", PENDING, APPROVED), writes("ben", "Pending_Approval/power.md", POWER)),
  },
  {
    id: "approve what was rejected while the other rejects one more",
    before: { "Rejected/rent.md": RENT, "Pending_Approval/power.md": POWER },
    steps: apart(
      moves("ana", REJECTED, APPROVED),
      moves("ben", "Pending_Approval/power.md", "Rejected/power.md"),
    ),
  },
  {
    id: "archive what was sent while the other approves one more",
    before: { [APPROVED]: RENT, "Pending_Approval/power.md": POWER },
    steps: apart(
      moves("ana", APPROVED, DONE),
      moves("ben", "Pending_Approval/power.md", "Approved/power.md"),
    ),
  },
  {
    id: "archive what was sent while the other takes it back",
    before: { [APPROVED]: RENT },
    steps: [moves("ana", APPROVED, DONE), moves("ben", APPROVED, PENDING)],
  },
  {
    id: "approve by a copy while the other rejects",
    before: WAITING,
    steps: apart(
      { does: "copies", peer: "ana", path: PENDING, to: APPROVED },
      moves("ben", PENDING, REJECTED),
    ),
  },
  {
    id: "a conflict copy is edited while the other deletes it",
    before: ACTIVE,
    steps: [
      ...apart(
        edits("ana", "Plans/rent.md", "- [ ] Pay it", "- [x] Pay it"),
        edits("ben", "Plans/rent.md", "- [ ] Pay it", "- [-] Pay it"),
      ),
      QUIET,
      ...apart(
        edits("ana", "Plans/rent.md", "Pay the rent.", "Pay the rent of March."),
        deletes("ben", "Plans/rent.md"),
      ),
    ],
  },
];
