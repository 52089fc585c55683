/** The file behind a program that does steps, where a person may let it work. Nothing is started. */
import type { FoundProgram } from "../../kit/ports/programs";
import type { ModelProgram } from "../../settings/settings";
import { writtenByAgents } from "../../agent/place";
import type { Context } from "./context";

export async function findAgent(
  program: ModelProgram,
  { programs, host, settings }: Pick<Context, "programs" | "host" | "settings">,
): Promise<FoundProgram> {
  const place = (["folder", "home"] as const).find(
    (each) => program[each] !== "" && writtenByAgents(program[each], host.vault, settings),
  );
  return place === undefined
    ? await programs.find(program.command, program.args, program.folder)
    : {
        kind: "none",
        why: `Its ${place} is one that agents write in. Name another one under “models”, “program”, “${place}” in the settings.`,
      };
}
