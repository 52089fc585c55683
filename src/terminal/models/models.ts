/** `models` and `models test NAME`. Neither needs a vault where the call names a settings file. */
import { createSystemClock } from "../../adapters/node/createSystemClock";
import { testModel } from "../../engine/testModel";
import { nearest } from "../../kit/nearest";
import { escapeLine } from "../../kit/text";
import { inTerminal, writeCommands } from "../../settings/places";
import type { Model, Settings } from "../../settings/settings";
import { codeOf, interruptible } from "../interrupt";
import { json } from "../json";
import { loadNamed, modelsHere, openPorts } from "../open";
import { optionsOf } from "../paste";
import type { Output } from "../streams";
import type { Asked, Call } from "../words";
import { placeOf } from "../../settings/models";
import { listed, tellModels } from "./list";

/** A model does not work as an agent needs it. */
const MODEL_FAILED = 3;

/** Answers the exit code. `argv`: the words of the call as typed. */
export async function models(asked: Asked, argv: readonly string[], streams: Output): Promise<number> {
  const complain = (text: string, code: number): number => {
    streams.err(`planwright: ${escapeLine(writeCommands(text, inTerminal("")), 600)}\n`);
    return code;
  };
  const found = await settingsOf(asked, argv, streams);
  if (found.kind === "wrong") return complain(found.say, 2);
  for (const warning of found.warnings) streams.err(`planwright: ${escapeLine(warning)}\n`);
  for (const line of found.lines) streams.out(`${line}\n\n`);
  const { settings } = found;
  const options = optionsOf(found.call);
  const [name] = asked.words;
  if (name === undefined) {
    streams.out(asked.json ? json({ models: listed(settings) }) : tellModels(settings, options));
    return 0;
  }
  const model = Object.hasOwn(settings.models, name) ? settings.models[name] : undefined;
  if (model === undefined) return complain(sayUnknown(name, settings), 1);
  return await test(name, model, asked, settings, streams);
}

async function test(
  name: string,
  model: Model,
  { json: asJson }: Asked,
  { limits }: Settings,
  { out, err, closed }: Output,
): Promise<number> {
  if (!asJson)
    out(`${escapeLine(`Testing “${name}” (${placeOf(model, (text) => escapeLine(text, 400))})…`, 600)}\n`);
  const clock = createSystemClock();
  return await interruptible(
    async (interruption) => {
      const tested = await testModel(name, model, {
        models: modelsHere(clock),
        clock,
        limits,
        signal: interruption.stop,
      });
      const { kind, sentence, ms, usage } = tested;
      out(asJson ? json({ model: name, kind, says: sentence, ms, usage }) : `${sentence}\n`);
      const signal = interruption.by();
      return signal !== null ? codeOf(signal) : kind === "works" ? 0 : MODEL_FAILED;
    },
    { first: () => err("planwright: Stopping the test.\n"), second: () => undefined },
    closed,
  );
}

type Found =
  | {
      readonly kind: "settings";
      readonly call: Pick<Call, "vault" | "isHere" | "settings" | "device">;
      readonly settings: Settings;
      readonly warnings: readonly string[];
      readonly lines: readonly string[];
    }
  | { readonly kind: "wrong"; readonly say: string };

async function settingsOf(asked: Asked, argv: readonly string[], { err }: Output): Promise<Found> {
  if (asked.settings === null || asked.vault !== null) {
    const opened = await openPorts(asked, argv, (text) => err(`planwright: ${escapeLine(text)}\n`));
    if (opened.kind === "wrong") return opened;
    return { ...opened, kind: "settings" };
  }
  // A person who has no vault yet can try a model all the same.
  const loaded = await loadNamed(asked.settings, asked);
  return loaded.kind === "wrong"
    ? loaded
    : { ...loaded, call: { ...asked, vault: "", isHere: true }, lines: [] };
}

function sayUnknown(name: string, { models: all }: Settings): string {
  const names = Object.keys(all);
  const near = nearest(name, names);
  if (names.length === 0) return "The settings name no language model. Add one under “models”.";
  return `There is no model “${name}” in the settings. ${near === null ? `There ${names.length === 1 ? "is" : "are"}: ${names.map((each) => `“${each}”`).join(", ")}.` : `Did you mean “${near}”?`}`;
}
