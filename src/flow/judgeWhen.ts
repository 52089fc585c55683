/** The faults of the conditions under which a step is done. */
import { sayNear } from "../kit/nearest";
import { optionsOf, type Flow, type When } from "./flow";
import { isSameAnswer } from "./said";
import { sayNoInput, sayNoOption, sayUnasked } from "./sayAbsent";

/** A sentence; null where the test can be made. */
export function whenFault(test: When, at: number, flow: Flow): string | null {
  const inputs = Object.keys(flow.inputs);
  const before = flow.steps.slice(0, at).filter(({ ask }) => ask !== undefined);
  if ("every" in test) {
    const names = [...inputs, ...before.map(({ step }) => step)];
    return typeof test.every === "number" || names.includes(test.every)
      ? null
      : `No input, and no question of a step before this one, is called “${test.every}”.${sayNear(test.every, names)}`;
  }
  if ("input" in test) return inputs.includes(test.input) ? null : sayNoInput(test.input, flow);
  const asked = before.find(({ step }) => step === test.answer);
  return asked === undefined ? sayUnasked(test.answer, at, flow) : oddWord(test, test.answer, asked.options);
}

/** A sentence where the test can never hold, or always does; null otherwise. A flow that runs already goes on so. */
export function optionFault(test: When, at: number, { inputs, steps }: Flow): string | null {
  if ("input" in test) {
    const input = inputs[test.input];
    if (input?.kind !== "choice" || (input.default === "" && wordOf(test) === "")) return null;
    return oddWord(test, test.input, input.options);
  }
  const asked = "answer" in test ? steps.slice(0, at).find(({ step }) => step === test.answer) : undefined;
  return "answer" in test && asked?.options.length === 0
    ? oddWord(test, test.answer, optionsOf(asked))
    : null;
}

/** A question without options takes any words. */
function oddWord(test: When, of: string, options: readonly string[]): string | null {
  const wanted = wordOf(test);
  return wanted === null || options.length === 0 || options.some((each) => isSameAnswer(each, wanted))
    ? null
    : sayNoOption(wanted, of, options);
}

/** The answer that a test compares with; null for one that counts tasks. */
function wordOf(test: When): string | null {
  if ("every" in test) return null;
  return "is" in test ? test.is : test.is_not;
}
