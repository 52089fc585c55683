/** Promises that hold after any story, with or without power cuts. */
import { ownBlock } from "../../src/note/plan/standstill";
import { expect } from "vitest";
import { copyOf } from "../../src/kit/copies";
import { addUp, readRecords } from "../../src/approval/device/ledger";
import { parsePlan } from "../../src/note/plan/parse";
import { pathOf } from "../../src/settings/settings";
import type { Stage } from "./stage";
import type { Files } from "./tree";

export async function judge(stage: Stage): Promise<void> {
  const { calls } = stage.outside;
  const ids = calls.map(({ action }) => action);
  expect(new Set(ids).size, "calls under one action id").toBe(ids.length);
  const actionStates = [];
  for (const device of stage.devices.values()) {
    const parsed = readRecords(device.store.lines.map((line): unknown => JSON.parse(line)));
    if (parsed.kind === "records") actionStates.push(...addUp(parsed.records).actionState.values());
  }
  const begun = actionStates.filter((each) => each.begun !== null);
  for (const id of ids)
    expect(
      begun.map(({ action }) => action),
      "a call without a latch",
    ).toContain(id);
  for (const { action, name } of begun)
    expect([...stage.approved], `${name} was begun and never approved`).toContain(action.slice(0, 8));
  const steps = ids
    .map((id) => begun.find(({ action }) => action === id))
    .map((each) => `${each?.plan ?? ""} ${each?.step ?? ""}`);
  for (const step of new Set(steps))
    expect(steps.filter((each) => each === step).length, `calls for ${step}`).toBeLessThanOrEqual(
      stage.story.calls_per_step,
    );
  keepsWords(stage);
}

/** A value of ours in the properties, over all its lines. */
const OURS =
  /^(?:status|blocked_reason|updated|outcome|ended|seal|device_id|device|since|last_seen):.*(?:\r*\n[ \t]+\S.*)*\r*\n/gm;

/**
 * Every line a person wrote is still there, in its order, in a note of the same name; boxes, block ids and the values
 * we own aside.
 */
function keepsWords(stage: Stage): void {
  const bare = (text: string): string[] =>
    text
      .replace(OURS, "")
      .split(/\r*\n/)
      .map((line) =>
        line
          .replace(/\s\^s-[0-9a-f]+\s*$/, "")
          .replace(/^(\s*(?:[-*+]|\d+[.)])\s+\[)[^\]](\])/u, "$1$2")
          .trimEnd(),
      );
  const now = Object.entries(stage.ground.files());
  for (const [path, text] of stage.written) {
    if (path === pathOf(stage.settings, "dashboard") || path === pathOf(stage.settings, "acting")) continue;
    const wanted = bare(text);
    const kept = now.some(([, other]) => isWithin(wanted, bare(other)));
    expect(kept, `what was written in ${path} is no longer there`).toBe(true);
  }
}

function isWithin(wanted: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const line of all) if (line === wanted[at]) at += 1;
  return at === wanted.length || (at === wanted.length - 1 && wanted.at(-1) === "");
}

export interface Ending {
  readonly status: string;
  /** Kind of the block that the log tells of; null when it is not blocked by us. */
  readonly block: string | null;
}

/** By plan id, wherever the note lies. */
export function endings(files: Files): ReadonlyMap<string, Ending> {
  return new Map(
    Object.entries(files).flatMap(([path, text]) => {
      const parsed =
        copyOf(path, () => true) !== null || !path.endsWith(".md") ? null : parsePlan(path, text);
      if (parsed?.kind !== "plan") return [];
      const { taskId, status } = parsed.plan;
      return [
        [
          taskId,
          { status, block: status === "Blocked" ? (ownBlock(parsed.plan)?.mark.block ?? null) : null },
        ] as const,
      ];
    }),
  );
}
