/**
 * Writes one log line: `- [2026-02-21T10:30:00Z] Agent: Action — Rationale. Details (mark)`.
 * The mark comes last, and only the last bracket of a line is read as one: words that imitate a mark stay words.
 */
import { writeStamp } from "../../kit/dates";
import { nameOf } from "../../kit/path";
import { escapeMarkdown, link } from "../../kit/text";
import type { NewEntry } from "./logEntry";

/** A step that makes more files has them all in its work notes. */
const MOST_LINKS = 5;

/** Characters of the findings of a check: whoever mends the work goes by them. */
const LONGEST_FOUND = 3000;

/** `by`: the program that gave the command in the place of a person; null for none. */
export function renderEntry(entry: NewEntry, now: number, by: string | null = null): string {
  const actor = entry.actor === "Human" && by !== null ? { program: by } : entry.actor;
  const { mark } = entry;
  const named = [
    ["step", mark.step],
    ["request", mark.request],
    ["note", mark.note],
    ["text", mark.text],
    ["block", mark.block],
    ["until", mark.until],
    ...(mark.others ?? []).flatMap(({ note, text }) => [["note", note] as const, ["text", text] as const]),
  ] as const;
  const words = [mark.word, ...named.flatMap(([name, value]) => (isWord(value) ? [`${name} ${value}`] : []))];
  const details = entry.details === undefined ? "" : ` ${escapeMarkdown(entry.details, 600)}`;
  // The findings of a check are read from here, to the last full stop.
  const rationale =
    mark.word === "failed"
      ? escapeMarkdown(entry.rationale, LONGEST_FOUND)
      : `${escapeMarkdown(entry.rationale, 400).replace(/\.$/, "")}.`;
  const links = (entry.about ?? [])
    .slice(0, MOST_LINKS)
    .map((path) => link(path, nameOf(path).replace(/\.md$/i, "")));
  const about = links.length === 0 ? "" : ` ${links.join(", ")}`;
  return `- [${writeStamp(now)}] ${renderActor(actor)}: ${escapeMarkdown(entry.action, 200)}${about} — ${rationale}${details} (${words.join(", ")})`;
}

export function renderActor(actor: NewEntry["actor"]): string {
  if (typeof actor === "string") return actor;
  return actor.program === "" ? "Program" : `Program ${actor.program}`;
}

/** Whether a value may stand in the mark: one that could end the mark early, or the line, is left out. */
function isWord(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && /^[\w-]+$/.test(value);
}
