/** Files with skills and preambles in one folder, those that count first. */
import { asName, fileOfSkill, skillNameOf, type SkillName } from "../../flow/skill/skillNote";
import { nameOf } from "../../kit/path";
import type { VaultPort } from "../../kit/ports/vault";

export interface SkillFile extends SkillName {
  readonly path: string;
}

export interface SkillFolder {
  readonly files: readonly SkillFile[];
  /** A sentence: why the folder cannot be listed; null where it can, or is not there. */
  readonly why: string | null;
}

/**
 * Of two files of one name, the plainer spelling counts. `deep`: a folder with a `SKILL.md` is a skill, too, as other
 * programs keep theirs.
 */
export async function listSkills(
  from: Pick<VaultPort, "list">,
  folder: string,
  deep = false,
): Promise<SkillFolder> {
  const listing = await from.list(folder, "names");
  if (listing.kind !== "folder")
    return { files: [], why: listing.kind === "unreadable" ? listing.why : null };
  const files = listing.entries.flatMap(({ name: entry, kind }): readonly SkillFile[] => {
    const path = folder === "" ? entry : `${folder}/${entry}`;
    const asFile = skillNameOf(entry);
    if (asFile !== null) return kind === "folder" ? [] : [{ ...asFile, path }];
    const asFolder = deep && kind !== "file" ? asName(entry) : null;
    return asFolder === null ? [] : [{ kind: "skill", name: asFolder, path: `${path}/SKILL.md` }];
  });
  return { files: files.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1)), why: null };
}

function rank(file: SkillFile): number {
  return nameOf(file.path) === fileOfSkill(file) ? 0 : 1;
}
