/** The skills and preambles as the faces show them: where each is from, what it hides, what uses it, what is wrong. */
import { hasAgent, skillOf } from "../../../flow/flow";
import { counting, type SkillName, type SkillNote } from "../../../flow/skill/skillNote";
import { nearest } from "../../../kit/nearest";
import type { Settings } from "../../../settings/settings";
import type { OfferedSkill, OfferedSkills } from "../../../overview/flow/offered";
import { findFlows, type FoundFlow } from "./findFlows";
import { findSkills, type SkillPorts } from "./findSkills";

export async function offerSkills(ports: SkillPorts, settings: Settings): Promise<OfferedSkills> {
  const found = await findSkills(ports, settings);
  const { notes, asides } = found;
  const flows = await findFlows(ports, settings, found);
  const uses = flows.flatMap(usesOf);
  const counts = counting(notes);
  const all = notes.flatMap((note): readonly OfferedSkill[] => {
    const own = counts.find((each) => each.note === note);
    const { words: _words, isDouble, ...said } = note;
    if (own === undefined && !isDouble) return [];
    const usedBy = own === undefined ? [] : uses.filter((each) => isSame(each, note)).map(({ flow }) => flow);
    return [
      {
        ...said,
        hides: own?.hides.map(({ where }) => where) ?? [],
        usedBy: [...new Set(usedBy)],
        unused: isDouble || usedBy.length > 0 ? null : sayUnused(note, uses),
      },
    ];
  });
  const isShown = ({ place, usedBy, hides }: OfferedSkill): boolean =>
    place !== "folder" || usedBy.length > 0 || hides.length > 0;
  return { skills: all.filter(isShown), unused: all.filter((each) => !isShown(each)).length, asides };
}

interface Use extends SkillName {
  readonly flow: string;
}

function usesOf({ name: flow, flow: read }: FoundFlow): readonly Use[] {
  if (read === null) return [];
  return read.steps
    .filter(hasAgent)
    .flatMap((step): readonly Use[] => [
      ...(read.skills.has(skillOf(step)) ? [] : [{ flow, kind: "skill" as const, name: skillOf(step) }]),
      ...(step.agent === undefined ? [] : [{ flow, kind: "preamble" as const, name: step.agent }]),
    ]);
}

function isSame(a: SkillName, b: SkillName): boolean {
  return a.kind === b.kind && a.name === b.name;
}

/** Built-in ones are there to be used; a person’s own that nothing uses is likely misspelt. */
function sayUnused(note: SkillNote, uses: readonly Use[]): string | null {
  if (note.place !== "vault" && note.place !== "user") return null;
  const near = nearest(
    note.name,
    uses.filter(({ kind }) => kind === note.kind).map(({ name }) => name),
  );
  return `No flow uses it${near === null ? " yet." : `. Did you mean “${near}”?`}`;
}
