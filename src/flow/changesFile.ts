/** The work file in which Planwright lists what changed in a project while the programs of a step ran. */
import type { LineId } from "./lineId";

const NAME = /^changes by [a-z][a-z0-9-]*(?:, task [1-9]\d*)?\.md$/;

/** All attempts at a step, or at one task of it, have one file. No step has such a name as `build, task 2`. */
export function changesFile({ step, item }: Pick<LineId, "step" | "item">): string {
  return `changes by ${step}${item === null ? "" : `, task ${String(item)}`}.md`;
}

export function isChangesFile(name: string): boolean {
  return NAME.test(name);
}
