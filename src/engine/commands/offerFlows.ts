/** The flows of a vault as the faces show them. */
import type { FlowFault } from "../../flow/flow";
import type { VaultPort } from "../../ports/vault";
import type { Settings } from "../../settings/settings";
import type { OfferedFlow } from "../../views/flow/offered";
import { findFlows } from "./findFlows";
import { sayFlow } from "./startFlow";

export async function offerFlows(vault: VaultPort, settings: Settings): Promise<readonly OfferedFlow[]> {
  const all = await findFlows(vault, settings);
  return all.map(({ name, path, reading }) => {
    const other = all.find((each) => each.name === name && each.path !== path);
    const double: readonly FlowFault[] =
      other === undefined
        ? []
        : [{ line: 1, says: `${other.path ?? ""} is the flow “${name}” too. Rename one.` }];
    return reading.kind === "bad"
      ? { name, path, about: "", inputs: {}, faults: [...reading.faults, ...double], warnings: [] }
      : {
          name,
          path,
          about: sayFlow(reading.flow),
          inputs: reading.flow.inputs,
          faults: double,
          warnings: reading.warnings,
        };
  });
}
