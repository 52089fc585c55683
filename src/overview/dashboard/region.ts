/** Our part of Dashboard.md, put into its frame. Everything around it is the person's and stays byte for byte. */
import { BEGIN, END, frameOf, type Frame } from "./frame";

export type RegionWriting =
  { readonly kind: "text"; readonly text: string } | Extract<Frame, { kind: "damaged" }>;

/**
 * The note with our region saying `content`; a note without one gets it at its end. `content` has no marker and no line
 * ends in it.
 */
export function writeRegion(text: string | null, content: readonly string[]): RegionWriting {
  const frame = frameOf(text);
  if (frame.kind === "damaged") return frame;
  const { before, after, end, last } = frame;
  return { kind: "text", text: `${before}${[BEGIN, ...content, END].join(end)}${last}${after}` };
}

/**
 * The whole note, where `text` is the beginning of it: an app that ends in the middle of a writing leaves that. Null
 * when there is a single character that we would not write there now, for then it may be a person's.
 */
export function completeRegion(text: string, content: readonly string[]): string | null {
  const at = text.search(/^<!-- planwright:/m);
  const whole = at < 0 ? null : writeRegion(text.slice(0, at), content);
  return whole?.kind === "text" && whole.text.length > text.length && whole.text.startsWith(text)
    ? whole.text
    : null;
}
