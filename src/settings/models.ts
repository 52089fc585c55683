/** A model of the settings: how it is reached, and what it is used for. */
import type { ModelDefinition } from "../ports/model";
import type { Model, Settings } from "./settings";

/** US dollars for a million tokens. */
export type Price = NonNullable<Model["price"]>;

export function definitionOf({ provider, url, file, model, key }: Model): ModelDefinition {
  return { provider, url: provider === "scripted" ? file : url, model, key };
}

/** The roles that a model has, by its name in the settings. */
export function rolesOf(name: string, { roles }: Pick<Settings, "roles">): readonly string[] {
  return Object.entries(roles).flatMap(([role, model]) => (model === name ? [role] : []));
}

/** Null where it is not known. What the settings say comes first. */
export function priceOf({ provider, price }: Model): Price | null {
  return price ?? (provider === "scripted" || provider === "by-hand" ? { in: 0, out: 0 } : null);
}
