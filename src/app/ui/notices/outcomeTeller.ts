/**
 * Tells a person what came of things, once on this device: by name what this device did, together what sync brought
 * or happened meanwhile.
 */
import { DAY } from "../../../kit/dates";
import type { World } from "../../../rules/world";
import {
  isStanding,
  newestNews,
  type News,
  NEWS_THAT_STAYS,
  newsBetween,
  type NewsCode,
  newsSince,
} from "../../../overview/outcomes";
import type { EngineClient } from "../engineClient";
import { GUIDED } from "../settings/sample";
import { Departures } from "./departures";
import { noteQuestion, type NoticeShape, retell, showNotice } from "./show";
import type { Notice } from "obsidian";
import type { RequestView } from "../../../approval/view";
import { ANSWER_ROWS, type AnswerCode } from "../../../overview/answers";
import { SITUATIONS } from "../../../overview/situations";
import { requestTarget, requestTitle } from "../../../overview/titles";
import { type Answered, give } from "../perform";
import { unconfirmed, waiting } from "../requests";
import { WORDS } from "../words";
import { count } from "../../../kit/numbers";
import { isViewShown, STAYS, tellInView } from "../tellInView";
import { openMission } from "../mission/view";

/** This device's memory of told news, kept across starts of the app. */
interface Memory {
  /**
   * When the newest thing that was told here came about, in milliseconds since the epoch; null where nothing was told
   * yet.
   */
  toldUntil(): number | null;
  setToldUntil(at: number): void;
}

export class OutcomeTeller {
  /** The look before; sessions that are opened anew go on from it. */
  #before: World | null = null;
  /** The newest thing that was told before the app started. */
  #since = 0;
  readonly #told = new Set<string>();
  #shown: readonly Shown[] = [];
  /** News that stand in the bar of a view, each kind in a row, until its time is over. */
  readonly #below = new Map<NewsCode, { readonly news: readonly News[]; readonly until: number }>();
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
    const isShown = isViewShown(this.client.app);
    this.#takeDown(world, isShown);
    const { acting } = world;
    // Mails that went out before the start are among the results.
    const late = before === null ? news.filter(({ code }) => code !== "sent") : news;
    const untold = isShown ? this.#tellBelow(late) : news;
    const own = before === null ? [] : untold.filter((each) => each.isOwn || isAsked(each));
    const others = untold.filter((each) => !own.includes(each));
    const where = before === null ? null : acting.kind === "named" ? acting.name : "";
    const told = tellOwn(this.client, own, this.#shown);
    for (const { news: asked, notice } of told)
      // A doubt stays in sight until it is settled.
      if (asked.every(({ code }) => code !== "maybe-sent"))
        noteQuestion(
          notice,
          asked.map(({ id }) => id),
        );
    for (const each of told) updateNotice(each, world);
    this.#shown = [...this.#shown, ...told];
    if (others.length > 0) this.#shown = [...this.#shown, tellTogether(this.client, others, where)];
    const newest = news.reduce((at, each) => (each.at > world.now ? at : Math.max(at, each.at)), 0);
    if (newest > (this.memory.toldUntil() ?? 0)) this.memory.setToldUntil(newest);
  }

  /** A request was begun: it cannot be taken back any more. */
  acts(): void {
    this.#departures.show();
  }

  hide(): void {
    for (const { notice } of this.#shown) notice.hide();
    this.#departures.hide();
    this.#confirmations.hide();
    this.#shown = [];
  }

  /** At the first start ever, nothing that is there is news. */
  #meanwhile(world: World): readonly News[] {
    const until = this.memory.toldUntil();
    this.#since = until ?? newestNews(world);
    if (until === null) this.memory.setToldUntil(this.#since);
    // A stamp of days to come is a wrong clock, and would be news at every start.
    return newsSince(world, this.#since).filter(({ at }) => at < world.now + DAY);
  }

  /**
   * Tells the rest in the bar of the view that is on the screen, together with what stands there of the same kind.
   * Answers what could not be told there.
   */
  #tellBelow(news: readonly News[]): readonly News[] {
    const { client } = this;
    const now = client.now();
    const untold = news.filter((each) => !isSeenThere(each));
    return [...new Set(untold.map(({ code }) => code))].flatMap((code) => {
      const fresh = untold.filter((each) => each.code === code);
      const row = this.#below.get(code);
      const alike = row !== undefined && row.until > now ? [...row.news, ...fresh] : fresh;
      const [first] = alike;
      if (first === undefined) return [];
      const { text, detail } = alike.length === 1 ? one(client, first) : many(client, code, alike);
      if (!tellInView(client.app, text, { detail, kind: code })) return fresh;
      this.#below.set(code, { news: alike, until: now + STAYS });
      return [];
    });
  }

  #isNew({ code, id, planKey }: News): boolean {
    const key = `${code} ${id}`;
    const isNew = !this.#told.has(key) && !GUIDED.has(planKey);
    this.#told.add(key);
    return isNew;
  }

  /** Keeps what is on the screen still. A question that was answered elsewhere goes from it. */
  #takeDown(world: World, isShown: boolean): void {
    const waits = new Set(world.requests.filter(({ state }) => state === "waiting").map(({ id }) => id));
    this.#shown = this.#shown.flatMap((shown) => {
      if (!shown.notice.messageEl.isConnected) return [];
      const stays = shown.news.some(({ code }) => NEWS_THAT_STAYS.includes(code));
      const news = shown.news.filter((each) =>
        stays ? isStanding(each, world) : (!isAsked(each) || waits.has(each.id)) && !isShown,
      );
      const left = { ...shown, news };
      if (news.length < shown.news.length) tellLeft(this.client, left);
      if (news.length > 0 && updateNotice(left, world)) return [left];
      shown.notice.hide();
      return [];
    });
  }
}

function isAsked({ code }: News): boolean {
  return code === "asked" || code === "asked-anew";
}

/** Things that the views show by themselves: they ask, and tell what is finished. */
function isSeenThere(news: News): boolean {
  return ["asked", "finished"].includes(news.code);
}

const { news: words, review } = WORDS;

class Confirmations {
  /** Null before the first look: what waits at the start is no news. */
  #told: ReadonlySet<string> | null = null;
  #notice: Notice | null = null;

  constructor(private readonly client: EngineClient) {}

  /** Called after every look. A notice that the person clicked away comes back with the next such approval. */
  show(world: World): void {
    const all = unconfirmed(world);
    const ids = new Set(all.map(({ id }) => id));
    const told = this.#told;
    const isSame = told?.size === ids.size && all.every(({ id }) => told.has(id));
    this.#told = ids;
    const isNew = told !== null && all.some(({ id }) => !told.has(id));
    if (isViewShown(this.client.app)) {
      this.hide();
      return;
    }
    const isOpen = this.#notice?.messageEl.isConnected === true;
    if (isSame || (!isNew && !isOpen)) return;
    this.#notice?.hide();
    const [first] = all;
    this.#notice = first === undefined ? null : this.#tell(first, all);
  }

  hide(): void {
    this.#notice?.hide();
    this.#notice = null;
  }

  #tell(request: RequestView, all: readonly RequestView[]): Notice {
    const more = all.length - 1;
    const codes: readonly AnswerCode[] = more === 0 ? SITUATIONS.confirmation.answers : ["confirm"];
    const about = { note: null, plan: null, request: request.id, paths: [] };
    const notice = showNotice({
      text: more === 0 ? words.approved(requestTitle(request)) : review.tally(more + 1, 0, 0),
      detail: words.to(words.confirmHere(more + 1), more === 0 ? requestTarget(request) : ""),
      stays: true,
      buttons: codes.map((code) => ({
        label: ANSWER_ROWS[code].label,
        run: () => give(this.client, code, about),
      })),
    });
    noteQuestion(
      notice,
      all.map(({ id }) => id),
    );
    return notice;
  }
}

const { news: newsWords } = WORDS;

/** More of a kind on the screen are told as one. */
const MOST = 2;

interface Shown {
  /** Each of these is told by this notice alone. */
  readonly news: readonly News[];
  readonly notice: Notice;
  /** The kind of its news, where all of it is about the deeds of this device. */
  readonly code: NewsCode | null;
}

/** Notices about the deeds of this device. Those on the screen (`shown`) are gathered with more of their kind. */
function tellOwn(client: EngineClient, news: readonly News[], shown: readonly Shown[]): readonly Shown[] {
  const codes = [...new Set(news.map(({ code }) => code))];
  return codes.flatMap((code): readonly Shown[] => {
    const fresh = news.filter((each) => each.code === code);
    const earlier = shown.filter((each) => each.code === code);
    const alike = [...earlier.flatMap((each) => each.news), ...fresh];
    if (alike.length <= MOST)
      return fresh.map((each) => ({ code, news: [each], notice: showNotice(one(client, each)) }));
    for (const { notice } of earlier) notice.hide();
    return [{ code, news: alike, notice: showNotice(many(client, code, alike)) }];
  });
}

/** Tells in the words of a notice what of its news is left. */
function tellLeft(client: EngineClient, { code, news, notice }: Shown): void {
  const [first] = news;
  if (code === null || first === undefined) return;
  retell(notice, news.length === 1 ? one(client, first) : many(client, code, news));
}

/** One notice of all that came about elsewhere (`where`), or while the app was closed (null). */
function tellTogether(client: EngineClient, news: readonly News[], where: string | null): Shown {
  const [only] = news;
  const isOne = news.length === 1 && only !== undefined;
  const counts = [...new Set(news.map(({ code }) => code))].map((code) =>
    newsWords.counted[code](count(news.filter((each) => each.code === code).length)),
  );
  return {
    code: null,
    news,
    notice: showNotice({
      text: `${where === null ? newsWords.away : newsWords.elsewhere(where)}: ${counts.join(", ")}`,
      detail: isOne ? only.title : "",
      stays: news.some(({ code }) => NEWS_THAT_STAYS.includes(code)),
      buttons: [open(() => (isOne ? give(client, "open", about(only)) : openMission(client.app)))],
    }),
  };
}

/**
 * Keeps a notice of what came to nothing true: once it has been asked again, “Review” stands in place of “Ask again”.
 * Answers whether something is left to do; nothing is once the new request is over, too.
 */
function updateNotice({ news, notice }: Shown, world: World): boolean {
  const [only] = news;
  if (only === undefined || news.length > 1 || (only.code !== "failed" && only.code !== "used-up"))
    return true;
  const next = askedSince(only, world);
  const again = notice.messageEl.findAll("button").find(({ textContent }) => textContent === AGAIN);
  if (next === undefined) return !notice.messageEl.hasClass(ASKED_AGAIN);
  if (again !== undefined) {
    again.setText(ANSWER_ROWS.review.label);
    notice.messageEl.addClass(ASKED_AGAIN);
    noteQuestion(notice, [only.id, next.id]);
  }
  return true;
}

const AGAIN = ANSWER_ROWS["ask-again"].label;
const ASKED_AGAIN = "planwright-asked-again";

function askedSince({ planKey, step }: News, world: World): RequestView | undefined {
  return waiting(world).find((each) => each.plan === planKey && each.step === step);
}

function one(client: EngineClient, news: News): NoticeShape {
  const { code, title, target, detail } = news;
  const answer = (given: AnswerCode, to: Answered = about(news)): NoticeShape["buttons"][number] => ({
    label: ANSWER_ROWS[given].label,
    run: () => give(client, given, to),
  });
  const shape = (text: string, beneath: string, buttons: NoticeShape["buttons"]): NoticeShape => ({
    text,
    detail: beneath,
    stays: NEWS_THAT_STAYS.includes(code),
    buttons,
  });
  const again = { label: AGAIN, run: () => askAgain(client, news) };
  const named = target === "" ? title : newsWords.to(title, target);
  switch (code) {
    case "sent":
      return shape(newsWords.sent(target), title, [answer("open")]);
    case "failed":
      return shape(detail === "" ? newsWords.failed : detail, named, [again, answer("open")]);
    case "maybe-sent":
      return shape(newsWords.maybe(target), detail === "" ? title : `${title} · ${detail}`, [
        answer("happened"),
        answer("not-happened"),
        answer("open"),
      ]);
    case "used-up":
      return shape(newsWords.usedUp(title), detail, [again, answer("open")]);
    case "stopped":
      return shape(newsWords.stopped(title), detail, [answer("open")]);
    case "asked":
    case "asked-anew":
      return shape(code === "asked" ? newsWords.asked(title) : newsWords.anew(title), target, [
        answer("review"),
      ]);
    case "finished":
      return shape(newsWords.finished(title), "", [answer("open")]);
  }
}

function many(client: EngineClient, code: NewsCode, news: readonly News[]): NoticeShape {
  const n = count(news.length);
  const areAsked = news.every(isAsked);
  // Some may be answered by now.
  const review = (): unknown => {
    const world = client.world();
    const waits = world === null ? [] : waiting(world).map(({ id }) => id);
    const next = news.find(({ id }) => waits.includes(id)) ?? news[0];
    return next === undefined ? undefined : give(client, "review", about(next));
  };
  return {
    text: areAsked ? newsWords.askedMany(n) : newsWords.counted[code](n),
    detail: news
      .slice(0, 3)
      .map(({ title }) => title)
      .join(" · "),
    stays: NEWS_THAT_STAYS.includes(code),
    buttons: [
      areAsked ? { label: ANSWER_ROWS.review.label, run: review } : open(() => openMission(client.app)),
    ],
  };
}

function open(run: () => unknown): NoticeShape["buttons"][number] {
  return { label: ANSWER_ROWS.open.label, run };
}

/** Shows the new request where Planwright has already asked again; asking twice would only replace it. */
function askAgain(client: EngineClient, news: News): unknown {
  const world = client.world();
  const asked = world === null ? undefined : askedSince(news, world);
  if (asked !== undefined) return give(client, "review", { ...about(news), request: asked.id });
  const note = news.plan === null ? null : { target: news.plan, shown: "", block: news.step };
  return give(client, "ask-again", { ...about(news), note, request: null });
}

function about({ code, id, note, plan }: News): Answered {
  return {
    note,
    plan: plan === null ? null : { path: plan, taskId: "", title: "" },
    request: code === "finished" ? null : id,
    paths: [note.target],
  };
}
