/** Deeds that real tools were seen to do, kept so that they stay within reach of the models without the tools. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** By tool, by script: each outcome as a tree, or as one tree per peer. */
export interface Seen {
  readonly [tool: string]: {
    readonly versions: readonly string[];
    readonly scripts: Readonly<Record<string, readonly unknown[]>>;
  };
}

/** From the project's folder, where tests and scripts run. */
const FILE = path.join("tests", "calibrate", "seen.json");

export async function readSeen(): Promise<Seen> {
  return JSON.parse(await readFile(FILE, "utf8").catch(() => "{}")) as Seen;
}

export async function writeSeen(seen: Seen): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(seen, null, 1)}\n`);
}

/**
 * Adds outcomes to the record; earlier ones stay, since a rare outcome need not come again. After a change of a script,
 * take its outcomes out by hand.
 */
export function recorded(
  seen: Seen,
  tool: string,
  version: string,
  script: string,
  outcomes: readonly string[],
): Seen {
  const { versions = [], scripts = {} } = seen[tool] ?? {};
  const all = new Set([...(scripts[script] ?? []).map((outcome) => JSON.stringify(outcome)), ...outcomes]);
  return {
    ...seen,
    [tool]: {
      versions: [...new Set([...versions, version])].sort(),
      scripts: { ...scripts, [script]: [...all].sort().map((outcome) => JSON.parse(outcome) as unknown) },
    },
  };
}
