/** What a person asks for while something else is being done comes before whatever would be done next. */
import { expect, test } from "vitest";
import type { Command, Obeyed } from "../../src/desk/command";
import { memoryGround, type Ground } from "../story/ground";
import { createStage, nextMinute, settle, work, type Stage } from "../story/stage";
import type { Story } from "../story/story";

const STORY: Story = { shows: "nothing", without: [], calls_per_step: 1, events: [] };
const plan = (id: string, to: string): string => `---\ntask_id: ${id}\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n- [ ] ✋ Send\n    \`\`\`action\n    type: email\n    target: ${to}@example.com\n    args:\n      subject: For ${to}\n      body: Good day.\n    \`\`\`\n\n## Reasoning Logs\n`;

/** Two approvals are carried out in one go; while the first is at it, the person gives the order. */
async function meanwhile(order: (second: string) => Command): Promise<{ readonly stage: Stage; readonly answer: Obeyed | undefined }> {
  const said: { answer?: Promise<Obeyed> } = {};
  const stage = await createStage(STORY, { "Plans/A.md": plan("PLAN-A", "ana"), "Plans/B.md": plan("PLAN-B", "bob") }, {}, (clock): Ground => {
    const ground = memoryGround(clock);
    const create: Ground["vault"]["create"] = async (path, text) => {
      const other = path.includes("_ana-") ? "_bob-" : "_ana-";
      if (path.endsWith("_receipt.md") && said.answer === undefined) {
        const second = Object.keys(ground.files()).find((each) => each.startsWith("Approved/") && each.includes(other)) ?? "";
        said.answer = work(stage, "executor", (desk) => desk.obey(order(second.slice("Approved/".length))));
      }
      return await ground.vault.create(path, text);
    };
    return { ...ground, vault: { ...ground.vault, create } };
  });
  await settle(stage, "executor");
  for (const path of Object.keys(stage.ground.files()).filter((each) => /^Pending_Approval\/.*_email_/.test(each))) stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
  await nextMinute(stage);
  await settle(stage, "executor");
  return { stage, answer: await said.answer };
}

test.each<readonly [string, (second: string) => Command]>([
  ["takes it back", (request) => ({ kind: "hold", request })],
  ["rejects it", (request) => ({ kind: "reject", request, note: "" })],
  ["pauses the device", () => ({ kind: "pause" })],
  ["cancels its plan", (request) => ({ kind: "cancel", plan: request.includes("_ana-") ? "PLAN-A" : "PLAN-B" })],
])("who %s while another is sent, is heard before it goes out", async (_what, order) => {
  const { stage, answer } = await meanwhile(order);
  expect(answer?.kind).toBe("done");
  expect(stage.outside.calls).toHaveLength(1);
});

/** One approval is carried out; while its server is asked for its tools, the person gives the order. */
async function justBefore(order: (request: string) => Command): Promise<Stage> {
  const said: { answer?: Promise<Obeyed> } = {};
  const stage = await createStage(STORY, { "Plans/A.md": plan("PLAN-A", "ana") }, {}, (clock) => memoryGround(clock));
  const { port } = stage.outside;
  const due = { at: Infinity };
  Object.assign(stage.outside, {
    port: {
      ...port,
      async look(...of: Parameters<typeof port.look>) {
        const view = await port.look(...of);
        const approved = Object.keys(stage.ground.files()).find((each) => each.startsWith("Approved/2"));
        if (stage.clock.now() >= due.at && approved !== undefined) said.answer ??= work(stage, "executor", (desk) => desk.obey(order(approved.slice("Approved/".length))));
        return view;
      },
    },
  });
  await settle(stage, "executor");
  for (const path of Object.keys(stage.ground.files()).filter((each) => /^Pending_Approval\/.*_email_/.test(each))) stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
  await nextMinute(stage);
  // The time to take it back is over then.
  due.at = stage.clock.now() + 9000;
  await settle(stage, "executor");
  expect((await said.answer)?.kind).toBe("done");
  return stage;
}

test.each<readonly [string, (request: string) => Command]>([
  ["takes it back", (request) => ({ kind: "hold", request })],
  ["rejects it", (request) => ({ kind: "reject", request, note: "" })],
  ["pauses the device", () => ({ kind: "pause" })],
  ["skips its step", () => ({ kind: "skip", plan: "PLAN-A", step: null })],
])("who %s while its server is asked, is heard before it begins", async (_what, order) => {
  const stage = await justBefore(order);
  expect(stage.outside.calls).toEqual([]);
  expect(Object.keys(stage.ground.files()).filter((path) => path.endsWith("_receipt.md") && stage.ground.files()[path]?.includes("outcome: ok"))).toEqual([]);
});
