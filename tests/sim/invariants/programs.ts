/** Programs that flows start: only after a person’s yes, never twice by themselves, and judged by their end alone. */
import type { Started } from "../agent/started";
import { isOfRun } from "../agent/trace";
import { CHECKED } from "../agent/flows";
import { boxesOf, isOpen, linesOf, logOf } from "../reading";
import type { Invariant } from ".";
import { flowStepOf } from "./flows";

/** How often a person has ticked this answer to a question about a step. */
function answersTo(plan: string, step: string, answer: RegExp): number {
  const lines = linesOf(plan);
  return lines.filter((line, at) => {
    if (!answer.test(line)) return false;
    const question = lines.slice(0, at).findLast((each) => /^- .* \^q-[a-z0-9]+-/.test(each));
    return question?.trimEnd().endsWith(`-${step}`) === true;
  }).length;
}

function isSameRun(one: Started, other: Started): boolean {
  return (
    one.kind === other.kind &&
    one.what === other.what &&
    one.device === other.device &&
    one.identity === other.identity &&
    one.noted !== null &&
    other.noted !== null &&
    isOfRun(one.noted.entry, other.noted.entry)
  );
}

export const PROGRAMS: readonly Invariant[] = [
  {
    id: "A1",
    name: "programsStartAfterAYes",
    at: "starting",
    sentence:
      "A program is started only where a person allowed this command in this folder on this device, as an agent for this copy of its flow.",
    holds: ({ device, what, copy }, { agents }) => {
      const allowed = agents.programs.allowed(device, what);
      if (allowed === undefined) return `${what} is started on ${device.name}, and nobody allowed it there`;
      return allowed === copy ? null : `${what} is started for another copy of its flow`;
    },
  },
  {
    id: "A3",
    name: "programsRunOnce",
    at: "starting",
    sentence:
      "A program is noted before it is started, and not started again by itself unless it came to its end.",
    holds: (started, { agents }) => {
      const { noted, what, kind, words } = started;
      if (noted === null) return `${what} is started, and nothing was noted before`;
      const before = agents.programs.all.filter((each) => isSameRun(each, started));
      if (kind === "agent") {
        const open = before.find((each) => !each.isWhole && each.words === words);
        return open === undefined ? null : `${what} did not come to its end, and is started again`;
      }
      const again = answersTo(noted.plan ?? "", noted.entry.step, /^ {4}- \[[xX]\] \(3\) Run it again/);
      return before.length <= again ? null : `${what} ran before, and is started again`;
    },
  },
  {
    id: "S2",
    name: "checksHoldByTheirEnd",
    at: "wrote",
    sentence:
      "A step that a program checks is ticked without a finding only if that program ended with code 0, or a person said that the check holds.",
    holds: ({ kind, path, before, after, device }, { agents }) => {
      if (kind !== "change" || !path.startsWith("Plans/") || device.commanded !== null) return null;
      const old = boxesOf(before ?? "");
      const ticked = boxesOf(after).find(
        ({ id, mark }) =>
          mark === "x" &&
          CHECKED.includes(flowStepOf(id) ?? "") &&
          old.some((was) => was.id === id && isOpen(was)),
      );
      if (ticked === undefined || !/^flow: \S/m.test(before ?? "")) return null;
      const news = logOf(after).slice(logOf(before ?? "").length);
      // The flow goes back, and another attempt follows.
      if (news.some((line) => line.includes(`(failed, step ${ticked.id},`))) return null;
      const last = agents.programs.all.findLast(
        (each) => each.kind === "check" && each.device === device && each.noted?.entry.step === ticked.id,
      );
      if (last?.end?.kind === "exited" && last.end.code === 0) return null;
      return answersTo(before ?? "", ticked.id, /^ {4}- \[[xX]\] \(1\) It holds/) > 0
        ? null
        : `${ticked.id} was ticked, and its check ended with ${JSON.stringify(last?.end ?? "nothing")}`;
    },
  },
];
