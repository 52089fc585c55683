/** Needs you: a line for every kind of thing that waits for a person, with the oldest of it beneath, as far as there is room. */
import { showStamp } from "../../kit/dates";
import { count } from "../../kit/numbers";
import { needsOf } from "../needs";
import type { Need, NeedGroup } from "../need";
import { quietWords } from "../quiet";
import type { World } from "../../rules/world";
import { costOf, linkTo, safe } from "./measure";

/** Of one kind, told one by one. */
const SHOWN = 5;

export function needs(world: World, room: number): string[] {
  const groups = needsOf(world, showStamp).map((group) => ({
    group,
    lines: group.needs.slice(0, SHOWN).map(needLine),
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
      const line = each.lines[turn];
      if (line === undefined || each.shown < turn || costOf([line]) > left) continue;
      left -= costOf([line]);
      each.shown += 1;
    }
  }
  return [
    "",
    ...groups.flatMap(({ group, lines, shown }) => [
      headLine(group, full),
      ...lines.slice(0, shown),
      ...(remaining(group, shown) > 0 ? [restLine(group, shown)] : []),
    ]),
  ];
}

/** `full`: with what a person can do. */
function headLine({ title, total, wayOut }: NeedGroup, full: boolean): string {
  return `- **${title}**${total === 1 ? "" : ` (${count(total)})`}${full ? `: ${wayOut}` : ""}`;
}

/** Things that have no line of their own. Where a line stands for many, the head has counted them. */
function remaining({ id, total, needs: found }: NeedGroup, shown: number): number {
  return id === "problems" || id === "adoptable" || id === "no-steps" ? found.length - shown : total - shown;
}

function restLine(group: NeedGroup, shown: number): string {
  const rest = remaining(group, shown);
  const kinds = group.id === "problems" || group.id === "adoptable" || group.id === "no-steps";
  return `    - … ${count(rest)} more${kinds ? (rest === 1 ? " kind or note" : " kinds or notes") : ""}`;
}

function needLine({ note, what, plan, words }: Need): string {
  const where = note === null ? safe(what ?? "", 60) : linkTo(note.target, note.shown, note.block);
  const of = plan === null || note?.target === plan.path ? "" : `for ${linkTo(plan.path, plan.taskId, null)}`;
  const parts = [[where, of].filter((each) => each !== "").join(" "), safe(words, 240)].filter(
    (each) => each !== "",
  );
  return `    - ${parts.join(" · ")}`;
}
