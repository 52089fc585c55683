/** The text of a `planwright` code block: which plan it names, or why none. */
import type { Card } from "../../catalog/card";
import type { Catalog } from "../../catalog/catalog";
import { planKey } from "../../kit/ids";
import { nearest } from "../../kit/nearest";
import { nameOf } from "../../kit/path";
import { plain } from "../../kit/text";
import { withoutLinks } from "../../views/titles";
import { WORDS } from "../words";

const { notes: words } = WORDS;

/** Characters of a name that are read, and that are shown. */
const LONGEST = 120;
/** Plans of one title that are named. */
const NAMED = 3;

export type BlockText =
  | { readonly kind: "needs" }
  | { readonly kind: "plan"; readonly card: Card }
  /** `says` is harmless text. */
  | { readonly kind: "fault"; readonly says: string };

/** `noteAt` answers the path of the note a link leads to, or null. */
export function readBlock(
  source: string,
  catalog: Catalog,
  noteAt: (link: string) => string | null,
): BlockText {
  const lines = source.split(/\r?\n/).filter((line) => line.trim() !== "");
  const name = (lines[0] ?? "").trim();
  if (name === "") return { kind: "needs" };
  if (lines.length > 1) return { kind: "fault", says: words.severalLines(lines.length) };
  const found = find(name, catalog, noteAt);
  if (found.length === 1 && found[0] !== undefined) return { kind: "plan", card: found[0] };
  return { kind: "fault", says: whyNot(name, found, catalog, noteAt) };
}

function find(name: string, catalog: Catalog, noteAt: (link: string) => string | null): readonly Card[] {
  const linked = targetOf(name);
  const path = noteAt(linked);
  const card = (path === null ? null : catalog.at(path)) ?? catalog.home(planKey(linked));
  if (card !== null) return [card];
  const wanted = linked.toLowerCase();
  return [...catalog.all()].filter(({ title }) =>
    [title, withoutLinks(title)].some((each) => each.toLowerCase() === wanted),
  );
}

function whyNot(
  name: string,
  found: readonly Card[],
  catalog: Catalog,
  noteAt: (link: string) => string | null,
): string {
  const shown = plain(targetOf(name), LONGEST);
  if (found.length > 1) {
    const links = found
      .slice(0, NAMED)
      .map(({ path }) => `[[${plain(path.replace(/\.md$/i, ""), LONGEST)}]]`);
    return words.titleOfSeveral(found.length, shown, links);
  }
  const [, word, rest = ""] = /^([\p{L}_ -]{1,20}[:=])\s*(\S.*)$/u.exec(name) ?? [];
  if (word !== undefined && find(rest, catalog, noteAt).length > 0)
    return words.nameAlone(plain(rest, LONGEST), plain(word, LONGEST));
  if (noteAt(targetOf(name)) !== null) return words.otherNote(shown);
  const names = [...catalog.all()].flatMap(({ taskId, path, title }) => [
    nameOf(path).replace(/\.md$/i, ""),
    taskId,
    withoutLinks(title),
  ]);
  const near = nearest(targetOf(name).slice(0, LONGEST), names);
  return words.noPlan(shown, near === null ? null : plain(near, LONGEST));
}

/** Of a link, the note it names; anything else as it is, since a title may have signs of a link. */
function targetOf(name: string): string {
  const link = /^\[\[([^|#]*).*\]\]$/.exec(name);
  return (link?.[1] ?? name).trim();
}
