/** What a command would change, line by line, and the words that do exactly that. */
import type { Wanted } from "../desk/command";
import type { Desk } from "../desk/desk";
import { plain, reveal } from "../kit/text";
import type { NoteChange, Proposal } from "../proposal/proposal";
import { showChange } from "../proposal/show";
import type { Call } from "./words";

/** With its code it is done; without, it is shown. */
export function isPreview({ verb, words }: Pick<Call, "verb" | "words">): boolean {
  return isProposal({ verb }) && words.length < 2;
}

export function isProposal({ verb }: Pick<Call, "verb">): boolean {
  return verb === "repair" || verb === "convert";
}

export function wantedOf({ verb, words: [word = "all"], hands }: Pick<Call, "verb" | "words" | "hands">): Wanted {
  const note = word === "all" ? null : word;
  return verb === "convert" ? { kind: "convert", note, hands } : { kind: "repair", note };
}

/** A sentence where there is nothing to show. */
export async function preview(call: Call, desk: Desk): Promise<{ readonly proposal: Proposal; readonly text: string } | string> {
  const proposal = await desk.propose(wantedOf(call));
  if (typeof proposal === "string") return proposal;
  const { notes, left, code } = proposal;
  const told = [...notes.map(tellNote), ...left.map((each) => `${plain(each, 300)}\n`)];
  const [only] = notes;
  const which = call.words[0] === undefined || call.words[0] === "all" || only === undefined || notes.length > 1 ? (call.words[0] ?? "all") : only.path;
  const how = reveal(which) === which ? `To change ${notes.length === 1 ? "this note" : "these notes"} so: planwright ${call.verb} ${quoteWord(which)} ${code}${call.hands ? " --hands" : ""}` : "Its name holds characters that cannot be seen; rename it first";
  return { proposal, text: `${told.join("\n")}\nNothing was changed. ${how}\n` };
}

function tellNote({ path, lines, said = [] }: NoteChange): string {
  const shown = lines.flatMap((each) => {
    const { at, lines: [first = "", ...rest] } = showChange(each);
    return [`  ${at}  ${first}`, ...rest.map((line) => `${" ".repeat(at.length + 4)}${line}`)];
  });
  return `${[plain(path, 300), ...said.map((each) => `  ${plain(each, 300)}`), ...shown].join("\n")}\n`;
}

/** A word as a shell takes it. */
function quoteWord(word: string): string {
  return /^[\w./][\w./-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
