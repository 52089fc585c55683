/**
 * A command line in a flow, as the words that the program is started with. There is no shell: a sign that would mean
 * something to one has to be in single quotes, and is then given to the program as it is.
 */
import { escapeLine } from "../kit/text";

export type CommandLine =
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** A sentence without its full stop. */
  | { readonly kind: "bad"; readonly why: string };

/** A person has to see all of it before they allow it. */
const LONGEST = 500;
const OF_SHELLS = /[|&;<>()$`*?~{}[\]!#\\^%]/;

export function readCommandLine(line: string): CommandLine {
  if (line.length > LONGEST)
    return bad(`it has more than ${String(LONGEST)} characters; put it into a script, and name that`);
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const char of line.trim()) {
    if (/[\n\r\0]/.test(char)) return bad("it has more than one line");
    if (quote !== null) {
      if (char === quote) quote = null;
      else if (quote === '"' && /[$`\\!%]/.test(char)) return bad(sayOfShell(char));
      else word = `${word ?? ""}${char}`;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (OF_SHELLS.test(char)) return bad(sayOfShell(char));
    else word = `${word ?? ""}${char}`;
  }
  if (quote !== null) return bad("a quote in it is never closed");
  if (word !== null) words.push(word);
  const [program = ""] = words;
  if (program === "") return bad("it names no program");
  if (/^\w+=/.test(program)) return bad("it has to begin with the program");
  return { kind: "words", words };
}

function bad(why: string): CommandLine {
  return { kind: "bad", why };
}

function sayOfShell(char: string): string {
  return `no shell reads it, so “${char}” has to be in single quotes; or put the line into a script, and name that`;
}

/** More than any command takes, spelled out. */
const MOST_SHOWN = 250_000;

/** On one line whatever the words hold, each as it is given to the program. */
export function sayWords(words: readonly string[]): string {
  return escapeLine(
    words.map((each) => (/^[\w./:@=,+-]+$/.test(each) ? each : quoted(each))).join(" "),
    MOST_SHOWN,
  );
}

/** Each space is told, also one beside another. */
function quoted(word: string): string {
  return JSON.stringify(word).replace(/ (?= )/g, "\\u0020");
}
