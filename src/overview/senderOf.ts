/** The sender of an action: before anybody says so, and as a person knows an account. */
import { OUTCOME_ROWS } from "../approval/device/outcome";
import { FROM } from "../note/action/kinds";
import { type Sheet, withClock } from "../approval/request/sheet";
import { accountOf, addressOf } from "../settings/mailAccount";
import type { Settings } from "../settings/settings";
import { mappingOf } from "../settings/settings";
import type { World } from "../rules/world";

/** The accounts that are known for a type: that of the settings first, then those by which something went out. */
export function sendersOf(
  world: World | null,
  settings: Settings,
  type: string,
  argument: string,
): readonly string[] {
  if (!FROM.test(argument)) return [];
  const server = settings.servers[mappingOf(settings, type)?.server ?? ""];
  const named = server === undefined ? null : accountOf(server);
  const used = (world?.requests ?? []).flatMap(({ action, outcome }) => {
    const went = outcome !== null && OUTCOME_ROWS[outcome].reached === "yes";
    const value = went && action?.type === type ? action.args[argument] : undefined;
    return typeof value === "string" && value !== "" ? [value] : [];
  });
  return [...new Set([...(named === null ? [] : [named]), ...used.reverse()])];
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
