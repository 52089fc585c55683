/** Asks servers for the tools that an agent may call, so that its model can be told of them. Nothing else waits for that. */
import type { ServerView } from "../../ports/tools";
import type { World } from "../../rules/world";
import { hashStep } from "../../plan/steps";
import { serverOf } from "../../settings/settings";
import type { Bench, ThinkMove } from "../perform/context";
import { DONE, type Performed } from "../perform/performed";
import type { Thinking } from "./askModel";

type LookMove = Extract<ThinkMove, { readonly kind: "look-at-tools" }>;

export function lookAtTools(move: LookMove, world: World, { bench, errands, offers }: Thinking): Performed {
  const view = world.plans.find(({ plan }) => plan.path === move.path);
  if (view?.step == null || hashStep(view.step) !== move.step) return { kind: "stale" };
  const now = bench.clock.now();
  errands.start(
    {
      plan: view.plan.key,
      path: move.path,
      step: move.step,
      turn: 0,
      model: "",
      doing: `asking ${move.servers.join(", ")} for tools`,
      since: now,
      last: now,
    },
    async (signal) => {
      const looks = move.servers.map(async (server) => {
        const seen = await look(server, bench);
        // A look that was cut off says nothing about the server.
        if (!signal.aborted) offers.keep(server, { view: seen, at: bench.clock.now() });
      });
      await Promise.race([Promise.all(looks), aborted(signal)]);
    },
  );
  return DONE;
}

async function look(server: string, { settings, tools }: Bench): Promise<ServerView> {
  const definition = serverOf(settings, server);
  return definition === null
    ? { kind: "down", why: "it is not in the settings" }
    : await tools.look(server, definition);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
