/** What a server says it offers, cut to size. Everything here is untrusted data. */
import type { Tool } from "@modelcontextprotocol/client";

import { isList, isObject } from "../../kit/json";
import { plain } from "../../kit/text";
import type { Json, ToolView } from "../../ports/tools";
import type { Blank } from "./secrets";

/** Tools per server, characters per description and schema. A tool whose schema is longer is left out. */
const TOOLS = 1000;
const DESCRIPTION = 2000;
const SCHEMA = 100_000;
/** The protocol asks for letters, digits and a few marks. Anything unseen or foreign could pass for another tool. */
const NAME = /^[\x21-\x7e]{1,128}$/;
const PROSE = new Set(["description", "title", "default", "$comment"]);

/** The tools we can speak of, in the server's order. Of two with one name the first counts. */
export function usable(tools: readonly Tool[]): readonly Tool[] {
  const seen = new Set<string>();
  return tools.slice(0, TOOLS).filter((tool) => {
    const fits = NAME.test(tool.name) && !seen.has(tool.name) && JSON.stringify(tool.inputSchema).length <= SCHEMA;
    if (fits) seen.add(tool.name);
    return fits;
  });
}

export function viewOf(tool: Tool, blank: Blank): ToolView {
  const schema = withoutSecrets(tool.inputSchema as unknown as Json, blank, 64);
  return { name: tool.name, description: plain(blank(tool.description ?? tool.title ?? ""), DESCRIPTION), schema: isObject(schema) ? schema : {} };
}

/** Only prose and defaults: names and allowed values must stay as the server knows them. */
function withoutSecrets(value: Json, blank: Blank, depth: number): Json {
  if (value === null || typeof value !== "object" || depth === 0) return value;
  if (isList(value)) return value.map((item) => withoutSecrets(item, blank, depth - 1));
  const copy: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__") continue;
    copy[key] = PROSE.has(key) && typeof item === "string" ? blank(item) : withoutSecrets(item, blank, depth - 1);
  }
  return copy;
}
