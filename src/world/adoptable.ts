/** Notes in another dialect, grouped by what they lack: a thousand of them make one line with a count. */
import type { Seen } from "./seen";
import type { AdoptableGroup, RequestView } from "./world";

export function groupAdoptable({ catalog }: Pick<Seen, "catalog">, requests: readonly RequestView[]): AdoptableGroup[] {
  const groups = new Map<string, { of: AdoptableGroup["of"]; count: number; example: string; paths: string[] }>();
  const add = (of: AdoptableGroup["of"], kind: string, path: string): void => {
    const group = groups.get(kind) ?? { of, count: 0, example: path, paths: [] };
    group.count += 1;
    group.paths.push(path);
    if (path < group.example) group.example = path;
    groups.set(kind, group);
  };
  for (const { path, lacks } of catalog.adoptable()) add("plan", `plan: ${lacks.join(", ")}`, path);
  for (const { state, notes, id } of requests) {
    const [note] = notes;
    if (state === "foreign" && id === "" && note !== undefined) add("request", "request: not made by Planwright", note.path);
  }
  return [...groups].map(([kind, group]) => ({ kind, ...group })).sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}
