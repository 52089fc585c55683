/**
 * The index: every note of ours as last read, by path. The only cache. The names in the folders for requests are listed
 * at every look; the plans, of which there may be tens of thousands, only now and then, and else what an event or a
 * write of ours has marked is read.
 */
import type { PlanIndex } from "../../note/index/planIndex";
import type { DeviceState } from "../../approval/device/ledger";
import { isAbout } from "../../note/plan/isAbout";
import { parseActing, type Acting } from "../../approval/device/acting";
import type { Intake } from "../../note/intake/task";
import type { Problem } from "../../kit/problem";
import type { Plan } from "../../note/plan/plan";
import type { Listing } from "../../kit/ports/vault";
import type { Claim, RecordNote } from "../../approval/request/record";
import { pathOf, type FolderName, type Settings } from "../../settings/settings";
import { wantedClosely } from "../../rules/workingSet";
import type { Seen, SeenPlan, SeenRequest } from "../../rules/snapshot";
import type { World } from "../../rules/world";
import { hashText } from "../../kit/hash";
import { createAside } from "./aside";
import { createInbox, type Inbox } from "./inbox";
import { isTouched, type Extent, type FolderListing, type ScanPorts } from "./listing";
import { createOwn } from "./ownWrites";
import { Plans } from "./plans";
import { FlowIndex } from "./flowIndex";
import { createWork, type WorkIndex } from "./work";
import { createRecords, type Records } from "./recordIndex";
import { RequestNotes } from "./requestNotes";
import { createResults, type Results } from "./results";

export interface Notes {
  readonly planIndex: PlanIndex;
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

export class Index {
  readonly #ports: ScanPorts;
  readonly #settings: Settings;
  readonly #own = createOwn();
  readonly #marked = new Set<string>();
  readonly #aside = createAside((path) => void this.#marked.add(path));
  readonly #plans: Plans;
  readonly #requestNotes: RequestNotes;
  readonly #inbox: Inbox;
  readonly #records: Records;
  readonly #work: WorkIndex;
  readonly #flows: FlowIndex;
  readonly #results: Results;
  #wanted: Extent = "all";
  #recorded: Listing | null = null;
  readonly #called = new Set<string>();
  readonly #actingPath: string;
  readonly #dashboardPath: string;
  /** The two notes of ours that lie in no folder for notes, as the last look found them. */
  readonly #single = new Map<string, string | null>();

  constructor(ports: ScanPorts, settings: Settings) {
    this.#ports = ports;
    this.#settings = settings;
    this.#plans = new Plans(ports, settings, this.#own, this.#aside);
    this.#requestNotes = new RequestNotes(ports, settings, this.#own, this.#aside);
    this.#inbox = createInbox(ports, settings, this.#aside);
    this.#records = createRecords(ports.vault, pathOf(settings, "done_actions"));
    this.#work = createWork(ports.vault, settings, this.#aside);
    this.#flows = new FlowIndex(ports.vault, settings, this.#aside);
    this.#results = createResults(ports, settings, this.#own, this.#aside);
    this.#actingPath = pathOf(settings, "acting");
    this.#dashboardPath = pathOf(settings, "dashboard");
  }

  /**
   * Lists the folders for requests and reads what is new, changed or marked there; of the plans what is marked, or the
   * folders anew.
   */
  async look(device: DeviceState): Promise<Notes> {
    await this.#aside.keep(async (path, hash) => {
      const reading = await this.#ports.vault.read(path);
      return reading.kind === "text" && hashText(reading.text) === hash;
    });
    for (let isNew = false; ; isNew = true) {
      const before = this.#aside.count;
      const notes = await this.#lookOnce(device);
      // Findings beside a note that is set aside since were made without knowing that.
      if (this.#aside.count === before)
        return {
          ...notes,
          isNew: isNew || notes.isNew,
          problems: [...notes.problems, ...this.#aside.problems()],
        };
    }
  }

  /**
   * The note with this hash counts as one that cannot be read: judging it failed. Told as a problem. Answers
   * whether it did not count so already.
   */
  setAside(path: string, hash: string, error: unknown): boolean {
    return this.#aside.put(path, { hash }, error);
  }

  /**
   * The records of these requests, by exact path, added to what this look found. Where one cannot be read just now,
   * their folder cannot.
   */
  async records(
    names: ReadonlySet<string>,
    device: DeviceState,
    { folders, problems }: Pick<Notes, "folders" | "problems">,
  ): Promise<
    Pick<Notes, "folders" | "problems"> & { readonly recordNotes: ReadonlyMap<string, RecordNote> }
  > {
    const { recordNotes, unread } = await this.#records.of(names, device);
    const folder = pathOf(this.#settings, "done_actions");
    const isTold = unread.length === 0 || folders.unreadable.includes(folder);
    return isTold
      ? { recordNotes, folders, problems }
      : {
          recordNotes,
          folders: { ...folders, unreadable: [...folders.unreadable, folder] },
          problems: [...problems, ...unread],
        };
  }

  /** The next look reads this path whatever the disk says. */
  mark(path: string): void {
    this.#marked.add(path);
  }

  /**
   * Whether anything that was marked is otherwise than the last look found it. Where nothing is, the marks are gone.
   */
  async isNews(): Promise<boolean> {
    const told = [...this.#marked];
    for (const path of told) {
      const reading = this.#single.has(path) ? await this.#ports.vault.read(path) : null;
      if (reading?.kind !== "text" || reading.text !== this.#single.get(path)) return true;
    }
    for (const path of told) this.#marked.delete(path);
    return this.#marked.size > 0;
  }

  /** Whether this is the Dashboard as this device wrote it last. */
  isOwn(dashboard: string | null): boolean {
    return dashboard !== null && this.#own.is(this.#dashboardPath, dashboard);
  }

  /** Takes in a text that this device wrote just now: it is no sign of somebody typing. */
  wrote(path: string, text: string): void {
    this.#own.wrote(path, text);
  }

  /**
   * This plan is looked at closely from now on, up to the next look at which everything is listed; at that one, too.
   */
  call(path: string): void {
    this.#called.add(path);
  }

  /** The next look lists every folder: an event may be lost. */
  listAgain(): void {
    this.#wanted = "all";
  }

  /**
   * The next look lists every name. It may leave out changes in plans that are not marked if it listed them in full
   * within the last second.
   */
  listNames(): void {
    this.#wanted = this.#wanted === "all" ? "all" : "names";
  }

  /** The next look reads everything again, too: a change may leave time and size as they were. */
  doubt(): void {
    this.#aside.clear();
    this.#wanted = "all";
    for (const path of [...this.#requestNotes.paths, ...this.#plans.paths, ...this.#inbox.known()])
      this.#marked.add(path);
  }

  async #lookOnce(device: DeviceState): Promise<Notes> {
    // A hint that comes while this look reads is for the next one.
    const due = new Set(this.#marked);
    this.#marked.clear();
    const extent = this.#wanted;
    this.#wanted = "marked";
    const listed = extent !== "marked";
    await this.#plans.look(due, extent);
    let isNew = listed || [...due].some((path) => path !== this.#dashboardPath);
    const requested = await this.#requestNotes.look(due, extent, device);
    isNew ||= requested.isNew;
    const { requests } = requested;
    // Records are kept for ever: their folder, once it is there, is not gone through for every change elsewhere.
    const folder = pathOf(this.#settings, "done_actions");
    if (listed || this.#recorded?.kind !== "folder" || isTouched(folder, due))
      this.#recorded = await this.#ports.vault.list(folder);
    const claims = await this.#records.look(this.#recorded, device, due, listed);
    const found = folderFindings(
      [...this.#plans.folders, ...requested.listings],
      this.#recorded,
      requested.busy,
      this.#settings,
    );
    const close = await this.#plans.closely(() => {
      const close = wantedClosely({
        planIndex: this.#plans.planIndex,
        restless: this.#plans.restless,
        requests,
        claims,
        device,
        settings: this.#settings,
        now: this.#ports.clock.now(),
        changedAt: (path) => this.#plans.changedAt(path),
      });
      for (const path of this.#called) if (this.#plans.planIndex.at(path) !== null) close.add(path);
      return close;
    });
    if (listed) this.#called.clear();
    const actingNote = await this.#ports.vault.read(this.#actingPath);
    const acting: Acting =
      actingNote.kind === "unreadable"
        ? { kind: "unreadable" }
        : parseActing(actingNote.kind === "text" ? actingNote.text : null);
    const dashboard = await this.#ports.vault.read(this.#dashboardPath);
    this.#single
      .set(this.#actingPath, actingNote.kind === "text" ? actingNote.text : null)
      .set(this.#dashboardPath, dashboard.kind === "text" ? dashboard.text : null);
    return {
      isNew,
      ...close,
      planIndex: this.#plans.planIndex,
      requests,
      claims,
      folders: found.folders,
      problems: [...found.problems, ...requested.problems],
      acting,
      // Tasks decide nothing about what goes out.
      intake: await this.#inbox.look(acting, due, extent === "all"),
      work: await this.#work.look(close.plans, device, due, listed),
      flows: await this.#flows.look(close.plans, due, listed),
      results: await this.#results.look(due, listed),
      dashboard: dashboard.kind === "text" ? dashboard.text : null,
    };
  }
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
