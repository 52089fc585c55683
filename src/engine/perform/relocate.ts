/** Moves notes, never onto another. */
import type { Context } from "./context";
import type { Performed } from "./performed";

/** Moves a note where it belongs now, never onto another: a taken name gets a number. */
export async function relocate(from: string, to: string, context: Context): Promise<Performed> {
  for (let n = 1; n < 10; n += 1) {
    const target = n === 1 ? to : to.replace(/\.md$/, ` (${String(n)}).md`);
    const result = await context.vault.move(from, target);
    if (result.kind === "moved") return { kind: "done", to: target };
    if (result.kind === "absent") return { kind: "stale" };
    if (result.kind === "refused") return { kind: "stuck", why: result.why };
  }
  return { kind: "stuck", why: `the folder already holds notes of this name; move ${from} away by hand` };
}
