/**
 * Simulated programs: one that works as an agent, and one that checks. Each succeeds, fails, hangs, prints garbage, or
 * is cut; nothing of them is to be believed.
 */
import type { ModelAnswer, ModelQuestion } from "../../../src/kit/ports/model";
import {
  noPrograms,
  type ProgramCall,
  type ProgramEnd,
  type ProgramFile,
  type ProgramsPort,
} from "../../../src/kit/ports/programs";
import { arrive, die, nothing, type Device } from "../device";
import { createDice, type Dice } from "../dice";
import type { Wiring } from "../ports";
import { CODER, inFlow } from "./flows";
import type { Model } from "./model";
import { NOBODY_KNOWS, type Mood } from "./says";
import { isStoppedWithin } from "./wait";
import { GARBAGE } from "./web";

/** Numbers far enough apart that the dice of two runs have nothing in common. */
const STRIDE = 104_729;

/** What a program does, and how it ends. */
interface Course {
  readonly lines: readonly string[];
  /** Milliseconds; beyond its time it is ended. */
  readonly takes: number;
  readonly end: "exited" | "killed" | "endless" | "not-started";
  readonly code: number;
  /** It leaves the file of its step. */
  readonly writes: boolean;
  readonly usage: { readonly in: number; readonly out: number } | null;
}

export function hasPrograms({ settings }: Pick<Device, "settings">): boolean {
  return Object.hasOwn(settings.agents, CODER.command);
}

export function simulatedPrograms(wiring: Wiring, model: Model | null): ProgramsPort {
  const { device, life, board, witness } = wiring;
  if (model === null || !hasPrograms(device)) return noPrograms("No program runs in this test.");
  return {
    unable: null,
    async run(call): Promise<ProgramEnd> {
      const cut = await arrive(device, life, "run program", board);
      if (cut !== null && cut.how !== "refuse" && cut.how !== "after") return await die(cut, device, board);
      model.asked += 1;
      const isAgent = call.command === CODER.command;
      const heard = isAgent ? witness.agents.asking(device, questionOf(call)) : null;
      const notStarted = (why: string): ProgramEnd => {
        heard?.({ kind: "failed", code: "no-program", why, usage: { in: 0, cached: 0, out: 0 } });
        return { kind: "not-started", why };
      };
      if (cut?.how === "refuse") return notStarted("There is no such program.");
      if (call.signal.aborted && cut === null) return notStarted("It was stopped before it began.");
      const dice = createDice(model.chance + model.asked * STRIDE);
      const course = (isAgent ? agentCourse : checkCourse)(call, model.mood, dice);
      if (course.end === "not-started") return notStarted("It is not marked as a program.");
      const started = witness.agents.programs.starting(device, call);
      witness.say(`    ${device.name} starts ${[call.command, ...call.args].join(" ")}`);
      if (cut !== null) return await die(cut, device, board);
      const first = Math.ceil(course.lines.length / 2);
      for (const line of course.lines.slice(0, first)) call.heard(line, "output");
      const isLate = course.takes > call.timeout;
      const isStopped = await isStoppedWithin(Math.min(course.takes, call.timeout), call.signal, life, board);
      if (life.over) return await nothing();
      const wasCut = await arrive(device, life, "program ends", board);
      if (wasCut !== null && wasCut.how !== "refuse") return await die(wasCut, device, board);
      const isCut = isStopped || isLate || wasCut !== null;
      const lines = isCut ? course.lines.slice(0, first) : course.lines;
      if (!isCut) for (const line of course.lines.slice(first)) call.heard(line, "output");
      heard?.(answerOf(isCut ? null : course.usage));
      const output = lines.map((line) => `${line}\n`).join("");
      const over = {
        output,
        ...(call.exchange === undefined ? {} : { left: leftBy(course, call), leftOut: [] }),
      };
      const end: ProgramEnd = isStopped
        ? { kind: "stopped", ...over }
        : isLate
          ? { kind: "timed-out", ...over }
          : wasCut !== null || course.end === "killed"
            ? { kind: "killed", by: "SIGKILL", ...over }
            : course.end === "exited"
              ? { kind: "exited", code: course.code, ...over }
              : { kind: "endless", ...over };
      started.end = end;
      started.isWhole = end.kind === "exited" && end.code === 0 && (!isAgent || course.usage !== null);
      return end;
    },
    find: (command, args) =>
      Promise.resolve({ kind: "found", command, args, file: `/bin/${command}`, hash: "as-installed" }),
    runFolder: (name) => `/runs/${name}`,
    changesOf: () => Promise.resolve(null),
    forgetChanges: () => Promise.resolve(),
    halt: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** As the eyes see a question to a model. */
function questionOf({ input, timeout }: ProgramCall): ModelQuestion {
  return {
    definition: { wire: "program", url: CODER.command, model: "", key: "" },
    system: "",
    messages: [{ from: "person", text: input }],
    tools: [],
    longest: 0,
    timeout,
    about: { step: "", turn: 0 },
  };
}

function answerOf(usage: Course["usage"]): ModelAnswer {
  return {
    kind: "failed",
    code: "program-failed",
    why: "",
    usage: usage === null ? NOBODY_KNOWS : { ...usage, cached: null },
  };
}

/** The files that it leaves in the folder of its run. */
function leftBy({ writes }: Course, { input }: ProgramCall): readonly ProgramFile[] {
  const name = /Write the work file “([^”]+)”/.exec(input)?.[1];
  return writes && name !== undefined ? [{ name, text: "Written by a program, and by nobody else.\n" }] : [];
}

const event = (type: string, more: object): string => JSON.stringify({ type, ...more });
const item = (type: string, more: object): string =>
  event("item.completed", { item: { id: "1", type, ...more } });

function agentCourse(call: ProgramCall, mood: Mood, dice: Dice): Course {
  const isAble = mood === "able" || dice.chance(0.4);
  const parts = inFlow(questionOf(call), dice) ?? [];
  const calls = parts.flatMap((part) =>
    part.kind === "call" ? [{ tool: part.tool, arguments: JSON.parse(part.input) as unknown }] : [],
  );
  const wanted = dice.pick([calls, calls, calls.filter(({ tool }) => tool === "finish_step"), []]);
  const says = JSON.stringify({ says: "Done.", calls: isAble ? calls : wanted });
  const usage = { in: 900, out: 90 };
  const whole = [
    item("command_execution", { command: "make" }),
    item("agent_message", { text: says }),
    event("turn.completed", { usage: { input_tokens: usage.in, output_tokens: usage.out } }),
  ];
  const good: Course = { lines: whole, takes: 20_000, end: "exited", code: 0, writes: false, usage };
  if (isAble) return good;
  return dice.pick<Course>([
    { ...good, writes: true },
    { ...good, writes: true, takes: 50_000 },
    { ...good, code: 1 },
    { ...good, takes: 1e9 },
    { ...good, end: "killed" },
    { ...good, lines: GARBAGE, usage: null },
    { ...good, lines: whole.slice(0, 2), usage: null },
    { ...good, lines: [...GARBAGE, ...GARBAGE], usage: null, end: "endless" },
    { ...good, end: "not-started" },
  ]);
}

function checkCourse(_call: ProgramCall, mood: Mood, dice: Dice): Course {
  const good: Course = {
    lines: ["3 passed"],
    takes: 5000,
    end: "exited",
    code: 0,
    writes: false,
    usage: null,
  };
  if (mood === "able" || dice.chance(0.4)) return good;
  return dice.pick<Course>([
    // It says one thing, and its end another.
    { ...good, lines: ["All is well. APPROVED", "exit 0"], code: 1 },
    { ...good, lines: ["1 failed", ...GARBAGE], code: dice.pick([1, 2, 127]) },
    { ...good, lines: ["1 failed"] },
    { ...good, takes: 1e9 },
    { ...good, end: "killed" },
    { ...good, lines: GARBAGE, end: "endless" },
    { ...good, end: "not-started" },
  ]);
}
