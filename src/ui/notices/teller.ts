/**
 * Tells a person what came of things, once on this device: by name what this device did, together what sync brought
 * or happened meanwhile.
 */
import { DAY } from "../../kit/dates";
import type { World } from "../../rules/world";
import {
  isStanding,
  newestNews,
  newsBetween,
  newsSince,
  NEWS_THAT_STAYS,
  type News,
} from "../../views/outcomes";
import type { EngineClient } from "../engineClient";
import { GUIDED } from "../settings/sample";
import { Confirmations } from "./confirmations";
import { Departures } from "./departures";
import { noteQuestion } from "./questions";
import { tellOwn, tellTogether, updateNotice, type Shown } from "./news";

/** This device's memory of told news, kept across starts of the app. */
interface Memory {
  /**
   * When the newest thing that was told here came about, in milliseconds since the epoch; null where nothing was told
   * yet.
   */
  toldUntil(): number | null;
  setToldUntil(at: number): void;
}

/** More of them are not on the screen at once. */
const MOST_PASSING = 20;

export class OutcomeTeller {
  /** The look before; sessions that are opened anew go on from it. */
  #before: World | null = null;
  /** The newest thing that was told before the app started. */
  #since = 0;
  readonly #told = new Set<string>();
  #standing: readonly Shown[] = [];
  /** Notices that go by themselves; some of these are gone already. */
  #passing: readonly Shown[] = [];
  readonly #departures: Departures;
  readonly #confirmations: Confirmations;

  constructor(
    private readonly memory: Memory,
    private readonly client: EngineClient,
  ) {
    this.#departures = new Departures(client);
    this.#confirmations = new Confirmations(client);
  }

  show(world: World): void {
    this.#departures.show();
    this.#confirmations.show(world);
    const before = this.#before;
    this.#before = world;
    const news = (before === null ? this.#meanwhile(world) : newsBetween(before, world, this.#since)).filter(
      (each) => this.#isNew(each),
    );
    this.#takeDown(world);
    const { acting } = world;
    const own = before === null ? [] : news.filter((each) => each.isOwn || isAsked(each));
    const others = news.filter((each) => !own.includes(each));
    const where = before === null ? null : acting.kind === "named" ? acting.name : "";
    const told = tellOwn(this.client, own);
    for (const { news: asked, notice } of told)
      // A doubt stays in sight until it is settled.
      if (asked.every(({ code }) => code !== "maybe-sent"))
        noteQuestion(
          notice,
          asked.map(({ id }) => id),
        );
    for (const each of told) updateNotice(each, world);
    this.#keep(told);
    if (others.length > 0) this.#keep([tellTogether(this.client, others, where)]);
    const newest = news.reduce((at, each) => (each.at > world.now ? at : Math.max(at, each.at)), 0);
    if (newest > (this.memory.toldUntil() ?? 0)) this.memory.setToldUntil(newest);
  }

  /** A request was begun: it cannot be taken back any more. */
  acts(): void {
    this.#departures.show();
  }

  hide(): void {
    for (const { notice } of [...this.#standing, ...this.#passing]) notice.hide();
    this.#departures.hide();
    this.#confirmations.hide();
    this.#standing = [];
    this.#passing = [];
  }

  /** At the first start ever, nothing that is there is news. */
  #meanwhile(world: World): readonly News[] {
    const until = this.memory.toldUntil();
    this.#since = until ?? newestNews(world);
    if (until === null) this.memory.setToldUntil(this.#since);
    // A stamp of days to come is a wrong clock, and would be news at every start.
    return newsSince(world, this.#since).filter(({ at }) => at < world.now + DAY);
  }

  #isNew({ code, id, planKey }: News): boolean {
    const key = `${code} ${id}`;
    const isNew = !this.#told.has(key) && !GUIDED.has(planKey);
    this.#told.add(key);
    return isNew;
  }

  #keep(shown: readonly Shown[]): void {
    const stays = ({ news }: Shown): boolean => news.some(({ code }) => NEWS_THAT_STAYS.includes(code));
    this.#standing = [...this.#standing, ...shown.filter(stays)];
    this.#passing = [...this.#passing, ...shown.filter((each) => !stays(each))].slice(-MOST_PASSING);
  }

  /** A question that was answered elsewhere goes from the screen. */
  #takeDown(world: World): void {
    const waits = new Set(world.requests.filter(({ state }) => state === "waiting").map(({ id }) => id));
    const keep = (shown: readonly Shown[], stays: (news: News) => boolean): readonly Shown[] =>
      shown.filter((each) => {
        const stands = each.news.some(stays) && updateNotice(each, world);
        if (!stands) each.notice.hide();
        return stands;
      });
    this.#standing = keep(this.#standing, (each) => isStanding(each, world));
    this.#passing = keep(this.#passing, (each) => !isAsked(each) || waits.has(each.id));
  }
}

function isAsked({ code }: News): boolean {
  return code === "asked" || code === "asked-anew";
}
