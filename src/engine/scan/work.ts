/** Work notes of the plans that an agent works on. Those of all others are never opened. */
import type { DeviceState } from "../../approval/device/ledger";
import { isToKeep } from "../../flow/result/result";
import { isOver } from "../../note/plan/plan";
import type { VaultPort } from "../../kit/ports/vault";
import type { SeenPlan } from "../../rules/snapshot";
import type { Settings } from "../../settings/settings";
import { workNotes } from "../../agent/place";
import { readTrace } from "../../agent/trace";
import type { WorkNotes } from "../../agent/agentMove";
import type { Aside } from "./aside";
import { createMemo } from "./parseCache";

export interface WorkIndex {
  /** By path of the plan. `due`: paths to be read again; `isListed`: all are. */
  look(
    plans: readonly SeenPlan[],
    device: DeviceState,
    due: ReadonlySet<string>,
    isListed: boolean,
  ): Promise<ReadonlyMap<string, WorkNotes>>;
}

export function createWork(vault: VaultPort, settings: Settings, aside: Aside): WorkIndex {
  let texts = new Map<string, string | null>();
  const memo = createMemo<WorkNotes>();
  return {
    async look(plans, device, due, isListed) {
      const next = new Map<string, string | null>();
      const found = new Map<string, WorkNotes>();
      const reread = memo.next();
      for (const { path: of, plan, hash } of plans) {
        if (plan.agent === null || (isOver(plan) && !isToKeep(plan))) continue;
        const path = workNotes(settings, plan);
        const known = isListed || due.has(path) ? undefined : texts.get(path);
        const reading = known === undefined ? await vault.read(path) : null;
        const text = known ?? (reading?.kind === "text" ? reading.text : null);
        next.set(path, text);
        if (text === null || device.device === null) continue;
        const { key } = device.device;
        const notes = aside.judge(of, { hash }, () =>
          reread(path, text, device, () => ({ trace: readTrace(text, plan.key, key), size: bytesOf(text) })),
        );
        if (notes !== null) found.set(of, notes);
      }
      texts = next;
      return found;
    },
  };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
