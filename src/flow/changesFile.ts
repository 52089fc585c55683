/** The work file in which Planwright lists what the programs of a step changed in their project. */
import type { LineId } from "./lineId";

const NAME = /^changes by [a-z][a-z0-9-]*\.md$/;

/** All attempts at a step, or at one task of it, have one file. */
export function changesFile({ step, item }: Pick<LineId, "step" | "item">): string {
  return `changes by ${step}${item === null ? "" : `-${String(item)}`}.md`;
}

export function isChangesFile(name: string): boolean {
  return NAME.test(name);
}
