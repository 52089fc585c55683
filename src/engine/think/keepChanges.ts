/** Keeps what changed in the project of a program: in a file of the plan’s work folder, and for the work notes. */
import { hashText } from "../../kit/hash";
import { counted } from "../../kit/numbers";
import { folderOf, nameOf, plainPath } from "../../kit/path";
import type { FolderChanges } from "../../kit/ports/programs";
import { changesFile } from "../../flow/changesFile";
import { readLineId } from "../../flow/lineId";
import type { Plan } from "../../note/plan/plan";
import { addChanges, tellChanges } from "../../agent/outside/changes";
import { isKept, workFolder } from "../../agent/place";
import type { EntryOf } from "../../agent/entry";
import type { Context } from "../perform/context";

export interface Changed {
  readonly plan: Plan;
  /** Block id of the step, and its name for people. */
  readonly step: string;
  readonly called: string;
  /** Absolute. */
  readonly project: string;
  readonly changes: FolderChanges;
  /** The program ended well. */
  readonly isWhole: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export type Kept = Pick<EntryOf<"failed">, "changes" | "wrote">;

/** A sentence for the person, with a space before it; empty where nothing changed. */
export function sayKept({ changes, wrote }: Kept): string {
  if (changes === undefined) return "";
  const { files, more = 0, project } = changes;
  const where =
    wrote === undefined ? "the work notes list them" : `see “${nameOf(wrote.path)}” in its work folder`;
  return ` Since it began, ${counted(files.length + more, "file")} changed in the project ${project}: ${where}.`;
}

/** Nothing where nothing changed. Where the file cannot be written, the list alone is kept. */
export async function keepChanges(
  { plan, step, called, project, changes, isWhole, at }: Changed,
  { vault, settings, host }: Pick<Context, "vault" | "settings" | "host">,
): Promise<Kept> {
  const line = readLineId(step);
  // A project may be the vault, or hold it: there, Planwright has written meanwhile.
  const within = `${plainPath(host.vault)}/`;
  const files = changes.files.filter(({ path }) => {
    const whole = plainPath(`${project}/${path}`);
    return !whole.startsWith(within) || !isKept(whole.slice(within.length), settings);
  });
  const told = tellChanges({ ...changes, files }, { project, isWhole, at });
  if (told === null || line === null) return {};
  const path = `${workFolder(settings, plan)}/${changesFile(line)}`;
  const first = addChanges(null, called, told.section);
  await vault.makeFolder(folderOf(path));
  const created = await vault.create(path, first);
  if (created.kind === "created") return { changes: told.changes, wrote: { path, hash: hashText(first) } };
  let text = "";
  const changed = await vault.change(path, (before) => (text = addChanges(before, called, told.section)));
  return changed.kind === "changed"
    ? { changes: told.changes, wrote: { path, hash: hashText(text) } }
    : { changes: told.changes };
}
