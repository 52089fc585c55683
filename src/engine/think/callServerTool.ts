/**
 * Calls a tool of a server for an agent: asked for, checked again, noted, then started; what came of it is noted when
 * it comes. A call that was begun and has no result is never made again, whatever became of the notes: the device
 * remembers it as well.
 */
import { canonical, spell } from "../../kit/json";
import { SECOND } from "../../kit/dates";
import { hashText } from "../../kit/hash";
import { fence, escapeLine } from "../../kit/text";
import type { CallOutcome } from "../../kit/ports/tools";
import { THINK } from "../../rules/agentRules";
import { serverOf } from "../../settings/settings";
import { faultBefore, refusalOf, spellShown, type Calling } from "../../agent/outside/askToCall";
import type { EntryOf } from "../../agent/entry";
import { isBegun, openKey, runOf, turnsOf } from "../../agent/run";
import {
  INTERRUPTED,
  isReadingTool,
  LONGEST_ANSWER_OF_TOOL,
  readCall,
  serverToolOf,
  type ServerTool,
} from "../../agent/outside/serverTools";
import type { Context, ThinkMove } from "../perform/context";
import type { Performed } from "../perform/performed";
import type { Thinking } from "./askModel";
import { note } from "./notes";
import { pinTools } from "./offers";

type UseMove = Extract<ThinkMove, { readonly kind: "use-tool" }>;
type Came = Pick<EntryOf<"result">, "ok" | "text">;

export async function callServerTool(
  move: UseMove,
  { context, jobs, withMutex, tools, offers }: Thinking,
): Promise<Performed> {
  // The events may lag behind a person’s last words, such as that no agent is to work on the plan.
  context.index.mark(move.path);
  const { world, view } = await context.planDetail(move.path);
  if (view?.step == null || world.standing.length > 0) return { kind: "stale" };
  const wanted = THINK.decide(view, world);
  if (wanted === null || !("move" in wanted) || spell(wanted.move) !== spell(move)) return { kind: "stale" };
  const { plan, step, work } = view;
  const found = serverToolOf(world.serverTools, move.call.tool);
  const run = runOf(plan, step, work.trace.entries);
  if (run === null || found === null) return { kind: "stale" };
  const { head } = work.trace;
  const about = { ...run.id, call: move.call.id, tool: move.call.tool };
  const tell = async (came: Came): Promise<Performed> =>
    await note(
      plan,
      { kind: "result", at: context.clock.now(), ...about, ...came },
      (trace) => trace.head === head,
      context,
    );
  if (isBegun(turnsOf(run), move.call.id)) return await tell({ ok: false, text: INTERRUPTED });
  const calling: Calling = { plan, step, run, tools: world.serverTools };
  const refused = faultBefore(move.call, found, calling) ?? refusalOf(move.call, found, calling);
  if (refused !== null) return await tell({ ok: false, text: refused });
  const read = readCall(move.call.input);
  const definition = serverOf(context.settings, found.server);
  if (read.kind === "bad" || found.state.kind !== "ready" || definition === null) return { kind: "stale" };
  const once = markOf(plan.key, openKey(run, move.call.id), found, canonical(read.args));
  if (world.device.told.has(once)) return await tell({ ok: false, text: INTERRUPTED });
  await pinTools([found], context);
  const begun = await note(
    plan,
    {
      kind: "began",
      at: context.clock.now(),
      ...about,
      of: { server: found.server, tool: found.tool },
      input: spellShown(read.args),
    },
    (trace) => trace.head === head,
    context,
  );
  if (begun.kind !== "done") return begun;
  await context.memory.add({ kind: "told", what: once, at: context.clock.now() });
  const { schema } = found.state.view;
  const now = context.clock.now();
  const job = {
    plan: plan.key,
    path: plan.path,
    step: move.step,
    turn: turnsOf(run).at(-1)?.n ?? 0,
    model: "",
    doing: escapeLine(`asking ${found.server}: ${found.tool}`, 200),
    since: now,
    last: now,
    isSilent: true,
  };
  jobs.start(job, async (signal) => {
    const outcome = await tools.call({
      server: found.server,
      definition,
      tool: found.tool,
      schema,
      args: read.args,
      action: hashText(once).slice(0, 32),
      timeout: context.settings.call_timeout_seconds * SECOND,
      signal,
      most: LONGEST_ANSWER_OF_TOOL,
      forModel: isReadingTool(found) ? "reading" : "doing",
    });
    // The offer of a server may have changed with its answer.
    if (outcome.kind !== "ok" && outcome.kind !== "unclear") offers.forget(found.server);
    await withMutex(() => noteOutcome(outcome, about, plan, context));
  });
  return begun;
}

async function noteOutcome(
  outcome: CallOutcome,
  about: Pick<EntryOf<"result">, "step" | "hash" | "round" | "call" | "tool">,
  plan: Parameters<typeof note>[0],
  context: Context,
): Promise<void> {
  context.index.mark(plan.path);
  const at = context.clock.now();
  const came = cameOf(outcome);
  const entry = { kind: "result", at, ...about } as const;
  const whole = await note(plan, { ...entry, ...came }, () => true, context);
  const noted =
    whole.kind === "stuck"
      ? await note(plan, { ...entry, ok: false, text: UNWRITTEN }, () => true, context)
      : whole;
  if (noted.kind !== "done")
    throw new Error(
      `What ${escapeLine(about.tool, 128)} answered could not be written into the work notes: ${noted.kind === "stuck" ? noted.why : "they keep changing."}`,
    );
}

/** As the model is told it. A text of the server stands in it as data. */
function cameOf(outcome: CallOutcome): Came {
  switch (outcome.kind) {
    // An answer that does not say that anything was done is what reading gives; the model sees it as it is.
    case "ok":
    case "unclear":
      return { ok: true, text: outcome.text };
    case "tool-error":
      return {
        ok: false,
        text: `The tool says that it failed. It may have done something all the same. Its answer:\n${fence(outcome.text)}`,
      };
    case "not-sent":
      return {
        ok: false,
        text: `It was not called, and nothing went out. This is why:\n${fence(outcome.why)}`,
      };
    case "unknown":
      return {
        ok: false,
        text: `Nobody knows whether it did what it was asked; it is not called again by itself. What is known:\n${fence([outcome.why, ...(outcome.said === undefined ? [] : [outcome.said])].join("\n"))}`,
      };
  }
}

const UNWRITTEN = "The tool was called, and its answer could not be written into the work notes.";

/** One call of one tool with one content, wherever its notes are. */
function markOf(plan: string, key: string, { server, tool }: ServerTool, args: string): string {
  return `agent call ${hashText(JSON.stringify([plan, key, server, tool, args])).slice(0, 32)}`;
}
