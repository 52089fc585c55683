/** What of Node is needed to start the programs of servers. */
import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import type { NodePrograms } from "../mcp/stdio";

export const nodePrograms: NodePrograms = {
  spawn,
  isFolder: (path) => stat(path).then((found) => found.isDirectory(), () => false),
};
