/**
 * Every invariant: a letter and number that say what it is about, a sentence, and a function that says whether that
 * holds.
 */
import type { World } from "../../../src/rules/world";
import type { Asked } from "../agent/eyes";
import type { Reached } from "../agent/reached";
import type { Started } from "../agent/started";
import type { Device } from "../device";
import type { Called, Witness, Write } from "../witness";
import { AFTERWARDS } from "./afterwards";
import { AGENTS } from "./agents";
import { CONDITIONS } from "./conditions";
import { CONFINEMENT } from "./confinement";
import { CONVERGENCE } from "./convergence";
import { EDITS } from "./edits";
import { FILES } from "./files";
import { FLOWS } from "./flows";
import { LAST_LOOK } from "./lastLook";
import { MERGING } from "./merging";
import { OUTSIDE } from "./outside";
import { PROGRAMS } from "./programs";
import { REACHES } from "./reaches";
import { REQUESTS } from "./requests";
import { SHOWN } from "./shown";
import { STATE } from "./state";

export interface Sentence {
  /**
   * What it is about: A the outside, F a person’s files, S states, C coming to rest, X what must not get out or become
   * active; numbered.
   */
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
}

/** What a function answers is why it does not hold; null when it does. */
export type Invariant = Sentence &
  (
    | { readonly at: "calling"; readonly holds: (called: Called, witness: Witness) => string | null }
    | { readonly at: "reaching"; readonly holds: (reached: Reached, witness: Witness) => string | null }
    | { readonly at: "asking"; readonly holds: (asked: Asked, witness: Witness) => string | null }
    | { readonly at: "starting"; readonly holds: (started: Started, witness: Witness) => string | null }
    | { readonly at: "wrote"; readonly holds: (write: Write, witness: Witness) => string | null }
    | { readonly at: "rest"; readonly holds: (rest: Rest, witness: Witness) => string | null }
  );

/** The device that acts, and what it sees; `reversed`: with every folder listed backwards. */
export interface Acting {
  readonly device: Device;
  readonly world: World;
  readonly reversed: World;
}

/** When every fault is over, every delivery made, and everybody has nothing left to do. */
export interface Rest {
  /** Null when it never came. */
  readonly rounds: number | null;
  readonly acting: Acting | null;
  readonly devices: readonly Device[];
  /** What an app that stayed open for a while had come to see, beside what one look at the same files sees. */
  readonly watched: readonly { readonly device: Device; readonly app: World; readonly look: World }[];
}

export const INVARIANTS: readonly Invariant[] = [
  ...OUTSIDE,
  ...REQUESTS,
  ...CONDITIONS,
  ...LAST_LOOK,
  ...FILES,
  ...EDITS,
  ...STATE,
  ...CONVERGENCE,
  ...CONFINEMENT,
  ...AFTERWARDS,
  ...SHOWN,
  ...MERGING,
  ...AGENTS,
  ...FLOWS,
  ...PROGRAMS,
  ...REACHES,
];

/** These are not asked: the run itself tells that they fail. */
export const RUNAWAY: Sentence = {
  id: "A11",
  name: "noHotLoop",
  sentence: "Caps, and no unbounded requests, re-issues or questions.",
};
export const CRASH: Sentence = {
  id: "C2",
  name: "noCrash",
  sentence: "Nothing a disk, a person or a server does makes the program fail.",
};
