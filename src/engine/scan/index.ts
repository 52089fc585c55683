/**
 * The index: every note of ours as last read, by path. The only cache. The names in the folders for requests are listed
 * at every look; the plans, of which there may be tens of thousands, only now and then, and else what an event or a
 * write of ours has marked is read.
 */
import type { Catalog } from "../../catalog/catalog";
import type { DeviceState } from "../../device/ledger";
import { isAbout } from "../../plan/folderNote";
import { parseActing, type Acting } from "../../device/acting";
import type { Intake } from "../../intake/task";
import type { Problem } from "../../kit/problem";
import type { Plan } from "../../plan/plan";
import type { Listing } from "../../ports/vault";
import type { Claim, Receipt } from "../../request/record";
import { pathOf, type FolderName, type Settings } from "../../settings/settings";
import { wantedClosely } from "../../rules/workingSet";
import type { Seen, SeenPlan, SeenRequest } from "../../rules/snapshot";
import type { World } from "../../rules/world";
import { hashText } from "../../kit/hash";
import { createAside } from "./aside";
import { createInbox } from "./inbox";
import { isTouched, type Extent, type FolderListing, type ScanPorts } from "./listing";
import { createOwn } from "./ownWrites";
import { createPlans } from "./plans";
import { createFlows } from "./flows";
import { createWork } from "./work";
import { createRecords } from "./recordIndex";
import { createRequestNotes } from "./requestNotes";
import { createResults } from "./results";

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
  readonly work: Seen["work"];
  readonly flows: Seen["flows"];
  readonly results: Seen["results"];
  /** Anything but the Dashboard is, or may be, otherwise than the look before found it. */
  readonly isNew: boolean;
}

export interface Index {
  /**
   * Lists the folders for requests and reads what is new, changed or marked there; of the plans what is marked, or the
   * folders anew.
   */
  look(device: DeviceState): Promise<Notes>;
  /**
   * The records of these requests, by exact path, added to what this look found. Where one cannot be read just now,
   * their folder cannot.
   */
  records(
    names: ReadonlySet<string>,
    device: DeviceState,
    found: Pick<Notes, "folders" | "problems">,
  ): Promise<Pick<Notes, "folders" | "problems"> & { readonly receipts: ReadonlyMap<string, Receipt> }>;
  /**
   * The note with this hash counts as one that cannot be read: judging it failed. Told as a problem. Answers
   * whether it did not count so already.
   */
  setAside(path: string, hash: string, error: unknown): boolean;
  /** The next look reads this path whatever the disk says. */
  mark(path: string): void;
  /**
   * Whether anything that was marked is otherwise than the last look found it. Where nothing is, the marks are gone.
   */
  isNews(): Promise<boolean>;
  /** Whether this is the Dashboard as this device wrote it last. */
  isOwn(dashboard: string | null): boolean;
  /** Takes in a text that this device wrote just now: it is no sign of somebody typing. */
  wrote(path: string, text: string): void;
  /**
   * This plan is looked at closely from now on, up to the next look at which everything is listed; at that one, too.
   */
  call(path: string): void;
  /** The next look lists every folder: an event may be lost. */
  listAgain(): void;
  /**
   * The next look lists every name. It may leave out changes in plans that are not marked if it listed them in full
   * within the last second.
   */
  listNames(): void;
  /** The next look reads everything again, too: a change may leave time and size as they were. */
  doubt(): void;
}

export function createIndex({ vault, clock }: ScanPorts, settings: Settings): Index {
  const now = (): number => clock.now();
  const own = createOwn();
  const marked = new Set<string>();
  const aside = createAside((path) => void marked.add(path));
  const plans = createPlans({ vault, clock }, settings, own, aside);
  const requestNotes = createRequestNotes({ vault, clock }, settings, own, aside);
  const inbox = createInbox({ vault, clock }, settings, aside);
  const records = createRecords(vault, pathOf(settings, "done_actions"));
  const work = createWork(vault, settings, aside);
  const flows = createFlows(vault, settings, aside);
  const results = createResults({ vault, clock }, settings, own, aside);
  /** The paths that were marked when this look began; a hint that comes while it reads is for the next one. */
  let due: ReadonlySet<string> = new Set();
  let wanted: Extent = "all";
  let recorded: Listing | null = null;
  const called = new Set<string>();
  const actingPath = pathOf(settings, "acting");
  const dashboardPath = pathOf(settings, "dashboard");
  /** The two notes of ours that lie in no folder for notes, as the last look found them. */
  const single = new Map<string, string | null>();

  const lookOnce = async (device: DeviceState): Promise<Notes> => {
    due = new Set(marked);
    marked.clear();
    const extent = wanted;
    wanted = "marked";
    const listed = extent !== "marked";
    await plans.look(due, extent);
    let isNew = listed || [...due].some((path) => path !== dashboardPath);
    const requested = await requestNotes.look(due, extent, device);
    isNew ||= requested.isNew;
    const { requests } = requested;
    // Records are kept for ever: their folder, once it is there, is not gone through for every change elsewhere.
    const folder = pathOf(settings, "done_actions");
    if (listed || recorded?.kind !== "folder" || isTouched(folder, due)) recorded = await vault.list(folder);
    const claims = await records.look(recorded, device, due, listed);
    const found = folderFindings(
      [...plans.folders, ...requested.listings],
      recorded,
      requested.busy,
      settings,
    );
    const close = await plans.closely(() => {
      const close = wantedClosely({
        catalog: plans.catalog,
        restless: plans.restless,
        requests,
        claims,
        device,
        settings,
        now: now(),
      });
      for (const path of called) if (plans.catalog.at(path) !== null) close.add(path);
      return close;
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
      problems: [...found.problems, ...requested.problems],
      acting,
      // Tasks decide nothing about what goes out.
      intake: await inbox.look(acting, due, extent === "all"),
      work: await work.look(close.plans, device, due, listed),
      flows: await flows.look(close.plans, due, listed),
      results: await results.look(due, listed),
      dashboard: dashboard.kind === "text" ? dashboard.text : null,
    };
  };

  return {
    async look(device) {
      await aside.keep(async (path, hash) => {
        const reading = await vault.read(path);
        return reading.kind === "text" && hashText(reading.text) === hash;
      });
      for (let isNew = false; ; isNew = true) {
        const before = aside.count;
        const notes = await lookOnce(device);
        // Findings beside a note that is set aside since were made without knowing that.
        if (aside.count === before)
          return {
            ...notes,
            isNew: isNew || notes.isNew,
            problems: [...notes.problems, ...aside.problems()],
          };
      }
    },
    setAside: (path, hash, error) => aside.put(path, { hash }, error),
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
    listAgain: () => void (wanted = "all"),
    listNames: () => void (wanted = wanted === "all" ? "all" : "names"),
    doubt: () => {
      aside.clear();
      wanted = "all";
      for (const path of [...requestNotes.paths, ...plans.paths, ...inbox.known()]) marked.add(path);
    },
  };
}

/**
 * Findings about the folders themselves: those that are not there, cannot be read, or hold no note that says what they
 * are for. One with a `busy` note counts as unreadable: that note may be the refusal of another, whatever its name.
 */
function folderFindings(
  listings: readonly { readonly folder: FolderName; readonly listing: FolderListing }[],
  done: Listing,
  busy: ReadonlySet<FolderName>,
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
    if (busy.has(folder) || listing.unread.length > 0) unreadable.push(path);
    if (!listing.hasAbout) bare.push(folder);
    problems.push(...listing.problems);
  }
  const path = pathOf(settings, "done_actions");
  if (done.kind === "absent") absent.push(path);
  if (done.kind === "folder" && !done.entries.some(({ name }) => isAbout(name))) bare.push("done_actions");
  if (done.kind === "unreadable") unreadable.push(path);
  return { folders: { absent, unreadable, bare }, problems };
}
