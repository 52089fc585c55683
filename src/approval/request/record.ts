/**
 * The record of an approval's end, beside the executed request. Only the sealed record line counts; the words around it
 * are for people. It is written before the call with outcome `unknown`, and edited in two lines afterwards. Any file at
 * its path forbids the action; only one that verifies may tick a step, settle a doubt or allow a new attempt.
 */
import * as z from "zod";
import { failureWords } from "../device/failure";
import { isDoubtful, OUTCOMES, OUTCOME_ROWS } from "../device/outcome";
import { renderAction } from "../../note/action/render";
import { type Action, actionWords } from "../../note/action/action";
import { LAST_MOMENT, showWithZone, writeStamp } from "../../kit/dates";
import {
  readFrontmatter,
  setValue,
  textOf,
  writeScalar,
  type FrontmatterReading,
} from "../../kit/frontmatter";
import { sameDigest, sealText } from "../../kit/hash";
import { spell } from "../../kit/json";
import { hasTooManyLines, joinLines, lineEnd, splitLines, type Line } from "../../kit/lines";
import { headingsOf, kindsOf } from "../../kit/markdown";
import { escapeMarkdown, inProperty, link } from "../../kit/text";
import { isTicked, readTick, wordsBehind, type Tick } from "../../kit/checkbox";
import { readName } from "./name";
import { decode, encode, isActionId } from "./seal";
import { sheetOf } from "./sheet";

const record = z.object({
  id: z.string(),
  chain: z.string(),
  attempt: z.int(),
  plan: z.string(),
  task: z.string(),
  step: z.string(),
  /** Hash of the approved action, whatever stands around it; empty where that is not known any more. */
  actionHash: z.string(),
  type: z.string(),
  target: z.string(),
  /** File name of the request. */
  name: z.string(),
  /** "mail / send_email", or null by hand. */
  route: z.string().nullable(),
  /** The key that the tool was given to tell a repetition by; empty when it takes no such argument. */
  idempotency: z.string(),
  executor: z.string(),
  /** The run that created the record: no other one completes it. */
  nonce: z.string(),
  /** When the call is over for certain, by the clock that told `begun`. Null for what is done by hand. */
  limit: z.int().min(0).nullable(),
  outcome: z.enum(OUTCOMES),
  /** The server's answer, or why nothing was sent. Bounded, untrusted. */
  detail: z.string(),
  begun: z.int().min(0).max(LAST_MOMENT),
  ended: z.int().min(0).max(LAST_MOMENT).nullable(),
});
export type RequestRecord = z.infer<typeof record>;

export interface RecordNote {
  readonly path: string;
  /** Null when the file is not a record of this device: it forbids, and says nothing. */
  readonly record: RequestRecord | null;
  /** The box that a person ticked; null for none. `odd`: another mark than x, or words behind a tick. */
  readonly answer: "happened" | "not-happened" | "both" | "odd" | null;
  /** The question stands in the note. */
  readonly asks: boolean;
}

/** The step that a record says it is of, whoever wrote the record: enough to forbid, and never enough to allow. */
export type Claim = Pick<RequestRecord, "id" | "name" | "plan" | "task" | "step" | "type" | "begun">;

const PURPOSE = "planwright receipt 1";
const QUESTION = "Please check";
const HAPPENED = "It happened";
const NOT_HAPPENED = "It did not happen";

export function writeRecordSeal(of: RequestRecord, key: string): string {
  const spelled = encode(
    spell({ ...of, target: bounded(of.target, 1000), detail: bounded(of.detail, 3000) }),
  );
  return `pr1.${spelled}.${sealText(key, PURPOSE, spelled)}`;
}

/**
 * Cut, and with half characters replaced: a server's answer may hold anything, and a record that cannot be spelled
 * would be lost.
 */
function bounded(text: string, limit: number): string {
  return [...text]
    .slice(0, limit)
    .join("")
    .replace(/\p{Cs}/gu, "\uFFFD");
}

/** `zone`: by which clock people are told moments; empty for UTC. It is no part of the record that counts. */
export function renderRecord(
  of: RequestRecord,
  action: Action | null,
  /** A link to it, or its name, as Markdown. */
  plan: string,
  key: string,
  zone = "",
): string {
  const keys: readonly (readonly [string, string | null])[] = [
    ["outcome", of.outcome],
    ["action_type", of.type],
    ["target_recipient", of.target === "" ? null : inProperty(of.target)],
    ["task_id", inProperty(of.task)],
    ["step_id", of.step],
    ["action_id", of.id],
    ["begun", writeStamp(of.begun)],
    ["ended", of.ended === null ? null : writeStamp(of.ended)],
  ];
  const how =
    of.route === null
      ? "By hand."
      : `Through ${escapeMarkdown(of.route, 200)}${of.idempotency === "" ? "" : `, marked as ${escapeMarkdown(of.idempotency)}`}.`;
  const parts = [
    `# Record: ${escapeMarkdown(actionWords(of), 160)}`,
    `For ${plan}. Note: ${link(of.name, (action === null ? "" : sheetOf(action).title) || actionWords(of))}. ${how}`,
    ...(action === null ? [] : [`## What was approved\n\n${renderAction(action)}`]),
    `## What happened\n\n${happening(of, zone)}\n`,
  ];
  const frontmatter = keys.map(([name, value]) => `${name}: ${writeScalar(value)}`).join("\n");
  return `---\n${frontmatter}\nseal: ${writeRecordSeal(of, key)}\n---\n\n${parts.join("\n\n")}`;
}

function happening(of: RequestRecord, zone: string): string {
  if (of.outcome === "unknown" && of.ended === null)
    return `- ${showWithZone(of.begun, zone)}: begun. If nothing follows, Planwright was cut off, and nobody knows whether it was sent.`;
  const failed = isDoubtful(of.outcome) ? failureWords(of.outcome, of.detail) : null;
  if (failed !== null)
    return `- ${showWithZone(of.ended ?? of.begun, zone)}: ${escapeMarkdown(
      failed.replace(/^[FM]/, (first) => first.toLowerCase()),
      1600,
    )}`;
  const detail = of.detail === "" ? "" : ` ${escapeMarkdown(of.detail, 1500)}`;
  return `- ${showWithZone(of.ended ?? of.begun, zone)}: ${OUTCOME_ROWS[of.outcome].title.toLowerCase()}.${detail}`;
}

export function parseRecord(
  path: string,
  name: string,
  text: string,
  device: { readonly id: string; readonly key: string } | null,
): RecordNote {
  const lines = hasTooManyLines(text) ? [] : splitLines(text);
  const reading = readFrontmatter(lines);
  const seal = reading.kind === "read" ? (textOf(reading.frontmatter.data, "seal") ?? "") : "";
  const boxes = readBoxes(lines, reading);
  const ticked = (label: string): boolean => boxes.some((box) => box.label === label && isTicked(box));
  // Another mark beside an x says only that the other answer is not meant.
  const isOdd =
    boxes.some((box) => isTicked(box) && box.words !== "") ||
    (boxes.some(({ mark }) => mark !== "") && !boxes.some(isTicked));
  const yes = ticked(HAPPENED);
  const no = ticked(NOT_HAPPENED);
  return {
    path,
    record: readRecord(seal, name, device),
    answer: yes && no ? "both" : isOdd ? "odd" : yes ? "happened" : no ? "not-happened" : null,
    asks: boxes.length > 0,
  };
}

interface AnswerBox extends Tick {
  /** A person’s words behind ours. */
  readonly words: string;
}

/** The boxes of our question only: what was sent, and what a server answered, may hold lines that look like them. */
function readBoxes(lines: readonly Line[], reading: FrontmatterReading): readonly AnswerBox[] {
  const kinds = kindsOf(lines, reading.kind === "read" ? reading.frontmatter.bodyFrom : 0);
  const headings = headingsOf(lines, kinds);
  const at = headings.findLastIndex((heading) => heading.text === QUESTION);
  const from = headings[at]?.line ?? lines.length;
  return lines.slice(from, headings[at + 1]?.line).flatMap(({ text }, index) => {
    const tick = kinds[from + index] === "prose" ? readTick(text) : null;
    if (tick === null || tick.lead > 3) return [];
    return [HAPPENED, NOT_HAPPENED].flatMap((label) => {
      const words = wordsBehind(tick.label, label);
      return words === null ? [] : [{ ...tick, label, words }];
    });
  });
}

function asksIn(text: string): boolean {
  const lines = splitLines(text);
  return readBoxes(lines, readFrontmatter(lines)).length > 0;
}

const SEAL = /^pr1\.([A-Za-z0-9_-]{20,40000})\.([0-9a-f]{64})$/;

/** Null for a text that is no record, and for one that says what no record of ours ever said. */
export function readClaim(text: string): Claim | null {
  const reading = hasTooManyLines(text) ? null : readFrontmatter(splitLines(text));
  const seal = reading?.kind === "read" ? (textOf(reading.frontmatter.data, "seal") ?? "") : "";
  const parsed = record.safeParse(decode(SEAL.exec(seal.trim())?.[1] ?? ""));
  if (!parsed.success) return null;
  const { id, name, plan, task, step, type, begun } = parsed.data;
  const named = readName(name);
  const isOurs =
    isActionId(id) &&
    named?.id === id.slice(0, 8) &&
    named.type === type &&
    /^[A-Za-z0-9-]{1,100}$/.test(step) &&
    task.length <= 200 &&
    !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(task);
  return isOurs ? { id, name, plan, task, step, type, begun } : null;
}

function readRecord(
  seal: string,
  name: string,
  device: { readonly id: string; readonly key: string } | null,
): RequestRecord | null {
  const match = SEAL.exec(seal.trim());
  if (match === null || device === null) return null;
  const [, spelled = "", mac = ""] = match;
  if (!sameDigest(mac, sealText(device.key, PURPOSE, spelled))) return null;
  const parsed = record.safeParse(decode(spelled));
  return parsed.success && parsed.data.name === name && parsed.data.executor === device.id
    ? parsed.data
    : null;
}

/**
 * Puts a new outcome into the record: two values, the seal, and one line at the end. Null when the note no longer has
 * that form.
 */
export function editRecordNote(text: string, next: RequestRecord, key: string, zone = ""): string | null {
  const outcome = setValue(text, "outcome", next.outcome);
  const ended =
    outcome === null ? null : setValue(outcome, "ended", next.ended === null ? null : writeStamp(next.ended));
  const sealed = ended === null ? null : setValue(ended, "seal", writeRecordSeal(next, key));
  return sealed === null
    ? null
    : appendTo(
        sealed,
        asksIn(sealed) ? ["", "## How it ended", "", happening(next, zone)] : [happening(next, zone)],
      );
}

/**
 * Asks, in the note, whether it happened. `command` is what has to be said on the acting device where a tick is not
 * enough (a payment); null where it is.
 */
export function askInRecord(text: string, command: string | null = null): string | null {
  const question = [
    "",
    `## ${QUESTION}`,
    "",
    "Planwright does not know whether this was sent, and never sends it again by itself. Look where it should have arrived, then tick one:",
    "",
    `- [ ] ${HAPPENED}`,
    `- [ ] ${NOT_HAPPENED}`,
    ...(command === null
      ? []
      : [
          "",
          `For this type, a tick is not enough. Answer on the acting device: “Resolve a doubtful action…”, or ${escapeMarkdown(command)}`,
        ]),
  ];
  const ways = CLOSINGS.map((closing) => appendTo(text, [...closing, ...question]));
  return ways.find(asksIn) ?? null;
}

/** A record cut off while it was written may end inside a block or a comment, where nobody could tick anything. */
const CLOSINGS: readonly (readonly string[])[] = [[], ["```"], ["-->"], ["%%"], ["`".repeat(12)]];

function appendTo(text: string, added: readonly string[]): string {
  const lines = splitLines(text);
  const end = lineEnd(lines);
  const closed = lines.at(-1)?.end === "" ? joinLines(lines) + end : joinLines(lines);
  return closed + added.map((line) => line + end).join("");
}
