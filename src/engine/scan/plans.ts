/**
 * The plan notes, those that were put away included: a card of each, and the few that are looked at closely as whole
 * notes. An event or a write of ours marks a path, and only marked ones are read; in doubt the folders are listed, and
 * all that the disk says has changed is read.
 */
import { OpenPlanIndex } from "../../note/index/planIndex";
import { bareSummary, summaryOf, type PlanSummary } from "../../note/index/summary";
import { copyProblem, shelvedAs } from "../../note/index/shelve";
import type { Shelved } from "../../note/index/shelved";
import { fingerprint } from "../../note/intake/fingerprint";
import { hashText } from "../../kit/hash";
import { planKey } from "../../kit/ids";
import { folderOf, nameOf } from "../../kit/path";
import { firstOf } from "../../kit/sorted";
import { statedIds } from "../../note/plan/id";
import { parsePlan } from "../../note/plan/parse";
import type { Plan } from "../../note/plan/plan";
import type { Reading } from "../../kit/ports/vault";
import { pathOf, type FolderName, type Settings } from "../../settings/settings";
import { isAtRest } from "../../rules/workingSet";
import type { SeenPlan } from "../../rules/snapshot";
import type { Aside } from "./aside";
import { createLeftAlone, type LeftAlone } from "./leftAlone";
import { listFolder, stampOf, type Extent, type FolderListing, type ScanPorts } from "./listing";
import { mayBe, unreadable, type Own } from "./ownWrites";
import { needsListing, placeOf, planPlaces } from "./planPlaces";
import { createSeenBoxes } from "./seenBoxes";
import { createPause, SOME } from "./slices";

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

type TextReading = Extract<Reading, { readonly kind: "text" }>;

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

export class Plans {
  readonly #ports: ScanPorts;
  readonly #settings: Settings;
  readonly #own: Own;
  readonly #aside: Aside;
  readonly #places: readonly import("./planPlaces").PlanPlace[];
  readonly #entries = new Map<string, Entry>();
  readonly planIndex = new OpenPlanIndex();
  /** Paths of plans that are not at rest. */
  readonly restless = new Set<string>();
  readonly #boxes = createSeenBoxes();
  /** Numbers of steps that a person ticked while this run saw it, by path. */
  readonly #ticked = new Map<string, readonly number[]>();
  /** Whole notes: of those looked at closely the last time, and of those that came since and are not at rest. */
  readonly #whole = new Map<string, { readonly plan: Plan; readonly hash: string }>();
  #wanted: ReadonlySet<string> = new Set();
  #folders: Plans["folders"] = [];
  #listedAt = -Infinity;
  /**
   * Copies by the names of the notes that they may be copies of, and those whose note has come or gone since they were
   * read.
   */
  readonly #copiesOf = new Map<string, Set<string>>();
  readonly #doubtful = new Set<string>();
  readonly #alone: LeftAlone;

  constructor(ports: ScanPorts, settings: Settings, own: Own, aside: Aside) {
    this.#ports = ports;
    this.#settings = settings;
    this.#own = own;
    this.#aside = aside;
    this.#places = planPlaces(settings);
    this.#alone = createLeftAlone(pathOf(settings, "plans"));
  }

  /** The folders as they were last listed. */
  get folders(): readonly { readonly folder: FolderName; readonly listing: FolderListing }[] {
    return this.#folders;
  }

  /** Every path read so far that is still there. */
  get paths(): Iterable<string> {
    return this.#entries.keys();
  }

  /** When somebody else last changed the note there. Milliseconds since the epoch; 0 where there is none. */
  changedAt(path: string): number {
    return this.#entries.get(path)?.changed ?? 0;
  }

  /**
   * `marked`: reads the marked paths, and lists only if a folder is among them. `all`: lists the folders and reads
   * every changed note. `names`: like `marked` if the last listing is less than a second old and shows the same names,
   * else like `all`.
   */
  async look(marked: ReadonlySet<string>, extent: Extent): Promise<void> {
    if (
      extent === "all" ||
      [...marked].some((path) => needsListing(path, this.#places)) ||
      (extent === "names" && !(await this.#isAsListed()))
    ) {
      await this.#listAll(marked);
      return;
    }
    const found = [...marked].flatMap((path): Due[] => {
      const place = placeOf(path, this.#places);
      return place === null ? [] : [{ path, isArchived: place.isArchived, isListed: false }];
    });
    await this.#readAll(found);
    // Only a listing tells of a path that is neither a note nor gone.
    if (found.some(({ path }) => this.#entries.get(path)?.isReadable === false)) await this.#listAll(marked);
  }

  /**
   * Those that are wanted as whole notes, and those with the newest lines in their logs; all others are let go. Reading
   * may find that one has changed, so `wanted` is asked until everything is there.
   */
  async closely(
    ask: () => ReadonlySet<string>,
  ): Promise<{ readonly plans: readonly SeenPlan[]; readonly recent: readonly Plan[] }> {
    for (;;) {
      const asked = ask();
      const newest = firstOf(RECENT, this.planIndex.newest()).map(({ path }) => path);
      this.#wanted = new Set([...asked, ...newest]);
      const missing = [...this.#wanted].filter((path) => !this.#whole.has(path));
      if (missing.length > 0) {
        await this.#readAll(
          missing.map((path) => ({
            path,
            isArchived: this.#entries.get(path)?.isArchived ?? false,
            isListed: false,
          })),
        );
        continue;
      }
      for (const path of this.#whole.keys()) if (!this.#wanted.has(path)) this.#whole.delete(path);
      const plans = [...asked].sort().flatMap((path): SeenPlan[] => {
        const [close, entry] = [this.#whole.get(path), this.#entries.get(path)];
        return close === undefined || entry === undefined
          ? []
          : [
              {
                path,
                hash: close.hash,
                changed: entry.changed,
                plan: close.plan,
                ticked: this.#ticked.get(path) ?? [],
              },
            ];
      });
      return { plans, recent: newest.flatMap((path) => this.#whole.get(path)?.plan ?? []) };
    }
  }

  /** In the same folder, or finished since. */
  #isThere(path: string): boolean {
    return (
      this.#entries.has(path) || this.#entries.has(`${pathOf(this.#settings, "done_plans")}/${nameOf(path)}`)
    );
  }

  /** Remembers what was asked, so that the answer is asked for again when it changes. */
  #asking(path: string): (original: string) => boolean {
    return (original) => {
      const name = nameOf(original);
      this.#copiesOf.set(name, (this.#copiesOf.get(name) ?? new Set()).add(path));
      return this.#isThere(original);
    };
  }

  /** Ids by which a note is known, in the same folder or finished since. */
  #idsAt(path: string): readonly string[] {
    return [path, `${pathOf(this.#settings, "done_plans")}/${nameOf(path)}`].flatMap((each) =>
      this.planIndex.last(each).map(({ key }) => key),
    );
  }

  #hasIdOf(text: string): (other: string) => boolean {
    return (other) => {
      const known = new Set(this.#idsAt(other));
      return statedIds(text).some((id) => known.has(planKey(id)));
    };
  }

  /** Comes, or goes, or has another id now. */
  #appears(path: string): void {
    for (const copy of this.#copiesOf.get(nameOf(path)) ?? []) if (copy !== path) this.#doubtful.add(copy);
  }

  #tellOfFolder(path: string, reading: Reading): void {
    const folder = this.#alone.tell(
      path,
      reading.kind === "text" ? reading : reading.kind === "absent" ? null : "unread",
    );
    if (folder !== null)
      for (const each of this.#entries.keys()) if (folderOf(each) === folder) this.#doubtful.add(each);
  }

  #forget(path: string): void {
    if (this.#entries.delete(path)) this.#appears(path);
    this.#tellOfFolder(path, { kind: "absent" });
    this.planIndex.drop(path);
    this.restless.delete(path);
    this.#whole.delete(path);
    this.#boxes.forget(path);
    this.#ticked.delete(path);
  }

  #shelve(path: string, isArchived: boolean, shelved: Shelved, plan: Plan | null, text: string): void {
    const hasCopies = this.#copiesOf.has(nameOf(path));
    const before = hasCopies ? this.#idsAt(path).join() : "";
    this.planIndex.put(path, isArchived, shelved);
    if (hasCopies && this.#idsAt(path).join() !== before) this.#appears(path);
    this.restless.delete(path);
    this.#whole.delete(path);
    if (plan === null) return;
    if (!isArchived) this.#ticked.set(path, this.#boxes.see(path, plan));
    if (!isArchived && (this.#ticked.get(path)?.length !== 0 || !isAtRest(plan, this.#settings)))
      this.restless.add(path);
    if (this.restless.has(path) || this.#wanted.has(path))
      this.#whole.set(path, { plan, hash: hashText(text) });
  }

  /** A note that is shelved as no plan, whatever it holds. */
  #shelveOther(path: string, isArchived: boolean, shelved: Shelved): void {
    this.#shelve(path, isArchived, shelved, null, "");
  }

  #take(due: Due, reading: Reading): void {
    const { path, isListed } = due;
    if (reading.kind !== "absent") this.#tellOfFolder(path, reading);
    if (reading.kind === "absent" && !isListed) {
      this.#forget(path);
      return;
    }
    if (!this.#entries.has(path)) this.#appears(path);
    if (reading.kind === "text") this.#takeText(due, reading);
    else this.#takeUnread(due, reading);
  }

  /**
   * A note that cannot be read at the moment may say what it said: its id is not free, and a copy goes on disagreeing.
   */
  #takeUnread({ path, isArchived }: Due, reading: Exclude<Reading, { readonly kind: "text" }>): void {
    const isBusy = reading.kind === "absent" || reading.reason === "failed";
    const changed = this.#ports.clock.now();
    this.#entries.set(path, { isArchived, stamp: null, print: "", changed, isReadable: false });
    const by = this.#alone.by(path, "");
    this.#shelveOther(
      path,
      isArchived,
      by !== null
        ? { kind: "left-alone", by, was: [] }
        : {
            kind: "unread",
            cause: null,
            mayBe: mayBe(path, reading),
            problem: unreadable(path, reading, this.#alone.unread(path) === path ? MAY_SAY_SO : ""),
            copy: isBusy ? this.planIndex.copyAt(path) : null,
            was: isBusy ? this.planIndex.last(path) : [],
          },
    );
  }

  #takeText({ path, isArchived, isDoubtful = false }: Due, reading: TextReading): void {
    const { text } = reading;
    const before = this.#entries.get(path);
    const at = this.#ports.clock.now();
    const stamp = stampOf(reading);
    const print = `${fingerprint(text)} ${String(text.length)} ${this.#aside.why(path, text) ?? ""}`;
    const close = this.#whole.get(path);
    // Anything may be done with what is looked at closely, so that a fingerprint is not enough there.
    const isSame =
      before?.isArchived === isArchived &&
      before.print === print &&
      (close === undefined || close.hash === hashText(text));
    if (isSame && !isDoubtful) {
      this.#entries.set(path, { ...before, stamp });
      if (this.#wanted.has(path) && close === undefined) this.#keepWhole(path, text);
      return;
    }
    const changed = isSame
      ? before.changed
      : this.#own.is(path, text)
        ? (before?.changed ?? 0)
        : before === undefined
          ? Math.min(reading.modified, at)
          : at;
    this.#entries.set(path, { isArchived, stamp, print, changed, isReadable: true });
    const by = this.#alone.by(path, text);
    if (by === null) this.#parse(path, isArchived, text);
    else this.#shelveOther(path, isArchived, { kind: "left-alone", by, was: [] });
  }

  #keepWhole(path: string, text: string): void {
    if (this.#alone.by(path, text) !== null || this.#alone.unread(path) !== null) return;
    const parsed = this.#aside.judge(path, text, () => parsePlan(path, text));
    if (parsed?.kind === "plan") this.#whole.set(path, { plan: parsed.plan, hash: hashText(text) });
  }

  #parse(path: string, isArchived: boolean, text: string): void {
    const zone = this.#settings.time_zone;
    const judged = this.#aside.judge(path, text, () => {
      const parsed = parsePlan(path, text);
      const copied = copyProblem(path, this.#asking(path), this.#hasIdOf(text));
      return { parsed, shelved: shelvedAs(path, text, parsed, copied, { isArchived, zone }) };
    });
    const bare = (): PlanSummary[] => statedIds(text).map((id) => bareSummary(path, id));
    const unread = { kind: "unread", problem: null } as const;
    if (judged === null) {
      // It is told as a problem of its own, and holds the requests of no other plan.
      const last = this.planIndex.last(path);
      const was = last.length > 0 ? last : bare();
      const copy = this.planIndex.copyAt(path);
      this.#shelveOther(path, isArchived, { ...unread, cause: null, mayBe: "named", copy, was });
      return;
    }
    const { parsed, shelved } = judged;
    const cause = this.#alone.unread(path);
    if (cause !== null) {
      const was = parsed.kind === "plan" ? [summaryOf(parsed.plan, this.#settings.time_zone)] : bare();
      this.#shelveOther(
        path,
        isArchived,
        was.length === 0 ? { kind: "other", was: [] } : { ...unread, cause, mayBe: "any", copy: null, was },
      );
      return;
    }
    const plan = parsed.kind === "plan" && shelved.kind === "plan" ? parsed.plan : null;
    this.#shelve(path, isArchived, shelved, plan, text);
  }

  async #readAll(found: readonly Due[]): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      for (let each = found[next]; each !== undefined; each = found[next]) {
        next += 1;
        this.#take(each, await this.#ports.vault.read(each.path));
      }
    };
    await Promise.all(Array.from({ length: found.length > FEW ? AT_ONCE : 1 }, work));
    const again = [...this.#doubtful].flatMap((path): Due[] => {
      const entry = this.#entries.get(path);
      return entry === undefined
        ? []
        : [{ path, isArchived: entry.isArchived, isListed: true, isDoubtful: true }];
    });
    this.#doubtful.clear();
    if (again.length > 0) await this.#readAll(again);
  }

  async #listAll(marked: ReadonlySet<string>): Promise<void> {
    const at = this.#ports.clock.now();
    const listings = [];
    const there = new Set<string>();
    const unread: string[] = [];
    const changed: Due[] = [];
    const pause = createPause(this.#ports.clock);
    // At the start every note is read, and reading tells its time and size.
    const detail = this.#entries.size === 0 ? "names" : undefined;
    for (const { folder, path, isArchived, levels } of this.#places) {
      const listing = await listFolder(this.#ports, path, levels, detail);
      listings.push({ folder, listing });
      if (listing.kind === "folder") unread.push(...listing.unread);
      for (const [index, found] of listing.kind === "folder" ? listing.notes.entries() : []) {
        if (index % SOME === SOME - 1) await pause();
        there.add(found.path);
        const before = this.#entries.get(found.path);
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
    this.#folders = listings;
    this.#listedAt = at;
    for (const [path, { isArchived }] of this.#entries) {
      if (there.has(path)) continue;
      const within = unread.find((each) => path.startsWith(`${each}/`));
      if (within === undefined) this.#forget(path);
      else
        this.#take(
          { path, isArchived, isListed: true },
          { kind: "unreadable", reason: "failed", why: `its folder ${within} cannot be read` },
        );
    }
    await this.#readAll(changed);
  }

  /** Whether the last listing is fresh, everything it showed could be read, and the same names are there now. */
  async #isAsListed(): Promise<boolean> {
    const age = this.#ports.clock.now() - this.#listedAt;
    if (age < 0 || age > OTHERS_MAY_BE_OLD) return false;
    for (const { isReadable } of this.#entries.values()) if (!isReadable) return false;
    let found = 0;
    for (const { folder, path, levels } of this.#places) {
      const listing = await listFolder(this.#ports, path, levels, "names");
      const before = this.#folders.find((each) => each.folder === folder)?.listing;
      if (listing.kind !== before?.kind) return false;
      if (listing.kind !== "folder") continue;
      if (listing.problems.length > 0 || listing.notes.some((note) => !this.#entries.has(note.path)))
        return false;
      found += listing.notes.length;
    }
    return found === this.#entries.size;
  }
}
