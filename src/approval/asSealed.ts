/** Whether the step, the server and the tool of a request are still the ones that were sealed. */
import { canonical } from "../kit/json";
import type { Plan } from "../plan/plan";
import { isHashOf } from "../plan/steps";
import { mappingOf, serverHash, serverOf } from "../settings/settings";
import type { Around } from "./around";
import { isToolOf } from "./toolHash";
import type { RequestView } from "./view";

/**
 * Names the first part that differs from the seal; null when none does. A server that nobody has asked yet does not
 * count.
 */
export function differsFromNow(
  of: Pick<RequestView, "identity" | "type">,
  around: Pick<Around, "settings" | "servers" | "withoutSettings">,
  plan: Plan | null,
): string | null {
  const { identity } = of;
  if (identity === null) return null;
  const step = plan?.steps.find((each) => each.id === identity.step);
  if (step !== undefined && !isHashOf(step, identity.stepHash))
    return "The step or its action has been changed in the plan.";
  if (around.withoutSettings) return null;
  const mapping = mappingOf(around.settings, of.type);
  const { route } = identity;
  if (route === null)
    return mapping === null ? null : "This type is carried out by a server now, not by hand.";
  if (mapping === null) return "This type has no server any more.";
  const definition = serverOf(around.settings, route.server);
  if (
    mapping.server !== route.server ||
    mapping.tool !== route.tool ||
    definition === null ||
    serverHash(definition) !== route.serverHash
  ) {
    return "The server or tool for this type is not the one it was asked for.";
  }
  if (canonical(mapping.fixed_arguments) !== canonical(route.fixedArguments ?? {}))
    return "The settings fix other arguments for this type than when it was asked.";
  const server = around.servers.get(route.server);
  if (server?.kind !== "up") return null;
  const tool = server.tools.find((each) => each.name === route.tool);
  return tool === undefined || !isToolOf(route.toolHash, tool)
    ? "The tool has changed since it was asked."
    : null;
}
