/**
 * The inbox as plain data, from the World alone: what needs the person, what is scheduled, and what went out. Drawing
 * it reads nothing. Text from notes is passed on as it is.
 */
import type { PlanSummary } from "../../note/index/summary";
import { dueState, sayDueSoon, type Priority } from "../../note/plan/due";
import { showIn, showUntil } from "../../kit/dates";
import { remember } from "../../kit/remember";
import { KINDS } from "../../note/action/kinds";
import { partsOf } from "../../note/action/receivers";
import { linesOf, textOf as valueText, type Sheet } from "../../approval/request/sheet";
import { OUTCOME_ROWS } from "../../approval/device/outcome";
import type { RequestView } from "../../approval/view";
import type { PlanView, World } from "../../rules/world";
import { goingOut, type Going } from "../mission/going";
import { cardsOf, kindRowOf, type NeedCard } from "../mission/cards";
import { inGroups } from "../sameText";
import { scheduledOf, type Scheduled } from "../scheduled";
import { sentOf, type Sent } from "../sent";
import { situationOf } from "../situations";
import { nounsOf, viewsOf, withoutLinks } from "../titles";

/** In the order in which they stand. */
export const TABS = ["needs", "scheduled", "sent", "all"] as const;
export type Tab = (typeof TABS)[number];

export interface InboxRow {
  /** The same for the same thing at the next look. */
  readonly key: string;
  readonly icon: string;
  readonly tone: NeedCard["tone"];
  readonly title: string;
  readonly where: NeedCard["where"];
  /** Title of its plan, or how many are alike; empty where the title says it. */
  readonly line: string;
  /** The state in a word or two; empty where it simply waits. */
  readonly state: string;
  /** Words that only a search sees. */
  readonly text?: string;
  /** Since when it waits, or when it went out. Milliseconds since the epoch; null where nobody can say. */
  readonly at: number | null;
  readonly of:
    /** One request, or several with the same text. */
    | { readonly kind: "requests"; readonly requests: readonly string[]; readonly card: NeedCard }
    | { readonly kind: "card"; readonly card: NeedCard }
    | { readonly kind: "going"; readonly going: Going }
    /** Put off by the person, or waiting for its day. */
    | { readonly kind: "scheduled"; readonly scheduled: Scheduled; readonly putOff: NeedCard | null }
    | { readonly kind: "sent"; readonly sent: Sent };
}

/** Rows of a tab in order: of needs, the most pressing; of what is scheduled, the soonest. */
export function inboxOf(world: World, tab: Tab): readonly InboxRow[] {
  return ROWS[tab](world);
}

/** Rows in which all these words stand, in any order. */
export function searchRows(rows: readonly InboxRow[], words: string): readonly InboxRow[] {
  const wanted = words
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((each) => each !== "");
  if (wanted.length === 0) return rows;
  return rows.filter((row) => {
    const text = textOf(row).toLocaleLowerCase();
    return wanted.every((each) => text.includes(each));
  });
}

const ROWS: Readonly<Record<Tab, (world: World) => readonly InboxRow[]>> = {
  needs: remember((world) => needRows(world, cardsOf(world).asking)),
  scheduled: remember((world) => {
    const cards = new Map(cardsOf(world).later.map((card) => [card.need.plan?.path, card]));
    const row = (each: Scheduled): InboxRow =>
      scheduledRow(each, (each.kind === "later" && cards.get(each.plan.path)) || null, world);
    return [...goingOut(world).map(goingRow), ...scheduledOf(world).map(row)];
  }),
  sent: remember((world) => sentOf(world).map(sentRow)),
  all: remember((world) => [
    ...inboxOf(world, "needs"),
    ...inboxOf(world, "scheduled"),
    ...needRows(world, cardsOf(world).telling),
    ...inboxOf(world, "sent"),
  ]),
};

function needRows(world: World, cards: readonly NeedCard[]): readonly InboxRow[] {
  const byId = new Map(world.requests.map((request) => [request.id, request]));
  const requestOf = ({ id, need }: NeedCard): RequestView | undefined =>
    GROUPED.has(id) && need.request !== null ? byId.get(need.request) : undefined;
  const cardBy = new Map(cards.map((card) => [card.need.request, card]));
  const requests = cards.flatMap((card) => requestOf(card) ?? []);
  const alike = inGroups(requests, world).flatMap((group): readonly InboxRow[] => {
    const card = cardBy.get(group[0]?.id ?? null);
    return card === undefined ? [] : [requestRow(card, group)];
  });
  const views = viewsOf(world.plans);
  const others = cards
    .filter((card) => requestOf(card) === undefined)
    .map((card) => cardRow(card, byId, views.get(card.need.plan?.path ?? "") ?? null));
  return inOrder(
    [...alike, ...others].map((row) => withDueDay(row, world)),
    world,
  );
}

/** Needs in which one answer can be given to several that are alike. */
const GROUPED: ReadonlySet<string> = new Set(["waiting", "confirmation", "by-hand"]);

function requestRow(card: NeedCard, group: readonly RequestView[]): InboxRow {
  const { request } = card.need;
  const [first] = group;
  if (group.length === 1 || request === null || first === undefined)
    return {
      ...baseOf(card),
      key: `request ${request ?? ""}`,
      of: { kind: "requests", requests: group.map(({ id }) => id), card },
    };
  return {
    ...baseOf(card),
    key: `alike ${request}`,
    where: null,
    line: `${String(group.length)} ${nounsOf(first.type, kindRowOf(first))} that are alike`,
    of: { kind: "requests", requests: group.map(({ id }) => id), card },
  };
}

/** The type of the requests of a row, where they wait for a confirmation; else null. */
export function typeToConfirm(row: InboxRow | null, world: World | null): string | null {
  if (row?.of.kind !== "requests" || row.of.card.id !== "confirmation") return null;
  const [first] = row.of.requests;
  return world?.requests.find(({ id }) => id === first)?.type ?? "";
}

function cardRow(card: NeedCard, byId: ReadonlyMap<string, RequestView>, view: PlanView | null): InboxRow {
  const { need, question } = card;
  const base = baseOf(card);
  if (question !== null && need.request === null)
    return { ...base, title: question.asks, line: card.title, of: { kind: "card", card } };
  if (card.id === "your-turn" && view?.step != null)
    return {
      ...base,
      // The next step of the plan is another row.
      key: `${base.key} ${view.step.id ?? String(view.step.n)}`,
      title: withoutLinks(view.step.text),
      line: card.title,
      of: { kind: "card", card },
    };
  // A request that can be read is shown as it is, whatever became of it.
  const isRequest = need.request !== null && byId.has(need.request) && card.id !== "rejected";
  return isRequest
    ? { ...base, key: `request ${need.request}`, of: { kind: "requests", requests: [need.request], card } }
    : { ...base, of: { kind: "card", card } };
}

function baseOf(card: NeedCard): Omit<InboxRow, "of"> {
  const { key, icon, tone, title, subject, where, plan, since, id, need, question } = card;
  return {
    key,
    icon,
    tone,
    title: subject,
    where,
    line: plan === title ? "" : plan === "" && question === null ? withoutLinks(need.words) : plan,
    state: situationOf(id).state ?? "",
    at: since,
  };
}

/** With the words of what went out, once its request was read. */
export function withSheet(row: InboxRow, sheet: Sheet, day: string): InboxRow {
  const text = [day, ...linesOf(sheet).map(({ value, words }) => words ?? valueText(value))].join(" ");
  const icon = row.icon === "check" ? KINDS[sheet.kind].icon : row.icon;
  return { ...row, text, icon, title: sheet.title === "" ? row.title : sheet.title };
}

function goingRow(going: Going): InboxRow {
  return {
    key: `going ${going.request}`,
    icon: going.icon,
    tone: "plain",
    title: going.title,
    where: going.where,
    line: going.from === null ? "" : going.from,
    state: "",
    at: going.at,
    of: { kind: "going", going },
  };
}

/** `card`: what was put off, as it is asked; null for what asks nobody. */
function scheduledRow(scheduled: Scheduled, card: NeedCard | null, { settings }: World): InboxRow {
  const { key, kind, plan, until } = scheduled;
  const title = card?.question?.asks ?? scheduled.title;
  const planTitle = withoutLinks(plan.title);
  return {
    key,
    icon: kind === "later" ? "alarm-clock" : "calendar",
    tone: "plain",
    title,
    where: null,
    line: planTitle === title ? "" : planTitle,
    state: `${kind === "send-at" ? "Goes out" : "Until"} ${showUntil(until, showIn(settings.time_zone))}`,
    at: until,
    of: { kind: "scheduled", scheduled, putOff: card },
  };
}

function sentRow(sent: Sent): InboxRow {
  return {
    key: `sent ${sent.note} ${String(sent.at)}`,
    icon: { sent: "check", "by-hand": "hand", maybe: "circle-help" }[sent.how],
    tone: "plain",
    title: sent.what === "" ? sent.plan : sent.what,
    where: sent.to === "" ? null : { ...partsOf(sent.to), more: 0 },
    line: sent.what === "" ? "" : sent.plan,
    state: { sent: "", "by-hand": OUTCOME_ROWS["by-hand"].title, maybe: "Maybe sent" }[sent.how],
    at: sent.at,
    of: { kind: "sent", sent },
  };
}

function textOf({ title, where, line, text = "", of }: InboxRow): string {
  const more = of.kind === "card" ? of.card.words : "";
  const address = where === null ? "" : `${where.local}@${where.domain}`;
  return withoutLinks([title, address, line, more, text].join(" "));
}

/** A step that a person does by hand on a later day tells that day. */
function withDueDay(row: InboxRow, world: World): InboxRow {
  const due = laterDue(row, world);
  return due === null ? row : { ...row, state: sayDueSoon(due, world) };
}

/** The day by which a person does it by hand, where that is after today; null for anything else. */
function laterDue(row: InboxRow, world: World): string | null {
  const { of } = row;
  const due = summaryOf(row, world)?.due ?? null;
  if (due === null || !("card" in of) || !BY_HAND.has(of.card.id)) return null;
  const { isOverdue, isToday, shown } = dueState(due, world);
  return isOverdue || isToday ? null : shown;
}

const BY_HAND: ReadonlySet<string> = new Set(["your-turn", "by-hand"]);

function summaryOf({ of }: InboxRow, { planIndex }: World): PlanSummary | null {
  return "card" in of && of.card.need.plan !== null ? planIndex.at(of.card.need.plan.path) : null;
}

/** The place of a row among those that need the person: the lower, the sooner. */
function rankOf(row: InboxRow, world: World): number {
  if (row.tone === "alarm") return 0;
  const summary = summaryOf(row, world);
  if (summary?.due != null) {
    const { isOverdue, isToday } = dueState(summary.due, world);
    if (isOverdue) return 1;
    if (isToday) return 2;
    if (laterDue(row, world) !== null) return 5;
  }
  return summary !== null && HAS_TIME.has(summary.priority) ? 4 : 3;
}

/** Priorities of plans that have no hurry. */
const HAS_TIME: ReadonlySet<Priority> = new Set(["low", "lowest"]);

/** Doubts, what is overdue, what is due today, the newest, then what has no hurry. */
function inOrder(rows: readonly InboxRow[], world: World): readonly InboxRow[] {
  const ranks = new Map(rows.map((row) => [row, rankOf(row, world)]));
  const rank = (row: InboxRow): number => ranks.get(row) ?? 0;
  return [...rows].sort((a, b) => rank(a) - rank(b) || (b.at ?? 0) - (a.at ?? 0));
}
