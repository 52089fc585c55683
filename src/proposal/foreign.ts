/**
 * What a request that somebody else wrote wants done: type, target and words, from properties, labels, a heading over its text, or an action
 * block. The names are those that vaults of this kind use. All of it is data; nothing here follows it.
 */
import type { Action } from "../action/action";
import { isActionFence, parseAction, TYPE } from "../action/parse";
import { readFrontmatter } from "../kit/frontmatter";
import { isList, type Json } from "../kit/json";
import { outdent, indentOf, splitLines } from "../kit/lines";
import { sectionsOf, type Sections } from "../plan/parse";
import { readLabels, readMoment, statusFor } from "./dialect";
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
  type: ["action_type", "action", "operation", "request_type", "type", "channel"],
  target: ["target_recipient", "target", "to", "recipient", "recipients", "send_to", "email_to", "to_email", "payee", "vendor", "beneficiary", "url", "endpoint"],
  place: ["platform", "channel"],
  subject: ["subject", "email_subject"],
  body: ["body", "message", "content", "text", "caption"],
  amount: ["amount", "total"],
  currency: ["currency"],
  reference: ["reference", "invoice_number", "invoice"],
  cc: ["cc"],
  bcc: ["bcc"],
  created: ["created_date", "created_at", "created", "requested", "requested_at", "date", "timestamp"],
  plan: ["plan_id", "plan", "plan_file", "plan_link", "related_plan", "source_plan", "task_id"],
} as const;

/** What others call the types that we know. Any other word stands for itself. */
const TYPES: Readonly<Record<string, string>> = {
  mail: "email", send_email: "email", email_send: "email", send_mail: "email", email_reply: "email", reply_email: "email", gmail_reply: "email", gmail_send: "email", send_gmail: "email", gmail: "email", email_draft: "email", draft_email: "email",
  pay: "payment", send_payment: "payment", make_payment: "payment", payment_request: "payment", bank_transfer: "payment", transfer: "payment",
  post: "social_post", create_post: "social_post", post_text: "social_post", post_image: "social_post", social: "social_post", social_media: "social_post", social_media_post: "social_post", post_social: "social_post",
  linkedin: "social_post", linkedin_post: "social_post", post_linkedin: "social_post", facebook: "social_post", facebook_post: "social_post", post_facebook: "social_post", instagram: "social_post", instagram_post: "social_post", post_instagram: "social_post",
  twitter: "social_post", twitter_post: "social_post", post_twitter: "social_post", tweet: "social_post", x_post: "social_post",
  api: "api_call", call_api: "api_call", http_request: "api_call", webhook: "api_call",
};
/** Words for any request, which do not say what is to be done. */
const SAYS_NOTHING = /^(?:approvals?|approval_(?:request|record|required|needed)|request|action|pending|pending_approval|hitl|human_approval|task|plan|note|review|decision)$/;
const PLACE = /linkedin|facebook|instagram|twitter|tweet/;

/** Headings over what goes out, the plainest first, and headings that only sound so. */
const OVER_BODY = [/\bbody\b/i, /\b(?:e-?mail|message|post|letter|draft|caption)\b.*\b(?:content|text|draft)\b/i, /\b(?:draft|content|message|text|caption|payload)\b/i];
const NO_BODY = /approv|reject|instruct|why|how|result|schedul|decision|metadata|context|note/i;

/** Why not, as the end of a sentence about the note. */
export function readForeign(text: string): Asked | string {
  const lines = splitLines(text);
  const front = readFrontmatter(lines);
  if (front.kind === "broken") return `has properties that cannot be read: ${front.why}`;
  const { data, bodyFrom } = front.frontmatter;
  const sections = sectionsOf(lines, bodyFrom);
  const section = findBody(sections);
  const labels = readLabels(data, lines.slice(0, section?.from ?? lines.length), sections.kinds, bodyFrom);
  const found = (names: readonly string[]): { readonly name: string; readonly value: string } | null => {
    for (const name of names) {
      const value = listed(data[name]) ?? labels.get(name);
      if (value !== undefined) return { name, value };
    }
    return null;
  };
  const status = labels.get("status") ?? "";
  if (statusFor(status) !== "Draft") return `says of itself that it is over (“${status.slice(0, 40)}”)`;
  const about = { created: readMoment(found(NAMES.created)?.value ?? null), plan: found(NAMES.plan)?.value ?? null };
  const block = findBlock(sections);
  if (typeof block === "string") return block;
  if (block !== null) return { ...about, action: block, said: ["What is to be done is read from its action block."] };

  const type = findType(labels);
  if (type === null) return "does not say what is to be done (no type of action); write it into its properties, such as “action_type: email”, or move the note away";
  const place = found(NAMES.place) ?? placeIn(labels);
  const target = found(NAMES.target) ?? (type.type === "social_post" ? place : null);
  if (target === null) return "does not say to whom or where (no target); write it into its properties, such as “target: ana@example.com”, or move the note away";
  const words = section ?? found(NAMES.body);
  const args: Record<string, Json> = {};
  for (const name of ["subject", "amount", "currency", "reference", "cc", "bcc"] as const) {
    const value = found(NAMES[name]);
    const number = value === null ? null : data[value.name];
    if (value !== null) args[name] = typeof number === "number" && Number.isFinite(number) ? number : value.value;
  }
  if (words !== null) args["body"] = words.value;
  const used = new Set<string>([...Object.values(NAMES).flat(), type.name]);
  const rest = Object.keys(data).filter((key) => !used.has(key.toLowerCase()));
  const sources = [`its type from “${type.name}”`, `its target from “${target.name}”`, ...(words === null ? [] : [`its text from “${words.name}”`])];
  return {
    ...about,
    action: { type: type.type, target: target.value, args: args, attachments: [] },
    said: [`Read from it: ${sources.join(", ")}.`, ...(words === null ? ["It has no text that could be told from the rest; write it into the action block."] : []), ...(rest.length === 0 ? [] : [`Left out of the plan: ${rest.slice(0, 8).join(", ")}${rest.length > 8 ? " and more" : ""}.`])],
  };
}

function findType(labels: ReadonlyMap<string, string>): { readonly name: string; readonly type: string } | null {
  const said = NAMES.type.flatMap((name) => {
    const word = (labels.get(name) ?? "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "");
    return TYPE.test(word) && !SAYS_NOTHING.test(word) ? [{ name, word }] : [];
  });
  // One that we know says more than one that we do not, wherever it stands.
  const known = said.find(({ word }) => Object.hasOwn(TYPES, word) || Object.values(TYPES).includes(word));
  const first = known ?? said.find(({ name }) => name !== "channel");
  return first === undefined ? null : { name: first.name, type: (Object.hasOwn(TYPES, first.word) ? TYPES[first.word] : undefined) ?? first.word };
}

/** `linkedin_post` names the place with the type. */
function placeIn(labels: ReadonlyMap<string, string>): { readonly name: string; readonly value: string } | null {
  for (const name of NAMES.type) {
    const place = PLACE.exec((labels.get(name) ?? "").toLowerCase())?.[0];
    if (place !== undefined) return { name, value: place === "tweet" ? "twitter" : place };
  }
  return null;
}

/** Several receivers in a list become one line of them. */
function listed(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return isList(value as Json) && value.every((each) => typeof each === "string") ? value.join(", ") : undefined;
}

/** The one action block in our form; null for none, a sentence's end for one that cannot be read or for several. */
function findBlock({ lines, kinds }: Sections): Action | string | null {
  const opens = lines.flatMap(({ text }, at) => (kinds[at] === "fence-open" && isActionFence(text) ? [at] : []));
  const [open] = opens;
  if (open === undefined) return null;
  if (opens.length > 1) return "holds several action blocks; a request has one";
  const end = kinds.findIndex((kind, at) => at > open && kind !== "fence");
  if (kinds[end] !== "fence-close") return "holds an action block that is never closed";
  const indent = indentOf(lines[open]?.text ?? "");
  const reading = parseAction(lines.slice(open + 1, end).map(({ text }) => outdent(text, indent)).join("\n"));
  return reading.kind === "action" ? reading.action : `holds an action block that cannot be read: ${reading.why}`;
}

interface Body {
  readonly name: string;
  readonly value: string;
  /** Index of its first line. */
  readonly from: number;
}

function findBody({ lines, headings }: Sections): Body | null {
  // The title of the note is over everything.
  const parts = partsOf(headings, lines.length).filter(({ heading, name }, at, all) => !NO_BODY.test(name) && !(at === 0 && heading.level === 1 && all.length > 1));
  const part = OVER_BODY.map((pattern) => parts.find(({ name }) => pattern.test(name))).find((each) => each !== undefined);
  const value = part === undefined ? "" : unwrap(lines.slice(part.from, part.to).map(({ text }) => text));
  return part === undefined || value === "" ? null : { name: part.name, value, from: part.from };
}

/** The text itself: without the blank lines around it, without a fence or marks of a quote that are around all of it. */
function unwrap(lines: readonly string[]): string {
  const all = lines.join("\n").replace(/^(?:[ \t]*\n)+|\s+$/g, "").split("\n");
  const fence = /^\s*(`{3,}|~{3,})[^`]*$/.exec(all[0] ?? "")?.[1];
  if (fence !== undefined && all.length > 2 && all.at(-1)?.trim() === fence && !all.slice(1, -1).some((line) => line.trim() === fence)) return all.slice(1, -1).join("\n");
  return all.every((line) => line.startsWith(">")) ? all.map((line) => line.replace(/^> ?/, "")).join("\n") : all.join("\n");
}
