/**
 * Standard output and standard error. A reader may go away at any time (`| head`, a closed window), and a disk may be
 * full.
 */
import type { Writable } from "node:stream";
import type { Input } from "./answering/input";
import type { Asked, Call } from "./words";

export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Width of the terminal; absent where standard output is none. */
  readonly columns?: () => number | undefined;
  /** A person types here and reads here; otherwise another program may give the command. */
  readonly isTerminal?: boolean;
  /** Where pasted text comes from; absent where nobody can paste any. */
  readonly input?: Input;
  /** Aborted when standard output cannot be written any more. */
  readonly closed?: AbortSignal;
}

/** The result of a call, as another program reads it. */
export class Data {
  constructor(readonly text: string) {}
}

/** The streams of one call. */
export interface Output extends Omit<Streams, "out"> {
  readonly out: (said: string | Data) => void;
}

/** `isData`: standard output holds the result alone, and standard error every sentence. */
export function outputOf(streams: Streams, isData: boolean): Output {
  return {
    ...streams,
    out(said) {
      if (typeof said !== "string") streams.out(said.text);
      else if (isData) streams.err(`planwright: ${said.trim()}\n`);
      else streams.out(said);
    },
  };
}

/** Another program reads the result on standard output. */
export function isForPrograms({ verb, json, mermaid }: Asked | Call): boolean {
  return json || mermaid || verb === "flow schema";
}

/** The program that gives this command, empty where it does not say its name; null for a person. */
export function speakerOf({ as }: Call, { isTerminal }: Output): string | null {
  return as ?? (isTerminal === true ? null : "");
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
      lost = `The output could not be written (${error.code ?? error.message}). “status” shows what was done.`;
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
