/** Puts a misspelt status right, and writes it back as it was: one value of the properties, and nothing else. */
import { readFrontmatter, setValue, singleText } from "../../kit/frontmatter";
import { splitLines } from "../../kit/lines";
import { nearest } from "../../kit/nearest";
import { nameOf } from "../../kit/path";
import { escapeLine } from "../../kit/text";
import { STATUSES } from "../../note/plan/plan";
import type { Command } from "../../rules/command";
import { change } from "../perform/change";
import type { Context } from "../perform/context";
import { no, told, type Obeyed } from "../perform/replies";

export async function writeStatus(
  { note, from, to }: Extract<Command, { readonly kind: "write-status" }>,
  context: Context,
): Promise<Obeyed> {
  if (nearest(from, STATUSES) !== to && nearest(to, STATUSES) !== from)
    return no(`“${escapeLine(from, 60)}” and “${escapeLine(to, 60)}” are not the same status.`);
  const edit = (text: string): string | null =>
    statusIn(text) === from ? setValue(text, "status", to) : null;
  return told(
    await change(note, edit, context),
    `The status of ${escapeLine(nameOf(note), 120)} is ${escapeLine(to, 60)}.`,
  );
}

function statusIn(text: string): string | null {
  const read = readFrontmatter(splitLines(text));
  return read.kind === "broken" ? null : (singleText(read.frontmatter.data, "status")?.trim() ?? null);
}
