/** Runs a command or a menu item on a plan, after a close look at that plan. */
import { plain } from "../../kit/text";
import type { PlanView, World } from "../../rules/world";
import type { Door } from "../door";
import { WORDS } from "../words";

/** The plan that was picked, as it is by then. */
export async function withPlan(
  door: Door,
  path: string,
  run: (view: PlanView, world: World) => unknown,
): Promise<void> {
  const closer = await door.closer(path);
  if (closer?.view == null) door.say(WORDS.open.moved(plain(path)));
  else await run(closer.view, closer.world);
}
