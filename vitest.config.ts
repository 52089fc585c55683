import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const obsidianStandIn = fileURLToPath(new URL("./tests/app/obsidian/index.ts", import.meta.url));

export default defineConfig({
  resolve: {
    // The published package is types only; faces are tested against the stand-in.
    alias: [{ find: /^obsidian$/, replacement: obsidianStandIn }],
  },
  test: {
    include: ["tests/**/*.test.ts"],
    globals: false,
    pool: "forks",
    maxWorkers: 2,
    // Programs of their own wait for each other more than they work.
    maxConcurrency: 10,
    // Moments on the screen have the zone of the computer; locks on vaults lie in the folder for states.
    env: { TZ: "UTC", XDG_STATE_HOME: join(tmpdir(), "planwright-tests-state") },
    // Real servers and real builds on a small, shared machine; nothing waits this long when it is right.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
