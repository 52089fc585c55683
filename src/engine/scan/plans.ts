/**
 * The plan notes, those that were put away included: a card of each, and the few that are looked at closely as whole
 * notes. An event or a write of ours marks a path, and only marked ones are read; in doubt the folders are listed, and
 * all that the disk says has changed is read.
 */
import { createCatalog, type Catalog } from "../../catalog/catalog";
import { bareCard, cardOf } from "../../catalog/card";
import { copyProblem, shelvedAs } from "../../catalog/shelve";
import type { Shelved } from "../../catalog/shelved";
import { fingerprint } from "../../intake/fingerprint";
import { hashText } from "../../kit/hash";
import { planKey } from "../../kit/ids";
import { folderOf, nameOf } from "../../kit/path";
import { firstOf } from "../../kit/sorted";
import { statedIds } from "../../plan/id";
import { parsePlan } from "../../plan/parse";
import type { Plan } from "../../plan/plan";
import type { Reading } from "../../ports/vault";
import { pathOf, type FolderName, type Settings } from "../../settings/settings";
import { isAtRest } from "../../rules/workingSet";
import type { SeenPlan } from "../../rules/snapshot";
import type { Aside } from "./aside";
import { createLeftAlone } from "./leftAlone";
import { listFolder, stampOf, type Extent, type FolderListing, type ScanPorts } from "./listing";
import { mayBe, unreadable, type Own } from "./ownWrites";
import { needsListing, placeOf, planPlaces } from "./planPlaces";
import { createSeenBoxes } from "./seenBoxes";
import { createPause, SOME } from "./slices";

export interface Plans {
  readonly catalog: Catalog;
  /** Paths of plans that are not at rest. */
  readonly restless: ReadonlySet<string>;
  /** The folders as they were last listed. */
  readonly folders: readonly { readonly folder: FolderName; readonly listing: FolderListing }[];
  /** Every path read so far that is still there. */
  readonly paths: Iterable<string>;
  /**
   * `marked`: reads the marked paths, and lists only if a folder is among them. `all`: lists the folders and reads
   * every changed note. `names`: like `marked` if the last listing is less than a second old and shows the same names,
   * else like `all`.
   */
  look(marked: ReadonlySet<string>, extent: Extent): Promise<void>;
  /**
   * Those that are wanted as whole notes, and those with the newest lines in their logs; all others are let go. Reading
   * may find that one has changed, so `wanted` is asked until everything is there.
   */
  closely(
    wanted: () => ReadonlySet<string>,
  ): Promise<{ readonly plans: readonly SeenPlan[]; readonly recent: readonly Plan[] }>;
}

interface Entry {
  readonly isArchived: boolean;
  /** Of the text that was read; null for one that could not be read. */
  readonly stamp: string | null;
  /** Of its text; for those looked at closely, its hash is kept as well. */
  readonly print: string;
  /** When somebody else last changed it. */
  readonly changed: number;
  readonly isReadable: boolean;
}

/** A path that is to be read. */
interface Due {
  readonly path: string;
  readonly isArchived: boolean;
  /** A listing shows it. */
  readonly isListed: boolean;
  /** It is judged anew, whatever it says: the same text may count for something else now. */
  readonly isDoubtful?: boolean;
}

/** Added to the problem of a note about a folder. */
const MAY_SAY_SO =
  "It may say that its folder is to be left alone, so the plans there wait until it can be read.";
/** Lines of recent activity that are shown; each may be of another plan. */
const RECENT = 10;
/** Milliseconds for which a listing with sizes and times holds where names are enough. */
const OTHERS_MAY_BE_OLD = 1000;
/** More files than this are read several at a time. */
const FEW = 16;
const AT_ONCE = 32;

export function createPlans({ vault, clock }: ScanPorts, settings: Settings, own: Own, aside: Aside): Plans {
  const now = (): number => clock.now();
  const places = planPlaces(settings);
  const entries = new Map<string, Entry>();
  const catalog = createCatalog();
  const restless = new Set<string>();
  const boxes = createSeenBoxes();
  /** Numbers of steps that a person ticked while this run saw it, by path. */
  const ticked = new Map<string, readonly number[]>();
  /** Whole notes: of those looked at closely the last time, and of those that came since and are not at rest. */
  const whole = new Map<string, { readonly plan: Plan; readonly hash: string }>();
  let wanted: ReadonlySet<string> = new Set();
  let folders: Plans["folders"] = [];
  let listedAt = -Infinity;

  /** In the same folder, or finished since. */
  const isThere = (path: string): boolean =>
    entries.has(path) || entries.has(`${pathOf(settings, "done_plans")}/${nameOf(path)}`);
  /**
   * Copies by the names of the notes that they may be copies of, and those whose note has come or gone since they were
   * read.
   */
  const copiesOf = new Map<string, Set<string>>();
  const doubtful = new Set<string>();

  /** Remembers what was asked, so that the answer is asked for again when it changes. */
  const asking =
    (path: string) =>
    (original: string): boolean => {
      const name = nameOf(original);
      copiesOf.set(name, (copiesOf.get(name) ?? new Set()).add(path));
      return isThere(original);
    };
  /** Ids by which a note is known, in the same folder or finished since. */
  const idsAt = (path: string): readonly string[] =>
    [path, `${pathOf(settings, "done_plans")}/${nameOf(path)}`].flatMap((each) =>
      catalog.last(each).map(({ key }) => key),
    );
  const hasIdOf =
    (text: string) =>
    (other: string): boolean => {
      const known = new Set(idsAt(other));
      return statedIds(text).some((id) => known.has(planKey(id)));
    };
  /** Comes, or goes, or has another id now. */
  const appears = (path: string): void => {
    for (const copy of copiesOf.get(nameOf(path)) ?? []) if (copy !== path) doubtful.add(copy);
  };

  const alone = createLeftAlone(pathOf(settings, "plans"));
  const tellOfFolder = (path: string, reading: Reading): void => {
    const folder = alone.tell(
      path,
      reading.kind === "text" ? reading : reading.kind === "absent" ? null : "unread",
    );
    if (folder !== null) for (const each of entries.keys()) if (folderOf(each) === folder) doubtful.add(each);
  };

  const forget = (path: string): void => {
    if (entries.delete(path)) appears(path);
    tellOfFolder(path, { kind: "absent" });
    catalog.drop(path);
    restless.delete(path);
    whole.delete(path);
    boxes.forget(path);
    ticked.delete(path);
  };

  const shelve = (
    path: string,
    isArchived: boolean,
    shelved: Shelved,
    plan: Plan | null,
    text: string,
  ): void => {
    const before = idsAt(path).join();
    catalog.put(path, isArchived, shelved);
    if (copiesOf.has(nameOf(path)) && idsAt(path).join() !== before) appears(path);
    restless.delete(path);
    whole.delete(path);
    if (plan === null) return;
    if (!isArchived) ticked.set(path, boxes.see(path, plan));
    if (!isArchived && (ticked.get(path)?.length !== 0 || !isAtRest(plan, settings))) restless.add(path);
    if (restless.has(path) || wanted.has(path)) whole.set(path, { plan, hash: hashText(text) });
  };

  const take = ({ path, isArchived, isListed, isDoubtful = false }: Due, reading: Reading): void => {
    const before = entries.get(path);
    const at = now();
    if (reading.kind !== "absent") tellOfFolder(path, reading);
    if (reading.kind === "absent" && !isListed) {
      forget(path);
      return;
    }
    if (before === undefined) appears(path);
    if (reading.kind !== "text") {
      // One that cannot be read at the moment may say what it said: its id is not free, and a copy goes on disagreeing.
      const isBusy = reading.kind === "absent" || reading.reason === "failed";
      entries.set(path, { isArchived, stamp: null, print: "", changed: at, isReadable: false });
      const folderSays = alone.by(path, "");
      if (folderSays !== null) {
        shelve(path, isArchived, { kind: "left-alone", by: folderSays, was: [] }, null, "");
        return;
      }
      shelve(
        path,
        isArchived,
        {
          kind: "unread",
          cause: null,
          mayBe: mayBe(path, reading),
          problem: unreadable(path, reading, alone.unread(path) === path ? MAY_SAY_SO : ""),
          copy: isBusy ? catalog.copyAt(path) : null,
          was: isBusy ? catalog.last(path) : [],
        },
        null,
        "",
      );
      return;
    }
    const { text } = reading;
    const stamp = stampOf(reading);
    const print = `${fingerprint(text)} ${String(text.length)} ${aside.why(path, text) ?? ""}`;
    const close = whole.get(path);
    // Anything may be done with what is looked at closely, so that a fingerprint is not enough there.
    const isSame =
      before?.isArchived === isArchived &&
      before.print === print &&
      (close === undefined || close.hash === hashText(text));
    if (isSame && !isDoubtful) {
      entries.set(path, { ...before, stamp });
      const counts = alone.by(path, text) === null && alone.unread(path) === null;
      const parsed =
        wanted.has(path) && close === undefined && counts
          ? aside.judge(path, text, () => parsePlan(path, text))
          : null;
      if (parsed?.kind === "plan") whole.set(path, { plan: parsed.plan, hash: hashText(text) });
      return;
    }
    const changed = isSame
      ? before.changed
      : own.is(path, text)
        ? (before?.changed ?? 0)
        : before === undefined
          ? Math.min(reading.modified, at)
          : at;
    entries.set(path, { isArchived, stamp, print, changed, isReadable: true });
    const by = alone.by(path, text);
    if (by !== null) {
      shelve(path, isArchived, { kind: "left-alone", by, was: [] }, null, "");
      return;
    }
    const judged = aside.judge(path, text, () => {
      const parsed = parsePlan(path, text);
      return {
        parsed,
        shelved: shelvedAs(path, text, parsed, copyProblem(path, asking(path), hasIdOf(text))),
      };
    });
    if (judged === null) {
      // It is told as a problem of its own, and holds the requests of no other plan.
      const was = catalog.last(path);
      const bare = was.length > 0 ? was : statedIds(text).map((id) => bareCard(path, id));
      shelve(
        path,
        isArchived,
        { kind: "unread", cause: null, mayBe: "named", problem: null, copy: catalog.copyAt(path), was: bare },
        null,
        "",
      );
      return;
    }
    const { parsed, shelved } = judged;
    const cause = alone.unread(path);
    if (cause !== null) {
      const was =
        parsed.kind === "plan" ? [cardOf(parsed.plan)] : statedIds(text).map((id) => bareCard(path, id));
      shelve(
        path,
        isArchived,
        was.length === 0
          ? { kind: "other", was: [] }
          : { kind: "unread", cause, mayBe: "any", problem: null, copy: null, was },
        null,
        "",
      );
      return;
    }
    shelve(
      path,
      isArchived,
      shelved,
      parsed.kind === "plan" && shelved.kind === "plan" ? parsed.plan : null,
      text,
    );
  };

  const readAll = async (found: readonly Due[]): Promise<void> => {
    let next = 0;
    const work = async (): Promise<void> => {
      for (let each = found[next]; each !== undefined; each = found[next]) {
        next += 1;
        take(each, await vault.read(each.path));
      }
    };
    await Promise.all(Array.from({ length: found.length > FEW ? AT_ONCE : 1 }, work));
    const again = [...doubtful].flatMap((path): Due[] => {
      const entry = entries.get(path);
      return entry === undefined
        ? []
        : [{ path, isArchived: entry.isArchived, isListed: true, isDoubtful: true }];
    });
    doubtful.clear();
    if (again.length > 0) await readAll(again);
  };

  const listAll = async (marked: ReadonlySet<string>): Promise<void> => {
    const at = now();
    const listings = [];
    const there = new Set<string>();
    const unread: string[] = [];
    const changed: Due[] = [];
    const pause = createPause(clock);
    // At the start every note is read, and reading tells its time and size.
    const detail = entries.size === 0 ? "names" : undefined;
    for (const { folder, path, isArchived, levels } of places) {
      const listing = await listFolder({ vault, clock }, path, levels, detail);
      listings.push({ folder, listing });
      if (listing.kind === "folder") unread.push(...listing.unread);
      for (const [index, found] of listing.kind === "folder" ? listing.notes.entries() : []) {
        if (index % SOME === SOME - 1) await pause();
        there.add(found.path);
        const before = entries.get(found.path);
        const stamp = stampOf(found);
        // A note that could not be read may be readable now, and nothing on the disk would tell.
        if (
          before?.isArchived === isArchived &&
          before.stamp === stamp &&
          before.isReadable &&
          !marked.has(found.path)
        )
          continue;
        changed.push({ path: found.path, isArchived, isListed: true });
      }
    }
    folders = listings;
    listedAt = at;
    for (const [path, { isArchived }] of entries) {
      if (there.has(path)) continue;
      const within = unread.find((each) => path.startsWith(`${each}/`));
      if (within === undefined) forget(path);
      else
        take(
          { path, isArchived, isListed: true },
          { kind: "unreadable", reason: "failed", why: `its folder ${within} cannot be read` },
        );
    }
    await readAll(changed);
  };

  /** Whether the last listing is fresh, everything it showed could be read, and the same names are there now. */
  const isAsListed = async (): Promise<boolean> => {
    const age = now() - listedAt;
    if (age < 0 || age > OTHERS_MAY_BE_OLD) return false;
    for (const { isReadable } of entries.values()) if (!isReadable) return false;
    let found = 0;
    for (const { folder, path, levels } of places) {
      const listing = await listFolder({ vault, clock }, path, levels, "names");
      const before = folders.find((each) => each.folder === folder)?.listing;
      if (listing.kind !== before?.kind) return false;
      if (listing.kind !== "folder") continue;
      if (listing.problems.length > 0 || listing.notes.some((note) => !entries.has(note.path))) return false;
      found += listing.notes.length;
    }
    return found === entries.size;
  };

  return {
    catalog,
    restless,
    get folders() {
      return folders;
    },
    get paths() {
      return entries.keys();
    },
    async look(marked, extent) {
      if (
        extent === "all" ||
        [...marked].some((path) => needsListing(path, places)) ||
        (extent === "names" && !(await isAsListed()))
      ) {
        await listAll(marked);
        return;
      }
      const found = [...marked].flatMap((path): Due[] => {
        const place = placeOf(path, places);
        return place === null ? [] : [{ path, isArchived: place.isArchived, isListed: false }];
      });
      await readAll(found);
      // Only a listing tells of a path that is neither a note nor gone.
      if (found.some(({ path }) => entries.get(path)?.isReadable === false)) await listAll(marked);
    },
    async closely(ask) {
      for (;;) {
        const asked = ask();
        const newest = firstOf(RECENT, catalog.newest()).map(({ path }) => path);
        wanted = new Set([...asked, ...newest]);
        const missing = [...wanted].filter((path) => !whole.has(path));
        if (missing.length > 0) {
          await readAll(
            missing.map((path) => ({
              path,
              isArchived: entries.get(path)?.isArchived ?? false,
              isListed: false,
            })),
          );
          continue;
        }
        for (const path of whole.keys()) if (!wanted.has(path)) whole.delete(path);
        const plans = [...asked].sort().flatMap((path): SeenPlan[] => {
          const [close, entry] = [whole.get(path), entries.get(path)];
          return close === undefined || entry === undefined
            ? []
            : [
                {
                  path,
                  hash: close.hash,
                  changed: entry.changed,
                  plan: close.plan,
                  ticked: ticked.get(path) ?? [],
                },
              ];
        });
        return { plans, recent: newest.flatMap((path) => whole.get(path)?.plan ?? []) };
      }
    },
  };
}
