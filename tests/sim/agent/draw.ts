/** Draws the events of a vault in which an agent works, by dice of its own. */
import { createDice, type Dice } from "../dice";
import type { Amid, Event, Interruption, Script, ServerMode } from "../script";
import { AGENT_DEEDS, CALL_DEEDS, FLOW_DEEDS, LETTER_DEEDS, type AgentDeed } from "./deeds";
import { MOODS } from "./says";
import { AGENT_STORIES, LOOKS, OUTSIDE, PROGRAMS } from "./vault";

/** Which part of all seeds has one: a run with an agent takes as long as five others. */
const SHARE = 0.025;
const FLOW_SHARE = 0.005;
const PROGRAM_SHARE = 0.002;
const OWN_DICE = -7e9;

export function agentStoryOf(seed: number): string | null {
  const dice = createDice(OWN_DICE - seed);
  if (createDice(OWN_DICE - seed - 6e9).chance(PROGRAM_SHARE)) return PROGRAMS;
  const flows = createDice(OWN_DICE - seed - 5e9);
  if (flows.chance(FLOW_SHARE)) return flows.chance(0.7) ? "flow" : LOOKS;
  return dice.chance(SHARE) ? dice.pick(["study", "two-studies"]) : null;
}

const deed = (dice: Dice, on: string): Interruption => ({
  do: "deed",
  on,
  deed: { kind: "agent", how: dice.pick(AGENT_DEEDS), pick: dice.int(3) },
});
const mood = (dice: Dice): Interruption => ({ do: "model", mood: dice.pick(MOODS) });

/** Where what happens amid a run is to fall, and what people do there more often than not. */
const MARKS: readonly { readonly after: string; readonly hows: readonly AgentDeed[] }[] = [
  { after: "ask model", hows: ["tick", "words", "off", "notes-edit", "notes-cut", "file-mine", "tell"] },
  { after: "ask model", hows: ["file-edit", "file-delete", "file-copy", "offers", "notes-forge"] },
  { after: "create Work/", hows: ["file-edit", "file-edit", "file-delete", "file-mine", "words"] },
  { after: "change Work/", hows: ["file-edit", "file-mine", "tick", "words", "notes-edit", "notes-cut"] },
  { after: "change Plans/", hows: ["words", "untick", "again", "off"] },
  { after: "change Plans/", hows: ["agree", "agree-late", "agree-late", "undo"] },
  { after: "change Money/", hows: ["offers", "words", "tick", "undo"] },
];

/** The same, where an agent may call tools of servers. */
const MARKS_OUTSIDE: typeof MARKS = [
  ...MARKS,
  { after: "append told", hows: ["take-back", "notes-cut", "notes-edit", "off"] },
  {
    after: "call web",
    hows: ["take-back", "off", "tick", "words", "notes-cut", "notes-edit", "notes-delete"],
  },
  { after: "call web", hows: ["notes-cut", "notes-double", "words"] },
  { after: "look web", hows: ["take-back", "off", "words", "notes-cut"] },
];
/** The same, where programs run. */
const MARKS_PROGRAMS: typeof MARKS = [
  ...MARKS,
  { after: "run program", hows: ["off", "tick", "words", "notes-cut", "notes-edit", "notes-delete"] },
  { after: "run program", hows: ["copy-edit", "copy-delete", "file-edit", "file-mine", "again"] },
  { after: "program ends", hows: ["off", "tick", "words", "notes-cut", "copy-edit"] },
  { after: "append told", hows: ["notes-cut", "off", "copy-edit"] },
];
const MODES: readonly ServerMode[] = [
  "ok",
  "ok",
  "garbage",
  "garbage",
  "error-after",
  "says-failed-after",
  "refused",
  "lost-after",
  "lost-before",
  "late",
  "down",
  "gone",
  "changed",
];

/** Between what says that a call begins and what says how it ended. */
function cutAtACall(dice: Dice, event: Event): Event {
  const after = dice.pick(["append told", "call web"]);
  return event.do === "settle" || event.do === "wait"
    ? { ...event, amid: [{ at: dice.int(3), after, then: cut(dice) }] }
    : event;
}

/** Events where an agent asks whether it may call a tool: a person says a word, and its server does what servers do. */
function asks(dice: Dice, on: string, goOn: () => Event): readonly Event[] {
  const word = (): Event => ({
    do: "deed",
    on,
    deed: { kind: "agent", how: dice.pick(CALL_DEEDS), pick: dice.int(2) },
  });
  return [
    ...(dice.chance(0.4) ? [{ do: "server", server: "web", mode: dice.pick(MODES) } as const] : []),
    ...(dice.chance(0.5) ? [{ do: "model", mood: "reaching" } as const] : []),
    goOn(),
    word(),
    ...(dice.chance(0.3) ? [deed(dice, on)] : []),
    ...(dice.chance(0.5)
      ? [
          cutAtACall(dice, goOn()),
          ...(dice.chance(0.5)
            ? [{ do: "deed", on, deed: { kind: "agent", how: "notes-cut", pick: dice.int(2) } } as const]
            : []),
        ]
      : []),
    goOn(),
    ...(dice.chance(0.3) ? [word(), goOn()] : []),
  ];
}

/** A person lets the programs run, or not, and what comes of it; the machine is cut at them. */
function allows(dice: Dice, on: string, goOn: () => Event): readonly Event[] {
  const word = (kind: "allow" | "forbid"): Event => ({ do: "command", on, command: { kind } });
  const cutAt = (event: Event): Event =>
    event.do === "settle" || event.do === "wait"
      ? {
          ...event,
          amid: [{ at: dice.int(3), after: dice.pick(["run program", "program ends"]), then: cut(dice) }],
        }
      : event;
  return [
    ...(dice.chance(0.15) ? [goOn()] : []),
    ...(dice.chance(0.85) ? [word("allow")] : []),
    dice.chance(0.4) ? cutAt(goOn()) : goOn(),
    ...(dice.chance(0.15) ? [word("forbid"), goOn(), ...(dice.chance(0.5) ? [word("allow")] : [])] : []),
  ];
}

function amid(dice: Dice, on: string, marks = MARKS): Amid {
  const { after, hows } = dice.pick(marks);
  const at = dice.int(dice.pick([3, 30, 90, 200]));
  const typical = (): Interruption => ({
    do: "deed",
    on,
    deed: { kind: "agent", how: dice.pick(hows), pick: dice.int(3) },
  });
  const make = dice.pick([typical, typical, typical, deed, mood, pause, cut, cut] as const);
  return { at, after, then: make(dice, on) };
}
const pause = (_dice: Dice, on: string): Interruption => ({ do: "deed", on, deed: { kind: "pause" } });
const cut = (dice: Dice): Amid["then"] => ({
  do: "cut",
  how: dice.pick(["before", "after", "after", "torn", "refuse"] as const),
  power: dice.chance(0.5),
  chance: dice.int(1e9),
});

/** Adds a model, and what happens to its agent, to what was drawn. */
export function withAgent(script: Script, seed: number): Script {
  if (!Object.hasOwn(AGENT_STORIES, script.story)) return script;
  const dice = createDice(OWN_DICE - seed - 1e9);
  const on = script.devices[0]?.name ?? "a";
  const isApp = script.devices[0]?.door === "app";
  const { begun, ...rest } = script;
  const goOn = (): Event => (isApp ? { do: "wait", ms: 30_000 } : { do: "settle", on });
  const someone = (): string => (dice.chance(0.8) ? on : dice.pick(script.devices).name);
  // A flow gets far only where a person mostly answers.
  const isByFlow = ["flow", LOOKS, PROGRAMS].includes(script.story);
  const isCalm = isByFlow && dice.chance(0.7);
  const drawn = isCalm
    ? script.events.filter(({ do: what }) => ["settle", "wait", "open", "sync"].includes(what))
    : script.events;
  const events: Event[] = [...(begun === true && !isApp ? [goOn()] : []), ...drawn];
  for (let n = isCalm ? dice.int(2) : 2 + dice.int(5); n > 0; n -= 1) {
    const at = 1 + dice.int(events.length);
    const what = dice.chance(0.2) ? mood(dice) : deed(dice, someone());
    events.splice(at, 0, what, ...(dice.chance(0.6) ? [goOn()] : []));
  }
  if (script.story === "letters")
    for (let n = 1 + dice.int(3); n > 0; n -= 1) {
      const how = (hows: readonly AgentDeed[]): Event => ({
        do: "deed",
        on,
        deed: { kind: "agent", how: dice.pick(hows), pick: dice.int(3) },
      });
      events.push(goOn(), how(["say-why"]), goOn(), ...(dice.chance(0.6) ? [how(LETTER_DEEDS), goOn()] : []));
    }
  if (isByFlow && dice.chance(script.story === PROGRAMS ? 0.2 : 0.7))
    events.unshift({ do: "model", mood: "able" });
  if (isByFlow)
    for (let n = 6 + dice.int(10); n > 0; n -= 1) {
      const how = dice.pick(
        dice.chance(0.8) ? (["option", "option", "again", "agree"] as const) : FLOW_DEEDS,
      );
      events.push(goOn(), {
        do: "deed",
        on,
        deed: { kind: "agent", how, pick: dice.pick([0, 0, 0, 1, 2, 3]) },
      });
    }
  if (script.story === OUTSIDE && dice.chance(0.6)) events.unshift({ do: "model", mood: "reaching" });
  if (script.story === OUTSIDE)
    for (let n = 2 + dice.int(4); n > 0; n -= 1) events.push(...asks(dice, on, goOn));
  if (script.story === PROGRAMS) events.splice(isApp ? 2 : 0, 0, ...allows(dice, on, goOn));
  const marks = script.story === OUTSIDE ? MARKS_OUTSIDE : script.story === PROGRAMS ? MARKS_PROGRAMS : MARKS;
  if (isCalm) events.splice(3 + dice.int(5), 0, { do: "deed", on, deed: { kind: "approve-all" } });
  if (dice.chance(0.5)) events.push({ do: "deed", on, deed: { kind: "approve-all" } }, goOn());
  return {
    ...rest,
    model: dice.int(1e9),
    events: events.map((event) =>
      (event.do === "settle" || event.do === "wait" || event.do === "open") && dice.chance(0.7)
        ? { ...event, amid: [...(event.amid ?? []), amid(dice, on, marks), amid(dice, on, marks)] }
        : event,
    ),
  };
}
