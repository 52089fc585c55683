/**
 * Text that a person pastes, or that another program hands over: up to a line that ends it, or to the end of the input.
 */
import { StringDecoder } from "node:string_decoder";
import type { ReadStream } from "node:tty";

/** A line that holds this and nothing else ends a text. */
export const END = ".";

export interface Input {
  /** A person types here; otherwise a file or a program stands behind it. */
  readonly isTyped: boolean;
  /** Null where the input ends before a text began, and once `stop` is aborted. */
  text(stop: AbortSignal): Promise<string | null>;
  /**
   * The text up to Enter; of a paste, all its lines. Text that came before this call is no answer to the question that
   * was shown just now, and is left out. Null as above.
   */
  line(stop: AbortSignal): Promise<string | null>;
  /** Lets the program end although the input goes on. */
  leave(): void;
}

type Source = Pick<NodeJS.ReadStream, "on" | "off" | "pause" | "resume"> &
  Partial<Pick<ReadStream, "isTTY" | "setRawMode">> & { ref?: () => unknown; unref?: () => unknown };

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const ERASE = ["\u007f", "\b"];

/**
 * A terminal cuts a line off at four thousand characters, and an answer is often one line. So it is read raw: what is
 * typed is shown by us, and Ctrl+C becomes the signal that it stands for.
 */
export function openInput(
  source: Source,
  show: (text: string) => void,
  interrupt: () => void = () => void process.kill(process.pid, "SIGINT"),
): Input {
  const isTyped = source.isTTY === true;
  const decoder = new StringDecoder("utf8");
  const lines: string[] = [];
  let line = "";
  let isOver = false;
  let isHeard = false;
  let wasReturn = false;
  let wake = (): void => undefined;

  const endLine = (): void => {
    lines.push(line);
    line = "";
  };
  const end = (): void => {
    if (line !== "") endLine();
    isOver = true;
    wake();
  };
  const typed = (char: string): void => {
    if (char === CTRL_C) interrupt();
    else if (char === CTRL_D) end();
    else if (ERASE.includes(char)) {
      if (line !== "") show("\b \b");
      line = [...line].slice(0, -1).join("");
    } else line += char;
  };
  const take = (chunk: Buffer): void => {
    const text = decoder.write(chunk);
    let from = 0;
    for (const { 0: sign, index } of text.matchAll(/[\r\n\p{Cc}]/gu)) {
      const before = text.slice(from, index);
      from = index + 1;
      line += before;
      if (isTyped) show(before);
      if (sign === "\n" && wasReturn) {
        wasReturn = false;
        continue;
      }
      wasReturn = sign === "\r";
      if (sign === "\r" || sign === "\n") {
        if (isTyped) show("\n");
        endLine();
      } else if (isTyped) typed(sign);
      else line += sign;
    }
    const rest = text.slice(from);
    if (rest !== "") wasReturn = false;
    line += rest;
    if (isTyped) show(rest);
    wake();
  };
  const listen = (): void => {
    if (isHeard || isOver) return;
    isHeard = true;
    if (isTyped) source.setRawMode?.(true);
    source.on("data", take);
    source.on("end", end);
    source.on("error", end);
    // Left once, it no longer keeps the program alive.
    source.ref?.();
    source.resume();
  };
  const leave = (): void => {
    if (!isHeard) return;
    isHeard = false;
    source.off("data", take);
    source.off("end", end);
    source.off("error", end);
    if (isTyped) source.setRawMode?.(false);
    source.pause();
    source.unref?.();
  };

  /** The lines of the first text, taken out; null while it has no end. */
  const whole = (): string | null => {
    const at = lines.findIndex((each) => each.trim() === END);
    if (at < 0 && !isOver) return null;
    const taken = lines.splice(0, at < 0 ? lines.length : at + 1);
    return (at < 0 ? taken : taken.slice(0, -1)).join("\n");
  };

  /** `taken`: the text, null where none comes any more, undefined while it may still come. */
  const read = async (stop: AbortSignal, taken: () => string | null | undefined): Promise<string | null> => {
    const isStopped = (): boolean => stop.aborted;
    if (isStopped()) return null;
    listen();
    const onStop = (): void => wake();
    stop.addEventListener("abort", onStop);
    try {
      for (;;) {
        if (isStopped()) return null;
        const text = taken();
        if (text !== undefined) return text;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      stop.removeEventListener("abort", onStop);
    }
  };

  return {
    isTyped,
    text: (stop) =>
      read(stop, () => {
        const text = whole();
        if (text === null) return undefined;
        return text.trim() === "" && isOver && lines.length === 0 ? null : text;
      }),
    line: (stop) => {
      lines.length = 0;
      line = "";
      return read(stop, () => (lines.length > 0 ? lines.splice(0).join("\n") : isOver ? null : undefined));
    },
    leave,
  };
}
