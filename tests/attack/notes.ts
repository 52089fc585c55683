/** The notes of a vault that attacks begin from: one whole plan, a sealed request, its record, the acting note, a Dashboard. */
import { renderActing } from "../../src/device/acting";
import { renderRequest } from "../../src/request/render";
import { askInReceipt, renderReceipt, type ReceiptRecord } from "../../src/request/receipt";
import { NOTE } from "../plan/note";
import { ACTION, BY_HAND, DEVICE, DRAFT, IDENTITY, KEY } from "../request/draft";

export const RECORD: ReceiptRecord = {
  id: IDENTITY.id, chain: IDENTITY.chain, attempt: 1, plan: IDENTITY.plan, task: IDENTITY.task, step: IDENTITY.step, actionHash: IDENTITY.stepHash,
  type: ACTION.type, target: ACTION.target, name: IDENTITY.name, route: "mail / send_email", idempotency: IDENTITY.idempotency, executor: DEVICE.id,
  outcome: "unknown", detail: "No answer came within 30 seconds.", begun: IDENTITY.created + 60_000, ended: IDENTITY.created + 90_000,
};

const RECEIPT = renderReceipt(RECORD, ACTION, "Orchard", KEY);
/** A record that asks whether it happened. */
export const RECEIPT_NOTE = askInReceipt(RECEIPT) ?? RECEIPT;
/** A plan with steps of every kind: ticked, plain, gated, bearing an action. */
export const PLAN_NOTE = NOTE.replace("- [ ] Write the order", "- [ ] Write the order ^s-11aa\n- [ ] Pay the deposit\n    ```action\n    type: payment\n    target: nursery\n    args:\n      amount: 90\n    ```");
export const REQUEST_NOTE = renderRequest(DRAFT, KEY);
export const BY_HAND_NOTE = renderRequest(BY_HAND, KEY);
export const ACTING_NOTE = renderActing({ id: DEVICE.id, name: "Ana’s laptop" }, IDENTITY.created);
