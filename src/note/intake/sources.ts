/**
 * The note that a plan says it comes from, however it is written: a path, a file name, a wikilink, a Markdown link. And
 * the other way round, the names under which a note may be meant, now that it may have been moved or got a number on
 * the way.
 */
import { COPIED } from "../../kit/copies";

/**
 * One spelling for `/Inbox/a.md`, `Inbox\\a`, `[[Inbox/a#Part|A]]`, `[A](<Inbox/a.md>)` and `Inbox/a%20b.md`. Empty for
 * nothing.
 */
export function sourceKey(source: string): string {
  return targetOf(source).toLowerCase();
}

/** The path or name that is meant, without its ending, in the letters it was written in. */
export function targetOf(source: string): string {
  const written = source.trim();
  const wiki = /^!?\[\[([^\]]*)\]\]$/.exec(written)?.[1];
  const markdown = /^!?\[[^\]]*\]\(\s*(?:<([^<>]*)>|([^()\s]*(?:\([^()\s]*\)[^()\s]*)*))[^()]*\)$/.exec(
    written,
  );
  const target = wiki ?? (markdown === null ? written : (markdown[1] ?? markdown[2] ?? ""));
  const slashed = (target.includes("%") ? unescaped(target) : target).replace(/\\/g, "/").trim();
  // A heading or an alias comes after the name; a name without its ending may hold neither sign.
  const bare = /^(.*?)\.md\s*(?:[#|].*)?$/is.exec(slashed)?.[1] ?? slashed.split(/[|#]/)[0] ?? "";
  return bare
    .normalize("NFC")
    .trim()
    .replace(/^(?:\.?\/)+/, "");
}

/** Spaces and letters as an address has them. Other text stays as it is. */
function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

/** A path as a plan bears it: from the top of the vault, and nothing in it that an app would make a link of. */
export function writeSource(path: string): string {
  const safe = /\[\[|\]\(/.test(path)
    ? path.replace(/[[\]]/g, (sign) => (sign === "[" ? "%5B" : "%5D"))
    : path;
  return `/${safe}`;
}

/**
 * The keys under which a plan may name this note, the surest first. `notes` are the paths of all notes in the folders
 * for tasks: one that was moved from one to the other is the same, and so is one that a file manager gave a number,
 * unless the note without it is there as well.
 */
export function createKeys(
  folders: readonly string[],
  notes: readonly string[],
): (path: string) => readonly string[] {
  const homes = folders.map((each) => sourceKey(`${each}/`).replace(/\/$/, ""));
  const there = new Set(notes.map(sourceKey));
  return (path) => {
    const own = sourceKey(path);
    const cut = own.lastIndexOf("/");
    const name = own.slice(cut + 1);
    if (!homes.includes(own.slice(0, Math.max(0, cut)))) return [own, name];
    const first = name.replace(COPIED, "");
    const wasCopied = first !== name && first !== "" && !homes.some((each) => there.has(`${each}/${first}`));
    const names = wasCopied ? [name, first] : [name];
    const moved = names
      .flatMap((each) => homes.map((folder) => `${folder}/${each}`))
      .filter((key) => key !== own && !there.has(key));
    return [own, ...names, ...moved];
  };
}
