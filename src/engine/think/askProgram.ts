/**
 * Asks a model that is a program: started once, in the project that its settings name or in a folder of this run alone,
 * watched, and gone with all that it started.
 */
import { SECOND } from "../../kit/dates";
import { counted } from "../../kit/numbers";
import { escapeLine, escapeInvisibleLines } from "../../kit/text";
import type { ModelAnswer, Usage } from "../../kit/ports/model";
import type {
  FolderChanges,
  FoundProgram,
  ProgramEnd,
  ProgramFile,
  ProgramsPort,
} from "../../kit/ports/programs";
import type { ModelProgram } from "../../settings/settings";
import type { promptOf } from "../../agent/prompt";
import type { Deed } from "../../agent/outside/deeds";
import { hideSecrets } from "../../agent/outside/hideSecrets";
import { argumentsOf, programText, readProgram, type ProgramPlace } from "../../agent/outside/programAgent";
import { createEvents } from "../../agent/outside/programEvents";

export interface ProgramAsked {
  readonly program: ModelProgram;
  readonly prompt: ReturnType<typeof promptOf>;
  readonly turn: number;
  readonly found: FoundProgram;
  readonly place: ProgramPlace;
  /** Copies of the plan’s work files. */
  readonly files: readonly ProgramFile[];
  readonly signal: AbortSignal;
  /** Called at each line of its output; `silent`: the program may give no sign of life before its end. */
  readonly alive: (sign: "silent" | Doing) => void;
}

/** `usage`: up to now, as the program says. */
export interface Doing {
  readonly deeds: readonly Deed[];
  readonly usage: Usage;
}

interface Asked {
  readonly answer: ModelAnswer;
  /** US dollars that the program says it cost; null where it does not say. */
  readonly usd: number | null;
  /** In the project, whatever way it ended; null where none is named, or nothing was started. */
  readonly changes: FolderChanges | null;
}

export async function askProgram(
  { program, found, prompt, turn, place, files, signal, alive }: ProgramAsked,
  programs: ProgramsPort,
): Promise<Asked> {
  const notStarted = (why: string): Asked => ({
    answer: {
      kind: "failed",
      code: "no-program",
      why: escapeLine(why, 300),
      usage: { in: 0, cached: 0, out: 0 },
    },
    usd: 0,
    changes: null,
  });
  if (found.kind === "none") return notStarted(found.why);
  const events = createEvents(program.events);
  let errors = "";
  if (program.events === "lines") alive("silent");
  const end = await programs.run({
    command: found.command,
    args: argumentsOf(found.args, place),
    folder: program.folder === "" ? place.folder : program.folder,
    exchange: { folder: place.folder, files, ...(program.folder === "" ? {} : { pictured: program.folder }) },
    input: programText(prompt, place),
    // Windows asks for the second one.
    env: program.home === "" ? {} : { HOME: program.home, USERPROFILE: program.home },
    timeout: program.seconds * SECOND,
    signal,
    heard(line, from) {
      if (from === "errors") {
        errors = line.trim() === "" ? errors : line;
        return;
      }
      const deeds = events.hear(line);
      alive({ deeds, usage: events.soFar() });
    },
  });
  const { text, usage, usd, fault, odd } = events.end();
  if (end.kind === "not-started") return notStarted(end.why);
  const { left = [], leftOut = [], changes = null } = end;
  if (odd !== undefined)
    return { answer: { kind: "failed", code: "bad-figure", why: escapeLine(odd, 300), usage }, usd, changes };
  const isSilent = text.trim() === "" && left.length === 0;
  const why = whyFailed(end, program, errors) ?? fault ?? (isSilent ? "It said nothing." : null);
  if (why !== null)
    return {
      answer: { kind: "failed", code: "program-failed", why: escapeLine(hideSecrets(why), 300), usage },
      usd,
      changes,
    };
  return {
    answer: {
      kind: "answered",
      parts: readProgram({ text: escapeInvisibleLines(text), left, leftOut }, place, turn),
      usage,
    },
    usd,
    changes,
  };
}

function whyFailed(
  end: Exclude<ProgramEnd, { readonly kind: "not-started" }>,
  { seconds, events }: ModelProgram,
  errors: string,
): string | null {
  // An event is no sentence, and may hold anything that the program read.
  const last = errors !== "" || events !== "lines" ? errors : (end.output.trim().split("\n").at(-1) ?? "");
  const said = last === "" ? "" : ` Its last line: ${hideSecrets(last.slice(0, 200))}`;
  switch (end.kind) {
    case "exited":
      return end.code === 0 ? null : `It ended with code ${String(end.code)}.${said}`;
    case "killed":
      return `Somebody else ended it (${end.by}).`;
    case "timed-out":
      return `It did not end within ${counted(seconds, "second")}, and was ended.`;
    case "stopped":
      return "It was stopped before its end.";
    case "endless":
      return "It wrote without end, and was ended.";
  }
}
