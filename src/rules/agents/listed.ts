/**
 * The tools of servers that agents may call, as they stand now: the settings, what the servers offer, and what this
 * device knows of them.
 */
import { saidHash, sayNoTool, sayUnreached, toolHash } from "../../approval/toolHash";
import type { DeviceState } from "../../approval/device/ledger";
import { MINUTE } from "../../kit/dates";
import type { ServerView } from "../../kit/ports/tools";
import { typeBehind } from "../../settings/agentTools";
import type { AgentTool, Settings } from "../../settings/settings";
import { offeredName, type ServerTool, type ToolState } from "../../agent/outside/serverTools";

/** The offer of a server, and when the server was asked (milliseconds since the epoch). */
export interface Offer {
  readonly view: ServerView;
  readonly at: number;
}

/** By name of the server: those that were asked in this run. */
export type Offers = ReadonlyMap<string, Offer>;

/**
 * So long, an answer is taken for the present state. The call itself goes out only to a tool that still takes what it
 * took then.
 */
const FRESH = 5 * MINUTE;

/** Under this name the device keeps which tool was allowed. To let it be called unasked is to allow it anew. */
export function pinName({ server, tool, as_of, unasked }: AgentTool): string {
  return `agent tool ${JSON.stringify([server, tool, as_of, ...(unasked ? ["unasked"] : [])])}`;
}

/** Under this name the device keeps what its server said of it then. */
export function pinnedWords(listed: AgentTool): string {
  return `${pinName(listed)} says`;
}

export function serverToolsOf(
  settings: Settings,
  offers: Offers,
  { trusted }: Pick<DeviceState, "trusted">,
): readonly ServerTool[] {
  return settings.agent_tools.map((listed) => ({
    ...listed,
    name: offeredName(listed.server, listed.tool),
    state: stateOf(listed, settings, offers, trusted),
  }));
}

function stateOf(
  listed: AgentTool,
  settings: Settings,
  offers: Offers,
  trusted: DeviceState["trusted"],
): ToolState {
  const { server, tool } = listed;
  const type = typeBehind(tool, settings);
  if (type !== null) return { kind: "approved", type };
  // Anybody who writes in the vault can tick the box that would allow the call.
  if (settings.others_write && !listed.unasked)
    return {
      kind: "out",
      why: `Other people write in this vault, so a box in the plan is not enough to call “${tool}”.`,
    };
  const view = offers.get(server)?.view;
  if (view === undefined) return { kind: "unseen" };
  if (view.kind === "down") return { kind: "out", why: sayUnreached(server, view.why) };
  const found = view.tools.find(({ name }) => name === tool);
  if (found === undefined) return { kind: "out", why: sayNoTool(server, tool, view) };
  // A tool that nobody is asked about has to stay as it was, words and all: a model obeys words.
  const hash = listed.unasked ? saidHash(found) : toolHash(found);
  const pin = trusted.get(pinName(listed));
  return pin === undefined || pin === hash
    ? { kind: "ready", view: found, hash, isPinned: pin === hash }
    : { kind: "changed", view: found, hash };
}

/** The tool of the list that has this name in front of a model; null for any other. */
export function listedAs(name: string, { agent_tools }: Pick<Settings, "agent_tools">): AgentTool | null {
  return agent_tools.find(({ server, tool }) => offeredName(server, tool) === name) ?? null;
}

/**
 * Servers of listed tools that have to be asked before an agent can go on with them. `of`: the one of a single call;
 * null for all.
 */
export function serversToAsk(
  settings: Settings,
  offers: Offers,
  now: number,
  of: string | null,
): readonly string[] {
  const servers = settings.agent_tools.flatMap(({ server, tool }) =>
    typeBehind(tool, settings) === null && (of === null || of === server) ? [server] : [],
  );
  return [...new Set(servers)].filter((server) => {
    const at = offers.get(server)?.at;
    return at === undefined || now - at > FRESH || now < at;
  });
}
