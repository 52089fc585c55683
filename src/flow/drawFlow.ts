/**
 * A flow as a picture in Mermaid, with the steps that its plan has done and the one it is at. Words of people are data:
 * nothing in them ends a label or begins another line.
 */
import type { Plan } from "../note/plan/plan";
import { END, titleOf, type Flow } from "./flow";
import { readLineId } from "./lineId";
import { after, mainWay } from "./route";

/** Not “end”, which is a keyword of Mermaid. */
const LAST = "finish";

/** `steps`: of the plan; empty for a flow by itself. */
export function drawFlow(flow: Flow, steps: Plan["steps"] = []): string {
  const nameOf = (step: string): string =>
    step === END ? LAST : `s${String(flow.steps.findIndex((each) => each.step === step))}`;
  const main = mainWay(flow);
  const last = main.at(-1);
  const stateOf = (step: string): "done" | "now" | null => {
    const own = steps.filter(({ id }) => readLineId(id)?.step === step);
    if (own.some(({ n }) => n === steps.find(({ state }) => state === "open")?.n)) return "now";
    return own.length > 0 && own.every(({ state }) => state !== "open") ? "done" : null;
  };
  const marked = (state: "done" | "now"): string =>
    flow.steps
      .filter(({ step }) => stateOf(step) === state)
      .map(({ step }) => nameOf(step))
      .join(",");
  const classes = (["done", "now"] as const).flatMap((state) =>
    marked(state) === "" ? [] : [`  class ${marked(state)} ${state}`],
  );
  return [
    "flowchart TD",
    ...flow.steps.map((step) => {
      const [open, close] = step.ask === undefined ? ["[", "]"] : ["{{", "}}"];
      return `  ${nameOf(step.step)}${open}"${label(titleOf(step))}${step.loop === undefined ? "" : " (each task)"}"${close}`;
    }),
    `  ${LAST}(["End"])`,
    ...flow.steps.flatMap((step) => {
      const next = after(flow, step);
      const onwards =
        next === null
          ? step === last || step.next === END
            ? [`  ${nameOf(step.step)} --> ${LAST}`]
            : []
          : [`  ${nameOf(step.step)} --> ${nameOf(next.step)}`];
      const back =
        step.on_fail === undefined ? [] : [`  ${nameOf(step.step)} -. "if not" .-> ${nameOf(step.on_fail)}`];
      const led = Object.entries(step.on_answer ?? {}).map(
        ([said, to]) => `  ${nameOf(step.step)} -. "${label(said)}" .-> ${nameOf(to)}`,
      );
      return [...onwards, ...led, ...back];
    }),
    ...(classes.length === 0
      ? []
      : ["  classDef done opacity:0.6", "  classDef now stroke-width:4px", ...classes]),
  ].join("\n");
}

function label(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\p{M} .,:;!?()'’“”–—…/+-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 60);
}
