/**
 * The shared parts of the tests of this folder: ports that are closed after each test, and the programs they talk to.
 */
import path from "node:path";
import { afterEach } from "vitest";

import { createMcpTools, type McpOptions } from "../../src/adapters/mcp/mcpTools";
import { createSystemClock } from "../../src/adapters/node/createSystemClock";
import { nodePrograms } from "../../src/adapters/node/nodePrograms";
import type { CallOutcome, JsonObject, ServerDefinition, ToolsPort } from "../../src/kit/ports/tools";

/** Milliseconds. Long enough for a slow machine to answer, short enough to wait for what never comes. */
export const SOON = 400;
export const AMPLE = 20_000;

const leftOpen: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of leftOpen.splice(0).reverse()) await close();
});

/** Closed after the test, last opened first. */
export function keep<T extends { stop(): Promise<void> }>(opened: T): T {
  leftOpen.push(() => opened.stop());
  return opened;
}

export function mcpTools(options: Partial<McpOptions> = {}): ToolsPort {
  const tools = createMcpTools({
    node: () => Promise.resolve(nodePrograms),
    clock: createSystemClock(),
    fetch,
    ...options,
  });
  leftOpen.push(() => tools.close());
  return tools;
}

export function part(
  name: string,
  env: Readonly<Record<string, string>> = {},
  ...args: string[]
): ServerDefinition {
  return { command: process.execPath, args: [path.resolve("scripts/parts", name), ...args], env };
}

export function installed(
  file: string,
  env: Readonly<Record<string, string>> = {},
  ...args: string[]
): ServerDefinition {
  return { command: process.execPath, args: [path.resolve("node_modules", file), ...args], env };
}

export function odd(start = "well", env: Readonly<Record<string, string>> = {}): ServerDefinition {
  return part("odd-server.mjs", env, start);
}

let calls = 0;

export function call(
  tools: ToolsPort,
  definition: ServerDefinition,
  tool: string,
  args: JsonObject = {},
  timeout = AMPLE,
): Promise<CallOutcome> {
  calls += 1;
  return tools.call({ server: "it", definition, tool, args, action: `action-${String(calls)}`, timeout });
}

/** The names of the tools, or the sentence why there are none. */
export async function lookAt(
  tools: ToolsPort,
  definition: ServerDefinition,
): Promise<readonly string[] | string> {
  const view = await tools.look("it", definition);
  return view.kind === "up" ? view.tools.map((tool) => tool.name) : view.why;
}
