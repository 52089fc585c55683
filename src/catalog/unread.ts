/** Notes among the plans that cannot be read just now. Each counts as the plan that it last was; one that was never read counts by its name. */
import type { Card } from "./card";
import { copyOf, COPIED } from "../kit/copies";
import { isAbout } from "../kit/about";
import { nameOf } from "../kit/path";

export interface Unread {
  /** `was`: what it was when it could last be read; empty where nothing is known of it. */
  add(path: string, isArchived: boolean, was: readonly Pick<Card, "key" | "status">[]): void;
  remove(path: string): void;
  /**
   * Path of one that may be a note of the plan with this key; null when there is none. `path`: where that plan is; null when it was not
   * found, so that any note of which nothing is known may be it.
   */
  like(key: string, path: string | null): string | null;
}

export function createUnread(): Unread {
  const known = new Map<string, readonly string[]>();
  const byKey = new Map<string, Set<string>>();
  const byName = new Map<string, Set<string>>();
  const byOriginal = new Map<string, Set<string>>();
  const unknown = new Set<string>();
  const at = (index: Map<string, Set<string>>, key: string): Set<string> => {
    const found = index.get(key) ?? new Set<string>();
    index.set(key, found);
    return found;
  };
  const places = (path: string, keys: readonly string[]): readonly Set<string>[] => {
    if (keys.length > 0) return keys.map((key) => at(byKey, key));
    return isAbout(nameOf(path)) ? [] : [unknown, at(byName, called(path)), at(byOriginal, originalOf(path))];
  };
  return {
    add(path, isArchived, was) {
      // A cancelled plan in the archive may have been merged into the one that goes on, so it holds nothing back.
      const keys = was.filter(({ status }) => !isArchived || status !== "Cancelled").map(({ key }) => key);
      if (was.length > 0 && keys.length === 0) return;
      known.set(path, keys);
      for (const place of places(path, keys)) place.add(path);
    },
    remove(path) {
      for (const place of known.has(path) ? places(path, known.get(path) ?? []) : []) place.delete(path);
      known.delete(path);
    },
    like(key, path) {
      if (known.size === 0) return null;
      const alike = path === null ? [unknown] : [byName.get(called(path)), byName.get(originalOf(path)), byOriginal.get(called(path))];
      return [byKey.get(key), ...alike].flatMap((each) => [...(each ?? [])]).find((each) => each !== path) ?? null;
    },
  };
}

/** A disk may write an accent, and a sync program a capital, in another way. */
function called(path: string): string {
  return nameOf(path).normalize("NFC").toLowerCase();
}

/** The name without the endings that sync programs, file managers and people give to a copy. */
function originalOf(path: string): string {
  const original = nameOf(copyOf(path, () => true, () => true) ?? path);
  return called(original.replace(/\.md$/i, "").replace(COPIED, "") + ".md");
}
