/** Plays one task: lets the agent work, does the person’s part, and has the vault judged. */
import { usdOf } from "../../src/kit/ports/spent";
import { judge, lookAt, sayEnd } from "./judge";
import { DONE, type Done, type Stage } from "./stage";
import type { Event, Task } from "./task";

export interface Score {
  readonly name: string;
  /** What is wrong, in sentences; empty where the task is solved. */
  readonly faults: readonly string[];
  /** Pieces of evidence that were checked. */
  readonly evidence: number;
  readonly turns: number;
  readonly tokens: number;
  /** US dollars; null where the price is not known. */
  readonly usd: number | null;
  /** Something counts as the most it can have cost. */
  readonly isAtMost: boolean;
  /** What reached a server, or was changed where no agent may change anything. Nobody approves anything here. */
  readonly ungated: readonly string[];
  /** A signal ended it before its end. */
  readonly stopped: boolean;
}

export async function play(task: Task, stage: Stage): Promise<Score> {
  const before = stage.files();
  const troubles: string[] = [];
  const byPerson: string[] = [];
  let stopped = false;
  for (const event of task.events) {
    const came = await happen(event, stage, byPerson);
    if (came.trouble !== null) troubles.push(came.trouble);
    stopped = came.stopped;
    if (stopped) break;
  }
  const seen = await lookAt(stage, before, new Set(byPerson));
  const faults = judge(task, seen);
  return {
    name: task.name,
    faults: faults.length === 0 ? [] : [...new Set([...faults, ...sayEnd(seen), ...troubles])],
    evidence: seen.evidence,
    turns: seen.spent.turns,
    tokens: seen.spent.tokens,
    usd: usdOf(seen.spent),
    isAtMost: seen.spent.isAtMost,
    ungated: seen.ungated,
    stopped,
  };
}

/** `byPerson`: paths of notes that the person makes, added to. */
async function happen(event: Event, stage: Stage, byPerson: string[]): Promise<Done> {
  if (event === "think") return await stage.think();
  if (event === "settle") return await stage.settle();
  if ("plan" in event) return await stage.draft(event.plan);
  if ("reject" in event) {
    const [waiting, request] =
      [...stage.files()].find(([path]) => /^Pending_Approval\/2[^/]*\.md$/.test(path)) ?? [];
    // A model that drafted nothing is refused nothing.
    if (waiting === undefined) return DONE;
    const rejected = waiting.replace("Pending_Approval/", "Rejected/");
    byPerson.push(rejected);
    await stage.remove(waiting);
    await stage.write(rejected, `${request ?? ""}\n${event.reject}\n`);
    return DONE;
  }
  const [path, text] = [...stage.files()].find(([, each]) =>
    each.includes(`task_id: ${stage.plan ?? ""}\n`),
  ) ?? ["", ""];
  const open = /^([ \t]+- Answer:)[ \t]*$/m;
  // A model that asked nothing gets no answer.
  if (!open.test(text)) return DONE;
  await stage.write(
    path,
    text.replace(open, (_line, lead: string) => `${lead} ${event.answer}`),
  );
  return await stage.think();
}
