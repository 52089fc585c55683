/** What of a tool is sealed: its name and the schema of its arguments. A description may change; what it takes may not. */
import { hashText } from "../kit/hash";
import { spellSent } from "../kit/json";
import type { ToolView } from "../ports/tools";

/** Asked for every open request at every look; the same object gives the same hash. */
const known = new WeakMap<ToolView, string>();

/** Of what the server sent. */
export function toolHash(tool: ToolView): string {
  return tool.sent ?? shownHash(tool);
}

/** Requests of earlier versions are sealed with the hash of what is shown, in which secrets are blanked. */
export function isToolOf(hash: string, tool: ToolView): boolean {
  return hash === toolHash(tool) || hash === shownHash(tool);
}

function shownHash(tool: ToolView): string {
  const before = known.get(tool);
  if (before !== undefined) return before;
  const hash = hashText(spellSent({ name: tool.name, schema: tool.schema }));
  known.set(tool, hash);
  return hash;
}
