/**
 * Writes the note a person decides on. By trusted code only, from the draft; a model never writes it. The words that go
 * out stand in one place, the action block; the lines around it are made from the same values.
 */
import { type Action, actionWords, typeWords } from "../../note/action/action";
import { isReceivers } from "../../note/action/kinds";
import { HAND } from "../../note/plan/approvalMarker";
import { furtherReceivers, partsOf, receiversOf } from "../../note/action/receivers";
import { renderAction } from "../../note/action/render";
import { showWithZone, writeStamp } from "../../kit/dates";
import { readFrontmatter, writeScalar } from "../../kit/frontmatter";
import {
  escapeMarkdown,
  inProperty,
  inQuote,
  link,
  oddCharacters,
  escapeLine,
  escapeInvisible,
} from "../../kit/text";
import { contentHash, DID_IT, NO_SEAL, putSeal } from "./content";
import { reviewUrl } from "./name";
import type { Draft, Route } from "./request";
import { writeSeal } from "./seal";
import { type Sheet, sheetOf, withClock, textOf } from "./sheet";
import { splitLines } from "../../kit/lines";
import { kindsOf } from "../../kit/markdown";

const NOTE_HEADING = "## Your note";
/** Lines that stand beneath the step in the plan. */
const MOST_BENEATH = 12;

/**
 * An action that cannot be read back from what is written here (by its size, say) comes without a seal: such a note
 * must not be written.
 */
export function renderRequest(draft: Draft, key: string): string {
  const unsealed = renderUnsealed(draft);
  const hash = contentHash(unsealed);
  return hash === null ? unsealed : putSeal(unsealed, writeSeal(draft.identity, hash, key));
}

function renderUnsealed(draft: Draft): string {
  const { identity, action, words } = draft;
  const sheet = withClock(sheetOf(action, identity), words.zone ?? "");
  const keys: readonly (readonly [string, string])[] = [
    ["action_type", action.type],
    ["target_recipient", inProperty(action.target)],
    ["task_id", inProperty(identity.task)],
    ["step_id", identity.step],
    ["created_date", writeStamp(identity.created)],
    ["action_id", identity.id],
    ["attempt", String(identity.attempt)],
  ];
  const frontmatter = keys.map(
    ([name, value]) => `${name}: ${name === "attempt" ? value : writeScalar(value === "" ? null : value)}`,
  );
  const sections = [
    `# For your approval: ${escapeMarkdown(headline(action, sheet), 120)}`,
    ...words.warnings
      .filter((warning) => escapeLine(warning) !== "")
      .map((warning) => `**${escapeMarkdown(warning, 600)}**`),
    ...(words.changes.length > 0
      ? [
          `${escapeMarkdown(words.changedSince ?? "Changed since the earlier request:", 600)}\n\n${words.changes.map((line) => `- ${escapeMarkdown(line, 400)}`).join("\n")}`,
        ]
      : []),
    ...(escapeLine(words.beneath) === ""
      ? []
      : [`The plan says below this step:\n\n${inQuote(words.beneath, MOST_BENEATH)}`]),
    `## What goes out\n\n${[...inWords(sheet), ...to(draft), renderAction(action), ...(words.converted.length > 0 ? [words.converted.map((each) => `- ${escapeMarkdown(each, 300)}`).join("\n")] : [])].join("\n\n")}`,
    howToAnswer(draft),
    `## What will happen\n\nStep ${String(words.n)} of ${String(words.of)} of ${link(words.planName, escapeLine(words.objective === "" ? words.planName : words.objective, 120))}: ${escapeMarkdown(words.stepText, 300)}\n\n${how(draft)}`,
    `## Why\n\nStep ${String(words.n)} ${HAND.test(words.stepText) ? "is marked ✋" : "has an action block"}, so it needs your approval. The plan says, and nobody has checked:\n\n${inQuote(words.rationale, 12)}`,
    NO_SEAL,
    `${NOTE_HEADING}\n`,
  ];
  return `---\n${frontmatter.join("\n")}\n---\n\n${sections.join("\n\n")}`;
}

/** An event is known by what it is and when, whatever its calendar is called. */
function headline(action: Action, { title, below }: Sheet): string {
  const begin = below.find(({ role, words }) => role === "begin" && words !== null)?.words ?? null;
  if (begin !== null && title !== "")
    return `${typeWords(action.type)} “${escapeInvisible(title)}”, ${begin}`;
  return escapeInvisible(actionWords(action));
}

/** The way it is carried out, for a terminal or a text node. */
export function sayHow(route: Route | null): string {
  if (route === null) return "You do this yourself; Planwright sends nothing.";
  return `Planwright calls the function “${escapeLine(route.tool, 100)}” of the server “${escapeLine(route.server, 100)}”, once.`;
}

/** Moments as people say them, with what stands around them, where the block has them as a program writes them. */
function inWords({ headline: top, below, head }: Sheet): readonly string[] {
  const lines = [...top, ...below, ...head].filter(({ role }) => !isReceivers(role));
  return lines.every(({ role, words }) => role === "from" || words === null)
    ? []
    : [
        lines
          .map(
            (each) =>
              `- ${escapeMarkdown(each.label)}: ${escapeMarkdown(each.words ?? textOf(each.value), 300)}`,
          )
          .join("\n"),
      ];
}

/** The receivers, one a line, from the same values as the block beneath. */
function to({ identity, action }: Draft): readonly string[] {
  const { route } = identity;
  const field =
    route === null || route.targetArgument === null
      ? ""
      : ` (field “${escapeMarkdown(route.targetArgument, 60)}”)`;
  const all = identity.receivers;
  const first = all.length === 0 ? [] : [`It goes to${field}:`, all.map(receiver).join("\n")];
  const also = furtherReceivers(action.args).flatMap(({ argument, texts }) => [
    `It also goes to (${escapeMarkdown(argument, 60)}):`,
    texts.flatMap(receiversOf).map(receiver).join("\n"),
  ]);
  return [...first, ...also];
}

/** Paragraphs about the route, the files that go along, and the key by which a repetition is told. */
function how({ identity }: Draft): string {
  const { route } = identity;
  const files = identity.attachments.map(
    (each) => `- ${escapeMarkdown(each.path, 300)}, ${String(each.size)} bytes, SHA-256 ${each.sha256}`,
  );
  const marker =
    route?.idempotencyArgument === null || route === null
      ? []
      : [
          `It is marked as ${escapeMarkdown(identity.idempotency)} (${escapeMarkdown(route.idempotencyArgument, 60)}), so that the receiver can recognise a duplicate.`,
        ];
  return [
    escapeMarkdown(sayHow(route)),
    ...(files.length > 0
      ? [
          `With ${files.length === 1 ? "this file" : "these files"}${route?.attachmentsArgument == null ? "" : ` (field “${escapeMarkdown(route.attachmentsArgument, 60)}”)`}:`,
          files.join("\n"),
        ]
      : []),
    ...marker,
  ].join("\n\n");
}

/** One receiver a line, the domain set apart, odd characters spelled out. */
function receiver(text: string): string {
  const { name, local, domain } = partsOf(text);
  const whole =
    domain === ""
      ? escapeMarkdown(local, 400)
      : `${escapeMarkdown(local, 200)} @ **${escapeMarkdown(domain, 200)}**`;
  const shown = name === "" ? whole : `${escapeMarkdown(name, 200)}: ${whole}`;
  const odd = oddCharacters(text);
  return odd.length === 0
    ? `- ${shown}`
    : `- ${shown} — careful, unusual characters: ${odd.map((each) => escapeMarkdown(each)).join("; ")}`;
}

function howToAnswer({ identity, words }: Draft): string {
  const isToCome = identity.sends !== undefined;
  const [pending = "", approved = "", rejected = ""] = identity.folders;
  const lines = [
    `- Move this note to ${escapeMarkdown(`/${approved}/`)} ${identity.route === null ? "to agree. Then do it yourself, and tick “I did it” below" : isToCome ? "to send it at its time" : "to carry it out"}.`,
    `- Move it to ${escapeMarkdown(`/${rejected}/`)} to say no; the Dashboard shows what you write under “Your note”${words.hasAgent ? ", and the plan’s agent gets it if it drafts this again" : ""}.`,
    `- In the app, [Review](${reviewUrl(identity.id)}) has buttons for both.`,
    `- Leave it in ${escapeMarkdown(`/${pending}/`)} to decide later. To change what goes out, change the plan; Planwright then asks again.`,
  ];
  const box = identity.route === null ? `\n\nAfter moving it and doing it:\n\n- [ ] ${DID_IT}` : "";
  return `## How to answer\n\n${lines.join("\n")}\n\nAsked on ${showWithZone(identity.created, words.zone ?? "")}. Nothing goes out while this note is in ${escapeMarkdown(`/${pending}/`)}.${box}`;
}

interface Told {
  /** Sentences on top: the step was carried out before, an attempt failed, a model wrote the text. */
  readonly warnings: readonly string[];
  /** A sentence with a colon; empty where the note tells of no difference. */
  readonly since: string;
  /** Lines removed (−) and added (+). */
  readonly changes: readonly string[];
  /** Words of the action that the tool gets as a number, true, false or nothing. */
  readonly converted: readonly string[];
}

/** Empty lists where the note holds nothing of the kind. Of an edited note the text is as somebody left it. */
export function readTold(note: string): Told {
  const lines = splitLines(note);
  const parsed = readFrontmatter(lines);
  const kinds = kindsOf(lines, parsed.kind === "read" ? parsed.frontmatter.bodyFrom : 0);
  const prose = lines.flatMap(({ text }, at) =>
    kinds[at] === "prose" && text.trim() !== "" ? [{ text: text.trim(), at }] : [],
  );
  const from = prose.findIndex(({ text }) => /^# /.test(text));
  const head = prose.slice(from + 1);
  const to = head.findIndex(({ text }) => /^(?:Step \d+ of \d+ of |## )/.test(text));
  const top = head.slice(0, to < 0 ? 0 : to).map(({ text }) => text);
  const fence = kinds.indexOf("fence-close");
  const below = fence < 0 ? [] : prose.filter(({ at }) => at > fence).map(({ text }) => text);
  const end = below.findIndex((text) => /^## /.test(text));
  return {
    warnings: top.flatMap((text) => bare(/^\*\*(.+)\*\*$/.exec(text)?.[1])),
    since: top.filter((text) => !/^(?:\*\*|- )/.test(text)).flatMap(bare)[0] ?? "",
    changes: items(top),
    converted: items(below.slice(0, end < 0 ? below.length : end)),
  };
}

function items(lines: readonly string[]): readonly string[] {
  return lines.flatMap((text) => bare(/^- (.+)$/.exec(text)?.[1]));
}

/** `kit/text` puts a backslash before every sign that means something to Markdown. */
function bare(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text.replace(/\\(.)/g, "$1")];
}
