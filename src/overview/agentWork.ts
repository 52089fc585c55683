/**
 * The work of an agent on one plan, as the side panel shows it: its state, its transcript, its cost beside the limits,
 * the files it wrote, and the question at which it stopped. Its words may quote notes and models.
 */
import { readTrace } from "../agent/trace";
import { isOfRun, type EntryOf, type WorkEntry } from "../agent/entry";
import { runOf, spentOn, turnsOf } from "../agent/run";
import { FAILURE_WORDS } from "../agent/stops";
import { sayProgramEnd, sayUsd } from "../agent/tell";
import { readArguments, sayDoing, sayDone, sayNoResult, type DoneVerb } from "../agent/tools";
import { never } from "../kit/never";
import { count } from "../kit/numbers";
import { nameOf } from "../kit/path";
import { capital, escapeLine, unfence } from "../kit/text";
import { withoutHand } from "../note/plan/approvalMarker";
import { finishedSteps, isOver, planTitle } from "../note/plan/plan";
import type { PlanView, World } from "../rules/world";
import {
  callOf,
  runningFor,
  runningOf,
  sayDuration,
  sayRepeats,
  sayRunning,
  sayUsed,
  type Running,
} from "./activity";
import { cardsOf } from "./mission/cards";
import { modelWaits } from "./modelWaits";
import { spentOnView } from "./spent";
import { withoutLinks } from "./titles";

/** Lines of a transcript that are shown. */
const MOST_LINES = 200;
/** Characters of a line. */
const WIDTH = 160;
/** Characters of the text behind a line. */
const MOST_TEXT = 8000;

export interface WorkLine {
  /** The same for the same line at the next look. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Of the app’s icons (lucide). */
  readonly icon: string;
  readonly words: string;
  /** The note or file that ends the line. */
  readonly link: { readonly path: string; readonly name: string } | null;
  /** The text behind it, to be unfolded; empty for none. */
  readonly more: string;
}

export type WorkState = "works" | "waits" | "asks" | "paused" | "done" | "cancelled" | "stopped" | "rests";

export interface AgentWork {
  readonly path: string;
  readonly title: string;
  readonly state: WorkState;
  /** `Step 2 of 3 · Read each note`; of a plan that is over, `3 of 3 steps, 10 min of work`. */
  readonly step: string;
  /** `Thinking for 12 s`, or why it waits; empty for neither. */
  readonly now: string;
  /** A sentence for which “Stop” is a way out; null for none. */
  readonly warning: string | null;
  readonly canStop: boolean;
  readonly money: { readonly spent: string; readonly limit: string; readonly share: number };
  readonly tokens: string;
  readonly lines: readonly WorkLine[];
  /** Files that it wrote, the newest first. */
  readonly files: readonly { readonly path: string; readonly name: string; readonly at: number }[];
  /** The summary of each step that it finished. */
  readonly did: readonly string[];
  /** The question, or the request, that waits for the person; null for none. */
  readonly asks: { readonly words: string; readonly request: string | null } | null;
}

/** `show` writes a moment for the reader at hand. */
export function agentWork(
  view: PlanView,
  world: World,
  { jobs, now, show }: Pick<World, "jobs" | "now"> & { readonly show: (at: number) => string },
): AgentWork {
  const { plan, step } = view;
  const { entries } = view.work.trace;
  const all = runningFor(view, world, jobs, now);
  const [running] = all;
  const card = cardsOf(world).asking.find(({ need }) => need.plan?.path === plan.path);
  const wait = modelWaits({ ...world, plans: [view] }, show)[0]?.words ?? null;
  const isDone = isOver(plan);
  const steps = count(plan.steps.length);
  return {
    path: plan.path,
    title: withoutLinks(planTitle(plan)),
    state: stateOf(view, world, { running, isAsked: card !== undefined, waits: wait !== null }),
    step: isDone
      ? `${count(finishedSteps(plan))} of ${steps} steps, ${sayDuration(workTime(entries))} of work`
      : step === null
        ? ""
        : `Step ${count(step.n)} of ${steps} · ${withoutLinks(withoutHand(step.text))}`,
    now:
      running !== undefined
        ? `${sayRunning(running, now)}${sayUsed(running)}`
        : wait === null
          ? ""
          : `It ${wait}`,
    warning: running === undefined ? null : warningOf(running, now),
    canStop: !isDone && plan.agent !== null,
    ...costOf(view, world, running),
    lines: [...linesOf(entries), ...deedsOf(all)].slice(-MOST_LINES),
    files: filesIn(entries),
    did: summariesIn(entries),
    asks:
      card === undefined
        ? null
        : { words: withoutLinks(card.question?.asks ?? card.title), request: card.need.request },
  };
}

/** The plan with the work that no look reads any more, as it is over or stopped. `notes`: text of its work notes. */
export function withWork(view: PlanView, { device }: Pick<World, "device">, notes: string): PlanView {
  const key = device.device?.key;
  if (key === undefined) return view;
  return { ...view, work: { ...view.work, trace: readTrace(notes, view.plan.key, key) } };
}

/** The plans that agents work on just now, the newest call first. */
export function plansAtWork(world: World, jobs: World["jobs"], now: number): readonly PlanView[] {
  const all = [...runningOf(world, jobs, now)].sort((a, b) => b.since - a.since);
  const paths = [...new Set(all.map(({ view }) => view.plan.path))];
  return paths.flatMap((path) => world.plans.find(({ plan }) => plan.path === path) ?? []);
}

/** The plan to show first: with the newest call under way, else the open note, else that which was worked on last. */
export function planToWatch(
  world: World,
  at: Pick<World, "jobs" | "now">,
  here: string | null,
): string | null {
  const lastOf = ({ work }: PlanView): number => work.trace.entries.at(-1)?.at ?? 0;
  const worked = world.plans.filter((view) => lastOf(view) > 0).sort((a, b) => lastOf(b) - lastOf(a));
  const first =
    plansAtWork(world, at.jobs, at.now)[0] ?? worked.find(({ plan }) => plan.path === here) ?? worked[0];
  return first?.plan.path ?? null;
}

interface Found {
  readonly running: Running | undefined;
  readonly isAsked: boolean;
  readonly waits: boolean;
}

function stateOf({ plan }: PlanView, { device }: World, { running, isAsked, waits }: Found): WorkState {
  if (plan.status === "Done") return "done";
  if (plan.status === "Cancelled") return "cancelled";
  if (running !== undefined) return running.isStuck && !running.isProgram ? "waits" : "works";
  if (device.paused !== null) return "paused";
  if (plan.agent === null) return "stopped";
  if (isAsked) return "asks";
  return waits ? "waits" : "rests";
}

function warningOf(running: Running, now: number): string | null {
  return sayRepeats(running) ?? (running.isStuck ? sayRunning(running, now) : null);
}

/** A call under way costs nothing yet: it would count as the most that it can cost. */
function costOf(
  view: PlanView,
  { settings: { limits }, device }: World,
  running: Running | undefined,
): Pick<AgentWork, "money" | "tokens"> {
  const { plan, step, work } = view;
  const { usd, tokens, isPartly, isAtMost } = running?.spent ?? spentOnView({ device }, view);
  const limit = (device.spending.plans.get(plan.key)?.base ?? 0) + limits.plan_usd;
  const known = isPartly ? (usd > 0 ? `at least ${sayUsd(usd)}` : "cost not known") : sayUsd(usd);
  const run = step === null || isOver(plan) ? null : runOf(plan, step, work.trace.entries);
  const turns = run === null ? [] : turnsOf({ entries: run.entries, tool: null });
  const ofStep = spentOn(turns.filter(({ ended }) => ended !== null)).tokens;
  return {
    money: {
      spent: capital(isAtMost && !isPartly ? `at most ${known}` : known),
      limit: sayUsd(limit),
      share: limit > 0 ? Math.min(1, usd / limit) : 0,
    },
    tokens:
      run === null
        ? `${count(tokens)} tokens`
        : `${count(ofStep)} of ${count(limits.tokens)} tokens in this step`,
  };
}

/** Milliseconds in which calls of models were under way. */
function workTime(entries: readonly WorkEntry[]): number {
  let sum = 0;
  let asked: EntryOf<"asked">[] = [];
  for (const entry of entries) {
    if (entry.kind === "asked") asked.push(entry);
    if (entry.kind !== "answered" && entry.kind !== "failed") continue;
    const from = asked.find((each) => isOfRun(each, entry) && each.turn === entry.turn);
    sum += from === undefined ? 0 : Math.max(0, entry.at - from.at);
    asked = asked.filter((each) => each !== from);
  }
  return sum;
}

function filesIn(entries: readonly WorkEntry[]): AgentWork["files"] {
  const files = new Map<string, number>();
  for (const entry of entries)
    if ("wrote" in entry && entry.wrote !== undefined) files.set(entry.wrote.path, entry.at);
  return [...files].map(([path, at]) => ({ path, name: titleOf(path), at })).sort((a, b) => b.at - a.at);
}

function summariesIn(entries: readonly WorkEntry[]): readonly string[] {
  return entries.flatMap((entry, n) => {
    if (entry.kind !== "result" || !entry.ok || entry.tool !== "finish_step") return [];
    const read = readArguments("finish_step", callOf(entry, entries.slice(0, n)).input);
    return read.kind === "read" ? [escapeLine(read.value.summary, 2000)] : [];
  });
}

function titleOf(path: string): string {
  return nameOf(path).replace(/\.md$/i, "");
}

function deedsOf(all: readonly Running[]): readonly WorkLine[] {
  return all
    .flatMap(({ heard, since }) => (heard?.deeds ?? []).map((deed) => ({ ...deed, since })))
    .sort((a, b) => a.at - b.at)
    .map(({ at, words, since }) => ({
      ...plain("square-terminal", capital(words)),
      at,
      key: `${String(since)} ${String(at)} ${words}`,
    }));
}

type Drawn = Omit<WorkLine, "key" | "at">;

function plain(icon: string, words: string, more = "", link: WorkLine["link"] = null): Drawn {
  const line = escapeLine(words, WIDTH);
  return { icon, words: line, link, more: more.trim() === line ? "" : more.trim().slice(0, MOST_TEXT) };
}

const made = new WeakMap<readonly WorkEntry[], readonly WorkLine[]>();

/** The last lines of a transcript, drawn up once for each list of entries: a face asks each second. */
function linesOf(entries: readonly WorkEntry[]): readonly WorkLine[] {
  const known = made.get(entries);
  if (known !== undefined) return known;
  const ended = new Set(entries.flatMap((each) => endOf(each) ?? []));
  const from = Math.max(0, entries.length - 3 * MOST_LINES);
  const lines = entries
    .slice(from)
    .flatMap((entry, n) =>
      drawEntry(entry, entries.slice(0, from + n), ended).map((line, part): WorkLine => ({
        ...line,
        at: entry.at,
        key: [from + n, entry.at, entry.kind, part].join(" "),
      })),
    );
  made.set(entries, lines);
  return lines;
}

/** Names the call or the program that an entry ends; null for one that ends neither. */
function endOf(entry: WorkEntry): string | null {
  if (entry.kind === "result") return `${entry.step} ${String(entry.round)} ${entry.call}`;
  return entry.kind === "ended" ? `${entry.key} ${String(entry.attempt)}` : null;
}

const ICONS: Readonly<Record<DoneVerb | "called", string>> = {
  read: "book-open",
  listed: "folder-open",
  searched: "search",
  wrote: "pencil",
  changed: "pencil",
  calculated: "calculator",
  proposed: "pencil-line",
  drafted: "mail",
  asked: "message-circle-question",
  added: "list-plus",
  replaced: "list-restart",
  stopped: "octagon-x",
  finished: "circle-check",
  gave: "undo-2",
  called: "plug",
};

/** No line of its own has what only costs: the state says that it thinks, and the head what it spent. */
function drawEntry(
  entry: WorkEntry,
  before: readonly WorkEntry[],
  ended: ReadonlySet<string>,
): readonly Drawn[] {
  switch (entry.kind) {
    case "asked":
      return entry.byHand === true ? [plain("hand", "Asked you, by copy and paste")] : [];
    case "answered":
      return [
        ...entry.parts.flatMap((part) =>
          part.kind === "text" && part.text.trim() !== "" ? [plain("lightbulb", part.text, part.text)] : [],
        ),
        ...(entry.unused === true ? [plain("triangle-alert", "Not used, because the plan had changed")] : []),
      ];
    case "failed":
      return [plain("triangle-alert", `No answer: ${FAILURE_WORDS[entry.code].title}`, entry.why)];
    case "began":
      return ended.has(`${entry.step} ${String(entry.round)} ${entry.call}`)
        ? []
        : [plain("plug", `${capital(sayDoing({ id: entry.call, tool: entry.tool, input: entry.input }))}…`)];
    case "started":
      return ended.has(`${entry.key} ${String(entry.attempt)}`)
        ? []
        : [plain("square-terminal", `Running ${entry.line}…`)];
    case "ended": {
      const start = before.findLast((each) => each.kind === "started" && each.key === entry.key);
      const line = start?.kind === "started" ? `${start.line}: ` : "";
      return [plain("square-terminal", `${line}${sayProgramEnd(entry)}`, entry.output ?? entry.says)];
    }
    case "proposed":
      return [
        plain(ICONS.asked, "Asked you to look at a change:", "", {
          path: entry.file,
          name: titleOf(entry.path),
        }),
      ];
    case "result":
      return [drawResult(entry, before)];
    default:
      return never(entry);
  }
}

function drawResult(entry: EntryOf<"result">, before: readonly WorkEntry[]): Drawn {
  const call = callOf(entry, before);
  const { verb, what } = sayDone(call);
  if (!entry.ok)
    return plain(
      "triangle-alert",
      `${capital(sayDoing(call))}: ${sayNoResult(entry.tool)}. ${unfence(entry.text)}`,
      unfence(entry.text),
    );
  const read = entry.tool === "read_note" ? readArguments("read_note", call.input) : null;
  const path = entry.wrote?.path ?? (read?.kind === "read" ? read.value.path : null);
  const link = path === null ? null : { path, name: titleOf(path) };
  return plain(ICONS[verb], capital(link === null ? `${verb} ${what}` : verb), entry.text, link);
}
