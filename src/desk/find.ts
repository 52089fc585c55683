/** Which plan a person means by what they type; and where its note cannot be read, what is the matter with it. */
import type { Card } from "../catalog/card";
import { planKey } from "../kit/ids";
import { nameOf } from "../kit/path";
import type { VaultPort } from "../ports/vault";
import type { World } from "../world/world";

/** By id (with or without PLAN-), path or file name. A sentence when it is none or several. */
export function findPlan(which: string, { catalog }: Pick<World, "catalog">): Card | string {
  const wanted = which.normalize("NFC").trim().toLowerCase().replace(/^plan-/, "").replace(/\.md$/, "");
  const found = [...catalog.all()].filter(({ key, path: written }) => {
    const path = written.toLowerCase().replace(/\.md$/, "");
    return key === wanted || path === wanted || path === which.toLowerCase().replace(/\.md$/, "") || path.endsWith(`/${wanted}`) || path.endsWith(`/plan-${wanted}`);
  });
  const [card] = found;
  if (card === undefined) return `There is no plan “${which}”. “status” lists them.`;
  if (catalog.isFrozen(card.path)) {
    return `Several notes have the id ${card.taskId}: ${[...catalog.bearers(card.key)].sort().join(", ")}. Give one of them another task_id first.`;
  }
  if (found.length > 1) return `Several notes go by “${which}”: ${found.map(({ path }) => path).join(", ")}. Give the path of the one you mean.`;
  return card;
}

/** Notes read for an id that no file name bears; a vault in such disorder is put right from `status`. */
const READ = 200;

/** For what `findPlan` did not find: what keeps the note of that name, or with that line `task_id`, from being a plan; null when there is none. */
export async function whyUnread(which: string, world: World, reader: { readonly vault: Pick<VaultPort, "read"> }): Promise<string | null> {
  const wanted = planKey(which.replace(/\.md$/i, ""));
  const paths = [...new Set(world.problems.map(({ path }) => path))].filter((path) => /\.md$/i.test(path));
  const named = paths.find((path) => planKey(nameOf(path).replace(/\.md$/i, "")) === wanted || path.toLowerCase().replace(/\.md$/, "") === wanted);
  const path = named ?? (wanted === "" ? undefined : await pathWithId(wanted, paths, reader));
  if (path === undefined) return null;
  const faults = world.problems.filter((each) => each.path === path).slice(0, 3);
  return `The note of “${which}” cannot be read as a plan: ${faults.map(({ line, message }) => `${path}${line === null ? "" : `, line ${String(line)}`}: ${message}`).join("; ")}.`;
}

async function pathWithId(wanted: string, paths: readonly string[], reader: { readonly vault: Pick<VaultPort, "read"> }): Promise<string | undefined> {
  for (const path of paths.slice(0, READ)) {
    const note = await reader.vault.read(path);
    const written = note.kind === "text" ? /^task_id[ \t]*:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^#\r\n]*))/m.exec(note.text) : null;
    if (written !== null && planKey(written[1] ?? written[2] ?? written[3] ?? "") === wanted) return path;
  }
  return undefined;
}
