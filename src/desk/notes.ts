/**
 * The index: every note of ours as last read, by path. The only cache. An event or a write of ours marks a path; a look reads again what is
 * marked or what the disk says has changed, and a full look lists every folder anew.
 */
import type { DeviceState } from "../device/device";
import { parseActing, type Acting } from "../device/acting";
import { copyOf } from "../kit/copies";
import { hashText } from "../kit/hash";
import { nameOf } from "../kit/path";
import type { Problem } from "../kit/problem";
import { parsePlan } from "../plan/parse";
import type { VaultPort } from "../ports/vault";
import { receiptName } from "../request/name";
import { parseReceipt, type Receipt } from "../request/receipt";
import { parseRequest, type ParsedRequest } from "../request/parse";
import { pathOf, type FolderName, type Settings } from "../settings/settings";
import type { SeenPlan, SeenRequest } from "../world/seen";
import type { World } from "../world/world";
import { listFolder, type Found } from "./listing";

export interface Notes {
  readonly plans: readonly SeenPlan[];
  readonly archived: readonly SeenPlan[];
  readonly requests: readonly SeenRequest[];
  readonly problems: readonly Problem[];
  readonly folders: World["folders"];
  readonly acting: Acting;
  readonly dashboard: string | null;
}

export interface Index {
  /** Lists every folder and reads what is new, changed or marked. */
  look(device: DeviceState): Promise<Notes>;
  /** Reads the records of these requests, by exact path. */
  records(names: ReadonlySet<string>, device: DeviceState): Promise<ReadonlyMap<string, Receipt>>;
  /** The next look reads this path whatever the disk says. */
  mark(path: string): void;
  /** What this device wrote there just now: not somebody typing. */
  wrote(path: string, text: string): void;
  /** The next look reads everything again: an event may be lost, and a change may leave time and size as they were. */
  doubt(): void;
}

type Place = "plans" | "archived" | "pending" | "approved" | "rejected";

interface Entry {
  readonly place: Place;
  readonly stamp: string;
  readonly hash: string;
  /** When somebody else last changed it. */
  readonly changed: number;
  /** Since when it lies here as it is, as far as this run saw. */
  readonly since: number;
  readonly text: string | null;
  readonly problem: Problem | null;
}

const PLACES: readonly { readonly place: Place; readonly folder: FolderName; readonly deep: boolean }[] = [
  { place: "plans", folder: "plans", deep: true },
  { place: "archived", folder: "done_plans", deep: false },
  { place: "pending", folder: "pending", deep: false },
  { place: "approved", folder: "approved", deep: false },
  { place: "rejected", folder: "rejected", deep: false },
];

export function createIndex(vault: VaultPort, settings: Settings, now: () => number): Index {
  let entries = new Map<string, Entry>();
  let parsedPlans = new Map<string, SeenPlan>();
  let requestsRead = createMemo<ParsedRequest>();
  let receiptsRead = createMemo<Receipt>();
  const marked = new Set<string>();
  /** What was marked when this look began; a hint that comes while it reads is for the next one. */
  let due: ReadonlySet<string> = new Set();
  const own = new Map<string, string>();

  const read = async (found: Found, place: Place): Promise<Entry> => {
    const before = entries.get(found.path);
    const stamp = `${String(found.modified)}:${String(found.size)}`;
    // What could not be read may be readable now, and nothing on the disk would tell.
    if (before?.place === place && before.stamp === stamp && before.problem === null && !due.has(found.path)) return before;
    const reading = await vault.read(found.path);
    const at = now();
    if (reading.kind !== "text") {
      const why = reading.kind === "absent" ? "it vanished while it was read" : reading.why;
      const kind = reading.kind === "unreadable" && reading.reason === "too-big" ? "too-big" : reading.kind === "unreadable" && reading.reason === "not-utf8" ? "not-text" : "unreadable";
      return { place, stamp, hash: "", changed: at, since: at, text: null, problem: { kind, path: found.path, line: null, message: why } };
    }
    const hash = hashText(reading.text);
    if (before?.place === place && before.hash === hash) return { ...before, stamp };
    const ours = own.get(found.path) === hash;
    const changed = ours ? (before?.changed ?? 0) : before === undefined ? Math.min(found.modified, at) : at;
    return { place, stamp, hash, changed, since: at, text: reading.text, problem: null };
  };

  /** In the same folder, or finished since. */
  const isThere = (path: string): boolean => entries.has(path) || entries.has(`${pathOf(settings, "done_plans")}/${nameOf(path)}`);

  const plan = (path: string, entry: Entry): SeenPlan => {
    const original = copyOf(path, isThere);
    const copied = original === null ? null : copyProblem(path, original, original !== path && isThere(original));
    const before = parsedPlans.get(path);
    const told = before?.reading.kind === "problem" && before.reading.problem.kind === "conflict-copy" ? before.reading.problem.message : null;
    const known = told === (copied?.message ?? null) ? before : undefined;
    if (known?.hash === entry.hash && known.changed === entry.changed && entry.text !== null) return known;
    return { path, hash: entry.hash, changed: entry.changed, ...readPlan(path, entry, copied) };
  };

  return {
    async look(device) {
      due = new Set(marked);
      marked.clear();
      const next = new Map<string, Entry>();
      const problems: Problem[] = [];
      const absent: string[] = [];
      const unreadable: string[] = [];
      const bare: FolderName[] = [];
      for (const { place, folder, deep } of PLACES) {
        const path = pathOf(settings, folder);
        const listing = await listFolder(vault, path, deep);
        if (listing.kind === "absent") absent.push(path);
        if (listing.kind === "unreadable") {
          unreadable.push(path);
          problems.push({ kind: "folder", path, line: null, message: `this folder cannot be read: ${listing.why}` });
        }
        if (listing.kind === "folder" && !listing.notes.some((found) => isAbout(nameOf(found.path)))) bare.push(folder);
        for (const found of listing.kind === "folder" ? listing.notes : []) next.set(found.path, await read(found, place));
        if (listing.kind === "folder") problems.push(...listing.problems);
      }
      const done = pathOf(settings, "done_actions");
      const doneListing = await vault.list(done);
      if (doneListing.kind === "absent") absent.push(done);
      if (doneListing.kind === "folder" && !doneListing.entries.some(({ name }) => isAbout(name))) bare.push("done_actions");
      if (doneListing.kind === "unreadable") unreadable.push(done);
      entries = next;
      const inPlace = (place: Place): [string, Entry][] => [...entries].filter(([, entry]) => entry.place === place);
      const plans = inPlace("plans").map(([path, entry]) => plan(path, entry));
      const archived = inPlace("archived").map(([path, entry]) => plan(path, entry));
      parsedPlans = new Map([...plans, ...archived].map((each) => [each.path, each]));
      const reread = requestsRead.next();
      const requests = (["pending", "approved", "rejected"] as const).flatMap((place) =>
        inPlace(place).flatMap(([path, entry]): SeenRequest[] => {
          if (entry.problem !== null) problems.push(entry.problem);
          const name = path.slice(path.lastIndexOf("/") + 1);
          if (entry.text === null || isAboutFolder(name, entry.text)) return [];
          const parsed = reread(path, entry.text, device, () => parseRequest(name, entry.text ?? "", { device: device.device }));
          return [{ folder: place, path, name, hash: entry.hash, since: entry.since, changed: entry.changed, parsed }];
        }),
      );
      const acting = await vault.read(pathOf(settings, "acting"));
      const dashboard = await vault.read(pathOf(settings, "dashboard"));
      return {
        plans, archived, requests, problems,
        folders: { absent, unreadable, bare },
        acting: acting.kind === "unreadable" ? { kind: "unreadable" } : parseActing(acting.kind === "text" ? acting.text : null),
        dashboard: dashboard.kind === "text" ? dashboard.text : null,
      };
    },
    async records(names, device) {
      const found = new Map<string, Receipt>();
      const reread = receiptsRead.next();
      for (const name of names) {
        const path = `${pathOf(settings, "done_actions")}/${receiptName(name)}`;
        const text = await readRecord(vault, path);
        if (text !== null) found.set(name, reread(path, text, device, () => parseReceipt(path, name, text, device.device)));
      }
      return found;
    },
    mark: (path) => void marked.add(path),
    wrote: (path, text) => {
      own.set(path, hashText(text));
      marked.add(path);
    },
    doubt: () => {
      for (const path of entries.keys()) marked.add(path);
    },
  };
}

interface Memo<Value> {
  /** Starts a round: what was not asked for in the one before is forgotten. */
  next(): (path: string, text: string, device: DeviceState, make: () => Value) => Value;
}

/** Reading a note again gives the same as long as its text and the device are the same; unsealing costs more than all the rest of a look. */
function createMemo<Value>(): Memo<Value> {
  let known = new Map<string, { readonly text: string; readonly key: string; readonly value: Value }>();
  return {
    next() {
      const before = known;
      known = new Map();
      return (path, text, { device }, make) => {
        const key = `${device?.id ?? ""} ${device?.key ?? ""}`;
        const old = before.get(path);
        const value = old?.text === text && old.key === key ? old.value : make();
        known.set(path, { text, key, value });
        return value;
      };
    },
  };
}

/** Any file at a record's path forbids; one that cannot be read is an empty record, which verifies nothing. */
async function readRecord(vault: VaultPort, path: string): Promise<string | null> {
  const reading = await vault.read(path);
  return reading.kind === "absent" ? null : reading.kind === "text" ? reading.text : "";
}

function copyProblem(path: string, original: string, there: boolean): Problem {
  const message = there
    ? `this is a copy that a sync program made of ${original}; keep one of the two: “Merge duplicates…” (in a terminal: planwright merge) shows what would make one of them`
    : "this is a copy that a sync program made of a conflict; compare it with the original and keep one";
  return { kind: "conflict-copy", path, line: null, message };
}

function readPlan(path: string, entry: Entry, copied: Problem | null): Pick<SeenPlan, "reading" | "copy"> {
  if (entry.problem !== null) return { reading: { kind: "problem", problem: entry.problem }, copy: null };
  const reading = parsePlan(path, entry.text ?? "");
  return copied === null ? { reading, copy: null } : { reading: { kind: "problem", problem: copied }, copy: reading.kind === "plan" ? reading.plan : null };
}

/** The one-line note that says what a folder is for, and README files: plainly not requests. */
function isAboutFolder(name: string, text: string): boolean {
  return isAbout(name) && !/^seal:/m.test(text);
}

function isAbout(name: string): boolean {
  return /^(readme|about this folder|_about)/i.test(name);
}
