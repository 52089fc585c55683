/** The mission view as data: what is told first, what counts, and what is told only once. */
import { describe, expect, test } from "vitest";
import { situationOf } from "../../src/overview/situations";
import { renderDashboard } from "../../src/overview/dashboard/render";
import { bannerOf } from "../../src/overview/mission/banner";
import { cardsOf, countAsked } from "../../src/overview/mission/cards";
import { missionOf, type Mission } from "../../src/overview/mission/mission";
import { afterDoubt } from "../../src/overview/describe";
import { DAY, sayDay, writeDay } from "../../src/kit/dates";
import { inboxOf } from "../../src/overview/inbox/inboxOf";
import { needsOf } from "../../src/overview/needs/needsOf";
import {
  ANSWERED,
  asked,
  externalNote,
  device,
  latched,
  MAIL,
  MAILING,
  note,
  NOW,
  plan,
  requestNote,
  routed,
  world,
  type Found,
} from "../rules/build";
import { isAnswered } from "../../src/overview/mission/questions";

const one = asked(1, { objective: "Send the [[Bills|January]] invoice" });
const waiting: Found = {
  plans: [one.plan],
  requests: [requestNote(one, "pending")],
  device: latched(one.actionState),
};
const look = (seen: Found): Mission => missionOf(world(seen), { jobs: [], now: NOW, hindrances: [] });
const held = plan({
  id: "B",
  status: "Blocked",
  blockedReason: "waiting for Bob",
  roadmap: ["- [ ] Ask the landlord"],
});
const asksOnDashboard = (seen: Found): number =>
  needsOf(world(seen), () => "")
    .filter(({ id }) => situationOf(id).severity !== "tells")
    .reduce((sum, { total }) => sum + total, 0);
const mine = plan({ id: "M", roadmap: ["- [x] Fold", "- [ ] Sew 📅 2026-02-01", "- [ ] ✋ Send it"] });

describe("needs as cards", () => {
  test("a request is told by what it is about, with its plan and without signs of a link", () => {
    expect(look(waiting).needs).toMatchObject([
      {
        where: { domain: "example.com" },
        line: "Send the January invoice",
        of: { kind: "requests", card: { id: "waiting", answers: ["review", "open"] } },
      },
    ]);
  });

  test("a request that waits is reviewed, whatever an older question of its step still asks", () => {
    const [card] = cardsOf(world(waiting)).asking;
    expect(card?.question).toBeNull();
    expect(card?.answers).toContain("review");
  });

  test("beneath a doubt is said what an answer leads to, also of a request that was rejected meanwhile", () => {
    const about = (folder: "approved" | "rejected"): string => {
      const [request] = world({ ...waiting, requests: [requestNote(one, folder)] }).requests;
      return request === undefined ? "" : afterDoubt(request);
    };
    expect(about("approved")).toContain("after “It wasn’t sent” you are asked again.");
    expect(about("rejected")).toContain("after “It wasn’t sent” the plan waits for your decision");
  });

  test("every card has a key of its own", () => {
    const { asking, telling } = cardsOf(
      world({
        ...waiting,
        plans: [one.plan, mine],
        requests: [requestNote(one, "pending"), externalNote("x.md")],
      }),
    );
    const keys = [...asking, ...telling].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("a plan at rest that needs an action is told by its step, as one that was looked at is", () => {
    const plans = Array.from({ length: 30 }, (_, n) =>
      plan({ id: `P${String(n)}`, objective: "Tell people", roadmap: ["- [ ] ✋ Post the notice"] }),
    );
    const asking = cardsOf(world({ plans })).asking.filter(({ id }) => id === "action");
    expect(new Set(asking.map(({ title, words }) => `${title}: ${words}`))).toEqual(
      new Set(["Post the notice: Say what is to be sent, or that you did it"]),
    );
  });

  test("the side view has the first rows of the inbox, and counts the others", () => {
    const plans = Array.from({ length: 30 }, (_, n) =>
      plan({ id: `P${String(n)}`, roadmap: ["- [ ] ✋ Post the notice"] }),
    );
    const { needs, moreNeeds, asked: all } = look({ plans });
    expect([needs.length, moreNeeds, all]).toEqual([8, 22, 30]);
    expect(needs).toEqual(inboxOf(world({ plans }), "needs").slice(0, 8));
  });
});

describe("the plan that is next", () => {
  test("its own step is a row with its answers, and counts as it does on the Dashboard", () => {
    const seen = { plans: [mine] };
    const { current, needs, asked: all } = look(seen);
    expect(current).toMatchObject({ isYours: true, segments: ["done", "now", "open"], answers: ["open"] });
    expect(needs).toMatchObject([{ of: { card: { answers: ["done", "skip", "open"] } } }]);
    expect([all, countAsked(world(seen)), asksOnDashboard(seen)]).toEqual([1, 1, 1]);
  });

  test("the day by which a plan is to be done is told with it, wherever it is listed", () => {
    const late = note(
      "Plans/L.md",
      "---\ntask_id: L\nstatus: Active\ndue: 2026-02-19\nrepeat: every week\n---\n## Roadmap\n- [ ] a\n",
    );
    const { current, others } = look({
      plans: [late, plan({ id: "T", roadmap: ["- [ ] Call 📅 2026-02-21"] }), plan({ id: "N" })],
    });
    expect(current).toMatchObject({
      path: "Plans/L.md",
      times: ["Overdue since 19 Feb", "Repeats every week"],
    });
    expect(others.map(({ state }) => state)).toEqual(["active · due today", "active"]);
  });

  test("a plan that a person blocked needs them, and goes on by Continue wherever it is shown", () => {
    const seen = { plans: [mine, held] };
    const { others, needs, asked: all } = look(seen);
    const person = { id: "person", answers: ["resume", "open"], tone: "plain" };
    expect(needs.map(({ of }) => "card" in of && of.card)).toContainEqual(expect.objectContaining(person));
    expect(others).toMatchObject([{ state: "waiting for somebody", answer: "resume" }]);
    const above = bannerOf(held.path, world(seen), { jobs: [], now: NOW, hindrances: [] });
    expect(above?.answers).toEqual(["resume"]);
    expect([all, countAsked(world(seen)), asksOnDashboard(seen)]).toEqual([2, 2, 2]);
    const text = renderDashboard(world(seen)).join("\n");
    expect(text).toContain("- **Waiting for somebody**");
    expect(text).toContain("[Continue](obsidian://planwright?do=resume&plan=B)");
  });

  test("where it is the only one, its row has its reason", () => {
    const { current, needs } = look({ plans: [held] });
    expect(current).toMatchObject({ answers: ["open"], reason: null });
    expect(needs).toMatchObject([{ line: "waiting for Bob", state: "Waiting" }]);
  });

  test("a pause that a person asked for is told without saying so twice", () => {
    const { state } = look({ device: { ...device, paused: { at: NOW, why: "" } } });
    expect(state).toMatchObject({ words: "Paused", reason: null, isPaused: true });
  });

  test("a day that is yet to come is said once, as people say it, and no other day is touched", () => {
    const day = (days: number): string => writeDay(NOW + days * DAY);
    const roadmap = ["- [ ] Fold", `- [ ] Sew 📅 ${day(3)} ⏳ ${day(2)}`, `- [ ] Glue ⏳ ${day(-2)}`];
    const { current } = look({ plans: [plan({ id: "D", roadmap })] });
    expect(current?.next).toMatchObject([
      { text: `Sew 📅 ${day(3)}`, from: sayDay(NOW + 2 * DAY, NOW) },
      { text: `Glue ⏳ ${day(-2)}`, from: null },
    ]);
    expect(sayDay(Date.UTC(2027, 1, 15), Date.UTC(2026, 10, 27))).toBe("15 Feb");
    expect(sayDay(Date.UTC(2028, 1, 15), Date.UTC(2026, 10, 27))).toBe("15 Feb 2028");
  });

  test("where a card has the answers, the plan has none of its own", () => {
    expect(look(waiting).current?.answers).toEqual(["open"]);
  });
});

describe("the line above a note", () => {
  const banner = (path: string, seen: Found): ReturnType<typeof bannerOf> =>
    bannerOf(path, world(seen), { jobs: [], now: NOW, hindrances: [] });

  test("a plan and its request say the same, and offer the same answers", () => {
    const above = banner(one.plan.path, waiting);
    expect(above).toMatchObject({ step: "Step 2 of 3", answers: ["review"] });
    expect(banner(`Pending_Approval/${one.name}`, waiting)?.answers).toEqual(["review"]);
  });

  test("a step of one’s own is said to be one, and any other note has no line", () => {
    expect(banner(mine.path, { plans: [mine] })).toMatchObject({ answers: ["done", "skip"], device: null });
    expect(banner("Notes/Other.md", { plans: [mine] })).toBeNull();
  });

  const draft = plan({ id: "D", status: "Draft", roadmap: ["- [ ] Fold"] });
  const over = plan({
    id: "O",
    status: "Done",
    roadmap: ["- [x] Fold"],
    logs: ["- [2026-02-21T10:30:00Z] Agent: Finished the plan — Every step is over. (finished)"],
  });
  const left = plan({ id: "L", status: "Cancelled", roadmap: ["- [x] Fold", "- [ ] Sew"] });
  const paused = {
    ...device,
    paused: { at: NOW, why: "A program paused it.", isOwn: true },
  } as typeof device;

  test.each<[state: string, path: string, seen: Found, words: RegExp, answers: readonly string[]]>([
    ["waiting", one.plan.path, waiting, /^Approval needed · /, ["review"]],
    ["a draft", draft.path, { plans: [draft] }, /^Draft/, ["start"]],
    ["done and put away", over.path, { archived: [over] }, /^Done. 1 of 1 step finished$/, []],
    ["cancelled", left.path, { plans: [left] }, /^Cancelled. 1 of 2 steps finished$/, ["archive"]],
    [
      "waiting for somebody",
      held.path,
      { plans: [held] },
      /^Waiting for somebody. waiting for Bob$/,
      ["resume"],
    ],
    [
      "rejected, in its request",
      `Rejected/${one.name}`,
      { ...waiting, requests: [requestNote(one, "rejected")] },
      /Rejected/,
      ["ask-again", "change", "skip", "cancel"],
    ],
  ])("tells a plan that is %s in a word, with the way out", (_state, path, seen, words, answers) => {
    const above = banner(path, seen);
    expect(above?.words).toMatch(words);
    expect(above?.answers).toEqual(answers);
  });

  test("a device that does nothing is told where something would go on by itself, with the button", () => {
    const asking = plan({ id: "Q", roadmap: ["- [ ] ✋ Write to Ana", ...MAIL] });
    const seen = { plans: [asking], settings: MAILING, servers: ANSWERED };
    expect(banner(asking.path, { ...seen, device: paused })?.device).toEqual({
      words: "Paused. A program paused it.",
      opens: "continue",
    });
    expect(banner(mine.path, { plans: [mine], device: paused })?.device).toBeNull();
    expect(banner(asking.path, seen)?.device).toBeNull();
  });

  test("what goes out can be held, and says when", () => {
    const approved = { ...requestNote(routed(one), "approved"), since: NOW };
    const going = { ...waiting, requests: [approved], settings: MAILING, servers: ANSWERED };
    const above = banner(one.plan.path, going);
    expect(above?.answers).toEqual(["hold"]);
    expect(above?.at).not.toBeNull();
  });
});

test("an answer that cannot be taken leaves its question with the person", () => {
  const ticked = (step: string): boolean | undefined => {
    const roadmap = [
      "- [x] Fold",
      step,
      "",
      "## Questions",
      "",
      "- What now? ^q-ab-s-1",
      "    - [x] Skip this step",
    ];
    const [view] = world({ plans: [plan({ id: "S", roadmap })] }).plans;
    return view && isAnswered(view);
  };
  expect(ticked("- [ ] ✋ Send it ^s-1")).toBe(true);
  // The tick of the step would have no box.
  expect(ticked("- ✋ Send it ^s-1")).toBe(false);
});
