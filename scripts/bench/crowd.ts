/** A vault in which much waits: plans at rest, and requests that a run of the acting device has written. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ABOUT } from "../../src/settings/settings";
import { createMemoryStore } from "../../tests/fakes/store";
import type { ScriptedServer } from "../../tests/fakes/tools";
import { openDeskAt } from "./desk";
import { drawPlan } from "./notes.mjs";

const MAIL: ScriptedServer = { tools: [{ name: "send", description: "", schema: { type: "object" } }] };
export const MAILING = {
  servers: { mail: { command: "mail" } },
  actions: { email: { server: "mail", tool: "send", target_argument: "to" } },
  open_requests: 5000,
};

/** Nearly as long as an action may be. */
const LETTER = `|\n${`        ${"A line of a letter that is very long. ".repeat(4)}\n`.repeat(560)}`;

const ASKING = (n: number): string =>
  `---\ntask_id: ASK-${String(n)}\nstatus: Active\nblocked_reason: null\n---\n\n# Objective\nWrite to them, number ${String(n)}.\n\n## Roadmap\n- [ ] ✋ Send the letter\n    \`\`\`action\n    type: email\n    target: ana${String(n)}@example.com\n    args:\n      subject: Offer number ${String(n)}\n      body: ${n === 1 ? LETTER : "Hello\n"}    \`\`\`\n- [ ] Note the answer\n\n## Reasoning Logs\n`;

/** Fills `folder`; `plans` includes those that ask. */
export async function fillCrowd(folder: string, plans: number, requests: number): Promise<void> {
  for (const each of ["Plans", "Pending_Approval", "Approved", "Rejected", "Done/Plans", "Done/Actions"])
    mkdirSync(path.join(folder, each), { recursive: true });
  for (let n = 0; n < plans - requests; n += 1) {
    const { name, text } = drawPlan(n);
    writeFileSync(path.join(folder, "Plans", name), text);
  }
  for (let n = 0; n < requests; n += 1)
    writeFileSync(path.join(folder, `Plans/Ask ${String(n)}.md`), ASKING(n));
  const desk = await openDeskAt({
    folder,
    settings: MAILING,
    servers: { mail: MAIL },
    store: createMemoryStore(),
  });
  await desk.settle();
  await desk.close();
  const asked = readdirSync(path.join(folder, "Pending_Approval")).filter((name) => name !== ABOUT).length;
  if (asked !== requests) throw new Error(`${String(asked)} of ${String(requests)} were asked.`);
}
