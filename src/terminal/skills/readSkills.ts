/** The verbs `skills` and `skills show`, which change nothing. `skills eject` is a command of the engine. */
import { notesOf, sayUnknownSkill } from "../../engine/commands/flow/eject";
import { findSkills } from "../../engine/commands/flow/findSkills";
import { offerSkills } from "../../engine/commands/flow/offerSkills";
import type { Ports } from "../../engine/perform/ports";
import { faultsOf, type SkillNote } from "../../flow/skill/skillNote";
import type { FlowFault } from "../../flow/flow";
import { escapeLine, escapeInvisibleLines } from "../../kit/text";
import type { Settings } from "../../settings/settings";
import { callSkill, type OfferedSkill, type OfferedSkills } from "../../overview/flow/offered";
import { json } from "../json";
import type { Output } from "../streams";
import type { Call } from "../words";

/** Answers the exit code, or a sentence that says why it cannot be done. */
export async function readSkills(
  { verb, words: [name = ""], json: asJson }: Pick<Call, "verb" | "words" | "json">,
  { ports, settings }: { readonly ports: Ports; readonly settings: Settings },
  { out }: Pick<Output, "out">,
): Promise<number | string> {
  if (verb === "skills list") {
    const offered = await offerSkills(ports, settings);
    out(asJson ? json(offered) : tellSkills(offered));
    return 0;
  }
  const { notes } = await findSkills(ports, settings);
  const [found, ...hidden] = notesOf(name, notes);
  if (found === undefined) return sayUnknownSkill(name, notes);
  out(asJson ? json({ ...found, hides: hidden.map(({ where }) => where) }) : tellSkill(found, hidden));
  return 0;
}

function tellSkills({ skills, unused, asides }: OfferedSkills): string {
  return [
    ...skills.map(tellLine),
    ...(unused === 0 ? [] : [`The folders of the settings have ${String(unused)} more, which no flow uses.`]),
    ...asides.map((each) => escapeLine(each, 400)),
  ]
    .map((each) => `${each}\n`)
    .join("");
}

function tellLine(skill: OfferedSkill): string {
  const { where, about, hides, usedBy, unused } = skill;
  const hidden = hides.length === 0 ? "" : `, hides ${hides.map(sayWhere).join(" and ")}`;
  return [
    `${callSkill(skill)}: ${escapeLine(where, 300)}${hidden}`,
    ...(about === null ? [] : [`  ${escapeLine(about, 200)}`]),
    ...(usedBy.length === 0 ? [] : [`  Used by ${usedBy.join(", ")}`]),
    ...(unused === null ? [] : [`  ${escapeLine(unused, 200)}`]),
    ...tellFaults(faultsOf(skill)),
  ].join("\n");
}

function tellSkill(note: SkillNote, hidden: readonly SkillNote[]): string {
  return [
    `${callSkill(note)}: ${escapeLine(note.where, 300)}`,
    ...hidden.map(({ where }) => `Hides ${sayWhere(where)}`),
    ...tellFaults(faultsOf(note)),
    "",
    escapeInvisibleLines(note.words),
    "",
  ].join("\n");
}

function sayWhere(where: string): string {
  return where === "built in" ? "the built-in one" : escapeLine(where, 300);
}

function tellFaults(faults: readonly FlowFault[]): readonly string[] {
  return faults.map(({ line, says }) => `  Note, line ${String(line)}: ${escapeLine(says, 400)}`);
}
