/**
 * The changes that a command would make, line by line or, where there is much, a note in short; and the words that do
 * exactly that.
 */
import type { Wanted } from "../engine/perform/replies";
import type { Engine } from "../engine/engine";
import { escapeLine, escapeInvisible } from "../kit/text";
import { type Brief, briefly, countNotes, SHOWN_WHOLE, showNote, tellLater } from "../note/proposal/brief";
import type { NoteChange, Proposal } from "../note/proposal/proposal";
import { actOn, wantedOf } from "../rules/proposalTargets";
import { optionsOf, quoteWord } from "./paste";
import { isShownFirst, type Call } from "./words";

/** With its code it is done; without, it is shown. */
export function isPreview({ verb, words }: Pick<Call, "verb" | "words">): boolean {
  return isShownFirst(verb) && words.length < 2;
}

/** Null for words that do something at once. */
export function wantedBy({
  verb,
  words: [word = "all"],
  hands,
  lines,
}: Pick<Call, "verb" | "words" | "hands" | "lines">): Wanted | null {
  if (verb === "plan") return { kind: "plan", note: word, lines };
  return isShownFirst(verb) ? wantedOf(verb, word === "all" ? null : word, hands) : null;
}

/** A sentence where there is nothing to show. */
export async function preview(
  call: Call,
  engine: Engine,
  wanted: Wanted | null = wantedBy(call),
): Promise<{ readonly proposal: Proposal; readonly text: string } | string> {
  if (wanted === null) return "Nothing can be shown for this.";
  const proposal = await engine.propose(wanted);
  if (typeof proposal === "string") return proposal;
  const items = briefly(proposal.notes);
  const left = proposal.left.map((each) => `${escapeLine(each, 300)}\n`);
  const known = countNotes(items);
  const isWhole = call.allLines || wanted.note !== null || known <= SHOWN_WHOLE;
  const apart = items.some(({ beneath }) => beneath.length > 0) ? "\n" : "";
  const shown = isWhole
    ? [...proposal.notes.map(tellNote), ...left]
    : [items.map(tellBriefly).join(apart), ...(left.length === 0 ? [] : [left.join("")]), howWhole(call)];
  const later = tellLater(proposal.notes);
  if (later !== "") shown.push(`${later}\n`);
  return { proposal, text: `${shown.join("\n")}\n${howToAgree(call, wanted, proposal, known)}` };
}

/** The code stands for every line, shown or not. */
function howToAgree(
  call: Call,
  wanted: Wanted,
  { notes: [only, ...others], code }: Proposal,
  known: number,
): string {
  const [which = "all"] = call.words;
  if (wanted.kind === "plan") return `Nothing was made. ${command("To make this note", call, which, code)}\n`;
  const { does, what } = actOn(wanted.kind);
  const named = which !== "all" && only !== undefined && others.length === 0 ? only.path : which;
  return `Nothing was changed. ${command(`To ${does} ${known === 1 ? `this ${what}` : `these ${what}s`} so`, call, named, code)}\n`;
}

function tellBriefly({ path, becomes, said, beneath }: Brief): string {
  const remarks = said.length === 0 ? [] : [said.map((each) => escapeLine(each, 300)).join(" ")];
  const under = [...remarks, ...beneath.map((each) => escapeLine(each, 900))];
  return [escapeLine(`${path} → ${becomes}`, 900), ...under.map((each) => `  ${each}`)]
    .map((each) => `${each}\n`)
    .join("");
}

function howWhole(call: Call): string {
  const { verb, hands } = call;
  const options = optionsOf(call);
  const sign = hands ? " --hands" : "";
  return `This is a summary. One of them line by line: planwright ${verb} NOTE${sign}${options}; all of them: planwright ${verb} all${sign} --all-lines${options}\n`;
}

/** The words that do what was shown. */
function command(what: string, call: Call, which: string, code: string): string {
  const { verb, hands, lines } = call;
  if (escapeInvisible(which) !== which) return "Its name has invisible characters; rename it first";
  const part = lines === null ? "" : ` --lines ${String(lines.from)}-${String(lines.to)}`;
  return `${what}: planwright ${verb} ${quoteWord(which)} ${code}${hands ? " --hands" : ""}${part}${optionsOf(call)}`;
}

function tellNote(note: NoteChange): string {
  const { path, hash, text, said = [] } = note;
  const whole =
    hash === ""
      ? [
          "",
          ...text
            .trimEnd()
            .split("\n")
            .map((line) => `  ${escapeInvisible(line)}`.trimEnd()),
        ]
      : [];
  const shown = showNote(note).flatMap(({ at, lines: [first = "", ...rest] }) => {
    return [`  ${at}  ${first}`, ...rest.map((line) => `${" ".repeat(at.length + 4)}${line}`)];
  });
  const apart = whole.length > 0 && shown.length > 0 ? [""] : [];
  return `${[escapeLine(path, 300), ...said.map((each) => `  ${escapeLine(each, 300)}`), ...whole, ...apart, ...shown].join("\n")}\n`;
}
