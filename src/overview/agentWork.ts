/**
 * The work of an agent on one plan, as the side panel shows it: its state, its transcript, its cost beside the limits,
 * the files it wrote, and the question at which it stopped. Its words may quote notes and models.
 */
import { readTrace } from "../agent/trace";
import type { EntryOf, WorkEntry } from "../agent/entry";
import { runOf, spentOn, turnsOf } from "../agent/run";
import { sayUsd } from "../agent/tell";
import { isTool, readArguments, sayDone, TOOLS } from "../agent/tools";
import { never } from "../kit/never";
import { count } from "../kit/numbers";
import { nameOf } from "../kit/path";
import { remember } from "../kit/remember";
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
  wordsFor,
  workNotesOf,
  type Running,
} from "./activity";
import { cardsOf } from "./mission/cards";
import { modelWaits } from "./modelWaits";
import { spentOnView } from "./spentOnView";
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

export type WorkState =
  "works" | "waits" | "asks" | "paused" | "done" | "cancelled" | "stopped" | "elsewhere" | "rests" | "gone";

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
  /** `$0.31`; or that it is not known, or not exactly. */
  readonly spent: string;
  /** `$2.00` for the plan. */
  readonly limit: string;
  /** The part of the limit that is spent, from 0 to 1. */
  readonly share: number;
  readonly tokens: string;
  readonly lines: readonly WorkLine[];
  /** Files that it wrote, the newest first, and its work notes. */
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
  const isGone = world.planIndex.home(plan.key) === null && !world.recent.some(({ key }) => key === plan.key);
  const all = isGone ? [] : runningFor(view, world, jobs, now);
  const [running] = all;
  const card = cardsOf(world).asking.find(({ need }) => need.plan?.path === plan.path);
  const wait = isGone ? null : (modelWaits({ ...world, plans: [view] }, show)[0]?.words ?? null);
  const isDone = isOver(plan);
  const steps = count(plan.steps.length);
  return {
    path: plan.path,
    title: withoutLinks(planTitle(plan)),
    state: isGone
      ? "gone"
      : stateOf(view, world, { running, isAsked: card !== undefined, waits: wait !== null }),
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
    canStop: !isDone && !isGone && plan.agent !== null,
    ...costOf(view, world, running),
    lines: [...linesOf(entries), ...deedsOf(all)].slice(-MOST_LINES),
    files: [...filesIn(entries), ...notesOf(view, world)],
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
export function plansAtWork(world: World, { jobs, now }: Pick<World, "jobs" | "now">): readonly PlanView[] {
  const all = [...runningOf(world, jobs, now)].sort((a, b) => b.since - a.since);
  const paths = [...new Set(all.map(({ view }) => view.plan.path))];
  return paths.flatMap((path) => world.plans.find(({ plan }) => plan.path === path) ?? []);
}

/**
 * The plan to show first: with the newest call under way, else the open note, else that which was worked on last. The
 * work of another device is not known here.
 */
export function planToWatch(
  world: World,
  at: Pick<World, "jobs" | "now">,
  here: string | null,
): string | null {
  const lastOf = ({ work }: PlanView): number => work.trace.entries.at(-1)?.at ?? 0;
  const worked = world.plans.filter((view) => lastOf(view) > 0).sort((a, b) => lastOf(b) - lastOf(a));
  const first =
    plansAtWork(world, at)[0] ??
    worked.find(({ plan }) => plan.path === here) ??
    worked[0] ??
    world.plans.find(({ plan }) => plan.agent !== null && plan.status === "Active");
  return first?.plan.path ?? null;
}

interface Found {
  readonly running: Running | undefined;
  readonly isAsked: boolean;
  readonly waits: boolean;
}

function stateOf({ plan }: PlanView, { device, role }: World, { running, isAsked, waits }: Found): WorkState {
  if (plan.status === "Done") return "done";
  if (plan.status === "Cancelled") return "cancelled";
  if (running !== undefined) return running.isStuck && !running.isProgram ? "waits" : "works";
  if (device.paused !== null) return "paused";
  if (plan.agent === null) return "stopped";
  if (isAsked) return "asks";
  if (waits) return "waits";
  return role === "executor" || plan.status !== "Active" ? "rests" : "elsewhere";
}

function warningOf(running: Running, now: number): string | null {
  return sayRepeats(running) ?? (running.isStuck ? sayRunning(running, now) : null);
}

/** A call under way costs nothing yet: it would count as the most that it can cost. */
function costOf(
  view: PlanView,
  { settings: { limits }, device }: World,
  running: Running | undefined,
): Pick<AgentWork, "spent" | "limit" | "share" | "tokens"> {
  const { plan, step, work } = view;
  const { usd, tokens, isPartly, isAtMost } = running?.spent ?? spentOnView({ device }, view);
  const limit = (device.spending.plans.get(plan.key)?.base ?? 0) + limits.plan_usd;
  const known = isPartly ? (usd > 0 ? `at least ${sayUsd(usd)}` : "cost not known") : sayUsd(usd);
  const run = step === null || isOver(plan) ? null : runOf(plan, step, work.trace.entries);
  const turns = run === null ? [] : turnsOf({ entries: run.entries, tool: null });
  const ofStep = spentOn(turns.filter(({ ended }) => ended !== null)).tokens;
  return {
    spent: capital(isAtMost && !isPartly ? `at most ${known}` : known),
    limit: sayUsd(limit),
    share: limit > 0 ? Math.min(1, usd / limit) : 0,
    tokens:
      run === null ? `${count(tokens)} tokens` : `Step: ${count(ofStep)} of ${count(limits.tokens)} tokens`,
  };
}

/** Milliseconds in which calls of models were under way. */
function workTime(entries: readonly WorkEntry[]): number {
  const asked = new Map<string, number>();
  return entries.reduce((sum, entry) => {
    if (!("turn" in entry)) return sum;
    const turn = [entry.step, entry.round, entry.turn].join(" ");
    if (entry.kind === "asked") asked.set(turn, entry.at);
    return entry.kind === "asked" ? sum : sum + Math.max(0, entry.at - (asked.get(turn) ?? entry.at));
  }, 0);
}

function filesIn(entries: readonly WorkEntry[]): AgentWork["files"] {
  const files = new Map<string, number>();
  for (const entry of entries)
    if ("wrote" in entry && entry.wrote !== undefined) files.set(entry.wrote.path, entry.at);
  return [...files].map(([path, at]) => ({ path, name: titleOf(path), at })).sort((a, b) => b.at - a.at);
}

function notesOf(view: PlanView, world: World): AgentWork["files"] {
  const path = workNotesOf(world, view);
  return view.work.trace.entries.slice(-1).map(({ at }) => ({ path, name: titleOf(path), at }));
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

/** Deeds of programs under way, which no note has. */
function deedsOf(all: readonly Running[]): readonly WorkLine[] {
  return all
    .flatMap(({ heard }) => heard?.deeds ?? [])
    .sort((a, b) => a.at - b.at)
    .map(({ at, words }) => ({ ...plain("square-terminal", words), at, key: `${String(at)} ${words}` }));
}

type Drawn = Omit<WorkLine, "key" | "at">;

function plain(icon: string, said: string, text = "", link: WorkLine["link"] = null): Drawn {
  const words = escapeLine(capital(said), WIDTH);
  const whole = text.trim();
  const left = whole.length - MOST_TEXT;
  const more =
    left > 0 ? `${whole.slice(0, MOST_TEXT)}…\n(${count(left)} more characters are not shown here.)` : whole;
  return { icon, words, link, more: more === words ? "" : more };
}

/** The last lines of a transcript, drawn up once for each list of entries: a face asks each second. */
const linesOf = remember((entries: readonly WorkEntry[]): readonly WorkLine[] => {
  const from = Math.max(0, entries.length - 3 * MOST_LINES);
  return entries.slice(from).flatMap((entry, n) => {
    const isOver = entries.slice(from + n + 1).some((each) => ends(each, entry));
    const drawn = isOver ? [] : drawEntry(entry, entries.slice(0, from + n));
    return drawn.map((line, part): WorkLine => ({
      ...line,
      at: entry.at,
      key: [from + n, entry.at, part].join(" "),
    }));
  });
});

/** The end of a call or of a program has the line in the place of its start. */
function ends(entry: WorkEntry, start: WorkEntry): boolean {
  return start.kind === "began"
    ? entry.kind === "result" && entry.call === start.call
    : start.kind === "started" && entry.kind === "ended" && entry.key === start.key;
}

const ICONS = {
  read: "book-open",
  write: "pencil",
  "change-plan": "list-plus",
  ask: "message-circle-question",
  end: "circle-check",
} as const;

/** A turn has no line of its own: the state says that it thinks, and the head what it cost. */
function drawEntry(entry: WorkEntry, before: readonly WorkEntry[]): readonly Drawn[] {
  if (entry.kind === "asked" && entry.byHand !== true) return [];
  const words = wordsFor(entry, before);
  switch (entry.kind) {
    case "asked":
      return [plain("hand", sayDone(words))];
    case "answered":
      return [
        ...entry.parts.flatMap((part) =>
          part.kind === "text" && part.text.trim() !== "" ? [plain("lightbulb", part.text, part.text)] : [],
        ),
        ...(entry.unused === true ? [plain("triangle-alert", words)] : []),
      ];
    case "failed":
      return [plain("triangle-alert", words, entry.why)];
    case "began":
      return [plain("plug", words)];
    case "started":
      return [plain("square-terminal", words)];
    case "ended":
      return [plain("square-terminal", words, entry.output ?? entry.says)];
    case "proposed":
      return [plain(ICONS.ask, sayDone(words), "", { path: entry.file, name: titleOf(entry.file) })];
    case "result":
      return [drawResult(entry, words, before)];
    default:
      return never(entry);
  }
}

/** The name of a note or a file that ends the words leads there. */
function drawResult(entry: EntryOf<"result">, words: string, before: readonly WorkEntry[]): Drawn {
  const { tool, wrote, ok, text } = entry;
  if (!ok) return plain("triangle-alert", words, unfence(text));
  const icon = isTool(tool) ? ICONS[TOOLS[tool].may] : "plug";
  const path = wrote?.path ?? (tool === "read_note" ? readIn(text, callOf(entry, before).input) : null);
  const said = sayDone(words);
  if (path === null) return plain(icon, said, text);
  return plain(icon, said.split(" ")[0] ?? "", text, { path, name: titleOf(path) });
}

/** The path of the note that was read, which the answer begins with; else the note that was asked for. */
function readIn(text: string, input: string): string | null {
  const [, path] = FIRST_PATH.exec(unfence(text)) ?? [];
  const read = readArguments("read_note", input);
  return path ?? (read.kind === "read" ? read.value.path : null);
}

/** Alone in its line, or with the size of a long note behind it. */
const FIRST_PATH = /^(.+?\.md)(?:\n|$|: [\d,]+ words?, )/i;
