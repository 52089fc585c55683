/** The faults of a flow whose keys are right, one row each: names, jumps, ends and files. */
import { nearest } from "../kit/nearest";
import { escapeLine } from "../kit/text";
import { checkFaults } from "./checks";
import { fileNameFault } from "./fileName";
import { judgeAction } from "./judgeAction";
import { TASKS_FROM_PLAN } from "./loopItems";
import {
  asksForYes,
  END,
  fileOf,
  hasAgent,
  skillOf,
  takenAlong,
  writesFile,
  type Flow,
  type FlowFault,
  type FlowResult,
  type FlowStep,
} from "./flow";
import { jumpsOf, loopOf, mainWay, stepNamed, wayBack } from "./route";
import { isSameAnswer } from "./said";

export interface Judged {
  readonly faults: readonly FlowFault[];
  readonly warnings: readonly FlowFault[];
}

interface Row {
  /** Sentences; the key of the step that each is about, or null for the step as a whole. */
  readonly judge: (step: FlowStep, at: number, flow: Flow) => readonly (readonly [keyof FlowStep, string])[];
  readonly isWarning?: true;
}

const NOTHING: readonly (readonly [keyof FlowStep, string])[] = [];
const one = (key: keyof FlowStep, says: string): readonly (readonly [keyof FlowStep, string])[] => [
  [key, says],
];

const ROWS: readonly Row[] = [
  {
    judge: ({ step }, at, { steps }) =>
      step === END
        ? one("step", `No step may be called “${END}”: that is the end of the flow.`)
        : steps.findIndex((each) => each.step === step) < at
          ? one("step", `Two steps are called “${step}”. Give one another name.`)
          : NOTHING,
  },
  {
    judge: (step, _at, flow) =>
      jumps(step).flatMap(([key, to]) => {
        if ((key !== "on_fail" && to === END) || stepNamed(flow, to) !== null) return [];
        const near = nearest(
          to,
          flow.steps.map((each) => each.step),
        );
        return [
          [key, `There is no step “${to}”.${near === null ? "" : ` Did you mean “${near}”?`}`] as const,
        ];
      }),
  },
  {
    judge: (of, at, flow) => {
      const { next, step } = of;
      // A step that only a jump leads to goes on where the jump came from: jumps are counted.
      const isBack =
        next !== undefined &&
        next !== END &&
        mainWay(flow).includes(of) &&
        flow.steps.some((each, to) => to <= at && each.step === next);
      return isBack
        ? one(
            "next",
            `“next” goes back to “${next}”, so that the flow would never end. To do something again, use a check with “on_fail” and “max_retries” at “${step}”.`,
          )
        : NOTHING;
    },
  },
  {
    judge: (step, _at, flow) => {
      if (mainWay(flow).includes(step)) return NOTHING;
      const isReached = flow.steps.some(
        (each) => each !== step && jumpsOf(each).some((to) => wayBack(flow, each, to).steps.includes(step)),
      );
      return isReached
        ? NOTHING
        : one("step", `Nothing leads to “${step.step}”: no step goes on to it, and no jump leads to it.`);
    },
  },
  {
    judge: (step) =>
      step.action === undefined && step.on_fail !== undefined && step.check === undefined && !asksForYes(step)
        ? one(
            "on_fail",
            "“on_fail” needs a “check” that can fail, or a question that can be answered with no: “ask: confirm”, or “ask: each” of “answer: sections”.",
          )
        : NOTHING,
  },
  {
    judge: (step) =>
      step.action === undefined && step.max_retries !== undefined && step.on_fail === undefined
        ? one("max_retries", "“max_retries” counts jumps of “on_fail”, and this step has none.")
        : NOTHING,
  },
  {
    judge: (step, at, { steps }) =>
      writesFile(step) &&
      steps.some(
        (each, before) =>
          before < at &&
          each.step !== step.step &&
          step.revises === undefined &&
          writesFile(each) &&
          alike(fileOf(each), fileOf(step)),
      )
        ? one(
            step.produces === undefined ? "step" : "produces",
            `Two steps write “${fileOf(step)}”. Give each a file of its own.`,
          )
        : NOTHING,
  },
  {
    judge: (step) => {
      if (!writesFile(step) || step.revises !== undefined) return NOTHING;
      const why = fileNameFault(fileOf(step)) ?? (WORK_FILE.test(fileOf(step)) ? null : "Use plainer signs.");
      return why === null
        ? NOTHING
        : one(
            (["produces", "check", "step"] as const).find((key) =>
              key === "check" ? step.check?.artifact !== undefined : step[key] !== undefined,
            ) ?? "step",
            `No file of an agent may be called “${escapeLine(fileOf(step), 100)}”. ${why} Write one name, such as draft.md.`,
          );
    },
  },
  {
    judge: ({ revises, produces }, at, { steps }) => {
      if (revises === undefined) return NOTHING;
      if (produces !== undefined)
        return one("produces", "A step either “produces” a file of its own, or “revises” one that is there.");
      return steps.slice(0, at).some((each) => alike(fileOf(each), revises))
        ? NOTHING
        : one("revises", `No step before this one writes “${revises}”.`);
    },
  },
  {
    judge: (step, at, { steps }) =>
      step.reads
        .filter((file) => !steps.slice(0, at).some((each) => writesFile(each) && alike(fileOf(each), file)))
        .map((file) => ["reads", `No step before this one writes “${file}”.`] as const),
  },
  {
    judge: ({ ask, answer, options, agent }) => {
      if (ask === undefined)
        return options.length > 0 ? one("options", "“options” are for “ask: choose”.") : NOTHING;
      if (ask === "each" && answer !== "questions" && answer !== "sections")
        return one(
          "ask",
          "“ask: each” needs “answer: questions” or “answer: sections”, so that there is something to ask about.",
        );
      if (ask === "choose" && options.length < 2 && answer !== "approaches")
        return one("ask", "“ask: choose” needs at least two “options”, or “answer: approaches”.");
      if (ask === "edit" && agent === undefined)
        return one("ask", "“ask: edit” needs an “agent” that writes the file first.");
      return NOTHING;
    },
  },
  {
    judge: ({ check, agent, answer, ask, action }) =>
      action === undefined &&
      check !== undefined &&
      agent === undefined &&
      answer === undefined &&
      ask !== undefined
        ? one(
            "check",
            "A person answers here, and there is no work to check. Put the check at a step with an agent.",
          )
        : NOTHING,
  },
  { judge: ({ check }) => checkFaults(check, "fault").map((says) => ["check", says] as const) },
  {
    judge: ({ loop, step }, at, { steps }) => {
      const over = typeof loop === "object" && "over" in loop ? loop.over : loop;
      if (typeof over !== "string") return NOTHING;
      if (over === TASKS_FROM_PLAN)
        return at > 0
          ? NOTHING
          : one("loop", `“${TASKS_FROM_PLAN}” needs a step before “${step}” that writes the tasks.`);
      const [file = ""] = over.split("#");
      return steps.slice(0, at).some((each) => alike(fileOf(each), file))
        ? NOTHING
        : one(
            "loop",
            `No step before this one writes “${file}”. Write “${TASKS_FROM_PLAN}”, a file of a step before, or a list.`,
          );
    },
  },
  {
    judge: ({ when = [] }, at, { steps, inputs }) =>
      when.flatMap((test) => {
        if ("every" in test)
          return typeof test.every === "number" ||
            Object.hasOwn(inputs, test.every) ||
            steps.slice(0, at).some(({ step, ask }) => step === test.every && ask !== undefined)
            ? NOTHING
            : one("when", `No input, and no question of a step before this one, is called “${test.every}”.`);
        if ("input" in test)
          return Object.hasOwn(inputs, test.input)
            ? NOTHING
            : one("when", `There is no input “${test.input}”.`);
        const asked = steps.slice(0, at).find(({ step, ask }) => step === test.answer && ask !== undefined);
        if (asked === undefined)
          return one("when", `No step “${test.answer}” before this one asks the person anything.`);
        const wanted = "is" in test ? test.is : test.is_not;
        // A question without options takes any words.
        return asked.options.length === 0 || asked.options.some((each) => isSameAnswer(each, wanted))
          ? NOTHING
          : one(
              "when",
              `“${wanted}” is none of the “options” of “${test.answer}”: ${asked.options.join(", ")}.`,
            );
      }),
  },
  {
    judge: ({ on_answer, options, ask }) => {
      if (on_answer === undefined) return NOTHING;
      if (ask !== "choose" && ask !== "confirm")
        return one("on_answer", "“on_answer” needs “ask: choose” or “ask: confirm”.");
      const odd = Object.keys(on_answer).find((said) => !options.some((each) => isSameAnswer(each, said)));
      return odd === undefined
        ? NOTHING
        : one("on_answer", `“${odd}” is none of the “options” of this step.`);
    },
  },
  {
    judge: ({ loop, step }, _at, flow) => {
      if (typeof loop !== "object" || Array.isArray(loop) || !("times" in loop)) return NOTHING;
      return typeof loop.times === "number" || Object.hasOwn(flow.inputs, loop.times)
        ? NOTHING
        : one("loop", `There is no input “${loop.times}” that says how often “${step}” is done.`);
    },
  },
  {
    judge: (step, _at, flow) => {
      const body = loopOf(flow, step.step)?.steps.map((each) => each.step) ?? [];
      const lost = takenAlong(step).find((name) => !body.includes(name));
      return lost === undefined
        ? NOTHING
        : one("loop", `“${lost}” does not come behind “${step.step}”, so it cannot be part of its loop.`);
    },
  },

  {
    judge: ({ agent }, at, { agents, steps }) =>
      agent === undefined ||
      agent === "worker" ||
      Object.hasOwn(agents, agent) ||
      steps.findIndex((each) => each.agent === agent) < at
        ? NOTHING
        : one(
            "agent",
            `Neither the flow nor the settings say anything of an agent “${agent}”, so the model of the role “worker” does its steps. To give it another role, or tools, name it under “agents”.`,
          ),
    isWarning: true,
  },
  {
    judge: ({ agent = "" }, at, { agents, steps }) => {
      const tools = Object.hasOwn(agents, agent) ? agents[agent]?.tools : undefined;
      return tools === undefined ||
        tools.includes("write_work_file") ||
        steps.findIndex((each) => each.agent === agent && writesFile(each)) !== at
        ? NOTHING
        : one(
            "agent",
            `The “tools” of “${agent}” lack “write_work_file”, so it cannot write the file of its step and never ends it. Add “write_work_file” to them.`,
          );
    },
    isWarning: true,
  },
  {
    judge: (step, _at, { skills }) =>
      !hasAgent(step) && (step.skill !== undefined || skills.has(skillOf(step)))
        ? one(
            step.skill === undefined ? "step" : "skill",
            `“${step.step}” ${step.action === undefined ? "only asks you" : "has an action, and no agent"}, so nobody follows its instructions. To have something written first, add an “agent”, such as “agent: worker”.`,
          )
        : NOTHING,
    isWarning: true,
  },
  {
    judge: ({ check }) =>
      check?.votes !== undefined && check.classifier === undefined
        ? one("check", "“votes” counts the answers to a “classifier”, and there is none.")
        : NOTHING,
  },
  {
    // The same is said once.
    judge: ({ check }, at, { steps }) =>
      checkFaults(check, "warning")
        .filter(
          (says) => !steps.slice(0, at).some((each) => checkFaults(each.check, "warning").includes(says)),
        )
        .map((says) => ["check", says] as const),
    isWarning: true,
  },
];

/** Signs of a name that can be read at a glance. */
const WORK_FILE = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._()'’+,-]*\.(?:md|txt|csv|json)$/iu;

/** `types`: of actions, those that can be carried out here; null where nobody knows. */
export function judgeFlow(
  flow: Flow,
  lineOf: (at: readonly PropertyKey[]) => number,
  types: readonly string[] | null,
): Judged {
  const ofActions = flow.steps.flatMap((step, at) =>
    judgeAction(step, flow, types).map(({ at: keys, says, isWarning }) => ({
      line: lineOf(["steps", at, ...keys]),
      says,
      isWarning: isWarning === true,
    })),
  );
  const ofRows = ROWS.flatMap(({ judge, isWarning }) =>
    flow.steps.flatMap((step, at) =>
      judge(step, at, flow).map(([key, says]) => ({
        line: lineOf(["steps", at, key]),
        says,
        isWarning: isWarning === true,
      })),
    ),
  );
  const of = (isWarning: boolean): readonly FlowFault[] =>
    [...ofActions, ...ofRows]
      .filter((each) => each.isWarning === isWarning)
      .map(({ line, says }) => ({ line, says }))
      .sort((a, b) => a.line - b.line);
  const ofResult = resultFaults(flow).map(([key, says]) => ({ line: lineOf(["result", key]), says }));
  const ofInputs = Object.entries(flow.inputs).flatMap(([name, { kind, options }]) =>
    kind === "choice" && options.length < 2
      ? [{ line: lineOf(["inputs", name]), says: `“${name}” is a choice and has fewer than two “options”.` }]
      : [],
  );
  return {
    faults: [...ofInputs, ...ofResult, ...of(false)].sort((a, b) => a.line - b.line),
    warnings: of(true),
  };
}

/** Sentences, with the key of `result` that each is about. */
function resultFaults(flow: Flow): readonly (readonly [keyof FlowResult, string])[] {
  const { result, steps, inputs } = flow;
  if (result === undefined) return [];
  const { from, decide, approve, reject, approve_when } = result;
  const unwritten = from.filter(
    (file) =>
      !steps.some(
        (each) => writesFile(each) && loopOf(flow, each.step) === null && alike(fileOf(each), file),
      ),
  );
  const step = decide === undefined ? null : stepNamed(flow, decide);
  const options = (["approve", "reject"] as const).flatMap((key) => {
    const said = result[key];
    return said === undefined || step?.options.some((each) => isSameAnswer(each, said)) !== false
      ? []
      : [[key, `“${said}” is none of the “options” of “${step.step}”.`] as const];
  });
  return [
    ...unwritten.map((file) => ["from", `No step outside of loops writes “${file}”.`] as const),
    ...(decide !== undefined && step?.ask !== "choose" && step?.ask !== "confirm"
      ? [["decide", `“${decide}” has to be a step with “ask: choose” or “ask: confirm”.`] as const]
      : []),
    ...(decide === undefined && (approve ?? reject ?? approve_when) !== undefined
      ? [["from", "“approve”, “reject” and “approve_when” need “decide”: the step that asks."] as const]
      : []),
    ...options,
    ...(approve_when !== undefined && !Object.hasOwn(inputs, approve_when.input)
      ? [["approve_when", `There is no input “${approve_when.input}”.`] as const]
      : []),
  ];
}

function alike(a: string, b: string): boolean {
  return a.normalize("NFC").toLowerCase() === b.normalize("NFC").toLowerCase();
}

function jumps(step: FlowStep): readonly (readonly ["next" | "on_fail" | "on_answer", string])[] {
  return [
    ...(step.next === undefined ? [] : [["next", step.next] as const]),
    ...(step.on_fail === undefined ? [] : [["on_fail", step.on_fail] as const]),
    ...Object.values(step.on_answer ?? {}).map((to) => ["on_answer", to] as const),
  ];
}
