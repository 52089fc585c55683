/** Lines of the diary that a person can follow. */
import { linesOf } from "./reading";
import type { Amid, Event } from "./script";

/** An event as a line of the diary. */
export function sayEvent(event: Event): string {
  const { do: what, ...rest } = event;
  const { amid: list, ...plain } = rest as { readonly amid?: readonly Amid[] };
  const words = Object.entries(plain as Record<string, unknown>).map(([key, value]) => (typeof value === "object" ? JSON.stringify(value) : `${key} ${String(value)}`)).join(", ");
  return `${what}${words === "" ? "" : `: ${words}`}${list === undefined || list.length === 0 ? "" : ` (amid: ${list.map(({ at, after, then }) => `call ${String(at)}${after === undefined ? "" : ` after ${after}`} ${then.do === "cut" ? `${then.power ? "power" : "kill"} ${then.how}` : sayEvent(then)}`).join("; ")})`}`;
}

/** The first line of a changed note that differs. */
export function sayChange(before: string, after: string): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const at = now.findIndex((line, index) => line !== old[index]);
  const line = (now[at] ?? "").trim();
  return at < 0 ? "shorter" : line.length > 110 ? `${line.slice(0, 109)}…` : line;
}
