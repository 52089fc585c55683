/**
 * The skills and preambles that there are, those that count first: notes of the vault, the person’s own folder, the
 * folders that the settings name, and those that are built in.
 */
import { SKILLS } from "../../../flow/library/skills";
import { readSkill, type SkillName, type SkillNote, type SkillPlace } from "../../../flow/skill/skillNote";
import type { Shelf, ShelfOpening } from "../../../ports/shelf";
import type { VaultPort } from "../../../ports/vault";
import { pathOf, type Settings } from "../../../settings/settings";
import type { Ports } from "../../perform/ports";
import { listSkills } from "../../scan/skillFiles";

export interface FoundSkills {
  /** In the order in which they count. */
  readonly notes: readonly SkillNote[];
  /** Sentences on folders that cannot be read, or are not there. */
  readonly asides: readonly string[];
}

export type SkillPorts = Pick<Ports, "vault" | "shelf">;

/** Files of one folder that are looked at. */
const MOST = 500;

export async function findSkills({ vault, shelf }: SkillPorts, settings: Settings): Promise<FoundSkills> {
  const asides: string[] = [];
  const own = await notesOf(vault, pathOf(settings, "skills"), "vault", (path) => path, asides);
  const outside: SkillNote[] = [];
  const take = async (opening: ShelfOpening, place: SkillPlace): Promise<void> => {
    if (opening.kind === "refused") asides.push(opening.why);
    else if (opening.kind === "open") outside.push(...(await onShelf(opening.shelf, place, asides)));
    // A person may have no folder of their own.
    else if (place === "folder")
      asides.push(`${opening.where}, which the settings name, is not on this device.`);
  };
  if (shelf !== undefined) {
    await take(await shelf.own("skills"), "user");
    for (const path of settings.skill_folders) await take(await shelf.folder(path), "folder");
  } else if (settings.skill_folders.length > 0)
    asides.push("Folders outside the vault are not read on this device.");
  return { notes: [...own, ...outside, ...BUILT_IN], asides };
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

async function onShelf(shelf: Shelf, place: SkillPlace, asides: string[]): Promise<readonly SkillNote[]> {
  return await notesOf(shelf, "", place, (path) => `${shelf.where}/${path}`, asides);
}

async function notesOf(
  from: Pick<VaultPort, "list" | "read">,
  folder: string,
  place: SkillPlace,
  where: (path: string) => string,
  asides: string[],
): Promise<readonly SkillNote[]> {
  const { files, why } = await listSkills(from, folder, place !== "vault");
  if (why !== null) asides.push(why);
  if (files.length > MOST)
    asides.push(`${where("")} holds more than ${String(MOST)} skills; the others are passed over.`);
  const notes: SkillNote[] = [];
  for (const { path, ...name } of files.slice(0, MOST)) {
    const reading = await from.read(path);
    if (reading.kind === "absent") continue;
    const note = readSkill(
      name,
      place,
      where(path),
      reading.kind === "text" ? reading.text : { why: reading.why },
    );
    const before = notes.find((each) => each.kind === note.kind && each.name === note.name);
    const says = `${before?.where ?? ""} is ${saySkill(note)}, too, and that one counts. Rename one.`;
    notes.push(
      before === undefined
        ? note
        : { ...note, isDouble: true, warnings: [...note.warnings, { line: 1, says }] },
    );
  }
  return notes;
}

export function saySkill({ kind, name }: SkillName): string {
  return kind === "skill" ? `the skill “${name}”` : `the preamble of “${name}”`;
}
