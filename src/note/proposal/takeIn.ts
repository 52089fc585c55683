/**
 * The additions of one plan to another, as changed lines of the other: ticks, the sign ✋, and new steps at the end of
 * its Roadmap.
 */
import { capital, cut } from "../../kit/text";
import type { NewEntry } from "../plan/logEntry";
import { sameAction } from "../action/render";
import { hashText } from "../../kit/hash";
import { indentOf, joinLines, type Line, outdent, splitLines } from "../../kit/lines";
import { readFrontmatter } from "../../kit/frontmatter";
import { stepKey } from "../plan/approvalMarker";
import { parsePlan, sectionsOf } from "../plan/parse";
import { isGated, type Plan, type Step } from "../plan/plan";
import { mergedInto } from "../plan/standstill";
import { stepName, stepRanges, withHand, withMark } from "../plan/steps";
import { openDraft, textAt } from "./proposal";

export interface Taken {
  /** Made one after the other: which line, and what stands in its place then. */
  readonly changes: readonly { readonly at: number; readonly becomes: readonly string[] }[];
  /** For the log of the note that stays, and of the one that goes. */
  readonly log: readonly NewEntry[];
  readonly logThere: readonly NewEntry[];
  readonly said: readonly string[];
  readonly saidThere: readonly string[];
}

interface Other {
  readonly path: string;
  readonly text: string;
  readonly plan: Plan;
}

/** Why not, as the end of a sentence about the other note. `to` is where it goes. */
export function takeIn(path: string, text: string, other: Other, to: string): Taken | string {
  const before = parsePlan(path, text);
  if (before.kind !== "plan") return "the note it would be merged into would no longer be a readable plan";
  const ours = before.plan;
  const theirs = other.plan;
  const { same, fresh } = pairSteps(ours, theirs);
  const why = whyNotTaken({ path, plan: ours }, other, same);
  if (why !== null) return why;
  const carried = same.filter((pair) => !isFinished(pair.ours) && isFinished(pair.theirs));
  const guarded = same.filter(
    ({ ours: own, theirs: their }) =>
      own.state === "open" && their.state === "open" && !isGated(own) && isGated(their),
  );
  const lines = splitLines(text);
  const changes = [
    ...carried.map(({ ours: own, theirs: their }) => ({
      at: own.line,
      becomes: [withMark(lines[own.line]?.text ?? "", their.state === "done" ? "x" : "-")],
    })),
    ...guarded.map(({ ours: own }) => ({ at: own.line, becomes: [withHand(lines[own.line]?.text ?? "")] })),
  ];
  const draft = openDraft(text);
  for (const { at, becomes } of changes) draft.replace(at, becomes);
  if (fresh.length > 0) {
    const now = draft.lines();
    const end = endOfRoadmap(now);
    if (end === null) return `${path} has no Roadmap that could take its steps`;
    changes.push({
      at: end.at,
      becomes: [now[end.at]?.text ?? "", ...(end.gap ? [""] : []), ...blocksOf(other.text, fresh)],
    });
    draft.replace(end.at, changes.at(-1)?.becomes ?? []);
  }
  const after = parsePlan(path, joinLines(draft.lines()));
  if (after.kind !== "plan" || !isMade(ours, after.plan, { carried, guarded, fresh })) {
    return `its steps cannot be written into ${path} so that they read the same there; look at steps that are not understood, and at what stands around the two Roadmaps`;
  }
  const log = entries(ours, other, { carried, fresh }, to);
  const logThere = entriesThere(path, other.plan);
  if (textAt({ path: other.path, text: other.text, log: logThere }, 0) === null)
    return "its log cannot take a line without changing your text";
  return {
    changes,
    log,
    logThere,
    said: [
      ...alike(ours, theirs, fresh, other.path),
      ...carried.map(
        (pair) =>
          `${capital(stepName(pair.ours))} is ${pair.theirs.state} in ${other.path}, and so it is here.`,
      ),
      ...sayDifferences(same, other.path),
    ],
    saidThere: [
      fresh.length === 1 && theirs.steps.length === 1
        ? `Its only step goes to ${path}.`
        : fresh.length === 0
          ? `It has no step that is not in ${path} already.`
          : `${String(fresh.length)} of its ${String(theirs.steps.length)} steps ${fresh.length === 1 ? "goes" : "go"} to ${path}.`,
    ],
  };
}

/**
 * Why the two cannot be merged: steps that nobody understands, or that are done in one plan and send something else in
 * the other. Null where they can.
 */
function whyNotTaken(
  ours: Pick<Other, "path" | "plan">,
  theirs: Pick<Other, "path" | "plan">,
  same: readonly Pair[],
): string | null {
  for (const { path: where, plan } of [ours, theirs]) {
    const odd = plan.steps.find(({ boxed, misplaced, state }) => state === "open" && (!boxed || misplaced));
    if (odd !== undefined)
      return `${stepName(odd)} of ${where} is not understood (line ${String(odd.line + 1)}); correct it first`;
  }
  const doubtful = same.find(
    (pair) => actsOtherwise(pair) && isFinished(pair.ours) !== isFinished(pair.theirs),
  );
  if (doubtful !== undefined) {
    const done = isFinished(doubtful.theirs) ? theirs.path : ours.path;
    return `${stepName(doubtful.theirs)} sends something else there than in ${ours.path}, and is done only in ${done}; if it is the same, tick it in both; if not, reword one`;
  }
  return null;
}

/** Differences to the note at `path` that are left as they are. */
function sayDifferences(same: readonly Pair[], path: string): readonly string[] {
  const skipped = same
    .filter(actsOtherwise)
    .map(
      ({ ours: own }) => `${capital(stepName(own))} sends something else in ${path}; it stays as it is here.`,
    );
  const reworded = same
    .filter(({ ours: own, theirs: their }) => stepKey(own.text) !== stepKey(their.text))
    .map(
      ({ ours: own, theirs: their }) =>
        `${capital(stepName(own))} has other words in ${path}: “${cut(their.text, 100)}”. It stays as it is here.`,
    );
  const unsaid = same
    .filter(
      ({ ours: own, theirs: their }) =>
        own.state === "open" && own.approval.kind !== "action" && their.approval.kind === "action",
    )
    .map(({ ours: own }) => `What ${stepName(own)} is to send is written in ${path} alone.`);
  const dropped = same
    .filter(({ ours: own, theirs: their }) => isFinished(own) && their.state === "open" && isGated(their))
    .map(
      ({ ours: own }) =>
        `${capital(stepName(own))} is ${own.state} here and open in ${path}; it is not asked for again.`,
    );
  return [...skipped, ...reworded, ...unsaid, ...dropped];
}

/**
 * Steps of other words that send the same, of which one is done: nobody sees from their words that the other may be
 * superfluous.
 */
function alike(ours: Plan, theirs: Plan, fresh: readonly Step[], path: string): string[] {
  const done = (step: Step, others: readonly Step[]): Step | undefined =>
    step.state === "open" ? others.find((other) => other.state === "done" && sends(step, other)) : undefined;
  const tell = (open: Step, where: string, other: Step, there: string): string =>
    `${capital(stepName(open))} of ${where} is open and sends the same as ${stepName(other)} of ${there}, which is done; skip it if it is the same.`;
  const comes = fresh.flatMap((step) => {
    const other = done(step, ours.steps) ?? done(step, theirs.steps);
    return other === undefined
      ? []
      : [tell(step, path, other, ours.steps.includes(other) ? "the note that stays" : path)];
  });
  const waits = ours.steps.flatMap((step) => {
    const other = done(step, fresh);
    return other === undefined ? [] : [tell(step, "the note that stays", other, path)];
  });
  return [...comes, ...waits];
}

function sends(a: Step, b: Step): boolean {
  return (
    a.approval.kind === "action" &&
    b.approval.kind === "action" &&
    sameAction(a.approval.action, b.approval.action)
  );
}

function isFinished({ state }: Step): boolean {
  return state !== "open";
}

function count(steps: number): string {
  return steps === 1 ? "1 step" : `${String(steps)} steps`;
}

/** The last line of the Roadmap that is not blank or a rule, and whether steps need a blank line after it. */
function endOfRoadmap(lines: readonly Line[]): { readonly at: number; readonly gap: boolean } | null {
  const parsed = readFrontmatter(lines);
  if (parsed.kind === "broken") return null;
  const sections = sectionsOf(lines, parsed.frontmatter.bodyFrom);
  const [range] = sections.find("roadmap");
  if (range === undefined) return null;
  let at = range.to - 1;
  while (at > range.heading && /^[ \t]*(?:-{3,}|\*{3,}|_{3,})?[ \t]*$/.test(lines[at]?.text ?? "")) at -= 1;
  return { at, gap: stepRanges(lines, sections.kinds, range.from, range.to).at(-1)?.to !== at + 1 };
}

/**
 * Steps with all that belongs to them, moved to the margin, without their block ids: those belong to the note and its
 * requests.
 */
function blocksOf(text: string, steps: readonly Step[]): string[] {
  const lines = splitLines(text);
  const parsed = readFrontmatter(lines);
  const sections = sectionsOf(lines, parsed.kind === "read" ? parsed.frontmatter.bodyFrom : 0);
  const ranges = sections
    .find("roadmap")
    .flatMap(({ from, to }) => stepRanges(lines, sections.kinds, from, to));
  return steps.flatMap(({ line, id }) => {
    const range = ranges.find(({ from }) => from === line) ?? { from: line, to: line + 1 };
    const indent = indentOf(lines[line]?.text ?? "");
    const [first = "", ...rest] = lines.slice(range.from, range.to).map((each) => outdent(each.text, indent));
    return [id === null ? first : first.replace(/\s*\^[A-Za-z0-9-]+\s*$/, ""), ...rest];
  });
}

/** Whether the plan reads as it did but for exactly what was to be done. */
function isMade(
  before: Plan,
  after: Plan,
  {
    carried,
    guarded,
    fresh,
  }: {
    readonly carried: readonly Pair[];
    readonly guarded: readonly Pair[];
    readonly fresh: readonly Step[];
  },
): boolean {
  const marks = new Map(carried.map(({ ours, theirs }) => [ours, theirs.state]));
  const hands = new Set(guarded.map(({ ours }) => ours));
  const wanted = [
    ...before.steps.map((step) => ({
      step,
      state: marks.get(step) ?? step.state,
      id: step.id,
      hand: hands.has(step),
    })),
    ...fresh.map((step) => ({ step, state: step.state, id: null, hand: false })),
  ];
  const facts = ({ key, status, objective, context, log, questions }: Plan): string =>
    JSON.stringify([key, status, objective, context, log.entries, questions]);
  return (
    facts(before) === facts(after) &&
    after.steps.length === wanted.length &&
    wanted.every(({ step, state, id, hand }, at) => {
      const now = after.steps[at];
      if (now?.state !== state || now.id !== id || stepKey(now.text) !== stepKey(step.text)) return false;
      if (hand) return now.approval.kind === "hand";
      if (now.text !== step.text || now.approval.kind !== step.approval.kind) return false;
      return (
        now.approval.kind !== "action" ||
        step.approval.kind !== "action" ||
        sameAction(now.approval.action, step.approval.action)
      );
    })
  );
}

/** The mark in a log of the plan that another was merged from, or into: the hash of its path, 12 digits. */
export function markOf(path: string): string {
  return hashText(path).slice(0, 12);
}

/** The evidence for each tick, then what was taken in; nothing where an earlier run, cut off later, has said it. */
function entries(
  ours: Plan,
  { path, plan }: Other,
  { carried, fresh }: { readonly carried: readonly Pair[]; readonly fresh: readonly Step[] },
  to: string,
): NewEntry[] {
  const ticks = carried.map(({ ours: own, theirs }): NewEntry => {
    const request =
      plan.log.last(({ word, step }) => word === "carried-out" && theirs.id !== null && step === theirs.id)
        ?.mark.request ?? null;
    const details =
      request === null ? {} : { details: `Carried out there as action ${request.slice(0, 8)}.` };
    return {
      actor: "Human",
      action: `${theirs.state === "done" ? "Ticked" : "Skipped"} ${stepName(own)}`,
      rationale: `It is ${theirs.state} in ${path}, which is merged into this plan`,
      ...details,
      mark: { word: theirs.state === "done" ? "ticked" : "skipped", step: own.id },
    };
  });
  const told = ours.log.has(({ word, text }) => word === "merged" && text === markOf(path));
  if (told && ticks.length === 0 && fresh.length === 0) return [];
  return [
    ...ticks,
    {
      actor: "Human",
      action: `Merged ${path} into this plan`,
      rationale: "By command",
      details: `${fresh.length === 0 ? "It had no further steps" : `${count(fresh.length)} came from it`}. It goes to ${to}.`,
      mark: { word: "merged", text: markOf(path) },
    },
  ];
}

function entriesThere(path: string, plan: Plan): NewEntry[] {
  if (mergedInto(plan) === markOf(path)) return [];
  return [
    {
      actor: "Human",
      action: `Merged this plan into ${path}`,
      rationale: "By command",
      details: "Its extra steps are there now.",
      mark: { word: "put-away", text: markOf(path) },
    },
  ];
}

interface Pair {
  readonly ours: Step;
  readonly theirs: Step;
}

interface Pairs {
  readonly same: readonly Pair[];
  /** Theirs that are not among ours, in their order. */
  readonly fresh: readonly Step[];
}

/**
 * Steps that read alike are paired in their order, the first with the first. So what was taken over once, at the end of
 * the Roadmap, is found again, and nothing is taken over twice.
 */
function pairSteps(ours: Plan, theirs: Plan): Pairs {
  const left = new Set(ours.steps);
  const found = new Map<Step, Step>();
  const pair = (step: Step, isIt: (other: Step) => boolean): void => {
    const other = [...left].find(isIt);
    if (other === undefined) return;
    left.delete(other);
    found.set(step, other);
  };
  if (ours.key === theirs.key)
    for (const step of theirs.steps) if (step.id !== null) pair(step, ({ id }) => id === step.id);
  const byWords = new Map<string, Step[]>();
  for (const step of left)
    byWords.set(stepKey(step.text), [...(byWords.get(stepKey(step.text)) ?? []), step]);
  for (const step of theirs.steps) {
    const other = found.has(step) ? undefined : byWords.get(stepKey(step.text))?.shift();
    if (other !== undefined) found.set(step, other);
  }
  const same = theirs.steps.flatMap((step): Pair[] => {
    const other = found.get(step);
    return other === undefined ? [] : [{ ours: other, theirs: step }];
  });
  return { same, fresh: theirs.steps.filter((step) => !found.has(step)) };
}

/** Whether both say what is to be sent, and not the same. */
function actsOtherwise({ ours, theirs }: Pair): boolean {
  return (
    ours.approval.kind === "action" &&
    theirs.approval.kind === "action" &&
    !sameAction(ours.approval.action, theirs.approval.action)
  );
}
