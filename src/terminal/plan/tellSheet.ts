/** All that goes out, as lines for a terminal; a text of several lines stands beneath its name. */
import { isReceivers } from "../../action/kinds";
import { count } from "../../kit/numbers";
import { reveal, revealLines } from "../../kit/text";
import { linesOf, receiversIn, textOf, type Sheet, type SheetLine } from "../../request/sheet";

export function tellSheet(sheet: Sheet | null): readonly string[] {
  return sheet === null ? [] : linesOf(sheet).flatMap((line) => tellLine(line, sheet));
}

function tellLine(line: SheetLine, { files }: Sheet): readonly string[] {
  const { label, role, value } = line;
  const text = isReceivers(role) ? receiversIn(value).join(", ") : (line.words ?? textOf(value));
  const lines =
    role === "files" && files.length > 0
      ? files.map(({ path, size }) => reveal(`${path}, ${count(size)} bytes`))
      : revealLines(text.trimEnd()).split("\n");
  return lines.length === 1
    ? [`${reveal(label)}: ${lines[0] ?? ""}`.trimEnd()]
    : [`${reveal(label)}:`, ...lines.map((each) => `  ${each}`.trimEnd())];
}
