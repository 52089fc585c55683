/** Many approvals at once, each to be carried out once. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ScriptedServer } from "../../tests/fakes/tools";
import { createDiskStore } from "../../src/adapters/node/store";
import { ABOUT } from "../../src/settings/settings";
import { openDeskAt } from "./desk";
import { time, type Figure } from "./measure";

const MAIL: ScriptedServer = { tools: [{ name: "send", description: "", schema: { type: "object" } }] };
const MAILING = {
  servers: { mail: { command: "mail" } },
  actions: { email: { server: "mail", tool: "send", target_argument: "to" } },
  open_requests: 5000,
  actions_per_hour: 5000,
};

/** A vault in which so many plans ask for approval of a mail, and a person approves all of them at once. Milliseconds a mail. */
export async function approving(count: number): Promise<Figure> {
  const folder = mkdtempSync(path.join(tmpdir(), "planwright-approved-"));
  for (const each of ["Plans", "Pending_Approval", "Approved", "Rejected", "Done/Plans", "Done/Actions"])
    mkdirSync(path.join(folder, each), { recursive: true });
  for (let n = 0; n < count; n += 1) {
    writeFileSync(
      path.join(folder, `Plans/${String(n)}.md`),
      `---\ntask_id: PLAN-${String(n)}\nstatus: Active\nblocked_reason: null\n---\n\n# Objective\nWrite to them, number ${String(n)}.\n\n## Roadmap\n- [ ] ✋ Send the letter\n    \`\`\`action\n    type: email\n    target: ${String(n)}@example.com\n    args:\n      body: Hello\n    \`\`\`\n- [ ] Note the answer\n\n## Reasoning Logs\n`,
    );
  }
  const desk = await openDeskAt({
    folder,
    settings: MAILING,
    servers: { mail: MAIL },
    store: createDiskStore(path.join(folder, ".device")),
  });
  await desk.settle();
  for (const name of readdirSync(path.join(folder, "Pending_Approval")))
    if (name !== ABOUT)
      renameSync(path.join(folder, "Pending_Approval", name), path.join(folder, "Approved", name));
  const took = await time(() => desk.settle());
  const records = readdirSync(path.join(folder, "Done/Actions"))
    .filter((name) => name.endsWith("_receipt.md"))
    .map((name) => readFileSync(path.join(folder, "Done/Actions", name), "utf8"));
  const sent = records.filter((text) => /^outcome: ok$/m.test(text)).length;
  rmSync(folder, { recursive: true, force: true });
  if (sent !== count || records.length !== count)
    throw new Error(`${String(sent)} of ${String(count)} were sent, with ${String(records.length)} records.`);
  return {
    value: took / count,
    detail: `${String(count)} approved at once: each carried out once, none lost`,
  };
}
