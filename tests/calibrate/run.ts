/**
 * Calibration: the same scripts on real sync tools and on their models. What really happened must be among what the
 * model can reach. Prints a table; answers the exit code.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { git } from "../sim/sync/git";
import type { MakeSync } from "../sim/sync/model";
import { syncthing } from "../sim/sync/syncthing";
import { reachable } from "./explore";
import { gitVersion, openClones, openTemplate } from "./git-clones";
import { openNodes, syncthingVersion } from "./nodes";
import { play, type Tool } from "./play";
import { SCRIPTS, type Script } from "./scripts";
import { readSeen, recorded, writeSeen, type Seen } from "./seen";

export interface Options {
  readonly quick: boolean;
  readonly only: string | null;
  readonly record: boolean;
  /** A script by a part of its name. */
  readonly script: string | null;
  /** In how many ways each script is played. */
  readonly ways: number | null;
  /** Prints what is out of reach, in full. */
  readonly print: (line: string) => void;
}

interface Product {
  readonly name: string;
  readonly model: MakeSync;
  readonly ways: { readonly all: number; readonly quick: number };
  version(): Promise<string | null>;
  /** What is missing, and what to do about it. */
  readonly absent: string;
  open(room: string): Promise<Bench>;
}

/** Gives a fresh pair of folders for every run. */
export interface Bench {
  readonly next: () => Promise<Tool>;
  readonly close: () => Promise<void>;
}

const PRODUCTS: readonly Product[] = [
  {
    name: "git",
    model: git,
    ways: { all: 14, quick: 5 },
    version: gitVersion,
    absent: "git is not installed, and could not be: install git and try again.",
    async open(room) {
      const template = await openTemplate(room);
      let count = 0;
      return {
        next: () => openClones(template, path.join(room, `run${(count += 1)}`)),
        close: () => Promise.resolve(),
      };
    },
  },
  {
    name: "syncthing",
    model: syncthing,
    ways: { all: 20, quick: 6 },
    version: syncthingVersion,
    absent: "syncthing is not installed, and could not be: install the package syncthing and try again.",
    open: openNodes,
  },
];

export async function calibrate(options: Options): Promise<number> {
  const scripts = SCRIPTS.filter(({ id, quick }) =>
    options.script === null ? !options.quick || quick === true : id.includes(options.script),
  );
  let failed = 0;
  let skipped = 0;
  let seen = await readSeen();
  for (const product of PRODUCTS) {
    if (options.only !== null && options.only !== product.name) continue;
    const version = (await product.version()) ?? (await install(product));
    if (version === null) {
      options.print(`${product.name}: skipped. ${product.absent}`);
      skipped += 1;
      if (process.env["CI"] === "true") failed += 1;
      continue;
    }
    options.print(`${product.name} ${version}`);
    const room = await mkdtemp(path.join(os.tmpdir(), `calibrate-${product.name}-`));
    try {
      const bench = await product.open(room);
      try {
        for (const script of scripts) {
          const { outcomes, inside } = await compareOne(product, bench, script, room, options);
          if (!inside) failed += 1;
          seen = recorded(seen, product.name, version, script.id, outcomes);
        }
      } finally {
        await bench.close();
      }
    } finally {
      await rm(room, { recursive: true, force: true });
    }
  }
  if (options.record) await writeSeen(seen satisfies Seen);
  if (failed > 0) options.print(`${failed} not within reach, or not run.`);
  else
    options.print(
      skipped === 0
        ? "Everything that really happened is within reach of the models."
        : `${skipped} of the tools did not run. What the others did is within reach of the models.`,
    );
  return failed === 0 ? 0 : 1;
}

async function compareOne(
  product: Product,
  bench: Bench,
  script: Script,
  room: string,
  options: Options,
): Promise<{ readonly outcomes: readonly string[]; readonly inside: boolean }> {
  const started = performance.now();
  const found = new Map<string, number>();
  const ways = options.ways ?? (options.quick ? product.ways.quick : product.ways.all);
  // The third waits for quiet after every step, which would bring quiet to what goes on beside it.
  const numbers = Array.from({ length: ways }, (_, way) => way);
  for (const together of [numbers.filter((way) => way !== 3), numbers.filter((way) => way === 3)]) {
    for (const outcome of await play(script, together, room, bench.next))
      found.set(outcome, (found.get(outcome) ?? 0) + 1);
  }
  const within = reachable(product.model, script).outcomes;
  const outside = [...found.keys()].filter((outcome) => !within.has(outcome));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  options.print(
    `  ${script.id.padEnd(84)} ${found.size} seen in ${ways} · ${within.size} reachable · inside ${outside.length === 0 ? "yes" : "NO"} · ${seconds} s`,
  );
  if (outside.length > 0) {
    for (const outcome of outside) options.print(`    happened, but is out of reach: ${pretty(outcome)}`);
    for (const outcome of within) options.print(`    within reach: ${pretty(outcome)}`);
  }
  return { outcomes: [...found.keys()], inside: outside.length === 0 };
}

function pretty(outcome: string): string {
  return JSON.stringify(JSON.parse(outcome), null, 2)
    .replaceAll("\\n", "\n        ")
    .replaceAll("\n", "\n      ");
}

/** The version after installing, or null. */
async function install(product: Product): Promise<string | null> {
  if (process.getuid?.() !== 0) return null;
  const run = promisify(execFile);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { env }).catch(() => null);
  await run("apt-get", ["install", "--yes", "--no-install-recommends", product.name], { env }).catch(
    () => null,
  );
  return product.version();
}
