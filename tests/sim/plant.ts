/**
 * Puts a planted bug into the sources. A bug is found by what it is in, never by path or by how the code is laid out:
 * those may change.
 */
import type { Planted } from "./planted";

/** Texts of all source files, by path from the project's folder. */
export type Sources = Readonly<Record<string, string>>;

interface Place {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The files that a row changes, with their new texts. Throws when a text is not there exactly once: the row has to
 * follow the source.
 */
export function plant(row: Planted, sources: Sources): Sources {
  const changed: Record<string, string> = {};
  for (const change of [row, ...(row.also ?? [])]) {
    const found = placesOf(change.find, change.in, { ...sources, ...changed });
    const [place, another] = found;
    if (place === undefined || another !== undefined)
      throw new Error(`“${row.name}”: this is ${String(found.length)} times in ${change.in}: ${change.find}`);
    const before = changed[place.file] ?? sources[place.file] ?? "";
    changed[place.file] = before.slice(0, place.from) + change.with + before.slice(place.to);
  }
  return changed;
}

function placesOf(find: string, name: string, sources: Sources): readonly Place[] {
  const wanted = squeezed(find).text;
  return Object.entries(sources).flatMap(([file, text]) =>
    declarationsOf(name, text).flatMap(({ from, to }) => {
      const { text: code, at } = squeezed(text.slice(from, to));
      const places: Place[] = [];
      for (let found = code.indexOf(wanted); found >= 0; found = code.indexOf(wanted, found + 1)) {
        places.push({
          file,
          from: from + (at[found] ?? 0),
          to: from + (at[found + wanted.length - 1] ?? 0) + 1,
        });
      }
      return places;
    }),
  );
}

/**
 * Where the declarations of this name at the top of a file begin and end. Each begins at the margin and ends before the
 * next thing there.
 */
function declarationsOf(
  name: string,
  text: string,
): readonly { readonly from: number; readonly to: number }[] {
  const begins = new RegExp(
    `^(?:export )?(?:async )?(?:function|const|class|interface|type) ${name}\\b`,
    "gm",
  );
  return [...text.matchAll(begins)].map(({ index }) => {
    const next = /^(?:export |async |function |const |let |class |interface |type |\/\*\*|\/\/)/gm;
    next.lastIndex = index + 1;
    return { from: index, to: next.exec(text)?.index ?? text.length };
  });
}

/**
 * Without what a formatter adds or takes away: white space, and commas behind the last of several. `at` has the place
 * of each character.
 */
function squeezed(text: string): { readonly text: string; readonly at: readonly number[] } {
  const at = [...text.matchAll(/\S/g)]
    .map(({ index }) => index)
    .filter((index) => !(text[index] === "," && /^,\s*[)\]}]/.test(text.slice(index, index + 200))));
  return { text: at.map((index) => text[index]).join(""), at };
}
