/**
 * Needs that come from notes, not from requests: duplicates, notes to put right, tasks, and steps that are a person's
 * own.
 */
import type { Task } from "../../note/intake/task";
import { isForPerson, type PlanSummary } from "../../note/index/summary";
import { firstOf, only } from "../../kit/sorted";
import { count, counted } from "../../kit/numbers";
import { compareText } from "../../kit/order";
import { moment } from "../../kit/dates";
import type { Problem, ProblemKind } from "../../kit/problem";
import { MANY } from "../../rules/problems";
import { isOfOthers } from "../../rules/external";
import type { World } from "../../rules/world";
import { liesOpen } from "../../approval/durations";
import type { Need, NeedGroup } from "./need";
import { group, headOf, timed, type Timed } from "./needGroup";
import { summaryRef } from "../noteRef";
import type { PutOff } from "../putOffPlans";
import { sharedKey } from "../status";

export function duplicates(world: World, most: number): NeedGroup {
  const sorted = [...world.duplicates].sort(
    (a, b) => compareText(a.by, b.by) || compareText(a.paths.join("\n"), b.paths.join("\n")),
  );
  const needs = sorted.slice(0, most).map((group): Need => {
    const { paths } = group;
    const [first = "", ...others] = [...paths].sort(compareText);
    const key = sharedKey(group, world);
    const what = {
      source: `unfinished plans come from ${key}`,
      content: "unfinished plans have the same objective and steps",
      id: `notes have the id ${key}; Planwright leaves them alone until you decide`,
      copy: `notes are ${key}`,
    }[group.by];
    const more = others.length > 1 ? ` and ${counted(others.length - 1, "more", "more")}` : "";
    return timed(
      "duplicates",
      {
        note: { target: first, shown: first, block: null },
        what: null,
        plan: null,
        words: `and ${others[0] ?? "another"}${more}: ${count(paths.length)} ${what}`,
        paths: [first, ...others],
        request: null,
      },
      null,
    );
  });
  return { ...headOf("duplicates"), total: sorted.length, needs };
}

/** Up to this many of a kind are told one by one. */
const FEW = 3;

export function problems(world: World, few: number): NeedGroup {
  const shownElsewhere = new Set(
    world.requests
      .filter(
        (each) =>
          !isOfOthers(each) && (each.state === "foreign" || (each.state === "spent" && liesOpen(each))),
      )
      .flatMap(({ notes }) => notes.map((note) => note.path)),
  );
  const own = world.problems.filter(
    (each) =>
      !["foreign-request", "deep-request", "renamed-request"].includes(each.kind) ||
      !shownElsewhere.has(each.path),
  );
  const kinds = [...new Set(own.map(({ kind }) => kind))].sort(compareText);
  const needs = kinds.flatMap((kind): Need[] => {
    const inOrder = own
      .filter((each) => each.kind === kind)
      .sort(
        (a, b) =>
          compareText(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compareText(a.message, b.message),
      );
    const [first] = inOrder;
    if (inOrder.length <= FEW || own.length <= few || first === undefined)
      return inOrder.map((each) => problemNeed(each, ""));
    return [problemNeed(first, `${count(inOrder.length)} ${MANY[kind]}; this one: `)];
  });
  const isAny = (...kinds: readonly ProblemKind[]): boolean => own.some(({ kind }) => kinds.includes(kind));
  const helps = [
    ...(isAny("broken-yaml", "broken-block", "renamed-request")
      ? ["; {do:repair} shows what it would change"]
      : []),
    ...(isAny("conflict-copy") ? ["; {do:merge} shows how to make one of two copies"] : []),
  ].join("");
  // Any plan may be meant by a note that cannot be read: one that cancels it, say.
  const stops = isAny("not-text", "unreadable")
    ? "nothing runs in this vault until then"
    : "nothing goes on there until then";
  return {
    ...headOf("problems"),
    wayOut: `${stops}; unreadable notes are left as they are${helps}`,
    total: own.length,
    needs,
  };
}

function problemNeed({ path, line, message, kind }: Problem, before: string): Need {
  const isRepairable = kind === "broken-yaml" || kind === "broken-block";
  return timed(
    "problems",
    {
      note: { target: path, shown: path, block: null },
      what: null,
      plan: null,
      words: `${before}${line === null ? "" : `line ${String(line)}: `}${message}`,
      paths: path === "" ? [] : [path],
      request: null,
      ...(isRepairable ? {} : { answers: ["open"] }),
    },
    null,
  );
}

function tasksIn(all: readonly Task[]): readonly Timed[] {
  return all.map(({ path, changed, why }): Timed => ({
    at: moment(changed),
    key: path,
    need: () => ({
      note: { target: path, shown: path, block: null },
      what: null,
      plan: null,
      words: why,
      paths: [path],
      request: null,
    }),
  }));
}

export function tasks({ intake }: World, most: number): readonly NeedGroup[] {
  const [asking, others] = [true, false].map((asks) =>
    tasksIn(intake.tasks.filter(({ topic }) => (topic !== null) === asks)),
  );
  return [
    group("thoughts", asking ?? [], asking?.length ?? 0, most),
    group("tasks", others ?? [], others?.length ?? 0, most),
  ];
}

/** `off`: plans that a person put off. */
export function yourTurn(world: World, most: number, off: PutOff["plans"]): NeedGroup {
  const { total, summaries } = world.planIndex.yours(world.now);
  const left = yoursAmong(world, off).length;
  const found = firstOf(
    most,
    only(summaries, ({ path }) => !off.has(path)),
  );
  return group("your-turn", found.map(yourStep), total - left, most);
}

/** Those of them that are put off. */
export function yourTurnPutOff(world: World, most: number, off: PutOff["plans"]): NeedGroup {
  const found = yoursAmong(world, off);
  return group("your-turn", found.map(yourStep), found.length, most);
}

function yoursAmong({ planIndex, now }: World, off: PutOff["plans"]): readonly PlanSummary[] {
  return [...off.keys()].flatMap((path) => {
    const summary = planIndex.at(path);
    return summary !== null && isForPerson(summary) && (summary.next?.notBefore ?? 0) <= now ? [summary] : [];
  });
}

function yourStep(summary: PlanSummary): Timed {
  return {
    at: moment(summary.created),
    key: summary.path,
    need: () => ({
      note: summaryRef(summary),
      what: null,
      plan: summary,
      words: `“${summary.next?.text ?? ""}”`,
      paths: [summary.path],
      request: null,
      since: becameYours(summary),
    }),
  };
}

/** The last line of the log came before it, or the day that the step waited for. */
function becameYours({ newest, created, next }: PlanSummary): number | null {
  const from = Math.max(newest ?? created ?? 0, next?.notBefore ?? 0);
  return from === 0 ? null : moment(from);
}

export function heldByPerson(world: World, most: number): NeedGroup {
  const { total, summaries } = world.planIndex.heldByPerson();
  const found = firstOf(most, summaries).map((summary): Timed => ({
    at: moment(summary.newest),
    key: summary.path,
    need: () => ({
      note: summaryRef(summary),
      what: null,
      plan: summary,
      words: summary.byPerson?.reason ?? "",
      paths: [summary.path],
      request: null,
    }),
  }));
  return group("person", found, total, most);
}
