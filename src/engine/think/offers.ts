/** Offers of the servers whose tools agents may call, as they answered in this run. */
import type { Offer, Offers } from "../../rules/agents/listed";

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
