/**
 * Phrases by which a person says that they want to think something through: “help me think through …”. Such a note is
 * offered the flow for it; nothing is started. Properties, code, comments and addresses say nothing, as with words of
 * tasks, and neither do quotations: they are somebody else’s words.
 */
import { prose } from "./judge";
import { wordsOf } from "./words";

export interface Phrase {
  /** The phrase and where it is, without a full stop. */
  readonly why: string;
  /** The words behind it on its line; the name of the note where there are none. */
  readonly topic: string;
}

/** Finds the first phrase in a note. `name`: without `.md`. */
export type PhraseFinder = (name: string, text: string) => Phrase | null;

const BETWEEN = "[^\\p{L}\\p{N}]{1,5}";
const LONGEST = 300;

export function createPhraseFinder(phrases: readonly string[]): PhraseFinder {
  const all = phrases.flatMap((as) => {
    const words = wordsOf(as).map(({ text }) => text);
    if (words.length === 0) return [];
    const open = as.trim().endsWith("*") ? "[\\p{L}\\p{N}]*" : "";
    return [
      {
        as,
        first: words[0] ?? "",
        pattern: new RegExp(
          `(?:^|[^\\p{L}\\p{N}])${words.join(BETWEEN)}${open}(?![\\p{L}\\p{N}])(.*)$`,
          "isu",
        ),
      },
    ];
  });
  return (name, text) => {
    if (all.length === 0) return null;
    for (const { where, line } of [
      { where: "its name", line: name },
      ...prose(text).filter((each) => !each.isShown),
    ]) {
      const cut = line.slice(0, 2000);
      const low = cut.toLowerCase();
      for (const { as, first, pattern } of all) {
        const match = low.includes(first) ? pattern.exec(cut) : null;
        if (match === null) continue;
        const topic = (match[1] ?? "")
          .replace(/^[^\p{L}\p{N}“"'([]+|\s+$/gu, "")
          .slice(0, LONGEST)
          .trim();
        return { why: `“${as}” in ${where}`, topic: topic === "" ? name : topic };
      }
    }
    return null;
  };
}
