/**
 * The flows that a person can start: notes in the folder for flows, those in the person’s own folder outside the vault,
 * and the built-in ones. The first of a name hides the others.
 */
import { isAbout } from "../../../note/plan/isAbout";
import { adviceOn } from "./adviceOn";
import type { Flow } from "../../../flow/flow";
import { LIBRARY } from "../../../flow/library/library";
import { flowName, readFlow, type FlowReading } from "../../../flow/readFlow";
import type { VaultPort } from "../../../kit/ports/vault";
import { pathOf, type Settings } from "../../../settings/settings";
import { findSkills, type FoundSkills, type SkillPorts } from "./findSkills";

export interface FoundFlow {
  readonly name: string;
  /** In the vault; null for one from elsewhere. */
  readonly path: string | null;
  /** As a person writes it: `Flows/Talk.md`, `~/.config/planwright/flows/talk.md`; null for one that is built in. */
  readonly where: string | null;
  readonly text: string;
  /** As its note has it; null where that cannot be read. Something else, such as a skill, may keep it from starting. */
  readonly flow: Flow | null;
  readonly parsed: FlowReading;
  /** A sentence: which folder, whose flows count before this one, cannot be looked through. */
  readonly behind?: string;
}

type ReadFlow = Omit<FoundFlow, "flow">;

/** In the order of their names. `known`: the skills there are, where they were looked for already. */
export async function findFlows(
  ports: SkillPorts,
  settings: Settings,
  known?: FoundSkills,
): Promise<readonly FoundFlow[]> {
  const all = await everyFlow(ports, settings);
  const skills = known ?? (await findSkills(ports, settings));
  const counts = (found: ReadFlow): boolean =>
    found.path !== null || all.find(({ name }) => name === found.name) === found;
  return all
    .filter(counts)
    .map((found) => ({
      ...found,
      flow: found.parsed.kind === "flow" ? found.parsed.flow : null,
      parsed: advised(found.parsed, skills),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Also those that are hidden by another of their name, which comes first. */
async function everyFlow({ vault, shelf }: SkillPorts, settings: Settings): Promise<readonly ReadFlow[]> {
  const folder = pathOf(settings, "flows");
  const own = await notesOf(vault, folder, settings, (path) => ({ path, where: path }));
  const user = await shelf?.own("flows");
  const theirs =
    user?.kind === "open"
      ? await notesOf(user.shelf, "", settings, (path) => ({
          path: null,
          where: `${user.shelf.where}/${path}`,
        }))
      : { flows: [], why: user?.kind === "refused" ? user.why : null };
  const builtIn = [...LIBRARY].map(([name, text]) => ({
    name,
    path: null,
    where: null,
    text,
    parsed: readFlow(`${name}.md`, text, settings.agents, Object.keys(settings.actions)),
  }));
  const inOwn = own.why === null ? null : sayUnseen(folder, own.why);
  const inTheirs = theirs.why === null ? null : sayUnseen("Your own folder for flows", theirs.why);
  return [...own.flows, ...hidden(theirs.flows, inOwn), ...hidden(builtIn, inOwn ?? inTheirs)];
}

function sayUnseen(folder: string, why: string): string {
  return `${folder} cannot be looked through. ${why}`;
}

/** A flow in a folder that comes before may have its name, and would have to be started in its place. */
function hidden(flows: readonly ReadFlow[], behind: string | null): readonly ReadFlow[] {
  if (behind === null) return flows;
  const faults = [{ line: 1, says: `Another flow of this name may count before it. ${behind}` }];
  return flows.map((each) => ({ ...each, behind, parsed: { kind: "bad", faults } }));
}

function advised(parsed: FlowReading, skills: FoundSkills): FlowReading {
  if (parsed.kind === "bad") return parsed;
  const { faults, warnings } = adviceOn(parsed, skills);
  return faults.length > 0
    ? { kind: "bad", faults }
    : { ...parsed, warnings: [...parsed.warnings, ...warnings].sort((a, b) => a.line - b.line) };
}

/** Whether a person means this flow: by its name, in any case, or by the name or path of its note. */
export function isMeant({ name, where }: FoundFlow, wanted: string): boolean {
  return name === wanted || where === wanted || name === flowName(wanted);
}

async function notesOf(
  from: Pick<VaultPort, "list" | "read">,
  folder: string,
  { agents, actions }: Pick<Settings, "agents" | "actions">,
  placed: (path: string) => Pick<FoundFlow, "path" | "where">,
): Promise<{ readonly flows: readonly ReadFlow[]; readonly why: string | null }> {
  const listing = await from.list(folder, "names");
  if (listing.kind !== "folder") return { flows: [], why: listing.kind === "absent" ? null : listing.why };
  const paths = listing.entries
    .filter(({ kind, name }) => kind !== "folder" && /\.md$/i.test(name) && !isAbout(name))
    .map(({ name }) => (folder === "" ? name : `${folder}/${name}`))
    .sort();
  const found: ReadFlow[] = [];
  for (const path of paths) {
    const note = await from.read(path);
    if (note.kind === "absent") continue;
    const parsed: FlowReading =
      note.kind === "text"
        ? readFlow(path, note.text, agents, Object.keys(actions))
        : { kind: "bad", faults: [{ line: 1, says: note.why }] };
    const name = parsed.kind === "flow" ? parsed.flow.name : flowName(path);
    found.push({ name, ...placed(path), text: note.kind === "text" ? note.text : "", parsed });
  }
  return { flows: found, why: null };
}
