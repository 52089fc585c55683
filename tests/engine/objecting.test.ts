/** A person's word against an action, wherever in a plan they wrote it, comes before an approval. */
import { describe, expect, test } from "vitest";
import { settle, work, type Stage } from "../story/stage";
import { change, MAIL, moveTo, requestIn, stageOf, textOf } from "./asked";

const MINUTE = 60_000;
const PLAN = "Plans/Plan.md";
const COPY = "Plans/Plan.sync-conflict-20260301-092000-ABCDEFG.md";

async function pass(stage: Stage, minutes: number): Promise<void> {
  await stage.clock.advance(minutes * MINUTE);
  await settle(stage, "executor");
  // What a person writes bears another time than what was written in this run.
  await stage.clock.advance(1000);
}

async function asked(): Promise<Stage> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  return stage;
}

/** The plan asks what now. Answers where the request lies then. */
async function rejected(): Promise<{ readonly stage: Stage; readonly path: string }> {
  const stage = await asked();
  const path = moveTo(stage, requestIn(stage), "Rejected");
  await pass(stage, 1);
  return { stage, path };
}

const tick = (stage: Stage, answer: string, path = PLAN): void =>
  change(stage, path, `- [ ] ${answer}`, `- [x] ${answer}`);

describe("an answer under Questions", () => {
  test.each([
    ["Skip this step", "- [-] ✋ Send the invoice"],
    ["Cancel this plan", "status: Cancelled"],
  ])("“%s”, ticked while nobody looked, stops an approval that came with it", async (answer, shows) => {
    const { stage, path } = await rejected();
    tick(stage, answer);
    moveTo(stage, path, "Approved");
    await pass(stage, 5);
    expect(stage.outside.calls).toHaveLength(0);
    expect(textOf(stage, PLAN)).toContain(shows);
    await pass(stage, 5);
    expect(requestIn(stage, "Approved")).toBe("");
  });

  test("stops it while the approval can still be taken back", async () => {
    const { stage, path } = await rejected();
    moveTo(stage, path, "Approved");
    await stage.clock.advance(MINUTE);
    stage.interlude = () => tick(stage, "Cancel this plan");
    await settle(stage, "executor");
    expect(stage.outside.calls).toHaveLength(0);
  });

  test("of several that are ticked none counts, and nothing is sent before one of them is left", async () => {
    const { stage, path } = await rejected();
    tick(stage, "Ask again");
    tick(stage, "Cancel this plan");
    moveTo(stage, path, "Approved");
    await pass(stage, 5);
    expect(stage.outside.calls).toHaveLength(0);
    change(stage, PLAN, "- [x] Cancel this plan", "- [ ] Cancel this plan");
    change(stage, PLAN, "- [x] Ask again", "- [ ] Ask again");
    await pass(stage, 5);
    expect(stage.outside.calls).toHaveLength(1);
  });

  test("that was changed after it had been taken counts anew, and once", async () => {
    const { stage } = await rejected();
    tick(stage, "Ask again");
    await pass(stage, 2);
    await pass(stage, 2);
    change(stage, PLAN, "- [x] Ask again", "- [ ] Ask again");
    tick(stage, "Cancel this plan");
    moveTo(stage, requestIn(stage), "Approved");
    await pass(stage, 5);
    await pass(stage, 5);
    expect(stage.outside.calls).toHaveLength(0);
    expect(textOf(stage, PLAN).split("Human: Cancelled the plan")).toHaveLength(2);
    change(stage, PLAN, "status: Cancelled", "status: Active");
    await pass(stage, 5);
    expect(textOf(stage, PLAN)).not.toContain("status: Cancelled");
  });

  test("to cancel counts also where its step is gone", async () => {
    const { stage } = await rejected();
    change(stage, PLAN, /- \[ \] ✋ Send the invoice.*\n(?: {4}.*\n)*/, "");
    tick(stage, "Cancel this plan");
    await pass(stage, 5);
    expect(textOf(stage, PLAN)).toContain("status: Cancelled");
  });

  test("in a copy that sync made of the plan stops it", async () => {
    const { stage, path } = await rejected();
    stage.ground.put(COPY, textOf(stage, PLAN).replace("- [ ] Cancel this plan", "- [x] Cancel this plan"));
    moveTo(stage, path, "Approved");
    await pass(stage, 5);
    expect(stage.outside.calls).toHaveLength(0);
  });
});

describe("a block that a person wrote over ours", () => {
  test("stays in the log to its last word where it is long, before it is written over", async () => {
    const stage = await asked();
    change(stage, PLAN, /blocked_reason: .*/, `blocked_reason: ${"Bob is away. ".repeat(100)}Then ask Ana`);
    await pass(stage, 1);
    change(stage, PLAN, "status: Blocked", "status: Active");
    moveTo(stage, requestIn(stage), "Approved");
    await pass(stage, 5);
    change(stage, PLAN, "- [ ] Log it", "- [x] Log it");
    await pass(stage, 5);
    const log = textOf(stage, "Done/Plans/Plan.md");
    expect(log.match(/Human: Gave a reason for the block/g)).toHaveLength(6);
    expect(log).toContain("Then ask Ana (reason)");
  });

  test("into blocked_reason stops what was approved, and stays", async () => {
    const stage = await asked();
    change(stage, PLAN, /blocked_reason: .*/, "blocked_reason: Bob is away, do not send before he is back");
    await pass(stage, 1);
    moveTo(stage, requestIn(stage), "Approved");
    await pass(stage, 5);
    expect(stage.outside.calls).toHaveLength(0);
    expect(textOf(stage, PLAN)).toContain("blocked_reason: Bob is away");
    change(stage, PLAN, "status: Blocked", "status: Active");
    await pass(stage, 5);
    expect(stage.outside.calls).toHaveLength(1);
    change(stage, PLAN, "- [ ] Log it", "- [x] Log it");
    await pass(stage, 5);
    expect(Object.values(stage.ground.files()).join()).toContain(
      "Human: Gave a reason for the block — By hand, in the note. Bob is away, do not send before he is back (reason)",
    );
  });

  test.each(["human approval", "step 1", "Awaiting human approval. Bob is away.", "Awaiting…"])(
    "also where it is a part of what we write: %s",
    async (reason) => {
      const stage = await asked();
      change(stage, PLAN, /blocked_reason: .*/, `blocked_reason: ${reason}`);
      moveTo(stage, requestIn(stage), "Approved");
      await pass(stage, 5);
      expect(stage.outside.calls).toHaveLength(0);
    },
  );

  test.each(["*bold* [[link]] `x` \\*y\\* https://a.example www.b.example", "long ".repeat(200).trim()])(
    "and is no person’s where it is only written otherwise in the log: %s",
    async (word) => {
      const stage = await stageOf(
        MAIL.replace("✋ Send the invoice\n", "Wait\n")
          .replace("    ```action", "- [ ] ✋ Send\n    ```action")
          .replace("type: email", `type: email\n    ${JSON.stringify(word)}: 1`),
      );
      await settle(stage, "executor");
      change(stage, PLAN, "- [ ] Wait", "- [x] Wait");
      await pass(stage, 1);
      expect(textOf(stage, PLAN)).toMatch(/status: Blocked\nblocked_reason: .*(?:bold|long)/);
      expect(stage.world?.plans[0]?.block).not.toBe(null);
      change(stage, PLAN, /\n {4}".*": 1/, "");
      await pass(stage, 1);
      expect(requestIn(stage)).not.toBe("");
    },
  );

  test("after a person cancelled the plan stays theirs", async () => {
    const stage = await asked();
    change(stage, PLAN, "status: Blocked", "status: Cancelled");
    await pass(stage, 1);
    change(stage, PLAN, "status: Cancelled", "status: Blocked");
    change(stage, PLAN, "- [ ] ✋ Send", "- [-] ✋ Send");
    await pass(stage, 1);
    expect(textOf(stage, PLAN)).toContain("status: Blocked");
  });

  test("is named when its note is to be merged into another", async () => {
    const stage = await asked();
    stage.ground.put(
      COPY,
      textOf(stage, PLAN).replace("status: Blocked", 'status: "Blocked: Bob is away, do not send"'),
    );
    await settle(stage, "executor");
    const proposal = await work(stage, "executor", (engine) => engine.propose({ kind: "merge", note: null }));
    expect(typeof proposal === "string" ? [proposal] : proposal.notes.flatMap(({ said }) => said)).toContain(
      `Somebody holds ${COPY} (“Bob is away, do not send”); that does not hold for the plan that stays.`,
    );
  });
});

test("a plan that was put away as done, and of which sync brought the older note back, sends nothing", async () => {
  const stage = await asked();
  const done = textOf(stage, PLAN)
    .replace("- [ ] ✋ Send", "- [x] ✋ Send")
    .replace("- [ ] Log", "- [x] Log")
    .replace("status: Blocked", "status: Done");
  stage.ground.put("Done/Plans/Plan.md", done);
  moveTo(stage, requestIn(stage), "Approved");
  await pass(stage, 5);
  expect(stage.outside.calls).toHaveLength(0);
  expect(textOf(stage, "Dashboard.md")).toContain("Another note of its plan");
  stage.ground.remove("Done/Plans/Plan.md");
  await pass(stage, 5);
  expect(stage.outside.calls).toHaveLength(1);
});
