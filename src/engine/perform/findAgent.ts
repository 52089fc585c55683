/** The file behind a program that does steps, where a person may let it work. Nothing is started. */
import type { FoundProgram } from "../../kit/ports/programs";
import type { ModelProgram } from "../../settings/settings";
import { writtenByAgents } from "../../agent/place";
import type { Context } from "./context";

export async function findAgent(
  { command, args, folder }: ModelProgram,
  { programs, host, settings }: Pick<Context, "programs" | "host" | "settings">,
): Promise<FoundProgram> {
  return folder !== "" && writtenByAgents(folder, host.vault, settings)
    ? {
        kind: "none",
        why: "Its folder is one that agents write in. Name another one under “models”, “program”, “folder” in the settings.",
      }
    : await programs.find(command, args, folder);
}
