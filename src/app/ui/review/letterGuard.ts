/** Keeps letters of a word that a person types, where no field is open yet, from being answers. */

/** Milliseconds after a letter that answers nothing, in which a letter that would answer is one of the same word. */
const TYPING = 1500;

/** Elements in which letters are words. */
const FIELDS = "textarea, select, input:not([type=checkbox])";

export class LetterGuard {
  #typed = -TYPING;

  /** `answers`: whether a letter does something just now. */
  constructor(private readonly answers: (letter: string) => boolean) {}

  /** To be told of every key. */
  see({ key, timeStamp }: KeyboardEvent): void {
    if (/^[\p{L}\p{N}]$/u.test(key) && !this.answers(key.toLowerCase())) this.#typed = timeStamp;
  }

  /** To be told of keys that a field takes: who types may go on after the field is gone. */
  types({ key, timeStamp }: KeyboardEvent): void {
    // Ctrl alone begins no word: it sends what was written.
    if (key !== "Control" && key !== "Meta") this.#typed = timeStamp;
  }

  /** Whether a key is held down, or belongs to words that are being typed. */
  refuses({ repeat, timeStamp }: KeyboardEvent): boolean {
    return repeat || isInField() || timeStamp - this.#typed < TYPING;
  }
}

/** Whether the person is in a field. */
export function isInField(): boolean {
  return activeDocument.activeElement?.matches(FIELDS) === true;
}
