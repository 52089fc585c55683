/** Makes the folders that are missing. */
import type { Bench } from "../perform/context";
import { no, yes, type Obeyed } from "../perform/replies";
import { makeFolders } from "../perform/setup";

export async function setUp({ vault, settings }: Bench): Promise<Obeyed> {
  const made = await makeFolders(vault, settings);
  if (made.kind === "refused") return no(made.why);
  return yes(
    made.folders.length === 0 ? "All folders are there already." : `Made ${made.folders.join(", ")}.`,
  );
}
