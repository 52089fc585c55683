/**
 * All that goes out, as every face draws it: the request note, the review, a terminal. Nothing is left out: the
 * target, every argument, the files, and the mark by which a receiver tells a repetition. Text from notes is passed on
 * as it is; the face neutralises it.
 */
import { momentIn } from "../../kit/dates";
import { saySendTime } from "../sendTime";
import type { Action } from "../../note/action/action";
import { KINDS, kindBy, rolesOf, type Kind, type Role } from "../../note/action/kinds";
import { momentWords, repeatWords } from "../../note/action/moments";
import { readReceivers, receiversOf } from "../../note/action/receivers";
import { resolved } from "../../note/action/schema";
import { canonical, isObject, type Json } from "../../kit/json";
import type { ServerView } from "../../kit/ports/tools";
import type { Attachment, Identity, Route } from "./request";

export interface SheetLine {
  /** As the tool knows it; `target` where no argument takes the target. */
  readonly name: string;
  readonly label: string;
  readonly role: Role;
  readonly value: Json;
  /** The value in words, where they say all of it. */
  readonly words: string | null;
  /** Its text before, where that was another; empty where it is new. */
  readonly was: string | null;
  /** It is not there any more; `was` tells it. */
  readonly isGone: boolean;
}

/** Each line is in one part. */
export interface Sheet {
  readonly kind: Kind;
  /** Its name in a list; empty where no argument gives one. */
  readonly title: string;
  readonly headline: readonly SheetLine[];
  readonly below: readonly SheetLine[];
  readonly head: readonly SheetLine[];
  readonly body: readonly SheetLine[];
  /** Without a role that is known. */
  readonly rest: readonly SheetLine[];
  readonly files: readonly Attachment[];
  readonly route: Way | null;
}

/** The way on which it goes out, as it was sealed or as the settings have it now. */
export type Way = Omit<Route, "toolHash" | "serverHash">;

export type Sealed = Pick<Identity, "idempotency" | "attachments"> & { readonly route: Way | null };

/** For an action before its request is written. */
export const NOT_SEALED: Sealed = { route: null, attachments: [], idempotency: "" };

/** `takes` are the arguments of the tool, where they are known; `was` is an earlier action, to be compared with. */
export function sheetOf(
  action: Action,
  sealed: Sealed = NOT_SEALED,
  takes: readonly string[] | null = null,
  was: Action | null = null,
): Sheet {
  const { route, attachments } = sealed;
  const kind = kindOf(action, route, takes);
  const { all: now, target, files, key } = argumentsOf(action, sealed);
  const old = was === null ? null : argumentsOf(was, sealed).all;
  const roles = rolesOf(kind, [...now.keys()], target);
  const lines = [...now].map(([name, value]): SheetLine => {
    const row = roles.get(name);
    const before = old?.get(name) ?? null;
    const differs = old !== null && (!old.has(name) || canonical(before) !== canonical(value));
    const role = name === files ? "files" : name === key ? "key" : (row?.role ?? "other");
    return {
      name,
      label: role === row?.role && row.label !== undefined ? row.label : name === "target" ? "To" : name,
      role,
      value,
      words: wordsOf(role, value, route),
      was: !differs ? null : old.has(name) ? textOf(before) : "",
      isGone: false,
    };
  });
  const gone = [...(old ?? [])].flatMap(([name, value]): readonly SheetLine[] =>
    now.has(name)
      ? []
      : [{ name, label: name, role: "other", value: null, words: null, was: textOf(value), isGone: true }],
  );
  const inPart = (part: "headline" | "below" | "head" | "body"): readonly SheetLine[] =>
    KINDS[kind].roles.flatMap((row) =>
      // A change is told where there is room for both texts.
      lines.filter(
        (each) =>
          each.role === row.role && part === (each.was === null || row.part === "body" ? row.part : "head"),
      ),
    );
  const [headline, below, head, body] = [inPart("headline"), inPart("below"), inPart("head"), inPart("body")];
  const placed = new Set([...headline, ...below, ...head, ...body]);
  return {
    kind,
    title: KINDS[kind].title((role) => {
      const value = lines.find((each) => each.role === role)?.value;
      return typeof value === "string" ? value.trim() : "";
    }),
    headline,
    below: inOneDay(below),
    head: [...whenOf(action, was, route, now), ...head],
    body,
    rest: [...lines.filter((each) => !placed.has(each)), ...gone],
    files: attachments,
    route,
  };
}

/** Beside the arguments: no tool gets it. */
function whenOf(
  { sendAt }: Action,
  was: Action | null,
  route: Way | null,
  taken: ReadonlyMap<string, Json>,
): readonly SheetLine[] {
  const before = was === null || was.sendAt === sendAt ? null : (was.sendAt ?? "");
  if (sendAt === undefined && before === null) return [];
  const moment = momentWords(sendAt ?? null);
  return [
    {
      name: taken.has("send_at") ? "(send_at)" : "send_at",
      label: route === null ? "When" : "Goes out",
      role: "when",
      value: sendAt ?? "",
      words: moment === null ? null : `${moment.day} ${moment.time}`,
      was: before,
      isGone: sendAt === undefined,
    },
  ];
}

/** With the time at which it goes out told by the clock of the vault. */
export function withClock(sheet: Sheet, zone: string): Sheet {
  const head = sheet.head.map((line) => {
    const at = line.role === "when" && !line.isGone ? momentIn(textOf(line.value), zone) : null;
    return at === null ? line : { ...line, words: saySendTime(at, zone) };
  });
  return { ...sheet, head };
}

/** Every line, in the order in which a person reads them. */
export function linesOf({ headline, below, head, body, rest }: Sheet): readonly SheetLine[] {
  return [...headline, ...below, ...head, ...body, ...rest];
}

/** Told by the names of the tool’s arguments; those in the block count where the server was not asked yet. */
export function kindOf(
  { args, target }: Pick<Action, "args" | "target">,
  route: Way | null,
  takes: readonly string[] | null,
): Kind {
  return kindBy(takes ?? [...Object.keys(args), ...(target === "" ? [] : [route?.targetArgument ?? "to"])]);
}

/** The arguments of a tool; null where its server was not asked yet. */
export function takenBy(
  route: Pick<Route, "server" | "tool"> | null,
  servers: ReadonlyMap<string, ServerView>,
): readonly string[] | null {
  const server = route === null ? undefined : servers.get(route.server);
  const tool = server?.kind === "up" ? server.tools.find(({ name }) => name === route?.tool) : undefined;
  if (tool === undefined) return null;
  const properties = resolved(tool.schema, tool.schema)["properties"] ?? null;
  return isObject(properties) ? Object.keys(properties) : null;
}

interface Arguments {
  readonly all: ReadonlyMap<string, Json>;
  /** Names of those that take the target, the files and the mark; null where there is none. */
  readonly target: string | null;
  readonly files: string | null;
  readonly key: string | null;
}

function argumentsOf({ target, args, attachments }: Action, { route, idempotency }: Sealed): Arguments {
  const said = Object.entries({ ...route?.fixedArguments, ...args });
  const [all, taken] = [new Map<string, Json>(), new Set(said.map(([name]) => name))];
  // An argument that another one would cover has brackets around its name, so that both are shown.
  const add = (name: string, value: Json): string => {
    const free = taken.has(name) ? `(${name})` : name;
    if (taken.has(free)) return add(free, value);
    taken.add(free);
    all.set(free, value);
    return free;
  };
  const to = target === "" ? null : add(route?.targetArgument ?? "target", target);
  for (const [name, value] of said) all.set(name, value);
  const files =
    attachments.length === 0 ? null : add(route?.attachmentsArgument ?? "attachments", [...attachments]);
  const marks = route !== null && route.idempotencyArgument !== null && idempotency !== "";
  return { all, target: to, files, key: marks ? add(route.idempotencyArgument, idempotency) : null };
}

function wordsOf(role: Role, value: Json, route: Way | null): string | null {
  // A sender without an address is a name that the server has for an account.
  if (role === "from" && route !== null && typeof value === "string" && value !== "" && !value.includes("@"))
    return `the account “${value}”`;
  if (role === "repeats") return repeatWords(value);
  const moment = role === "begin" || role === "end" ? momentWords(value) : null;
  return moment === null ? null : `${moment.day} ${moment.time}`.trim();
}

/** “Sunday, 2026-03-01 10:00” to “11:00”: a day that was just said is not said again. */
function inOneDay(lines: readonly SheetLine[]): readonly SheetLine[] {
  const begin = momentWords(lines.find(({ role }) => role === "begin")?.value ?? null);
  return lines.map((each) => {
    const end = each.role === "end" ? momentWords(each.value) : null;
    return end === null || end.day !== begin?.day || end.time === "" ? each : { ...each, words: end.time };
  });
}

/** A value as it is written for a person: text as it is, everything else as JSON. */
export function textOf(value: Json): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value, null, isObject(value) ? 2 : 0);
}

/** Everybody in a value that names receivers, one by one. */
export function receiversIn(value: Json): readonly string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts.flatMap((each: Json) => {
    if (typeof each !== "string") return each === null ? [] : [textOf(each)];
    return readReceivers(each).kind === "receivers" ? receiversOf(each) : [each];
  });
}
