/** The programs that flows of running plans want for their checks, and those that may run on this device. */
import { sayWords } from "../../flow/commandLine";
import { titleOf } from "../../flow/flow";
import { hashText } from "../../kit/hash";
import { plain } from "../../kit/text";
import { isOver } from "../../plan/plan";
import type { World } from "../../rules/world";
import {
  allowedPrograms,
  isAllowed,
  permitOf,
  programsOf,
  type CheckProgram,
} from "../../work/flow/programs";

export interface ListedProgram {
  /** Stands for exactly this command in exactly this folder. */
  readonly code: string;
  readonly program: Pick<CheckProgram, "words" | "folder">;
  readonly line: string;
  /** The folder in which it runs, in full. */
  readonly folder: string;
  /** Steps of plans that it checks. */
  readonly checks: readonly string[];
  readonly isAllowed: boolean;
}

/** Those first that wait for a word. */
export function listPrograms(
  world: Pick<World, "plans" | "settings" | "device" | "programs">,
): readonly ListedProgram[] {
  const { settings, device, programs } = world;
  const here = { unable: programs, trusted: device.trusted };
  const vault = device.device?.vault ?? "";
  const found = new Map<string, ListedProgram>();
  const list = (program: ListedProgram["program"], check: string | null): void => {
    const { what } = permitOf(program);
    const folder = fullFolder(program.folder, vault);
    const before = found.get(what);
    found.set(what, {
      code: hashText(JSON.stringify([what, folder])).slice(0, 8),
      program,
      line: sayWords(program.words),
      folder: plain(folder, 1000),
      checks: [...(before?.checks ?? []), ...(check === null ? [] : [check])],
      isAllowed: isAllowed(program, here),
    });
  };
  for (const { plan, flow } of world.plans) {
    if (flow?.kind !== "runs" || isOver(plan)) continue;
    for (const step of flow.flow.steps)
      for (const { program } of programsOf(step, flow, settings))
        if (typeof program !== "string") list(program, `“${titleOf(step)}” of ${plan.taskId}`);
  }
  for (const each of allowedPrograms(here)) list(each, null);
  return [...found.values()].sort((a, b) => Number(a.isAllowed) - Number(b.isAllowed));
}

function fullFolder(folder: string, vault: string): string {
  if (folder === "") return vault;
  return /^(?:[\\/]|[a-z]:)/i.test(folder) ? folder : `${vault}/${folder}`;
}
