/**
 * Links into the app, `obsidian://planwright?do=review&request=3fb2d5af`. A link opens a dialog, a view or a note,
 * and never answers: anybody can write one. `do`, because the app itself takes `action`.
 */
import { ANSWER_ROWS, type AnswerCode } from "./answers";

/** Targets of links besides the answers to a need. */
const PLACES = {
  /** Everything that needs a person. */
  view: "See all",
  continue: "Continue",
  "spend-again": "Let agents spend as much again",
  "set-up": "Set up",
} as const;

export type LinkCode = AnswerCode | keyof typeof PLACES;

export interface AppLink {
  readonly do: LinkCode;
  /** First digits of an action id, eight or more. */
  readonly request: string | null;
  /** Task id, as written. */
  readonly plan: string | null;
  /** Path. */
  readonly note: string | null;
}

export const SCHEME = "planwright";
/** Characters of an encoded link; a longer one is not written. */
const LONGEST = 400;
const LONGEST_NAME = 1000;

export function linkLabel(code: LinkCode): string {
  return isPlace(code) ? PLACES[code] : ANSWER_ROWS[code].label;
}

/** The address for a Markdown link: no character in it can end the link. Null where it would be too long. */
export function writeLink(link: Partial<AppLink> & Pick<AppLink, "do">): string | null {
  const names = [
    ["request", link.request?.slice(0, 8)],
    ["plan", link.plan],
    ["note", link.note],
  ] as const;
  const query = names.flatMap(([name, value]) =>
    value == null || value === "" ? [] : [`&${name}=${encode(value)}`],
  );
  const url = `obsidian://${SCHEME}?do=${link.do}${query.join("")}`;
  return url.length <= LONGEST ? url : null;
}

function encode(text: string): string {
  const whole = text.replace(/\p{Cs}/gu, "\uFFFD");
  return encodeURIComponent(whole).replace(
    /[!'()*~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Null for what is no link of ours. The names in it may be of nothing that is there. */
export function readLink(parameters: Readonly<Record<string, string>>): AppLink | null {
  const { do: code = "", request = "", plan = "", note = "" } = parameters;
  if (!isCode(code) || plan.length > LONGEST_NAME || note.length > LONGEST_NAME) return null;
  if (request !== "" && !/^[0-9a-f]{8,32}$/.test(request)) return null;
  return { do: code, request: request || null, plan: plan || null, note: note || null };
}

function isPlace(code: string): code is keyof typeof PLACES {
  return Object.hasOwn(PLACES, code);
}

function isCode(code: string): code is LinkCode {
  return isPlace(code) || Object.hasOwn(ANSWER_ROWS, code);
}
