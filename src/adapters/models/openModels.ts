/**
 * The models of the settings, each reached in its provider’s way, with its key filled in from where this door keeps
 * secrets.
 */
import type { ClockPort } from "../../ports/clock";
import type { ModelDefinition, ModelPort, ModelSizes, ServedBy } from "../../ports/model";
import { REFERENCE } from "../../settings/settings";
import type { Keychain } from "../net/keychain";
import type { Wire } from "./ask";
import type { ModelFetch } from "./fetch";
import { NOTHING_USED } from "./usage";

export interface ModelDoor {
  readonly fetch: ModelFetch;
  readonly keychain: Keychain;
  /** Reads a script; null where there is none. */
  readonly readScript: (path: string) => Promise<string | null>;
  readonly clock: Pick<ClockPort, "now" | "sleep">;
}

/** Evaluated when a model of that provider is first asked. */
const WIRES: Readonly<Record<ServedBy, () => Promise<Wire>>> = {
  "openai-compatible": async () => (await import("./openaiCompatible")).openAiCompatible,
  ollama: async () => (await import("./openaiCompatible")).openAiCompatible,
  anthropic: async () => (await import("./anthropic")).anthropic,
  google: async () => (await import("./google")).google,
};

export function openModels({ fetch, keychain, readScript, clock }: ModelDoor): ModelPort & ModelSizes {
  return {
    async ask(question, progress, signal) {
      const { definition } = question;
      // A person answers by a command; no rule asks this model (rules/agentRules.ts).
      if (definition.provider === "by-hand")
        return {
          kind: "failed",
          code: "not-reached",
          why: "You are this model, by copy and paste.",
          usage: NOTHING_USED,
        };
      if (definition.provider === "program")
        return {
          kind: "failed",
          code: "no-program",
          why: "A program does steps of plans, and answers nothing else.",
          usage: NOTHING_USED,
        };
      if (definition.provider === "scripted") {
        const { askScript } = await import("./scripted");
        return await askScript(await readScript(definition.url), question);
      }
      const filled = fill(definition, keychain);
      if ("missing" in filled)
        return {
          kind: "failed",
          code: "no-key",
          why: keychain.sayMissing(filled.missing),
          usage: NOTHING_USED,
        };
      const { askThrough } = await import("./ask");
      return await askThrough(
        await WIRES[definition.provider](),
        { ...question, definition: filled.definition },
        { fetch, clock, progress, signal },
      );
    },
    async contextOf(definition, signal) {
      const filled = fill(definition, keychain);
      if (definition.provider === "scripted" || "missing" in filled) return null;
      const { contextOf } = await import("./contextOf");
      return await contextOf(filled.definition, { fetch, clock, signal });
    },
    async list(definition, signal) {
      const filled = fill(definition, keychain);
      if ("missing" in filled) return null;
      const { listModels } = await import("./contextOf");
      return await listModels(filled.definition, { fetch, clock, signal });
    },
  };
}

function fill(
  definition: ModelDefinition,
  keychain: Keychain,
): { readonly definition: ModelDefinition } | { readonly missing: string } {
  const named = REFERENCE.exec(definition.key)?.[1];
  const key = named === undefined ? "" : (keychain.find(named) ?? "");
  return named !== undefined && key === "" ? { missing: named } : { definition: { ...definition, key } };
}
