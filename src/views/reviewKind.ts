/**
 * As what a request is shown: a mail, a payment, or the arguments of a tool. Told by the names of the tool’s
 * arguments alone; words within the request never decide it.
 */
import type { Action } from "../action/action";
import { FURTHER } from "../action/receivers";
import { resolved } from "../action/schema";
import { isObject, type Json } from "../kit/json";
import type { ServerView } from "../ports/tools";
import type { Route } from "../request/request";

export type ReviewKind = "mail" | "payment" | "tool";

export type Role =
  | "to"
  | "cc"
  | "files"
  | "key"
  | "bcc"
  | "from"
  | "subject"
  | "body"
  | "amount"
  | "currency"
  | "payee"
  | "other";

export interface Shown {
  /** As the tool knows it; `target` where no argument takes the target. */
  readonly name: string;
  readonly role: Role;
  readonly value: Json;
  /** Its text before, where that was another; empty where it is new. */
  readonly was: string | null;
  /** It is not there any more; `was` tells it. */
  readonly isGone: boolean;
}

export const FROM = /^(?:from|sender|account|mailbox)(?:[_-]?(?:address|email|account|name))?$/i;
const SUBJECT = /^subject$/i;
const BODY = /^(?:body|text|html|content|message)(?:[_-]?(?:body|text|html|plain|content))?$/i;
const AMOUNT = /^(?:amount|sum|total)$/i;
const CURRENCY = /^currency(?:[_-]?code)?$/i;
const PAYEE = /^(?:payee|recipient|beneficiary|creditor|to)(?:[_-]?name)?$/i;
const ACCOUNT = /^(?:.*[_-])?(?:iban|account|account_?(?:number|id)|sort_?code)$/i;

export function kindOf(
  action: Action | null,
  route: Pick<Route, "server" | "tool" | "targetArgument"> | null,
  servers: ReadonlyMap<string, ServerView>,
): ReviewKind {
  const names = toolNames(route, servers) ?? [
    ...Object.keys(action?.args ?? {}),
    ...(action === null || action.target === "" ? [] : [route?.targetArgument ?? "to"]),
  ];
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(SUBJECT) && has(BODY) && names.some((name) => roleOfReceiver(name) === "to")) return "mail";
  return has(AMOUNT) && (has(PAYEE) || has(ACCOUNT)) ? "payment" : "tool";
}

/** Null where the server was not asked yet. */
function toolNames(
  route: Pick<Route, "server" | "tool"> | null,
  servers: ReadonlyMap<string, ServerView>,
): readonly string[] | null {
  const server = route === null ? undefined : servers.get(route.server);
  const tool = server?.kind === "up" ? server.tools.find(({ name }) => name === route?.tool) : undefined;
  if (tool === undefined) return null;
  const properties = resolved(tool.schema, tool.schema)["properties"] ?? null;
  return isObject(properties) ? Object.keys(properties) : null;
}

/**
 * Each role is taken once, by the first argument that fits; receivers by all that fit. `target` is the argument that
 * takes the target.
 */
export function rolesOf(
  names: readonly string[],
  kind: ReviewKind,
  target: string | null,
): ReadonlyMap<string, Role> {
  const single = ROLES[kind].flatMap(([role, pattern]): readonly (readonly [string, Role])[] => {
    const found = names.find((name) => pattern.test(name)) ?? (role === "payee" ? target : null);
    return found === null ? [] : [[found, role]];
  });
  const receivers = names.flatMap((name): readonly (readonly [string, Role])[] => {
    const role = name === target ? "to" : roleOfReceiver(name);
    return role === null ? [] : [[name, role]];
  });
  return new Map(kind === "payment" ? single : [...receivers, ...single]);
}

const ROLES: Readonly<Record<ReviewKind, readonly (readonly [Role, RegExp])[]>> = {
  mail: [
    ["from", FROM],
    ["subject", SUBJECT],
    ["body", BODY],
  ],
  payment: [
    ["amount", AMOUNT],
    ["currency", CURRENCY],
    ["payee", PAYEE],
  ],
  tool: [],
};

function roleOfReceiver(name: string): "to" | "cc" | "bcc" | null {
  if (!FURTHER.test(name)) return null;
  return /^bcc/i.test(name) ? "bcc" : /^cc/i.test(name) ? "cc" : "to";
}
