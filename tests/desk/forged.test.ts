/** Records and log lines that somebody forged with the id of an action that was carried out: its memory is not lent to another step. */
import { expect, test } from "vitest";
import { parsePlan } from "../../src/plan/parse";
import type { Plan } from "../../src/plan/plan";
import { renderReceipt } from "../../src/request/receipt";
import { memoryGround } from "../story/ground";
import { createStage, nextMinute, settle } from "../story/stage";
import type { Story } from "../story/story";

const STORY: Story = { shows: "nothing", without: [], calls_per_step: 1, events: [] };

function step(text: string, to: string): string {
  return `- [ ] ✋ ${text}\n    \`\`\`action\n    type: email\n    target: ${to}\n    args:\n      subject: Invoice\n      body: Please.\n    \`\`\`\n`;
}

function note(id: string, steps: string): string {
  return `---\ntask_id: ${id}\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n${steps}\n## Reasoning Logs\n`;
}

const TWO_PLANS = { files: { "Plans/A.md": note("PLAN-A", `${step("One", "a@example.com")}- [ ] Wait for an answer\n`), "Plans/B.md": note("PLAN-B", step("Two", "b@example.com")) }, path: "Plans/B.md", at: 0 };
const ONE_PLAN = { files: { "Plans/A.md": note("PLAN-A", step("One", "a@example.com") + step("Two", "b@example.com")) }, path: "Plans/A.md", at: 1 };

test.each([
  ["a record, in another plan", "record", TWO_PLANS], ["a line in the log, in another plan", "line", TWO_PLANS],
  ["a record, in the same plan", "record", ONE_PLAN], ["a line in the log, in the same plan", "line", ONE_PLAN],
] as const)("%s, that bears the id of an action that was carried out ticks nothing, ends nothing and is not signed", async (_name, how, { files, path, at }) => {
  const stage = await createStage(STORY, { ...files }, {}, (clock) => memoryGround(clock));
  const { ground } = stage;
  const text = (which: string): string => ground.files()[which] ?? "";
  const planAt = (which: string): Plan => {
    const reading = parsePlan(which, text(which));
    if (reading.kind !== "plan") throw new Error(`${which} is no plan.`);
    return reading.plan;
  };
  const waiting = (): string[] => Object.keys(ground.files()).filter((each) => /^Pending_Approval\/.*_email_b-/.test(each));
  await settle(stage, "executor");
  const first = Object.keys(ground.files()).find((each) => /^Pending_Approval\/.*_email_a-/.test(each)) ?? "";
  ground.rename(first, first.replace("Pending_Approval", "Approved"));
  for (let minute = 0; minute < 2; minute += 1) {
    await nextMinute(stage);
    await settle(stage, "executor");
  }
  expect(stage.outside.calls).toHaveLength(1);
  expect(waiting()).toHaveLength(1);
  const id = planAt("Plans/A.md").journal.last(({ word }) => word === "carried-out")?.mark.request ?? "";
  const { key, taskId, steps } = planAt(path);
  const name = `2026-03-01T0955Z_email_zzz_${id.slice(0, 8)}`;
  const forged = renderReceipt({
    id, chain: id, attempt: 1, plan: key, task: taskId, step: steps[at]?.id ?? "", actionHash: "", type: "email", target: "q@example.com", name: `${name}.md`, route: "mail / send", idempotency: "",
    executor: "e".repeat(32), outcome: "ok", detail: "", begun: 253_000_000_000_000, ended: null,
  }, null, "Letter", "ab".repeat(32));
  const record = `Done/Actions/${name}_receipt.md`;
  if (how === "record") ground.put(record, forged);
  else ground.put(path, `${text(path).trimEnd()}\n- [2090-03-01T09:55:00Z] Agent: Asked (asked, step ${steps[at]?.id ?? ""}, request ${id}, note ${name}, text abcdefabcdef)\n`);
  for (let minute = 0; minute < 16; minute += 1) {
    await nextMinute(stage);
    await settle(stage, "executor");
  }
  expect(stage.outside.calls).toHaveLength(1);
  expect(planAt(path).steps[at]?.state).toBe("open");
  expect(waiting()).toHaveLength(1);
  expect(ground.files()[record]).toBe(how === "record" ? forged : undefined);
});
