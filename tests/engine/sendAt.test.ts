/** The time at which an action goes out, beside all that may move it. */
import { expect, test } from "vitest";
import { parseAction } from "../../src/note/action/parse";
import { linesOf, sheetOf } from "../../src/approval/request/sheet";
import { alike, textsOf } from "../../src/overview/sameText";
import { scheduledOf } from "../../src/overview/scheduled";
import { planRows } from "../../src/overview/start/planRows";
import { nextPlanOf } from "../../src/note/plan/template/template";
import { moveTo, requestIn, restart, stageOf, textOf } from "./asked";
import { settle, type Stage } from "../story/stage";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// The stage begins on 2026-03-01 at 09:00 UTC.
const plan = (steps: string, id = "PLAN-1"): string =>
  `---\ntask_id: ${id}\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n${steps}\n## Reasoning Logs\n`;
const mail = (at: string | null, type = "email", to = "client_a@example.com", subject = "Invoice"): string =>
  `- [ ] ✋ Send the invoice\n    \`\`\`action\n    type: ${type}\n    target: ${to}\n${at === null ? "" : `    send_at: ${at}\n`}    args:\n      subject: ${subject}\n      body: Please find it below.\n    \`\`\`\n`;
async function approved(text: string, settings = {}): Promise<Stage> {
  const stage = await stageOf(text, settings);
  await settle(stage, "executor");
  moveTo(stage, requestIn(stage), "Approved");
  await settle(stage, "executor");
  return stage;
}
const goTo = async (stage: Stage, at: string): Promise<void> => {
  await stage.clock.advance(Date.parse(at) - stage.clock.now());
  await settle(stage, "executor");
};
const allPending = ({ ground }: Stage): readonly string[] =>
  Object.keys(ground.files()).filter((path) => path.startsWith("Pending_Approval/20"));

test("a zone that the settings name later does not move an approved time", async () => {
  const stage = await approved(plan(mail("2026-03-02 20:00")), { time_zone: "America/New_York" });
  (stage as { settings: unknown }).settings = { ...stage.settings, time_zone: "Pacific/Auckland" };
  restart(stage);
  // In New York it is half past two at night.
  await goTo(stage, "2026-03-02T07:30:00Z");
  expect(stage.outside.calls).toHaveLength(0);
});

test("a rest that its hour does not outlast is not told as the time at which it goes out", async () => {
  const stage = await stageOf(plan(mail("2026-03-01 10:00", "email", "a@example.com", "S1")));
  stage.ground.put("Plans/P2.md", plan(mail("2026-03-01 10:00", "email", "b@example.com", "S2"), "PLAN-2"));
  await settle(stage, "executor");
  for (const path of allPending(stage)) moveTo(stage, path, "Approved");
  stage.outside.script({ server: "mail", answer: "takes-no-more" });
  await goTo(stage, "2026-03-01T10:58:30Z");
  const reason = stage.world?.requests.find(({ state }) => state === "candidate")?.reason;
  expect(reason).toBe(
    "Its server takes no more until 2026-03-01 11:00 UTC. That is too late for it, so you are asked again.",
  );
  // The note is not written anew for each rest, so it names no time.
  const blocked = ["Plan", "P2"].map((name) => textOf(stage, `Plans/${name}.md`)).join("\n");
  expect(blocked).toContain("Scheduled. Its server takes no more for now.");
  await goTo(stage, "2026-03-01T11:00:00Z");
  expect(stage.outside.calls).toHaveLength(1);
  expect(allPending(stage)).toHaveLength(2);
});

test("what goes out on a later day is scheduled for then, also while its server rests", async () => {
  const stage = await stageOf(plan(mail(null, "email", "a@example.com", "S1")));
  stage.ground.put("Plans/P2.md", plan(mail("2026-03-02 10:00", "email", "b@example.com", "S2"), "PLAN-2"));
  await settle(stage, "executor");
  for (const path of allPending(stage)) moveTo(stage, path, "Approved");
  stage.outside.script({ server: "mail", answer: "takes-no-more" });
  await goTo(stage, "2026-03-01T09:05:30Z");
  expect(stage.outside.calls).toHaveLength(1);
  expect(stage.world && scheduledOf(stage.world)).toMatchObject([
    { kind: "send-at", until: Date.parse("2026-03-02T10:00:00Z") },
  ]);
});

test("mails that go out in weeks hold no other mail, and are not held themselves", async () => {
  const stage = await stageOf(plan(mail("2026-04-01 09:00", "email", "a@example.com", "S1")), {
    actions_per_hour: 2,
  });
  stage.ground.put("Plans/P2.md", plan(mail("2026-05-01 09:00", "email", "b@example.com", "S2"), "PLAN-2"));
  await settle(stage, "executor");
  for (const path of allPending(stage)) moveTo(stage, path, "Approved");
  await settle(stage, "executor");
  await stage.clock.advance(3 * DAY);
  stage.ground.put("Plans/P3.md", plan(mail(null, "email", "c@example.com", "S3"), "PLAN-3"));
  await settle(stage, "executor");
  for (const path of allPending(stage)) moveTo(stage, path, "Approved");
  await settle(stage, "executor");
  await stage.clock.advance(HOUR);
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(1);
  await goTo(stage, "2026-04-01T09:10:00Z");
  expect(stage.outside.calls).toHaveLength(2);
});

test("the next plan of a series has the time moved with its days, or none", () => {
  const step = mail("2026-03-01 09:00").replace(
    "- [ ] ✋ Send the invoice",
    "- [x] ✋ Send the invoice ⏳ 2026-03-01",
  );
  const entry = {
    actor: "Agent",
    action: "Made the plan",
    rationale: "It repeats",
    mark: { word: "started" },
  } as const;
  const next = nextPlanOf(
    plan(step),
    { id: "PLAN-2", series: "PLAN-1", due: "2026-04-01", days: 31, entry },
    0,
  );
  expect(next).toContain("⏳ 2026-04-01");
  expect(next).not.toContain("send_at: 2026-03-01");
});

test("the start page does not say that a scheduled mail needs the person", async () => {
  const stage = await approved(plan(mail("2026-03-02 20:00")));
  expect(textOf(stage, "Dashboard.md")).toContain("Nothing needs you now.");
  expect(planRows(stage.world as NonNullable<Stage["world"]>, 10)[0]?.next.who).not.toBe("you");
});

test("what a person does by hand is not said to go out", async () => {
  const passed = await stageOf(plan(mail("2026-02-20 20:00", "letter")));
  await settle(passed, "executor");
  expect(textOf(passed, requestIn(passed))).toContain("Planwright sends nothing.");
  expect(textOf(passed, requestIn(passed))).not.toContain("it goes out as soon as you approve it");
});

test("what is asked for names the zone, where the vault has none", async () => {
  const stage = await stageOf(plan(mail("2026-03-02 20:00")));
  await settle(stage, "executor");
  expect(textOf(stage, requestIn(stage))).toMatch(/- Goes out: Monday, 2026-03-02 20:00 .*UTC/);
});

test("a table of mails that are alike tells both of two lines of one name", () => {
  const of = (at: string): ReturnType<typeof textsOf> => {
    const body = "Dear all, the workshop is open again on Saturday the 13th of March, at two.";
    const read = parseAction(
      `type: email\ntarget: a@example.com\nsend_at: ${at}\nargs:\n  send_at: "1773000000"\n  body: ${JSON.stringify(body)}`,
    );
    if (read.kind !== "action") throw new Error(read.why);
    return textsOf({ type: "email", identity: null }, linesOf(sheetOf(read.action)));
  };
  const found = alike([of("2026-12-10 09:00"), of("2026-12-24 18:00")]);
  expect(found === null || JSON.stringify(found.rows).includes("2026-12-24 18:00")).toBe(true);
});
