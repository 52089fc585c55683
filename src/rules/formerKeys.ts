/**
 * Requests, records and memories of a version that read the ids of plans as numbers bear the key it made: `7` for the
 * plan `007`. Here they get the key that the plan has now. Where another plan bears that key itself, the step tells
 * whose they are; no key stands for two plans.
 */
import type { DeviceState } from "../device/ledger";
import type { Plan } from "../plan/plan";
import type { ParsedRequest } from "../request/parse";
import type { Seen } from "./snapshot";

type Parts = Pick<Seen, "plans" | "requests" | "claims" | "device">;

/** The same where no plan had another key. */
export function withPresentKeys<Of extends Parts>(seen: Of): Of {
  const plans = seen.plans.map(({ plan }) => plan);
  const renamed = renaming(plans);
  if (renamed === null) return seen;
  const requests = seen.requests.map((each) => ({ ...each, parsed: withKey(each.parsed, renamed) }));
  return {
    ...seen,
    requests,
    claims: seen.claims.map(renamed),
    device: deviceWithPresentKeys(seen.device, plans),
  };
}

export function deviceWithPresentKeys(device: DeviceState, plans: readonly Plan[]): DeviceState {
  const renamed = renaming(plans);
  return renamed === null
    ? device
    : { ...device, latch: new Map([...device.latch].map(([id, latch]) => [id, renamed(latch)])) };
}

type Renaming = <Each extends { readonly plan: string; readonly step: string }>(each: Each) => Each;

function renaming(plans: readonly Plan[]): Renaming | null {
  const present = presentKeys(plans);
  if (present === null) return null;
  return (each) => {
    const plan = present(each.plan, each.step);
    return plan === each.plan ? each : { ...each, plan };
  };
}

function withKey(parsed: ParsedRequest, renamed: Renaming): ParsedRequest {
  const { reading } = parsed;
  return "identity" in reading
    ? { ...parsed, reading: { ...reading, identity: renamed(reading.identity) } }
    : parsed;
}

/** Null where it would change nothing. */
function presentKeys(plans: readonly Plan[]): ((key: string, step: string) => string) | null {
  const former = new Map<string, Plan[]>();
  for (const plan of plans)
    if (plan.formerKey !== null) former.set(plan.formerKey, [...(former.get(plan.formerKey) ?? []), plan]);
  if (former.size === 0) return null;
  return (key, step) => {
    const bore = former.get(key);
    if (bore === undefined) return key;
    const bears = plans.filter((plan) => plan.key === key);
    const having = [...bears, ...bore].filter(
      (plan) => step !== "" && plan.steps.some(({ id }) => id === step),
    );
    const [one, another] = having.length > 0 ? having : bears.length > 0 ? bears : bore;
    return one === undefined || (another !== undefined && another.key !== one.key) ? key : one.key;
  };
}
