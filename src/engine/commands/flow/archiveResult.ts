/** Puts a note with the result of a flow into the archive of results, as it is. */
import { RESULT_ARCHIVE, type ResultNote } from "../../../flow/result/resultNote";
import { nameOf } from "../../../kit/path";
import { escapeLine } from "../../../kit/text";
import { pathOf } from "../../../settings/settings";
import type { World } from "../../../rules/world";
import type { Context } from "../../perform/context";
import { relocate } from "../../perform/relocate";
import { no, told, type Obeyed } from "../../perform/replies";

export async function archiveResult(which: string, world: World, context: Context): Promise<Obeyed> {
  const note = findResult(which, world);
  if (typeof note === "string") return no(note);
  const folder = `${pathOf(context.settings, "reasoning")}${RESULT_ARCHIVE}`;
  const made = await context.vault.makeFolder(folder);
  if (made.kind === "refused") return no(`The folder could not be made: ${made.why}`);
  return told(
    await relocate(note.path, `${folder}/${nameOf(note.path)}`, context),
    `Archived: the note is in ${folder}.`,
  );
}

/** By path, file name or title; a sentence where it is none, or several. */
export function findResult(which: string, { results }: Pick<World, "results">): ResultNote | string {
  const wanted = bare(which);
  const found = results.filter(
    ({ path, title }) => bare(path) === wanted || bare(nameOf(path)) === wanted || bare(title) === wanted,
  );
  const [first, second] = found;
  if (first === undefined)
    return `There is no result of a flow “${escapeLine(which, 100)}”. “planwright reasoning list” has them.`;
  return second === undefined
    ? first
    : `“${escapeLine(which, 100)}” is several: ${found.map(({ path }) => escapeLine(path, 120)).join(", ")}. Say which.`;
}

function bare(text: string): string {
  return text
    .normalize("NFC")
    .trim()
    .replace(/^\[\[|\]\]$/g, "")
    .replace(/\.md$/i, "")
    .toLowerCase();
}
