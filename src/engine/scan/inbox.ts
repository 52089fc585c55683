/**
 * Looks into the two folders for tasks: what lies there, and which of it came after set-up and seems to need a plan.
 *
 * When set-up was is read from what it left: the moment the acting device’s note bears, and the newest of the notes
 * that say what a folder is for. The first alone would not do: a copy of the vault that was made anew (a clone, a
 * restore) gives every note a new time on the disk, and then these among them. A file that is not plainly younger than
 * both is left alone.
 */
import type { Acting } from "../../approval/device/acting";
import { createJudge } from "../../note/intake/judge";
import { createPhraseFinder } from "../../note/intake/phrases";
import { NO_INTAKE, type Intake, type Task } from "../../note/intake/task";
import { isAbout } from "../../note/plan/isAbout";
import { copyOf } from "../../kit/copies";
import { hashText } from "../../kit/hash";
import { isBoard, isLeftAlone } from "../../note/plan/leaveAlone";
import { nameOf } from "../../kit/path";
import type { VaultPort } from "../../kit/ports/vault";
import { ABOUT, CONTROL_FOLDERS, pathOf, type Settings } from "../../settings/settings";
import { TASK_FOLDERS } from "../../rules/tasks";
import type { Aside } from "./aside";
import { isTouched, listFolder, stampOf, type Found, type ScanPorts } from "./listing";

export interface Inbox {
  /**
   * `due` are paths that are to be read again whatever the disk says. An inbox may hold all that ever came: a folder is
   * listed when one of its paths is due, or all are to be (`isListed`).
   */
  look(acting: Acting, due: ReadonlySet<string>, isListed: boolean): Promise<Intake>;
  /** Paths of what was read. */
  known(): Iterable<string>;
}

interface Read {
  readonly stamp: string;
  /** Null for one that needs no plan, or cannot be read. */
  readonly task: Task | null;
}

export function createInbox({ vault, clock }: ScanPorts, settings: Settings, aside: Aside): Inbox {
  const findPhrase = createPhraseFinder(settings.think_phrases);
  const judge = createJudge({ complex: settings.complex_words, simple: settings.simple_words });
  let known = new Map<string, Read>();
  const listings = new Map<string, readonly Found[]>();

  const read = async (found: Found, due: ReadonlySet<string>): Promise<Read> => {
    const stamp = stampOf(found);
    const before = known.get(found.path);
    if (before?.stamp === stamp && !due.has(found.path)) return before;
    const reading = await vault.read(found.path);
    // A note that cannot be read now may be readable soon, and nothing on the disk would tell.
    if (reading.kind !== "text") return { stamp: "", task: null };
    const name = nameOf(found.path).replace(/\.md$/i, "");
    const { text } = reading;
    const judged = aside.judge(found.path, text, () => ({
      ...judge(name, text),
      phrase: findPhrase(name, text),
    }));
    if (judged === null) return { stamp, task: null };
    const { kind, why, phrase } = judged;
    const task = {
      path: found.path,
      hash: hashText(reading.text),
      changed: Math.min(found.modified, clock.now()),
      why: phrase?.why ?? why,
      topic: phrase?.topic ?? null,
      needsPlan: kind === "complex",
    };
    const isOffered = kind === "complex" || phrase !== null;
    return { stamp, task: isOffered && !isLeftAlone(reading.text) && !isBoard(reading.text) ? task : null };
  };

  return {
    async look(acting, due, isListed) {
      for (const folder of TASK_FOLDERS.map((each) => pathOf(settings, each))) {
        if (!isListed && listings.has(folder) && !isTouched(folder, due)) continue;
        const listing = await listFolder({ vault, clock }, folder, 0);
        if (listing.kind === "folder") listings.set(folder, listing.notes);
        else listings.delete(folder);
      }
      const notes = [...listings.values()].flat();
      const intake: Intake = { ...NO_INTAKE, notes: notes.map(({ path }) => path) };
      const since = acting.kind === "named" ? acting.since : null;
      if (settings.intake === "off" || since === null) return intake;
      const there = new Set(intake.notes);
      const candidates = notes.filter(
        ({ path, modified }) =>
          modified > since && !isAbout(nameOf(path)) && copyOf(path, (other) => there.has(other)) === null,
      );
      // In a vault where nothing new lies there, no more than this is looked at.
      const setUp =
        candidates.length === 0 ? since : Math.max(since, ...(await writtenBySetUp(vault, settings)));
      const next = new Map<string, Read>();
      for (const found of candidates)
        if (found.modified > setUp) next.set(found.path, await read(found, due));
      known = next;
      return { ...intake, tasks: [...next.values()].flatMap(({ task }) => task ?? []) };
    },
    known: () => known.keys(),
  };
}

/** When the notes that say what a folder is for were written. Milliseconds since the epoch. */
async function writtenBySetUp(vault: VaultPort, settings: Settings): Promise<readonly number[]> {
  const found: number[] = [];
  for (const each of [...TASK_FOLDERS, ...CONTROL_FOLDERS]) {
    const note = await vault.read(`${pathOf(settings, each)}/${ABOUT}`);
    if (note.kind === "text") found.push(note.modified);
  }
  return found;
}
