/** Everything a person has to put right, in one list: from reading, from statuses that cannot be, from leftovers. */
import { compareText } from "../kit/order";
import type { Problem, ProblemKind } from "../kit/problem";
import { isSettledByTick } from "../approval/doubt";
import type { Seen } from "./snapshot";
import type { RequestView } from "../approval/view";

export function problemsOf(seen: Seen, requests: readonly RequestView[]): Problem[] {
  const found = [
    ...seen.problems,
    ...seen.planIndex.problems(),
    ...requests.flatMap((each) => requestProblems(each, seen)),
  ];
  // A mistake that keeps a note from being changed is told where it stands, and no second time.
  const isTold = ({ kind, path, line }: Problem): boolean =>
    kind === "leftover" &&
    line !== null &&
    found.some((each) => each.kind !== kind && each.path === path && each.line === line);
  return found
    .filter((each) => !isTold(each))
    .sort(
      (a, b) =>
        compareText(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compareText(a.message, b.message),
    );
}

function requestProblems(request: RequestView, { settings }: Seen): Problem[] {
  const { state, notes, reason, outcome, id, recordNote } = request;
  const [note] = notes;
  if (
    state === "in-doubt" &&
    recordNote?.record != null &&
    (recordNote.answer === "both" || recordNote.answer === "odd") &&
    isSettledByTick(request, settings)
  )
    return [
      {
        kind: "several-answers",
        path: recordNote.path,
        line: null,
        message:
          recordNote.answer === "both"
            ? "both answers are ticked, so neither counts; leave one ticked"
            : "an answer has a mark other than x, or words after it, so it does not count; put an x in the box, and words elsewhere",
      },
    ];
  if (note === undefined) return [];
  if (state === "spent" && outcome === null)
    return [{ kind: "foreign-request", path: note.path, line: null, message: reason }];
  if (isDeep(request))
    return id === "" || note.folder === "rejected"
      ? []
      : [{ kind: "deep-request", path: note.path, line: null, message: reason }];
  if (state === "foreign" && request.renamed !== undefined)
    return [{ kind: "renamed-request", path: note.path, line: null, message: reason }];
  if (state === "foreign" && id !== "")
    return [
      {
        kind: "foreign-request",
        path: note.path,
        line: null,
        message: `${reason} It never runs; move it away, or ask again from its plan.`,
      },
    ];
  return [];
}

/** It lies in a subfolder, and is no request there, whoever wrote it. */
export function isDeep({ notes }: Pick<RequestView, "notes">): boolean {
  return notes.some(({ parsed }) => parsed.kind === "foreign" && parsed.deep === true);
}

/** Several of a kind, after their number. */
export const MANY: Readonly<Record<ProblemKind, string>> = {
  "broken-yaml": "notes have properties that cannot be read",
  "broken-block": "plans have an action block that cannot be read",
  frontmatter: "notes have properties that do not fit",
  "conflict-markers": "notes have the marks of an unfinished merge",
  "not-text": "files are not text",
  "too-big": "notes are too big",
  unreadable: "notes cannot be read",
  "conflict-copy": "notes are sync copies",
  "two-roadmaps": "plans have two roadmaps",
  status: "plans have an unknown status",
  "illegal-status": "plans have an impossible status",
  "step-id": "steps are unclear",
  "open-boxes": "plans have finished steps and other open boxes",
  "doubled-step": "plans have two steps with one id",
  "several-answers": "questions have several answers",
  "half-merged": "merged plans are still in the plan folders",
  "unfinished-put-away": "unfinished plans are among the finished ones",
  dashboard: "Dashboards cannot be written",
  folder: "folders are not as they should be",
  "foreign-request": "requests have records that this device did not write",
  "deep-request": "requests are in a subfolder, where Planwright does not look",
  "renamed-request": "requests from Planwright were renamed",
  leftover: "leftovers are in the wrong place",
  torn: "notes are not complete",
  device: "problems with this device’s memory",
  "hidden-name": "names have invisible characters",
  unjudged: "notes could not be checked",
};
