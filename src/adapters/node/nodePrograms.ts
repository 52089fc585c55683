/** The parts of Node that start a server’s program. */
import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import type { NodePrograms } from "./programGroup";

export const nodePrograms: NodePrograms = {
  spawn,
  isFolder: (path) =>
    stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    ),
};
