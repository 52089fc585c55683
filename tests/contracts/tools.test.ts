import path from "node:path";
import { expect, test } from "vitest";

import { createMcpTools } from "../../src/adapters/mcp/mcpTools";
import { createScriptedTools, type ScriptedServer } from "../fakes/tools";
import { createSystemClock } from "../../src/adapters/node/createSystemClock";
import { nodePrograms } from "../../src/adapters/node/nodePrograms";
import type { ServerDefinition, ToolsPort, ToolView } from "../../src/kit/ports/tools";
import { lateTools } from "../../src/terminal/lateTools";
import { toolsSuite, WELL, type ToolsRoom } from "./tools.suite";

const program = (command: string, ...args: string[]): ServerDefinition => ({ command, args, env: {} });
const missing = program("no-such-program-anywhere");
const clock = createSystemClock();

toolsSuite("MCP", () => ({
  tools: createMcpTools({ node: () => Promise.resolve(nodePrograms), clock, fetch }),
  well: program(process.execPath, path.resolve("scripts/parts/odd-server.mjs")),
  missing,
}));

function scriptedRoom(): ToolsRoom {
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
}

toolsSuite("a script, loaded late", () => {
  const { tools, ...room } = scriptedRoom();
  return { ...room, tools: lateTools(() => Promise.resolve(tools)) };
});

test("a tools port hears of a stop that came while it was loaded, and loads nothing to be closed", async () => {
  let loads = 0;
  let give: (tools: ToolsPort) => void = () => undefined;
  const tools = lateTools(() => {
    loads++;
    return new Promise((resolve) => {
      give = resolve;
    });
  });
  const call = {
    server: "well",
    definition: program("well"),
    tool: "echo",
    args: {},
    action: "a",
    timeout: 20_000,
  };
  const called = tools.call(call);
  tools.halt();
  give(scriptedRoom().tools);
  expect(await called).toMatchObject({ kind: "not-sent" });
  await tools.close();
  expect(loads).toBe(1);
  const unused = lateTools(() => Promise.reject(new Error("Nobody needs it.")));
  unused.halt();
  await unused.close();
});

test("a tools port whose part is not there sends nothing, and says what to copy", async () => {
  const tools = lateTools(() => Promise.reject(new Error("Cannot find module")));
  const definition = program("well");
  const why = expect.stringContaining("missing or damaged");
  expect(await tools.look("well", definition)).toEqual({ kind: "down", why });
  const call = { server: "well", definition, tool: "echo", args: {}, action: "a", timeout: 20_000 };
  expect(await tools.call(call)).toEqual({ kind: "not-sent", why });
});
