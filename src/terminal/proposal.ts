/** What a command would change, line by line, and the words that do exactly that. */
import type { Wanted } from "../desk/command";
import type { Desk } from "../desk/desk";
import { plain, reveal } from "../kit/text";
import type { NoteChange, Proposal } from "../proposal/proposal";
import { showNote } from "../proposal/show";
import { wantedOf } from "../world/wanted";
import { isShownFirst, type Call } from "./words";

/** With its code it is done; without, it is shown. */
export function isPreview({ verb, words }: Pick<Call, "verb" | "words">): boolean {
  return isProposal({ verb }) && words.length < 2;
}

export function isProposal({ verb }: Pick<Call, "verb">): boolean {
  return isShownFirst(verb);
}

/** Null for words that do something at once. */
export function wantedBy({ verb, words: [word = "all"], hands, lines }: Pick<Call, "verb" | "words" | "hands" | "lines">): Wanted | null {
  if (verb === "plan") return { kind: "plan", note: word, lines };
  return isShownFirst(verb) ? wantedOf(verb, word === "all" ? null : word, hands) : null;
}

/** A sentence where there is nothing to show. */
export async function preview(call: Call, desk: Desk): Promise<{ readonly proposal: Proposal; readonly text: string } | string> {
  const wanted = wantedBy(call);
  const proposal = wanted === null ? "Nothing can be shown for this." : await desk.propose(wanted);
  if (typeof proposal === "string") return proposal;
  const { notes, left, code } = proposal;
  const told = [...notes.map(tellNote), ...left.map((each) => `${plain(each, 300)}\n`)];
  if (call.verb === "plan") return { proposal, text: `${told.join("\n")}\nNothing was made. ${command("To make this note", call, call.words[0] ?? "", code)}\n` };
  const [only] = notes;
  const which = call.words[0] === undefined || call.words[0] === "all" || only === undefined || notes.length > 1 ? (call.words[0] ?? "all") : only.path;
  return { proposal, text: `${told.join("\n")}\nNothing was changed. ${command(`To change ${notes.length === 1 ? "this note" : "these notes"} so`, call, which, code)}\n` };
}

/** The words that do what was shown. */
function command(what: string, { verb, hands, lines }: Call, which: string, code: string): string {
  if (reveal(which) !== which) return "Its name holds characters that cannot be seen; rename it first";
  const part = lines === null ? "" : ` --lines ${String(lines.from)}-${String(lines.to)}`;
  return `${what}: planwright ${verb} ${quoteWord(which)} ${code}${hands ? " --hands" : ""}${part}`;
}

function tellNote(note: NoteChange): string {
  const { path, hash, text, said = [] } = note;
  const whole = hash === "" ? ["", ...text.trimEnd().split("\n").map((line) => `  ${reveal(line)}`.trimEnd())] : [];
  const shown = showNote(note).flatMap(({ at, lines: [first = "", ...rest] }) => {
    return [`  ${at}  ${first}`, ...rest.map((line) => `${" ".repeat(at.length + 4)}${line}`)];
  });
  const apart = whole.length > 0 && shown.length > 0 ? [""] : [];
  return `${[plain(path, 300), ...said.map((each) => `  ${plain(each, 300)}`), ...whole, ...apart, ...shown].join("\n")}\n`;
}

/** A word as a shell takes it. */
function quoteWord(word: string): string {
  return /^[\w./][\w./-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
