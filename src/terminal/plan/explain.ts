/** `explain` and `show`: one plan, why it stands where it does, or what it asks its model. */
import type { Engine } from "../../engine/engine";
import { findArchived, findPlan } from "../../engine/perform/find";
import { whyNoPlan } from "../../engine/perform/judge";
import type { Ports } from "../../engine/perform/ports";
import { currentPlan, type PlanView } from "../../rules/world";
import { explainArchived } from "../../overview/explain";
import { statusOf } from "../../overview/status";
import { json } from "../json";
import { stepsOf, tellPlan, tellPrompt } from "./show";
import type { Output } from "../streams";
import type { Messages } from "../messages";
import type { Call } from "../words";

/** A sentence where there is no such plan. */
export async function explain(
  call: Call,
  ports: Ports,
  engine: Engine,
  streams: Output & { readonly messages: Messages },
): Promise<number | string> {
  const first = await engine.look();
  const [which] = call.words;
  const found = which === undefined ? (currentPlan(first)?.plan ?? null) : findPlan(which, first);
  const archived = which === undefined ? null : findArchived(which, first).likely;
  if (typeof found === "string" && archived === null)
    return await whyNoPlan(which ?? "", found, first, ports);
  const { world, view } =
    found === null || typeof found === "string"
      ? { world: first, view: null }
      : await engine.planDetail(found.path);
  const ofView = call.prompt
    ? tellPrompt
    : call.verb === "show"
      ? tellPlan
      : (view: PlanView): string => streams.messages.explain(view, world);
  const text =
    view !== null
      ? ofView(view, world, streams.messages)
      : archived !== null
        ? explainArchived(archived)
        : "There is no plan that could go on.";
  streams.out(
    call.json
      ? json({
          plan: view?.plan.taskId ?? archived?.taskId ?? null,
          text,
          ...(call.verb === "show" && view !== null ? { steps: stepsOf(view) } : {}),
          status: statusOf(world),
        })
      : `${text.trimEnd()}\n`,
  );
  return 0;
}
