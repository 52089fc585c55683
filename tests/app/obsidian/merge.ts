/** Merges what a person typed with what others wrote meanwhile, line by line, as the app does with an open note. */
import { diff3MergeRegions } from "node-diff3";

/** `base`: the text that both began with. Where both changed the same lines, lines that one side only added stay. */
export const mergeTexts = (base: string, typed: string, disk: string): string =>
  diff3MergeRegions(linesOf(typed), linesOf(base), linesOf(disk))
    .flatMap((region) => {
      if (region.stable) return region.bufferContent;
      const { aContent, oContent, bContent } = region;
      const written = addedTo(oContent, bContent);
      if (written !== null) return closed(aContent, written);
      const own = addedTo(oContent, aContent);
      return own === null ? aContent : closed(bContent, own);
    })
    .join("");

/** Lines with their ends. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Without its end, the last line of a note would run into what follows. */
const closed = (lines: readonly string[], more: readonly string[]): readonly string[] => {
  const last = lines.at(-1);
  return more.length === 0 || last === undefined || last.endsWith("\n")
    ? [...lines, ...more]
    : [...lines.slice(0, -1), `${last}\n`, ...more];
};

/** What was added to these lines; null where they were changed in another way. */
const addedTo = (base: readonly string[], lines: readonly string[]): readonly string[] | null => {
  const added: string[] = [];
  let at = 0;
  for (const line of lines) {
    if (at < base.length && line === base[at]) at += 1;
    else added.push(line);
  }
  return at === base.length ? added : null;
};
