/**
 * The file name of a request: time, type, slug, first digits of its id. Legal on every system; sorted by time in
 * every list. Its record's name is longer and still has at most 100 characters.
 */
import { writeFileStamp } from "../../kit/dates";
import { slug } from "../../kit/ids";

export function requestName(created: number, type: string, about: string, id: string): string {
  const room = Math.min(40, LONGEST - "2026-02-21T1040Z____7f3a9c21_receipt.md".length - type.length);
  return `${writeFileStamp(created)}_${type}_${slug(about, room)}_${id.slice(0, 8)}.md`;
}

const LONGEST = 100;
const NAME = /^\d{4}-\d{2}-\d{2}T\d{4}Z_([a-z][a-z0-9_]*)_[a-z0-9-]+_([0-9a-f]{8})\.md$/;

/** Type and first digits of the id as a name states them; null for any other name. */
export function readName(name: string): { readonly type: string; readonly id: string } | null {
  const match = NAME.exec(name);
  return match === null ? null : { type: match[1] ?? "", id: match[2] ?? "" };
}

/** Opens the review of a request in the app, and approves nothing. As `views/links` writes it. */
export function reviewUrl(id: string): string {
  return `obsidian://planwright?do=review&request=${id.slice(0, 8)}`;
}

export function recordName(name: string): string {
  return name.replace(/\.md$/, "_receipt.md");
}

/** A name of our pattern with something added, as sync products and copying by hand do. */
export function originalName(name: string): string | null {
  const match =
    /^(\d{4}-\d{2}-\d{2}T\d{4}Z_[a-z][a-z0-9_]*_[a-z0-9-]+_[0-9a-f]{8})(?!\.md$)(?!_receipt).+\.md$/.exec(
      name,
    );
  return match === null ? null : `${match[1] ?? ""}.md`;
}
