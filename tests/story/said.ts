/**
 * Commands of a person. They approve and confirm the text that they have just been shown, where nothing else is said.
 */
import type { Command, Obeyed } from "../../src/engine/perform/replies";
import type { Engine } from "../../src/engine/engine";
import { findRequest } from "../../src/engine/perform/find";
import { shownToConfirm } from "../../src/approval/confirming";
import type { RequestView } from "../../src/approval/view";
import type { World } from "../../src/rules/world";

type Read = Extract<Command, { readonly read: string }>;
type Unread<Each extends Read> = Each extends Read ? Omit<Each, "read"> & Partial<Pick<Each, "read">> : never;

export type Said = Exclude<Command, Read> | Unread<Read>;

/** The command of a person who was shown this world. */
export function asShown(said: Said, world: World | null): Command {
  if (!isOfWhatWasRead(said)) return said;
  const found = world === null ? "" : findRequest(said.request, world);
  return {
    ...said,
    read:
      said.read ??
      (typeof found === "string" ? "" : said.kind === "approve" ? readPending(found) : shownToConfirm(found)),
  };
}

function isOfWhatWasRead(said: Said): said is Unread<Read> {
  return said.kind === "confirm" || said.kind === "approve";
}

/** The text of the note that waits. */
function readPending({ notes }: RequestView): string {
  return notes.find(({ folder }) => folder === "pending")?.hash ?? "";
}

export async function obeyed(engine: Pick<Engine, "obey" | "look">, said: Said): Promise<Obeyed> {
  return await engine.obey(asShown(said, isOfWhatWasRead(said) ? await engine.look() : null));
}
