/**
 * Each kind of note, named to each command: what is said of it, by code. All of them ask one judgement, so that none
 * denies what another says.
 */
import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/engine/engine";
import { judge, whyNoPlan, type NoteKind } from "../../src/engine/perform/judge";
import { findPlan } from "../../src/engine/perform/find";
import { renderStatus } from "../../src/overview/report";
import type { Wanted } from "../../src/rules/command";
import { writeCommands } from "../../src/settings/places";
import { memoryGround } from "../story/ground";
import { createStage, settle, work, type Stage } from "../story/stage";
import type { Files } from "../story/tree";

const plan = (id: string, more = ""): string =>
  `---\ntask_id: ${id}\nstatus: Draft\n${more}---\n\n# Objective\n${id}\n\n## Roadmap\n- [ ] ${id}\n`;
const ASKED = "---\ntype: email\nto: ana@example.com\n---\n\n## Body\nDear Ana.\n";

const NOTES: Files = {
  "Plans/A.md": plan("A"),
  "Plans/Twin 1.md": plan("T", "x: 1\n"),
  "Plans/Twin 2.md": plan("T", "x: 2\n"),
  "Plans/A.sync-conflict-20260301-101010-ABCDEFG.md": plan("A", "x: 1\n"),
  "Plans/Mend.md": plan("M", "subject: Re: offer\n"),
  "Plans/Broken.md": plan("B", "x: 1\nx: 2\n"),
  "Plans/Odd.md": plan("O").replace("Draft", "Drafty"),
  "Plans/Other.md": "# List\n\n## Tasks\n- [ ] one\n- [ ] two\n",
  "Done/Plans/Old.md": plan("OLD").replace("Draft", "Done").replace("- [ ]", "- [x]"),
  "Pending_Approval/r.md": ASKED,
  "Approved/r2.md": ASKED.replace("Ana.", "Ben."),
  "Rejected/no.md": ASKED.replace("Ana.", "Cem."),
  "Pending_Approval/Clients/r.md": ASKED.replace("Ana.", "Dan."),
  "Pending_Approval/unsaid.md": "---\ntype: email\n---\n\nYes.\n",
  "Pending_Approval/mend.md": ASKED.replace("---\n\n", "subject: Re: offer\n---\n\n"),
  "Pending_Approval/twice.md": ASKED.replace("---\n\n", "to: ben@example.com\n---\n\n"),
  "Pending_Approval/README.md": "# Read me\nMove a file to Approved.\n",
  "Plans/README.md": "# Read me\n- [ ] as in this line\n",
  "Done/Actions/old_receipt.md": "It was sent.\n",
  "Plans/Notes.md": "# Thoughts\nOn oaks.\n",
  "Plans/Alone.md": "---\nplanwright: ignore\n---\n# To do\n- [ ] eggs\n",
  "Plans/old/README.md": "---\nplanwright: ignore\n---\n",
  "Plans/old/o.md": plan("OLDER", "x: y: z\n"),
  "Pending_Approval/Alone.md": "---\nplanwright: ignore\n---\nHow to ask.\n",
  "Plans/Board.md": "---\nkanban-plugin: board\n---\n## Todo\n- [ ] eggs\n## Doing\n- [ ] milk\n",
  "Inbox/task.md": "# Trip\n- [ ] book it\n",
  "Notes/n.md": "# Garden\n- [ ] dig\n",
};

/**
 * What a command answers: it shows something, it says what the note is, it says besides what it found in it, or it has
 * a reason of its own.
 */
type Said = "shows" | "judges" | "adds" | "why" | "acts";
const VERBS = ["adopt", "repair", "merge", "convert", "plan", "start", "explain"] as const;

const MATRIX: readonly (readonly [path: string, kind: NoteKind, ...said: readonly Said[]])[] = [
  /*                                   adopt     repair    merge     convert   plan      start     explain */
  ["Plans/A.md", "plan", "judges", "adds", "shows", "judges", "judges", "acts", "acts"],
  ["Plans/Twin 1.md", "frozen", "judges", "adds", "shows", "judges", "judges", "why", "why"],
  [
    "Plans/A.sync-conflict-20260301-101010-ABCDEFG.md",
    "copy",
    "judges",
    "adds",
    "shows",
    "judges",
    "judges",
    "why",
    "why",
  ],
  ["Plans/Mend.md", "broken", "judges", "shows", "judges", "judges", "judges", "why", "why"],
  ["Plans/Broken.md", "broken", "judges", "why", "judges", "judges", "judges", "why", "why"],
  ["Plans/Odd.md", "faulty", "judges", "adds", "judges", "judges", "judges", "why", "why"],
  ["Plans/Other.md", "dialect", "judges", "adds", "judges", "shows", "judges", "judges", "judges"],
  ["Done/Plans/Old.md", "put-away", "judges", "adds", "judges", "judges", "judges", "judges", "judges"],
  [
    "Pending_Approval/r.md",
    "request-of-others",
    "shows",
    "adds",
    "judges",
    "judges",
    "judges",
    "judges",
    "judges",
  ],
  ["Approved/r2.md", "request-of-others", "shows", "adds", "judges", "judges", "judges", "judges", "judges"],
  [
    "Pending_Approval/unsaid.md",
    "request-of-others",
    "why",
    "adds",
    "judges",
    "judges",
    "judges",
    "judges",
    "judges",
  ],
  [
    "Pending_Approval/Clients/r.md",
    "request-of-others",
    "shows",
    "adds",
    "judges",
    "judges",
    "judges",
    "judges",
    "judges",
  ],
  ["Rejected/no.md", "refused-request", "why", "adds", "judges", "judges", "judges", "judges", "judges"],
  [
    "Pending_Approval/mend.md",
    "broken-request",
    "shows",
    "shows",
    "judges",
    "judges",
    "judges",
    "judges",
    "judges",
  ],
  [
    "Pending_Approval/twice.md",
    "broken-request",
    "why",
    "why",
    "judges",
    "judges",
    "judges",
    "judges",
    "judges",
  ],
  [
    "Pending_Approval/README.md",
    "no-request",
    "judges",
    "adds",
    "judges",
    "judges",
    "judges",
    "judges",
    "judges",
  ],
  [
    "Approved/About this folder.md",
    "no-request",
    "judges",
    "adds",
    "judges",
    "judges",
    "judges",
    "judges",
    "judges",
  ],
  ["Plans/README.md", "no-plan", "judges", "adds", "judges", "judges", "judges", "judges", "judges"],
  ["Plans/Notes.md", "dialect", "judges", "adds", "judges", "why", "judges", "judges", "judges"],
  [
    "Done/Actions/old_receipt.md",
    "record",
    "judges",
    "adds",
    "judges",
    "judges",
    "judges",
    "judges",
    "judges",
  ],
  ["Plans/Alone.md", "left-alone", "judges", "adds", "judges", "judges", "judges", "judges", "judges"],
  ["Plans/old/o.md", "left-alone", "judges", "shows", "judges", "judges", "judges", "judges", "judges"],
  [
    "Pending_Approval/Alone.md",
    "left-alone",
    "judges",
    "adds",
    "judges",
    "judges",
    "judges",
    "judges",
    "judges",
  ],
  ["Plans/Board.md", "board", "judges", "adds", "judges", "judges", "shows", "judges", "judges"],
  ["Inbox/task.md", "task", "judges", "adds", "judges", "judges", "shows", "judges", "judges"],
  ["Notes/n.md", "other", "judges", "adds", "judges", "judges", "shows", "judges", "judges"],
  ["Dashboard.md", "own", "judges", "adds", "judges", "judges", "judges", "judges", "judges"],
  ["Inbox/A.md", "absent", "judges", "judges", "judges", "judges", "why", "why", "why"],
  ["Notes/none.md", "absent", "judges", "judges", "judges", "judges", "why", "why", "why"],
];

async function stageOf(): Promise<Stage> {
  const stage = await createStage(
    { shows: "", without: [], calls_per_step: 1, events: [] },
    NOTES,
    {},
    (clock) => memoryGround(clock),
  );
  await settle(stage, "executor");
  return stage;
}

async function answers(
  engine: Engine,
  stage: Stage,
  path: string,
): Promise<{
  readonly kind: NoteKind;
  readonly say: string;
  readonly said: readonly string[];
  readonly heard: readonly Said[];
}> {
  const world = await engine.look();
  const bench = { vault: stage.ground.vault };
  const { kind, say } = await judge(path, world, bench);
  const judged = writeCommands(say);
  const told = (answer: string): Said =>
    answer === judged ? "judges" : answer.endsWith(` ${judged}`) ? "adds" : "why";
  const said: string[] = [];
  const heard: Said[] = [];
  for (const verb of VERBS) {
    if (verb === "start" || verb === "explain") {
      const found = findPlan(path, world);
      const answer =
        typeof found === "string" ? writeCommands(await whyNoPlan(path, found, world, bench)) : null;
      said.push(answer ?? "");
      heard.push(answer === null ? "acts" : told(answer));
      continue;
    }
    const wanted: Wanted =
      verb === "plan"
        ? { kind: verb, note: path, lines: null }
        : verb === "convert"
          ? { kind: verb, note: path, hands: false }
          : { kind: verb, note: path };
    const answer = await engine.propose(wanted);
    said.push(typeof answer === "string" ? answer : "");
    heard.push(typeof answer === "string" ? told(answer) : answer.notes.length > 0 ? "shows" : "why");
  }
  return { kind, say, said, heard };
}

describe("a note is the same to every command", () => {
  it.each(MATRIX)("%s", async (path, kind, ...heard) => {
    const stage = await stageOf();
    const found = await work(stage, "clerk", async (engine) => await answers(engine, stage, path));
    expect({ kind: found.kind, heard: found.heard, said: found.said }).toEqual({
      kind,
      heard,
      said: found.said,
    });
    for (const answer of found.said.filter((each) => each !== ""))
      expect(answer).not.toMatch(/is not one of the notes|^There is no note (?:with|that|in)/);
  });
});

it("status counts what is left alone, and names the folder of which a note says so", async () => {
  const stage = await stageOf();
  const text = await work(stage, "clerk", async (engine) => renderStatus(await engine.look()));
  expect(text).toContain(
    "\nLeft alone, as their properties say: 3 notes in the plan folders, those in Plans/old among them.\n",
  );
  expect(text).not.toMatch(/Plans\/Alone|Plans\/old\/o/);
});

it("a request of ours is one to every command, and a note of another program beside it is none", async () => {
  const stage = await createStage(
    { shows: "", without: [], calls_per_step: 1, events: [] },
    {
      "Plans/P.md": plan("P")
        .replace("Draft", "Active")
        .replace(
          "- [ ] P",
          "- [ ] ✋ Write to Ana\n    ```action\n    type: email\n    target: ana@example.com\n    args:\n      subject: Hi\n      body: Hello.\n    ```",
        ),
      "Pending_Approval/r.md": ASKED,
    },
    {},
    (clock) => memoryGround(clock),
  );
  await settle(stage, "executor");
  const path = Object.keys(stage.ground.files()).find((each) => each.startsWith("Pending_Approval/20")) ?? "";
  const found = await work(stage, "clerk", async (engine) => await answers(engine, stage, path));
  const copied = "Pending_Approval/by hand.md";
  await stage.ground.vault.create(copied, stage.ground.files()[path] ?? "");
  const copy = await work(stage, "clerk", async (engine) => await answers(engine, stage, copied));
  expect(copy).toMatchObject({
    kind: "false-request",
    heard: ["judges", "adds", "judges", "judges", "judges", "why", "why"],
  });
  expect(copy.say).toMatch(
    / counts as none\. Not made by Planwright: it .* It never runs; move it away, or ask again from its plan\.$/,
  );
  expect(found).toMatchObject({
    kind: "request",
    say: `${path} is a request of Planwright for P. {do:status} tells its state.`,
    heard: ["judges", "adds", "judges", "judges", "judges", "judges", "judges"],
  });
});

it("properties of a request of another program are put right by repair, with the others and by name", async () => {
  const stage = await stageOf();
  const all = await work(
    stage,
    "clerk",
    async (engine) => await engine.propose({ kind: "repair", note: null }),
  );
  if (typeof all === "string") throw new Error(all);
  expect(all.notes.map(({ path }) => path)).toEqual(["Plans/Mend.md", "Pending_Approval/mend.md"]);
  expect(all.left.join(" ")).toContain(
    "Pending_Approval/twice.md needs you in line 4: the key “to” stands there twice",
  );
});

it("adopt and repair name the same line of properties that neither can put right", async () => {
  const stage = await stageOf();
  const both = await work(stage, "clerk", async (engine) => [
    await engine.propose({ kind: "adopt", note: "Pending_Approval/twice.md" }),
    await engine.propose({ kind: "repair", note: "Pending_Approval/twice.md" }),
  ]);
  for (const answer of both) expect(answer).toContain("needs you in line 4: the key “to” stands there twice");
});
