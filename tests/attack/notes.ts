/**
 * The notes of a vault that attacks begin from: one whole plan, a sealed request, its record, the acting note, a
 * Dashboard.
 */
import { renderActing } from "../../src/approval/device/acting";
import { renderRequest } from "../../src/approval/request/render";
import { askInRecord, renderRecord, type RequestRecord } from "../../src/approval/request/record";
import { NOTE } from "../plan/note";
import { ACTION, BY_HAND, DEVICE, DRAFT, IDENTITY, KEY } from "../request/draft";

export const RECORD: RequestRecord = {
  id: IDENTITY.id,
  chain: IDENTITY.chain,
  attempt: 1,
  plan: IDENTITY.plan,
  task: IDENTITY.task,
  step: IDENTITY.step,
  actionHash: IDENTITY.stepHash,
  type: ACTION.type,
  target: ACTION.target,
  name: IDENTITY.name,
  route: "mail / send_email",
  idempotency: IDENTITY.idempotency,
  executor: DEVICE.id,
  nonce: "run",
  limit: IDENTITY.created + 96_000,
  outcome: "unknown",
  detail: "No answer came within 30 seconds.",
  begun: IDENTITY.created + 60_000,
  ended: IDENTITY.created + 90_000,
};

const RECEIPT = renderRecord(RECORD, ACTION, "Orchard", KEY);
/** A record that asks whether it happened. */
export const RECORD_NOTE = askInRecord(RECEIPT) ?? RECEIPT;
/** A plan with steps of every kind: ticked, plain, gated, bearing an action. */
export const PLAN_NOTE = NOTE.replace(
  "- [ ] Write the order",
  "- [ ] Write the order ^s-11aa\n- [ ] Pay the deposit\n    ```action\n    type: payment\n    target: nursery\n    args:\n      amount: 90\n    ```",
);
/** Written another way, and written so that it cannot be read. */
export const OTHER_NOTES: readonly string[] = [
  "# Plan: the fence\n\n**Created:** 2026-02-08 21:50\n**Status:** In Progress\n\n## Objective\nKeep the sheep in.\n\n## Steps\n1. ✅ Buy boards\n2. Nail them\n3. Send the bill (requires human approval)\n\n## Success criteria\n- [ ] It stands\n",
  "---\ntype: plan\ncreated_at: 2026-02-08\nstatus: in_progress # since Monday\n---\n# Fence\n\n## Action plan\n### Before\n- [x] a\n### After\n- [ ] b\n\n## Approval\n- [ ] Approve\n",
  '---\ntask_id:PLAN-1\nsource_link: Re: fence: when\nfrom: "Ana" <ana@example.com>\nstatus: Active\nstatus: Active\n---\n# Objective\nx\n\n## Roadmap\n- [ ] a\n',
];
export const REQUEST_NOTE = renderRequest(DRAFT, KEY);
export const BY_HAND_NOTE = renderRequest(BY_HAND, KEY);
export const ACTING_NOTE = renderActing({ id: DEVICE.id, name: "Ana’s laptop" }, IDENTITY.created);
