/** Skills and tools of a flow that are not there, or have something wrong. Its person should know before it starts. */
import { hasAgent, skillOf, type FlowFault } from "../../../flow/flow";
import type { FlowReading } from "../../../flow/readFlow";
import { fileOfSkill, firstOf, type SkillNote } from "../../../flow/skill/skillNote";
import { nearest } from "../../../kit/nearest";
import { isTool, TOOLS } from "../../../work/tools";
import { OF_SERVER } from "../../../work/outside/serverTools";

export interface Advice {
  /** With any of these the flow cannot start: instructions that are there would be left out unseen. */
  readonly faults: readonly FlowFault[];
  readonly warnings: readonly FlowFault[];
}

/** `notes`: the skills and preambles there are, those that count first. */
export function adviceOn(
  { flow, lines }: Extract<FlowReading, { readonly kind: "flow" }>,
  notes: readonly SkillNote[],
): Advice {
  const used = new Map<SkillNote, number>();
  const missing: FlowFault[] = [];
  for (const step of flow.steps.filter(hasAgent)) {
    const name = skillOf(step);
    const line = lines.get(step.step) ?? 1;
    const skill = flow.skills.has(name) ? null : firstOf(notes, "skill", name);
    const preamble = step.agent === undefined ? null : firstOf(notes, "preamble", step.agent);
    for (const each of [skill, preamble]) if (each !== null && !used.has(each)) used.set(each, line);
    if (skill === null && !flow.skills.has(name))
      missing.push({
        line,
        says: `“${step.step}” has no instructions, so its words in the Roadmap alone say what to do. Write them beneath a heading “${name}”, or in the note “${fileOfSkill({ kind: "skill", name })}” in the folder for skills.`,
      });
  }
  const ofNotes = [...used].flatMap(([note, line]) =>
    note.warnings.map((each) => ({ line, says: `${note.where}, line ${String(each.line)}: ${each.says}` })),
  );
  const tools = Object.entries(flow.agents).flatMap(([agent, { tools: named = [] }]) =>
    named
      .filter((each) => !isTool(each) && !each.includes(OF_SERVER))
      .map((each): FlowFault => {
        const near = nearest(each, Object.keys(TOOLS));
        const line = lines.get(flow.steps.find((step) => step.agent === agent)?.step ?? "") ?? 1;
        return {
          line,
          says: `The agent “${agent}” names the tool “${each}”, and there is none.${near === null ? ` These are: ${Object.keys(TOOLS).join(", ")}.` : ` Did you mean “${near}”?`}`,
        };
      }),
  );
  const faults = [...used].flatMap(([{ where, unusable }, line]) =>
    unusable === null ? [] : [{ line, says: `${where} cannot be used. ${unusable}` }],
  );
  return { faults, warnings: [...missing, ...ofNotes, ...tools] };
}
