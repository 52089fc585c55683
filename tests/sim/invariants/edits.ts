/** Edits of a person’s notes: each is one that an agent proposed, and that the person agreed to, as it is. */
import { createHash } from "node:crypto";
import type { Invariant } from ".";
import { isWorkNotes, type Entry } from "../agent/trace";
import { linesOf } from "../reading";
import type { Witness, Write } from "../witness";

/** Where nothing of Planwright’s is: a person’s own notes. */
export function isTheirs(path: string): boolean {
  return (
    !/^(?:Dashboard|Acting device[^/]*)\.md$/.test(path) &&
    !/^(?:Work|Plans|Done|Archive|Inbox|Needs_Action|Pending_Approval|Approved|Rejected)\//.test(path)
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Edits that this device has noted, as its program last read its work notes. */
function proposedTo(write: Write, witness: Witness): readonly Entry[] {
  const { life } = write.device;
  if (life === null) return [];
  return [...witness.sightOf(life).reads].flatMap(([path, text]) =>
    isWorkNotes(path) && text !== null
      ? witness.agents
          .chainIn(text, write.device)
          .map(({ entry }) => entry)
          .filter(({ kind, path: of }) => kind === "proposed" && of === write.path)
      : [],
  );
}

/** Plans as the program last read them, each question with its lines. */
function questionsRead({ device: { life } }: Write, witness: Witness): readonly (readonly string[])[] {
  if (life === null) return [];
  return [...witness.sightOf(life).reads].flatMap(([path, text]) => {
    if (!path.startsWith("Plans/") || text === null) return [];
    const lines = linesOf(text);
    return lines.flatMap((line, at) => {
      if (!/^- .* \^q-[a-z0-9]+-[a-z0-9-]+$/.test(line)) return [];
      const end = lines.findIndex((each, n) => n > at && !/^\s+\S/.test(each));
      return [lines.slice(at, end < 0 ? undefined : end)];
    });
  });
}

const isTicked = (lines: readonly string[], box: RegExp): boolean =>
  lines.some((line) => /^\s+- \[[xX]\] /.test(line) && box.test(line));

/** Why nobody has agreed to what is written; null where a person has. */
export function whyUnasked(write: Write, witness: Witness): string | null {
  const { before, after, kind } = write;
  if (kind === "move") return "nothing may be moved";
  const questions = questionsRead(write, witness);
  const is = before === null ? null : sha256(before);
  const becomes = sha256(after);
  const all = proposedTo(write, witness);
  const isUndone = all.some(
    (entry) =>
      entry.after === is &&
      entry.before === becomes &&
      questions.some((lines) => /\^q-undo-/.test(lines[0] ?? "") && isTicked(lines, /\] Undo this change$/)),
  );
  if (isUndone) return null;
  const fitting = all.filter(
    (entry) =>
      entry.after === becomes &&
      (entry.before === is || (entry.before === null && before !== null && after.startsWith(before))),
  );
  if (fitting.length === 0) return "no edit that was proposed makes this of it";
  const isAgreed = fitting.some(({ file = "?" }) =>
    questions.some(
      (lines) =>
        lines.some((line) => line.includes(`[[${file.replace(/\.md$/, "")}|`)) &&
        isTicked(lines, /\] \(1\) Make this change$/) &&
        !isTicked(lines, /\] \(2\)/) &&
        lines.some((line) => /^\s+- Answer: ?$/.test(line)) &&
        showsAll(lines, write),
    ),
  );
  return isAgreed ? null : "the person has not agreed to it";
}

/** As many lines are told as are put in. */
function showsAll(lines: readonly string[], { before, after }: Write): boolean {
  const shown = lines.filter((line) => /^ {4}- Put in: /.test(line)).length;
  const more = Number(/(\d+) more lines? (?:is|are) put in/.exec(lines.join("\n"))?.[1] ?? 0);
  const old = linesOf(before ?? "");
  const added = linesOf(after).filter((line) => {
    const at = old.indexOf(line);
    if (at >= 0) old.splice(at, 1);
    return at < 0;
  }).length;
  return shown + more >= added;
}

export const EDITS: readonly Invariant[] = [
  {
    id: "F1",
    name: "editsAreAgreed",
    at: "wrote",
    sentence:
      "Nothing that a person wrote is changed by an agent without their answer to exactly that change.",
    holds: (write, witness) => {
      if (!isTheirs(write.path)) return null;
      const why = whyUnasked(write, witness);
      return why === null ? null : `${write.path} was written, and ${why}`;
    },
  },
];
