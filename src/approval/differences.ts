/** Differences between a request as asked and as it now reads, line by line, for the person who decides again. */
import type { Action } from "../note/action/action";
import { actionDifferences } from "../note/action/differ";
import { renderSource } from "../note/action/render";
import { showWithZone } from "../kit/dates";
import { cut, escapeLine } from "../kit/text";
import { linesAround } from "./request/content";
import { isRejected } from "./asking";
import { rejectedAction, yourNote } from "./refusal";
import { pathOf, type Settings } from "../settings/settings";
import type { AskReason, PlanStep, RequestView } from "./view";

/** Lines taken away (−) and added (+). Bounded; empty when only the route or the prose around the action changed. */
export function differences(earlier: RequestView, view: PlanStep, settings: Settings): readonly string[] {
  const asked =
    view.step?.approval.kind === "action" ? renderSource(view.step.approval.action).split("\n") : [];
  const now = earlier.action === null ? [] : renderSource(earlier.action).split("\n");
  const gone = asked.filter((line) => !now.includes(line)).map((line) => `− ${line.trim()}`);
  const added = now.filter((line) => !asked.includes(line)).map((line) => `+ ${line.trim()}`);
  const lines = [...gone, ...added].slice(0, 40);
  return lines.length > 0
    ? lines
    : [
        `The action itself is as in the plan; something else in the note in ${pathOf(settings, "approved")} changed, or its server did.`,
      ];
}

export interface SinceRefusal {
  /** A sentence with a colon. */
  readonly since: string;
  readonly lines: readonly string[];
}

/**
 * The difference between the action that is asked for now and the one that a person rejected, with their words about
 * it. Null where nothing was rejected, or the same is asked for again.
 */
export function sinceRefusal(
  earlier: RequestView | null,
  action: Action,
  why: AskReason,
  requests: readonly RequestView[],
  zone: string,
): SinceRefusal | null {
  if (earlier === null || !isRejected(earlier) || (why !== "first" && why !== "again")) return null;
  const { asked, changed } = rejectedAction(earlier, requests);
  const before = asked ?? changed;
  const note = yourNote(earlier, requests);
  const wrote = note === "" ? "" : ` and wrote “${escapeLine(note, 300)}”`;
  const since = `Since you rejected the request of ${showWithZone(earlier.created, zone)}${wrote}`;
  if (before === null && why === "again") return null;
  if (before === null)
    return {
      since: `${since}:`,
      lines: ["What it asked for can no longer be read, so no difference is shown."],
    };
  const lines = actionDifferences(before, action);
  if (lines.length === 0) return null;
  return {
    since: asked === null ? `${since} (compared with its note, which somebody changed):` : `${since}:`,
    lines,
  };
}

const MOST_QUOTED = 10;
/** Lines of this kind, from the request before. */
const OWN =
  /^Changed since the earlier request:$|^Since you rejected the request of |^- (?:\\?[−+] |[^:]*: (?:only white space differs|the same lines in another order)$|The action itself is as in the plan|The earlier note also said|The earlier note said )/;

/**
 * The words around the action, quoted: nobody else would ever read them. `asked` are the texts of the note as it
 * may have been written.
 */
export function writtenAround(note: string, asked: readonly string[]): readonly string[] {
  const known = new Set(asked.flatMap(linesAround));
  const found = linesAround(note).filter((line) => !known.has(line) && !OWN.test(line));
  const more = found.length - MOST_QUOTED;
  return [
    ...found.slice(0, MOST_QUOTED).map((line) => `The earlier note also said: “${cut(line, 300)}”`),
    ...(more > 0
      ? [`The earlier note said ${String(more)} more ${more === 1 ? "line" : "lines"}, all in that note.`]
      : []),
  ];
}
