/** What a person can have shown before it is done: worked out from the notes as they are, and worked out once more when they agree. */
import { hashText } from "../kit/hash";
import { count, counted } from "../world/describe";
import { makeProposal, type NoteChange, type Proposal } from "../proposal/proposal";
import { repairNote } from "../proposal/repair";
import type { Wanted } from "../world/command";
import type { World } from "../world/world";
import type { Bench } from "./bench";
import { change } from "./change";
import { no, yes, type Obeyed } from "./command";

/** A sentence where there is nothing to show. Writes nothing. */
export async function propose(wanted: Wanted, world: World, bench: Pick<Bench, "vault">): Promise<Proposal | string> {
  const paths = unreadable(world);
  const chosen = wanted.note === null ? paths : paths.filter((path) => isNamed(path, wanted.note ?? ""));
  if (paths.length === 0) return "There is no note with properties that cannot be read.";
  if (chosen.length === 0) return `“${wanted.note ?? ""}” is not one of the notes with properties that cannot be read: ${paths.slice(0, 5).join(", ")}${paths.length > 5 ? ` and ${count(paths.length - 5)} more` : ""}.`;
  const notes: NoteChange[] = [];
  const left: string[] = [];
  for (const path of chosen) {
    const reading = await bench.vault.read(path);
    const repair = reading.kind === "text" ? repairNote(path, reading.text) : { kind: "none" as const, why: "cannot be read now" };
    if (repair.kind === "change") notes.push(repair.change);
    else left.push(`${path} ${repair.why}.`);
  }
  const [first] = left;
  return notes.length === 0 && first !== undefined ? (left.length === 1 ? first : `None of ${counted(left.length, "note")} can be put right by rule. The first: ${first}`) : makeProposal(notes, left);
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

function unreadable({ problems }: World): string[] {
  return [...new Set(problems.filter(({ kind }) => kind === "broken-yaml").map(({ path }) => path))].sort();
}

/** By path or by file name. */
function isNamed(path: string, wanted: string): boolean {
  const bare = wanted.normalize("NFC").toLowerCase().replace(/\.md$/, "");
  const own = path.normalize("NFC").toLowerCase().replace(/\.md$/, "");
  return own === bare || own.endsWith(`/${bare}`);
}
