/**
 * The models of the settings, each reached in its provider’s way, with its key filled in from where this door keeps
 * secrets.
 */
import type { ClockPort } from "../../kit/ports/clock";
import type { FailureCode, ModelAnswer, ModelDefinition, ModelPort, ModelSizes } from "../../kit/ports/model";
import { REFERENCE } from "../../settings/settings";
import type { Keychain } from "../net/keychain";
import type { ModelFetch } from "./fetch";
import { NOTHING_USED } from "./usage";
import { headersOf, servedBy } from "./wires";

export interface ModelDoor {
  readonly fetch: ModelFetch;
  readonly keychain: Keychain;
  /** Reads a script; null where there is none. */
  readonly readScript: (path: string) => Promise<string | null>;
  readonly clock: Pick<ClockPort, "now" | "sleep">;
}

export function openModels({ fetch, keychain, readScript, clock }: ModelDoor): ModelPort & ModelSizes {
  return {
    async ask(question, progress, signal) {
      const { definition } = question;
      if (definition.wire === "script") {
        const { askScript } = await import("./askScript");
        return await askScript(await readScript(definition.url), question);
      }
      const by = servedBy(definition);
      // A person answers by a command, and a program does steps: no rule asks them.
      if (by === null) return fail("not-reached", "No server answers for this model.");
      const filled = fill(definition, keychain);
      if ("missing" in filled) return fail("no-key", keychain.sayMissing(filled.missing));
      const { askThrough } = await import("./ask");
      return await askThrough(
        await by.load(),
        { ...question, definition: filled.definition },
        { fetch, headers: headersOf(filled.definition), clock, progress, signal },
      );
    },
    async contextOf(definition, signal) {
      const filled = fill(definition, keychain);
      if ("missing" in filled) return null;
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

function fail(code: FailureCode, why: string): ModelAnswer {
  return { kind: "failed", code, why, usage: NOTHING_USED };
}

function fill(
  definition: ModelDefinition,
  keychain: Keychain,
): { readonly definition: ModelDefinition } | { readonly missing: string } {
  const named = REFERENCE.exec(definition.key)?.[1];
  const key = named === undefined ? "" : (keychain.find(named) ?? "");
  return named !== undefined && key === "" ? { missing: named } : { definition: { ...definition, key } };
}
