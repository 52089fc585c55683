/** Block ids of the lines that a flow has in a Roadmap. The id alone says to which step of the flow a line belongs. */

export interface LineId {
  readonly step: string;
  /** Of a step in a loop, counted from 1; null for any other. */
  readonly item: number | null;
  /** The line at which the person is asked, behind the one of the agent. */
  readonly isAsk: boolean;
  /** Counted from 1. */
  readonly attempt: number;
}

const LINE_ID = /^f-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:--i([1-9]\d{0,3}))?(--ask)?(?:--a([1-9]\d{0,3}))?$/;

/**
 * `f-implement`; for the second task, `f-implement--i2`; its third attempt, `f-implement--i2--a3`; a question,
 * `f-scope--ask`.
 */
export function writeLineId({ step, item, isAsk, attempt }: LineId): string {
  return `f-${step}${item === null ? "" : `--i${String(item)}`}${isAsk ? "--ask" : ""}${attempt === 1 ? "" : `--a${String(attempt)}`}`;
}

/** Null for a line that no flow wrote. */
export function readLineId(id: string | null): LineId | null {
  const match = LINE_ID.exec(id ?? "");
  return match === null
    ? null
    : {
        step: match[1] ?? "",
        item: match[2] === undefined ? null : Number(match[2]),
        isAsk: match[3] !== undefined,
        attempt: match[4] === undefined ? 1 : Number(match[4]),
      };
}
