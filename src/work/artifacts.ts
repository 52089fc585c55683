/**
 * The list of what an agent wrote for a plan, at the top of the work notes. For people: what counts stands in the
 * trace.
 */
import { writeDay } from "../kit/dates";
import { joinLines, lineEnd, splitLines } from "../kit/lines";
import { nameOf } from "../kit/path";
import { inLine, link } from "../kit/text";
import { TRACE } from "./trace";

export const ARTIFACTS = "## Artifacts";

/**
 * The note’s text with a line for this file. Without one where it is listed already, or where somebody took the section
 * away.
 */
export function addArtifact(
  text: string,
  { path, step, at }: { readonly path: string; readonly step: string; readonly at: number },
): string {
  const lines = splitLines(text);
  const from = lines.findIndex((line) => line.text.trim() === ARTIFACTS);
  const to = lines.findIndex((line, n) => n > from && line.text.trim() === TRACE);
  if (from < 0 || to < 0) return text;
  const listed = lines.slice(from + 1, to);
  const target = link(path, nameOf(path));
  if (listed.some((line) => line.text.includes(target))) return text;
  const last = listed.findLastIndex((line) => line.text.trim() !== "");
  const n = listed.filter((line) => /^- \[A\d+\] /.test(line.text)).length + 1;
  const line = `- [A${String(n)}] ${target}: written in ${inLine(step, 160)}, ${writeDay(at)}`;
  const end = lineEnd(lines);
  const behind = from + 2 + last;
  const added = (last < 0 ? ["", line] : [line]).map((each) => ({ text: each, end }));
  return joinLines([...lines.slice(0, behind), ...added, ...lines.slice(behind)]);
}
