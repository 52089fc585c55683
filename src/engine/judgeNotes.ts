/**
 * The boundary around each note: where judging all notes fails, the one to blame is set aside, and all others go on.
 * Each is judged without the others, by halves, so that one bad note among thousands is found in a few tries.
 */
import { identityOf } from "../rules/requestKinds";
import type { Seen } from "../rules/snapshot";
import type { World } from "../rules/world";
import type { Index } from "./scan";
import { isFault } from "./scan/aside";

type Unrecorded = Omit<Seen, "recordNotes">;

/**
 * Null where `make` fails and the notes to blame are set aside: without them, everything is looked at again. Throws
 * where no note alone is to blame. `askAll` asks more of the notes than `make`, which may stop at the first move.
 */
export function judgeNotes<Of extends Unrecorded, Judged>(
  seen: Of,
  make: (seen: Of) => Judged,
  index: Pick<Index, "setAside">,
  askAll: (seen: Of) => unknown = make,
): Judged | null {
  try {
    return make(seen);
  } catch (error) {
    const faults = findFaults(seen, askAll);
    const isNewlyAside = faults.map((each) => index.setAside(each.path, each.hash, each.error));
    if (!isNewlyAside.includes(true)) throw error;
    return null;
  }
}

/**
 * Sets the note at this path aside where a move or a call for it failed as only a fault in judging it can, and answers
 * whether that is so.
 */
export function blameNote(
  path: string,
  world: World | null,
  error: unknown,
  index: Pick<Index, "setAside">,
): boolean {
  if (world === null || !isFault(error)) return false;
  const notes: readonly Note[] = [
    ...world.plans.map(({ plan, hash }) => ({ path: plan.path, hash })),
    ...world.requests.flatMap((request) => request.notes),
  ];
  const note = notes.find((each) => each.path === path);
  if (note !== undefined) index.setAside(path, note.hash, error);
  return note !== undefined;
}

interface Note {
  readonly path: string;
  readonly hash: string;
}

interface Fault extends Note {
  readonly error: unknown;
}

/** Empty where no note alone is to blame. A request is judged beside its plan, and a plan without its requests. */
function findFaults<Of extends Unrecorded>(seen: Of, judge: (seen: Of) => unknown): readonly Fault[] {
  const nothing = {
    plans: [],
    requests: [],
    results: [],
    intake: { ...seen.intake, tasks: [] },
  } satisfies Partial<Unrecorded>;
  const faultsIn = <Each extends Note>(
    notes: readonly Each[],
    only: (kept: readonly Each[]) => Partial<Unrecorded>,
  ): readonly Fault[] => {
    const [first] = notes;
    if (first === undefined) return [];
    try {
      judge({ ...seen, ...nothing, ...only(notes) });
      return [];
    } catch (error) {
      if (notes.length === 1) return [{ path: first.path, hash: first.hash, error }];
    }
    const middle = Math.ceil(notes.length / 2);
    return [...faultsIn(notes.slice(0, middle), only), ...faultsIn(notes.slice(middle), only)];
  };
  try {
    judge({ ...seen, ...nothing });
  } catch {
    return [];
  }
  const bad = faultsIn(seen.plans, (plans) => ({ plans }));
  const sound = seen.plans.filter(({ path }) => bad.every((fault) => fault.path !== path));
  return [
    ...bad,
    ...faultsIn(seen.requests, (requests) => {
      const keys = new Set(requests.map(({ parsed }) => identityOf(parsed.reading)?.plan));
      return { requests, plans: sound.filter(({ plan }) => keys.has(plan.key)) };
    }),
    ...faultsIn(seen.intake.tasks, (tasks) => ({ intake: { ...seen.intake, tasks } })),
    ...faultsIn(seen.results, (results) => ({ results })),
  ];
}
