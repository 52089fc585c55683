/**
 * The skills and preambles that there are, those that count first: notes of the vault, the person’s own folder, the
 * folders that the settings name, and those that are built in.
 */
import { SKILLS } from "../../../flow/library/skills";
import { readSkill, type SkillName, type SkillNote, type SkillPlace } from "../../../flow/skill/skillNote";
import type { ShelfOpening } from "../../../kit/ports/shelf";
import type { VaultPort } from "../../../kit/ports/vault";
import { pathOf, type Settings } from "../../../settings/settings";
import type { Ports } from "../../perform/ports";
import { listSkills } from "../../scan/skillFiles";

export interface FoundSkills {
  /** In the order in which they count. */
  readonly notes: readonly SkillNote[];
  /** Sentences on folders that cannot be read, or are not there. */
  readonly asides: readonly string[];
  readonly unseen: readonly UnseenFolder[];
}

/** A folder that cannot be looked through, or not to its end. A skill in it would count before some of the notes. */
export interface UnseenFolder {
  readonly where: string;
  /** A sentence. */
  readonly why: string;
  /** The first of the notes that it would count before. */
  readonly before: number;
}

export type SkillPorts = Pick<Ports, "vault" | "shelf">;

/** Files of one folder that are looked at. */
const MOST = 500;

export async function findSkills({ vault, shelf }: SkillPorts, settings: Settings): Promise<FoundSkills> {
  const notes: SkillNote[] = [];
  const asides: string[] = [];
  const unseen: UnseenFolder[] = [];
  const take = (where: string, found: FoundIn): void => {
    notes.push(...found.notes);
    if (found.why === null) return;
    asides.push(found.why);
    unseen.push({ where, why: found.why, before: notes.length });
  };
  const takeShelf = async (opening: ShelfOpening, place: SkillPlace, path: string): Promise<void> => {
    if (opening.kind === "refused") take(path, { notes: [], why: opening.why });
    else if (opening.kind === "open")
      take(opening.shelf.where, await notesIn(opening.shelf, "", place, `${opening.shelf.where}/`));
    // A person may have no folder of their own.
    else if (place === "folder")
      asides.push(`${opening.where}, which the settings name, is not on this device.`);
  };
  const own = pathOf(settings, "skills");
  take(own, await notesIn(vault, own, "vault", ""));
  if (shelf !== undefined) {
    await takeShelf(await shelf.own("skills"), "user", "Your own folder for skills");
    for (const path of settings.skill_folders) await takeShelf(await shelf.folder(path), "folder", path);
  } else if (settings.skill_folders.length > 0)
    asides.push("This device reads no folders outside the vault.");
  return { notes: [...notes, ...BUILT_IN], asides, unseen };
}

const BUILT_IN: readonly SkillNote[] = [...SKILLS].map(([name, { about, words }]) => ({
  kind: "skill",
  name,
  place: "built-in",
  where: "built in",
  words,
  about,
  warnings: [],
  isDouble: false,
  unusable: null,
}));

interface FoundIn {
  readonly notes: readonly SkillNote[];
  /** A sentence: why there may be others; null where these are all. */
  readonly why: string | null;
}

/** `before`: written before their paths. */
async function notesIn(
  from: Pick<VaultPort, "list" | "read">,
  folder: string,
  place: SkillPlace,
  before: string,
): Promise<FoundIn> {
  const { files, why } = await listSkills(from, folder, place !== "vault");
  const notes: SkillNote[] = [];
  for (const { path, ...name } of files.slice(0, MOST)) {
    const reading = await from.read(path);
    if (reading.kind === "absent") continue;
    const text = reading.kind === "text" ? reading.text : { why: reading.why };
    const note = readSkill(name, place, `${before}${path}`, text);
    const other = notes.find((each) => each.kind === note.kind && each.name === note.name);
    const says = `${other?.where ?? ""} is ${saySkill(note)}, too, and that one counts. Rename one.`;
    notes.push(
      other === undefined
        ? note
        : { ...note, isDouble: true, warnings: [...note.warnings, { line: 1, says }] },
    );
  }
  const most = `${before}${folder} holds more than ${String(MOST)} skills; the others are ignored.`;
  return { notes, why: why ?? (files.length > MOST ? most : null) };
}

export function saySkill({ kind, name }: SkillName): string {
  return kind === "skill" ? `the skill “${name}”` : `the preamble of “${name}”`;
}
