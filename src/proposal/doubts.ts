/**
 * Reasons to ask about a draft of another program before it becomes a request: it was only a trial, or it still holds
 * what somebody was to fill in. Nobody can tell from it what would have gone out.
 */
import type { Action } from "../action/action";
import type { Json } from "../kit/json";
import type { Label } from "./labels";

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
export function whyTrial(labels: readonly Label[], around: readonly string[], words: string): string | null {
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
    : `says that it is a dry run (“${short(found)}”); take that out if it is to be sent after all`;
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
export function whyUnfilled({ target, args }: Pick<Action, "target" | "args">): string | null {
  if (NOBODY.test(target.trim()))
    return `does not say to whom it goes (“${short(target)}”); write that in first`;
  const body = args["body"];
  if (typeof body === "string" && ELSEWHERE.test(body.trim()))
    return `says where its text is (“${short(body)}”), and not what it is; write the text under a heading “## Body”`;
  for (const text of [target, ...textsIn(args)]) {
    const found = PLACEHOLDERS.map((each) => each.exec(text)?.[0]).find((each) => each !== undefined);
    if (found !== undefined)
      return `holds a placeholder (“${short(found)}”), which would go out as it is; fill it in first`;
  }
  return null;
}

/** Brackets that may be meant: nothing says that they are to be filled in. */
export function bracketsIn({ args }: Pick<Action, "args">): readonly string[] {
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
