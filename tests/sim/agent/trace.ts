/**
 * How the simulator reads work notes: line by line, with nothing of the core. It holds no seal against its key; what
 * was written by whom the witness has seen.
 */

export interface Entry {
  readonly kind: string;
  readonly step: string;
  readonly hash: string;
  readonly round: number;
  readonly turn?: number;
  readonly at: number;
  readonly parts?: readonly {
    readonly kind: string;
    readonly id: string;
    readonly tool: string;
    readonly input: string;
  }[];
  readonly usage?: { readonly in: number | null; readonly out: number | null };
  readonly bound?: { readonly tokens: number; readonly usd: number | null };
  readonly code?: string;
  readonly unused?: true;
  readonly call?: string;
  /** Of a call of a tool of a server: as the settings name it. */
  readonly of?: { readonly server: string; readonly tool: string };
  readonly tool?: string;
  readonly ok?: boolean;
  readonly text?: string;
  /** Of an edit of a note that is proposed. */
  readonly path?: string;
  readonly before?: string | null;
  readonly after?: string;
  readonly file?: string;
  /** Of one that a person agreed to. */
  readonly edited?: "made" | "left";
  readonly wrote?: { readonly path: string; readonly hash: string };
  readonly planned?: string;
}

export interface Line {
  /** The whole line; two that read alike are one. */
  readonly line: string;
  /** It begins a chain. */
  readonly first: boolean;
  readonly entry: Entry;
}

export function isWorkNotes(path: string): boolean {
  return /^Work\/[^/]+\/Work notes\.md$/.test(path);
}

/** Without the list of files at the top, to which a line is added for each: everything else only grows at the end. */
export function withoutList(text: string): string {
  return text
    .replace(/^- \[A\d+\] [^\n]*: written in [^\n]*\n/gm, "")
    .replace(/^(## Artifacts\r*\n\r*\n)(?:\r*\n)+(?=## Trace)/m, "$1");
}

/** From the oldest; what is no entry any more is left out. */
export function entriesIn(text: string): Line[] {
  return text.split(/\r*\n/).flatMap((line): Line[] => {
    const [, first, json = ""] = /^> %%pw1( first)? (\{.*\}) [0-9a-f]{64}%%$/.exec(line) ?? [];
    if (json === "") return [];
    try {
      return [{ line, first: first !== undefined, entry: JSON.parse(json) as Entry }];
    } catch {
      return [];
    }
  });
}

export function isOfRun(one: Entry, other: Entry): boolean {
  return one.step === other.step && one.hash === other.hash && one.round === other.round;
}

/**
 * The lines of the last turn of this run: its question, its answer, and what came of it; none before the first
 * question.
 */
export function lastTurn(lines: readonly Line[], of: Entry): readonly Line[] {
  const run = lines.filter(({ entry }) => isOfRun(entry, of));
  const from = run.findLastIndex(({ entry }) => entry.kind === "asked");
  return from < 0 ? [] : run.slice(from);
}

/** The call that an answer makes under this id; null where it makes none. */
export function callIn(
  turn: readonly Line[],
  id: string,
): { readonly tool: string; readonly input: unknown } | null {
  const answered = turn.find(({ entry }) => entry.kind === "answered")?.entry;
  const call = answered?.parts?.find((part) => part.kind === "call" && part.id === id);
  if (call === undefined || answered?.unused === true) return null;
  try {
    return { tool: call.tool, input: JSON.parse(call.input) as unknown };
  } catch {
    return { tool: call.tool, input: null };
  }
}
