/** What of a tool is sealed: its name and the schema of its arguments. A description may change; what it takes may not. */
import { hashText } from "../kit/hash";
import { spell } from "../kit/json";
import type { ToolView } from "../ports/tools";

export function toolHash(tool: ToolView): string {
  return hashText(spell({ name: tool.name, schema: tool.schema }));
}
