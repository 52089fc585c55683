/**
 * Notes among the plans that cannot be read. Each counts as the plan that it last was; one that was never read may be
 * any, or counts by its name.
 */
import type { PlanSummary } from "./summary";
import { copyOf, COPIED } from "../../kit/copies";
import { isAbout } from "../plan/isAbout";
import { nameOf } from "../../kit/path";

/**
 * The plans that a note may be of which nothing is known: any of them, or (`named`) only one of its name, or one of
 * which its name makes it a copy. Notes in iCloud, which may be many and stay there for long, are `named`, and so are
 * notes longer than any plan.
 */
export type MayBe = "any" | "named";

export interface UnreadNote {
  readonly isArchived: boolean;
  /** Path of the note about its folder, if that is the one that cannot be read; null if it is this one. */
  readonly cause: string | null;
  /** The plan, or the bare ids, as last read; empty when it was never read. */
  readonly was: readonly Pick<PlanSummary, "key" | "isMerged">[];
  readonly mayBe: MayBe;
}

export interface Unread {
  add(path: string, note: UnreadNote): void;
  remove(path: string): void;
  /**
   * The cause of one that may be a note of the plan with this key; null when there is none. `path`: where that plan is;
   * null when it was not found, so that any note of which nothing is known may be it.
   */
  like(key: string, path: string | null): string | null;
}

export function createUnread(): Unread {
  const known = new Map<string, { readonly places: readonly Set<string>[]; readonly cause: string }>();
  const byKey = new Map<string, Set<string>>();
  const byName = new Map<string, Set<string>>();
  const byOriginal = new Map<string, Set<string>>();
  const unknown = new Set<string>();
  const anything = new Set<string>();
  const at = (index: Map<string, Set<string>>, key: string): Set<string> => {
    const found = index.get(key) ?? new Set<string>();
    index.set(key, found);
    return found;
  };
  const places = (path: string, keys: readonly string[], mayBe: MayBe): readonly Set<string>[] => {
    if (keys.length > 0) return keys.map((key) => at(byKey, key));
    if (isAbout(nameOf(path))) return [];
    return mayBe === "any"
      ? [unknown, anything]
      : [unknown, at(byName, called(path)), at(byOriginal, originalOf(path))];
  };
  return {
    add(path, { isArchived, was, mayBe, cause }) {
      // A plan that was merged and put away is in the one that goes on.
      const keys = was.filter(({ isMerged }) => !isArchived || !isMerged).map(({ key }) => key);
      if (was.length > 0 && keys.length === 0) return;
      const found = places(path, keys, mayBe);
      known.set(path, { places: found, cause: cause ?? path });
      for (const place of found) place.add(path);
    },
    remove(path) {
      for (const place of known.get(path)?.places ?? []) place.delete(path);
      known.delete(path);
    },
    like(key, path) {
      if (known.size === 0) return null;
      const alike =
        path === null
          ? [unknown]
          : [byName.get(called(path)), byName.get(originalOf(path)), byOriginal.get(called(path))];
      const found = [byKey.get(key), anything, ...alike]
        .flatMap((each) => [...(each ?? [])])
        .find((each) => each !== path);
      return found === undefined ? null : (known.get(found)?.cause ?? null);
    },
  };
}

/** A disk may write an accent, and a sync program a capital, in another way. */
function called(path: string): string {
  return nameOf(path).normalize("NFC").toLowerCase();
}

/** The name without the endings that sync programs, file managers and people give to a copy. */
function originalOf(path: string): string {
  const original = nameOf(
    copyOf(
      path,
      () => true,
      () => true,
    ) ?? path,
  );
  return called(original.replace(/\.md$/i, "").replace(COPIED, "").replace(IN_OTHER_LANGUAGES, "") + ".md");
}

/** As file managers and drives name a copy where they speak another language, or put the word in front. */
const IN_OTHER_LANGUAGES =
  /^(?:copy of|kopie von|copie de|copia di|copia de) | - (?:kopie|copie|copia|cópia|kopia|副本|コピー)(?: \(\d{1,3}\))?$/i;
