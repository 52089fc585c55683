/** The parts of the simulator that its command line asks for. */
import { AGENT_STORIES } from "./agent/vault";
import { KEY } from "./diary";
import { draw, type DrawOptions } from "./draw";
import { play } from "./play";
import { FAULTS } from "./pools";
import { comeToRest } from "./rest";
import type { Script } from "./script";
import { shrink } from "./shrink";
import { FAILING_STORIES, STORIES } from "./stories";
import { ONE_FOLDER } from "./sync";
import type { Violation } from "./witness";

export interface Failure {
  readonly seed: number;
  readonly id: string;
  readonly name: string;
  readonly why: string;
  /** Names of all invariants that failed in this run, that of the first in front. */
  readonly failed: readonly string[];
}

export interface SeedsPlayed {
  readonly seeds: number;
  readonly events: number;
  readonly effects: number;
  readonly failures: readonly Failure[];
}

/** Seeds from `from` up to, not including, `to`. The first invariant that fails speaks for its run. */
export async function playSeeds(from: number, to: number, options: DrawOptions = {}): Promise<SeedsPlayed> {
  const failures: Failure[] = [];
  let effects = 0;
  let events = 0;
  for (let seed = from; seed < to; seed += 1) {
    const script = draw(seed, options);
    const played = await play(script, {}, comeToRest);
    effects += played.effects;
    events += script.events.length;
    const [first] = played.violations;
    if (first !== undefined)
      failures.push({
        seed,
        id: first.invariant.id,
        name: first.invariant.name,
        why: first.why,
        failed: [...new Set(played.violations.map(({ invariant }) => invariant.name))],
      });
  }
  return { seeds: to - from, events, effects, failures };
}

export { comeToRest, draw, FAULTS, play };
export const STORY_NAMES: readonly string[] = [
  ...Object.keys(STORIES),
  ...Object.keys(FAILING_STORIES),
  ...Object.keys(AGENT_STORIES),
];

async function firstOf(script: Script): Promise<Violation | undefined> {
  return (await play(script, {}, comeToRest)).violations[0];
}

/** The shortest script found that fails in the same way. */
async function shrinkSeed(seed: number, options: DrawOptions): Promise<Script> {
  const script = draw(seed, options);
  const failing = await firstOf(script);
  if (failing === undefined) return script;
  return await shrink(script, async (next) =>
    (await play(next, {}, comeToRest)).violations.some(
      ({ invariant }) => invariant.name === failing.invariant.name,
    ),
  );
}

export async function tellScript(script: Script): Promise<string> {
  const { diary, violations } = await play(script, { diary: true }, comeToRest);
  return [
    `Story “${script.story}”${script.begun === true ? " after its first run," : ""} on ${script.devices.map(({ name, door }) => `${name} (${door})`).join(", ")}${script.sync === null ? "" : script.sync === ONE_FOLDER ? ", on one folder" : `, kept the same by ${script.sync}`}`,
    ...KEY,
    "",
    ...shorten(diary),
    "",
    ...verdict(violations),
  ].join("\n");
}

function verdict(violations: readonly Violation[]): readonly string[] {
  if (violations.length === 0) return ["Every invariant held."];
  return violations.map(
    ({ invariant, why }) =>
      `It does not hold: ${invariant.id} ${invariant.name}. “${invariant.sentence}” ${why}`,
  );
}

/** About a page: what runs away says the same a thousand times. */
function shorten(diary: readonly string[]): readonly string[] {
  return diary.length <= 90
    ? diary
    : [...diary.slice(0, 40), `    … ${String(diary.length - 80)} more lines …`, ...diary.slice(-40)];
}

/** A diary a person can follow, of the shortest run that fails, and the script to keep. */
export async function showFailure(seed: number, options: DrawOptions = {}): Promise<string> {
  const script = await shrinkSeed(seed, options);
  return `\nSeed ${String(seed)}, ${String(script.events.length)} events after shrinking\n${await tellScript(script)}\n\nTo keep it, as tests/sim/kept/NAME.json:\n${JSON.stringify(script)}\n`;
}

export async function showSeed(seed: number, options: DrawOptions = {}): Promise<string> {
  return `Seed ${String(seed)}\n${await tellScript(draw(seed, options))}`;
}
