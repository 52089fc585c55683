/** Notes in another dialect, grouped by what they lack: a thousand of them make one line with a count. */
import { groupBy } from "../kit/groupBy";
import { compareText } from "../kit/order";
import { NO_STEPS } from "../note/plan/parse";
import type { Seen } from "./snapshot";
import type { RequestView } from "../approval/view";
import type { AdoptableGroup } from "./world";

/** The kind of notes among the plans that have nothing to do in them. */
const WITHOUT_STEPS = `plan: ${NO_STEPS}`;

/** Notes that look like plans, and of which “Convert plans…” makes none: it says why. */
export function notConverted(groups: readonly AdoptableGroup[]): readonly string[] {
  return groups
    .filter(({ of, kind }) => of === "no-plan" && kind !== WITHOUT_STEPS)
    .flatMap(({ paths }) => paths);
}

/** `others`: the notes of others in the folders for requests. */
export function groupAdoptable(
  { planIndex }: Pick<Seen, "planIndex">,
  others: readonly RequestView[],
): AdoptableGroup[] {
  const all = planIndex.adoptable();
  const groups = (["plan", "no-plan"] as const).flatMap((of) => {
    const notes = all.filter(({ converts }) => converts === (of === "plan"));
    return [...groupBy(notes, ({ lacks }) => `plan: ${lacks.join(", ")}`)].map(([kind, alike]) =>
      groupOf(of, kind, alike),
    );
  });
  const requests = others.flatMap(({ notes }) => notes);
  if (requests.length > 0) groups.push(groupOf("request", "request: not made by Planwright", requests));
  return groups.sort((a, b) => b.count - a.count || compareText(a.kind, b.kind) || compareText(a.of, b.of));
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
