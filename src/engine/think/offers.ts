/** Offers of the servers whose tools agents may call, as they answered in this run, and as they were allowed. */
import { pinName, pinnedWords, type Offer, type Offers } from "../../rules/agents/listed";
import { escapeLine } from "../../kit/text";
import type { ServerTool } from "../../agent/outside/serverTools";
import type { Context } from "../perform/context";

export interface OfferBook {
  all(): Offers;
  keep(server: string, offer: Offer): void;
  /** The server is to be asked anew. */
  forget(server: string): void;
}

export function createOffers(): OfferBook {
  let offers: Offers = new Map();
  return {
    all: () => offers,
    keep(server, offer) {
      offers = new Map(offers).set(server, offer);
    },
    forget(server) {
      offers = new Map([...offers].filter(([each]) => each !== server));
    },
  };
}

/** Characters of a description that are shown when it has changed. */
export const PINNED_WORDS = 400;

export async function pinTools(
  tools: readonly ServerTool[],
  { memory, clock }: Pick<Context, "memory" | "clock">,
): Promise<void> {
  for (const each of tools)
    if (each.state.kind === "ready" && !each.state.isPinned) {
      const at = clock.now();
      const said = escapeLine(each.state.view.description, PINNED_WORDS);
      await memory.add({ kind: "trusted", what: pinnedWords(each), hash: said, at });
      await memory.add({ kind: "trusted", what: pinName(each), hash: each.state.hash, at });
    }
}
