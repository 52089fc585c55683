/**
 * Does what was shown: worked out once more, and done if it is still exactly that. Each note on the bytes it was worked
 * out on, or not at all. It can be stopped before each note that begins something of its own; what belongs together is
 * done whole. A note that is not begun stays as it is, and the same command shows it again.
 *
 * Where one note goes into another, both hold the same steps for a while. So the one that goes is told first: from then
 * on its own log holds it back, whatever comes between.
 */
import { hashText } from "../../kit/hash";
import { joinLines, splitLines } from "../../kit/lines";
import { folderOf } from "../../kit/path";
import { parsePlan } from "../../note/plan/parse";
import { isMergedAway } from "../../note/plan/standstill";
import { textAt, type NoteChange } from "../../note/proposal/proposal";
import type { GoesOn, Wanted, WantedChange } from "../../rules/command";
import { counted } from "../../kit/numbers";
import { commandFor } from "../../rules/proposalTargets";
import type { World } from "../../rules/world";
import type { Context } from "../perform/context";
import { change } from "../perform/change";
import { no, yes, type Obeyed } from "../perform/replies";
import { makePlan } from "../perform/planNote";
import { workOut } from "./propose";

/** The answer when the code does not stand for the changes as they would be now. */
const OTHERWISE =
  "Nothing was changed: the notes changed since this code was shown, or it was shown for other notes or options. Look again.";

export async function agree(
  wanted: Wanted,
  code: string,
  world: World,
  context: Context,
  goesOn: GoesOn,
): Promise<Obeyed> {
  if (wanted.kind === "plan") return (await makePlan(wanted, code, world, context)) ?? no(OTHERWISE);
  const proposal = await workOut(wanted, world, context);
  if (typeof proposal === "string") return no(proposal);
  if (proposal.code !== code) return no(OTHERWISE);
  const { notes } = proposal;
  const done: NoteChange[] = [];
  const missed: NoteChange[] = [];
  const known = notes.filter(isKnown).length;
  const untouched: NoteChange[] = [];
  let passed = 0;
  let isStopped = false;
  const stops = (): boolean => (isStopped = isStopped || !goesOn(passed, known));
  for (const group of together(notes)) {
    if (stops()) {
      untouched.push(...group);
      continue;
    }
    const came = await carryOut(group, context, (note) => {
      if (isKnown(note)) passed += 1;
      if (note !== group.at(-1)) stops();
    });
    done.push(...came.done);
    missed.push(...came.missed);
  }
  return answer(wanted, { done, missed, untouched });
}

interface Came {
  readonly done: readonly NoteChange[];
  /** Could not be changed, or waited for one that could not. */
  readonly missed: readonly NoteChange[];
  /** Not reached, because it was stopped. */
  readonly untouched: readonly NoteChange[];
}

function answer(wanted: WantedChange, { done, missed, untouched }: Came): Obeyed {
  const hasDrafts =
    (wanted.kind === "convert" && done.length > 0) ||
    (wanted.kind === "adopt" && done.some(({ hash }) => hash === ""));
  const drafts = hasDrafts ? "To begin a draft, set its status to Active. " : "";
  const isTwice =
    wanted.kind === "merge" && missed.some(({ after }) => done.some(({ path }) => path === after));
  const twice = isTwice
    ? "A note’s steps are now in both plans, so merge again before you approve anything. "
    : "";
  const not =
    missed.length === 0
      ? ""
      : `Not changed, because it is being edited or cannot be written: ${missed.map(({ path }) => path).join(", ")}. ${twice}`;
  if (untouched.length > 0)
    return no(
      `Stopped. ${tell(done) || "Nothing was changed. "}${not}${tellUntouched(untouched)}${drafts}${commandFor(wanted)} shows what is left.`,
    );
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
  return more.length === 0
    ? `${first.path} is as it was. `
    : `${counted(more.length + 1, "note")} are as they were. `;
}

/** A note, and those that are left alone without its change. */
type Together = readonly [NoteChange, ...NoteChange[]];

function together(notes: readonly NoteChange[]): Together[] {
  const groups: [NoteChange, ...NoteChange[]][] = [];
  for (const note of notes) {
    const group = note.after === undefined ? undefined : groups.find(([head]) => head.path === note.after);
    if (group === undefined) groups.push([note]);
    else group.push(note);
  }
  return groups;
}

/** `passed` is told of each note that was gone through. */
async function carryOut(
  group: Together,
  context: Context,
  passed: (note: NoteChange) => void,
): Promise<Pick<Came, "done" | "missed">> {
  const [head, ...more] = group;
  // Notes learn where they go only once there is room for them.
  const told = (await makeRoom(group, context)) ? await tellGoing(more, context) : null;
  if (told === null || !(await writeAndMove(head, context))) {
    for (const each of told?.values() ?? []) await each.takeBack();
    group.forEach(passed);
    return { done: [], missed: group };
  }
  passed(head);
  const done = [head];
  const missed: NoteChange[] = [];
  for (const note of more) {
    const still = told.get(note);
    const isDone =
      still === undefined
        ? await writeAndMove(note, context)
        : (await still.isStill()) && (await move(note, context));
    (isDone ? done : missed).push(note);
    passed(note);
  }
  return { done, missed };
}

/** One whose log says already that it goes. */
interface Told {
  /**
   * Whether it is as we left it. If it is not, it is held back all the same: what it had stands in the other note by
   * now.
   */
  isStill(): Promise<boolean>;
  takeBack(): Promise<unknown>;
}

/** Those that go, with a word about it for their logs. Null where one cannot be told; then none is. */
async function tellGoing(
  notes: readonly NoteChange[],
  context: Context,
): Promise<ReadonlyMap<NoteChange, Told> | null> {
  const told = new Map<NoteChange, Told>();
  for (const note of notes) {
    const { path, moves, log = [] } = note;
    if (moves === undefined || log.length === 0) continue;
    const written = await write(note, context);
    if (written === null) {
      for (const each of told.values()) await each.takeBack();
      return null;
    }
    told.set(note, {
      async isStill() {
        const still = await context.vault.change(path, (now) => (now === written.is ? now : null));
        if (still.kind !== "stale") return still.kind === "same";
        await change(
          path,
          (now) =>
            isHeld(path, now) ? null : textAt({ path, text: now, log }, context.clock.now(), context.by),
          context,
        );
        return false;
      },
      takeBack: () =>
        change(path, (now) => (now === written.is ? written.was : withoutLines(now, written)), context),
    });
  }
  return told;
}

function isHeld(path: string, text: string): boolean {
  const parsed = parsePlan(path, text);
  return parsed.kind === "plan" && isMergedAway(parsed.plan);
}

/** The note without the lines that we wrote: words that somebody wrote since stay. */
function withoutLines(now: string, { was, is }: Written): string {
  const before = new Set(splitLines(was).map(({ text }) => text));
  const ours = new Set(
    splitLines(is).flatMap(({ text }) => (text.includes("(put-away, ") && !before.has(text) ? [text] : [])),
  );
  return joinLines(splitLines(now).filter(({ text }) => !ours.has(text)));
}

interface Written {
  readonly was: string;
  readonly is: string;
}

/** Null where the note is not as it was when this was worked out, or cannot be written. */
async function write(note: NoteChange, context: Context): Promise<Written | null> {
  const { path, hash } = note;
  const is = textAt(note, context.clock.now(), context.by);
  if (is === null) return null;
  if (hash === "") return (await make(path, is, context)) ? { was: "", is } : null;
  let was = "";
  const written = await context.vault.change(path, (now) => {
    was = now;
    return hashText(now) === hash ? is : null;
  });
  if (written.kind === "changed") context.index.wrote(path, is);
  return written.kind === "changed" || written.kind === "same" ? { was, is } : null;
}

/** Before anything is written, and so that nothing else comes between the last look at a note and its move. */
async function makeRoom(group: Together, context: Context): Promise<boolean> {
  for (const folder of new Set(group.flatMap(({ moves }) => (moves === undefined ? [] : folderOf(moves))))) {
    if ((await context.vault.makeFolder(folder)).kind === "refused") return false;
  }
  return true;
}

/** Cut off between the two, the same command finds nothing left to say and moves it. */
async function writeAndMove(note: NoteChange, context: Context): Promise<boolean> {
  return (await write(note, context)) !== null && (await move(note, context));
}

async function move({ path, moves }: NoteChange, context: Context): Promise<boolean> {
  if (moves === undefined) return true;
  const moved = await context.vault.move(path, moves);
  return moved.kind === "moved";
}

async function make(path: string, text: string, context: Context): Promise<boolean> {
  await context.vault.makeFolder(folderOf(path));
  const made = await context.vault.create(path, text);
  if (made.kind === "created") context.index.wrote(path, text);
  return made.kind === "created";
}

function tell(done: readonly NoteChange[]): string {
  const moved = done.filter(({ moves }) => moves !== undefined);
  const made = done.filter(({ hash }) => hash === "");
  const changed = done.filter(
    ({ hash, moves, lines, log = [] }) =>
      hash !== "" && moves === undefined && (lines.length > 0 || log.length > 0),
  );
  const name = (notes: readonly NoteChange[]): string =>
    notes.length === 1 ? (notes[0]?.path ?? "") : counted(notes.length, "note");
  const to = moved.length === 1 ? (moved[0]?.moves ?? "") : folderOf(moved[0]?.moves ?? "");
  return `${made.length === 0 ? "" : `Made ${name(made)}. `}${changed.length === 0 ? "" : `Changed ${name(changed)}. `}${moved.length === 0 ? "" : `Moved ${name(moved)} to ${to}. `}`;
}
