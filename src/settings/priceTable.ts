/** The price of a model by the table of prices: by the address it is asked at, and its name. */
import { remember, rememberEach } from "../kit/remember";
import { PRICE_TABLES } from "./prices";

/**
 * US dollars for a million tokens. `cached` and `written`: of what came from the provider’s cache, and of what was put
 * into it.
 */
export interface Price {
  readonly in: number;
  readonly out: number;
  readonly cached?: number;
  readonly written?: number;
  /** Of a question of more tokens than that. */
  readonly above?: { readonly tokens: number; readonly price: Price };
}

/** Null where it is not known. */
export function listedPrice(address: string, name: string): Price | null {
  const table = PRICE_TABLES.find((each) => new RegExp(each.address, "i").test(address));
  const called = name.replace(/^models\//, "");
  return table === undefined ? null : pricesIn(table)(called);
}

/** Hundreds of patterns, and the same question at every look. */
const pricesIn = remember(({ models }: (typeof PRICE_TABLES)[number]) =>
  rememberEach((called: string): Price | null => {
    const row = models
      .split("\n")
      .slice(1)
      .find((each) => new RegExp(each.slice(0, each.indexOf(" ")), "i").test(called));
    return row === undefined ? null : readRow(row.split(" ").slice(1));
  }),
);

function readRow([
  input = "?",
  out = "",
  cached = "-",
  written = "-",
  above,
  ...more
]: readonly string[]): Price | null {
  if (input === "?") return null;
  const higher = above === undefined ? null : readRow(more);
  return {
    in: Number(input),
    out: Number(out),
    ...(cached === "-" ? {} : { cached: Number(cached) }),
    ...(written === "-" ? {} : { written: Number(written) }),
    ...(above === undefined || higher === null
      ? {}
      : { above: { tokens: Number(above.slice(1)), price: higher } }),
  };
}
