/** Plan statistics. The chart is made of our words and of numbers alone: text from a note never reaches Mermaid. */
import { STATUSES, type Status } from "../../note/plan/plan";
import { count, counted } from "../../kit/numbers";
import { openRequests } from "../../approval/durations";
import type { World } from "../../rules/world";
import { statusWord } from "../describe";
import { bar } from "./missions";

/** With fewer plans a table says it as well. */
const CHARTED = 4;

export function statistics(world: World): string[] {
  const { plans, archived, steps, finished } = world.planIndex.totals;
  const of = (status: Status): number => plans[status] + archived[status];
  const requests = openRequests(world);
  return [
    "",
    `| ${STATUSES.map(statusWord).join(" | ")} |`,
    `| ${STATUSES.map(() => "--:").join(" | ")} |`,
    `| ${STATUSES.map((status) => count(of(status))).join(" | ")} |`,
    "",
    ...(steps === 0
      ? []
      : [
          `- **Steps done:** ${count(finished)} of ${count(steps)} in ${counted(of("Active") + of("Blocked") + of("Draft"), "unfinished plan")} \`${bar(finished, steps)}\``,
        ]),
    `- **Waiting for approval:** ${count(requests)}`,
    ...chart(STATUSES.map((status) => [statusWord(status), of(status)] as const)),
  ];
}

function chart(parts: readonly (readonly [string, number])[]): string[] {
  const shown = parts.filter(([, n]) => n > 0);
  const total = shown.reduce((sum, [, n]) => sum + n, 0);
  if (shown.length < 2 || total < CHARTED) return [];
  return [
    "",
    "```mermaid",
    "pie showData",
    "    title Plans by status",
    ...shown.map(([status, n]) => `    "${status}" : ${String(n)}`),
    "```",
  ];
}
