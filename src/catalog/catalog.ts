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

/** The catalog for those who only ask. */
export type Catalog = Omit<OpenCatalog, "put" | "drop" | "copyAt">;

/** Plans are those not put away, where nothing else is said. */
export class OpenCatalog {
  readonly #shelf = new Map<string, Shelved>();
  /** Paths of what was put away. */
  readonly #away = new Set<string>();
  readonly totals = { plans: none(), archived: none(), steps: 0, finished: 0 };
  readonly #keys = new Alike();
  readonly #archivedKeys = new Alike();
  /** Unfinished ones. */
  readonly #sources = new Alike();
  readonly #origins = new Alike();
  readonly #contents = new Alike();
  readonly #titles = new Alike();
  /** Cards of what cannot be read as a plan at the moment: they stand for nothing but their ids. */
  readonly #gone = new Set<Card>();
  readonly #turns: Readonly<Record<Status, Firsts<Card>>> = {
    Active: new Firsts<Card>(byTurn),
    Blocked: new Firsts<Card>(byTurn),
    Draft: new Firsts<Card>(byTurn),
    Done: new Firsts<Card>(byTurn),
    Cancelled: new Firsts<Card>(byTurn),
  };
  readonly #frozen = none();
  readonly #yours = new Firsts(byAge);
  readonly #dated = new Sorted(byDay);
  readonly #needing = new Firsts(bySince);
  readonly #heldByPerson = new Firsts(byRest);
  readonly #leftOver = new Firsts<Card>(byTurn);
  readonly #standing = new Sorted(bySince);
  readonly #news = new Firsts(byNews);
  readonly #odd = new Map<
    string,
    {
      readonly isArchived: boolean;
      readonly shelved: Exclude<Shelved, { kind: "plan" | "other" | "left-alone" }>;
    }
  >();
  readonly #alone = new Map<string, string>();
  readonly #unread = createUnread();
  readonly #faulty = new Map<string, readonly Problem[]>();
  /** Up to when steps that wait for a day are among those that are a person's. */
  #day = -Infinity;
  #groups: { readonly made: number; readonly groups: readonly Group[] } = { made: 0, groups: [] };

  put(path: string, isArchived: boolean, shelved: Shelved): void {
    this.#take(path, -1);
    this.#shelf.set(path, shelved);
    if (isArchived) this.#away.add(path);
    else this.#away.delete(path);
    this.#take(path, 1);
  }

  drop(path: string): void {
    this.#take(path, -1);
    this.#shelf.delete(path);
    this.#away.delete(path);
  }

  /**
   * The plan as it was last read, where the note is a copy that sync made of a plan that is not put away; else null.
   */
  copyAt(path: string): Plan | null {
    const entry = this.#odd.get(path);
    return entry !== undefined && "copy" in entry.shelved && !entry.isArchived ? entry.shelved.copy : null;
  }

  at(path: string): Card | null {
    return this.#cardAt(path);
  }

  /** The same, or what it was when it could last be read, or the ids that it states. */
  last(path: string): readonly Card[] {
    const shelved = this.#shelf.get(path);
    if (shelved === undefined) return [];
    return shelved.kind === "plan" ? [shelved.card] : shelved.was;
  }

  /** The plan that bears this key, put away or not; of several the one whose path comes first. */
  home(key: string): Card | null {
    return (
      [...this.#keys.get(key), ...this.#archivedKeys.get(key)]
        .filter((card) => !this.#gone.has(card))
        .sort((a, b) => compareText(a.path, b.path))[0] ?? null
    );
  }

  /** The number of plans whose titles begin alike, archived ones included. */
  titled(title: string): number {
    return this.#titles.count(titleKey(title));
  }

  /**
   * The plan that says it comes from the note this names (intake sourceKey), put away or not; of several one that is
   * not, and whose path comes first.
   */
  from(source: string): Card | null {
    const rank = (card: Card): string =>
      `${this.#archivedKeys.get(card.key).includes(card) ? "1" : "0"}${card.path}`;
    return [...this.#origins.get(source)].sort((a, b) => compareText(rank(a), rank(b)))[0] ?? null;
  }

  /** The plans that bear this key. */
  bearers(key: string): readonly string[] {
    return this.#keys
      .get(key)
      .filter((card) => !this.#gone.has(card))
      .map(({ path }) => path);
  }

  /**
   * Path of a note that cannot be read, because of which another may be a note of the plan with this key; null when
   * there is none. `path`: where that plan is, or null.
   */
  unreadLike(key: string, path: string | null): string | null {
    return this.#unread.like(key, path);
  }

  /** Another note has the same id: nothing is done with either until a person decides. */
  isFrozen(path: string): boolean {
    const card = this.#cardAt(path);
    return card !== null && this.#isFrozen(card);
  }

  /** In the order in which they are resumed; finished ones last. */
  *all(): Iterable<Card> {
    for (const status of STATUS_TURN) yield* this.#turns[status];
  }

  /** Plans put away. */
  *archived(): Iterable<Card> {
    yield* this.#archivedKeys.all();
  }

  /** Those that bear this key. */
  putAway(key: string): readonly Card[] {
    return this.#archivedKeys.get(key);
  }

  /** Of one status and not frozen, in the order in which they are resumed. */
  of(status: Status): Rank {
    return {
      total: this.#turns[status].size - this.#frozen[status],
      cards: only(this.#turns[status], (card) => !this.#isFrozen(card)),
    };
  }

  /** Plans whose next step is an ordinary one that a person does, oldest first. */
  yours(now: number): Rank {
    if (now !== this.#day) {
      const [from, to] = [Math.min(now, this.#day), Math.max(now, this.#day)];
      const passed = this.#dated.between(
        (card) => (card.next?.notBefore ?? 0) > from,
        (card) => (card.next?.notBefore ?? 0) > to,
      );
      for (const card of passed) {
        if (now > this.#day) this.#yours.add(card);
        else this.#yours.remove(card);
      }
      this.#day = now;
    }
    return { total: this.#yours.size, cards: this.#yours };
  }

  /** Plans that need a person to say what is to be sent, longest first. */
  needing(): Rank {
    return { total: this.#needing.size, cards: this.#needing };
  }

  /** Plans that a person set to Blocked, the one with the oldest last line of its log first. */
  heldByPerson(): Rank {
    return { total: this.#heldByPerson.size, cards: this.#heldByPerson };
  }

  /** Plans that are over, and stay with the open ones until a person archives them: finished ones go by themselves. */
  leftOver(): Rank {
    return { total: this.#leftOver.size, cards: this.#leftOver };
  }

  /** Plans that have been blocked since a moment after the first and not after the second, longest first. */
  blockedBetween(after: number, until: number): Rank {
    const isAfter =
      (moment: number) =>
      (card: Card): boolean =>
        (card.since ?? 0) > moment;
    const total = this.#standing.before(isAfter(until)) - this.#standing.before(isAfter(after));
    return {
      total,
      cards: { [Symbol.iterator]: () => this.#standing.between(isAfter(after), isAfter(until)) },
    };
  }

  /** Those with a log that tells times, the one with the newest line first, put away or not. */
  newest(): Iterable<Card> {
    return this.#news;
  }

  groups(): readonly Group[] {
    const shared = [this.#keys, this.#sources, this.#contents];
    const made = shared.reduce((sum, { changes }) => sum + changes, 0);
    const isTold = (crowd: ReadonlySet<Card>): boolean => [...crowd].some((card) => !this.#gone.has(card));
    if (this.#groups.made !== made)
      this.#groups = {
        made,
        groups: groupPlans([
          ...new Set(
            shared.flatMap((cards) => [...cards.crowds()].filter(isTold).flatMap((crowd) => [...crowd])),
          ),
        ]),
      };
    return this.#groups.groups;
  }

  problems(): readonly Problem[] {
    return [
      ...[...this.#odd.values()].flatMap(({ shelved }) =>
        "problem" in shelved && shelved.problem !== null ? [shelved.problem] : [],
      ),
      ...[...this.#faulty.values()].flat(),
    ];
  }

  adoptable(): readonly {
    readonly path: string;
    readonly lacks: readonly string[];
    readonly line: number | undefined;
  }[] {
    return [...this.#odd].flatMap(([path, { isArchived, shelved }]) =>
      shelved.kind === "adoptable" && !isArchived ? [{ path, lacks: shelved.lacks, line: shelved.line }] : [],
    );
  }

  /** Notes that a person said are none, with the note that says so. */
  leftAlone(): ReadonlyMap<string, string> {
    return this.#alone;
  }

  copies(): readonly Plan[] {
    return [...this.#odd.values()].flatMap(({ shelved, isArchived }) =>
      "copy" in shelved && shelved.copy !== null && !isArchived ? [shelved.copy] : [],
    );
  }

  #isFrozen({ key }: Card): boolean {
    return this.#keys.count(key) > 1;
  }

  #flag({ path }: Card, faults: readonly Problem[], way: 1 | -1): void {
    if (way === -1) this.#faulty.delete(path);
    else if (faults.length > 0) this.#faulty.set(path, faults);
  }

  /** Puts a plan into the ranks (`way` is 1) or takes it out (-1). A rank holds it only while no other bears its id. */
  #list(card: Card, way: 1 | -1): void {
    const move = (to: Sorted<Card> | Firsts<Card>): void => (way === 1 ? to.add(card) : to.remove(card));
    if (card.status === "Active" && card.next !== null && !card.next.gated && !card.next.isForAgent) {
      const { notBefore } = card.next;
      if (notBefore !== null) move(this.#dated);
      if (notBefore === null || notBefore <= this.#day) move(this.#yours);
    }
    if (needsWords(card)) move(this.#needing);
    if (isHeldByPerson(card)) move(this.#heldByPerson);
    if (isLeftOver(card)) move(this.#leftOver);
    if (card.status === "Blocked" && moment(card.since) !== null) move(this.#standing);
    this.#flag(card, card.faults, way);
  }

  #among(cards: Alike, key: string, card: Card, way: 1 | -1): void {
    if (way === 1) cards.add(key, card);
    else cards.remove(key, card);
  }

  #count(card: Card, isArchived: boolean, way: 1 | -1): void {
    (isArchived ? this.totals.archived : this.totals.plans)[card.status] += way;
    if (isUnfinished(card)) {
      this.totals.steps += way * card.total;
      this.totals.finished += way * card.finished;
    }
    if (card.newest !== null) {
      if (way === 1) this.#news.add(card);
      else this.#news.remove(card);
    }
    this.#among(this.#titles, titleKey(card.title), card, way);
    if (card.source !== null) this.#among(this.#origins, sourceKey(card.source), card, way);
    if (isArchived) {
      this.#among(this.#archivedKeys, card.key, card, way);
      this.#flag(card, putAwayFaults(card), way);
      return;
    }
    if (way === 1) this.#turns[card.status].add(card);
    else this.#turns[card.status].remove(card);
    if (card.source !== null && isUnfinished(card))
      this.#among(this.#sources, sourceKey(card.source), card, way);
    if (card.content !== null) this.#among(this.#contents, card.content, card, way);
    if (this.#bear(card, way) === 0) this.#list(card, way);
    else this.#frozen[card.status] += way;
  }

  /**
   * Answers how many others bear the same id. With a second one both are frozen, and with the last but one gone the
   * last is free again.
   */
  #bear(card: Card, way: 1 | -1): number {
    this.#among(this.#keys, card.key, card, way);
    const others = this.#keys.count(card.key) - (way === 1 ? 1 : 0);
    if (others !== 1) return others;
    for (const other of this.#keys.get(card.key)) {
      if (other === card || this.#gone.has(other)) continue;
      this.#frozen[other.status] += way;
      this.#list(other, way === 1 ? -1 : 1);
    }
    return others;
  }

  #take(path: string, way: 1 | -1): void {
    const shelved = this.#shelf.get(path);
    if (shelved === undefined) return;
    const isArchived = this.#away.has(path);
    if (shelved.kind === "plan") {
      this.#count(shelved.card, isArchived, way);
      return;
    }
    if (shelved.kind === "left-alone") {
      if (way === 1) this.#alone.set(path, shelved.by);
      else this.#alone.delete(path);
      return;
    }
    if (shelved.kind === "unread") {
      if (way === 1)
        this.#unread.add(path, { isArchived, was: shelved.was, mayBe: shelved.mayBe, cause: shelved.cause });
      else this.#unread.remove(path);
    }
    if (shelved.kind !== "other") {
      if (way === 1) this.#odd.set(path, { isArchived, shelved });
      else this.#odd.delete(path);
    }
    if (isArchived) return;
    for (const card of shelved.was) {
      if (way === 1) this.#gone.add(card);
      this.#bear(card, way);
      if (way === -1) this.#gone.delete(card);
    }
  }

  #cardAt(path: string): Card | null {
    const shelved = this.#shelf.get(path);
    return shelved?.kind === "plan" && !this.#away.has(path) ? shelved.card : null;
  }
}
