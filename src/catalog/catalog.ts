/**
 * All plans there are, put away or not: a card each, and the orders and counts in which they are
 * asked for, kept by taking the old card out and putting the new one in. So what one changed note costs does not grow
 * with their number.
 */
import { groupPlans, type Group } from "../intake/duplicates";
import { sourceKey } from "../intake/sources";
import { moment } from "../kit/dates";
import { compareStamps, compareText } from "../kit/order";
import type { Problem } from "../kit/problem";
import { Firsts } from "../kit/topK";
import { only, Sorted } from "../kit/sorted";
import type { Plan, Status } from "../plan/plan";
import { Alike } from "./alike";
import { byTurn, isHeldByPerson, needsWords, putAwayFaults, type Card } from "./card";
import type { Shelved } from "./shelved";
import { createUnread } from "./unread";

export interface Totals {
  readonly plans: Readonly<Record<Status, number>>;
  readonly archived: Readonly<Record<Status, number>>;
  /** Steps of unfinished plans. */
  readonly steps: number;
  readonly finished: number;
}

/** Some of the cards, in order; walking over them costs as much as one walks. */
export interface Rank {
  readonly total: number;
  readonly cards: Iterable<Card>;
}

/** Plans are those not put away, where nothing else is said. */
export interface Catalog {
  readonly totals: Totals;
  at(path: string): Card | null;
  /** The same, or what it was when it could last be read, or the ids that it states. */
  last(path: string): readonly Card[];
  /** The plan that bears this key, put away or not; of several the one whose path comes first. */
  home(key: string): Card | null;
  /** The number of plans whose titles begin alike, archived ones included. */
  titled(title: string): number;
  /**
   * The plan that says it comes from the note this names (intake sourceKey), put away or not; of several one that is
   * not, and whose path comes first.
   */
  from(source: string): Card | null;
  /** The plans that bear this key. */
  bearers(key: string): readonly string[];
  /**
   * Path of a note that cannot be read, because of which another may be a note of the plan with this key; null when
   * there is none. `path`: where that plan is, or null.
   */
  unreadLike(key: string, path: string | null): string | null;
  /** Another note has the same id: nothing is done with either until a person decides. */
  isFrozen(path: string): boolean;
  /** In the order in which they are resumed; finished ones last. */
  all(): Iterable<Card>;
  /** Plans put away. */
  archived(): Iterable<Card>;
  /** Those that bear this key. */
  putAway(key: string): readonly Card[];
  /** Of one status and not frozen, in the order in which they are resumed. */
  of(status: Status): Rank;
  /** Plans whose next step is an ordinary one that a person does, oldest first. */
  yours(now: number): Rank;
  /** Plans that need a person to say what is to be sent, longest first. */
  needing(): Rank;
  /** Plans that a person set to Blocked, the one with the oldest last line of its log first. */
  heldByPerson(): Rank;
  /** Plans that are over, and stay with the open ones until a person archives them: finished ones go by themselves. */
  leftOver(): Rank;
  /** Plans that have been blocked since a moment after the first and not after the second, longest first. */
  blockedBetween(after: number, until: number): Rank;
  /** Those with a log that tells times, the one with the newest line first, put away or not. */
  newest(): Iterable<Card>;
  groups(): readonly Group[];
  problems(): readonly Problem[];
  adoptable(): readonly {
    readonly path: string;
    readonly lacks: readonly string[];
    readonly line: number | undefined;
  }[];
  copies(): readonly Plan[];
  /** Notes that a person said are none, with the note that says so. */
  leftAlone(): ReadonlyMap<string, string>;
}

export interface OpenCatalog extends Catalog {
  put(path: string, isArchived: boolean, shelved: Shelved): void;
  drop(path: string): void;
  /**
   * The plan as it was last read, where the note is a copy that sync made of a plan that is not put away; else null.
   */
  copyAt(path: string): Plan | null;
}

const STATUS_TURN: readonly Status[] = ["Active", "Blocked", "Draft", "Done", "Cancelled"];

/** Characters by which two titles are told apart where little room is. */
const TITLE = 50;

function titleKey(title: string): string {
  return title.slice(0, TITLE);
}

function isUnfinished({ status }: Pick<Card, "status">): boolean {
  return status !== "Done" && status !== "Cancelled";
}

function isLeftOver({ status, next }: Card): boolean {
  return status === "Cancelled" || (status === "Done" && next !== null);
}

function none(): Record<Status, number> {
  return { Draft: 0, Active: 0, Blocked: 0, Done: 0, Cancelled: 0 };
}

const byAge = (a: Card, b: Card): number =>
  compareStamps(moment(a.created), moment(b.created)) || compareText(a.path, b.path);
const bySince = (a: Card, b: Card): number =>
  compareStamps(moment(a.since), moment(b.since)) || compareText(a.path, b.path);
const byDay = (a: Card, b: Card): number =>
  (a.next?.notBefore ?? 0) - (b.next?.notBefore ?? 0) || compareText(a.path, b.path);
const byRest = (a: Card, b: Card): number =>
  compareStamps(moment(a.newest), moment(b.newest)) || compareText(a.path, b.path);
const byNews = (a: Card, b: Card): number => compareStamps(b.newest, a.newest) || compareText(a.path, b.path);

export function createCatalog(): OpenCatalog {
  const shelf = new Map<string, Shelved>();
  /** Paths of what was put away. */
  const away = new Set<string>();
  const totals = { plans: none(), archived: none(), steps: 0, finished: 0 };
  const keys = new Alike();
  const archivedKeys = new Alike();
  /** Unfinished ones. */
  const sources = new Alike();
  const origins = new Alike();
  const contents = new Alike();
  const titles = new Alike();
  /** Cards of what cannot be read as a plan at the moment: they stand for nothing but their ids. */
  const gone = new Set<Card>();
  const inTurn = (): Firsts<Card> => new Firsts<Card>(byTurn);
  const turns: Readonly<Record<Status, Firsts<Card>>> = {
    Active: inTurn(),
    Blocked: inTurn(),
    Draft: inTurn(),
    Done: inTurn(),
    Cancelled: inTurn(),
  };
  const frozen = none();
  const yours = new Firsts(byAge);
  const dated = new Sorted(byDay);
  const needing = new Firsts(bySince);
  const heldByPerson = new Firsts(byRest);
  const leftOver = inTurn();
  const standing = new Sorted(bySince);
  const news = new Firsts(byNews);
  const odd = new Map<
    string,
    {
      readonly isArchived: boolean;
      readonly shelved: Exclude<Shelved, { kind: "plan" | "other" | "left-alone" }>;
    }
  >();
  const alone = new Map<string, string>();
  const unread = createUnread();
  const faulty = new Map<string, readonly Problem[]>();
  /** Up to when steps that wait for a day are among those that are a person's. */
  let day = -Infinity;
  let groups: { readonly made: number; readonly groups: readonly Group[] } = { made: 0, groups: [] };

  const isFrozen = ({ key }: Card): boolean => keys.count(key) > 1;

  const flag = ({ path }: Card, faults: readonly Problem[], way: 1 | -1): void => {
    if (way === -1) faulty.delete(path);
    else if (faults.length > 0) faulty.set(path, faults);
  };

  /** Puts a plan into the ranks (`way` is 1) or takes it out (-1). A rank holds it only while no other bears its id. */
  const list = (card: Card, way: 1 | -1): void => {
    const move = (to: Sorted<Card> | Firsts<Card>): void => (way === 1 ? to.add(card) : to.remove(card));
    if (card.status === "Active" && card.next !== null && !card.next.gated && !card.next.isForAgent) {
      const { notBefore } = card.next;
      if (notBefore !== null) move(dated);
      if (notBefore === null || notBefore <= day) move(yours);
    }
    if (needsWords(card)) move(needing);
    if (isHeldByPerson(card)) move(heldByPerson);
    if (isLeftOver(card)) move(leftOver);
    if (card.status === "Blocked" && moment(card.since) !== null) move(standing);
    flag(card, card.faults, way);
  };

  const among = (cards: Alike, key: string, card: Card, way: 1 | -1): void => {
    if (way === 1) cards.add(key, card);
    else cards.remove(key, card);
  };

  const count = (card: Card, isArchived: boolean, way: 1 | -1): void => {
    (isArchived ? totals.archived : totals.plans)[card.status] += way;
    if (isUnfinished(card)) {
      totals.steps += way * card.total;
      totals.finished += way * card.finished;
    }
    if (card.newest !== null) {
      if (way === 1) news.add(card);
      else news.remove(card);
    }
    among(titles, titleKey(card.title), card, way);
    if (card.source !== null) among(origins, sourceKey(card.source), card, way);
    if (isArchived) {
      among(archivedKeys, card.key, card, way);
      flag(card, putAwayFaults(card), way);
      return;
    }
    if (way === 1) turns[card.status].add(card);
    else turns[card.status].remove(card);
    if (card.source !== null && isUnfinished(card)) among(sources, sourceKey(card.source), card, way);
    if (card.content !== null) among(contents, card.content, card, way);
    if (bear(card, way) === 0) list(card, way);
    else frozen[card.status] += way;
  };

  /**
   * Answers how many others bear the same id. With a second one both are frozen, and with the last but one gone the
   * last is free again.
   */
  const bear = (card: Card, way: 1 | -1): number => {
    among(keys, card.key, card, way);
    const others = keys.count(card.key) - (way === 1 ? 1 : 0);
    if (others !== 1) return others;
    for (const other of keys.get(card.key)) {
      if (other === card || gone.has(other)) continue;
      frozen[other.status] += way;
      list(other, way === 1 ? -1 : 1);
    }
    return others;
  };

  const take = (path: string, way: 1 | -1): void => {
    const shelved = shelf.get(path);
    if (shelved === undefined) return;
    const isArchived = away.has(path);
    if (shelved.kind === "plan") {
      count(shelved.card, isArchived, way);
      return;
    }
    if (shelved.kind === "left-alone") {
      if (way === 1) alone.set(path, shelved.by);
      else alone.delete(path);
      return;
    }
    if (shelved.kind === "unread") {
      if (way === 1)
        unread.add(path, { isArchived, was: shelved.was, mayBe: shelved.mayBe, cause: shelved.cause });
      else unread.remove(path);
    }
    if (shelved.kind !== "other") {
      if (way === 1) odd.set(path, { isArchived, shelved });
      else odd.delete(path);
    }
    if (isArchived) return;
    for (const card of shelved.was) {
      if (way === 1) gone.add(card);
      bear(card, way);
      if (way === -1) gone.delete(card);
    }
  };

  const cardAt = (path: string): Card | null => {
    const shelved = shelf.get(path);
    return shelved?.kind === "plan" && !away.has(path) ? shelved.card : null;
  };

  return {
    totals,
    put(path, isArchived, shelved) {
      take(path, -1);
      shelf.set(path, shelved);
      if (isArchived) away.add(path);
      else away.delete(path);
      take(path, 1);
    },
    drop(path) {
      take(path, -1);
      shelf.delete(path);
      away.delete(path);
    },
    copyAt(path) {
      const entry = odd.get(path);
      return entry !== undefined && "copy" in entry.shelved && !entry.isArchived ? entry.shelved.copy : null;
    },
    at: (path) => cardAt(path),
    last(path) {
      const shelved = shelf.get(path);
      if (shelved === undefined) return [];
      return shelved.kind === "plan" ? [shelved.card] : shelved.was;
    },
    home: (key) =>
      [...keys.get(key), ...archivedKeys.get(key)]
        .filter((card) => !gone.has(card))
        .sort((a, b) => compareText(a.path, b.path))[0] ?? null,
    titled: (title) => titles.count(titleKey(title)),
    from(source) {
      const rank = (card: Card): string =>
        `${archivedKeys.get(card.key).includes(card) ? "1" : "0"}${card.path}`;
      return [...origins.get(source)].sort((a, b) => compareText(rank(a), rank(b)))[0] ?? null;
    },
    bearers: (key) =>
      keys
        .get(key)
        .filter((card) => !gone.has(card))
        .map(({ path }) => path),
    unreadLike: (key, path) => unread.like(key, path),
    isFrozen(path) {
      const card = cardAt(path);
      return card !== null && isFrozen(card);
    },
    *all() {
      for (const status of STATUS_TURN) yield* turns[status];
    },
    *archived() {
      yield* archivedKeys.all();
    },
    putAway: (key) => archivedKeys.get(key),
    of: (status) => ({
      total: turns[status].size - frozen[status],
      cards: only(turns[status], (card) => !isFrozen(card)),
    }),
    yours(now) {
      if (now !== day) {
        const [from, to] = [Math.min(now, day), Math.max(now, day)];
        const passed = dated.between(
          (card) => (card.next?.notBefore ?? 0) > from,
          (card) => (card.next?.notBefore ?? 0) > to,
        );
        for (const card of passed) {
          if (now > day) yours.add(card);
          else yours.remove(card);
        }
        day = now;
      }
      return { total: yours.size, cards: yours };
    },
    needing: () => ({ total: needing.size, cards: needing }),
    heldByPerson: () => ({ total: heldByPerson.size, cards: heldByPerson }),
    leftOver: () => ({ total: leftOver.size, cards: leftOver }),
    blockedBetween(after, until) {
      const isAfter =
        (moment: number) =>
        (card: Card): boolean =>
          (card.since ?? 0) > moment;
      const total = standing.before(isAfter(until)) - standing.before(isAfter(after));
      return { total, cards: { [Symbol.iterator]: () => standing.between(isAfter(after), isAfter(until)) } };
    },
    newest: () => news,
    groups() {
      const shared = [keys, sources, contents];
      const made = shared.reduce((sum, { changes }) => sum + changes, 0);
      const isTold = (crowd: ReadonlySet<Card>): boolean => [...crowd].some((card) => !gone.has(card));
      if (groups.made !== made)
        groups = {
          made,
          groups: groupPlans([
            ...new Set(
              shared.flatMap((cards) => [...cards.crowds()].filter(isTold).flatMap((crowd) => [...crowd])),
            ),
          ]),
        };
      return groups.groups;
    },
    problems: () => [
      ...[...odd.values()].flatMap(({ shelved }) =>
        "problem" in shelved && shelved.problem !== null ? [shelved.problem] : [],
      ),
      ...[...faulty.values()].flat(),
    ],
    adoptable: () =>
      [...odd].flatMap(([path, { isArchived, shelved }]) =>
        shelved.kind === "adoptable" && !isArchived
          ? [{ path, lacks: shelved.lacks, line: shelved.line }]
          : [],
      ),
    leftAlone: () => alone,
    copies: () =>
      [...odd.values()].flatMap(({ shelved, isArchived }) =>
        "copy" in shelved && shelved.copy !== null && !isArchived ? [shelved.copy] : [],
      ),
  };
}
