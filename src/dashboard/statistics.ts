/** Plan statistics. The chart is made of our words and of numbers alone: text from a note never reaches Mermaid. */
import { STATUSES, type Status } from "../plan/plan";
import { count, counted, finishedSteps } from "../world/describe";
import { openRequests, type World } from "../world/world";
import { bar } from "./missions";

/** With fewer plans a table says it as well. */
const CHARTED = 4;

export function statistics(world: World): string[] {
  const plans = [...world.plans.map((view) => view.plan), ...world.archived];
  const of = (status: Status): number => plans.filter((plan) => plan.status === status).length;
  const unfinished = plans.filter((plan) => plan.status === "Active" || plan.status === "Blocked" || plan.status === "Draft");
  const total = unfinished.reduce((sum, plan) => sum + plan.steps.length, 0);
  const done = unfinished.reduce((sum, plan) => sum + finishedSteps(plan), 0);
  const requests = openRequests(world.requests);
  return [
    "",
    `| ${STATUSES.join(" | ")} |`,
    `| ${STATUSES.map(() => "--:").join(" | ")} |`,
    `| ${STATUSES.map((status) => count(of(status))).join(" | ")} |`,
    "",
    ...(total === 0 ? [] : [`- **Steps done:** ${count(done)} of ${count(total)} in ${counted(unfinished.length, "unfinished plan")} \`${bar(done, total)}\``]),
    `- **Open requests:** ${count(requests)}`,
    ...chart(STATUSES.map((status) => [status, of(status)] as const)),
  ];
}

function chart(parts: readonly (readonly [Status, number])[]): string[] {
  const shown = parts.filter(([, n]) => n > 0);
  const total = shown.reduce((sum, [, n]) => sum + n, 0);
  if (shown.length < 2 || total < CHARTED) return [];
  return ["", "```mermaid", "pie showData", "    title Plans by status", ...shown.map(([status, n]) => `    "${status}" : ${String(n)}`), "```"];
}
