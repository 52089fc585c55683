/**
 * The draft that a model made last, so that the code which was shown with it can make it. Kept beside the device store,
 * outside every vault.
 */
import { parseJson } from "../../kit/json";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { draftByModel, type DraftByModel } from "../../agent/planDraft";

const kept = z.object({ code: z.string(), draft: draftByModel });

/** `folder`: of the device store. Where it cannot be kept, the code makes nothing. */
export async function keepDraft(folder: string, code: string, draft: DraftByModel): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const next = `${fileIn(folder)}.${String(process.pid)}`;
  await writeFile(next, `${JSON.stringify({ code, draft })}\n`, { mode: 0o600 });
  await rename(next, fileIn(folder));
}

/** Null for a code that it was not shown with. */
export async function findDraft(folder: string, code: string): Promise<DraftByModel | null> {
  try {
    const parsed = kept.safeParse(parseJson(await readFile(fileIn(folder), "utf8")));
    return parsed.success && parsed.data.code === code ? parsed.data.draft : null;
  } catch {
    return null;
  }
}

function fileIn(folder: string): string {
  return join(folder, "last-draft.json");
}
