/**
 * The crash sweep: every canonical story with the program killed, the power cut or a text torn at each of its port
 * calls; then it is opened again, which may be cut as well, and the people of the story go on.
 */
import { CANONICAL, type Canonical } from "./canonical";
import { sayCut as sayCutHow, sayEvent } from "./diary";
import type { PlayOptions } from "./house";
import { endingOf, goOn, unfinished, type Ending } from "./person";
import { play } from "./play";
import { comeToRest } from "./rest";
import type { Cut, Event, Interruption, Script } from "./script";

/** One cut: at which event of its script, counted from 0, and at which port call of that event, counted from 1. */
export interface CutAt {
  readonly event: number;
  readonly call: number;
  /** The port call in words. */
  readonly what: string;
  readonly cut: Cut;
}

export interface SweepFailure {
  readonly story: string;
  readonly cuts: readonly CutAt[];
  readonly why: string;
  readonly script: Script;
}

export interface Swept {
  /** Cuts of first runs that were played, and cuts of recovering runs. */
  readonly singles: number;
  readonly pairs: number;
  /** How many of the latter there are. */
  readonly pairsThereAre: number;
  /** Runs that ended at a doubt, and those in which a person had to do more than in the story. */
  readonly doubts: number;
  readonly helped: number;
  readonly failures: readonly SweepFailure[];
}

/**
 * `every`: also where nothing differs from a neighbouring cut. `stride`: of the pairs each so-manieth; 0 for none.
 * `reads`: of the calls that only read each so-manieth is refused.
 */
export interface SweepOptions {
  readonly every: boolean;
  readonly stride: number;
  readonly reads: number;
}

const MINUTE = 60_000;
const MUTATES = /^(?:create|change|move|makeFolder|append|call) /;
const TEARS = /^(?:create|move) /;

/** Whether something has been written that a power cut could take: people and syncing programs make nothing safe. */
function isAtRisk(script: Script, at: number): boolean {
  return script.events.slice(0, at).some(({ do: what }) => what === "deed" || what === "sync");
}

/**
 * A disk that is busy for a moment, or a server: the program goes on without what it asked for. Every call that changes
 * something is refused; of those that only read, each so-manieth, counted from another one in each event.
 */
export function refusalsOf(at: number, calls: readonly string[], reads: number): readonly CutAt[] {
  const all = calls.map((what, index): CutAt => ({
    event: at,
    call: index + 1,
    what,
    cut: { do: "cut", how: "refuse", power: false, chance: 0 },
  }));
  return all.filter(({ what, call }) => MUTATES.test(what) || (call + at) % reads === 0);
}

/** The cuts of one event, from its port calls in order. */
export function cutsOf(
  script: Script,
  at: number,
  calls: readonly string[],
  every: boolean,
): readonly CutAt[] {
  const cuts: CutAt[] = [];
  const inPlace = script.devices[0]?.door === "app";
  const risk = every || isAtRisk(script, at);
  for (const [index, what] of calls.entries()) {
    const call = index + 1;
    const add = (how: Cut["how"], power: boolean): void =>
      void cuts.push({
        event: at,
        call,
        what,
        cut: { do: "cut", how, power, chance: at * 1009 + call * 31 + how.length },
      });
    const mutates = MUTATES.test(what);
    // What reads leaves nothing behind: between two writes, and after one, a kill finds the same disk wherever it
    // comes.
    if (every || index === 0) add("before", false);
    if (every || (risk && (index === 0 || mutates))) add("before", true);
    if (!mutates) continue;
    add("after", false);
    add("after", true);
    if (!TEARS.test(what) && !(inPlace && what.startsWith("change "))) continue;
    add("torn", false);
    if (risk) add("torn", true);
  }
  return cuts;
}

interface Outcome {
  /** Null when all is well. */
  readonly why: string | null;
  readonly ending: Ending | null;
  /** What people did beyond the story, to get where it ends. */
  readonly further: readonly Interruption[];
  readonly diary: readonly string[];
}

/** Rounds in which a person does what the notes ask for. */
const PATIENCE = 8;

/**
 * Plays a script to its rest; then a person who looks at the plans goes on until they end as they should, or stand at a
 * doubt.
 */
async function run(script: Script, ends: Canonical["ends"], options: PlayOptions = {}): Promise<Outcome> {
  let ending: Ending | null = null;
  const further: Interruption[] = [];
  const { violations, diary } = await play(script, options, async (house) => {
    await comeToRest(house);
    ending = endingOf(house);
    for (let round = 0; round < PATIENCE && house.witness.violations.length === 0; round += 1) {
      const next = goOn(house, ending, ends);
      if (next === null) return;
      for (const event of next) {
        further.push(event);
        house.witness.say(`then ${sayEvent(event)}`);
        house.board.time.pass(MINUTE);
        await house.board.happen(event);
      }
      await comeToRest(house);
      ending = endingOf(house);
    }
  });
  const [first] = violations;
  return {
    why: first === undefined ? null : `${first.invariant.id} ${first.invariant.name}: ${first.why}`,
    ending,
    further,
    diary,
  };
}

function withCut(event: Event, { call, cut }: CutAt): Event {
  if (event.do !== "settle" && event.do !== "open" && event.do !== "wait" && event.do !== "command")
    throw new Error(`Nothing runs in “${sayEvent(event)}”.`);
  return { ...event, amid: [{ at: call, then: cut }] };
}

/** How the program on the device of an event is opened again, and what its person does first. */
function recovery(script: Script, event: Event): readonly Event[] {
  const on = "on" in event ? event.on : (script.devices[0]?.name ?? "");
  const app = script.devices.find(({ name }) => name === on)?.door === "app";
  const opened: readonly Event[] = app
    ? [
        { do: "open", on },
        { do: "wait", ms: 2 * MINUTE },
      ]
    : [{ do: "settle", on }];
  // Whoever gave a command and got no answer gives it again.
  return event.do === "command" ? [...opened, { do: "command", on, command: event.command }] : opened;
}

/** The story with its cuts; the second one is in the run that recovers from the first. */
export function cutScript(script: Script, cuts: readonly CutAt[]): Script {
  let events = script.events;
  for (const cut of cuts) {
    const event = events[cut.event];
    if (event === undefined) throw new Error(`There is no event ${String(cut.event)}.`);
    events = [
      ...events.slice(0, cut.event),
      withCut(event, cut),
      ...recovery(script, event),
      ...events.slice(cut.event + 1),
    ];
  }
  return { ...script, events };
}

/**
 * The disk itself may take a part of a person's note: torn where it is written in place, or not yet safe when the power
 * goes. Only they can bring that back.
 */
function tookAPlan(cuts: readonly CutAt[], found: string | undefined, end: string): boolean {
  const boxes = (text: string): number => text.split("[").length;
  return (
    cuts.some(({ cut }) => cut.power || cut.how === "torn") &&
    (found === undefined || boxes(found) !== boxes(end))
  );
}

/** The events of a script that run a program, by index. */
export function sweepable({ events }: Script): readonly number[] {
  return [...events.entries()]
    .filter(
      ([, { do: what }]) => what === "settle" || what === "open" || what === "wait" || what === "command",
    )
    .map(([at]) => at);
}

/** A story without a cut: why it does not end as it says; null when it does. */
export async function playUncut({ script, ends }: Canonical): Promise<string | null> {
  const { why, ending, further } = await run(script, ends);
  if (why !== null || ending === null) return why ?? "it never ended";
  const effects = [...ending.effects.values()].reduce((sum, each) => sum + each, 0);
  if (effects !== ends.effects) return `${String(effects)} effects, not ${String(ends.effects)}`;
  const open = unfinished(ending, ends);
  if (open !== null || ending.doubts.size > 0) return `it ends as ${JSON.stringify([...ending.plans])}`;
  return further.length === 0 ? null : "a person had to do more than the story says";
}

interface Tally {
  singles: number;
  pairs: number;
  pairsThereAre: number;
  doubts: number;
  helped: number;
  readonly failures: SweepFailure[];
}

/** Sweeps one event of one story: `part` of so many `parts`, counted from 0. */
export async function sweepEvent(
  name: string,
  at: number,
  options: SweepOptions,
  part = 0,
  parts = 1,
): Promise<Swept> {
  const story = CANONICAL.find((each) => each.name === name);
  const event = story?.script.events[at];
  if (story === undefined || event === undefined)
    throw new Error(`There is no event ${String(at)} of “${name}”.`);
  const tally: Tally = { singles: 0, pairs: 0, pairsThereAre: 0, doubts: 0, helped: 0, failures: [] };
  const { calls } = await play(story.script, { listCalls: at });
  if (calls.length === 0) return tally;
  const { ending: uncut } = await run(story.script, story.ends);
  if (uncut === null) throw new Error(`“${name}” does not end.`);
  const recovering = recovery(story.script, event);
  for (const [nth, first] of [
    ...cutsOf(story.script, at, calls, options.every),
    ...refusalsOf(at, calls, options.reads),
  ].entries()) {
    if (nth % parts !== part) continue;
    tally.singles += 1;
    await judge(story, [first], uncut, tally);
    if (options.stride === 0 || first.cut.how === "refuse") continue;
    const script = cutScript(story.script, [first]);
    const second: CutAt[] = [];
    for (const later of recovering.keys())
      second.push(
        ...cutsOf(script, at + 1 + later, (await play(script, { listCalls: at + 1 + later })).calls, false),
      );
    tally.pairsThereAre += second.length;
    // Beginning elsewhere for every first cut, so that all parts of the recovering run have their turn.
    for (const each of second.filter((_each, index) => (index + nth * 7 + at) % options.stride === 0)) {
      tally.pairs += 1;
      await judge(story, [first, each], uncut, tally);
    }
  }
  return tally;
}

async function judge(story: Canonical, cuts: readonly CutAt[], uncut: Ending, tally: Tally): Promise<void> {
  const script = cutScript(story.script, cuts);
  const outcome = await run(script, story.ends);
  const { ending } = outcome;
  const why = outcome.why ?? (ending === null ? "it never ended" : against(story, ending, uncut, cuts));
  if (why !== null) tally.failures.push({ story: story.name, cuts, why, script });
  if (outcome.further.length > 0) tally.helped += 1;
  if (ending !== null && ending.doubts.size > 0) tally.doubts += 1;
}

/** Why a run that was cut did not end well; null when it did. */
function against({ ends }: Canonical, ending: Ending, uncut: Ending, cuts: readonly CutAt[]): string | null {
  for (const [step, count] of ending.effects) {
    const most = uncut.effects.get(step) ?? 0;
    if (count > most) return `${String(count)} effects for ${step}, and ${String(most)} without the cut`;
  }
  const open = unfinished(ending, ends);
  if (open === null || tookAPlan(cuts, ending.plans.get(open.task), open.end)) return null;
  return `${open.task} ends as “${ending.plans.get(open.task) ?? "nothing"}” (${ending.reasons.get(open.task) ?? ""}) and not as “${open.end}”, whatever people do`;
}

export function sayCut({ event, call, what, cut }: CutAt): string {
  return `event ${String(event)}, call ${String(call)} ${sayCutHow(cut, what)}`;
}

export async function tellFailure({ story, cuts, why, script }: SweepFailure): Promise<string> {
  const ends = CANONICAL.find(({ name }) => name === story)?.ends ?? { effects: 0, plans: {} };
  const { diary } = await run(script, ends, { diary: true });
  return `\n${story}\n${cuts.map((each, at) => `${at === 0 ? "cut at" : "then at"} ${sayCut(each)}`).join("\n")}\n${why}\n${diary.join("\n")}\n${JSON.stringify(script)}\n`;
}

export { CANONICAL, play };
