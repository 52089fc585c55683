/** Plans whose first step asks, and what a person does with the request. */
import type { Obeyed } from "../../src/engine/perform/replies";
import { memoryGround, type Ground } from "../story/ground";
import { obeyed, type Said } from "../story/said";
import { createStage, work, type Stage } from "../story/stage";

const plan = (step: string): string =>
  `---\ntask_id: PLAN-1\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n${step}- [ ] Log it\n\n## Reasoning Logs\n`;
export const PAY = plan(
  "- [ ] ✋ Pay the rent\n    ```action\n    type: payment\n    target: landlord\n    args:\n      amount: 950\n    ```\n",
);
export const MAIL = plan(
  "- [ ] ✋ Send the invoice\n    ```action\n    type: email\n    target: client_a@example.com\n    args:\n      subject: Invoice\n      body: Please find it below.\n    ```\n",
);
/** No server does this. */
export const LETTER = plan(
  "- [ ] ✋ Post the card\n    ```action\n    type: letter\n    target: Ana\n    args:\n      text: Happy birthday\n    ```\n",
);

export async function stageOf(
  text: string,
  settings: Readonly<Record<string, unknown>> = {},
  around: (ground: Ground) => Ground = (ground) => ground,
): Promise<Stage> {
  return await createStage(
    { shows: "", without: [], calls_per_step: 1, events: [] },
    { "Plans/Plan.md": text },
    settings,
    (clock) => around(memoryGround(clock)),
  );
}

/** The one request that lies in one of the three folders. */
export function requestIn({ ground }: Stage, folder = "Pending_Approval"): string {
  return Object.keys(ground.files()).find((path) => path.startsWith(`${folder}/20`)) ?? "";
}

export function moveTo({ ground }: Stage, path: string, folder: string): string {
  const there = `${folder}/${path.replace(/^.*\//, "")}`;
  ground.rename(path, there);
  return there;
}

export function change({ ground }: Stage, path: string, from: string | RegExp, to: string): void {
  const before = ground.files()[path] ?? "";
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} does not say ${String(from)}`);
  ground.put(path, after);
}

export async function say(stage: Stage, command: Said): Promise<Obeyed> {
  return await work(stage, stage.device.role, (engine) => obeyed(engine, command));
}

export function restart(stage: Stage): void {
  stage.device.engine = null;
}

export function textOf({ ground }: Stage, path: string): string {
  return ground.files()[path] ?? "";
}

export function recordOf({ ground }: Stage): string {
  return Object.entries(ground.files()).find(([path]) => path.endsWith("_receipt.md"))?.[1] ?? "";
}
