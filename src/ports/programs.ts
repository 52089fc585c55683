/**
 * Programs of this device, each started once and watched to its end.
 *
 * Promises (tests/contracts/programs.suite.ts):
 * - `run` never throws, and starts the program at most once. No shell is involved: every argument arrives as it is
 *   given.
 * - `not-started` is said only if nothing of the program ran: there is no such program or folder, the call was stopped
 * before, or no program can run on this device.
 * - The program gets a short list of ordinary environment variables (`PATH`, `HOME`, `LANG` …), those of the call, and
 * nothing else. It reads `input`, then the end of its input.
 * - `heard` is called with each whole line of its output, in order, while the program runs. A long line is cut. Of all
 * output, the beginning and the end are kept, and how many characters are missing between them is known.
 * - It ends with everything that it started: when it exits, when the time is up, when the `signal` is aborted, when it
 * writes without end, and when the port is closed. A process that left its group is not found.
 * - `halt`: nothing starts any more. Cannot be taken back.
 */
export interface ProgramsPort {
  /** Why no program can run on this device, as a sentence; null where one can. */
  readonly unable: string | null;
  run(call: ProgramCall): Promise<ProgramEnd>;
  halt(): void;
  /** Ends every program of this port. Resolves when they are gone or were killed. */
  close(): Promise<void>;
}

export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute, or relative to the vault; empty for the folder of the vault. */
  readonly folder: string;
  /** Text on its standard input. */
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly heard: (line: string, from: "output" | "errors") => void;
}

export type ProgramEnd =
  /** A sentence. */
  | { readonly kind: "not-started"; readonly why: string }
  | (Ended & { readonly kind: "exited"; readonly code: number })
  /** The system, or a person, ended it. */
  | (Ended & { readonly kind: "killed"; readonly by: string })
  | (Ended & { readonly kind: "timed-out" | "stopped" | "endless" });

interface Ended {
  /** Both of its outputs, line by line as they came. Untrusted. */
  readonly output: string;
}

/** Characters of the beginning, and as many of the end, of the output that is kept. */
export const KEPT_OUTPUT = 32_000;
/** Characters of a line. */
export const LONGEST_LINE = 1_000_000;
/** Characters of output after which a program writes without end. */
export const MOST_OUTPUT = 64_000_000;

/** For a device on which no program can run. */
export function noPrograms(why: string): ProgramsPort {
  return {
    unable: why,
    run: () => Promise.resolve({ kind: "not-started", why }),
    halt: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** The beginning and the end of what is added, at most `KEPT_OUTPUT` characters of each. */
export function keepOutput(): { add(text: string): void; text(): string } {
  let head = "";
  let tail = "";
  let left = 0;
  return {
    add(text) {
      const room = Math.max(0, KEPT_OUTPUT - head.length);
      head += text.slice(0, room);
      const all = tail + text.slice(room);
      // Cut seldom, as each cut copies what is kept.
      if (all.length <= 2 * KEPT_OUTPUT) tail = all;
      else {
        left += all.length - KEPT_OUTPUT;
        tail = all.slice(-KEPT_OUTPUT);
      }
    },
    text: () => {
      const gone = left + Math.max(0, tail.length - KEPT_OUTPUT);
      return gone === 0
        ? head + tail
        : `${head}\n… (${String(gone)} characters are missing here)\n${tail.slice(-KEPT_OUTPUT)}`;
    },
  };
}
