/** A script on a real tool, in one of many ways: who syncs first, and how much of it happens between the steps. */
import { outcomeOf } from "./outcome";
import { createPeople, filesOf, type People } from "./people";
import { PEERS, type Peer, type Script, type Step } from "./scripts";

/** A sync tool with two folders that are kept the same. */
export interface Tool {
  readonly folders: Readonly<Record<Peer, string>>;
  /** Whose device the short id in the name of a conflict copy is. */
  nameOf(id: string): string;
  setOnline(peer: Peer, online: boolean): Promise<void>;
  /** A little of what the tool does by itself, not waited for to its end. */
  some(peer: Peer, chance: Chance): Promise<void>;
  /** Everything the tool does by itself, `first` first, until nothing is left to do. */
  quiet(first: Peer): Promise<void>;
}

/** 0 to below 1, the same for the same seed. */
export type Chance = () => number;

interface Run {
  readonly tool: Tool;
  readonly people: People;
  readonly way: number;
  readonly first: Peer;
  readonly chance: Chance;
}

/**
 * Plays it in several ways at once, a fresh tool for each, step by step in lockstep: going offline is slow, and may be
 * one and the same for all. Answers the outcomes in the order of the ways. The first four ways are plain; from then on
 * the number is a seed.
 */
export async function play(
  script: Script,
  ways: readonly number[],
  scratch: string,
  next: () => Promise<Tool>,
): Promise<readonly string[]> {
  const runs: Run[] = [];
  for (const way of ways) {
    const tool = await next();
    runs.push({
      tool,
      people: createPeople(tool.folders, scratch),
      way,
      first: PEERS[way % 2] ?? "ana",
      chance: chanceOf(way),
    });
  }
  for (const { people } of runs) await people.before(script);
  for (const { tool } of runs) await tool.quiet("ana");
  for (const [number, step] of script.steps.entries())
    for (const run of runs) await advance(run, script, step, number);
  for (const { tool, first } of runs) await tool.quiet(first);
  return Promise.all(
    runs.map(async ({ tool }) =>
      outcomeOf(await Promise.all(PEERS.map((peer) => filesOf(tool.folders[peer]))), tool.nameOf),
    ),
  );
}

async function advance(
  { tool, people, way, first, chance }: Run,
  script: Script,
  step: Step,
  number: number,
): Promise<void> {
  await people.act(script, step, number);
  if (step.does === "everything is quiet") return tool.quiet(first);
  if (step.does === "goes offline" || step.does === "goes online")
    await tool.setOnline(step.peer, step.does === "goes online");
  if (way === 2 && "path" in step) return tool.some(step.peer, () => 0);
  if (way === 3 && "path" in step) return tool.quiet(first);
  if (way > 3)
    for (let count = Math.floor(chance() * 5); count > 0; count -= 1)
      await tool.some(PEERS[chance() < 0.5 ? 0 : 1] ?? "ana", chance);
}

/** Mulberry32. */
function chanceOf(seed: number): Chance {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
