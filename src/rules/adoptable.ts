/** Notes in another dialect, grouped by what they lack: a thousand of them make one line with a count. */
import { groupBy } from "../kit/groupBy";
import { NO_STEPS } from "../note/plan/parse";
import type { Seen } from "./snapshot";
import type { RequestView } from "../approval/view";
import type { AdoptableGroup } from "./world";

/** The kind of notes among the plans that have nothing to do in them. */
export const WITHOUT_STEPS = `plan: ${NO_STEPS}`;

/** `others`: the notes of others in the folders for requests. */
export function groupAdoptable(
  { planIndex }: Pick<Seen, "planIndex">,
  others: readonly RequestView[],
): AdoptableGroup[] {
  const plans = groupBy(planIndex.adoptable(), ({ lacks }) => `plan: ${lacks.join(", ")}`);
  const groups = [...plans].map(([kind, notes]) => groupOf("plan", kind, notes));
  const requests = others.flatMap(({ notes }) => notes);
  if (requests.length > 0) groups.push(groupOf("request", "request: not made by Planwright", requests));
  return groups.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}

function groupOf(
  of: AdoptableGroup["of"],
  kind: string,
  notes: readonly { readonly path: string; readonly line?: number | undefined }[],
): AdoptableGroup {
  const first = notes.reduce((least, each) => (each.path <= least.path ? each : least));
  const paths = notes.map(({ path }) => path);
  return { of, kind, count: notes.length, example: first.path, line: first.line, paths };
}
