/**
 * Keeps on this device which tool it is that a person lets agents call: the first time one is used, as it is then. Its
 * later schema, and the words about one that is called unasked, are held against that.
 */
import { plain } from "../../kit/text";
import { pinName, pinnedWords } from "../../rules/agents/listed";
import type { ServerTool } from "../../work/outside/serverTools";
import type { Context } from "../perform/context";

/** Characters of a description that are shown when it has changed. */
export const PINNED_WORDS = 400;

export async function pinTools(
  tools: readonly ServerTool[],
  { memory, clock }: Pick<Context, "memory" | "clock">,
): Promise<void> {
  for (const each of tools)
    if (each.state.kind === "ready" && !each.state.isPinned) {
      const at = clock.now();
      const said = plain(each.state.view.description, PINNED_WORDS);
      await memory.add({ kind: "trusted", what: pinnedWords(each), hash: said, at });
      await memory.add({ kind: "trusted", what: pinName(each), hash: each.state.hash, at });
    }
}
