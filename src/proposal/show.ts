/** A line as it stands in a note, on a screen: what an eye cannot see is spelled out, and white space in front is kept. */
import { reveal } from "../kit/text";

export function showLine(text: string): string {
  return reveal(text.replace(/\r/g, "[CR]").replace(/\t/g, "→"));
}
