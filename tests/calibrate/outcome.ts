/**
 * How a script ended, as one line of text that can be compared: both trees, with what chance and clocks put into names
 * taken out.
 */
export type Files = ReadonlyMap<string, string>;

const COPY = /\.sync-conflict-\d{8}-\d{6}-([A-Z0-9]{7})/;

/**
 * JSON: one object of text by path when all peers hold the same, else an array of such objects in the order of the
 * peers. `nameOf` tells whose device it is that a conflict copy bears the short id of.
 */
export function outcomeOf(trees: readonly Files[], nameOf: (id: string) => string): string {
  const said = trees.map((tree) => treeOf(tree, nameOf));
  const [first] = said.map((tree) => JSON.stringify(tree));
  return JSON.stringify(said.every((tree) => JSON.stringify(tree) === first) ? said[0] : said);
}

function treeOf(files: Files, nameOf: (id: string) => string): Record<string, string> {
  const named = [...files]
    .map(([path, text]) => ({
      path: path.replace(COPY, (_, id: string) => `.sync-conflict-${nameOf(id)}`),
      text,
    }))
    .sort((one, other) => order(one.path, other.path) || order(one.text, other.text));
  const tree: Record<string, string> = {};
  for (const { path, text } of named) {
    let name = path;
    for (let count = 2; name in tree; count += 1) name = `${path} (${count})`;
    tree[name] = text;
  }
  return tree;
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
