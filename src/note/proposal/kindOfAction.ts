/**
 * The kind of action that a note of another program states: by the names for it, never by a guess. All that speaks of
 * one person is no post, and a place alone is no kind.
 */
import { typeWords } from "../action/action";
import { TYPE } from "../action/parse";
import type { Sections } from "../plan/parse";
import { NOT_OURS, type DraftWords } from "./draftWords";
import { firstLabel, type Label } from "./labels";

export const TYPE_NAMES = ["action_type", "action", "operation", "request_type", "type", "channel"] as const;

/**
 * The types that we know: names of others that mean exactly one of them, and words that tell one from another. Any name
 * that is none of these stands for itself.
 */
const KINDS: readonly { readonly type: string; readonly names: RegExp; readonly words: RegExp }[] = [
  {
    type: "email",
    names: /^(?:(?:send|draft|reply)_)?(?:e?mail|gmail)(?:_(?:send|reply|response|draft))?$/,
    words: /mail/,
  },
  {
    type: "payment",
    names: /^(?:pay|(?:bank_)?transfer|(?:(?:send|make)_)?payment(?:_request)?)$/,
    words: /(?:^|_)(?:pay|payments?|transfer)(?:_|$)/,
  },
  {
    type: "social_post",
    names:
      /^(?:tweet|social(?:_media)?|(?:(?:create|social|social_media|linkedin|facebook|instagram|twitter|x)_)?post|post_(?:text|image|social|linkedin|facebook|instagram|twitter))$/,
    words: /(?:^|_)(?:posts?|tweets?|social|linkedin|facebook|instagram|twitter)(?:_|$)/,
  },
  {
    type: "api_call",
    names: /^(?:api|api_call|call_api|http_request|webhook)$/,
    words: /(?:^|_)(?:api|webhook)(?:_|$)/,
  },
  {
    type: "message",
    names: /^message$/,
    words: /(?:^|_)(?:whatsapp|sms|telegram|slack|dm|inmail|messenger)(?:_|$)/,
  },
];

function kindsIn(word: string): readonly string[] {
  return KINDS.filter(({ words }) => words.test(word)).map(({ type }) => type);
}

/** Words for any request, which do not say what is to be done. */
const SAYS_NOTHING =
  /^(?:approvals?|approval_(?:request|record|required|needed)|request|action|pending|pending_approval|hitl|human_approval|task|plan|note|review|decision|outbound|outgoing|send|draft|reply_needed|notification)$/;
const PLACE = /linkedin|facebook|instagram|twitter|tweet/;

/** Words of what goes to one person, or answers one; never to all. */
const TO_ONE =
  /(?:^|[^\p{L}])(?:dms?|pms?|direct|private|in_?mail|messages?|messaging|msg|messenger|whatsapp|sms|telegram|chats?|conversation|repl(?:y|ies|ying)|respon(?:d|ds|se|ses|ding)|answers?|comments?|commenting|nachricht\p{L}*|direktnachricht\p{L}*|antwort\p{L}*|kommentar\p{L}*|réponse|répondre|mensaje|respuesta|responder|risposta|messaggio|resposta|mensagem|antwoord|bericht|odpowiedź|wiadomość)(?![\p{L}])/iu;
/** A heading that says which message goes out, where no property does. */
const TITLED =
  /\b(?:outbound|outgoing|send(?:ing)?|draft(?:ed)?|reply by|reply via)\b.*?\b(e-?mail|whatsapp|sms|telegram)\b|\b(e-?mail|whatsapp|sms|telegram) (?:draft|reply|response|to send)\b/i;

function asLabel(name: string): Label {
  return { name, keys: [], value: name, lines: [], remark: null };
}

export function isToOne(type: string): boolean {
  return TO_ONE.test(typeWords(type));
}

/** Names that only what goes to one person has. */
const ABOUT_ONE =
  /^(?:to|send_to|contact(?:_name)?|recipient(?:_name)?|in_reply_to|reply_to_(?:id|comment|message|post)|comment_id|message_id|thread_id|conversation(?:_id)?|chat(?:_name|_id)?)$/;
/** “Message” is also over the words of a post, and “Comments” over what is said of it. */
const TITLE_TO_ONE =
  /(?:^|[^\p{L}])(?:dms?|(?:direct|private) (?:messages?|message to)|in-?mails?|repl(?:y|ies|ying)|respon(?:se|ding)|comment(?:ing)?|direktnachricht\p{L}*|antwort\p{L}*|kommentar|réponse|mensaje (?:directo|privado)|respuesta|risposta|resposta|antwoord|odpowiedź)(?!\p{L})/iu;
const FOR_ALL =
  /feed|public|everyone|all|followers|audience|network|connections|page|profile|group|channel|timeline|linkedin|facebook|instagram|twitter/i;
const TO_ALL =
  /(?:^|[^\p{L}])(?:posts?|posting|tweets?|publish\p{L}*|share|caption|feed|announce\p{L}*)(?![\p{L}])/iu;

interface Said {
  readonly name: (typeof TYPE_NAMES)[number];
  readonly label: Label;
  /** The name as it is compared: small letters, underscores. */
  readonly word: string;
}

/** A sentence's end where the note says two things. */
export function findType(
  labels: readonly Label[],
  { headings }: Sections,
  words: DraftWords | string | null,
): { readonly label: Label; readonly type: string } | string | null {
  const said = TYPE_NAMES.flatMap((name): Said[] => {
    const label = firstLabel(labels, [name]);
    const word = (label?.value ?? "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "_")
      .replace(/^_+|_+$/g, "");
    return label !== null && TYPE.test(word) && !SAYS_NOTHING.test(word) ? [{ name, label, word }] : [];
  });
  const typed = said.filter(({ name, word }) => name !== "channel" && !IS_PLACE.test(word));
  const knownAs = ({ word }: Said): string | undefined => KINDS.find(({ names }) => names.test(word))?.type;
  const typeOf = (each: Said): string => knownAs(each) ?? each.word;
  // One that we know says more than one that we do not, wherever it stands; a word for one person more than for all.
  const known = typed.find((each) => knownAs(each) !== undefined && knownAs(each) !== "social_post");
  const mail = said.find(({ name, word }) => name === "channel" && /mail/.test(word));
  const isBare = typed.every(({ word }) =>
    /^(?:(?:send|draft)_)?(?:reply|response|answer|message)(?:_draft)?$/.test(word),
  );
  if (mail !== undefined && isBare) return { label: mail.label, type: "email" };
  const first = known ?? typed.find(({ word }) => isToOne(word)) ?? typed.find(knownAs) ?? typed[0];
  const kinds = first === undefined ? [] : kindsIn(first.word);
  // A place that is said besides agrees with all but a mail and a payment.
  const isLoose = kinds.every((kind) => kind !== "email" && kind !== "payment");
  const other = (isLoose ? typed : said).find(({ word }) => {
    const others = kindsIn(word);
    return kinds.length > 0 && others.length > 0 && !others.some((kind) => kinds.includes(kind));
  });
  if (first !== undefined && other !== undefined)
    return `says two different things to do (“${first.label.value}” and “${other.label.value}”); keep the one you mean`;
  if (first === undefined) {
    const title = headings.map(({ text }) => text).find((each) => TITLED.test(each));
    const word =
      title === undefined
        ? undefined
        : TITLED.exec(title)
            ?.slice(1)
            .find((each: string | undefined) => each !== undefined);
    if (title !== undefined && word !== undefined)
      return { label: asLabel(title), type: /mail/i.test(word) ? "email" : `${word.toLowerCase()}_message` };
  }
  const place = said.find((each) => !typed.includes(each) && IS_PLACE.test(each.word));
  if (first === undefined && place === undefined) return null;
  const titles = [
    ...headings.map(({ text }) => text),
    ...(typeof words === "string" || words === null ? [] : [words.name]),
  ].filter((each) => !NOT_OURS.test(each));
  if (first !== undefined && typeOf(first) !== "social_post")
    return { label: first.label, type: typeOf(first) };
  // A post goes to all: nothing in the note may speak of one person.
  const one =
    titles.find((each) => TITLE_TO_ONE.test(each)) ??
    labels.find(
      ({ keys, value }) => value !== "" && !FOR_ALL.test(value) && keys.some((key) => ABOUT_ONE.test(key)),
    )?.name;
  const [label, word] =
    first === undefined ? [place?.label, place?.label.value] : [first.label, first.label.value];
  if (label === undefined) return null;
  if (one !== undefined)
    return `says “${word ?? ""}”, which goes to all, and speaks of one person (“${one.slice(0, 60)}”); write what is meant into its properties, such as “action_type: direct_message” and “target: Ana”`;
  if (first === undefined && !titles.some((each) => TO_ALL.test(each)))
    return `says where (“${word ?? ""}”), not what to do there; write it into its properties, such as “action_type: social_post”`;
  return { label, type: "social_post" };
}

/** A place alone does not say what is to be done there. */
const IS_PLACE = /^(?:linkedin|facebook|instagram|twitter|x|threads|mastodon|bluesky)$/;

/** `linkedin_post` names the place with the type. */
export function placeOf(labels: readonly Label[]): Label | null {
  for (const name of TYPE_NAMES) {
    const label = firstLabel(labels, [name]);
    const place = PLACE.exec((label?.value ?? "").toLowerCase())?.[0];
    if (label !== null && place !== undefined)
      return { ...label, value: place === "tweet" ? "twitter" : place, remark: null };
  }
  return null;
}
