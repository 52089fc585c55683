/** “Eject skill…”, and the line above the note of a skill: what uses it, or what is wrong with it. */
import { escapeLine } from "../../../kit/text";
import { callSkill, type OfferedSkill } from "../../../overview/flow/offered";
import type { EngineClient } from "../engineClient";
import { addIcon } from "../mission/parts";
import { openMade } from "../opening";
import { pick } from "../pick";
import { WORDS } from "../words";
import { openAtLine } from "./startFlow";

const { flows: words } = WORDS;

export async function ejectSkill(client: EngineClient): Promise<void> {
  const offered = await client.skills();
  const others = offered?.skills.filter(({ place }) => place !== "vault") ?? [];
  if (others.length === 0) client.say(offered === null ? WORDS.starting : words.noSkill);
  pick(
    client.app,
    others,
    (skill) => words.skillLine(callSkill(skill), skill.about ?? "", skill.where),
    words.whichSkill,
    (skill) => void openMade(client, { kind: "eject", what: "skill", name: callSkill(skill), to: "vault" }),
  );
}

export function drawSkillBanner(el: HTMLElement, skill: OfferedSkill, client: EngineClient): void {
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
  el.createDiv({ cls: "planwright-card-main", text: escapeLine(says, 500), attr: { dir: "auto" } });
  if (fault === undefined || fault.line === 1) return;
  el.createDiv({ cls: "planwright-answers" })
    .createEl("button", { text: words.goTo(fault.line) })
    .addEventListener("click", () => void openAtLine(client, where, fault.line));
}
