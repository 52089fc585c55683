/**
 * Everything a sync model can make of a script: all its choices in every order, with as much or as little of them
 * between the steps.
 */
import type { MakeSync, SyncModel } from "../sim/sync/model";
import { shortId } from "../sim/sync/stamp";
import { createDisks, type File, type Images, type MemoryDisks } from "./disks";
import { outcomeOf } from "./outcome";
import { PEERS, type Script, type Step } from "./scripts";

interface State {
  readonly images: Images;
  readonly memory: unknown;
  /** Per step that something goes back to: the files of that peer before it. */
  readonly kept: ReadonlyMap<number, ReadonlyMap<string, File>>;
}

/** Every script of ours stays far below. */
const LIMIT = 400_000;
/** So that what happens later has a later time. Milliseconds. */
const STEP = 60_000;
const START = Date.UTC(2026, 1, 21, 10, 30);

/** The outcomes in which every peer holds what it will hold, and knows it. */
export function reachable(
  make: MakeSync,
  script: Script,
): { readonly outcomes: ReadonlySet<string>; readonly states: number } {
  const disks = createDisks(PEERS);
  disks.time = START;
  const sync = make(disks);
  const walker = { disks, sync, seen: 0 };
  for (const [path, text] of Object.entries(script.before)) disks.put("ana", path, text);
  let states: readonly State[] = quiet(walker, [
    { images: disks.images(), memory: sync.snapshot(), kept: new Map() },
  ]).slice(0, 1);
  script.steps.forEach((step, number) => {
    disks.time = START + (number + 1) * STEP;
    states =
      step.does === "everything is quiet"
        ? quiet(walker, states)
        : distinct(
            walker,
            closure(walker, states).map((state) => apply(walker, script, state, step, number)),
          );
  });
  disks.time += STEP;
  const outcomes = new Set(
    quiet(walker, states).map(({ images }) =>
      outcomeOf(
        images.map((files) => new Map([...files].map(([path, { text }]) => [path, text]))),
        nameOf,
      ),
    ),
  );
  return { outcomes, states: walker.seen };
}

function nameOf(id: string): string {
  return PEERS.find((peer) => shortId(peer) === id) ?? id;
}

interface Walker {
  readonly disks: MemoryDisks;
  readonly sync: SyncModel;
  seen: number;
}

function enter({ disks, sync }: Walker, state: State): void {
  disks.setBack(state.images);
  sync.restore(state.memory);
}

function leave({ disks, sync }: Walker, { kept }: State): State {
  return { images: disks.images(), memory: sync.snapshot(), kept };
}

/** Asks for the state just entered. */
function keyOf({ sync }: Walker, { images, kept }: State): string {
  return JSON.stringify([
    images.map((files) => sorted(files)),
    [...kept].map(([step, files]) => [step, sorted(files)]),
    sync.fingerprint(),
  ]);
}

function sorted(files: ReadonlyMap<string, File>): readonly (readonly [string, File])[] {
  return [...files].sort(([one], [other]) => (one < other ? -1 : 1));
}

function closure(walker: Walker, from: readonly State[], onlyQuiet = false): readonly State[] {
  const seen = new Set<string>();
  const all: State[] = [];
  const open: State[] = [];
  const meet = (state: State): void => {
    const key = keyOf(walker, state);
    if (seen.has(key)) return;
    seen.add(key);
    open.push(state);
    walker.seen += 1;
    if (walker.seen > LIMIT)
      throw new Error(
        "There is no end to what could happen. Is there a choice that changes nothing, or two that undo each other?",
      );
  };
  for (const state of from) {
    enter(walker, state);
    meet(state);
  }
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    enter(walker, state);
    const choices = walker.sync.choices();
    if (!onlyQuiet || choices.length === 0) all.push(state);
    for (const choice of choices) {
      enter(walker, state);
      walker.sync.take(choice);
      meet(leave(walker, state));
    }
  }
  return all;
}

function quiet(walker: Walker, from: readonly State[]): readonly State[] {
  return closure(walker, from, true);
}

function distinct(walker: Walker, states: readonly State[]): readonly State[] {
  const found = new Map<string, State>();
  for (const state of states) {
    enter(walker, state);
    found.set(keyOf(walker, state), state);
  }
  return [...found.values()];
}

function apply(walker: Walker, script: Script, before: State, step: Step, number: number): State {
  enter(walker, before);
  const kept = new Map(before.kept);
  for (const later of script.steps) {
    if (later.does === "goes back" && later.step === number)
      kept.set(number, before.images[PEERS.indexOf(later.peer)] ?? new Map<string, File>());
  }
  act(walker, step, kept);
  return leave(walker, { ...before, kept });
}

function act({ disks, sync }: Walker, step: Step, kept: State["kept"]): void {
  if (step.does === "everything is quiet") return;
  const { peer } = step;
  const files = disks.files(peer);
  switch (step.does) {
    case "writes":
      return disks.put(peer, step.path, step.text);
    case "edits":
    case "appends": {
      const text = files.get(step.path);
      if (text === undefined) return;
      const next = step.does === "appends" ? `${text}${step.line}\n` : text.replace(step.old, () => step.new);
      return next === text ? undefined : disks.put(peer, step.path, next);
    }
    case "moves":
      return files.has(step.path) && !files.has(step.to) ? disks.move(peer, step.path, step.to) : undefined;
    case "copies": {
      const text = files.get(step.path);
      return text !== undefined && !files.has(step.to) ? disks.put(peer, step.to, text) : undefined;
    }
    case "deletes":
      return files.has(step.path) ? disks.remove(peer, step.path) : undefined;
    case "goes back": {
      const old = kept.get(step.step) ?? new Map<string, File>();
      for (const path of [...files.keys()]) if (!old.has(path)) disks.remove(peer, path);
      for (const [path, { text, modified }] of old) disks.put(peer, path, text, modified);
      return;
    }
    case "goes offline":
    case "goes online":
      return sync.setOnline(peer, step.does === "goes online");
    default:
      return step satisfies never;
  }
}
