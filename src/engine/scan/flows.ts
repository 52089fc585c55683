/** Flows of the plans that unfold from one: the pinned copy beside the work notes, and the work files that a flow itself reads. */
import { hashText } from "../../kit/hash";
import { isOver, type Plan } from "../../plan/plan";
import type { VaultPort } from "../../ports/vault";
import type { SeenPlan } from "../../rules/snapshot";
import { pathOf, type Settings } from "../../settings/settings";
import { skillOf, type Flow } from "../../flow/flow";
import { isToKeep } from "../../flow/result";
import { readLineId } from "../../flow/lineId";
import { stepNamed } from "../../flow/route";
import { NO_GUIDANCE, ownSkill, preambleNote, skillNote, wordsOf, type Guidance } from "../../flow/skill";
import { filesToRead } from "../../flow/loopItems";
import { pinnedHash, readPinned } from "../../flow/pinned";
import type { FlowState } from "../../flow/running";
import { flowCopy, workFolder } from "../../work/place";

export interface FlowIndex {
  /** By path of the plan. `due`: paths to be read again; `isListed`: all are. */
  look(
    plans: readonly SeenPlan[],
    due: ReadonlySet<string>,
    isListed: boolean,
  ): Promise<ReadonlyMap<string, FlowState>>;
}

export function createFlows(vault: VaultPort, settings: Settings): FlowIndex {
  let texts = new Map<string, string | null>();
  return {
    async look(plans, due, isListed) {
      const next = new Map<string, string | null>();
      const found = new Map<string, FlowState>();
      const textAt = async (path: string): Promise<string | null> => {
        const known = isListed || due.has(path) ? undefined : texts.get(path);
        const reading = known === undefined ? await vault.read(path) : null;
        const text = known ?? (reading?.kind === "text" ? reading.text : null);
        next.set(path, text);
        return text;
      };
      for (const { path, plan } of plans) {
        if (plan.flow === null || (isOver(plan) && !isToKeep(plan))) continue;
        // A property of that name in a plan that no flow was started for is somebody’s own.
        const pinned = pinnedHash(plan);
        if (pinned !== null) found.set(path, await stateOf(plan, pinned, textAt));
      }
      texts = next;
      return found;
    },
  };

  async function guidanceAt(
    flow: Flow,
    plan: Plan,
    textAt: (path: string) => Promise<string | null>,
  ): Promise<Guidance> {
    const line = readLineId(plan.steps.find(({ state }) => state === "open")?.id ?? null);
    const step = line === null || line.isAsk ? null : stepNamed(flow, line.step);
    if (step === null) return NO_GUIDANCE;
    const folder = pathOf(settings, "skills");
    const own = ownSkill(flow, step);
    const path = `${folder}/${skillNote(skillOf(step))}`;
    const note = own === null ? await textAt(path) : null;
    const before = step.agent === undefined ? null : await textAt(`${folder}/${preambleNote(step.agent)}`);
    return {
      skill: own ?? (note === null ? null : { words: wordsOf(note), from: path }),
      preamble: before === null ? null : wordsOf(before),
    };
  }

  async function stateOf(
    plan: Plan,
    pinned: string,
    textAt: (path: string) => Promise<string | null>,
  ): Promise<FlowState> {
    const copy = flowCopy(settings, plan);
    const text = await textAt(copy);
    const says =
      "Put it back as it was, or take the property “flow” away to go on without the flow: the steps that are there stay.";
    if (text === null) return { kind: "stuck", why: `${copy} is not there. ${says}` };
    if (!hashText(text).startsWith(pinned))
      return { kind: "stuck", why: `${copy} was changed after the flow was started. ${says}` };
    const read = readPinned(text, settings.agents);
    if (read.kind === "bad") return { kind: "stuck", why: `${copy} cannot be read: ${read.why}. ${says}` };
    const files = new Map<string, string>();
    for (const name of filesToRead(read.flow, plan)) {
      const file = await textAt(`${workFolder(settings, plan)}/${name}`);
      if (file !== null) files.set(name, file);
    }
    const guidance = await guidanceAt(read.flow, plan, textAt);
    return { kind: "runs", flow: read.flow, inputs: read.inputs, files, guidance };
  }
}
