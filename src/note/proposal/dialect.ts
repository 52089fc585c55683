/**
 * The facts that a note of another plan format states about itself: in its properties, in bold labels (`**Status:**
 * open`) or in list items (`- Status: open`) at its beginning. The names are those that vaults of this kind use.
 */
import { readStamp, writeStamp } from "../../kit/dates";
import { textOf, writtenText, type Frontmatter } from "../../kit/frontmatter";
import type { Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";
import type { Sections } from "../plan/parse";
import type { Status } from "../plan/plan";
import { placeIn } from "./names";
import { partsOf, titleOf } from "./parts";

export interface Said {
  readonly id: string | null;
  /** As an ISO stamp. */
  readonly created: string | null;
  readonly source: string | null;
  /** As written. */
  readonly status: string | null;
}

const NAMES = {
  id: ["task_id", "plan_id", "id"],
  created: ["created_date", "created_at", "created", "date_created", "date", "generated", "started"],
  source: [
    "source_link",
    "source_file",
    "source_note",
    "source_path",
    "source_task",
    "source_email",
    "source_mail",
    "source_item",
    "source_request",
    "original_file",
    "original_note",
    "original_task",
    "original_email",
    "email_file",
    "mail_file",
    "message_file",
    "task_file",
    "request_file",
    "action_file",
    "item_file",
    "input_file",
    "inbox_file",
    "trigger_file",
    "needs_action_file",
    "file_path",
    "source",
  ],
  status: ["status", "state"],
} as const satisfies Record<keyof Said, readonly string[]>;

/** Labels stand at the beginning of a note; further down they are about something else. Lines. */
const BEGINNING = 40;
const LONGEST = 300;
const LABEL = /^\s{0,3}(?:[-*+]\s+)?\*{0,2}([A-Za-z][A-Za-z _-]{0,30})\*{0,2}\s?:\*{0,2}\s+(\S.{0,200}?)\s*$/;

export function readDialect(front: Frontmatter, lines: readonly Line[], kinds: readonly LineKind[]): Said {
  const said = readLabels(front, lines, kinds);
  const first = (names: readonly string[]): string | null =>
    names.map((name) => said.get(name)).find((value) => value !== undefined) ?? null;
  // An id is the text it is written in: `007` is no seven.
  const id =
    NAMES.id
      .map((name) => (textOf(front.data, name) === null ? said.get(name) : writtenText(lines, front, name)))
      .find((value) => value != null && value !== "") ?? null;
  return {
    id,
    created: readMoment(first(NAMES.created)),
    source: sourceIn(NAMES.source.flatMap((name) => said.get(name) ?? [])),
    status: first(NAMES.status),
  };
}

/** All it says, by name: lower case, underscores between words. The first value of a name counts. */
function readLabels(
  { data, bodyFrom }: Pick<Frontmatter, "data" | "bodyFrom">,
  lines: readonly Line[],
  kinds: readonly LineKind[],
): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  const note = (name: string, value: string): void => {
    const key = name.trim().toLowerCase().replace(/[ -]+/g, "_");
    if (!said.has(key) && value.trim() !== "" && value.trim() !== "null") said.set(key, value.trim());
  };
  for (const key of Object.keys(data)) note(key, textOf(data, key) ?? "");
  for (let at = bodyFrom; at < Math.min(lines.length, bodyFrom + BEGINNING); at += 1) {
    const text = lines[at]?.text ?? "";
    const match = kinds[at] === "prose" && text.length <= LONGEST ? LABEL.exec(text) : null;
    if (match !== null) note(match[1] ?? "", match[2] ?? "");
  }
  return said;
}

/** As an ISO stamp; null for what is none. */
export function readMoment(written: string | null): string | null {
  const at = readStamp((written ?? "").replace(/ ?(?:UTC|GMT)$/, "Z").replace(/^(\S+) (?=\d{2}:)/, "$1T"));
  return at === null ? null : writeStamp(at);
}

/** Words behind the status may say when or how well, but not of what: “done with the first half” is not over. */
const OVER =
  /^(?:all )?(?:done|completed?|closed|finished|executed|archived|processed|implemented|merged|shipped|resolved)(?:$|\s*[(–—:;.|/✅☑✔-]|\s+(?:on|at)\s.*\d|\s*\d{4}-)/u;
const ENDED = /^(?:cancell?ed|rejected|failed|abandoned|declined)$/;

/** The first that names a note or a file; `gmail` and `Inbox/` are where many things come from. */
function sourceIn(values: readonly string[]): string | null {
  return (
    values.find(
      (value) =>
        /\[\[|\]\(|\.[a-z0-9]{1,5}\W*$/i.test(value) ||
        /[^/]*\d[^/]*$/.test(value) ||
        /[/\\][^/\\]*[_-][^/\\]*$/.test(value),
    ) ?? null
  );
}

/**
 * Our word for theirs. A note that does not plainly say that it is over begins as a draft, so that nothing runs before
 * a person starts it.
 */
export function statusFor(written: string | null): Extract<Status, "Draft" | "Done" | "Cancelled"> {
  const word = (written ?? "").toLowerCase().replace(/^[^\p{L}\p{N}?]+|[^\p{L}\p{N}?]+$/gu, "");
  return OVER.test(word) ? "Done" : ENDED.test(word) ? "Cancelled" : "Draft";
}

export interface End {
  readonly status: "Done" | "Cancelled";
  /** The words of the note that say so. */
  readonly words: string;
}

/** Headings that people write once all is done. */
const REPORT = /^[^\p{L}\p{N}]*(?:implementation|completion|execution|final)\s+(?:summary|report)\b/iu;

/** A sign before a title decorates it; behind it, it speaks of the whole. */
const ENDS_DONE = /(?:[✅☑✔]|\b(?:complete|completed|done|finished)\b)[^\p{L}\p{N}]*$/iu;
const NOT_DONE = /\b(?:not|be)[ -]+\p{L}+[^\p{L}\p{N}]*$/iu;

/** `status`: what it says in its properties or at its beginning. Null when it does not say that it is over. */
export function readEnd(status: string | null, { headings, lines }: Sections): End | null {
  const word = statusFor(status);
  if (word !== "Draft") return { status: word, words: (status ?? "").slice(0, 60) };
  const parts = partsOf(headings, lines.length);
  const title = titleOf(parts);
  if (
    title !== null &&
    placeIn(title.name) === null &&
    ENDS_DONE.test(title.name) &&
    !NOT_DONE.test(title.name)
  )
    return { status: "Done", words: title.name.slice(0, 60) };
  const report = status === null ? parts.find(({ name }) => REPORT.test(name)) : undefined;
  return report === undefined ? null : { status: "Done", words: report.name.slice(0, 60) };
}
