/** All that goes out, as lines for a terminal; a text of several lines stands beneath its name. */
import { isReceivers } from "../../note/action/kinds";
import { count } from "../../kit/numbers";
import { escapeInvisible, escapeInvisibleLines } from "../../kit/text";
import { linesOf, receiversIn, textOf, type Sheet, type SheetLine } from "../../approval/request/sheet";

export function tellSheet(sheet: Sheet | null): readonly string[] {
  return sheet === null ? [] : linesOf(sheet).flatMap((line) => tellLine(line, sheet));
}

function tellLine(line: SheetLine, { files }: Sheet): readonly string[] {
  const { label, role, value } = line;
  const text = isReceivers(role) ? receiversIn(value).join(", ") : (line.words ?? textOf(value));
  const lines =
    role === "files" && files.length > 0
      ? files.map(({ path, size }) => escapeInvisible(`${path}, ${count(size)} bytes`))
      : escapeInvisibleLines(text.trimEnd()).split("\n");
  return lines.length === 1
    ? [`${escapeInvisible(label)}: ${lines[0] ?? ""}`.trimEnd()]
    : [`${escapeInvisible(label)}:`, ...lines.map((each) => `  ${each}`.trimEnd())];
}
