/** Of the notes of a vault, what Planwright wrote: whole notes, and the lines it put into notes of a person. */
import type { Stage } from "./stage";

export interface Written {
  /** The same for a note in a scene and in its quiet twin, although names are made of texts. */
  readonly key: string;
  readonly path: string;
  readonly text: string;
}

export function written(stage: Stage): Written[] {
  const given = [...stage.given];
  return Object.entries(stage.vault.files()).flatMap(([path, text]): Written[] => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const request = /_([0-9a-f]{8}(?:_receipt)?)\.md$/.exec(name)?.[1];
    const at = given.findIndex(
      ([each]) => each === path || (request !== undefined && each.endsWith(`/${name}`)),
    );
    const before = given[at]?.[1];
    if (before === undefined) {
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      return [{ key: request === undefined ? path : `${folder}${request}`, path, text: ours(text) }];
    }
    return request !== undefined || before === text
      ? []
      : [{ key: `given ${String(at)}`, path, text: added(before, text) }];
  });
}

/** Our part of a note: the text behind this heading is the person's. */
function ours(text: string): string {
  const at = text.indexOf("\n## Your note\n");
  return at < 0 ? text : text.slice(0, at + 1);
}

/**
 * The lines that are new, as a note of their own. A box that was ticked or a block id after a step leave the words a
 * person's.
 */
function added(before: string, after: string): string {
  const left = new Map<string, number>();
  for (const line of before.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  const bare = (line: string): string =>
    line.replace(/^([-*+] \[).\]/, "$1 ]").replace(/ \^s-[a-z0-9]+$/, "");
  const known = new Set([...left.keys()].map(bare));
  const isNew = (line: string): boolean => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0 && !(/^[-*+] \[.\]/.test(line) && known.has(bare(line)));
  };
  const lines = after.split("\n");
  const end = lines.indexOf("---", 1);
  const fresh = lines.map(isNew);
  const take = (from: number, to: number): string =>
    lines
      .slice(from, to)
      .filter((_line, at) => fresh[from + at] === true)
      .join("\n");
  return `---\n${take(1, end)}\n---\n\n${take(end + 1, lines.length)}\n`;
}

/** How many steps are ticked. */
export function ticks(text: string): number {
  return text.split("\n").filter((line) => /^[-*+] \[[xX]\]/.test(line)).length;
}
