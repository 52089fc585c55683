/** Copies a skill or a flow to where a person can change it. Nothing that is there is replaced. */
import { asName, fileOfSkill, type SkillName, type SkillNote } from "../../../flow/skill/skillNote";
import { nearest } from "../../../kit/nearest";
import { escapeLine } from "../../../kit/text";
import { quoteText } from "../../../kit/yaml";
import type { ShelfKind } from "../../../kit/ports/shelf";
import { pathOf } from "../../../settings/settings";
import { sanitizeFile } from "../../../agent/sanitize";
import type { Context } from "../../perform/context";
import { no, yes, type Command, type Obeyed } from "../../perform/replies";
import { findFlows, isMeant } from "./findFlows";
import { findSkills, saySkill } from "./findSkills";
import { sayUnknownFlow } from "./startFlow";

type Eject = Extract<Command, { readonly kind: "eject" }>;

export async function eject({ what, name, to }: Eject, context: Context): Promise<Obeyed> {
  return what === "skill" ? await ejectSkill(name, to, context) : await ejectFlow(name, to, context);
}

async function ejectSkill(wanted: string, to: Eject["to"], context: Context): Promise<Obeyed> {
  const { notes } = await findSkills(context, context.settings);
  const all = notesOf(wanted, notes);
  const [counts] = all;
  if (counts === undefined) return no(sayUnknownSkill(wanted, notes));
  const there = all.find(({ place }) => place === to);
  if (there !== undefined)
    return no(`${there.where} is ${saySkill(counts)} already. Change it there, or move it away first.`);
  if (counts.unusable !== null) return no(`${counts.where} cannot be copied. ${counts.unusable}`);
  const file = fileOfSkill(counts);
  // Words by others come into the vault, sooner or later, where plugins may run what they find.
  const words = counts.place === "folder" ? sanitizeFile(file, counts.words) : counts.words;
  const about = counts.about === null ? "" : `---\ndescription: ${quoteText(counts.about)}\n---\n\n`;
  const put = await putNew("skills", file, `${about}${words}\n`, to, context);
  if (typeof put === "string") return no(put);
  return yes(
    [
      `Copied ${saySkill(counts)} to ${put.where}.`,
      to === "user" && counts.place === "vault"
        ? `In this vault, ${counts.where} still counts.`
        : sayHidden(all.map(({ where }) => where)),
      ...(words !== counts.words ? ["Characters that a plugin could run were made harmless."] : []),
    ].join(" "),
    put.path,
  );
}

async function ejectFlow(wanted: string, to: Eject["to"], context: Context): Promise<Obeyed> {
  const all = await findFlows(context, context.settings);
  const found = all.find((each) => isMeant(each, wanted));
  if (found === undefined) return no(sayUnknownFlow(wanted, all));
  if (found.path !== null)
    return no(`${found.path} is the flow “${found.name}” already. Change it there, or move it away first.`);
  const put = await putNew("flows", `${found.name}.md`, found.text, to, context);
  return typeof put === "string"
    ? no(put)
    : yes(`Copied the flow “${found.name}” to ${put.where}. ${sayHidden([found.where])}`, put.path);
}

/** A sentence where it could not be written. `path`: in the vault. */
async function putNew(
  kind: ShelfKind,
  file: string,
  text: string,
  to: Eject["to"],
  { vault, shelf, settings }: Context,
): Promise<{ readonly where: string; readonly path?: string } | string> {
  if (to === "user") {
    if (shelf === undefined) return "There is no folder of your own on this device.";
    const kept = await shelf.keep(kind, file, text);
    if (kept.kind === "exists") return `${kept.where} exists already and stays as it is.`;
    return kept.kind === "refused" ? kept.why : { where: kept.where };
  }
  const folder = pathOf(settings, kind);
  const path = `${folder}/${file}`;
  const made = await vault.makeFolder(folder);
  if (made.kind === "refused") return made.why;
  const created = await vault.create(path, text);
  if (created.kind === "exists") return `${path} exists already and stays as it is.`;
  return created.kind === "refused" ? created.why : { where: path, path };
}

function sayHidden(hidden: readonly (string | null)[]): string {
  const names = hidden.map((each) => (each === null || each === "built in" ? "the built-in one" : each));
  return names.length === 0 ? "" : `It counts before ${names.join(" and ")}.`;
}

/** Of this name, those that count first. `preamble me` is the preamble of the agent “me”. */
export function notesOf(wanted: string, notes: readonly SkillNote[]): readonly SkillNote[] {
  const agent = /^preamble\s+(.+)$/i.exec(wanted.trim())?.[1];
  const meant: SkillName = {
    kind: agent === undefined ? "skill" : "preamble",
    name: asName(agent ?? wanted.replace(/(?:\.skill)?\.md$/i, "")) ?? "",
  };
  return notes.filter(
    ({ kind, name, where }) => (kind === meant.kind && name === meant.name) || where === wanted,
  );
}

export function sayUnknownSkill(wanted: string, notes: readonly SkillNote[]): string {
  const names = [...new Set(notes.map(({ kind, name }) => (kind === "skill" ? name : `preamble ${name}`)))];
  const near = nearest(wanted, names);
  return `There is no skill “${escapeLine(wanted, 60)}”. ${near === null ? `There are: ${names.slice(0, 30).join(", ")}.` : `Did you mean “${near}”?`}`;
}
