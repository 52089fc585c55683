/** The flows of a vault as the faces show them. */
import type { FlowFault } from "../../../flow/flow";
import type { Settings } from "../../../settings/settings";
import type { OfferedFlow } from "../../../overview/flow/offered";
import { findFlows } from "./findFlows";
import { agentPrograms } from "../../../agent/flow/agentPrograms";
import type { SkillPorts } from "./findSkills";
import { sayFlow } from "./startFlow";

export async function offerFlows(ports: SkillPorts, settings: Settings): Promise<readonly OfferedFlow[]> {
  const all = await findFlows(ports, settings);
  return all.map(({ name, path, where, parsed }) => {
    const other = all.find((each) => each.name === name && each.where !== where);
    const double: readonly FlowFault[] =
      other === undefined
        ? []
        : [{ line: 1, says: `${other.where ?? ""} is the flow “${name}” too. Rename one.` }];
    return parsed.kind === "bad"
      ? {
          name,
          path,
          where,
          about: "",
          inputs: {},
          programs: [],
          faults: [...parsed.faults, ...double],
          warnings: [],
        }
      : {
          name,
          path,
          where,
          about: sayFlow(parsed.flow),
          inputs: parsed.flow.inputs,
          programs: agentPrograms(parsed.flow, settings),
          faults: double,
          warnings: parsed.warnings,
        };
  });
}
