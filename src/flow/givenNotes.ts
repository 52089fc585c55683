/** The notes that a person gave at the start of a flow: one a line, by path or name, or as a link. */
export function notesIn(value: string): readonly string[] {
  return value
    .split("\n")
    .flatMap((line) => {
      const links = [...line.matchAll(/\[\[([^[\]|#]+)[^[\]]*\]\]/g)].map((match) => match[1] ?? "");
      return links.length === 0 ? [line] : links;
    })
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
