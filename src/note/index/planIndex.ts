/**
 * All plans there are, put away or not: a card each, and the orders and counts in which they are
 * asked for, kept by taking the old card out and putting the new one in. So what one changed note costs does not grow
 * with their number.
 */
import { groupPlans, type Group } from "../intake/duplicates";
import { sourceKey } from "../intake/sources";
import { moment } from "../../kit/dates";
import { compareStamps, compareText } from "../../kit/order";
import type { Problem } from "../../kit/problem";
import { Firsts } from "../../kit/firsts";
import { only, Sorted } from "../../kit/sorted";
import type { Plan, Status } from "../plan/plan";
import { Alike } from "./alike";
import { byTurn, isForPerson, isHeldByPerson, needsWords, putAwayFaults, type PlanSummary } from "./summary";
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
  readonly summaries: Iterable<PlanSummary>;
}

const STATUS_TURN: readonly Status[] = ["Active", "Blocked", "Draft", "Done", "Cancelled"];

/** Characters by which two titles are told apart where little room is. */
const TITLE = 50;

function titleKey(title: string): string {
  return title.slice(0, TITLE);
}

function isUnfinished({ status }: Pick<PlanSummary, "status">): boolean {
  return status !== "Done" && status !== "Cancelled";
}

function isLeftOver({ status, next }: PlanSummary): boolean {
  return status === "Cancelled" || (status === "Done" && next !== null);
}

function none(): Record<Status, number> {
  return { Draft: 0, Active: 0, Blocked: 0, Done: 0, Cancelled: 0 };
}

const byAge = (a: PlanSummary, b: PlanSummary): number =>
  compareStamps(moment(a.created), moment(b.created)) || compareText(a.path, b.path);
const bySince = (a: PlanSummary, b: PlanSummary): number =>
  compareStamps(moment(a.since), moment(b.since)) || compareText(a.path, b.path);
const byStanding = (a: PlanSummary, b: PlanSummary): number =>
  compareStamps(moment(a.stoodSince), moment(b.stoodSince)) || compareText(a.path, b.path);
const byDay = (a: PlanSummary, b: PlanSummary): number =>
  (a.next?.notBefore ?? 0) - (b.next?.notBefore ?? 0) || compareText(a.path, b.path);
const byDue = (a: PlanSummary, b: PlanSummary): number =>
  (a.due?.at ?? 0) - (b.due?.at ?? 0) || compareText(a.path, b.path);
const byRest = (a: PlanSummary, b: PlanSummary): number =>
  compareStamps(moment(a.newest), moment(b.newest)) || compareText(a.path, b.path);
const byNews = (a: PlanSummary, b: PlanSummary): number =>
  compareStamps(b.newest, a.newest) || compareText(a.path, b.path);

/** The catalog for those who only ask. */
export type PlanIndex = Omit<OpenPlanIndex, "put" | "drop" | "copyAt">;

/** Plans are those not put away, where nothing else is said. */
export class OpenPlanIndex {
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
  readonly #gone = new Set<PlanSummary>();
  /** The moment up to which plans that were due are overdue: their turn depends on it. */
  #overdueAt = -Infinity;
  readonly #byTurn = (a: PlanSummary, b: PlanSummary): number => byTurn(a, b, this.#overdueAt);
  readonly #turns: Readonly<Record<Status, Firsts<PlanSummary>>> = {
    Active: new Firsts(this.#byTurn),
    Blocked: new Firsts(this.#byTurn),
    Draft: new Firsts(this.#byTurn),
    Done: new Firsts(this.#byTurn),
    Cancelled: new Firsts(this.#byTurn),
  };
  /** Plans that are due, and not over. */
  readonly #due = new Sorted(byDue);
  readonly #frozen = none();
  readonly #yours = new Firsts(byAge);
  readonly #dated = new Sorted(byDay);
  readonly #needing = new Firsts(bySince);
  readonly #heldByPerson = new Firsts(byRest);
  readonly #leftOver = new Firsts(this.#byTurn);
  readonly #standing = new Sorted(byStanding);
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

  at(path: string): PlanSummary | null {
    return this.#summaryAt(path);
  }

  /** The same, or what it was when it could last be read, or the ids that it states. */
  last(path: string): readonly PlanSummary[] {
    const shelved = this.#shelf.get(path);
    if (shelved === undefined) return [];
    return shelved.kind === "plan" ? [shelved.summary] : shelved.was;
  }

  /** The plan that bears this key, put away or not; of several the one whose path comes first. */
  home(key: string): PlanSummary | null {
    return (
      [...this.#keys.get(key), ...this.#archivedKeys.get(key)]
        .filter((summary) => !this.#gone.has(summary))
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
  from(source: string): PlanSummary | null {
    const rank = (summary: PlanSummary): string =>
      `${this.#archivedKeys.get(summary.key).includes(summary) ? "1" : "0"}${summary.path}`;
    return [...this.#origins.get(source)].sort((a, b) => compareText(rank(a), rank(b)))[0] ?? null;
  }

  /** The plans that bear this key. */
  bearers(key: string): readonly string[] {
    return this.#keys
      .get(key)
      .filter((summary) => !this.#gone.has(summary))
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
  hasDuplicateId(path: string): boolean {
    const summary = this.#summaryAt(path);
    return summary !== null && this.#hasDuplicateId(summary);
  }

  /** In the order in which they are resumed; finished ones last. */
  *all(): Iterable<PlanSummary> {
    for (const status of STATUS_TURN) yield* this.#turns[status];
  }

  /** Plans put away. */
  *archived(): Iterable<PlanSummary> {
    yield* this.#archivedKeys.all();
  }

  /** Those that bear this key. */
  putAway(key: string): readonly PlanSummary[] {
    return this.#archivedKeys.get(key);
  }

  /** Of one status and not frozen, in the order in which they are resumed. */
  of(status: Status): Rank {
    return {
      total: this.#turns[status].size - this.#frozen[status],
      summaries: only(this.#turns[status], (summary) => !this.#hasDuplicateId(summary)),
    };
  }

  /** Plans that were due by then are overdue from now on, and come first. */
  passTime(now: number): void {
    if (now === this.#overdueAt) return;
    const [from, to] = [Math.min(now, this.#overdueAt), Math.max(now, this.#overdueAt)];
    const turned = [
      ...this.#due.between(
        ({ due }) => (due?.at ?? 0) > from,
        ({ due }) => (due?.at ?? 0) > to,
      ),
    ];
    for (const summary of turned) this.#turns[summary.status].remove(summary);
    this.#overdueAt = now;
    for (const summary of turned) this.#turns[summary.status].add(summary);
  }

  /** Plans whose next step is an ordinary one that a person does, oldest first. */
  yours(now: number): Rank {
    if (now !== this.#day) {
      const [from, to] = [Math.min(now, this.#day), Math.max(now, this.#day)];
      const passed = this.#dated.between(
        (summary) => (summary.next?.notBefore ?? 0) > from,
        (summary) => (summary.next?.notBefore ?? 0) > to,
      );
      for (const summary of passed) {
        if (now > this.#day) this.#yours.add(summary);
        else this.#yours.remove(summary);
      }
      this.#day = now;
    }
    return { total: this.#yours.size, summaries: this.#yours };
  }

  /** Plans that need a person to say what is to be sent, longest first. */
  needing(): Rank {
    return { total: this.#needing.size, summaries: this.#needing };
  }

  /** Plans that a person set to Blocked, the one with the oldest last line of its log first. */
  heldByPerson(): Rank {
    return { total: this.#heldByPerson.size, summaries: this.#heldByPerson };
  }

  /** Plans that are over, and stay with the open ones until a person archives them: finished ones go by themselves. */
  leftOver(): Rank {
    return { total: this.#leftOver.size, summaries: this.#leftOver };
  }

  /** Plans whose next step is such a one and waits for a day after this moment, the first day first. */
  waiting(now: number): Iterable<PlanSummary> {
    return this.#dated.between(
      (summary) => (summary.next?.notBefore ?? 0) > now,
      () => false,
    );
  }

  /**
   * Plans that have been blocked since a moment after the first and not after the second, longest first. What a person
   * put off counts from the moment at which it comes back.
   */
  blockedBetween(after: number, until: number): Rank {
    const isAfter =
      (moment: number) =>
      (summary: PlanSummary): boolean =>
        (summary.stoodSince ?? 0) > moment;
    const total = this.#standing.before(isAfter(until)) - this.#standing.before(isAfter(after));
    return {
      total,
      summaries: { [Symbol.iterator]: () => this.#standing.between(isAfter(after), isAfter(until)) },
    };
  }

  /** Those with a log that tells times, the one with the newest line first, put away or not. */
  newest(): Iterable<PlanSummary> {
    return this.#news;
  }

  groups(): readonly Group[] {
    const shared = [this.#keys, this.#sources, this.#contents];
    const made = shared.reduce((sum, { changes }) => sum + changes, 0);
    const isTold = (crowd: ReadonlySet<PlanSummary>): boolean =>
      [...crowd].some((summary) => !this.#gone.has(summary));
    if (this.#groups.made !== made)
      this.#groups = {
        made,
        groups: groupPlans([
          ...new Set(
            shared.flatMap((summaries) =>
              [...summaries.crowds()].filter(isTold).flatMap((crowd) => [...crowd]),
            ),
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
    readonly converts: boolean;
    readonly line: number | undefined;
  }[] {
    return [...this.#odd].flatMap(([path, { isArchived, shelved }]) =>
      shelved.kind === "adoptable" && !isArchived
        ? [{ path, lacks: shelved.lacks, converts: shelved.converts, line: shelved.line }]
        : [],
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

  #hasDuplicateId({ key }: PlanSummary): boolean {
    return this.#keys.count(key) > 1;
  }

  #flag({ path }: PlanSummary, faults: readonly Problem[], way: 1 | -1): void {
    if (way === -1) this.#faulty.delete(path);
    else if (faults.length > 0) this.#faulty.set(path, faults);
  }

  /** Puts a plan into the ranks (`way` is 1) or takes it out (-1). A rank holds it only while no other bears its id. */
  #list(summary: PlanSummary, way: 1 | -1): void {
    const move = (to: Sorted<PlanSummary> | Firsts<PlanSummary>): void =>
      way === 1 ? to.add(summary) : to.remove(summary);
    if (isForPerson(summary)) {
      const notBefore = summary.next?.notBefore ?? null;
      if (notBefore !== null) move(this.#dated);
      if (notBefore === null || notBefore <= this.#day) move(this.#yours);
    }
    if (needsWords(summary)) move(this.#needing);
    if (isHeldByPerson(summary)) move(this.#heldByPerson);
    if (isLeftOver(summary)) move(this.#leftOver);
    if (summary.status === "Blocked" && moment(summary.stoodSince) !== null) move(this.#standing);
    this.#flag(summary, summary.faults, way);
  }

  #among(summaries: Alike, key: string, summary: PlanSummary, way: 1 | -1): void {
    if (way === 1) summaries.add(key, summary);
    else summaries.remove(key, summary);
  }

  #count(summary: PlanSummary, isArchived: boolean, way: 1 | -1): void {
    (isArchived ? this.totals.archived : this.totals.plans)[summary.status] += way;
    if (isUnfinished(summary)) {
      this.totals.steps += way * summary.total;
      this.totals.finished += way * summary.finished;
    }
    if (summary.newest !== null) {
      if (way === 1) this.#news.add(summary);
      else this.#news.remove(summary);
    }
    this.#among(this.#titles, titleKey(summary.title), summary, way);
    const source = summary.source === null ? null : sourceKey(summary.source);
    if (source !== null) this.#among(this.#origins, source, summary, way);
    if (isArchived) {
      this.#among(this.#archivedKeys, summary.key, summary, way);
      this.#flag(summary, putAwayFaults(summary), way);
      return;
    }
    if (way === 1) this.#turns[summary.status].add(summary);
    else this.#turns[summary.status].remove(summary);
    if (summary.due !== null && way === 1) this.#due.add(summary);
    if (summary.due !== null && way === -1) this.#due.remove(summary);
    if (source !== null && isUnfinished(summary)) this.#among(this.#sources, source, summary, way);
    if (summary.content !== null) this.#among(this.#contents, summary.content, summary, way);
    if (this.#bear(summary, way) === 0) this.#list(summary, way);
    else this.#frozen[summary.status] += way;
  }

  /**
   * Answers how many others bear the same id. With a second one both are frozen, and with the last but one gone the
   * last is free again.
   */
  #bear(summary: PlanSummary, way: 1 | -1): number {
    this.#among(this.#keys, summary.key, summary, way);
    const others = this.#keys.count(summary.key) - (way === 1 ? 1 : 0);
    if (others !== 1) return others;
    for (const other of this.#keys.get(summary.key)) {
      if (other === summary || this.#gone.has(other)) continue;
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
      this.#count(shelved.summary, isArchived, way);
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
    for (const summary of shelved.was) {
      if (way === 1) this.#gone.add(summary);
      this.#bear(summary, way);
      if (way === -1) this.#gone.delete(summary);
    }
  }

  #summaryAt(path: string): PlanSummary | null {
    const shelved = this.#shelf.get(path);
    return shelved?.kind === "plan" && !this.#away.has(path) ? shelved.summary : null;
  }
}
