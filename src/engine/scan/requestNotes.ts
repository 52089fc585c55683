/**
 * The notes in the three folders for requests. Their names are listed at every look, because they decide what may go
 * out. While nothing there has changed, a look answers the same list with the same objects in it, so that whatever was
 * made of them can be kept.
 */
import type { DeviceState } from "../../approval/device/ledger";
import { hashText } from "../../kit/hash";
import { folderOf, nameOf } from "../../kit/path";
import type { Problem } from "../../kit/problem";
import { isAbout } from "../../note/plan/isAbout";
import { isLeftAlone } from "../../note/plan/leaveAlone";
import type { Reading } from "../../kit/ports/vault";
import { originalName, readName } from "../../approval/request/name";
import { asDeep, NO_REMARKS, parseRequest, type ParsedRequest } from "../../approval/request/parse";
import type { RequestReading } from "../../approval/request/request";
import type { SeenRequest } from "../../rules/snapshot";
import { pathOf, type Settings } from "../../settings/settings";
import { listFolder, stampOf, type Extent, type FolderListing, type Found, type ScanPorts } from "./listing";
import type { Aside } from "./aside";
import { unreadable, type Own } from "./ownWrites";
import { SORTED_LEVELS } from "./planPlaces";
import { createPause, SOME } from "./slices";

export interface FoundRequests {
  /** The same list as at the last look where none of them has changed. */
  readonly requests: readonly SeenRequest[];
  readonly listings: readonly { readonly folder: Place; readonly listing: FolderListing }[];
  /**
   * Folders that count as unreadable, because a note in them may be readable in a moment, or may refuse any request.
   */
  readonly busy: ReadonlySet<Place>;
  readonly problems: readonly Problem[];
  readonly isNew: boolean;
}

type Place = "pending" | "approved" | "rejected";

interface Entry {
  readonly place: Place;
  /** Null when it was read without its time and size. */
  readonly stamp: string | null;
  readonly hash: string;
  /** When somebody else last changed it. */
  readonly changed: number;
  /** Since when it lies here as it is, as far as this run saw. */
  readonly since: number;
  /** Since when something has lain here at every look, whatever it says and whether it can be read. */
  readonly came: number;
  readonly text: string | null;
  /** Why its text is not on this computer, although it lies here; null where it is. */
  readonly away: string | null;
  readonly problem: Problem | null;
  /** Its folder counts as unreadable, because this note may be readable in a moment, or may refuse any request. */
  readonly busy: boolean;
  /** Why it cannot be read, now or later: too long, or not UTF-8. Null for any other note. */
  readonly unreadable: string | null;
}

/** An entry as it was read; `seen` is null for a note that is no request. */
interface Made {
  readonly entry: Entry;
  readonly parsed: ParsedRequest | null;
  readonly seen: SeenRequest | null;
}

const PLACES: readonly Place[] = ["pending", "approved", "rejected"];

export class RequestNotes {
  readonly #ports: ScanPorts;
  readonly #settings: Settings;
  readonly #own: Own;
  readonly #aside: Aside;
  #entries = new Map<string, Entry>();
  #made = new Map<string, Made>();
  #last: { readonly key: string; readonly requests: readonly SeenRequest[] } | null = null;

  constructor(ports: ScanPorts, settings: Settings, own: Own, aside: Aside) {
    this.#ports = ports;
    this.#settings = settings;
    this.#own = own;
    this.#aside = aside;
  }

  /**
   * Reads the notes that are new and those that are `due`. A note whose time or size has changed is read as well where
   * those are listed: in all three folders with `all`, in Approved and Rejected with `names`, and in a folder that is
   * itself due.
   */
  async look(due: ReadonlySet<string>, extent: Extent, device: DeviceState): Promise<FoundRequests> {
    const next = new Map<string, Entry>();
    const listings: { readonly folder: Place; readonly listing: FolderListing }[] = [];
    const pause = createPause(this.#ports.clock);
    let isNew = false;
    for (const place of PLACES) {
      const folder = pathOf(this.#settings, place);
      const isByName =
        (extent === "marked" || (extent === "names" && place === "pending")) &&
        !isMarkedAsFolder(folder, due);
      const detail = isByName ? "names" : undefined;
      const listing = await listFolder(this.#ports, folder, SORTED_LEVELS, detail);
      listings.push({ folder: place, listing });
      for (const [at, found] of listing.kind === "folder" ? listing.notes.entries() : []) {
        if (at % SOME === SOME - 1) await pause();
        const stamp = isByName ? null : stampOf(found);
        const entry = this.#kept(found, place, stamp, due) ?? (await this.#read(found.path, place, stamp));
        isNew ||= entry !== this.#entries.get(found.path);
        next.set(found.path, entry);
      }
    }
    isNew ||= next.size !== this.#entries.size;
    this.#entries = next;
    const key = `${device.device?.id ?? ""} ${device.device?.key ?? ""}`;
    if (isNew || this.#last?.key !== key) this.#last = { key, requests: this.#requestsOf(device, key) };
    const all = [...this.#entries.values()];
    return {
      requests: this.#last.requests,
      listings,
      busy: new Set(all.filter((entry) => entry.busy).map(({ place }) => place)),
      problems: all.flatMap(({ problem }) => problem ?? []),
      isNew,
    };
  }

  /** Every path found by the last look. */
  get paths(): Iterable<string> {
    return this.#entries.keys();
  }

  /** The entry of a note that need not be read. */
  #kept(found: Found, place: Place, stamp: string | null, due: ReadonlySet<string>): Entry | null {
    const before = notLater(this.#entries.get(found.path), this.#ports.clock.now());
    // A note that could not be read may be readable now, and nothing on the disk would tell.
    if (before?.place !== place || before.problem !== null || before.away !== null || due.has(found.path))
      return null;
    return stamp === null || before.stamp === stamp ? before : null;
  }

  async #read(path: string, place: Place, stamp: string | null): Promise<Entry> {
    const before = notLater(this.#entries.get(path), this.#ports.clock.now());
    const there = await this.#ports.vault.read(path);
    const why = there.kind === "text" ? this.#aside.why(path, there.text) : null;
    // Known by its name, as one that has not arrived yet: never carried out, and never taken for one that is gone.
    const reading: Reading = why === null ? there : { kind: "unreadable", reason: "failed", why, away: true };
    const at = this.#ports.clock.now();
    const came = before?.came ?? at;
    if (reading.kind !== "text") {
      const { away, isKnown, busy } = withoutText(path, place, reading);
      return {
        place,
        stamp,
        hash: "",
        changed: at,
        since: before?.since ?? at,
        came,
        text: null,
        away,
        problem: isKnown || why !== null ? null : unreadable(path, reading),
        busy,
        unreadable: reading.kind === "unreadable" && reading.reason !== "failed" ? reading.why : null,
      };
    }
    const hash = hashText(reading.text);
    if (before?.place === place && before.hash === hash)
      return stamp === null || before.stamp === stamp ? before : { ...before, stamp };
    const changed = this.#own.is(path, reading.text)
      ? (before?.changed ?? 0)
      : before === undefined
        ? Math.min(reading.modified, at)
        : at;
    return {
      place,
      stamp,
      hash,
      changed,
      since: at,
      came,
      text: reading.text,
      away: null,
      problem: null,
      busy: false,
      unreadable: null,
    };
  }

  #make(path: string, entry: Entry, device: DeviceState, before: Made | undefined): Made {
    const name = nameOf(path);
    const { text } = entry;
    const counted = (found: ParsedRequest): ParsedRequest =>
      folderOf(path) === pathOf(this.#settings, entry.place) ? found : asDeep(found);
    const parse = (): ParsedRequest | null => {
      if (text !== null)
        return this.#aside.judge(path, text, () =>
          isAboutFolder(name, text) ? null : parseRequest(name, text, { device: device.device }),
        );
      const reading = readByName(name, entry);
      return reading === null ? null : { reading, remarks: NO_REMARKS };
    };
    // Unsealing costs more than all the rest of a look.
    const isSame = text !== null && before?.entry.text === text && before.entry.place === entry.place;
    const found = isSame ? null : parse();
    const parsed = isSame ? before.parsed : found === null ? null : counted(found);
    const { place: folder, hash, since, came, changed } = entry;
    const seen = parsed === null ? null : { folder, path, name, hash, since, came, changed, parsed };
    return { entry, parsed, seen };
  }

  /**
   * All that the entries say, in the order of their folders and paths. An entry that is the same as before is made
   * again for another device only.
   */
  #requestsOf(device: DeviceState, key: string): readonly SeenRequest[] {
    const before: ReadonlyMap<string, Made> = this.#last?.key === key ? this.#made : new Map<string, Made>();
    const ordered = [...this.#entries].sort(
      ([a, { place: one }], [b, { place: other }]) =>
        PLACES.indexOf(one) - PLACES.indexOf(other) || (a < b ? -1 : 1),
    );
    this.#made = new Map(
      ordered.map(([path, entry]) => {
        const old = before.get(path);
        return [path, old?.entry === entry ? old : this.#make(path, entry, device, old)];
      }),
    );
    return [...this.#made.values()].flatMap(({ seen }) => seen ?? []);
  }
}

/**
 * An entry with a time that is yet to come counts from now: the clock was set back. When it came stays: an earlier look
 * of this run has met it.
 */
function notLater(entry: Entry | undefined, at: number): Entry | undefined {
  return entry === undefined || entry.since <= at
    ? entry
    : { ...entry, since: at, changed: Math.min(entry.changed, at) };
}

/** Whether a folder of notes may have changed as a whole: it, a folder around it or one in it is due. */
function isMarkedAsFolder(folder: string, due: ReadonlySet<string>): boolean {
  return [...due].some(
    (path) =>
      path === folder ||
      folder.startsWith(`${path}/`) ||
      (path.startsWith(`${folder}/`) && !/\.md$/i.test(path)),
  );
}

/**
 * Where a note gives no text: why it is away, whether its name says enough, and whether its folder counts as
 * unreadable.
 */
function withoutText(
  path: string,
  place: Place,
  reading: Exclude<Reading, { readonly kind: "text" }>,
): Pick<Entry, "away" | "busy"> & { readonly isKnown: boolean } {
  const away = reading.kind === "unreadable" && reading.away === true ? reading.why : null;
  // A note in iCloud stays there for months. A request is known by its name, as one that has not arrived yet; any other
  // note may be a refusal.
  const isKnown = away !== null && (readName(nameOf(path)) !== null || isAbout(nameOf(path)));
  const busy =
    reading.kind === "unreadable" &&
    !isKnown &&
    (reading.reason === "failed"
      ? away === null || place === "rejected"
      : reading.reason === "not-utf8" && place === "rejected" && !isNamed(path));
  return { away, isKnown, busy };
}

/** Whether its name is that of a request, of a copy of one, or of a note about a folder. */
function isNamed(path: string): boolean {
  const name = nameOf(path);
  return readName(name) !== null || originalName(name) !== null || isAbout(name);
}

/**
 * How a note without text counts, by its name: in iCloud as not here yet, unreadable in Rejected as a refusal. Null
 * when it does not count.
 */
function readByName(name: string, { place, away, unreadable: why }: Entry): RequestReading | null {
  if (away !== null) return readName(name) === null ? null : { kind: "torn", why: away, away: true };
  return place === "rejected" && why !== null && isNamed(name)
    ? { kind: "torn", why, unreadable: true }
    : null;
}

/**
 * The one-line note that says what a folder is for, README files, and what a person said is none: plainly not requests.
 * A note that may refuse one of ours is none of them.
 */
function isAboutFolder(name: string, text: string): boolean {
  if (/^seal:/m.test(text)) return false;
  return (
    isAbout(name) ||
    (isLeftAlone(text) &&
      !/^action_id:/m.test(text) &&
      readName(name) === null &&
      originalName(name) === null)
  );
}
