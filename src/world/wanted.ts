/** Which notes something can be shown for, by what a person wants done. */
import type { WantedChange } from "./command";
import type { World } from "./world";

/** Paths, each once, sorted. */
export function candidates(kind: WantedChange["kind"], { problems, adoptable }: Pick<World, "problems" | "adoptable">): readonly string[] {
  const found = kind === "repair" ? problems.filter((each) => each.kind === "broken-yaml").map(({ path }) => path) : adoptable.filter(({ of }) => of === "plan").flatMap(({ paths }) => paths);
  return [...new Set(found)].sort();
}

/** What such notes are. */
export const WHICH: Readonly<Record<WantedChange["kind"], string>> = { repair: "with properties that cannot be read", convert: "that could be converted" };
