/** Texts that this device wrote itself: one that comes back is no sign of somebody typing. */
import type { MayBe } from "../../note/index/unread";
import { checkPath } from "../../kit/path";
import type { Problem } from "../../kit/problem";
import type { Reading } from "../../kit/ports/vault";

export interface Own {
  wrote(path: string, text: string): void;
  is(path: string, text: string): boolean;
}

export function createOwn(): Own {
  const written = new Map<string, string>();
  return {
    // The texts themselves: to compare them costs a tenth of a hash.
    wrote: (path, text) => void written.set(path, text),
    is: (path, text) => written.get(path) === text,
  };
}

/** The problem of a note that gave no text. `also`: a sentence about the consequence; may be empty. */
export function unreadable(path: string, reading: Exclude<Reading, { kind: "text" }>, also = ""): Problem {
  const why = reading.kind === "absent" ? "it vanished while it was read" : reading.why;
  const message = also === "" ? why : `${why.replace(/\.$/, "")}. ${also}`;
  const kind =
    reading.kind === "unreadable" && reading.reason === "too-big"
      ? "too-big"
      : reading.kind === "unreadable" && reading.reason === "not-utf8"
        ? "not-text"
        : "unreadable";
  return { kind, path, line: null, message };
}

/** A path that no vault may use is never read anywhere; its name says that much. */
export function mayBe(path: string, reading: Exclude<Reading, { kind: "text" }>): MayBe {
  const isLasting =
    reading.kind === "absent" ||
    reading.reason === "too-big" ||
    reading.away === true ||
    checkPath(path).kind === "bad";
  return isLasting ? "named" : "any";
}
