/** “Eject skill…”, and the line above the note of a skill: what uses it, or what is wrong with it. */
import { folderOf, nameOf } from "../../kit/path";
import { plain } from "../../kit/text";
import { isAbout } from "../../plan/folderNote";
import { pathOf } from "../../settings/settings";
import { callSkill, type OfferedSkill } from "../../views/flow/offered";
import type { Door } from "../door";
import { addIcon } from "../mission/parts";
import { pick } from "../pick";
import { WORDS } from "../words";
import { openAtLine } from "./startFlow";

const { flows: words } = WORDS;

export function isSkillNote(door: Door, path: string): boolean {
  return (
    folderOf(path) === pathOf(door.settings.now(), "skills") && /\.md$/i.test(path) && !isAbout(nameOf(path))
  );
}

export async function ejectSkill(door: Door): Promise<void> {
  const offered = await door.skills();
  const others = offered?.skills.filter(({ place }) => place !== "vault") ?? [];
  if (others.length === 0) door.say(offered === null ? WORDS.starting : words.noSkill);
  pick(
    door.app,
    others,
    (skill) => words.skillLine(callSkill(skill), skill.about ?? "", skill.where),
    words.whichSkill,
    (skill) => void copy(door, skill),
  );
}

async function copy(door: Door, skill: OfferedSkill): Promise<void> {
  const name = callSkill(skill);
  const { said, made } = await door.answer({ kind: "eject", what: "skill", name, to: "vault" });
  door.say(plain(said, 400));
  if (made !== null) await door.app.workspace.openLinkText(made, "", false);
}

export function drawSkillBanner(el: HTMLElement, skill: OfferedSkill, door: Door): void {
  const { kind, name, usedBy, unused, unusable, warnings, where } = skill;
  const fault = unusable === null ? warnings[0] : { line: 1, says: unusable };
  const says = [
    kind === "skill" ? words.isSkill(name) : words.isPreamble(name),
    ...(usedBy.length === 0 ? [] : [words.usedBy(usedBy.join(", "))]),
    ...(unused === null ? [] : [unused]),
    ...(fault === undefined
      ? []
      : [unusable === null ? words.warned(fault.line, fault.says) : words.unusable(fault.says)]),
  ].join(" ");
  el.className = "planwright-banner";
  addIcon(el, unusable === null ? "book-open" : "triangle-alert");
  el.createDiv({ cls: "planwright-card-main", text: plain(says, 500), attr: { dir: "auto" } });
  if (fault === undefined || fault.line === 1) return;
  el.createDiv({ cls: "planwright-answers" })
    .createEl("button", { text: words.goTo(fault.line) })
    .addEventListener("click", () => void openAtLine(door, where, fault.line));
}
