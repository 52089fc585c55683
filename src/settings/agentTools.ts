/** Tools of servers that a person lets agents call, and those that no agent calls, because what goes out by them is approved. */
import type { Settings } from "./settings";

/**
 * The type of action that goes out by a tool of this name, the riskiest first; null where none does. The name alone decides, however it is
 * spelled and on whatever server: one server may have two names in the settings, and a tool two spellings.
 */
export function typeBehind(
  tool: string,
  { actions, high_risk }: Pick<Settings, "actions" | "high_risk">,
): string | null {
  const types = Object.entries(actions).flatMap(([type, to]) =>
    looks(to.tool) === looks(tool) ? [type] : [],
  );
  return types.find((type) => high_risk.includes(type)) ?? types[0] ?? null;
}

/** Letters and digits only, in one case and one form; what has none of them stands for itself. */
function looks(name: string): string {
  const bare = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return bare === "" ? name : bare;
}
