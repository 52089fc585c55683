/** Which notes something can be shown for, by what a person wants done. */
import { never } from "../kit/never";
import { compareText } from "../kit/order";
import type { WantedChange } from "./command";
import type { DuplicateGroup, World } from "./world";

/** Paths, each once, sorted. */
export function candidates(kind: WantedChange["kind"], world: Pick<World, "problems" | "adoptable" | "duplicates" | "copies" | "catalog">): readonly string[] {
  return [...new Set(pathsFor(kind, world))].sort();
}

function pathsFor(kind: WantedChange["kind"], world: Pick<World, "problems" | "adoptable" | "duplicates" | "copies" | "catalog">): readonly string[] {
  switch (kind) {
    case "repair":
      return world.problems.filter((each) => each.kind === "broken-yaml").map(({ path }) => path);
    case "convert":
      return world.adoptable.filter(({ of }) => of === "plan").flatMap(({ paths }) => paths);
    case "merge":
      return mergeable(world).flatMap(({ paths }) => paths);
    case "adopt":
      return world.adoptable.filter(({ of }) => of === "request").flatMap(({ paths }) => paths);
    default:
      return never(kind);
  }
}

/** What a person wants who chose one note, or all when null. */
export function wantedOf(kind: WantedChange["kind"], note: string | null, hands = false): WantedChange {
  return kind === "convert" ? { kind, note, hands } : { kind, note };
}

/** What such notes are. */
export const WHICH: Readonly<Record<WantedChange["kind"], string>> = {
  repair: "with properties that cannot be read", convert: "that could be converted", merge: "with another that stands for the same plan", adopt: "in the folders for requests that Planwright did not write",
};

interface Act {
  /** What a person agrees to is done to such notes. */
  readonly does: "change" | "adopt";
  readonly what: "note" | "request";
  /** As the app and the terminal call what shows it. */
  readonly command: string;
}

export const ACTS: Readonly<Record<WantedChange["kind"], Act>> = {
  repair: { does: "change", what: "note", command: "“Repair notes…” (in a terminal: planwright repair)" },
  convert: { does: "change", what: "note", command: "“Convert plans…” (in a terminal: planwright convert)" },
  merge: { does: "change", what: "note", command: "“Merge duplicates…” (in a terminal: planwright merge)" },
  adopt: { does: "adopt", what: "request", command: "“Adopt requests…” (in a terminal: planwright adopt)" },
};

/** Plans that stand for the same thing, and the copies that sync made of plans, each with the plan that it is a copy of. No note is in two. */
export function mergeable({ duplicates, copies, catalog }: Pick<World, "duplicates" | "copies" | "catalog">): readonly DuplicateGroup[] {
  const copied = copies.flatMap((copy): DuplicateGroup[] => {
    const original = catalog.at(catalog.bearers(copy.key)[0] ?? "");
    return original === null || catalog.isFrozen(original.path) ? [] : [{ key: original.taskId, by: "copy", paths: [original.path, copy.path] }];
  });
  interface Union { readonly group: DuplicateGroup; readonly paths: Set<string> }
  const unionOf = new Map<string, Union>();
  for (const group of [...duplicates, ...copied]) {
    const touched = [...new Set(group.paths.flatMap((path) => unionOf.get(path) ?? []))];
    const union: Union = { group: touched[0]?.group ?? group, paths: new Set([...touched.flatMap(({ paths }) => [...paths]), ...group.paths]) };
    for (const path of union.paths) unionOf.set(path, union);
  }
  return [...new Set(unionOf.values())].map(({ group, paths }) => ({ ...group, paths: [...paths].sort(compareText) }));
}
