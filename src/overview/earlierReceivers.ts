/** The receivers to whom actions of a type went out before, from this device or by hand; the newest first. */
import { OUTCOME_ROWS } from "../approval/device/outcome";
import { partsOf, receiversOf } from "../note/action/receivers";
import type { World } from "../rules/world";

/**
 * Only those that something went out to: a request that waits may have been written by an agent, so it suggests nobody.
 */
export function earlierReceivers(
  { device, requests }: Pick<World, "device" | "requests">,
  type: string,
): readonly string[] {
  const own = [...device.actionState.values()].map(({ begun, ...each }) => ({ ...each, at: begun ?? 0 }));
  const noted = requests.map(({ action, created, ...each }) => ({
    ...each,
    target: action?.target ?? "",
    at: created,
  }));
  const done = [...own, ...noted].filter(
    (each) => each.type === type && each.outcome !== null && OUTCOME_ROWS[each.outcome].done,
  );
  const all = done.sort((a, b) => b.at - a.at).flatMap(({ target }) => receiversOf(target));
  const known = new Set<string>();
  return all.filter((each) => {
    const { local, domain } = partsOf(each);
    const address = `${local}@${domain}`.toLowerCase();
    const isNew = !known.has(address);
    known.add(address);
    return isNew;
  });
}
