/**
 * Needs you: a line for every kind of thing that waits for a person, with the oldest of it beneath, as far as there
 * is room. Under each stand the answers that the app can open.
 */
import { count } from "../../kit/numbers";
import { aboutWhat, type AnswerCode } from "../answers";
import { needsOf } from "../needs/needsOf";
import type { Need, NeedGroup } from "../needs/need";
import { quietWords } from "../quietWords";
import type { World } from "../../rules/world";
import { appLink, costOf, linkTo, safe } from "./measure";
import type { Titles } from "./planNames";
import type { Show } from "../report";

/** Of one kind, told one by one. */
const SHOWN = 5;
/** Answers to one need. */
const ANSWERS = 3;

export function needs(world: World, titles: Titles, show: Show, room: number): string[] {
  const groups = needsOf(world, show).map((group) => ({
    group,
    /** With its answers, and without them where there is little room. */
    told: group.needs.slice(0, SHOWN).map((need) => {
      const line = needLine(need, titles);
      const links = answerLine(need, group);
      return links === null ? [[line]] : [[line, links], [line]];
    }),
    lines: [] as string[],
    shown: 0,
  }));
  if (groups.length === 0) return ["", quietWords(world)];
  const heads = (full: boolean): number =>
    groups.reduce((sum, { group }) => sum + costOf([headLine(group, full), restLine(group, 0)]), 0);
  const full = heads(true) <= room;
  let left = room - heads(full);
  // Every kind is named; then the oldest of each, then the second oldest, while there is room.
  for (let turn = 0; turn < SHOWN; turn += 1) {
    for (const each of groups) {
      const fits = each.told[turn]?.find((lines) => costOf(lines) <= left);
      if (fits === undefined || each.shown < turn) continue;
      left -= costOf(fits);
      each.lines.push(...fits);
      each.shown += 1;
    }
  }
  return [
    "",
    ...groups.flatMap(({ group, lines, shown }) => [
      headLine(group, full),
      ...lines,
      ...(remaining(group, shown) > 0 ? [restLine(group, shown)] : []),
    ]),
  ];
}

/** `full`: with what a person can do. */
function headLine({ title, total, wayOut }: NeedGroup, full: boolean): string {
  return `- **${title}**${total === 1 ? "" : ` (${count(total)})`}${full ? `: ${wayOut}` : ""}`;
}

/** Groups of which a line may stand for many notes. */
function isByKind({ id }: NeedGroup): boolean {
  return id === "problems" || id === "adoptable" || id === "no-steps";
}

/** Things that have no line of their own. Where a line stands for many, the head has counted them. */
function remaining(group: NeedGroup, shown: number): number {
  return (isByKind(group) ? group.needs.length : group.total) - shown;
}

function restLine(group: NeedGroup, shown: number): string {
  const rest = remaining(group, shown);
  const what = isByKind(group) ? (rest === 1 ? " kind or note" : " kinds or notes") : "";
  return `    - … ${count(rest)} more${what}: ${appLink({ do: "view" })}`;
}

function needLine({ note, what, about, plan, words }: Need, titles: Titles): string {
  const isOfPlan = plan !== null && note?.target === plan.path;
  const where = isOfPlan
    ? titles.link(plan, note)
    : note === null
      ? safe(what ?? "", 60)
      : linkTo(note.target, note.shown, note.block);
  const subject = about === undefined ? "" : `“${safe(about, 60)}”`;
  const of = plan === null || isOfPlan ? "" : `for ${titles.link(plan)}`;
  const parts = [[where, subject, of].filter((each) => each !== "").join(" "), safe(words, 240)].filter(
    (each) => each !== "",
  );
  return `    - ${parts.join(" · ")}`;
}

/** The answer is given in the note that is linked above. */
const NOT_HERE: readonly AnswerCode[] = ["open", "copy", "change"];

function answerLine({ answers, request, plan, paths }: Need, group: NeedGroup): string | null {
  const [first = null] = paths;
  const links = answers
    .filter((code) => !NOT_HERE.includes(code))
    .slice(0, ANSWERS)
    .flatMap((code) => {
      const about = aboutWhat(code);
      const name = { request, plan: plan?.taskId ?? null, note: first }[about];
      // Without a note, the app asks which of the kind is meant.
      const link =
        code === "settings" || (about === "note" && isByKind(group))
          ? appLink({ do: code })
          : name === null
            ? ""
            : appLink({ do: code, [about]: name });
      return link === "" ? [] : [link];
    });
  return links.length === 0 ? null : `      ${links.join(" · ")}`;
}
