/** Whether the step, the server and the tool of a request are still the ones that were sealed. */
import { canonical } from "../kit/json";
import type { Plan } from "../note/plan/plan";
import { isHashOf } from "../note/plan/steps";
import { mappingOf, sensitiveHash, serverHash, serverOf } from "../settings/settings";
import type { Around } from "./around";
import { isToolOf } from "./toolHash";
import type { Identity } from "./request/request";
import type { RequestView } from "./view";

/**
 * Whether this run has the settings that a request was written with, as they were confirmed. The others say nothing of
 * its server: on them, nothing about it has changed.
 */
export function hasItsSettings(
  { executor }: Pick<Identity, "executor">,
  { settings, device, withoutSettings }: Pick<Around, "settings" | "device" | "withoutSettings">,
): boolean {
  const confirmed = device.trusted.get("settings");
  return (
    !withoutSettings &&
    executor === device.device?.id &&
    (confirmed === undefined || confirmed === sensitiveHash(settings))
  );
}

/**
 * Names the first part that differs from the seal; null when none does, or when this run cannot know. A server that
 * nobody has asked yet does not count.
 */
export function differsFromNow(
  of: Pick<RequestView, "identity" | "type">,
  around: Pick<Around, "settings" | "servers" | "device" | "withoutSettings">,
  plan: Plan | null,
): string | null {
  const { identity } = of;
  if (identity === null) return null;
  const step = plan?.steps.find((each) => each.id === identity.step);
  if (step !== undefined && !isHashOf(step, identity.stepHash))
    return "The step or its action was changed in the plan.";
  const differs = routeDiffers(of.type, identity, around);
  return differs === null || !hasItsSettings(identity, around) ? null : differs;
}

function routeDiffers(
  type: string,
  { route }: Identity,
  around: Pick<Around, "settings" | "servers">,
): string | null {
  const mapping = mappingOf(around.settings, type);
  if (route === null)
    return mapping === null ? null : "A server now does this type; when you were asked, it was done by hand.";
  if (mapping === null) return "This type no longer has a server.";
  const definition = serverOf(around.settings, route.server);
  if (
    mapping.server !== route.server ||
    mapping.tool !== route.tool ||
    definition === null ||
    serverHash(definition) !== route.serverHash
  ) {
    return "The server or function for this type is not the one you were asked about.";
  }
  if (canonical(mapping.fixed_arguments) !== canonical(route.fixedArguments ?? {}))
    return "The settings now fix other fields for this type than when you were asked.";
  const server = around.servers.get(route.server);
  if (server?.kind !== "up") return null;
  const tool = server.tools.find((each) => each.name === route.tool);
  return tool === undefined || !isToolOf(route.toolHash, tool)
    ? "The function has changed since you were asked."
    : null;
}

/** Said of a request whose server this device cannot judge; null where it can, or has the same one in its settings. */
export function whySettingsLack(
  { identity, type }: Pick<RequestView, "identity" | "type">,
  around: Pick<Around, "settings" | "servers" | "device" | "withoutSettings">,
): string | null {
  if (identity === null || hasItsSettings(identity, around)) return null;
  if (routeDiffers(type, identity, { ...around, servers: new Map() }) === null) return null;
  return identity.executor === around.device.device?.id ? NOT_CONFIRMED : NOT_HERE;
}

const NOT_CONFIRMED =
  "This run lacks the settings that this device confirmed, so it cannot tell whether the server changed.";
const NOT_HERE =
  "The settings of the device that asked are not here, so this device cannot tell whether the server changed.";
