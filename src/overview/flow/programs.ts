/**
 * The programs that flows of running plans want, for their checks and as their agents, and those that may run on this
 * device.
 */
import { sayWords } from "../../flow/commandLine";
import { titleOf } from "../../flow/flow";
import { shortOf } from "../../kit/hash";
import { hashText } from "../../kit/hash";
import { escapeLine } from "../../kit/text";
import { isOver } from "../../note/plan/plan";
import type { World } from "../../rules/world";
import { programWords } from "../../settings/models";
import type { ModelProgram } from "../../settings/settings";
import { agentPermit, allowedFile, permitScope, programsIn, stepsFor } from "../../agent/flow/agentPrograms";
import {
  allowedPrograms,
  isAllowed,
  permitOf,
  programsOf,
  type CheckProgram,
} from "../../agent/flow/programs";
import { flowCopy } from "../../agent/place";
import { planName } from "../titles";

export interface ListedProgram {
  /** An agent acts by itself; a check runs once, and is read by its end. */
  readonly kind: "agent" | "check";
  /** Stands for this command in this folder; of an agent, for these steps of this plan and this copy of its flow. */
  readonly code: string;
  /** On one line, and whole. */
  readonly line: string;
  /** The folder in which it runs: in full, or of a device that has not acted yet, within the vault. */
  readonly folder: string;
  /** All of it, as it is given to the system. */
  readonly raw: string;
  /** Steps of plans that it checks or does. */
  readonly steps: readonly string[];
  /** Of an agent: the copy of the flow that it is allowed for, with the beginning of its hash, as the log has it. */
  readonly copy: { readonly path: string; readonly hash: string } | null;
  /** The program of an agent; null for that of a check. */
  readonly program: ModelProgram | null;
  /** The permission as the device remembers it. An agent’s hash holds the file that runs, too. */
  readonly permit: { readonly what: string; readonly hash: string };
  readonly isAllowed: boolean;
}

type Seen = Pick<World, "plans" | "settings" | "device">;
/** Digits: nobody finds another program with the same code. */
const CODE = 16;

/** Those first that wait for a word. */
export function listPrograms(world: Seen): readonly ListedProgram[] {
  const { settings, device, plans } = world;
  const vault = device.device?.vault ?? "";
  const found = new Map<string, ListedProgram>();
  const list = (
    each: Omit<ListedProgram, "code" | "line" | "raw" | "steps">,
    words: readonly string[],
    step: string | null,
  ): void => {
    const { permit } = each;
    const folder = each.kind === "agent" && each.folder === "" ? "" : fullFolder(each.folder, vault);
    const id = JSON.stringify([permit, each.folder]);
    const before = found.get(id)?.steps ?? [];
    found.set(id, {
      ...each,
      code: hashText(id).slice(0, CODE),
      line: sayWords(words),
      folder: folder === "" ? FRESH : escapeLine(folder, 2000),
      raw: [...words, folder].join(" "),
      steps: step === null || before.includes(step) ? before : [...before, step],
    });
  };
  const listCheck = (program: Pick<CheckProgram, "words" | "folder">, step: string | null): void =>
    list(
      {
        kind: "check",
        folder: program.folder,
        copy: null,
        program: null,
        permit: permitOf(program),
        isAllowed: isAllowed(program, device),
      },
      program.words,
      step,
    );
  for (const { plan, flow } of plans) {
    if (flow?.kind !== "runs" || isOver(plan)) continue;
    for (const step of flow.flow.steps)
      for (const program of programsOf(step, flow, settings))
        listCheck(program, `“${titleOf(step)}” of ${planName(plan)}`);
    const agents = programsIn(flow, plan, settings);
    for (const { step, program } of agents) {
      const words = programWords(program);
      const steps = stepsFor(program, agents);
      list(
        {
          kind: "agent",
          folder: program.folder,
          copy: { path: flowCopy(settings, plan), hash: shortOf(flow.copyHash) },
          permit: { what: agentPermit(plan.key, program), hash: permitScope(flow.copyHash, steps) },
          program,
          isAllowed: steps.every(
            (each) => allowedFile(plan, program, { running: flow, step: { step: each } }, device) !== null,
          ),
        },
        words,
        `“${titleOf(step)}” of ${planName(plan)}`,
      );
    }
  }
  for (const each of allowedPrograms(device)) listCheck(each, null);
  return [...found.values()].sort((a, b) => Number(a.isAllowed) - Number(b.isAllowed));
}

/** An agent whose settings name no project. */
const FRESH = "that is made anew for each run, outside the vault";

/** A device that has not acted yet remembers no vault. */
function fullFolder(folder: string, vault: string): string {
  if (/^(?:[\\/]|[a-z]:)/i.test(folder)) return folder;
  if (vault === "") return folder === "" ? "that of this vault" : `${folder} of this vault`;
  return folder === "" ? vault : `${vault}/${folder}`;
}
