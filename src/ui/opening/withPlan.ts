/** Runs a command or a menu item on a plan, after a close look at that plan. */
import { plain } from "../../kit/text";
import type { PlanView, World } from "../../rules/world";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";

/** The plan that was picked, as it is by then. */
export async function withPlan(
  client: EngineClient,
  path: string,
  run: (view: PlanView, world: World) => unknown,
): Promise<void> {
  const planDetail = await client.planDetail(path);
  if (planDetail?.view == null) client.say(WORDS.open.moved(plain(path)));
  else await run(planDetail.view, planDetail.world);
}
