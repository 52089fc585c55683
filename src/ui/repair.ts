/** Properties that cannot be read: what would put them right, line by line, and a button that does exactly that. */
import { showLine as showOfNote } from "../proposal/show";
import type { NoteChange, Proposal } from "../proposal/proposal";
import { counted } from "../world/describe";
import type { Wanted } from "../world/command";
import type { World } from "../world/world";
import { openDialog } from "./dialog";
import type { Door } from "./door";
import { pick } from "./pick";
import { showLine, showText } from "./text";

const ALL = "All of them";

/** Paths of notes with properties that cannot be read, the open one alone where it is one. */
export function repairable(world: World, open: string | null): readonly string[] {
  const found = [...new Set(world.problems.filter(({ kind }) => kind === "broken-yaml").map(({ path }) => path))].sort();
  return open !== null && found.includes(open) ? [open] : found;
}

export function repair(door: Door, world: World, open: string | null): void {
  const paths = repairable(world, open);
  if (paths.length === 0) door.say("There is no note with properties that cannot be read.");
  pick(door.app, paths.length > 1 ? [ALL, ...paths] : paths, (each) => each, "Which note?", (each) => void show(door, { kind: "repair", note: each === ALL ? null : each }));
}

async function show(door: Door, wanted: Wanted): Promise<void> {
  const proposal = await door.propose(wanted);
  if (typeof proposal === "string") {
    door.say(proposal);
    return;
  }
  const { notes, code } = proposal;
  openDialog(door.app, {
    title: `Repair ${counted(notes.length, "note")}?`,
    fill: (content) => fill(content, proposal),
    buttons: [{ label: notes.length === 1 ? "Change this note" : `Change these ${counted(notes.length, "note")}`, kind: "main", run: () => door.obey({ kind: "agree", wanted, code }) }],
  });
}

function fill(content: HTMLElement, { notes, left }: Proposal): void {
  showLine(content, "Only these lines are changed; every other byte stays as it is.");
  for (const note of notes) showChange(content, note);
  for (const each of left) showLine(content, each);
}

function showChange(content: HTMLElement, { path, lines }: NoteChange): void {
  content.createEl("h4", { text: path });
  const shown = lines.flatMap(({ line, was, becomes }) => [`Line ${String(line)}`, `- ${showOfNote(was)}`, ...becomes.map((each) => `+ ${showOfNote(each)}`)]);
  showText(content, shown.join("\n"));
}
