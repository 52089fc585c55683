/**
 * Asks a model that is a program: started once in the work folder of its plan, watched, and gone with all that it
 * started.
 */
import { SECOND } from "../../kit/dates";
import { counted } from "../../kit/numbers";
import { plain, revealLines } from "../../kit/text";
import type { ModelAnswer, Usage } from "../../ports/model";
import type { ProgramEnd, ProgramsPort } from "../../ports/programs";
import type { ModelProgram } from "../../settings/settings";
import type { promptOf } from "../../work/prompt";
import type { Deed } from "../../work/outside/deeds";
import { hideSecrets } from "../../work/outside/hideSecrets";
import { programText, readProgram } from "../../work/outside/programAgent";
import { createEvents } from "../../work/outside/programEvents";

export interface ProgramAsked {
  readonly program: ModelProgram;
  readonly prompt: ReturnType<typeof promptOf>;
  readonly turn: number;
  /** Of the vault, or absolute. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called at each line of its output; `silent`: the program may give no sign of life before its end. */
  readonly alive: (sign: "silent" | Doing) => void;
}

/** `usage`: up to now, as the program says. */
export interface Doing {
  readonly deeds: readonly Deed[];
  readonly usage: Usage;
}

/** `usd`: as the program says; null where it does not. */
export async function askProgram(
  { program, prompt, turn, folder, signal, alive }: ProgramAsked,
  programs: ProgramsPort,
): Promise<{ readonly answer: ModelAnswer; readonly usd: number | null }> {
  const events = createEvents(program.events);
  let errors = "";
  if (program.events === "lines") alive("silent");
  const end = await programs.run({
    command: program.command,
    args: program.args,
    folder,
    input: programText(prompt),
    env: {},
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
  const { text, usage, usd, fault } = events.end();
  if (end.kind === "not-started") {
    const nothing = { in: 0, cached: 0, out: 0 };
    return {
      answer: { kind: "failed", code: "no-program", why: plain(end.why, 300), usage: nothing },
      usd: 0,
    };
  }
  const why = whyFailed(end, program, errors) ?? fault ?? (text.trim() === "" ? "It said nothing." : null);
  if (why !== null)
    return { answer: { kind: "failed", code: "program-failed", why: plain(why, 300), usage }, usd };
  return { answer: { kind: "answered", parts: readProgram(revealLines(text), turn), usage }, usd };
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
