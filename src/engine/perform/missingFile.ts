/**
 * Why a file that an action names is not found, in words that say what to write instead. Nothing is guessed: the person
 * writes the path.
 */
import { checkPath, folderOf, nameOf } from "../../kit/path";
import { escapeLine } from "../../kit/text";
import type { VaultPort } from "../../kit/ports/vault";

type Shelf = { readonly vault: Pick<VaultPort, "list"> };

/** `[[path]]`, `![[path|words]]`, `[words](path)`: the path it names; null for anything else. */
function pathInLink(text: string): string | null {
  const wiki = /^!?\[\[([^\]|#]+)(?:[#|][^\]]*)?\]\]$/.exec(text.trim())?.[1];
  const markdown = /^!?\[[^\]]*\]\(<?([^)>]+)>?\)$/.exec(text.trim())?.[1];
  const found = wiki ?? (markdown === undefined ? undefined : decoded(markdown));
  return found?.trim() ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A sentence for something that is no path at all; null for what may be one. */
export async function linkFault(text: string, shelf: Shelf): Promise<string | null> {
  const path = pathInLink(text);
  if (path === null) return null;
  const is = `The attachment “${escapeLine(text, 200)}” is a link, not a path.`;
  if (checkPath(path).kind === "ok" && (await namesIn(path, shelf)).includes(nameOf(path)))
    return `${is} Write: ${escapeLine(path, 300)}`;
  return `${is} Write the path of the file from the top of the vault, such as Invoices/March.pdf`;
}

/** A sentence for a path under which nothing is. */
export async function whyMissing(path: string, shelf: Shelf): Promise<string> {
  const called = `The attachment “${escapeLine(path, 300)}”`;
  let at = "";
  for (const part of path.split("/")) {
    const names = await namesIn(at === "" ? part : `${at}/${part}`, shelf);
    if (!names.includes(part)) return `${called} ${otherwise(part, names, at)}`;
    at = at === "" ? part : `${at}/${part}`;
  }
  return `${called} is not in the vault.`;
}

function otherwise(part: string, names: readonly string[], folder: string): string {
  const form = names.find((name) => name.normalize("NFC") === part.normalize("NFC"));
  if (form !== undefined)
    return `is there, but the letters of “${escapeLine(part, 100)}” are put together another way on the disk (not Unicode NFC, as some programs write accents). Rename it there: type its name anew.`;
  const letters = names.find((name) => alike(name) === alike(part));
  if (letters !== undefined)
    return `is called otherwise: on the disk it is “${escapeLine(folder === "" ? letters : `${folder}/${letters}`, 300)}”. Write it just so.`;
  return folder === "" || names.length > 0
    ? `is not in the vault: there is no “${escapeLine(part, 100)}”${folder === "" ? "" : ` in “${escapeLine(folder, 200)}”`}.`
    : `is not in the vault: “${escapeLine(folder, 200)}” cannot be listed, or is empty.`;
}

/** Without case, and with every space alike. */
function alike(name: string): string {
  return name
    .normalize("NFC")
    .replace(/[\s\u00A0\u202F]+/g, " ")
    .trim()
    .toLowerCase();
}

async function namesIn(path: string, { vault }: Shelf): Promise<readonly string[]> {
  const listing = await vault.list(folderOf(path));
  return listing.kind === "folder" ? listing.entries.map(({ name }) => name) : [];
}
