/** One call of a tool of agents: the plan around it, and what came of it. */
import type { Step } from "../../note/plan/plan";
import type { WantedCall } from "../../kit/ports/model";
import type { PlanView, World } from "../../rules/world";
import type { EntryOf } from "../../agent/entry";
import { workFolder } from "../../agent/place";
import type { Scope } from "../../agent/reading";
import type { Run } from "../../agent/run";
import type { Context } from "../perform/context";
import { linkedNotes } from "./findNotes";

export type Came = Pick<
  EntryOf<"result">,
  "ok" | "text" | "unread" | "asked" | "wrote" | "checked" | "edited" | "findings"
>;

export interface Around {
  readonly view: PlanView;
  readonly step: Step;
  readonly run: Run;
  readonly world: World;
  readonly context: Context;
}

/** The person is asked before anything comes of the call. */
export interface Asks {
  readonly proposed: EntryOf<"proposed">;
}

export interface Using extends Around {
  readonly call: WantedCall;
}

export function accept(text: string, more: Partial<Came> = {}): Came {
  return { ok: true, text, ...more };
}

export function refuse(text: string): Came {
  return { ok: false, text };
}

export async function scopeOf(
  { plan }: Pick<PlanView, "plan">,
  { vault, settings }: Pick<Context, "vault" | "settings">,
): Promise<Scope> {
  return {
    settings,
    plan: plan.path,
    work: workFolder(settings, plan),
    linked: await linkedNotes(plan, vault),
  };
}
