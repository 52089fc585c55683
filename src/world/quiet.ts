/** What stands under Needs you where no single thing waits for a person. Pure. */
import { count } from "./describe";
import type { World } from "./world";

/** Not that all is well, where nothing can go on or something only begins when a person says so. */
export function quietWords({ lasting, catalog }: Pick<World, "lasting" | "catalog">): string {
  if (lasting.length > 0) return "Nothing is asked or carried out for now; the alerts say why.";
  const drafts = catalog.totals.plans.Draft;
  if (drafts === 0) return "Nothing needs you now.";
  return drafts === 1 ? "Nothing needs you now. One draft begins when you start it." : `Nothing needs you now. ${count(drafts)} drafts begin when you start them.`;
}
