/** Makes the folders that are missing and, where it is wanted, the table of plans. */
import type { Context } from "../perform/context";
import { plansTable, tablePath } from "../perform/plansTable";
import { no, yes, type Obeyed } from "../perform/replies";
import { makeFolders } from "../perform/setup";

export async function setUp(isTableWanted: boolean, { vault, settings }: Context): Promise<Obeyed> {
  const made = await makeFolders(vault, settings);
  if (made.kind === "refused") return no(made.why);
  const folders =
    made.folders.length === 0 ? "All folders are there already." : `Made ${made.folders.join(", ")}.`;
  if (!isTableWanted) return yes(folders);
  const path = tablePath(settings);
  const table = await vault.create(path, plansTable(settings));
  if (table.kind === "refused") return no(`${folders} ${path} was not made: ${table.why}`);
  return yes(
    `${folders} ${table.kind === "exists" ? `${path} is there already and stays as it is.` : `Made ${path}.`}`,
  );
}
