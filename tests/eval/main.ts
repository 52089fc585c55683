/** The parts of the project that `npm run eval` needs, bundled into one module. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { mostOf, priceOf } from "../../src/settings/models";
import { readSettings } from "../../src/settings/settings";
import { LONGEST_ANSWER } from "../../src/agent/prompt";

export { openByProgram } from "./byProgram";
export { play } from "./play";
export { readTasks } from "./task";

export type Chosen =
  | {
      readonly kind: "model";
      readonly definition: Readonly<Record<string, unknown>>;
      /** US dollars that one question can cost at most. */
      readonly most: number;
    }
  /** A sentence. */
  | { readonly kind: "bad"; readonly why: string };

/** The model of that name in a settings file. */
export function chooseModel(name: string, file: string): Chosen {
  const bad = (why: string): Chosen => ({ kind: "bad", why });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return bad(`The settings file ${file} cannot be read, or is not JSON.`);
  }
  const parsed = readSettings(value);
  if (parsed.kind === "bad") return bad(`The settings file ${file} cannot be used: ${parsed.why}.`);
  const { models } = parsed.settings;
  const model = Object.hasOwn(models, name) ? models[name] : undefined;
  if (model === undefined)
    return bad(
      `The settings name no model “${name}”. There are: ${Object.keys(models).join(", ") || "none"}.`,
    );
  if (model.provider === "by-hand") return bad(`“${name}” is you, by copy and paste, and cannot be scored.`);
  if (priceOf(model) === null)
    return bad(
      `The price of “${name}” is not known, so no limit in dollars can stop it. Write its price into the settings (“price”: { “in”: …, “out”: … }, for a million tokens).`,
    );
  const definition =
    model.provider === "scripted" ? { ...model, file: path.resolve(path.dirname(file), model.file) } : model;
  return { kind: "model", definition, most: mostOf(model, { in: model.context, out: LONGEST_ANSWER }) ?? 0 };
}
