/**
 * The tools that a server says it offers, read leniently and cut to size. Everything here is untrusted data: null is
 * absent, an odd field is passed over, a tool that cannot be used is left out and named, and nothing can throw.
 */
import { hashText } from "../../kit/hash";
import {
  DEEPEST,
  isDeeperThan,
  isList,
  isObject,
  spellSent,
  type Json,
  type JsonObject,
} from "../../kit/json";
import { escapeLine } from "../../kit/text";
import type { LeftOut, LeftOutWhy, ToolView } from "../../kit/ports/tools";
import type { Blank } from "../net/secrets";

/** Tools per server, characters per description and schema. */
const TOOLS = 1000;
const DESCRIPTION = 2000;
const SCHEMA = 100_000;
/** The protocol asks for letters, digits and a few marks. Anything unseen or foreign could pass for another tool. */
const NAME = /^[\x21-\x7e]{1,128}$/;
const PROSE = new Set(["description", "title", "default", "$comment"]);

export interface Offered {
  readonly view: ToolView;
  /** As the server sent it, for the call. */
  readonly sent: { readonly name: string; readonly inputSchema: JsonObject };
}

export interface Listing {
  readonly tools: readonly Offered[];
  readonly leftOut: readonly LeftOut[];
}

/** The tools that can be called, in the server's order. A name that is listed twice names nothing. */
export function readListing(listed: readonly unknown[], blank: Blank): Listing {
  const times = new Map<string, number>();
  for (const tool of listed)
    if (isObject(tool) && typeof tool["name"] === "string")
      times.set(tool["name"], (times.get(tool["name"]) ?? 0) + 1);
  const tools: Offered[] = [];
  const leftOut = new Map<string, LeftOut>();
  listed.forEach((tool, at) => {
    const read = at < TOOLS ? readTool(tool, times, blank) : "too-many";
    if (typeof read !== "string") tools.push(read);
    else if (leftOut.size < TOOLS) {
      const name =
        isObject(tool) && typeof tool["name"] === "string" ? escapeLine(blank(tool["name"]), 128) : "";
      leftOut.set(`${read} ${name}`, { name, why: read });
    }
  });
  return { tools, leftOut: [...leftOut.values()] };
}

function readTool(tool: unknown, times: ReadonlyMap<string, number>, blank: Blank): Offered | LeftOutWhy {
  if (!isObject(tool)) return "not-a-tool";
  const name = tool["name"];
  if (typeof name !== "string" || name === "") return "no-name";
  if (!NAME.test(name)) return "odd-name";
  if ((times.get(name) ?? 0) > 1) return "listed-twice";
  // A tool that says nothing about its arguments takes any.
  const schema = tool["inputSchema"] ?? {};
  if (!isObject(schema)) return "odd-schema";
  if (isDeeperThan(schema, DEEPEST)) return "too-deep";
  const spelled = spellSent(schema);
  if (spelled.length > SCHEMA) return "too-long";
  const shown = withoutSecrets(schema, blank);
  const words = [tool["description"], tool["title"]].find((each) => typeof each === "string") ?? "";
  return {
    view: {
      name,
      description: escapeLine(blank(words), DESCRIPTION),
      schema: isObject(shown) ? shown : {},
      sent: hashText(spellSent({ name, schema })),
      said: hashText(
        spellSent([
          name,
          schema,
          ...["title", "description", "annotations"].map((key) => bounded(tool[key])),
        ]),
      ),
    },
    sent: { name, inputSchema: schema },
  };
}

/** Nothing in the place of what is nested without end. */
function bounded(value: unknown): Json {
  return value === undefined || isDeeperThan(value, DEEPEST) ? null : (value as Json);
}

/** Only prose and defaults: names and allowed values must stay as the server knows them. */
function withoutSecrets(value: Json, blank: Blank): Json {
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map((item) => withoutSecrets(item, blank));
  const copy: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__") continue;
    copy[key] = PROSE.has(key) && typeof item === "string" ? blank(item) : withoutSecrets(item, blank);
  }
  return copy;
}
