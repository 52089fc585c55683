/** The language models of the settings, for a person and for other programs. No key is shown. */
import { keychainOf } from "../../adapters/node/keychainOf";
import { count } from "../../kit/numbers";
import { escapeLine } from "../../kit/text";
import { definitionOf, placeOf, priceOf, rolesOf } from "../../settings/models";
import { PRICES_DATE } from "../../settings/prices";
import { REFERENCE, type Model, type Settings } from "../../settings/settings";

export interface ListedModel {
  readonly name: string;
  readonly provider: Model["provider"];
  /** Of a script: its file. */
  readonly url: string;
  readonly model: string;
  readonly roles: readonly string[];
  readonly context: number;
  /** US dollars for a million tokens; null where it is not known. */
  readonly price: { readonly in: number; readonly out: number } | null;
  /** Null where none is needed. The key itself is shown nowhere. */
  readonly key: { readonly secret: string; readonly place: string; readonly isThere: boolean } | null;
}

export function listed(settings: Settings): readonly ListedModel[] {
  const keychain = keychainOf(process.env);
  return Object.entries(settings.models).map(([name, model]) => {
    const { url, model: called } = definitionOf(model);
    const secret = REFERENCE.exec(model.key)?.[1];
    return {
      name,
      provider: model.provider,
      url,
      model: called,
      roles: rolesOf(name, settings),
      context: model.context,
      price: priceOf(model),
      key:
        secret === undefined
          ? null
          : { secret, place: keychain.placeOf(secret), isThere: (keychain.find(secret) ?? "") !== "" },
    };
  });
}

export function tellModels(settings: Settings, options: string): string {
  const all = listed(settings);
  const [first] = all;
  if (first === undefined)
    return 'The settings name no language model, so an agent works only with you in its place (planwright think PLAN --by-hand). Name one under “models”, and say under “roles” that it does the steps: "roles": { "worker": "NAME" }\n';
  const blocks = all.map(({ name, provider, roles, price, key, context }) => {
    const model = settings.models[name];
    const about = [
      ...(model === undefined ? [] : [placeOf(model, (text) => escapeLine(text, 400))]),
      ...(provider === "scripted" ? [] : [`context: ${count(context)} tokens`]),
      `price: ${sayPrice(price)}${model?.price === null && price !== null && price.in > 0 ? `, as of ${PRICES_DATE}` : ""}`,
      `key: ${key === null ? "none" : `${key.place}, which is ${key.isThere ? "set" : "missing"}`}`,
    ];
    return [
      escapeLine(`${name}${roles.length === 0 ? "" : ` (${roles.join(", ")})`}`, 200),
      ...about.map((line) => `  ${escapeLine(line, 600)}`),
    ]
      .map((line) => `${line}\n`)
      .join("");
  });
  const idle = all.every(({ roles }) => roles.length === 0)
    ? '\nNone of them does the steps of agents. To let one: "roles": { "worker": "NAME" }\n'
    : "";
  return `${blocks.join("\n")}${idle}\nTo test one: planwright models test NAME${options}\n`;
}

function sayPrice(price: ListedModel["price"]): string {
  if (price === null) return "unknown; before its first question, you are asked whether to count only tokens";
  return price.in === 0 && price.out === 0
    ? "nothing"
    : `$${String(price.in)} in and $${String(price.out)} out for a million tokens`;
}
