/** The sender of a mail, as a person knows it: by the address, wherever the settings tell it. */
import { expect, test } from "vitest";
import { NOT_SEALED, sheetOf, type Sheet } from "../../src/approval/request/sheet";
import { sendersOf, withSender } from "../../src/overview/senderOf";
import { tellSheet } from "../../src/terminal/plan/tellSheet";
import { asked, latched, MAILING, note, NOW, requestNote, world } from "../rules/build";

const ROUTE = {
  server: "mail",
  tool: "send_email",
  targetArgument: "to",
  idempotencyArgument: null,
  attachmentsArgument: null,
};
const sheet = (account: string): Sheet =>
  sheetOf(
    {
      type: "email",
      target: "bo@example.com",
      args: { account, subject: "Hi", body: "Dear Bo" },
      attachments: [],
    },
    { ...NOT_SEALED, route: ROUTE },
  );
const env = { MCP_EMAIL_ADDRESS: "ana@example.com" };
const servers = (more: object): { readonly mail: never } => ({
  mail: { command: "npx", args: [], env: more } as never,
});

test.each([
  ["the address stands for the only account", "default", env, "From: ana@example.com"],
  [
    "the address stands for an account of a name",
    "work",
    { ...env, MCP_EMAIL_ACCOUNT_NAME: "work" },
    "From: ana@example.com",
  ],
  ["another account keeps its name", "work", env, "From: the account “work”"],
  [
    "an address that is a secret is not told",
    "default",
    { MCP_EMAIL_ADDRESS: "$secret:me" },
    "From: the account “default”",
  ],
  ["a server that is no mail account tells none", "default", {}, "From: the account “default”"],
])("%s", (_name, account, more, line) => {
  expect(tellSheet(withSender(sheet(account), { time_zone: "", servers: servers(more) }))).toContain(line);
});

test("a server that is gone from the settings tells none", () => {
  expect(tellSheet(withSender(sheet("default"), { time_zone: "", servers: {} }))).toContain(
    "From: the account “default”",
  );
});

const ACCOUNTS = { ...MAILING, servers: servers({ ...env, MCP_EMAIL_ACCOUNT_NAME: "work" }) };
const ACTION = { type: "email", target: "x@y.zz", args: { account: "boss" }, attachments: [] };

test.each(["Draft", "Active", "Cancelled"])("a plan that is %s chooses no account", (status) => {
  const block = ["type: email", "target: a@example.com", "args:", "  account: boss"].join("\n    ");
  const text = `---\ntask_id: A\nstatus: ${status}\n---\n## Roadmap\n- [ ] ✋ Send it\n    \`\`\`action\n    ${block}\n    \`\`\`\n`;
  const plans = [note("Plans/other.md", text)];
  const found = world({ plans, now: NOW, settings: ACCOUNTS });
  expect(sendersOf(found, ACCOUNTS, "email", "account")).toEqual(["work"]);
});

test.each([
  ["rejected", null, ["work"]],
  ["approved", "ok", ["work", "boss"]],
] as const)("a request that is %s, with the outcome %s", (folder, outcome, accounts) => {
  const of = asked(1);
  const requests = [requestNote(of, folder, { kind: "sealed", identity: of.identity, action: ACTION })];
  const device = latched({ ...of.actionState, outcome, ended: outcome === null ? null : NOW });
  const found = world({ plans: [of.plan], requests, device, settings: ACCOUNTS });
  expect(sendersOf(found, ACCOUNTS, "email", "account")).toEqual(accounts);
});
