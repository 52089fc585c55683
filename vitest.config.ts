import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { tamed } from "./scripts/tame.mjs";
import { placesOfTests } from "./tests/doors/place.ts";

const obsidianStandIn = fileURLToPath(new URL("./tests/app/obsidian/index.ts", import.meta.url));
const rrule = fileURLToPath(new URL("./node_modules/rrule/dist/esm/index.js", import.meta.url));

const PLACES = placesOfTests();

const withoutMap = async (file: string): Promise<string> =>
  (await readFile(file, "utf8")).replace(/\/\/# sourceMappingURL=.*$/, "");

/** Tests that keep nothing in a module: they share a process, and what the process has loaded. */
const TOGETHER = [
  "action",
  "agent",
  "approval",
  "catalog",
  "device",
  "engine",
  "flow",
  "index",
  "intake",
  "kit",
  "mcp",
  "plan",
  "proposal",
  "request",
  "rules",
  "settings",
  "think",
  "overview",
].map((room) => `tests/${room}/**/*.test.ts`);

/** Tests of the built plugin in the stand-in of the app, which they share, as the first of them share theirs. */
const IN_APP = ["tests/app/**/*.test.ts"];

/** Tests of the built plugin or the built terminal program, built once for all of them; they share a process, too. */
const BUILT = [
  ...["attack", "eval", "skills", "terminal"].map((room) => `tests/${room}/**/*.test.ts`),
  "tests/demo.test.ts",
  "tests/release/scan.test.ts",
];

/** Tests in Chromium, of a page that is made once; so they share what it takes to steer a browser, too. */
const IN_CHROMIUM = ["tests/e2e/**/*.test.ts"];

/** Tests of what speaks to a disk have their folders on one, and share a process. */
const ON_DISK = ["tests/adapters/**/*.test.ts", "tests/contracts/**/*.test.ts"];

/** The longest files first, so that no core waits for one that began last. */
const LONGEST = [
  "crash",
  "cases",
  "demo",
  "eval/command",
  "sim/sim",
  "sim/sweep",
  "properties",
  "think/anything",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      if (at >= 0) return at;
      // One project after the other, because a process that is shared ends when another project needs its place.
      return LONGEST.length + ["alone", "disk", "browser", "built", "app", "together"].indexOf(project.name);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  // What is tested is what is shipped: models and servers are reached by the packages as they are cut.
  plugins: [
    {
      name: "tamed-packages",
      async load(id) {
        const file = id.replace(/\?.*$/, "");
        const text = await tamed(file);
        // This package names maps that it does not bring, and each would be missed aloud.
        return text ?? (file.includes("/node_modules/rrule/") ? withoutMap(file) : null);
      },
    },
  ],
  resolve: {
    // The published package is types only; faces are tested against the stand-in.
    alias: [
      { find: /^obsidian$/, replacement: obsidianStandIn },
      // Node would take the bundle of the package, which is not cut.
      { find: /^rrule$/, replacement: rrule },
    ],
  },
  test: {
    server: {
      deps: {
        inline: [
          /@ai-sdk\/(anthropic|google|openai-compatible|provider)/,
          /@modelcontextprotocol\/client/,
          /node_modules\/rrule\//,
        ],
      },
    },
    globals: false,
    pool: "forks",
    // Most of what a test makes is soon forgotten.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: LongestFirst },
    // Programs of their own wait for each other more than they work.
    maxConcurrency: 10,
    // Moments on the screen have the zone of the computer; locks on vaults lie in the folder for states.
    env: { TZ: "UTC", XDG_STATE_HOME: join(PLACES.tests, "state") },
    // Real servers and real builds on a small, shared machine; nothing waits this long when it is right.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      { extends: true, test: { name: "together", include: TOGETHER, isolate: false } },
      {
        extends: true,
        test: { name: "built", include: BUILT, globalSetup: "tests/doors/build.ts", isolate: false },
      },
      {
        extends: true,
        test: { name: "app", include: IN_APP, isolate: false, globalSetup: "tests/doors/build.ts" },
      },
      {
        extends: true,
        test: { name: "browser", include: IN_CHROMIUM, isolate: false, globalSetup: "tests/e2e/open.ts" },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: ["tests/**/*.test.ts"],
          exclude: [...TOGETHER, ...BUILT, ...IN_APP, ...IN_CHROMIUM, ...ON_DISK],
        },
      },
      {
        extends: true,
        test: { name: "disk", include: ON_DISK, env: { TMPDIR: PLACES.disk }, isolate: false },
      },
    ],
  },
});
