/** What of a tool is sealed: its name and the schema of its arguments. A description may change; what it takes may not. */
import { hashText } from "../kit/hash";
import { spell } from "../kit/json";
import type { ToolView } from "../ports/tools";

/** Asked for every open request at every look; the same object gives the same hash. */
const known = new WeakMap<ToolView, string>();

export function toolHash(tool: ToolView): string {
  const before = known.get(tool);
  if (before !== undefined) return before;
  const hash = hashText(spell({ name: tool.name, schema: tool.schema }));
  known.set(tool, hash);
  return hash;
}
