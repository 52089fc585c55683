/** A change as it is shown: what an eye cannot see is spelled out, white space in front is kept, and a line that stays is no change. */
import { reveal } from "../kit/text";
import type { ShownLine } from "./proposal";

export interface Shown {
  /** `line 3`, or where something comes in. */
  readonly at: string;
  /** With `- ` or `+ ` in front. */
  readonly lines: readonly string[];
}

export function showChange({ line, was, becomes }: ShownLine): Shown {
  const plus = (added: readonly string[]): string[] => added.map((each) => `+ ${showLine(each)}`);
  const at = `line ${String(line)}`;
  if (becomes.length > 1 && becomes.at(-1) === was) return { at: `before ${at}`, lines: plus(becomes.slice(0, -1)) };
  return { at, lines: [`- ${showLine(was)}`, ...plus(becomes)] };
}

function showLine(text: string): string {
  return text === "" ? "(an empty line)" : reveal(text.replace(/\r/g, "[CR]").replace(/\t/g, "→"));
}
