/** Notes in another dialect, grouped by what they lack: a thousand of them make one line with a count. */
import { NO_STEPS } from "../plan/parse";
import type { Seen } from "./snapshot";
import type { RequestView } from "../approval/view";
import type { AdoptableGroup } from "./world";

/** The kind of notes among the plans that have nothing to do in them. */
export const WITHOUT_STEPS = `plan: ${NO_STEPS}`;

export function groupAdoptable(
  { catalog }: Pick<Seen, "catalog">,
  requests: readonly RequestView[],
): AdoptableGroup[] {
  const groups = new Map<
    string,
    { of: AdoptableGroup["of"]; count: number; example: string; line: number | undefined; paths: string[] }
  >();
  const add = (of: AdoptableGroup["of"], kind: string, path: string, line?: number): void => {
    const group = groups.get(kind) ?? { of, count: 0, example: path, line, paths: [] };
    group.count += 1;
    group.paths.push(path);
    if (path <= group.example) Object.assign(group, { example: path, line });
    groups.set(kind, group);
  };
  for (const { path, lacks, line } of catalog.adoptable())
    add("plan", `plan: ${lacks.join(", ")}`, path, line);
  for (const { state, notes, id } of requests) {
    const [note] = notes;
    if (state === "foreign" && id === "" && note !== undefined)
      add("request", "request: not made by Planwright", note.path);
  }
  return [...groups]
    .map(([kind, group]) => ({ kind, ...group }))
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}
