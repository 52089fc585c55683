/**
 * Compares a request with earlier ones: a new receiver, a receiver that looks like another, an amount larger than
 * all.
 */
import type { Action } from "../note/action/action";
import { readReceivers } from "../note/action/receivers";
import type { RequestView } from "../approval/view";
import { OUTCOME_ROWS } from "../approval/device/outcome";
import { areNearlyAlike } from "../kit/nearest";
import { oddCharacters, escapeLine } from "../kit/text";
import type { World } from "../rules/world";
import type { SheetLine } from "../approval/request/sheet";

type Seen = Pick<World, "device" | "requests">;

export interface UnusualReceivers {
  /** Sentences on those that look like others. */
  readonly careful: readonly string[];
  /** Those to whom this device has never sent this type, though it has to others. */
  readonly fresh: readonly string[];
  /** The request goes to nobody else. */
  readonly areAllFresh: boolean;
}

/** Goes by what this device itself has sent. */
export function unusualReceivers(
  action: Action | null,
  { type, id }: Pick<RequestView, "type" | "id">,
  { device }: Seen,
): UnusualReceivers {
  const known = [...device.actionState.values()]
    .filter(
      (each) => each.type === type && each.action !== id && OUTCOME_ROWS[each.outcome ?? "not-run"].done,
    )
    .flatMap((each) => addressesOf(each.target));
  const domains = new Set(known.map(domainOf));
  const addresses = new Set(known);
  const of = (action === null ? [] : addressesOf(action.target)).map((address) => {
    const domain = domainOf(address);
    const near = domains.has(domain) ? undefined : [...domains].find((each) => areNearlyAlike(each, domain));
    return { address, domain, near, odd: oddCharacters(address) };
  });
  const fresh = of.flatMap(({ address, near }) =>
    addresses.size > 0 && !addresses.has(address) && near === undefined ? [address] : [],
  );
  return {
    careful: of.flatMap(({ address, domain, near, odd }) => [
      ...(odd.length === 0
        ? []
        : [
            `Careful, ${escapeLine(address, 80)} holds unusual characters: ${odd.map((each) => escapeLine(each)).join("; ")}.`,
          ]),
      ...(near === undefined
        ? []
        : [
            `Careful, ${escapeLine(domain, 80)} is not ${escapeLine(near, 80)}, where you have sent something before.`,
          ]),
    ]),
    fresh,
    areAllFresh: fresh.length === of.length,
  };
}

/** A receiver without an address stands for itself: an account, a place. */
function addressesOf(target: string): readonly string[] {
  const parsed = readReceivers(target);
  if (parsed.kind !== "receivers") return [target.trim()];
  return parsed.all.map(({ name, address }) => (address === "" ? name : address).toLowerCase());
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** Compared with the payments of this type whose notes are at hand, in the same currency. */
export function unusuallyLarge(
  shown: readonly SheetLine[],
  { type, id }: Pick<RequestView, "type" | "id">,
  { requests }: Seen,
): readonly string[] {
  const amount = shown.find(({ role }) => role === "amount");
  const currency = shown.find(({ role }) => role === "currency");
  const value = numberOf(amount?.value);
  if (amount === undefined || value === null) return [];
  const earlier = requests.flatMap((each) => {
    const isDone = each.outcome !== null && OUTCOME_ROWS[each.outcome].done;
    const isAlike = each.action?.args[currency?.name ?? ""] === currency?.value;
    const before = numberOf(each.action?.args[amount.name]);
    return each.id !== id && each.type === type && isDone && isAlike && before !== null ? [before] : [];
  });
  const most = Math.max(...earlier);
  return earlier.length > 0 && value > most
    ? [`Larger than ever: the largest amount of this type so far was ${String(most)}.`]
    : [];
}

/** Only what can be read in one way. */
function numberOf(value: unknown): number | null {
  return typeof value === "string" && /^\d{1,12}(?:\.\d{1,2})?$/.test(value) ? Number(value) : null;
}
