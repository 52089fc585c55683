/** The templates in their folder: of plans and of results. Other notes there are the person’s, and passed over. */
import { nameOf } from "../../../kit/path";
import { readTemplate, type Template } from "../../../note/plan/template/template";
import type { VaultPort } from "../../../kit/ports/vault";
import { pathOf, type Settings } from "../../../settings/settings";

export interface FoundTemplate extends Template {
  readonly path: string;
  /** Of its note. */
  readonly name: string;
  readonly text: string;
}

/** In the order of their names. */
export async function findTemplates(
  vault: Pick<VaultPort, "list" | "read">,
  settings: Settings,
): Promise<readonly FoundTemplate[]> {
  const folder = pathOf(settings, "templates");
  const listing = await vault.list(folder, "names");
  const names = listing.kind === "folder" ? listing.entries : [];
  const found: FoundTemplate[] = [];
  for (const { name, kind } of names) {
    if (kind !== "file" || !/\.md$/i.test(name)) continue;
    const path = `${folder}/${name}`;
    const reading = await vault.read(path);
    const template = reading.kind === "text" ? readTemplate(reading.text) : null;
    if (reading.kind === "text" && template !== null)
      found.push({ ...template, path, name: bare(name), text: reading.text });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** By its name or path. */
export function isNamed({ path, name }: FoundTemplate, which: string): boolean {
  const wanted = which.normalize("NFC").trim().replace(/\.md$/i, "").toLowerCase();
  return [path.replace(/\.md$/i, ""), name].some((each) => each.normalize("NFC").toLowerCase() === wanted);
}

function bare(name: string): string {
  return nameOf(name).replace(/\.md$/i, "");
}
