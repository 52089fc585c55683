/** Writes work files for an agent. */
import { hashText } from "../../kit/hash";
import { folderOf, nameOf } from "../../kit/path";
import type { WantedCall } from "../../kit/ports/model";
import { isToldToFix, sayKept, whyNotFixed, writtenBefore } from "../../agent/flow/writtenBefore";
import { workFolder } from "../../agent/place";
import { openKey, turnsOf } from "../../agent/run";
import { sanitizeFile, withoutEscapes } from "../../agent/sanitize";
import type { Arguments } from "../../agent/tools";
import { namedAlike } from "./findNotes";
import { accept, refuse, type Around, type Came } from "./toolCall";

/**
 * A file that is there is replaced only while it is as an agent of this plan wrote it. A second call changes nothing.
 */
export async function writeFile(
  path: string,
  text: string,
  { view, run, context }: Pick<Around, "view" | "run" | "context">,
): Promise<Came> {
  const wrote = { path, hash: hashText(text) };
  const alike = await namedAlike(path, context.vault);
  if (alike !== null)
    return refuse(
      `There is a file called ${alike}, which some computers take for the same. Choose another name.`,
    );
  const done = accept(`Written: ${path}`, { wrote });
  const made = await context.vault.makeFolder(folderOf(path));
  if (made.kind === "refused") return refuse(`The file could not be written: ${made.why}`);
  const created = await context.vault.create(path, text);
  if (created.kind === "created") return done;
  if (created.kind === "refused") return refuse(`The file could not be written: ${created.why}`);
  const before = writtenBefore(path, view.part, view.work.trace);
  const unmended = await whyUnmended(path, text, { view, run, context });
  if (unmended !== null) return refuse(unmended);
  // The beginning of the same text is what a power cut left of it.
  const changed = await context.vault.change(path, (there) =>
    text.startsWith(there) || hashText(there) === before ? text : null,
  );
  if (changed.kind === "changed" || changed.kind === "same") return done;
  return changed.kind === "refused"
    ? refuse(`The file could not be written: ${changed.why}`)
    : refuse(
        sayKept(path, view.part) ??
          "There is a file of this name that no agent of this plan wrote, or that was changed since. Choose another name.",
      );
}

/** Why the agent may not replace the file of its step by this text; null where it may. */
async function whyUnmended(
  path: string,
  text: string,
  { view: { part }, run, context }: Pick<Around, "view" | "run" | "context">,
): Promise<string | null> {
  if (part === null || part.line.isAsk || part.line.attempt === 1 || !part.files.includes(nameOf(path)))
    return null;
  const there = await context.vault.read(path);
  const wasTold = turnsOf(run).some(({ results }) => results.some((each) => isToldToFix(each.text)));
  return there.kind === "text"
    ? whyNotFixed({ ...part, file: nameOf(path) }, there.text, text, wasTold)
    : null;
}

/**
 * Replaces a passage of a file that is there. A second call finds its own work, by the text as it was before, and
 * changes nothing.
 */
export async function editFile(
  { name, old, new: put }: Arguments<"edit_file">,
  { view, run, context }: Pick<Around, "view" | "run" | "context">,
): Promise<Came> {
  const path = `${workFolder(context.settings, view.plan)}/${name}`;
  const there = await context.vault.read(path);
  if (there.kind !== "text") return refuse(`There is no work file “${name}”. write_work_file writes one.`);
  const before = writtenBefore(path, view.part, view.work.trace);
  const hash = hashText(there.text);
  const asBefore = placesIn(name, there.text, put).map((at) => hashText(replaced(name, there.text, at, old)));
  if (before !== undefined && hash !== before && asBefore.includes(before))
    return accept(`Written: ${path}`, { wrote: { path, hash } });
  const [at, second] = placesIn(name, there.text, old);
  if (at === undefined)
    return refuse(`“old” is not in “${name}”. Copy it from the file as it is now, word for word.`);
  return second === undefined
    ? await writeFile(path, replaced(name, there.text, at, put), { view, run, context })
    : refuse(`“old” is in “${name}” more than once. Give more of the words around it.`);
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Places of a passage, as an agent reads it, in the file as it is kept; as many as anybody looks at. */
function placesIn(name: string, kept: string, passage: string): readonly Place[] {
  const read = /\.md$/i.test(name) ? withoutEscapes(kept) : kept;
  // The end in the file of each sign that is read: between two of them, only signs of ours were left out.
  const ends: number[] = [];
  for (let at = 0; at < kept.length && ends.length < read.length; at += 1)
    if (kept[at] === read[ends.length]) ends.push(at + 1);
  const places: Place[] = [];
  for (let at = read.indexOf(passage); at >= 0 && places.length < 50; at = read.indexOf(passage, at + 1))
    places.push({ from: ends[at - 1] ?? 0, to: ends[at + passage.length - 1] ?? kept.length });
  return places;
}

/** The file with other words at a place; all the rest stays as it is. */
function replaced(name: string, kept: string, { from, to }: Place, put: string): string {
  return sanitizeFile(name, `${kept.slice(0, from)}${put}${kept.slice(to)}`);
}

/** Keeps the answer of a plan's own tool as a work file: it is the result of the step. */
export async function keepAnswer(
  came: Came,
  call: WantedCall,
  around: Pick<Around, "view" | "run" | "context">,
): Promise<Came> {
  const { view, run, context } = around;
  if (!came.ok || came.wrote !== undefined || run.tool?.kind === "asks") return came;
  const name = `${call.tool} ${openKey(run, call.id)}.md`;
  const path = `${workFolder(context.settings, view.plan)}/${name}`;
  const { wrote } = await writeFile(path, sanitizeFile(name, came.text), around);
  return wrote === undefined ? came : { ...came, wrote };
}
