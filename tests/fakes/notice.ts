/** Collects what would have been said. */
import type { NoticePort } from "../../src/kit/ports/notice";

export interface MemoryNotices extends NoticePort {
  /** In the order they were said. */
  readonly texts: readonly string[];
  clear(): void;
}

export function createMemoryNotices(): MemoryNotices {
  const texts: string[] = [];
  return { texts, say: (text) => void texts.push(text), clear: () => void texts.splice(0) };
}
