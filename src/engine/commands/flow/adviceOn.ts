/** Skills and tools of a flow that are not there, or have something wrong. Its person should know before it starts. */
import { hasAgent, skillOf, type FlowFault } from "../../../flow/flow";
import type { FlowReading } from "../../../flow/readFlow";
import { fileOfSkill, firstOf, type SkillKind, type SkillNote } from "../../../flow/skill/skillNote";
import { nearest, sayNear } from "../../../kit/nearest";
import { isTool, TOOLS } from "../../../agent/tools";
import { OF_SERVER } from "../../../agent/outside/serverTools";
import { saySkill, type FoundSkills, type UnseenFolder } from "./findSkills";

export interface Advice {
  /** With any of these the flow cannot start: instructions that are there would be left out unseen. */
  readonly faults: readonly FlowFault[];
  readonly warnings: readonly FlowFault[];
}

export function adviceOn(
  { flow, lines, toolLines, nearly }: Extract<FlowReading, { readonly kind: "flow" }>,
  { notes, unseen }: Pick<FoundSkills, "notes" | "unseen">,
): Advice {
  const used = new Map<SkillNote, number>();
  const doubtful = new Map<UnseenFolder, FlowFault>();
  const missing: FlowFault[] = [];
  const skillNames = notes.filter(({ kind }) => kind === "skill").map(({ name }) => name);
  const find = (kind: SkillKind, name: string, line: number): SkillNote | null => {
    const found = firstOf(notes, kind, name);
    if (found !== null && !used.has(found)) used.set(found, line);
    const at = found === null ? Infinity : notes.indexOf(found);
    const folder = unseen.find(({ before }) => before <= at);
    if (folder !== undefined && !doubtful.has(folder))
      doubtful.set(folder, {
        line,
        says: `${folder.where} may have ${saySkill({ kind, name })}, which counts, and cannot be looked through. ${folder.why}`,
      });
    return found;
  };
  for (const step of flow.steps.filter(hasAgent)) {
    const name = skillOf(step);
    const line = lines.get(step.step) ?? 1;
    const isOwn = flow.skills.has(name);
    const skill = isOwn ? null : find("skill", name, line);
    if (step.agent !== undefined) find("preamble", step.agent, line);
    if (skill === null && !isOwn && !nearly.includes(name))
      missing.push({
        line,
        says: `“${step.step}” has no instructions, so only its words in the Roadmap say what to do. Write them under a heading “${name}”, or in the note “${fileOfSkill({ kind: "skill", name })}” in the folder for skills.${step.skill === undefined ? "" : sayNear(name, [...flow.skills.keys(), ...skillNames])}`,
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
        return {
          line: toolLines.get(agent) ?? 1,
          says: `The agent “${agent}” names the function “${each}”, and there is none.${near === null ? ` These are: ${Object.keys(TOOLS).join(", ")}.` : ` Did you mean “${near}”?`}`,
        };
      }),
  );
  const unusable = [...used].flatMap(([{ where, unusable }, line]) =>
    unusable === null ? [] : [{ line, says: `${where} cannot be used. ${unusable}` }],
  );
  return { faults: [...doubtful.values(), ...unusable], warnings: [...missing, ...ofNotes, ...tools] };
}
