/** How the simulator reads what a device remembers: the lines of its store, each the JSON text of one record. */
import type { Device } from "./device";

type Lines = readonly string[];

function isAbout(line: string, kind: string, of: string): boolean {
  return line.startsWith(`{"kind":"${kind}"`) && line.includes(of);
}

/** Whether a record of this kind speaks of it; of an action by its id. */
export function isNoted(lines: Lines, kind: string, of: string): boolean {
  return lines.some((line) => isAbout(line, kind, of));
}

/** All of this kind that speak of it, from the oldest. */
export function recordsOf(lines: Lines, kind: string, of = ""): Readonly<Record<string, unknown>>[] {
  return lines.filter((line) => isAbout(line, kind, of)).map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function isPaused(lines: Lines): boolean {
  return recordsOf(lines, "paused").at(-1)?.["on"] === true;
}

/** The id by which a device is named as the acting one; "" before it has one. */
export function identityOf({ lines }: Device): string {
  return String(recordsOf(lines, "device").at(-1)?.["id"] ?? "");
}
