/** What the tool is called with, as a fixed function of what the person reads and of the sealed route. Nothing else is ever added. */
import type { Action } from "../action/action";
import { receivers } from "../action/receivers";
import { isObject, type Json, type JsonObject } from "../kit/json";
import type { ToolView } from "../ports/tools";
import type { Route } from "../request/request";
import type { Mapping } from "../settings/settings";

/** The argument that takes the target: as the settings say, or the tool's own `to` when the action leaves it free. */
export function targetArgument(action: Action, mapping: Mapping, tool: ToolView): string | null {
  if (mapping.target_argument !== null) return mapping.target_argument;
  const properties = tool.schema["properties"];
  const free = isObject(properties) && Object.hasOwn(properties, "to") && !Object.hasOwn(action.args, "to");
  return free && action.target !== "" ? "to" : null;
}

export function callArguments(action: Action, mapping: Mapping, tool: ToolView, idempotency: string): JsonObject {
  return sealedArguments(action, {
    targetArgument: targetArgument(action, mapping, tool),
    idempotencyArgument: mapping.idempotency_argument,
    attachmentsArgument: mapping.attachments_argument,
  }, idempotency, tool);
}

type Names = Pick<Route, "targetArgument" | "idempotencyArgument" | "attachmentsArgument">;

export function sealedArguments(action: Action, names: Names, idempotency: string, tool: ToolView): JsonObject {
  const args: Record<string, Json> = { ...action.args };
  if (names.targetArgument !== null) args[names.targetArgument] = asWanted(action.target, names.targetArgument, tool);
  if (names.idempotencyArgument !== null) args[names.idempotencyArgument] = idempotency;
  if (names.attachmentsArgument !== null && action.attachments.length > 0) args[names.attachmentsArgument] = action.attachments;
  return args;
}

/** Many tools take receivers as a list: then the target's parts, split at commas, are the list. */
function asWanted(target: string, name: string, tool: ToolView): Json {
  const properties = tool.schema["properties"];
  const wanted = isObject(properties) ? properties[name] : undefined;
  const isList = isObject(wanted) && wanted["type"] === "array";
  return isList ? receivers(target) : target;
}

/** Arguments an action must not carry itself, because they are filled in from elsewhere and would be overwritten unseen. */
export function doubledArguments(action: Action, names: Names): readonly string[] {
  return [names.targetArgument, names.idempotencyArgument, names.attachmentsArgument].filter((name) => name !== null && Object.hasOwn(action.args, name)).map(String);
}
