/**
 * The kinds of actions, a row each, and the roles that arguments have in them. A kind is told by the names of the
 * tool’s arguments alone: never by the type in the block, which a model may have written. A row names roles and draws
 * nothing, so it cannot hide an argument: approval/request/sheet.ts shows those without a role, too.
 */
import { RECEIVERS } from "./receivers";

export type Kind = "mail" | "payment" | "event" | "message" | "tool";

export type Role =
  | "to"
  | "cc"
  | "bcc"
  | "guests"
  | "from"
  | "subject"
  | "body"
  | "amount"
  | "currency"
  | "payee"
  | "begin"
  | "end"
  | "zone"
  | "place"
  | "call"
  | "repeats"
  | "when"
  | "files"
  | "key"
  | "other";

export interface RoleRow {
  readonly role: Role;
  readonly is: RegExp;
  /** `headline` is shown large, and `below` right beneath it. */
  readonly part: "headline" | "below" | "head" | "body";
  /** Left out where the name that the tool has for it says more. */
  readonly label?: string;
  /** The argument that takes the target has this role where its name gives it none. */
  readonly takesTarget?: true;
}

export interface KindRow {
  /** By the names of its arguments. */
  readonly fits: (has: (pattern: RegExp) => boolean) => boolean;
  /** In the order in which they are shown. */
  readonly roles: readonly RoleRow[];
  /** Roles without which nothing of the kind can be done. */
  readonly needs: readonly Role[];
  /** Its name in a list; `of` is the text of a role, and empty where there is none. */
  readonly title: (of: (role: Role) => string) => string;
  readonly icon: string;
  /** “Send”, “mail”. A call of a tool that is not known any closer has no noun. */
  readonly verb: string;
  readonly noun: string;
  /**
   * The type that a plan usually gives it, its name among the types for set-up, and usual names of its arguments
   * besides the target: for an agent, while nobody has asked the server for those of its tool. Null for the rest.
   */
  readonly type: { readonly id: string; readonly name: string; readonly args: readonly string[] } | null;
  /** For set-up: usual names of such a tool, and of a server that has it. A person confirms the guess. */
  readonly usual: { readonly tool: RegExp; readonly server: string } | null;
}

export const FROM = /^(?:from|sender|account|mailbox)(?:[_-]?(?:address|email|account|name))?$/i;
const SUBJECT = /^subject$/i;
const TITLE = /^(?:subject|title|summary)$/i;
const BODY = /^(?:body|text|html|content|message)(?:[_-]?(?:body|text|html|plain|content))?$/i;
const AMOUNT = /^(?:amount|sum|total)$/i;
const PAYEE = /^(?:payee|recipient|beneficiary|creditor|to)(?:[_-]?name)?$/i;
const ACCOUNT = /^(?:.*[_-])?(?:iban|account|account_?(?:number|id)|sort_?code)$/i;
const BEGIN = /^(?:start|begin)s?(?:[_-]?(?:at|time|date|date_?time))?$/i;
const CHANNEL = /^(?:channel|chat|room|conversation|thread|phone|to)(?:[_-]?(?:id|name|number))?$/i;

const addressed = (labels: readonly [to?: string, cc?: string, bcc?: string]): readonly RoleRow[] =>
  (["to", "cc", "bcc"] as const).map((role, at) => ({
    role,
    is: RECEIVERS[role],
    part: "head",
    ...(labels[at] === undefined ? {} : { label: labels[at] }),
    ...(role === "to" ? { takesTarget: true } : {}),
  }));

/** The first that fits counts. */
export const KINDS: Readonly<Record<Kind, KindRow>> = {
  mail: {
    fits: (has) => has(SUBJECT) && has(BODY) && has(RECEIVERS.to),
    roles: [
      ...addressed(["To", "Cc", "Bcc"]),
      { role: "from", is: FROM, part: "head", label: "From" },
      { role: "subject", is: SUBJECT, part: "head", label: "Subject" },
      { role: "body", is: BODY, part: "body" },
    ],
    needs: ["to", "subject", "body"],
    title: (of) => of("subject"),
    icon: "mail",
    verb: "Send",
    noun: "mail",
    type: { id: "email", name: "Mail", args: ["subject", "body", "cc", "bcc"] },
    usual: { tool: /^(?=.*(send|compose))(?=.*(mail|message)).*$/i, server: "mail" },
  },
  payment: {
    fits: (has) => has(AMOUNT) && (has(PAYEE) || has(ACCOUNT)),
    roles: [
      { role: "amount", is: AMOUNT, part: "headline" },
      { role: "currency", is: /^currency(?:[_-]?code)?$/i, part: "headline" },
      { role: "payee", is: PAYEE, part: "below", label: "to", takesTarget: true },
    ],
    needs: ["amount", "payee"],
    title: (of) => {
      const money = `${of("amount")} ${of("currency")}`.trim();
      return of("payee") === "" ? money : `${money} to ${of("payee")}`;
    },
    icon: "banknote",
    verb: "Make",
    noun: "payment",
    type: { id: "payment", name: "Payments", args: ["amount", "currency"] },
    usual: { tool: /pay|transfer/i, server: "bank" },
  },
  event: {
    fits: (has) => has(BEGIN) && has(TITLE),
    roles: [
      { role: "subject", is: TITLE, part: "headline", label: "Event" },
      { role: "begin", is: BEGIN, part: "below", label: "Starts" },
      {
        role: "end",
        is: /^(?:end|finish)(?:e?s)?(?:[_-]?(?:at|time|date|date_?time))?$/i,
        part: "below",
        label: "Ends",
      },
      { role: "zone", is: /^(?:time_?zone|tz)$/i, part: "below", label: "Time zone" },
      { role: "place", is: /^(?:location|place|where|venue)$/i, part: "head", label: "Where" },
      { role: "call", is: /^(?:conference_?link|meeting_?url|video)$/i, part: "head", label: "Video call" },
      { role: "guests", is: RECEIVERS.guests, part: "head", label: "Guests" },
      {
        role: "repeats",
        is: /^(?:recurrence|recurring|rrule|repeats?)(?:[_-]?rules?)?$/i,
        part: "head",
        label: "Repeats",
      },
      ...addressed([]),
      { role: "body", is: /^(?:description|notes|details|body|text)$/i, part: "body" },
    ],
    needs: ["subject", "begin"],
    title: (of) => of("subject"),
    icon: "calendar",
    verb: "Add",
    noun: "event",
    type: {
      id: "calendar_event",
      name: "Calendar",
      args: ["title", "start", "end", "location", "description"],
    },
    usual: { tool: /^(?=.*(create|add|insert))(?=.*(event|calendar)).*$/i, server: "calendar" },
  },
  message: {
    fits: (has) => has(/^(?:text|message|content|body|status)$/i) && has(CHANNEL) && !has(TITLE),
    roles: [...addressed([]), { role: "body", is: /^(?:text|message|content|body|status)$/i, part: "body" }],
    needs: ["to", "body"],
    title: () => "",
    icon: "message-square",
    verb: "Post",
    noun: "message",
    type: { id: "social_post", name: "Posts", args: ["text"] },
    usual: null,
  },
  tool: {
    fits: () => true,
    roles: [...addressed([]), { role: "subject", is: TITLE, part: "head" }],
    needs: [],
    title: (of) => of("subject"),
    icon: "plug",
    verb: "Do",
    noun: "",
    type: null,
    usual: null,
  },
};

export function kindBy(names: readonly string[]): Kind {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  return (Object.keys(KINDS) as Kind[]).find((each) => KINDS[each].fits(has)) ?? "tool";
}

/** The kind that plans usually give this type; null for any other type. */
export function kindOfType(type: string): Kind | null {
  return (Object.keys(KINDS) as Kind[]).find((each) => KINDS[each].type?.id === type) ?? null;
}

/** `target` is the argument that takes the target; null for none. */
export function rolesOf(
  kind: Kind,
  names: readonly string[],
  target: string | null,
): ReadonlyMap<string, RoleRow> {
  const roles = new Map<string, RoleRow>();
  for (const row of KINDS[kind].roles) {
    const fitting = names.filter((name) => !roles.has(name) && row.is.test(name));
    for (const name of isReceivers(row.role) ? fitting : fitting.slice(0, 1)) roles.set(name, row);
  }
  const taken = [...roles.values()];
  const row = KINDS[kind].roles.find(
    (each) => each.takesTarget && (isReceivers(each.role) || !taken.includes(each)),
  );
  if (target !== null && row !== undefined && !roles.has(target)) roles.set(target, row);
  return roles;
}

/** Several arguments may have such a role; of the others there is one each. */
export function isReceivers(role: Role): boolean {
  return Object.hasOwn(RECEIVERS, role);
}
