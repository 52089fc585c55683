/**
 * Asks servers for the tools that an agent may call, so that its model can be told of them. Nothing else waits for
 * that.
 */
import type { ServerView } from "../../kit/ports/tools";
import type { World } from "../../rules/world";
import { formFields } from "../../note/action/form";
import { escapeLine } from "../../kit/text";
import { pinName, pinnedWords, serverToolsOf } from "../../rules/agents/listed";
import { hashStep } from "../../note/plan/steps";
import { serverOf } from "../../settings/settings";
import type { Context, ThinkMove } from "../perform/context";
import { DONE, type Performed } from "../perform/performed";
import type { Thinking } from "./askModel";
import { PINNED_WORDS, type OfferBook } from "./offers";

type LookMove = Extract<ThinkMove, { readonly kind: "look-at-tools" }>;

export function lookAtTools(
  move: LookMove,
  world: World,
  { context, jobs, offers, withMutex }: Thinking,
): Performed {
  const view = world.plans.find(({ plan }) => plan.path === move.path);
  if (view?.step == null || hashStep(view.step) !== move.step) return { kind: "stale" };
  const now = context.clock.now();
  jobs.start(
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
        const seen = await look(server, context);
        // A look that was cut off says nothing about the server.
        if (!signal.aborted) offers.keep(server, { view: seen, at: context.clock.now() });
      });
      await Promise.race([Promise.all(looks), aborted(signal)]);
      await withMutex(() => tellChanged(context, offers));
    },
  );
  return DONE;
}

async function look(server: string, { settings, tools }: Context): Promise<ServerView> {
  const definition = serverOf(settings, server);
  return definition === null
    ? { kind: "down", why: "it is not in the settings" }
    : await tools.look(server, definition);
}

/** A tool that takes something else than when it was allowed: said once. */
async function tellChanged({ settings, memory, notice, clock }: Context, offers: OfferBook): Promise<void> {
  for (const listed of serverToolsOf(settings, offers.all(), memory.state())) {
    const { server, tool, state } = listed;
    if (state.kind !== "changed") continue;
    const what = `${pinName(listed)} changed ${state.hash}`;
    if (memory.state().told.has(what)) continue;
    await memory.add({ kind: "told", what, at: clock.now() });
    const takes = formFields(state.view.schema).map(({ name }) => name);
    const says = escapeLine(state.view.description, PINNED_WORDS);
    const said = memory.state().trusted.get(pinnedWords(listed));
    const words =
      !listed.unasked || said === undefined || said === says
        ? ""
        : `, and says of itself “${says}” (it said “${said}”)`;
    notice.say(
      `The tool “${escapeLine(tool, 128)}” of the server “${escapeLine(server, 100)}” is not the one you allowed, so agents do not get it; now it takes ${takes.length === 0 ? "nothing that it names" : escapeLine(takes.join(", "), 300)}${words}. To allow it as it is now, write a new "as_of" beside it under “agent_tools” in the settings.`,
    );
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
