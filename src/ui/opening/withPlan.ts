/** What a command or a menu does with a plan, once that plan was looked at closely. */
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
