/**
 * The part of the settings that a confirmation and a seal cover. Fields that were there when people first confirmed
 * settings always count. A field that came in later counts only where it does not say its default: left alone, it
 * changes no hash, so nothing is asked again and no seal breaks. The defaults named here are those of the schema
 * (tests/settings/confirmed.test.ts).
 */
import type { ServerDefinition } from "../kit/ports/tools";
import { spell, type Json } from "../kit/json";
import { THINK_PHRASES } from "./intake";

type Fields = Readonly<Record<string, unknown>>;

/** For each kind of thing, the fields that came in later, and their defaults. */
export const LATER = {
  settings: {
    approval_hours: 24,
    start_timeout_seconds: 30,
    name: "",
    time_zone: "",
    think_phrases: THINK_PHRASES,
    outward_words: [],
    models: {},
    roles: { worker: "" },
    agent_folders: [],
    agent_never: [],
    skill_folders: [],
    agent_tools: [],
    limits: { turns: 20, tokens: 60_000, usd: 1, call_seconds: 120 },
    checks: { tests: "", folder: "", seconds: 600 },
    agents: {},
  },
  limits: { plan_usd: 5, day_usd: 10, at_once: 1 },
  folder: { work: "Work", flows: "Flows", skills: "Skills", reasoning: "Reasoning", templates: "Templates" },
  role: { planner: "" },
  server: {},
  mapping: { fixed_arguments: {}, nothing_happened_words: [] },
} as const satisfies Readonly<Record<string, Fields>>;

function without<Of extends object>(of: Of, later: Fields): Of {
  const kept = Object.entries(of).filter(
    ([key, value]) => !Object.hasOwn(later, key) || spell(value as Json) !== spell(later[key] as Json),
  );
  return Object.fromEntries(kept) as Of;
}

/** A server as its hash stands for it. */
export function definitionAsConfirmed(definition: ServerDefinition): ServerDefinition {
  return without(definition, LATER.server);
}

export function asConfirmed<
  Of extends {
    readonly folders: object;
    readonly roles: object;
    readonly servers: Readonly<Record<string, ServerDefinition>>;
    readonly actions: Readonly<Record<string, object>>;
    readonly limits: object;
  },
>(settings: Of): Of {
  const each = <Value extends object>(
    values: Readonly<Record<string, Value>>,
    later: Fields,
  ): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, without(value, later)]));
  return without(
    {
      ...settings,
      folders: without(settings.folders, LATER.folder),
      roles: without(settings.roles, LATER.role),
      limits: without(settings.limits, LATER.limits),
      servers: each(settings.servers, LATER.server),
      actions: each(settings.actions, LATER.mapping),
    },
    LATER.settings,
  );
}
