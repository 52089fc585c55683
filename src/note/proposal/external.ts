/**
 * The action that a request of somebody else wants: type, target and words, from properties, labels, a heading over its
 * text, or an action block. The names are those that vaults of this kind use. All of it is data; nothing here follows
 * it.
 */
import { cut } from "../../kit/text";
import type { Action } from "../action/action";
import { isActionFence, parseAction } from "../action/parse";
import { readFrontmatter } from "../../kit/frontmatter";
import type { Json } from "../../kit/json";
import { indentOf, type Line, outdent, splitLines } from "../../kit/lines";
import { type Sections, sectionsOf } from "../plan/parse";
import { quoteText } from "../../kit/yaml";
import { findType, isToOne, placeOf, TYPE_NAMES } from "./kindOfAction";
import { readMoment, statusFor } from "./dialect";
import { type DraftWords, findWords, NOT_OURS, UNSAID, wordsIn } from "./draftWords";
import { firstLabel, keysOf, type Label, labelsOfLines, labelsOfProperties } from "./labels";
import { partsOf } from "./parts";

export interface Asked {
  readonly action: Action;
  /** As an ISO stamp; null when it does not say when. */
  readonly created: string | null;
  /** The plan that it says it is for, as written. */
  readonly plan: string | null;
  /** Sentences: what was read from where, and what was not taken over. */
  readonly said: readonly string[];
}

const NAMES = {
  target: [
    "target_recipient",
    "target",
    "to",
    "recipient",
    "recipients",
    "send_to",
    "email_to",
    "to_email",
    "recipient_email",
    "to_address",
    "email_address",
    "phone",
    "phone_number",
    "payee",
    "vendor",
    "beneficiary",
    "url",
    "endpoint",
    "contact",
    "contact_name",
    "recipient_name",
    "chat",
    "chat_name",
    "group_name",
  ],
  place: ["platform", "channel"],
  subject: ["subject", "email_subject"],
  body: ["body", "message", "content", "text", "caption"],
  amount: ["amount", "total"],
  currency: ["currency"],
  reference: ["reference", "invoice_number", "invoice"],
  cc: ["cc"],
  bcc: ["bcc"],
  reply_to: ["reply_to"],
  attachments: [
    "attachments",
    "attachment",
    "attached_files",
    "attached_file",
    "attachment_path",
    "invoice_file",
    "files",
  ],
  created: ["created_date", "created_at", "created", "requested", "requested_at", "date", "timestamp"],
  plan: ["plan_id", "plan", "plan_file", "plan_link", "related_plan", "source_plan", "task_id"],
} as const;

export const UNREADABLE = "has properties that cannot be read";

/** Why not, as the end of a sentence about the note. */
export function readExternal(text: string): Asked | string {
  const asked = readAsked(text);
  if (typeof asked === "string") return asked;
  const brackets = bracketsIn(asked.action);
  return (
    whyUnfilled(asked.action) ??
    (brackets.length === 0
      ? asked
      : {
          ...asked,
          said: [
            ...asked.said,
            `Words in brackets go out as they are: ${brackets
              .slice(0, 5)
              .map((each) => `“${each}”`)
              .join(", ")}.`,
          ],
        })
  );
}

function readAsked(text: string): Asked | string {
  const lines = splitLines(text);
  const front = readFrontmatter(lines);
  if (front.kind === "broken") return `${UNREADABLE}: ${front.why} (line ${String(front.line)})`;
  const { data, bodyFrom } = front.frontmatter;
  const sections = sectionsOf(lines, bodyFrom);
  const properties = labelsOfProperties(data, lines, bodyFrom);
  const holding = [
    ...properties,
    ...labelsOfLines(lines, sections.kinds, bodyFrom, lines.length).filter(
      (each) => isListed(lines, each) && !isHidden(sections, each),
    ),
  ];
  const words = findWords(
    sections,
    bodyFrom,
    holding.filter(
      ({ keys, value }) => value !== "" && keys.some((key) => NAMES.body.some((name) => name === key)),
    ),
  );
  const labels = [
    ...properties,
    ...labelsAround(sections, bodyFrom, typeof words === "string" ? null : words),
  ];
  const say = (names: readonly string[]): Label | null => firstLabel(labels, names);
  const status = say(["status"])?.value ?? "";
  if (statusFor(status) !== "Draft") return `says of itself that it is over (“${status.slice(0, 40)}”)`;
  const about = {
    created: readMoment(say(NAMES.created)?.value ?? null),
    plan: say(NAMES.plan)?.value ?? null,
  };
  const taken = typeof words === "string" ? null : words;
  const around = lines.flatMap(({ text: line }, at) =>
    at >= bodyFrom && !(taken !== null && at >= taken.from && at < taken.to) ? [line] : [],
  );
  const trial = whyTrial(labels, around, taken?.text ?? "");
  if (trial !== null) return trial;
  const block = findBlock(sections);
  if (typeof block === "string") return block;
  if (block !== null)
    return { ...about, action: block, said: ["What is to be done is read from its action block."] };

  const type = findType(labels, sections, words);
  if (typeof type === "string") return type;
  if (type === null)
    return "does not say what is to be done (no type of action); write it into its properties, such as “action_type: email”, or move the note away";
  const isPost = /post|tweet/.test(type.type) && !isToOne(type.type);
  const target =
    say(NAMES.target) ?? (isPost ? (say(NAMES.place) ?? placeOf(labels)) : null) ?? receiversIn(sections);
  if (target === null)
    return "does not say to whom or where (no target); write it into its properties, such as “target: ana@example.com”, or move the note away";
  if (typeof words === "string") return words;
  const parts = ARGUMENTS.flatMap((name) => {
    // A post has no subject: what is called so is about it.
    const label = name === "subject" && isPost ? null : say(NAMES[name]);
    return label === null ? [] : [{ name, label }];
  });
  const files = filesIn(say(NAMES.attachments));
  const used = [
    type.label,
    target,
    ...parts.map(({ label }) => label),
    ...(words?.label ? [words.label] : []),
  ];
  const wrong = contradiction(labels, used) ?? used.map(remarkIn).find((each) => each !== null);
  if (wrong !== undefined) return wrong;
  const args: Record<string, Json> = Object.fromEntries(
    parts.map(({ name, label }) => [name, name === "subject" ? label.value : bare(label.value)]),
  );
  if (words !== null) args["body"] = words.text;
  if (words === null && (IN_WORDS.test(type.type) || parts.length === 0)) return UNSAID;
  const sources = [
    ["type", type.label.name],
    ["target", target.name],
    ...parts.map(({ name, label }) => [name, label.name]),
    ...(words === null ? [] : [["text", words.name]]),
    ...(files.label === null ? [] : [["attachments", files.label.name]]),
  ];
  return {
    ...about,
    action: { type: type.type, target: bare(target.value), args, attachments: files.paths },
    said: [
      `Read from it: ${sources.map(([what, name]) => `its ${(what ?? "").replace("_", "-")} from “${name ?? ""}”`).join(", ")}.`,
      ...(words?.ruled === true ? ["A rule stands within its text and goes out with it."] : []),
      ...tellLeft(
        leftOut(sections, bodyFrom, labels, [...used, ...(files.label === null ? [] : [files.label])], words),
      ),
    ],
  };
}

/** The arguments that an action of ours can hold besides type, target, text and files. */
const ARGUMENTS = ["subject", "amount", "currency", "reference", "cc", "bcc", "reply_to"] as const;
/** Types that say nothing without words. */
const IN_WORDS =
  /mail|message|post|tweet|reply|respon|comment|sms|whatsapp|telegram|slack|chat|letter|notif|social/;

/** Those before the words, and at their beginning; what comes after them is about something else. */
function labelsAround(sections: Sections, bodyFrom: number, words: DraftWords | null): Label[] {
  const { lines, kinds } = sections;
  const end = words === null || words.label !== null ? lines.length : words.from;
  const around = [
    ...labelsOfLines(lines, kinds, bodyFrom, end),
    ...(words?.labels ?? []).flatMap((at) => labelsOfLines(lines, kinds, at, at + 1)),
  ];
  return around.filter((label) => !isHidden(sections, label));
}

/** It is about what somebody else wrote before. */
function isHidden({ headings, lines }: Sections, label: Label): boolean {
  return partsOf(headings, lines.length).some(
    ({ name, from, to }) => NOT_OURS.test(name) && label.lines.some((at) => at >= from && at < to),
  );
}

/** A list item or a row of a table: what it holds ends with it. */
function isListed(lines: readonly Line[], { lines: [at = -1] }: Label): boolean {
  return /^[ \t]*(?:[-*+][ \t]|\|)/.test(lines[at]?.text ?? "");
}

/** Under a heading of their own: `## Recipients`, with one of them on each line. */
function receiversIn({ lines, kinds, headings }: Sections): Label | null {
  for (const { name, heading, from } of partsOf(headings, lines.length)) {
    const to = headings.find(({ line }) => line > heading.line)?.line ?? lines.length;
    if (!keysOf(name).some((key) => NAMES.target.some((each) => each === key))) continue;
    const words = wordsIn(lines, kinds, from, to);
    const value =
      typeof words === "string"
        ? ""
        : words.text
            .split("\n")
            .map((each) => each.replace(/^[ \t]*[-*+][ \t]+/, "").trim())
            .filter((each) => each !== "")
            .join(", ");
    if (value !== "" && value.length <= LONGEST_RECEIVERS)
      return {
        name,
        keys: ["target"],
        value,
        lines: Array.from({ length: to - from }, (_each, more) => from + more),
        remark: null,
      };
  }
  return null;
}

const LONGEST_RECEIVERS = 1000;

/** Without what Markdown puts around an address or a word. */
function bare(value: string): string {
  const inside = /^`([^`]+)`$/.exec(value)?.[1] ?? value;
  return (
    /^\[[^\]]*\]\(mailto:([^()\s]+)\)$/.exec(inside)?.[1] ??
    /^<([^<>\s]+@[^<>\s]+)>$/.exec(inside)?.[1] ??
    inside
  );
}

/** Two labels of one name that say two things of what goes out: nobody can tell which is meant. */
function contradiction(labels: readonly Label[], used: readonly Label[]): string | null {
  const same = (a: string, b: string): boolean => a.includes(b) || b.includes(a);
  for (const label of used) {
    const [key] = label.keys;
    const other = labels.find(
      (each) =>
        each !== label &&
        each.keys[0] === key &&
        each.value !== "" &&
        !same(each.value.toLowerCase(), label.value.toLowerCase()),
    );
    if (other !== undefined && !TYPE_NAMES.some((name) => name === key))
      return `says two things of “${label.name}” (“${label.value.slice(0, 60)}” and “${other.value.slice(0, 60)}”); keep the one you mean`;
  }
  return null;
}

/**
 * YAML leaves out what follows a sign # after a space. A tag is a word to whoever wrote it; of anything else nobody can
 * tell.
 */
function remarkIn({ name, keys, remark }: Label): string | null {
  if (remark === null) return null;
  const isWords = keys.some((key) => [...NAMES.body, ...NAMES.subject].some((each) => each === key));
  if (isWords && !remark.includes("\n") && !/(?:^|[ \t])#(?:[ \t]|$)/.test(remark)) return null;
  return `has a sign # in its property “${name}”, where nobody can tell a remark from words; write ${name}: ${quoteText(remark)} if all of it is meant, or take away what follows the sign`;
}

/** Paths, where it plainly says so: each ends like a file. */
function filesIn(label: Label | null): { readonly paths: readonly string[]; readonly label: Label | null } {
  const paths = (label?.value ?? "")
    .split(/[,;\n]/)
    .map((each) => bare(each.trim()))
    .filter((each) => each !== "");
  return label !== null &&
    paths.length > 0 &&
    paths.every((each) => /\.[A-Za-z0-9]{1,6}(?:\]\])?$/.test(each))
    ? { paths, label }
    : { paths: [], label: null };
}

/** The one action block in our form; null for none, a sentence's end for one that cannot be read or for several. */
function findBlock({ lines, kinds }: Sections): Action | string | null {
  const opens = lines.flatMap(({ text }, at) =>
    kinds[at] === "fence-open" && isActionFence(text) ? [at] : [],
  );
  const [open] = opens;
  if (open === undefined) return null;
  if (opens.length > 1) return "has several action blocks; a request has one";
  const end = kinds.findIndex((kind, at) => at > open && kind !== "fence");
  if (kinds[end] !== "fence-close") return "has an action block that is never closed";
  const indent = indentOf(lines[open]?.text ?? "");
  const parsed = parseAction(
    lines
      .slice(open + 1, end)
      .map(({ text }) => outdent(text, indent))
      .join("\n"),
  );
  return parsed.kind === "action" ? parsed.action : `has an action block that cannot be read: ${parsed.why}`;
}

/**
 * Parts of the note that went into none of these, by name: properties, labels, headings with anything under them,
 * footers and comments.
 */
function leftOut(
  { lines, kinds, headings }: Sections,
  bodyFrom: number,
  labels: readonly Label[],
  used: readonly Label[],
  words: DraftWords | null,
): string[] {
  const isSaid = (label: Label, others: readonly Label[]): boolean =>
    others.some(
      (each) => each.keys[0] === label.keys[0] && each.value.toLowerCase() === label.value.toLowerCase(),
    );
  const rest = labels.filter(
    (label, at) =>
      !isSaid(label, [...used, ...labels.slice(0, at)]) && !label.keys.some((key) => QUIET.test(key)),
  );
  const taken = new Set([...labels, ...used].flatMap((label) => label.lines));
  for (let at = words?.from ?? 0; at < (words?.to ?? 0); at += 1) taken.add(at);
  const starts = [bodyFrom, ...headings.map(({ line }) => line + 1)];
  const sections = starts.flatMap((from, n) => {
    const to = (starts[n + 1] ?? lines.length + 1) - 1;
    const isLeft = lines
      .slice(from, to)
      .some(
        ({ text }, more) =>
          !taken.has(from + more) && kinds[from + more] !== "comment" && /[\p{L}\p{N}]/u.test(text),
      );
    return isLeft
      ? [n === 0 ? "the text at its beginning" : `what is under “${headings[n - 1]?.text ?? ""}”`]
      : [];
  });
  return [
    ...new Set([
      ...rest.map(({ name }) => name),
      ...sections,
      ...(words?.left ?? []).map((each) => `“${cut(each, SHOWN)}”`),
    ]),
  ];
}

/** Signs of a footer. */
const SHOWN = 120;
/** They are told where they are read. */
const QUIET =
  /^(?:created|created_date|created_at|requested|requested_at|date|timestamp|plan|plan_id|plan_file|plan_link|related_plan|source_plan|task_id|type|action|action_type|request_type|operation)$/;

function tellLeft(left: readonly string[]): string[] {
  return left.length === 0 ? [] : [`Left out of the plan: ${left.join(", ")}.`];
}

/** The text as a sentence quotes it. */
function short(text: string): string {
  return text.trim().replace(/\s+/g, " ").slice(0, 60);
}

const TRIAL =
  /^(?:is_)?(?:dry_?run|simulat\w*|test_(?:mode|only|run)|trial|rehearsal|sandbox|mock|preview_only|no_send)$/;
const MODE = /^(?:(?:run_|send_|execution_)?mode|environment|env|status|execution|type|action|action_type)$/;
const NO = /^(?:false|no|off|0|none|null|disabled|live|nein|non)$/i;
const SAYS_TRIAL = /\bdry[-_ ]?run\b|^(?:simulat(?:ion|ed)|test|testing|sandbox|mock)$/i;

/** The end of a sentence about the note, or null. `around` are the lines beside the words that go out. */
function whyTrial(labels: readonly Label[], around: readonly string[], words: string): string | null {
  const label = labels.find(({ keys, value }) =>
    keys.some(
      (key) =>
        (TRIAL.test(key) && !NO.test(value.trim())) ||
        (/^(?:is_)?test(?:ing)?$/.test(key) && /^(?:true|yes|on|1)$/i.test(value.trim())) ||
        (/^(?:email_)?(?:subject|title)$/.test(key) && /\bdry[-_ ]?run\b/i.test(value)) ||
        (MODE.test(key) && SAYS_TRIAL.test(value.trim())),
    ),
  );
  const isOff = labels.some(
    ({ keys, value }) => keys.some((key) => TRIAL.test(key)) && NO.test(value.trim()),
  );
  const line = isOff
    ? undefined
    : (around.find((text) => /\bdry[- ]?run\b|\bsimulation only\b/i.test(text)) ??
      words.split("\n").find((text) => /\bDRY[- ]?RUN\b/.test(text)));
  const found = label === undefined ? line : `${label.name}: ${label.value}`;
  return found === undefined
    ? null
    : `says that it is a dry run (“${short(found)}”); remove that if you want to send it after all`;
}

/** First words of what stands in brackets until somebody fills it in. */
const TO_FILL =
  "(?:your|my|our|their|his|her|insert|enter|add|fill|specify|choose|select|name|first|last|full|date|time|day|month|year|company|client|customer|recipient|sender|contact|phone|telephone|mobile|e-?mail|address|amount|price|cost|sum|total|number|invoice|order|link|url|website|title|topic|subject|position|role|signature|project|product|service|location|city|department|team|event|reason|details?|specific|relevant|attachment|placeholder|tbd|tba|todo|x{2,}|ihr|ihre|ihren|dein|deine|vorname|nachname|firma|datum|betrag|anrede|empf[aä]nger|votre|vos|nom|pr[eé]nom|montant|entreprise|destinataire|tu|su|nombre|apellido|fecha|monto|importe|empresa|nome|cognome|importo|azienda|seu|sua|sobrenome|valor|naam|uw|jouw|bedrag|bedrijf|imi[eę]|nazwisko|kwota|firmy?|ditt?|namn|belopp)";
const PLACEHOLDERS: readonly RegExp[] = [
  /\{\{[^{}\n]{0,80}\}\}|\{%[^%\n]{0,80}%\}|\$\{[^{}\n]{1,60}\}/,
  /(?:^|[^\\$\w])\{[\p{L}][\p{L}\p{N}_ .-]{1,40}\}/u,
  new RegExp(`(?:^|[^[])\\[\\s*${TO_FILL}(?![\\p{L}\\p{N}])[^\\[\\]\\n]{0,80}\\](?![\\](])`, "iu"),
  new RegExp(`<\\s*${TO_FILL}(?![\\p{L}\\p{N}:/@=])[^<>@\\n=]{0,60}>`, "iu"),
  /\[(?:[\p{Lu}]{2,}[_ ])+[\p{Lu}]{2,}\](?!\()|\[(?:\.{3}|…|\?+|_+)\]/u,
  // A wish to whoever writes the text: “[Helper: say it more kindly]”, “[describe the offer in two sentences]”.
  /(?:^|[^[])\[\p{L}[^[\]\n]{0,40}:\s[^[\]\n]{4,400}\](?![\](])/u,
  /(?:^|[^[])\[\p{L}[\p{L}\p{N}'’,-]*(?:[ ][\p{L}\p{N}'’,.&/-]+){3,60}\](?![\](])/u,
  /\blorem ipsum\b|\b(?:your|recipient|client|company) name here\b/i,
  /(?:^|[^\p{L}\p{N}#])(?:TODO|TBD|TBA|FIXME|XXX+)(?![\p{L}\p{N}])/u,
  /\b(?:DD|MM|YYYY)[/.-](?:DD|MM)[/.-](?:YY(?:YY)?|DD)\b|\bXX+[ .,]?(?:X+ ?)?(?:EUR|USD|GBP|CHF|PLN|%|€|\$)/,
  /[$€£]\s?(?:X+|_{2,})|\S[ \t]+_{3,}|%[A-Z][A-Z_]{2,}%|__[A-Z][A-Z_]{2,}__/,
];
/** Words in the place of a text, that only say where it is. */
const ELSEWHERE =
  /^[^\p{L}]*(?:please )?(?:see|refer to|as in|use|siehe|voir|ver|vedi|zie)\b.{0,50}\b(?:below|above|attach\p{L}*|draft|file|body|section|here|unten|oben|anhang|anlage|ci-dessous|ci-joint|abajo|adjunto|sotto|allegato|onder|bijlage)\b.{0,20}$|^(?:same as|as) (?:above|below)\W*$/iu;
/** A word in the place of whom it goes to. */
const NOBODY =
  /^(?:unknown|n\/?a|none|nobody|tbd|tba|todo|\?+|-+|\.{3}|…|recipient|receiver|e-?mail|address|to be (?:determined|added|confirmed|decided)|not (?:specified|provided|set|available|found)|unspecified)$/i;

/** The end of a sentence about the note, or null. */
function whyUnfilled({ target, args }: Pick<Action, "target" | "args">): string | null {
  if (NOBODY.test(target.trim()))
    return `does not say to whom it goes (“${short(target)}”); write that in first`;
  const body = args["body"];
  if (typeof body === "string" && ELSEWHERE.test(body.trim()))
    return `says where its text is (“${short(body)}”), not the text itself; write it under a heading “## Body”`;
  for (const text of [target, ...textsIn(args)]) {
    const found = PLACEHOLDERS.map((each) => each.exec(text)?.[0]).find((each) => each !== undefined);
    if (found !== undefined)
      return `has a placeholder (“${short(found)}”), which would go out as it is; fill it in first`;
  }
  return null;
}

/** Brackets that may be meant: nothing says that they are to be filled in. */
function bracketsIn({ args }: Pick<Action, "args">): readonly string[] {
  const body = args["body"];
  return typeof body === "string"
    ? [...new Set(body.match(/(?:^|[^[\]!\\])\[\p{L}[^[\]\n]{1,60}\](?![([\]:])/gu) ?? [])].map((each) =>
        each.slice(each.indexOf("[")),
      )
    : [];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
