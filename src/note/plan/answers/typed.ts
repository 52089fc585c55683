/** Words behind “Answer:” that are one of the options, as a person types them: `1`, `yes`, the option itself. */

/** The option is counted from 1. `words`: what the person says besides. */
export interface TypedOption {
  readonly option: number;
  readonly words: string;
}

const YES = phrases(
  "yes | y | yep | yeah | yup | ok | okay | k | sure | fine | good | great | perfect | agreed | i agree | agree | approved | approve | i approve | i approve it | correct | right | that's right | that is right | exactly | looks good | looks good to me | looks fine | looks right | looks great | lgtm | sounds good | all good | go | go on | go ahead | proceed | continue | do it | please do | it is right | it's right | it is fine | no problem | no objection | no objections | no changes | nothing to add | yes it is | it is | it does | it holds | ja | jawohl | jep | genau | passt | passt so | gut | prima | super | einverstanden | stimmt | richtig | sieht gut aus | in ordnung | weiter | mach weiter | mach das | alles gut | kein problem | oui | d'accord | c'est bon | c'est ça | parfait | très bien | bien | vas-y | allez-y | exact | sí | si | vale | de acuerdo | correcto | está bien | perfecto | adelante | bueno | sì | va bene | d'accordo | perfetto | giusto | esatto | procedi | sim | certo | está bem | está bom | concordo | perfeito | correto | pode ser | akkoord | goed | prima zo | in orde | klopt | ga door | ga maar | mooi | tak | dobrze | dobra | zgoda | zgadzam się | w porządku | jasne | pasuje | świetnie",
);
const NO = phrases("no | nope | nah | nein | nee | non | não | nie | no thanks | no thank you | disagree");
const COURTESY =
  /^(?:please|bitte)\s+|\s+(?:please|thanks|thank you|danke|bitte|merci|s'il te plaît|gracias|por favor|grazie|obrigad[oa]|bedankt|dank je|dzięki|proszę)$/u;
/** A number alone, in a bare text. */
const ALONE = /^(?:(?:option|number|nr|no) |# ?)?\(?(\d{1,2}) ?\)?$/u;
/**
 * A number with words behind a full stop, a comma, a colon, a bracket or a dash, or with words that begin with “but”.
 * `2 weeks` are words.
 */
const NUMBER =
  /^(?:(?:option|number|nr\.?|no\.?)\s+|#)?\(?(\d{1,2})(?:\s*([,:;)–—-]+|\.\)?)\s+|\s+(?=but\s))(\S.*)$/isu;
/** Words behind a number that name another one, as in `1 - or 2` and `2, 3 people`. */
const OTHER = /^(?:or\b|(?:(?!but\b)\p{L}+\s+)?[^\p{L}\p{N}\s]*\p{N})/iu;
/** Words that make a date or a count of a number and a full stop: `2. May`, `2. maj`, `2. Stock`. */
const ORDINAL = /^(?:[^\p{Ll}]|jan|feb|m[aä]r|apr|ma[ijy]|jun|jul|aug|sep|o[ck]t|nov|de[csz])/u;

function phrases(list: string): ReadonlySet<string> {
  return new Set(list.split(" | "));
}

/**
 * Finds the option that `words` mean: by its text, by its part before a colon, by its number, as a yes, as a no.
 * `labels`: the texts of the numbered options, without their numbers. `isYesFirst`: option 1 is the yes. Null where the
 * words are no option, or could be two.
 */
export function typedOption(
  words: string,
  labels: readonly string[],
  isYesFirst: boolean,
): TypedOption | null {
  const whole = bare(words);
  if (whole === "" || labels.length === 0) return null;
  const own = labels.map(bare);
  const only = (found: readonly number[]): TypedOption | null =>
    found.length === 1 ? { option: (found[0] ?? 0) + 1, words: "" } : null;
  const optionsThat = (is: (label: string, at: number) => boolean): readonly number[] =>
    own.flatMap((label, at) => (is(label, at) ? [at] : []));
  const exact = only(optionsThat((label) => label === whole));
  if (exact !== null) return exact;
  const titled = only(optionsThat((_label, at) => bare((labels[at] ?? "").split(":")[0] ?? "") === whole));
  if (titled !== null) return titled;
  const numbered = readNumber(words);
  // Options may be numbers themselves. A number that is none of them says nothing then.
  if (numbered !== null)
    return labels[numbered.option - 1] !== undefined && !own.some((label) => /^\d+$/.test(label))
      ? numbered
      : null;
  const parts = partsOf(words);
  if (parts.length > 0 && parts.every((part) => YES.has(part)))
    return isYesFirst ? { option: 1, words: "" } : only(optionsThat(beginsWith(YES)));
  const [first = "", ...others] = parts;
  if (!NO.has(first) || others.some((part) => YES.has(part))) return null;
  const no = optionsThat(beginsWith(NO));
  // Of two options, the one beside the yes is the no.
  const option = no.length === 1 ? (no[0] ?? 0) + 1 : isYesFirst && labels.length === 2 ? 2 : null;
  return option === null ? null : { option, words: words.replace(/^[^,.!;:–—]*[,.!;:–—]*\s*/u, "") };
}

/** The number that the words begin with, if it stands for an option, and the words behind it. */
export function readNumber(words: string): TypedOption | null {
  const [, alone] = ALONE.exec(bare(words)) ?? [];
  if (alone !== undefined) return { option: Number(alone), words: "" };
  const [, option, sign, behind = ""] = NUMBER.exec(words.normalize("NFKC").trim()) ?? [];
  if (option === undefined || OTHER.test(behind) || (sign === "." && ORDINAL.test(behind))) return null;
  return { option: Number(option), words: behind };
}

function beginsWith(list: ReadonlySet<string>): (label: string) => boolean {
  return (label) => list.has(label) || list.has(/^[\p{L}\p{N}]+/u.exec(label)?.[0] ?? "");
}

function partsOf(words: string): readonly string[] {
  return words
    .replace(/[\u{1F44D}\u{1F44C}\u2705\u2714\u2611](?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)*/gu, ", yes, ")
    .split(/[,.!;:–—]+/u)
    .map((part) => bare(part).replace(COURTESY, "").trim())
    .filter(
      (part) => part !== "" && !/^(?:thanks|thank you|danke|merci|gracias|grazie|bedankt)$/u.test(part),
    );
}

function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[.,!;:?…"“”„*_\s]+/gu, " ")
    .trim();
}
