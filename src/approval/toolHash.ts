/**
 * The tool that the settings name. Its name and the schema of its arguments are sealed. The description may change; the
 * schema may not.
 */
import { hashText } from "../kit/hash";
import { spellSent } from "../kit/json";
import { never } from "../kit/never";
import { nearestFirst } from "../kit/nearest";
import { escapeLine } from "../kit/text";
import type { LeftOutWhy, ServerView, ToolView } from "../kit/ports/tools";
import { remember } from "../kit/remember";

/** The hash of the tool as its server sent it. */
export function toolHash(tool: ToolView): string {
  return tool.sent ?? shownHash(tool);
}

/** The hash of all that the server says of the tool: for one that an agent calls unasked, its words count, too. */
export function saidHash(tool: ToolView): string {
  return tool.said ?? hashText(spellSent([toolHash(tool), tool.description]));
}

export function isToolOf(hash: string, tool: ToolView): boolean {
  return hash === toolHash(tool);
}

/** Asked for every open request at every look; the same object gives the same hash. */
const shownHash = remember((tool: ToolView): string =>
  hashText(spellSent({ name: tool.name, schema: tool.schema })),
);

export function sayUnreached(server: string, why: string): string {
  return `The server “${escapeLine(server, 60)}” cannot be reached: ${why}`;
}

/** Names that are told, and their letters together. */
const TOLD = 8;
const LETTERS = 160;

/**
 * Why a server that answers has no such tool to use, as a sentence or two: what is wrong with it, or which tools there
 * are, the likest first.
 */
export function sayNoTool(
  server: string,
  tool: string,
  view: Extract<ServerView, { readonly kind: "up" }>,
): string {
  const [of, wanted] = [escapeLine(server, 60), escapeLine(tool, 100)];
  const left = view.leftOut?.find((each) => each.name === tool);
  if (left !== undefined)
    return `The function “${wanted}” of the server “${of}” cannot be used: ${whyLeftOut(left.why)}. Its maker must fix that; or choose another function in the settings.`;
  const names = nearestFirst(
    tool,
    view.tools.map(({ name }) => name),
  );
  if (names.length === 0)
    return `The server “${of}” has no function “${wanted}”; it offers none${view.leftOut !== undefined && view.leftOut.length > 0 ? " that can be used" : ""}.`;
  let letters = 0;
  const told = names.slice(0, TOLD).filter((name, at) => (letters += name.length) <= LETTERS || at === 0);
  const rest = names.length - told.length;
  return `The server “${of}” has no function “${wanted}”. It offers: ${told.join(", ")}${rest === 0 ? "" : ` and ${String(rest)} more`}.`;
}

function whyLeftOut(why: LeftOutWhy): string {
  switch (why) {
    case "listed-twice":
      return "the server lists it twice, so it is unclear which one is meant";
    case "odd-schema":
      return "the server does not describe its fields as MCP requires";
    case "too-long":
      return "the description of its fields is too long to check";
    case "too-deep":
      return "the description of its fields is nested too deeply to check";
    case "too-many":
      return "the server lists more than 1,000 functions, and it is not among the first";
    case "odd-name":
      return "its name has spaces, or letters that look like others";
    case "no-name":
    case "not-a-tool":
      return "the server does not describe it as MCP requires";
    default:
      return never(why);
  }
}
