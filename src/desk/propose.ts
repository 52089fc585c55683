/** What a person can have shown before it is done: worked out from the notes as they are, and worked out once more when they agree. */
import { hashText } from "../kit/hash";
import { planKey } from "../kit/ids";
import { count, counted } from "../world/describe";
import { convertNote } from "../proposal/convert";
import { makeProposal, type NoteChange, type Proposal } from "../proposal/proposal";
import { repairNote } from "../proposal/repair";
import { parsePlan } from "../plan/parse";
import type { Wanted, WantedChange } from "../world/command";
import { candidates, WHICH } from "../world/wanted";
import type { World } from "../world/world";
import type { Bench } from "./bench";
import { change } from "./change";
import { no, yes, type Obeyed } from "./command";
import { meaning } from "./find";
import { makePlan, proposePlan } from "./planNote";

/** Told one by one where nothing can be shown. */
const FEW = 5;

/** A sentence where there is nothing to show. Writes nothing. */
export async function propose(wanted: Wanted, world: World, bench: Pick<Bench, "vault" | "settings">): Promise<Proposal | string> {
  if (wanted.kind === "plan") return await proposePlan(wanted, world, bench);
  const paths = candidates(wanted.kind, world);
  const { note } = wanted;
  const chosen = note === null ? paths : paths.filter((path) => isNamed(path, note));
  if (paths.length === 0) return `There is no note ${WHICH[wanted.kind]}.`;
  if (note !== null && chosen.length === 0) return await whyNot(note, wanted, paths, bench);
  const taken = new Set([...world.catalog.all(), ...world.catalog.archived()].map(({ key }) => key));
  const notes: NoteChange[] = [];
  const left: string[] = [];
  for (const path of chosen) {
    const reading = await bench.vault.read(path);
    const made = reading.kind === "text" ? make(wanted, path, reading.text, taken) : { kind: "none" as const, why: "cannot be read now" };
    if (made.kind === "none") left.push(`${path} ${made.why}.`);
    else {
      notes.push(made.change);
      const after = parsePlan(path, made.change.text);
      if (after.kind === "plan") taken.add(planKey(after.plan.taskId));
    }
  }
  if (notes.length > 0) return makeProposal(notes, left);
  return `${left.length === 1 ? "" : `None of ${counted(left.length, "note")} can be changed by rule. `}${left.slice(0, FEW).join(" ")}${left.length > FEW ? ` And ${count(left.length - FEW)} more.` : ""}`;
}

function make(wanted: WantedChange, path: string, text: string, taken: ReadonlySet<string>): ReturnType<typeof convertNote> {
  return wanted.kind === "repair" ? repairNote(path, text) : convertNote(path, text, { hands: wanted.hands, taken });
}

/** One that is there and is not one of those says itself why. */
async function whyNot(note: string, wanted: WantedChange, paths: readonly string[], bench: Pick<Bench, "vault">): Promise<string> {
  const path = note.toLowerCase().endsWith(".md") ? note : `${note}.md`;
  const reading = await bench.vault.read(path);
  const made = reading.kind === "text" ? make(wanted, path, reading.text, new Set()) : null;
  if (made?.kind === "none") return `${path} ${made.why}.`;
  return `“${note}” is not one of the notes ${WHICH[wanted.kind]}: ${paths.slice(0, FEW).join(", ")}${paths.length > FEW ? ` and ${count(paths.length - FEW)} more` : ""}.`;
}

/** Makes what was shown, if it is still what would be shown. Each note is changed on the bytes it was worked out on, or not at all. */
export async function agree(wanted: Wanted, code: string, world: World, bench: Bench): Promise<Obeyed> {
  const proposal = await propose(wanted, world, bench);
  if (typeof proposal === "string") return no(proposal);
  if (proposal.code !== code) return no("This code does not stand for what would be changed now: the notes have changed since it was shown, or it was shown for other notes or with other words. Look at it once more.");
  if (wanted.kind === "plan") return await makePlan(wanted, world, bench);
  const missed: string[] = [];
  for (const note of proposal.notes) {
    const result = await change(note.path, (text) => (hashText(text) === note.hash ? note.text : null), bench);
    if (result.kind !== "done") missed.push(note.path);
  }
  const done = proposal.notes.length - missed.length;
  const told = done === 0 ? "" : `Changed ${done === 1 ? (proposal.notes.find(({ path }) => !missed.includes(path))?.path ?? "") : counted(done, "note")}. ${wanted.kind === "convert" ? "Set the status of a draft to Active when it may begin. " : ""}`;
  return missed.length === 0 ? yes(told.trim()) : no(`${told}Not changed, because it was being changed or cannot be written: ${missed.join(", ")}.`);
}

/** By path, file name or link. */
function isNamed(path: string, wanted: string): boolean {
  return meaning(wanted)({ key: "", path }) === "exactly";
}
