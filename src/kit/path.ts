/**
 * Checks the form of a path inside the vault. Every path that comes from a note, a setting, a model or a server passes
 * here before it reaches a port, and every port asks again. Knows text only: whether something is there, is a symbolic
 * link, or is spelled differently on the disk is for the adapters to find out.
 *
 * A path is never repaired. A repaired path is a different path, and a person approved the one they saw.
 */

export type PathCheck =
  { readonly kind: "ok"; readonly path: string } | { readonly kind: "bad"; readonly why: string };

/** Bytes in UTF-8. File systems stop at 255; the difference is room for a temporary or conflict-copy suffix. */
export const SEGMENT_LIMIT = 200;
/** Bytes in UTF-8, for the whole vault-relative path. */
const PATH_LIMIT = 1000;

/**
 * Cheap and common: nothing in such a path can be a look-alike, a control character or too many bytes per character.
 */
const PLAIN_ASCII = /^[\x20-\x7e]*$/;
const DRIVE = /^[A-Za-z]:/;
const FILE_ADDRESS = /^file:/i;
/** Control characters, the two Unicode line breaks, and half characters, which no UTF-8 file name can hold. */
const UNWRITABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
/** `%2e`, `%2f`, `%5c` and encoded controls, encoded any number of times, and the overlong forms of `.` and `/`. */
const ENCODED_TRAVERSAL = /%(?:25)*(?:2e|2f|5c|7f|c0|c1|[01][0-9a-f])/i;
/** Windows gives these to devices whatever the extension, `con.md` and `NUL .txt` included. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

/**
 * Says whether `path` may name something inside the vault. `why` is a sentence for a person; it does not repeat the
 * path, which may hold anything.
 */
export function checkPath(path: string): PathCheck {
  const why = pathFault(path);
  return why === null ? { kind: "ok", path } : { kind: "bad", why };
}

/** The folder a path is in, "" for something at the top of the vault. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}

/** The last segment, extension included. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Whether a path is a folder’s, or of something in it, however the two are spelled; everything is beneath "", the vault
 * itself.
 */
export function isBeneath(path: string, folder: string): boolean {
  const [one = "", other = ""] = [path, folder].map((each) => each.normalize("NFC").toLowerCase());
  return other === "" || one === other || one.startsWith(`${other}/`);
}

/** A path on the computer as two are compared, however each is spelled; `..` stays. */
export function plainPath(path: string): string {
  return path
    .normalize("NFC")
    .replace(/\\/g, "/")
    .replace(/\/(?:\.?\/)+/g, "/")
    .replace(/^(?:\.\/)+|(?:\/\.?)+$/g, "")
    .toLowerCase();
}

/** Puts segments together; "" is the vault itself and adds nothing. */
export function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("/");
}

function pathFault(path: string): string | null {
  if (path === "") return "The path is empty.";
  if (path.includes("\\")) return "The path has a backslash. Inside the vault, folders are separated by “/”.";
  if (path.startsWith("/")) return "The path starts with “/”. Give it from the top of the vault.";
  if (DRIVE.test(path)) return "The path names a drive. Give it from the top of the vault.";
  if (FILE_ADDRESS.test(path))
    return "The path is an address on the computer. Give it from the top of the vault.";
  const plain = PLAIN_ASCII.test(path);
  if (!plain && UNWRITABLE.test(path)) return "The path has a character that cannot be seen or written.";
  if (!plain && path.normalize("NFC") !== path)
    return "The path has letters put together in an unusual way (not Unicode NFC). Rename it.";
  if (path.includes("%") && ENCODED_TRAVERSAL.test(path))
    return "The path hides a dot, a slash or a control character behind “%”.";
  if (byteLength(path, plain) > PATH_LIMIT) return `The path is longer than ${PATH_LIMIT} bytes.`;
  for (const segment of path.split("/")) {
    const why = segmentFault(segment, plain);
    if (why !== null) return why;
  }
  return null;
}

function segmentFault(segment: string, plain: boolean): string | null {
  if (segment === "") return "The path has an empty part (two slashes in a row, or one at the end).";
  if (segment === "." || segment === "..")
    return "The path has a “.” or “..” part, which could lead out of the vault.";
  if (segment.startsWith("."))
    return "The path has a hidden part (it starts with a dot). Planwright stays out of those.";
  if (/[. ]$/.test(segment)) return "A part of the path ends with a dot or a space, which some systems drop.";
  if (DRIVE.test(segment) && segment.length === 2)
    return "The path names a drive. Give it from the top of the vault.";
  if (RESERVED.test(segment)) return "A part of the path is a name that Windows keeps for a device.";
  if (byteLength(segment, plain) > SEGMENT_LIMIT)
    return `A part of the path is longer than ${SEGMENT_LIMIT} bytes.`;
  return null;
}

function byteLength(text: string, plain: boolean): number {
  return plain ? text.length : new TextEncoder().encode(text).length;
}
