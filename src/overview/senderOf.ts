/** The sender of an action: before anybody says so, and as a person knows an account. */
import { FROM } from "../note/action/kinds";
import { type Sheet, withClock } from "../approval/request/sheet";
import { accountOf, addressOf } from "../settings/mailAccount";
import type { Settings } from "../settings/settings";
import { mappingOf } from "../settings/settings";
import type { World } from "../rules/world";

/** The accounts that are known for a type, the one that was used last first. */
export function sendersOf(
  world: World | null,
  settings: Settings,
  type: string,
  argument: string,
): readonly string[] {
  if (!FROM.test(argument)) return [];
  const server = settings.servers[mappingOf(settings, type)?.server ?? ""];
  const named = server === undefined ? null : accountOf(server);
  const asked = (world?.requests ?? []).flatMap(({ action }) => (action === null ? [] : [action]));
  const planned = (world?.plans ?? []).flatMap(({ plan }) =>
    plan.steps.flatMap(({ approval }) => (approval.kind === "action" ? [approval.action] : [])),
  );
  const used = [...planned, ...asked].reverse().flatMap((each) => {
    const value = each.type === type ? each.args[argument] : undefined;
    return typeof value === "string" && value !== "" ? [value] : [];
  });
  return [...new Set([...used, ...(named === null ? [] : [named])])];
}

/** The sheet with the address of the sender in place of the name that its server has for the account. */
export function withSender(
  sheet: Sheet,
  { servers, time_zone: zone }: Pick<Settings, "servers" | "time_zone">,
): Sheet {
  const server = servers[sheet.route?.server ?? ""];
  const head = sheet.head.map((line) =>
    line.role === "from" ? { ...line, words: addressOf(server, line.value) ?? line.words } : line,
  );
  return withClock({ ...sheet, head }, zone);
}
