/** News as notices: few things by name, many of a kind as one, and what sync brought as one at most. */
import type { Notice } from "obsidian";
import type { RequestView } from "../../approval/view";
import { count } from "../../kit/numbers";
import type { World } from "../../rules/world";
import { ANSWER_ROWS, type AnswerCode } from "../../views/answers";
import { NEWS_THAT_STAYS, type News, type NewsCode } from "../../views/outcomes";
import type { EngineClient } from "../engineClient";
import { openMission } from "../mission/view";
import { give, type Answered } from "../perform";
import { waiting } from "../requests";
import { WORDS } from "../words";
import { noteQuestion } from "./questions";
import { showNotice, type NoticeShape } from "./show";

const { news: words } = WORDS;

/** More of a kind at once are told as one. */
const MOST = 2;

export interface Shown {
  /** Each of these is told by this notice alone. */
  readonly news: readonly News[];
  readonly notice: Notice;
}

/** Notices about the deeds of this device. */
export function tellOwn(client: EngineClient, news: readonly News[]): readonly Shown[] {
  const codes = [...new Set(news.map(({ code }) => code))];
  return codes.flatMap((code) => {
    const alike = news.filter((each) => each.code === code);
    return alike.length > MOST
      ? [{ news: alike, notice: showNotice(many(client, code, alike)) }]
      : alike.map((each) => ({ news: [each], notice: showNotice(one(client, each)) }));
  });
}

/** One notice of all that came about elsewhere (`where`), or while the app was closed (null). */
export function tellTogether(client: EngineClient, news: readonly News[], where: string | null): Shown {
  const [only] = news;
  const isOne = news.length === 1 && only !== undefined;
  const counts = [...new Set(news.map(({ code }) => code))].map((code) =>
    words.counted[code](count(news.filter((each) => each.code === code).length)),
  );
  return {
    news,
    notice: showNotice({
      text: `${where === null ? words.away : words.elsewhere(where)}: ${counts.join(", ")}`,
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
export function updateNotice({ news, notice }: Shown, world: World): boolean {
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
  const named = target === "" ? title : words.to(title, target);
  switch (code) {
    case "sent":
      return shape(words.sent(target), title, [answer("open")]);
    case "failed":
      return shape(detail === "" ? words.failed : detail, named, [again, answer("open")]);
    case "maybe-sent":
      return shape(words.maybe(target), detail === "" ? title : `${title} · ${detail}`, [
        answer("happened"),
        answer("not-happened"),
        answer("open"),
      ]);
    case "used-up":
      return shape(words.usedUp(title), detail, [again, answer("open")]);
    case "stopped":
      return shape(words.stopped(title), detail, [answer("open")]);
    case "asked":
    case "asked-anew":
      return shape(code === "asked" ? words.asked(title) : words.anew(title), target, [answer("review")]);
    case "finished":
      return shape(words.finished(title), "", [answer("open")]);
  }
}

function many(client: EngineClient, code: NewsCode, news: readonly News[]): NoticeShape {
  const n = count(news.length);
  const isAsked = code === "asked" || code === "asked-anew";
  const [first] = news;
  return {
    text: isAsked ? words.askedMany(n) : words.counted[code](n),
    detail: news
      .slice(0, 3)
      .map(({ title }) => title)
      .join(" · "),
    stays: NEWS_THAT_STAYS.includes(code),
    buttons: [
      isAsked && first !== undefined
        ? { label: ANSWER_ROWS.review.label, run: () => give(client, "review", about(first)) }
        : open(() => openMission(client.app)),
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
