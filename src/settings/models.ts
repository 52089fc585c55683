/** A model of the settings: how it is reached, and what it is used for. */
import { hashText } from "../kit/hash";
import { escapeLine } from "../kit/text";
import type { ModelDefinition, Usage } from "../kit/ports/model";
import { isLocal, isNear } from "./modelAddress";
import { listedPrice, type Price } from "./priceTable";
import { providerOf } from "./providers";
import type { Model, NamedModel, Settings } from "./settings";

export function definitionOf(each: Model): ModelDefinition {
  const { model, key } = each;
  const { wire, address } = providerOf(each);
  const url =
    wire === "script"
      ? each.file
      : wire === "program"
        ? commandLine(each.program)
        : each.url || (address ?? "");
  return { wire, url, model, key };
}

/**
 * The command that is started, as a person reads and confirms it: its home first where it has one of its own; each
 * argument that is more than a word stands in quotes.
 */
export function commandLine(program: Model["program"]): string {
  return (program === undefined ? [""] : programWords(program))
    .map((each) => (/^[\w@%+=:,./-]+$/.test(each) ? each : JSON.stringify(each)))
    .join(" ");
}

/** The program and what it is given, as a shell would take it. */
export function programWords({ home, command, args }: NonNullable<Model["program"]>): readonly string[] {
  return [...(home === "" ? [] : [`HOME=${home}`]), command, ...args];
}

/** Said of every model that is a program. */
export const PROGRAM_RISK = "It works on its own, with your rights, without approvals";

/** Where a question to the model goes, within a sentence. `quote`: makes a part that somebody wrote readable. */
export function placeOf(model: Model, quote: (text: string) => string): string {
  const { wire, url } = definitionOf(model);
  switch (wire) {
    case "person":
      return "you, by copy and paste";
    case "program":
      return `the program ${quote(url)}`;
    case "script":
      return `a script, whose answers come from the file ${quote(url)}`;
    default:
      return `the model ${quote(model.model)} at ${quote(url)}`;
  }
}

/** The same with the name that the settings give it. */
export function receiverOf({ name, model }: NamedModel): string {
  const place = placeOf(model, (text) => escapeLine(text, 200));
  return model.provider === "by-hand" ? place : `“${escapeLine(name, 60)}”, ${place}`;
}

/** The place in which it works, within a sentence. */
export function sayFolder(program: Model["program"]): string {
  const { folder = "" } = program ?? {};
  return folder === "" ? "in a fresh folder for each run" : `in the folder ${JSON.stringify(folder)}`;
}

/** The roles that a model has, by its name in the settings. */
export function rolesOf(name: string, { roles }: Pick<Settings, "roles">): readonly string[] {
  return Object.entries(roles).flatMap(([role, model]) => (model === name ? [role] : []));
}

/** The agents of flows whose steps it does, as the settings say. */
export function agentsOf(name: string, { agents }: Pick<Settings, "agents">): readonly string[] {
  return Object.entries(agents).flatMap(([agent, { model }]) => (model === name ? [agent] : []));
}

const NOTHING: Price = { in: 0, out: 0 };

/**
 * Null where it is not known. The price in the settings comes first; a model on this computer, or with Ollama nearby,
 * costs nothing; for some providers there is a table.
 */
export function priceOf(model: Model): Price | null {
  if (model.price !== null) return model.price;
  const { url } = definitionOf(model);
  if (model.provider === "scripted" || model.provider === "by-hand" || isLocal(url)) return NOTHING;
  if (model.provider === "ollama") return isNear(url) ? NOTHING : null;
  return listedPrice(url, model.model);
}

/** US dollars; null where the price, or what was used, is not known. */
export function costOf(
  model: Model,
  { in: read, out, cached = 0, written = 0 }: Partial<Usage> & Pick<Usage, "in" | "out">,
): number | null {
  const known = priceOf(model);
  if (known === null || read === null || out === null) return null;
  const price = known.above !== undefined && read > known.above.tokens ? known.above.price : known;
  const hit = Math.min(cached ?? 0, read);
  const put = Math.min(written ?? 0, read - hit);
  return (
    ((read - hit - put) * price.in +
      hit * (price.cached ?? price.in) +
      put * (price.written ?? price.in) +
      out * price.out) /
    1_000_000
  );
}

/**
 * The most that a question can cost, whatever of it comes from the provider’s cache or is put into it. Null where the
 * price is not known.
 */
export function mostOf(model: Model, bound: { readonly in: number; readonly out: number }): number | null {
  const plain = costOf(model, bound);
  const written = costOf(model, { ...bound, written: bound.in });
  return plain === null || written === null ? null : Math.max(plain, written);
}

/**
 * The key of a model by its provider, address and name, whatever the settings call it: the price that a person gave for
 * it counts for no other.
 */
export function modelKey(model: Model): string {
  const { url, model: called } = definitionOf(model);
  return hashText(JSON.stringify([model.provider, url, called])).slice(0, 12);
}
