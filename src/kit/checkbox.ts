/** A box that we wrote for a person to tick, as they leave it: with a space too many or too few, or another mark. */
export interface Tick {
  /** Characters of white space before it. */
  readonly lead: number;
  readonly mark: string;
  /** Without white space around it. */
  readonly label: string;
}

const TICK = /^([ \t]*)[-*+][ \t]{0,4}\[[ \t]{0,2}([^\]\s]?)[ \t]{0,2}\][ \t]*(.*)$/su;

/** Null for a line that is none. */
export function readTick(text: string): Tick | null {
  const match = TICK.exec(text);
  return match === null
    ? null
    : { lead: (match[1] ?? "").length, mark: match[2] ?? "", label: (match[3] ?? "").trim() };
}

export function isTicked({ mark }: Tick): boolean {
  return mark === "x" || mark === "X";
}
