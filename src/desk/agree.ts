/**
 * Does what was shown: worked out once more, and done if it is still exactly that. Each note on the bytes it was worked out on, or not at all.
 * It can be stopped before each note that begins something of its own. Two notes hold the same steps while one is merged into the other, and both
 * would ask; so what belongs together is done whole. What is not begun stays as it is, and the same command shows it again.
 */
import { hashText } from "../kit/hash";
import { folderOf } from "../kit/path";
import { textAt, type NoteChange } from "../proposal/proposal";
import type { GoesOn, Wanted, WantedChange } from "../world/command";
import { counted } from "../world/describe";
import { commandFor } from "../world/wanted";
import type { World } from "../world/world";
import type { Bench } from "./bench";
import { no, yes, type Obeyed } from "./command";
import { makePlan } from "./planNote";
import { propose } from "./propose";

/** What it was to be, when it is not that any more. */
const OTHERWISE = "This code does not stand for what would be changed now: the notes have changed since it was shown, or it was shown for other notes or with other words. Look at it once more.";

export async function agree(wanted: Wanted, code: string, world: World, bench: Bench, goesOn: GoesOn): Promise<Obeyed> {
  if (wanted.kind === "plan") return (await makePlan(wanted, code, world, bench)) ?? no(OTHERWISE);
  const proposal = await propose(wanted, world, bench);
  if (typeof proposal === "string") return no(proposal);
  if (proposal.code !== code) return no(OTHERWISE);
  const { notes } = proposal;
  const done: NoteChange[] = [];
  const missed: NoteChange[] = [];
  const known = notes.filter(isKnown).length;
  let passed = 0;
  let reached = 0;
  let isStopped = false;
  for (const note of notes) {
    isStopped = isStopped || !goesOn(passed, known);
    if (isStopped && note.after === undefined) break;
    reached += 1;
    if (isKnown(note)) passed += 1;
    const waits = note.after !== undefined && missed.some(({ path }) => path === note.after);
    if (!waits && (await carryOut(note, bench))) done.push(note);
    else missed.push(note);
  }
  return answer(wanted, { done, missed, untouched: notes.slice(reached) });
}

interface Came {
  readonly done: readonly NoteChange[];
  /** Could not be changed, or waited for one that could not. */
  readonly missed: readonly NoteChange[];
  /** Not reached, because it was stopped. */
  readonly untouched: readonly NoteChange[];
}

function answer(wanted: WantedChange, { done, missed, untouched }: Came): Obeyed {
  const hasDrafts = (wanted.kind === "convert" && done.length > 0) || (wanted.kind === "adopt" && done.some(({ hash }) => hash === ""));
  const drafts = hasDrafts ? "Set the status of a draft to Active when it may begin. " : "";
  const isTwice = wanted.kind === "merge" && missed.some(({ after }) => done.some(({ path }) => path === after));
  const twice = isTwice ? "The steps of such a note now stand in the plan that stays as well, so merge once more before you approve anything. " : "";
  const not = missed.length === 0 ? "" : `Not changed, because it was being changed or cannot be written: ${missed.map(({ path }) => path).join(", ")}. ${twice}`;
  if (untouched.length > 0) return no(`Stopped. ${tell(done) || "Nothing was changed. "}${not}${tellUntouched(untouched)}${drafts}${commandFor(wanted)} shows what is left.`);
  return (missed.length === 0 ? yes : no)(`${tell(done)}${drafts}${not}`.trim());
}

/** A note that is only made is none that a person knows. */
function isKnown({ hash }: NoteChange): boolean {
  return hash !== "";
}

/** A note that was to be made is nothing that could have stayed. */
function tellUntouched(notes: readonly NoteChange[]): string {
  const [first, ...more] = notes.filter(isKnown);
  if (first === undefined) return "";
  return more.length === 0 ? `${first.path} is as it was. ` : `${counted(more.length + 1, "note")} are as they were. `;
}

/** First what the note says, then where it lies: cut off between the two, the same command finds nothing left to say and moves it. */
async function carryOut(note: NoteChange, bench: Bench): Promise<boolean> {
  const { path, hash, moves } = note;
  const text = textAt(note, bench.clock.now());
  if (text === null) return false;
  if (hash === "") return await make(path, text, bench);
  const written = await bench.vault.change(path, (now) => (hashText(now) === hash ? text : null));
  if (written.kind === "changed") bench.index.wrote(path, text);
  if (written.kind !== "changed" && written.kind !== "same") return false;
  if (moves === undefined) return true;
  await bench.vault.makeFolder(folderOf(moves));
  const moved = await bench.vault.move(path, moves);
  return moved.kind === "moved";
}

async function make(path: string, text: string, bench: Bench): Promise<boolean> {
  await bench.vault.makeFolder(folderOf(path));
  const made = await bench.vault.create(path, text);
  if (made.kind === "created") bench.index.wrote(path, text);
  return made.kind === "created";
}

function tell(done: readonly NoteChange[]): string {
  const moved = done.filter(({ moves }) => moves !== undefined);
  const made = done.filter(({ hash }) => hash === "");
  const changed = done.filter(({ hash, moves, lines, log = [] }) => hash !== "" && moves === undefined && (lines.length > 0 || log.length > 0));
  const name = (notes: readonly NoteChange[]): string => (notes.length === 1 ? (notes[0]?.path ?? "") : counted(notes.length, "note"));
  const to = moved.length === 1 ? (moved[0]?.moves ?? "") : folderOf(moved[0]?.moves ?? "");
  return `${made.length === 0 ? "" : `Made ${name(made)}. `}${changed.length === 0 ? "" : `Changed ${name(changed)}. `}${moved.length === 0 ? "" : `Moved ${name(moved)} to ${to}. `}`;
}
