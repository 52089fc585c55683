/** What a person can have shown before it is done: worked out from the notes as they are, and worked out once more when they agree. */
import { hashText } from "../kit/hash";
import { count, counted } from "../world/describe";
import { convertNote } from "../proposal/convert";
import { makeProposal, type NoteChange, type Proposal } from "../proposal/proposal";
import { repairNote } from "../proposal/repair";
import type { Wanted } from "../world/command";
import type { World } from "../world/world";
import type { Bench } from "./bench";
import { change } from "./change";
import { no, yes, type Obeyed } from "./command";

type Made =
  | { readonly kind: "change"; readonly change: NoteChange; readonly said?: readonly string[] }
  | { readonly kind: "none"; readonly why: string };

interface Maker<Want extends Wanted> {
  /** What the notes are it can be done to. */
  readonly notes: string;
  paths(world: World): readonly string[];
  make(path: string, text: string, wanted: Want): Made;
}

const MAKERS: { readonly [Kind in Wanted["kind"]]: Maker<Extract<Wanted, { kind: Kind }>> } = {
  repair: {
    notes: "with properties that cannot be read",
    paths: ({ problems }) => problems.filter(({ kind }) => kind === "broken-yaml").map(({ path }) => path),
    make: repairNote,
  },
  convert: {
    notes: "that could be converted",
    paths: ({ adoptable }) => adoptable.filter(({ kind }) => kind.startsWith("plan:")).flatMap(({ paths }) => paths),
    make: (path, text, { hands }) => convertNote(path, text, hands),
  },
};

/** A sentence where there is nothing to show. Writes nothing. */
export async function propose(wanted: Wanted, world: World, bench: Pick<Bench, "vault">): Promise<Proposal | string> {
  const { notes: which } = MAKERS[wanted.kind];
  const paths = [...new Set(MAKERS[wanted.kind].paths(world))].sort();
  const chosen = wanted.note === null ? paths : paths.filter((path) => isNamed(path, wanted.note ?? ""));
  if (paths.length === 0) return `There is no note ${which}.`;
  if (chosen.length === 0) return `“${wanted.note ?? ""}” is not one of the notes ${which}: ${paths.slice(0, 5).join(", ")}${paths.length > 5 ? ` and ${count(paths.length - 5)} more` : ""}.`;
  const notes: NoteChange[] = [];
  const said: string[] = [];
  for (const path of chosen) {
    const reading = await bench.vault.read(path);
    const made = reading.kind === "text" ? make(wanted, path, reading.text) : { kind: "none" as const, why: "cannot be read now" };
    if (made.kind === "none") said.push(`${path} ${made.why}.`);
    else notes.push({ ...made.change, said: made.said ?? [] });
  }
  const [first] = said;
  return notes.length === 0 && first !== undefined ? (said.length === 1 ? first : `None of ${counted(said.length, "note")} can be changed by rule. The first: ${first}`) : makeProposal(notes, said);
}

function make(wanted: Wanted, path: string, text: string): Made {
  return wanted.kind === "repair" ? MAKERS.repair.make(path, text, wanted) : MAKERS.convert.make(path, text, wanted);
}

/** Makes what was shown, if it is still what would be shown. Each note is changed on the bytes it was worked out on, or not at all. */
export async function agree(wanted: Wanted, code: string, world: World, bench: Bench): Promise<Obeyed> {
  const proposal = await propose(wanted, world, bench);
  if (typeof proposal === "string") return no(proposal);
  if (proposal.code !== code) return no("The notes are not what they were when this was shown; look at it once more.");
  const missed: string[] = [];
  for (const note of proposal.notes) {
    const result = await change(note.path, (text) => (hashText(text) === note.hash ? note.text : null), bench);
    if (result.kind !== "done") missed.push(note.path);
  }
  const done = proposal.notes.length - missed.length;
  const told = done === 0 ? "" : `Changed ${done === 1 ? (proposal.notes.find(({ path }) => !missed.includes(path))?.path ?? "") : counted(done, "note")}. `;
  return missed.length === 0 ? yes(told.trim()) : no(`${told}Not changed, because it was being changed or cannot be written: ${missed.join(", ")}.`);
}

/** By path or by file name. */
function isNamed(path: string, wanted: string): boolean {
  const bare = wanted.normalize("NFC").toLowerCase().replace(/\.md$/, "");
  const own = path.normalize("NFC").toLowerCase().replace(/\.md$/, "");
  return own === bare || own.endsWith(`/${bare}`);
}
