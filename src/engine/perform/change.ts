/** Compare-and-set on notes: a change is made on the bytes it was decided on, or not at all. */
import { readFrontmatter } from "../../kit/frontmatter";
import { hashText } from "../../kit/hash";
import { stepId } from "../../kit/ids";
import { splitLines } from "../../kit/lines";
import { kindsOf, type LineKind } from "../../kit/markdown";
import { never } from "../../kit/never";
import { renderEntry } from "../../note/plan/renderLog";
import { editPlan, type PlanEdit } from "../../note/plan/edit";
import type { NewEntry } from "../../note/plan/logEntry";
import { parsePlan } from "../../note/plan/parse";
import { renderQuestion } from "../../note/plan/questions";
import { isOurReason } from "../../note/plan/standstill";
import type { PlanChange } from "../../rules/moves";
import { hasProgress, keepProgress, keepStatus } from "../../agent/flow/marks";
import { progressLines, type ProgressFacts } from "../../agent/flow/progress";
import type { Context } from "./context";
import { DONE, type Performed } from "./performed";

/** Changes a note by an edit of its text; null from the edit means it no longer applies. */
export async function change(
  path: string,
  edit: (text: string) => string | null,
  context: Context,
): Promise<Performed> {
  const result = await context.vault.change(path, edit);
  switch (result.kind) {
    case "changed":
      context.index.wrote(path, result.text);
      return DONE;
    case "same":
      return { kind: "stuck", why: "there was nothing to change", same: true };
    case "stale":
    case "absent":
      return { kind: "stale" };
    case "refused":
      return { kind: "stuck", why: result.why };
    default:
      return never(result);
  }
}

export async function changePlan(
  path: string,
  hash: string,
  changes: readonly PlanChange[],
  context: Context,
  facts: ProgressFacts | null = null,
): Promise<Performed> {
  const now = context.clock.now();
  const edits = changes.flatMap((each) => planEdits(each, now, context));
  const found = { refused: false, text: "" };
  const result = await change(
    path,
    (text) => {
      if (hashText(text) !== hash) return null;
      const edited = editPlan(path, text, [...keptReason(path, text, changes, now), ...edits]);
      found.refused = edited === null;
      found.text = text;
      return edited === null ? null : withProgress(path, edited, facts);
    },
    context,
  );
  return found.refused ? refusal(found.text) : result;
}

/** Characters of a reason in one line of the log. */
const A_LINE = 250;

/** The reason that a person wrote into the properties, for the log: it is about to be written over. */
function keptReason(path: string, text: string, changes: readonly PlanChange[], now: number): PlanEdit[] {
  const parsed = changes.some(({ kind }) => kind === "reason") ? parsePlan(path, text) : null;
  if (parsed?.kind !== "plan" || parsed.plan.blockedReason === null || isOurReason(parsed.plan)) return [];
  const words = [...parsed.plan.blockedReason];
  return Array.from({ length: Math.ceil(words.length / A_LINE) }, (_each, n): PlanEdit => {
    const entry: NewEntry = {
      actor: "Human",
      action: "Gave a reason for the block",
      rationale: "By hand, in the note",
      details: words.slice(n * A_LINE, (n + 1) * A_LINE).join(""),
      mark: { word: "reason" },
    };
    return { kind: "log", line: renderEntry(entry, now) };
  });
}

function refusal(text: string): Performed {
  const lines = splitLines(text);
  const front = readFrontmatter(lines);
  const from = front.kind === "read" ? openFrom(kindsOf(lines, front.frontmatter.bodyFrom)) : null;
  if (from !== null)
    return {
      kind: "stuck",
      why: `what begins in line ${String(from + 1)} is never closed, so that nothing can be written behind it; close it`,
      line: from + 1,
    };
  return {
    kind: "stuck",
    why: "the note is written in a way that cannot be changed without touching what is yours; look at its status line and its log section",
  };
}

/** Index of the line at which a code block or a comment begins that goes on to the end; null for none. */
function openFrom(kinds: readonly LineKind[]): number | null {
  const last = kinds.at(-1);
  if (last !== "fence" && last !== "comment") return null;
  const from = kinds.findLastIndex((kind) => kind !== last);
  return last === "fence" ? from : from + 1;
}

/** The lines at the top of a plan with a flow say what it says by now. */
function withProgress(path: string, text: string, facts: ProgressFacts | null): string {
  if (!hasProgress(text)) return text;
  const now = parsePlan(path, text);
  if (now.kind !== "plan") return text;
  const kept =
    facts === null ? keepStatus(text, now.plan) : keepProgress(text, progressLines(facts, now.plan));
  const after = parsePlan(path, kept);
  return after.kind === "plan" && after.plan.steps.length === now.plan.steps.length ? kept : text;
}

function planEdits(each: PlanChange, now: number, context: Context): PlanEdit[] {
  switch (each.kind) {
    case "status":
      return [{ kind: "status", value: each.value }];
    case "reason":
      return [{ kind: "value", key: "blocked_reason", value: each.value }];
    case "mark":
      return [{ kind: "mark", step: each.step, mark: each.mark }];
    case "step-id":
      return [
        { kind: "step-id", n: each.n, hash: each.hash, id: each.id ?? stepId(context.random.bytes(2)) },
      ];
    case "action":
      return [each];
    case "insert":
    case "answer":
    case "close":
      return [each];
    case "log":
      return [{ kind: "log", line: renderEntry(each.entry, now, context.by) }];
    case "question":
      return [
        {
          kind: "question",
          lines: renderQuestion(
            each.id ?? `q-${stepId(context.random.bytes(2)).slice(2)}-${each.step}`,
            each.text,
            each.choices,
          ),
        },
      ];
    default:
      return never(each);
  }
}
