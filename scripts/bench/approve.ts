/** One approval after the other, in a vault with much else in it. */
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
import { createDiskStore } from "../../src/adapters/node/createDiskStore";
import { ABOUT } from "../../src/settings/settings";
import { openDeskAt } from "./desk";
import { median, time, type Figure } from "./measure";

const MAIL: ScriptedServer = { tools: [{ name: "send", description: "", schema: { type: "object" } }] };
const MAILING = {
  servers: { mail: { command: "mail" } },
  actions: { email: { server: "mail", tool: "send", target_argument: "to" } },
  open_requests: 5000,
  actions_per_hour: 5000,
};

/** A plan at rest: its next step is a person's own. */
const RESTING = (n: number): string =>
  `---\ntask_id: REST-${String(n)}\nstatus: Active\nblocked_reason: null\n---\n\n# Objective\nKeep the house, part ${String(n)}.\n\n## Roadmap\n- [x] Look\n- [ ] Paint the door\n\n## Reasoning Logs\n`;
const ASKING = (n: number): string =>
  `---\ntask_id: PLAN-${String(n)}\nstatus: Active\nblocked_reason: null\n---\n\n# Objective\nWrite to them, number ${String(n)}.\n\n## Roadmap\n- [ ] ✋ Send the letter\n    \`\`\`action\n    type: email\n    target: ${String(n)}@example.com\n    args:\n      body: Hello\n    \`\`\`\n- [ ] Note the answer\n\n## Reasoning Logs\n`;

/** In a vault with so many plans at rest and so many open requests, a person approves one request after the other, each in a look of its own. */
export async function approving(plans: number, requests: number, rounds: number): Promise<Figure> {
  const folder = mkdtempSync(path.join(tmpdir(), "planwright-approved-"));
  for (const each of ["Plans", "Pending_Approval", "Approved", "Rejected", "Done/Plans", "Done/Actions"])
    mkdirSync(path.join(folder, each), { recursive: true });
  for (let n = 0; n < plans; n += 1)
    writeFileSync(path.join(folder, `Plans/Rest ${String(n)}.md`), RESTING(n));
  for (let n = 0; n < requests; n += 1) writeFileSync(path.join(folder, `Plans/${String(n)}.md`), ASKING(n));
  const desk = await openDeskAt({
    folder,
    settings: MAILING,
    servers: { mail: MAIL },
    store: createDiskStore(path.join(folder, ".device")),
  });
  await desk.settle();
  const names = readdirSync(path.join(folder, "Pending_Approval")).filter((name) => name !== ABOUT);
  const took: number[] = [];
  for (const name of names.slice(0, rounds)) {
    renameSync(path.join(folder, "Pending_Approval", name), path.join(folder, "Approved", name));
    took.push(await time(() => desk.settle()));
  }
  const records = readdirSync(path.join(folder, "Done/Actions"))
    .filter((name) => name.endsWith("_receipt.md"))
    .map((name) => readFileSync(path.join(folder, "Done/Actions", name), "utf8"));
  const sent = records.filter((text) => /^outcome: ok$/m.test(text)).length;
  rmSync(folder, { recursive: true, force: true });
  if (sent !== took.length || names.length !== requests)
    throw new Error(
      `${String(sent)} of ${String(took.length)} were sent; ${String(names.length)} of ${String(requests)} were asked.`,
    );
  return {
    value: median(took),
    detail: `the median of ${String(sent)}, between ${Math.min(...took).toFixed(0)} and ${Math.max(...took).toFixed(0)} ms, with the tool's own time; each was sent once`,
  };
}
