/**
 * Standard output and standard error. A reader may go away at any time (`| head`, a closed window), and a disk may be
 * full.
 */
import type { Writable } from "node:stream";
import type { Input } from "./answering/input";

export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Width of the terminal; absent where standard output is none. */
  readonly columns?: () => number | undefined;
  /** Where pasted text comes from; absent where nobody can paste any. */
  readonly input?: Input;
  /** Aborted when standard output cannot be written any more. */
  readonly closed?: AbortSignal;
}

export interface OpenStreams extends Streams {
  /** Why output was lost, as a sentence; null where none was, or its reader did not want more. */
  lost(): string | null;
}

export function openStreams(out: Writable & { readonly columns?: number }, err: Writable): OpenStreams {
  const closed = new AbortController();
  let lost: string | null = null;
  let isMuted = false;
  out.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE")
      lost = `The output could not be written (${error.code ?? error.message}). What was done is in the vault; “status” shows it.`;
    closed.abort();
  });
  err.on("error", () => {
    isMuted = true;
  });
  return {
    out(text) {
      if (!closed.signal.aborted) out.write(text);
    },
    err(text) {
      if (!isMuted) err.write(text);
    },
    columns: () => out.columns,
    closed: closed.signal,
    lost: () => lost,
  };
}
