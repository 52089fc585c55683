/**
 * The index: every note of ours as last read, by path. The only cache. The folders for requests are listed at every look; the plans, of
 * which there may be tens of thousands, only now and then, and else what an event or a write of ours has marked is read.
 */
import type { Catalog } from "../../catalog/catalog";
import type { DeviceState } from "../../device/ledger";
import { isAbout } from "../../plan/folderNote";
import { parseActing, type Acting } from "../../device/acting";
import type { Intake } from "../../intake/task";
import { hashText } from "../../kit/hash";
import { isLeftAlone } from "../../plan/leaveAlone";
import { folderOf, nameOf } from "../../kit/path";
import type { Problem } from "../../kit/problem";
import type { Plan } from "../../plan/plan";
import type { Listing } from "../../ports/vault";
import type { Claim, Receipt } from "../../request/record";
import { originalName, readName } from "../../request/name";
import { asDeep, NO_REMARKS, parseRequest, type ParsedRequest } from "../../request/parse";
import type { RequestReading } from "../../request/request";
import { pathOf, type FolderName, type Settings } from "../../settings/settings";
import { wantedClosely } from "../../rules/workingSet";
import type { SeenPlan, SeenRequest } from "../../rules/snapshot";
import type { World } from "../../rules/world";
import { createInbox } from "./inbox";
import { isTouched, listFolder, stampOf, type FolderListing, type Found, type ScanPorts } from "./listing";
import { createMemo } from "./parseCache";
import { createOwn, unreadable } from "./ownWrites";
import { createPlans } from "./plans";
import { createRecords } from "./recordIndex";
import { SORTED_LEVELS } from "./planPlaces";

export interface Notes {
  readonly catalog: Catalog;
  readonly plans: readonly SeenPlan[];
  readonly recent: readonly Plan[];
  readonly requests: readonly SeenRequest[];
  readonly problems: readonly Problem[];
  readonly folders: World["folders"];
  readonly acting: Acting;
  readonly intake: Intake;
  readonly claims: readonly Claim[];
  readonly dashboard: string | null;
  /** Anything but the Dashboard is, or may be, otherwise than the look before found it. */
  readonly isNew: boolean;
}

export interface Index {
  /** Lists the folders for requests and reads what is new, changed or marked there; of the plans what is marked, or the folders anew. */
  look(device: DeviceState): Promise<Notes>;
  /** The records of these requests, by exact path, added to what this look found. Where one cannot be read just now, their folder cannot. */
  records(
    names: ReadonlySet<string>,
    device: DeviceState,
    found: Pick<Notes, "folders" | "problems">,
  ): Promise<Pick<Notes, "folders" | "problems"> & { readonly receipts: ReadonlyMap<string, Receipt> }>;
  /** The next look reads this path whatever the disk says. */
  mark(path: string): void;
  /** Whether anything that was marked is otherwise than the last look found it. Where nothing is, the marks are gone. */
  isNews(): Promise<boolean>;
  /** Whether this is the Dashboard as this device wrote it last. */
  isOwn(dashboard: string | null): boolean;
  /** What this device wrote there just now: not somebody typing. */
  wrote(path: string, text: string): void;
  /** This plan is looked at closely from now on, up to the next look at which everything is listed; at that one, too. */
  call(path: string): void;
  /** The next look lists every folder: an event may be lost. */
  listAgain(): void;
  /** The next look lists every name. It may leave out changes in plans that are not marked if it listed them in full within the last second. */
  listNames(): void;
  /** The next look reads everything again, too: a change may leave time and size as they were. */
  doubt(): void;
}

type Place = "pending" | "approved" | "rejected";

interface Entry {
  readonly place: Place;
  readonly stamp: string;
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

const PLACES: readonly Place[] = ["pending", "approved", "rejected"];
/** What was seen at a time that is yet to come: the clock was set back, so it is counted from now. When it came stays: an earlier look of this run has met it. */
function notLater(entry: Entry | undefined, at: number): Entry | undefined {
  return entry === undefined || entry.since <= at
    ? entry
    : { ...entry, since: at, changed: Math.min(entry.changed, at) };
}

export function createIndex({ vault, clock }: ScanPorts, settings: Settings): Index {
  const now = (): number => clock.now();
  const own = createOwn();
  const plans = createPlans({ vault, clock }, settings, own);
  let entries = new Map<string, Entry>();
  const requestsRead = createMemo<ParsedRequest>();
  const inbox = createInbox({ vault, clock }, settings);
  const records = createRecords(vault, pathOf(settings, "done_actions"));
  const marked = new Set<string>();
  /** What was marked when this look began; a hint that comes while it reads is for the next one. */
  let due: ReadonlySet<string> = new Set();
  let listing: "marked" | "names" | "all" = "all";
  let recorded: Listing | null = null;
  const called = new Set<string>();
  const actingPath = pathOf(settings, "acting");
  const dashboardPath = pathOf(settings, "dashboard");
  /** The two notes of ours that lie in no folder for notes, as the last look found them. */
  const single = new Map<string, string | null>();

  const read = async (found: Found, place: Place): Promise<Entry> => {
    const before = notLater(entries.get(found.path), now());
    const stamp = stampOf(found);
    // What could not be read may be readable now, and nothing on the disk would tell.
    if (before?.place === place && before.stamp === stamp && before.problem === null && !due.has(found.path))
      return before;
    const reading = await vault.read(found.path);
    const at = now();
    const came = before?.came ?? at;
    if (reading.kind !== "text") {
      const away = reading.kind === "unreadable" && reading.away === true ? reading.why : null;
      // What lies in iCloud stays there for months. A request is known by its name, as one that has not arrived yet; any other note may be a refusal.
      const isKnown = away !== null && (readName(nameOf(found.path)) !== null || isAbout(nameOf(found.path)));
      return {
        place,
        stamp: away === null ? stamp : `away ${stamp}`,
        hash: "",
        changed: at,
        since: before?.since ?? at,
        came,
        text: null,
        away,
        problem: isKnown ? null : unreadable(found.path, reading),
        busy:
          reading.kind === "unreadable" &&
          !isKnown &&
          (reading.reason === "failed"
            ? away === null || place === "rejected"
            : reading.reason === "not-utf8" && place === "rejected" && !isNamed(found.path)),
        unreadable: reading.kind === "unreadable" && reading.reason !== "failed" ? reading.why : null,
      };
    }
    const hash = hashText(reading.text);
    if (before?.place === place && before.hash === hash) return { ...before, stamp };
    const changed = own.is(found.path, reading.text)
      ? (before?.changed ?? 0)
      : before === undefined
        ? Math.min(found.modified, at)
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
  };

  return {
    async look(device) {
      due = new Set(marked);
      marked.clear();
      const listed = listing !== "marked";
      await plans.look(due, listing);
      // Tasks decide nothing about what goes out.
      const isInboxListed = listing === "all";
      listing = "marked";
      let isNew = listed || [...due].some((path) => path !== dashboardPath);
      const next = new Map<string, Entry>();
      const listings: { readonly folder: FolderName; readonly listing: FolderListing }[] = [...plans.folders];
      for (const place of PLACES) {
        const listing = await listFolder({ vault, clock }, pathOf(settings, place), SORTED_LEVELS);
        listings.push({ folder: place, listing });
        for (const found of listing.kind === "folder" ? listing.notes : []) {
          const entry = await read(found, place);
          isNew ||= entry !== entries.get(found.path);
          next.set(found.path, entry);
        }
      }
      isNew ||= next.size !== entries.size;
      entries = next;
      // Records are kept for ever: their folder, once it is there, is not gone through for every change elsewhere.
      const folder = pathOf(settings, "done_actions");
      if (listed || recorded?.kind !== "folder" || isTouched(folder, due))
        recorded = await vault.list(folder);
      const claims = await records.look(recorded, device, due, listed);
      const busy = new Set(
        [...entries.values()].filter((entry) => entry.busy).map(({ place }) => pathOf(settings, place)),
      );
      const found = folderFindings(listings, recorded, busy, settings);
      const reread = requestsRead.next();
      const requests = [...entries].flatMap(([path, entry]): SeenRequest[] => {
        const name = nameOf(path);
        const { text } = entry;
        const counted = (found: ParsedRequest): ParsedRequest =>
          folderOf(path) === pathOf(settings, entry.place) ? found : asDeep(found);
        const seen = (parsed: ParsedRequest): SeenRequest[] => [
          {
            folder: entry.place,
            path,
            name,
            hash: entry.hash,
            since: entry.since,
            came: entry.came,
            changed: entry.changed,
            parsed,
          },
        ];
        if (text === null) {
          const reading = readByName(name, entry);
          return reading === null ? [] : seen(counted({ reading, remarks: NO_REMARKS }));
        }
        return isAboutFolder(name, text)
          ? []
          : seen(
              reread(path, text, device, () => counted(parseRequest(name, text, { device: device.device }))),
            );
      });
      const close = await plans.closely(() => {
        const wanted = wantedClosely({
          catalog: plans.catalog,
          restless: plans.restless,
          requests,
          claims,
          device,
          settings,
          now: now(),
        });
        for (const path of called) if (plans.catalog.at(path) !== null) wanted.add(path);
        return wanted;
      });
      if (listed) called.clear();
      const actingNote = await vault.read(actingPath);
      const acting: Acting =
        actingNote.kind === "unreadable"
          ? { kind: "unreadable" }
          : parseActing(actingNote.kind === "text" ? actingNote.text : null);
      const dashboard = await vault.read(dashboardPath);
      single
        .set(actingPath, actingNote.kind === "text" ? actingNote.text : null)
        .set(dashboardPath, dashboard.kind === "text" ? dashboard.text : null);
      return {
        isNew,
        ...close,
        catalog: plans.catalog,
        requests,
        claims,
        folders: found.folders,
        problems: [...found.problems, ...[...entries.values()].flatMap(({ problem }) => problem ?? [])],
        acting,
        intake: await inbox.look(acting, due, isInboxListed),
        dashboard: dashboard.kind === "text" ? dashboard.text : null,
      };
    },
    async records(names, device, { folders, problems }) {
      const { receipts, unread } = await records.of(names, device);
      const folder = pathOf(settings, "done_actions");
      const isTold = unread.length === 0 || folders.unreadable.includes(folder);
      return isTold
        ? { receipts, folders, problems }
        : {
            receipts,
            folders: { ...folders, unreadable: [...folders.unreadable, folder] },
            problems: [...problems, ...unread],
          };
    },
    mark: (path) => void marked.add(path),
    async isNews() {
      const told = [...marked];
      for (const path of told) {
        const reading = single.has(path) ? await vault.read(path) : null;
        if (reading?.kind !== "text" || reading.text !== single.get(path)) return true;
      }
      for (const path of told) marked.delete(path);
      return marked.size > 0;
    },
    isOwn: (dashboard) => dashboard !== null && own.is(dashboardPath, dashboard),
    wrote: (path, text) => own.wrote(path, text),
    call: (path) => void called.add(path),
    listAgain: () => void (listing = "all"),
    listNames: () => void (listing = listing === "all" ? "all" : "names"),
    doubt: () => {
      listing = "all";
      for (const path of [...entries.keys(), ...plans.paths, ...inbox.known()]) marked.add(path);
    },
  };
}

/** Whether its name is that of a request, of a copy of one, or of a note about a folder. */
function isNamed(path: string): boolean {
  const name = nameOf(path);
  return readName(name) !== null || originalName(name) !== null || isAbout(name);
}

/** How a note without text counts, by its name: in iCloud as not here yet, unreadable in Rejected as a refusal. Null when it does not count. */
function readByName(name: string, { place, away, unreadable: why }: Entry): RequestReading | null {
  if (away !== null) return readName(name) === null ? null : { kind: "torn", why: away, away: true };
  return place === "rejected" && why !== null && isNamed(name)
    ? { kind: "torn", why, unreadable: true }
    : null;
}

/**
 * What the folders themselves tell: which are not there, cannot be read, or hold no note that says what they are for. One with a `busy` note
 * counts as unreadable: that note may be the refusal of another, and what it is called says nothing.
 */
function folderFindings(
  listings: readonly { readonly folder: FolderName; readonly listing: FolderListing }[],
  done: Listing,
  busy: ReadonlySet<string>,
  settings: Settings,
): Pick<Notes, "folders" | "problems"> {
  const problems: Problem[] = [];
  const absent: string[] = [];
  const unreadable: string[] = [];
  const bare: FolderName[] = [];
  for (const { folder, listing } of listings) {
    const path = pathOf(settings, folder);
    if (listing.kind === "absent") absent.push(path);
    if (listing.kind === "unreadable") {
      unreadable.push(path);
      problems.push({
        kind: "folder",
        path,
        line: null,
        message: `this folder cannot be read: ${listing.why}`,
      });
    }
    if (listing.kind !== "folder") continue;
    // A subfolder that cannot be read may hold a refusal, or a cancelled plan.
    if (busy.has(path) || listing.unread.length > 0) unreadable.push(path);
    if (!listing.hasAbout) bare.push(folder);
    problems.push(...listing.problems);
  }
  const path = pathOf(settings, "done_actions");
  if (done.kind === "absent") absent.push(path);
  if (done.kind === "folder" && !done.entries.some(({ name }) => isAbout(name))) bare.push("done_actions");
  if (done.kind === "unreadable") unreadable.push(path);
  return { folders: { absent, unreadable, bare }, problems };
}

/** The one-line note that says what a folder is for, README files, and what a person said is none: plainly not requests. What may refuse one of ours is none of them. */
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
