/** Names of skills and tools in a flow that are not there. Such a flow can start, and its person should know first. */
import { hasAgent, skillOf, type FlowFault } from "../../flow/flow";
import type { FlowReading } from "../../flow/readFlow";
import { skillNote } from "../../flow/skill";
import { nearest } from "../../kit/nearest";
import { isTool, TOOLS } from "../../work/tools";
import { OF_SERVER } from "../../work/outside/serverTools";

/** `notes`: names of the notes in the folder for skills. */
export function adviceOn(
  { flow, lines }: Extract<FlowReading, { readonly kind: "flow" }>,
  notes: ReadonlySet<string>,
): readonly FlowFault[] {
  const skills = flow.steps.flatMap((step): readonly FlowFault[] => {
    const name = skillOf(step);
    return !hasAgent(step) || flow.skills.has(name) || notes.has(skillNote(name))
      ? []
      : [
          {
            line: lines.get(step.step) ?? 1,
            says: `“${step.step}” has no instructions, so its words in the Roadmap alone say what to do. Write them beneath a heading “${name}”, or in the note “${skillNote(name)}” in the folder for skills.`,
          },
        ];
  });
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
  return [...skills, ...tools];
}
