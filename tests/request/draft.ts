/** A request for the tests of this room. */
import type { Draft, Identity, Words } from "../../src/approval/request/request";
import type { Action } from "../../src/note/action/action";
import { parseRequest, type ParsedRequest } from "../../src/approval/request/parse";
import { requestName } from "../../src/approval/request/name";

export const KEY = "5a".repeat(32);
export const DEVICE = { id: "0d".repeat(16), key: KEY };
export const OTHER = { id: "0e".repeat(16), key: "a5".repeat(32) };

const ID = "7f3a9c21".padEnd(32, "0");

export const IDENTITY: Identity = {
  id: ID,
  chain: ID,
  attempt: 1,
  plan: "2026-014",
  task: "PLAN-2026-014",
  step: "s-7f3a",
  stepHash: "ab".repeat(32),
  route: {
    server: "mail",
    tool: "send_email",
    toolHash: "cd".repeat(32),
    serverHash: "ef".repeat(32),
    targetArgument: "to",
    idempotencyArgument: "message_id",
    attachmentsArgument: "files",
  },
  idempotency: `<${ID}@planwright.invalid>`,
  attachments: [{ path: "Garden/order.pdf", size: 1234, sha256: "12".repeat(32) }],
  receivers: ["nursery@example.com"],
  executor: DEVICE.id,
  name: requestName(Date.UTC(2026, 2, 2, 10, 40), "email", "nursery@example.com", ID),
  folders: ["Pending_Approval", "Approved", "Rejected", "Done/Actions"],
  created: Date.UTC(2026, 2, 2, 10, 40),
  repeats: false,
  warnsOf: [],
  cause: null,
};

export const ACTION: Action = {
  type: "email",
  target: "nursery@example.com",
  args: { subject: "Twelve trees", body: "Dear all,\n\nplease send twelve trees.\n" },
  attachments: ["Garden/order.pdf"],
};

export const WORDS: Words = {
  planName: "Orchard",
  objective: "Order apple trees",
  stepText: "✋ Send the order",
  beneath: "",
  hasAgent: false,
  n: 4,
  of: 5,
  rationale: "The council agreed.\n\nTwelve trees.",
  warnings: [],
  converted: [],
  changes: [],
};

export const DRAFT: Draft = { identity: IDENTITY, action: ACTION, words: WORDS };
export const BY_HAND: Draft = { ...DRAFT, identity: { ...IDENTITY, route: null } };

export function parse(
  text: string,
  name = IDENTITY.name,
  device: typeof DEVICE | null = DEVICE,
): ParsedRequest {
  return parseRequest(name, text, { device });
}

export function kindOf(text: string, name = IDENTITY.name): string {
  return parse(text, name).reading.kind;
}
