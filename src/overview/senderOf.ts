/** From whom an action of a type goes out, as far as it is known before anybody says so. */
import { FROM } from "../note/action/kinds";
import { accountOf } from "../settings/mailAccount";
import type { Settings } from "../settings/settings";
import { mappingOf } from "../settings/settings";
import type { World } from "../rules/world";

/** The account as the settings call it, or as an earlier action of the type did; empty for neither. */
export function senderOf(world: World | null, settings: Settings, type: string, argument: string): string {
  if (!FROM.test(argument)) return "";
  const server = settings.servers[mappingOf(settings, type)?.server ?? ""];
  const [named] = server === undefined ? [] : [accountOf(server)];
  const asked = (world?.requests ?? []).flatMap(({ action }) => (action === null ? [] : [action]));
  const planned = (world?.plans ?? []).flatMap(({ plan }) =>
    plan.steps.flatMap(({ approval }) => (approval.kind === "action" ? [approval.action] : [])),
  );
  const used = [...planned, ...asked].findLast((each) => each.type === type && argument in each.args);
  const value = used?.args[argument];
  return typeof value === "string" && value !== "" ? value : (named ?? "");
}
