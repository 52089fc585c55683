/** An agent’s claim that its step is done, as it is read, and what went out for the step. */
import type { DeviceState } from "../../device/ledger";
import { OUTCOME_ROWS } from "../../device/outcome";
import type { PlanView } from "../../rules/world";
import type { Claim } from "../../work/evidence";
import { callKey, turnsOf, type Run } from "../../work/run";
import { idsOfNew } from "../../work/signals";
import { changesPlan, readArguments, type ArgumentsReading } from "../../work/tools";

/** An agent that leaves out what still has to leave the vault is told to say it, once. */
export function readFinish(input: string, run: Run): ArgumentsReading<"finish_step"> {
  const read = readArguments("finish_step", input);
  const wasTold = turnsOf(run).some(({ results }) =>
    results.some(
      ({ tool, ok, checked, unread }) =>
        tool === "finish_step" && !ok && checked === undefined && unread !== true,
    ),
  );
  if (read.kind === "read" || !wasTold) return read;
  return readArguments("finish_step", input.replace(/^\s*\{/, `{"outside":"",`));
}

/** Something went out for this step: it has a record, or the person ticked what the agent drafted for it. */
export function hasSent({ evidence }: Claim, { steps }: PlanView["plan"], run: Run): boolean {
  const added = addedBy(run);
  return (
    evidence.some((each) => "record" in each) ||
    steps.some(
      ({ id, state, gate }) =>
        id !== null && added.includes(id) && state === "done" && gate.kind === "action",
    )
  );
}

/** Ids of the steps that this run added. */
function addedBy(run: Run): readonly string[] {
  return turnsOf(run).flatMap(({ n, results }) =>
    results
      .filter(({ ok, tool }) => ok && changesPlan(tool))
      .flatMap(({ call }) => idsOfNew(callKey(run.id, n, call))),
  );
}

/** Steps that this run added, and of which this device carried out what they send: no line of a log shows it. */
export function recordsOf(
  { key }: PlanView["plan"],
  run: Run,
  { actionState }: DeviceState,
): ReadonlySet<string> {
  const added = addedBy(run);
  const done = [...actionState.values()].filter(
    ({ plan, outcome }) => plan === key && outcome !== null && OUTCOME_ROWS[outcome].done,
  );
  return new Set(done.map(({ step }) => step).filter((each) => added.includes(each)));
}
