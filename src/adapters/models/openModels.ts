/** The models of the settings, each reached in its provider’s way, with its key filled in from where this door keeps secrets. */
import type { ClockPort } from "../../ports/clock";
import type { ModelPort } from "../../ports/model";
import { REFERENCE } from "../../settings/settings";
import type { Keychain } from "../mcp/keychain";
import type { ModelFetch } from "./openaiCompatible";
import { NOTHING_USED } from "./usage";

export interface ModelDoor {
  readonly fetch: ModelFetch;
  readonly keychain: Keychain;
  /** Reads a script; null where there is none. */
  readonly readScript: (path: string) => Promise<string | null>;
  readonly clock: Pick<ClockPort, "now" | "sleep">;
}

export function openModels({ fetch, keychain, readScript, clock }: ModelDoor): ModelPort {
  return {
    async ask(question, progress, signal) {
      const { definition } = question;
      if (definition.provider === "scripted") {
        const { askScript } = await import("./scripted");
        return await askScript(await readScript(definition.url), question);
      }
      const named = REFERENCE.exec(definition.key)?.[1];
      const key = named === undefined ? "" : (keychain.find(named) ?? "");
      if (named !== undefined && key === "")
        return { kind: "failed", code: "bad-key", why: keychain.sayMissing(named), usage: NOTHING_USED };
      const { askOpenAiCompatible } = await import("./openaiCompatible");
      return await askOpenAiCompatible(
        { ...question, definition: { ...definition, key } },
        { fetch, clock, progress, signal },
      );
    },
  };
}
