/** The faults of a flow whose keys are right, one row each: names, jumps, ends and files. */
import { sayNear } from "../kit/nearest";
import { escapeLine } from "../kit/text";
import { checkFaults } from "./checks";
import { fileNameFault } from "./fileName";
import { judgeAction } from "./judgeAction";
import { optionFault, whenFault } from "./judgeWhen";
import { TASKS_FROM_PLAN } from "./loopItems";
import {
  asksForYes,
  END,
  fileOf,
  hasAgent,
  holdsNotes,
  skillOf,
  optionsOf,
  takenAlong,
  writesFile,
  type Flow,
  type FlowFault,
  type FlowStep,
} from "./flow";
import { after, jumpsOf, loopOf, mainWay, stepNamed, wayBack } from "./route";
import { isSameAnswer } from "./said";
import { isSameFile, sayNoInput, sayNoOption, sayNoStep, sayUnread, sayUnwritten } from "./sayAbsent";

export interface Judged {
  readonly faults: readonly FlowFault[];
  readonly warnings: readonly FlowFault[];
}

/** A key of the step, a sentence about it, and where the key holds several values, the one that it is about. */
type Said = readonly [key: keyof FlowStep, says: string, under?: string | number];

interface Row {
  readonly judge: (step: FlowStep, at: number, flow: Flow) => readonly Said[];
  readonly isWarning?: true;
  /** A plan that runs already goes on with what it has. */
  readonly atStart?: true;
}

const NOTHING: readonly Said[] = [];
const one = (...said: Said): readonly Said[] => [said];

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
      jumps(step).flatMap(([key, to, under]): readonly Said[] => {
        if ((key !== "on_fail" && to === END) || stepNamed(flow, to) !== null) return [];
        const says =
          to === END
            ? `“on_fail” goes back to a step, and “${END}” is none. To end the flow, name “${END}” under “on_answer”.`
            : sayNoStep(to, flow);
        return one(key, says, under);
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
    judge: (step, at, flow) =>
      goesInCircle(step, flow) && flow.steps.findIndex((each) => each.step === step.next) <= at
        ? one(
            "next",
            `“next” goes back to “${step.next ?? ""}”, and no way leads on from there. Name a step that goes on, or “${END}”.`,
          )
        : NOTHING,
    atStart: true,
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
          isSameFile(fileOf(each), fileOf(step)),
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
    judge: ({ revises, produces }, at, flow) => {
      if (revises === undefined) return NOTHING;
      if (produces !== undefined)
        return one("produces", "A step either “produces” a file of its own, or “revises” one that is there.");
      return flow.steps.slice(0, at).some((each) => isSameFile(fileOf(each), revises))
        ? NOTHING
        : one("revises", sayUnwritten(revises, at, flow));
    },
  },
  {
    judge: (step, at, flow) =>
      step.reads.flatMap((file, n) =>
        holdsNotes(flow, file) ||
        flow.steps.slice(0, at).some((each) => writesFile(each) && isSameFile(fileOf(each), file))
          ? NOTHING
          : one("reads", sayUnread(file, at, flow), n),
      ),
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
  { judge: ({ check }) => checkFaults(check, "fault").map(([key, says]) => ["check", says, key]) },
  {
    judge: ({ loop, step }, at, flow) => {
      const over = typeof loop === "object" && "over" in loop ? loop.over : loop;
      if (typeof over !== "string") return NOTHING;
      if (over === TASKS_FROM_PLAN)
        return at > 0
          ? NOTHING
          : one("loop", `“${TASKS_FROM_PLAN}” needs a step before “${step}” that writes the tasks.`);
      const [file = ""] = over.split("#");
      return flow.steps.slice(0, at).some((each) => isSameFile(fileOf(each), file))
        ? NOTHING
        : one(
            "loop",
            `${sayUnwritten(file, at, flow)}${sayNear(file, [TASKS_FROM_PLAN]) || ` Write “${TASKS_FROM_PLAN}”, a file of a step before, or a list.`}`,
          );
    },
  },
  {
    judge: ({ when = [] }, at, flow) =>
      when.flatMap((test, n) => {
        const says = whenFault(test, at, flow);
        return says === null ? NOTHING : one("when", says, n);
      }),
  },
  {
    judge: ({ when = [] }, at, flow) =>
      when.flatMap((test, n) => {
        const says = optionFault(test, at, flow);
        return says === null ? NOTHING : one("when", says, n);
      }),
    atStart: true,
  },
  {
    judge: (step) => {
      const { on_answer, ask } = step;
      if (on_answer === undefined) return NOTHING;
      if (ask !== "choose" && ask !== "confirm")
        return one("on_answer", "“on_answer” needs “ask: choose” or “ask: confirm”.");
      const options = optionsOf(step);
      const odd = Object.keys(on_answer).find((said) => !options.some((each) => isSameAnswer(each, said)));
      return odd === undefined ? NOTHING : one("on_answer", sayNoOption(odd, step.step, options), odd);
    },
  },
  {
    judge: ({ loop, step }, _at, flow) => {
      if (typeof loop !== "object" || Array.isArray(loop) || !("times" in loop)) return NOTHING;
      return typeof loop.times === "number" || Object.hasOwn(flow.inputs, loop.times)
        ? NOTHING
        : one(
            "loop",
            `There is no input “${loop.times}” that says how often “${step}” is done.${sayNear(loop.times, Object.keys(flow.inputs))}`,
          );
    },
  },
  {
    judge: (step, _at, flow) => {
      const body = loopOf(flow, step.step)?.steps.map((each) => each.step) ?? [];
      const lost = takenAlong(step).find((name) => !body.includes(name));
      return lost === undefined
        ? NOTHING
        : one(
            "loop",
            stepNamed(flow, lost) === null
              ? sayNoStep(lost, flow)
              : `“${lost}” does not come behind “${step.step}”, so it cannot be part of its loop.`,
          );
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
            `Neither the flow nor the settings say anything of an agent “${agent}”, so the model of the role “worker” does its steps. To give it another role, or tools, name it under “agents”.${sayNear(agent, ["worker", ...Object.keys(agents)])}`,
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
    judge: ({ check: { min_words: least = 0, max_words: most = Infinity } = {} }) =>
      least > most
        ? one("check", "“min_words” is more than “max_words”, so no file can have both. Change one of them.")
        : NOTHING,
    atStart: true,
  },
  {
    judge: ({ ask, action, question }) =>
      question !== undefined && ask === undefined && action === undefined
        ? one(
            "question",
            "Nobody is asked this, because the step has no “ask”. Add one, such as “ask: confirm”.",
          )
        : NOTHING,
    isWarning: true,
  },
  {
    judge: ({ ask, options }) =>
      options.length > 0 && ask !== undefined && ask !== "choose" && ask !== "confirm"
        ? one("options", `“ask: ${ask}” shows no “options”. Write “ask: choose”, or take them away.`)
        : NOTHING,
    isWarning: true,
  },
  {
    judge: ({ when = [], step }, _at, flow) =>
      when.some((test) => "every" in test) && loopOf(flow, step) === null
        ? one("when", "“every” counts the tasks of a loop, and this step is in none, so it is always done.")
        : NOTHING,
    isWarning: true,
  },
  {
    // The same is said once.
    judge: ({ check }, at, { steps }) =>
      checkFaults(check, "warning")
        .filter(
          ([, says]) =>
            !steps
              .slice(0, at)
              .some((each) => checkFaults(each.check, "warning").some(([, before]) => before === says)),
        )
        .map(([key, says]) => ["check", says, key]),
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
    judgeAction(step, flow, types).map(({ at: keys, ...each }) => ({ ...each, at: ["steps", at, ...keys] })),
  );
  const isStart = types !== null;
  const ofRows = ROWS.filter(({ atStart }) => isStart || atStart !== true).flatMap(({ judge, isWarning }) =>
    flow.steps.flatMap((step, n) =>
      judge(step, n, flow).map(([key, says, under]) => ({
        at: ["steps", n, key, ...(under === undefined ? [] : [under])],
        says,
        isWarning,
      })),
    ),
  );
  const all = [...inputFaults(flow, isStart), ...resultFaults(flow), ...ofActions, ...ofRows]
    .map(({ at, says, isWarning }) => ({ line: lineOf(at), says, isWarning }))
    .sort((a, b) => a.line - b.line);
  const of = (isWanted: boolean): readonly FlowFault[] =>
    all
      .filter(({ isWarning }) => (isWarning === true) === isWanted)
      .map(({ line, says }) => ({ line, says }));
  return { faults: of(false), warnings: of(true) };
}

/** A sentence, with the keys that lead to what it is about. */
interface Found {
  readonly at: readonly (string | number)[];
  readonly says: string;
  readonly isWarning?: true;
}

function inputFaults({ inputs }: Flow, isStart: boolean): readonly Found[] {
  return Object.entries(inputs).flatMap(
    ([name, { kind, options, default: usual = "" }]): readonly Found[] => {
      if (kind !== "choice")
        return options.length === 0
          ? []
          : [
              {
                at: ["inputs", name, "options"],
                says: `The “options” of “${name}” are not shown. Write “kind: choice”, or take them away.`,
                isWarning: true,
              },
            ];
      if (options.length < 2)
        return [{ at: ["inputs", name], says: `“${name}” is a choice and has fewer than two “options”.` }];
      return usual === "" || options.includes(usual) || !isStart
        ? []
        : [{ at: ["inputs", name, "default"], says: sayNoOption(usual, name, options) }];
    },
  );
}

function resultFaults(flow: Flow): readonly Found[] {
  const { result, steps, inputs } = flow;
  if (result === undefined) return [];
  const { from, decide, approve, reject, approve_when } = result;
  const kept = steps
    .filter((each) => writesFile(each) && loopOf(flow, each.step) === null)
    .map((each) => fileOf(each));
  const step = decide === undefined ? null : stepNamed(flow, decide);
  const fault = (at: Found["at"], says: string): readonly Found[] => [{ at: ["result", ...at], says }];
  return [
    ...from.flatMap((file, n) =>
      kept.some((each) => isSameFile(each, file))
        ? []
        : fault(["from", n], `No step outside of loops writes “${file}”.${sayNear(file, kept)}`),
    ),
    ...(decide !== undefined && step?.ask !== "choose" && step?.ask !== "confirm"
      ? fault(
          ["decide"],
          step === null
            ? sayNoStep(decide, flow)
            : `“${decide}” has to be a step with “ask: choose” or “ask: confirm”.`,
        )
      : []),
    ...(decide === undefined && (approve ?? reject ?? approve_when) !== undefined
      ? fault(["from"], "“approve”, “reject” and “approve_when” need “decide”: the step that asks.")
      : []),
    ...(["approve", "reject"] as const).flatMap((key) => {
      const said = result[key];
      return said === undefined || step === null || optionsOf(step).some((each) => isSameAnswer(each, said))
        ? []
        : fault([key], sayNoOption(said, step.step, optionsOf(step)));
    }),
    ...(approve_when !== undefined && !Object.hasOwn(inputs, approve_when.input)
      ? fault(["approve_when"], sayNoInput(approve_when.input, flow))
      : []),
  ];
}

/** Whether the steps that it goes on to come back to it. No step of the main way does. */
function goesInCircle(step: FlowStep, flow: Flow): boolean {
  const seen = new Set<FlowStep>();
  for (let each = after(flow, step); each !== null && !seen.has(each); each = after(flow, each)) {
    if (each === step) return !mainWay(flow).includes(step);
    seen.add(each);
  }
  return false;
}

function jumps(
  step: FlowStep,
): readonly (readonly [key: "next" | "on_fail" | "on_answer", to: string, under?: string])[] {
  return [
    ...(step.next === undefined ? [] : [["next", step.next] as const]),
    ...(step.on_fail === undefined ? [] : [["on_fail", step.on_fail] as const]),
    ...Object.entries(step.on_answer ?? {}).map(([said, to]) => ["on_answer", to, said] as const),
  ];
}
