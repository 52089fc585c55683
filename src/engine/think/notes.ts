/** The work notes of a plan: begun with the first entry, then only added to. */
import { hashText } from "../../kit/hash";
import { folderOf } from "../../kit/path";
import { escapeMarkdown, link } from "../../kit/text";
import { planTitle, type Plan } from "../../note/plan/plan";
import { workNotes } from "../../agent/place";
import { addArtifact, addEntry, ARTIFACTS, NO_TRACE, readTrace, TRACE, type Trace } from "../../agent/trace";
import type { WorkEntry } from "../../agent/entry";
import type { Context } from "../perform/context";
import { withoutLinks } from "../../overview/titles";
import { DONE, type Performed } from "../perform/performed";

type Writer = Pick<Context, "vault" | "settings" | "memory" | "index">;

/**
 * Several entries are noted together, or not at all. `isStill`: asked of the trace as it stands in the note now; where
 * it answers no, nothing is written.
 */
export async function note(
  plan: Plan,
  entry: WorkEntry | readonly WorkEntry[],
  isStill: (trace: Trace) => boolean,
  context: Writer,
): Promise<Performed> {
  const { device } = context.memory.state();
  if (device === null) return { kind: "stuck", why: "this device has no id yet" };
  const path = workNotes(context.settings, plan);
  const entries = [entry].flat();
  const added = (text: string): string | null =>
    entries.reduce<string | null>((before, each) => {
      const after = before === null ? null : addEntry(before, plan.key, device.key, each);
      if (after === null || !("wrote" in each) || each.wrote === undefined) return after;
      const step = "called" in each ? (each.called ?? each.step) : each.step;
      return addArtifact(after, { path: each.wrote.path, step, at: each.at });
    }, text);
  const begun = added(head(plan));
  if (begun === null) return { kind: "stuck", why: "the entry for the work notes cannot be written" };
  const changed = await context.vault.change(path, (text) =>
    isStill(readTrace(text, plan.key, device.key)) ? added(text) : null,
  );
  if (changed.kind === "changed") return DONE;
  if (changed.kind === "refused") return { kind: "stuck", why: changed.why };
  if (changed.kind !== "absent" || !isStill(NO_TRACE)) return { kind: "stale" };
  const made = await context.vault.makeFolder(folderOf(path));
  if (made.kind === "refused") return { kind: "stuck", why: made.why };
  const created = await context.vault.create(path, begun);
  if (created.kind === "refused") return { kind: "stuck", why: created.why };
  return created.kind === "created" ? DONE : { kind: "stale" };
}

function head(plan: Plan): string {
  return [
    `# Work notes: ${escapeMarkdown(planTitle(plan), 120)}`,
    "",
    `What the agent of ${link(plan.path, withoutLinks(planTitle(plan)))} asked its model, what the model answered, and what came of it. Planwright adds a line for each file, and an entry for everything that happens. Nothing in these notes decides what may go out. To speak to the agent, write beneath “## For the agent” in the plan.`,
    "",
    ARTIFACTS,
    "",
    TRACE,
    "",
  ].join("\n");
}

export function hashOfPrompt(prompt: unknown): string {
  return hashText(JSON.stringify(prompt)).slice(0, 12);
}
