/**
 * Keeps on this device which tool it is that a person lets agents call: the first time one is used, as it is then. Its
 * later schema is held against that.
 */
import { pinName } from "../../rules/agents/listed";
import type { ServerTool } from "../../work/outside/serverTools";
import type { Bench } from "../perform/context";

export async function pinTools(
  tools: readonly ServerTool[],
  { memory, clock }: Pick<Bench, "memory" | "clock">,
): Promise<void> {
  for (const each of tools)
    if (each.state.kind === "ready" && !each.state.isPinned)
      await memory.add({ kind: "trusted", what: pinName(each), hash: each.state.hash, at: clock.now() });
}
