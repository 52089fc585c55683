/** The notes for which something can be shown, by the kind of change that a person wants. */
import { never } from "../kit/never";
import { compareText } from "../kit/order";
import type { WantedChange } from "./command";
import type { DuplicateGroup, World } from "./world";

/** Paths, each once, sorted. */
export function candidates(
  kind: WantedChange["kind"],
  world: Pick<World, "problems" | "adoptable" | "duplicates" | "copies" | "planIndex">,
): readonly string[] {
  return [...new Set(pathsFor(kind, world))].sort();
}

function pathsFor(
  kind: WantedChange["kind"],
  world: Pick<World, "problems" | "adoptable" | "duplicates" | "copies" | "planIndex">,
): readonly string[] {
  switch (kind) {
    case "repair":
      return world.problems
        .filter((each) => ["broken-yaml", "broken-block", "renamed-request"].includes(each.kind))
        .map(({ path }) => path);
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

/** The wish of a person who chose one note, or all of its kind when null. */
export function wantedOf(kind: WantedChange["kind"], note: string | null, hands = false): WantedChange {
  return kind === "convert" ? { kind, note, hands } : { kind, note };
}

/** Words for the notes of each kind. */
export const WHICH: Readonly<Record<WantedChange["kind"], string>> = {
  repair: "with unreadable properties or action block, or renamed since Planwright wrote it",
  convert: "that could be converted",
  merge: "with another for the same plan",
  adopt: "in the request folders that Planwright did not write",
};

/** The verb for a change that a person agrees to, and the noun for the notes that it changes. */
export function actOn(kind: WantedChange["kind"]): {
  readonly does: "change" | "adopt";
  readonly what: "note" | "request";
} {
  return kind === "adopt" ? { does: "adopt", what: "request" } : { does: "change", what: "note" };
}

/** The place in a sentence for the command that shows it (settings/places). */
export function commandFor(wanted: WantedChange): string {
  return `{do:${wanted.kind}${wanted.kind === "convert" && wanted.hands ? " --hands" : ""}}`;
}

/**
 * Plans that stand for the same thing, and the copies that sync made of plans, each with the plan that it is a copy of.
 * No note is in two.
 */
export function mergeable({
  duplicates,
  copies,
  planIndex,
}: Pick<World, "duplicates" | "copies" | "planIndex">): readonly DuplicateGroup[] {
  const copied = copies.flatMap((copy): DuplicateGroup[] => {
    const original = planIndex.at(planIndex.bearers(copy.key)[0] ?? "");
    return original === null || planIndex.hasDuplicateId(original.path)
      ? []
      : [{ key: original.taskId, by: "copy", paths: [original.path, copy.path] }];
  });
  interface Union {
    readonly group: DuplicateGroup;
    readonly paths: Set<string>;
  }
  const unionOf = new Map<string, Union>();
  // Groups that share a note become one.
  for (const group of [...duplicates, ...copied]) {
    const touched = [...new Set(group.paths.flatMap((path) => unionOf.get(path) ?? []))];
    const union: Union = {
      group: touched[0]?.group ?? group,
      paths: new Set([...touched.flatMap(({ paths }) => [...paths]), ...group.paths]),
    };
    for (const path of union.paths) unionOf.set(path, union);
  }
  // Sorted by path: disks list in different orders, and the code that a person confirms must be the same for the same
  // notes.
  return [...new Set(unionOf.values())]
    .map(({ group, paths }) => ({ ...group, paths: [...paths].sort(compareText) }))
    .sort((a, b) => compareText(a.paths[0] ?? "", b.paths[0] ?? ""));
}
