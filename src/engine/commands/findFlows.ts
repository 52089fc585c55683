/**
 * The flows that a person can start: notes in the folder for flows, and the built-in ones. A note hides the built-in
 * flow of its name.
 */
import { isAbout } from "../../plan/folderNote";
import { adviceOn } from "./adviceOn";
import type { KnownAgents } from "../../flow/flow";
import { LIBRARY } from "../../flow/library/library";
import { flowName, readFlow, type FlowReading } from "../../flow/readFlow";
import type { VaultPort } from "../../ports/vault";
import { pathOf, type Settings } from "../../settings/settings";

export interface FoundFlow {
  readonly name: string;
  /** Null for one that is built in. */
  readonly path: string | null;
  readonly text: string;
  readonly reading: FlowReading;
}

/** In the order of their names. */
export async function findFlows(vault: VaultPort, settings: Settings): Promise<readonly FoundFlow[]> {
  const own = await notesOf(vault, pathOf(settings, "flows"), settings.agents);
  const names = new Set(own.map(({ name }) => name));
  const builtIn = [...LIBRARY]
    .filter(([name]) => !names.has(name))
    .map(([name, text]) => ({
      name,
      path: null,
      text,
      reading: readFlow(`${name}.md`, text, settings.agents),
    }));
  const skills = await skillNotes(vault, settings);
  return [...own, ...builtIn]
    .map((found) => ({ ...found, reading: advised(found.reading, skills) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function advised(reading: FlowReading, skills: ReadonlySet<string>): FlowReading {
  return reading.kind === "bad"
    ? reading
    : { ...reading, warnings: [...reading.warnings, ...adviceOn(reading, skills)] };
}

/** Whether a person means this flow: by its name, in any case, or by the name or path of its note. */
export function isMeant({ name, path }: FoundFlow, wanted: string): boolean {
  return name === wanted || path === wanted || name === flowName(wanted);
}

async function notesOf(vault: VaultPort, folder: string, agents: KnownAgents): Promise<readonly FoundFlow[]> {
  const listing = await vault.list(folder, "names");
  if (listing.kind !== "folder") return [];
  const paths = listing.entries
    .filter(({ kind, name }) => kind === "file" && /\.md$/i.test(name) && !isAbout(name))
    .map(({ name }) => `${folder}/${name}`)
    .sort();
  const found: FoundFlow[] = [];
  for (const path of paths) {
    const note = await vault.read(path);
    if (note.kind !== "text") continue;
    const reading = readFlow(path, note.text, agents);
    const name = reading.kind === "flow" ? reading.flow.name : flowName(path);
    found.push({ name, path, text: note.text, reading });
  }
  return found;
}

/** Names of the notes in the folder for skills. */
export async function skillNotes(vault: VaultPort, settings: Settings): Promise<ReadonlySet<string>> {
  const listing = await vault.list(pathOf(settings, "skills"), "names");
  return new Set(
    listing.kind === "folder"
      ? listing.entries.filter(({ kind }) => kind === "file").map(({ name }) => name)
      : [],
  );
}
