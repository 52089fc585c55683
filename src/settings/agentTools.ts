/**
 * Tools of servers that a person lets agents call, and those that no agent calls, because what goes out by them is
 * approved.
 */
import { remember, rememberEach } from "../kit/remember";

/** The part of the settings that says what goes out by which tool. */
export interface Routes {
  readonly actions: Readonly<Record<string, { readonly tool: string }>>;
  readonly high_risk: readonly string[];
}

/**
 * The type of action that goes out by a tool of this name, the riskiest first; null where none does. The name alone
 * decides, however it is spelled and on whatever server: one server may have two names in the settings, and a tool two
 * spellings.
 */
export function typeBehind(tool: string, { actions, high_risk }: Routes): string | null {
  const types = Object.entries(actions).flatMap(([type, to]) =>
    looks(to.tool) === looks(tool) ? [type] : [],
  );
  return types.find((type) => high_risk.includes(type)) ?? types[0] ?? null;
}

/** The high-risk type that this one is, or that goes out by the same tool; null where there is none. */
export function riskBehind(type: string, settings: Routes): string | null {
  return risksIn(settings)(type);
}

/** Every open request asks for its own at every look. */
const risksIn = remember((settings: Routes) => rememberEach((type: string) => findRisk(type, settings)));

function findRisk(type: string, settings: Routes): string | null {
  const { actions, high_risk } = settings;
  if (high_risk.includes(type)) return type;
  const tool = Object.hasOwn(actions, type) ? actions[type]?.tool : undefined;
  const other = tool === undefined ? null : typeBehind(tool, settings);
  return other !== null && high_risk.includes(other) ? other : null;
}

/** Letters and digits only, in one case and one form; what has none of them stands for itself. */
function looks(name: string): string {
  const bare = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return bare === "" ? name : bare;
}
