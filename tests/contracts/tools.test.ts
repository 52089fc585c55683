import path from "node:path";

import { createMcpTools } from "../../src/adapters/mcp/mcpTools";
import { createScriptedTools, type ScriptedServer } from "../fakes/tools";
import { createSystemClock } from "../../src/adapters/node/createSystemClock";
import { nodePrograms } from "../../src/adapters/node/nodePrograms";
import type { ServerDefinition, ToolView } from "../../src/kit/ports/tools";
import { toolsSuite, WELL } from "./tools.suite";

const program = (command: string, ...args: string[]): ServerDefinition => ({ command, args, env: {} });
const missing = program("no-such-program-anywhere");
const clock = createSystemClock();

toolsSuite("MCP", () => ({
  tools: createMcpTools({ node: () => Promise.resolve(nodePrograms), clock, fetch }),
  well: program(process.execPath, path.resolve("scripts/parts/odd-server.mjs")),
  missing,
}));

toolsSuite("a script", () => {
  const toolOf = (name: string): ToolView => ({
    name,
    description: "x".repeat(3000),
    schema: { type: "object" },
  });
  const well = (tools: readonly string[]): ScriptedServer => ({
    tools: tools.map(toolOf),
    answer: ({ tool, args }) => {
      if (tool === "echo") return { kind: "unclear", text: String(args["text"]) };
      if (tool === "flood") return { kind: "unclear", text: "x".repeat(Number(args["bytes"])) };
      if (tool === "fail") return { kind: "tool-error", text: "The post office is closed." };
      if (tool === "confess")
        return {
          kind: "unknown",
          why: "The server’s answer says that it failed.",
          said: "Authentication failed: 535 5.7.8",
        };
      if (tool === "refuse") return { kind: "tool-error", text: "These arguments are wrong." };
      if (tool === "tire")
        return { kind: "tool-error", text: "Rate limit exceeded. Please wait 5 minutes.", rests: 5 * 60_000 };
      if (tool === "clutter") return { kind: "ok", text: "Sent." };
      if (tool === "hang") return "hang";
      if (tool === "grow") scripted.set("well", well([...tools, "grown"]));
      return tool === "grow"
        ? { kind: "ok", text: "grown" }
        : { kind: "unknown", why: "The connection ended." };
    },
  });
  const scripted = createScriptedTools({ servers: { well: well(WELL) }, clock });
  return { tools: scripted, well: program("well"), missing };
});
