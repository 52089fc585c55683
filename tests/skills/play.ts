/**
 * A note that says how to work on plans, taken at its word: its commands, the files that it has one save, the changes,
 * and what it says will be there.
 */
import { fencesOf } from "../docs/page";

export type Act =
  /** One command line. */
  | { readonly kind: "run"; readonly line: string }
  | { readonly kind: "save"; readonly path: string; readonly text: string }
  | {
      readonly kind: "change";
      readonly path: string;
      readonly from: readonly string[];
      readonly to: readonly string[];
    }
  /** Lines of a note. */
  | { readonly kind: "has"; readonly path: string; readonly lines: readonly string[] }
  /** Words in what the last command printed. */
  | { readonly kind: "prints"; readonly words: readonly string[] };

/** In the order of the note. A block that nothing announces is an error. */
export function actsIn(note: string): readonly (Act & { readonly heading: string })[] {
  let from = 0;
  return fencesOf(note).flatMap(({ language, text }) => {
    const at = note.indexOf(`${language}\n${text}`, from);
    const before = note.slice(0, at);
    from = at + text.length;
    const heading = /(?:^#{2,3} (.*)$)(?![\s\S]*^#{2,3} )/m.exec(before)?.[1] ?? "";
    const said =
      before
        .replace(/`{3,}$/, "")
        .trimEnd()
        .split("\n")
        .at(-1) ?? "";
    const path = [...said.matchAll(/`([^`\s][^`]*\.\w+)`/g)].at(-1)?.[1] ?? "";
    const lines = text.split("\n").filter((line) => line !== "");
    const act = (): readonly Act[] => {
      if (language === "sh") return lines.map((line) => ({ kind: "run", line }));
      if (language === "diff")
        return [{ kind: "change", path, from: marked(lines, "-"), to: marked(lines, "+") }];
      if (language === "text")
        return [/prints:$/.test(said) ? { kind: "prints", words: lines } : { kind: "has", path, lines }];
      if (!/[Ss]ave this as/.test(said))
        throw new Error(`Nothing says what to do with: ${text.slice(0, 60)}`);
      return [{ kind: "save", path, text: text.endsWith("\n") ? text : `${text}\n` }];
    };
    return act().map((each) => ({ ...each, heading }));
  });
}

function marked(lines: readonly string[], sign: string): readonly string[] {
  return lines.filter((line) => line.startsWith(`${sign} `)).map((line) => line.slice(2));
}

/** As a shell takes it: words in double quotes are one. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}
