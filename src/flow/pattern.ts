/**
 * Regular expressions that flows name. A flow may come from anybody, and the language itself can need hours for a short
 * expression; here one pass over the text decides. Assertions that look around and references back are not known.
 */

export type PatternReading =
  | { readonly kind: "pattern"; readonly isIn: (text: string) => boolean }
  /** Without a full stop. */
  | { readonly kind: "bad"; readonly why: string };

/** Whether a place fits, by the characters before and after it. */
type Place = (before: string | undefined, after: string | undefined) => boolean;

type Part =
  | { readonly kind: "sign"; readonly fits: RegExp }
  | { readonly kind: "place"; readonly fits: Place }
  | { readonly kind: "all"; readonly of: readonly Part[] }
  | { readonly kind: "any"; readonly of: readonly Part[] }
  | { readonly kind: "repeat"; readonly of: Part; readonly least: number; readonly most: number };

/** `next`: indexes of the states that follow. */
interface State {
  readonly sign: RegExp | null;
  readonly place: Place | null;
  next: readonly number[];
}

const END = 0;
/** States; each character of the text is held against all of them. */
const MOST = 600;

const isLineEnd: Place = (sign) => sign === undefined || /[\n\r\u2028\u2029]/.test(sign);
const isWord: Place = (sign) => sign !== undefined && /\w/.test(sign);
const isEdge: Place = (before, after) => isWord(before, after) !== isWord(after, before);
const PLACES: Readonly<Record<string, Place>> = {
  "^": isLineEnd,
  $: (before, after) => isLineEnd(after, before),
  "\\b": isEdge,
  "\\B": (before, after) => !isEdge(before, after),
};

const TOKEN =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|.)|\[(?:\\.|[^\]\\])*\]|\(\?:|\(\?<[^>=!]+>|\(\?.|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;

/** `flags`: as the language has them, with `u`; `^` and `$` are the beginning and end of a line. */
export function readPattern(source: string, flags: "u" | "iu" = "u"): PatternReading {
  try {
    new RegExp(source, flags);
  } catch {
    return { kind: "bad", why: "it is no regular expression" };
  }
  const tokens = source.match(TOKEN) ?? [];
  const odd = tokens.find((each) => /^\(\?(?!:|<[^=!])|^\\[1-9k]/s.test(each));
  if (odd !== undefined)
    return { kind: "bad", why: `“${odd}” is not known here: nothing may look around, or refer back` };
  const states: State[] = [{ sign: null, place: null, next: [] }];
  const start = build(readAny([...tokens].reverse(), flags), END, states);
  return states.length > MOST
    ? { kind: "bad", why: "it is too long" }
    : { kind: "pattern", isIn: (text) => isIn(text, states, start) };
}

/** Up to the end of the group. `tokens`: the next one is the last; each that is read is taken out. */
function readAny(tokens: string[], flags: string): Part {
  const ways: Part[] = [];
  let parts: Part[] = [];
  for (let token = tokens.pop(); token !== undefined && token !== ")"; token = tokens.pop()) {
    const last = parts.at(-1);
    const place = Object.hasOwn(PLACES, token) ? PLACES[token] : undefined;
    if (token === "|") {
      ways.push({ kind: "all", of: parts });
      parts = [];
    } else if (/^(?:[*+?]|\{\d)/.test(token) && last !== undefined)
      parts.splice(-1, 1, { kind: "repeat", of: last, ...countOf(token) });
    else if (token.startsWith("(")) parts.push(readAny(tokens, flags));
    else
      parts.push(
        place === undefined
          ? { kind: "sign", fits: new RegExp(`^(?:${token})$`, flags) }
          : { kind: "place", fits: place },
      );
  }
  return { kind: "any", of: [...ways, { kind: "all", of: parts }] };
}

function countOf(token: string): { readonly least: number; readonly most: number } {
  const [, least = "0", more, most = ""] = /^\{(\d+)(,(\d*))?\}/.exec(token) ?? [];
  if (token.startsWith("{"))
    return {
      least: Number(least),
      most: more === undefined ? Number(least) : most === "" ? Infinity : Number(most),
    };
  return { least: token.startsWith("+") ? 1 : 0, most: token.startsWith("?") ? 1 : Infinity };
}

/** Answers the state with which the part begins. `next`: the one behind it. Stops where there are too many. */
function build(part: Part, next: number, states: State[]): number {
  if (states.length > MOST) return next;
  const add = (state: Partial<State>): number =>
    states.push({ sign: null, place: null, next: [next], ...state }) - 1;
  switch (part.kind) {
    case "sign":
      return add({ sign: part.fits });
    case "place":
      return add({ place: part.fits });
    case "all":
      return part.of.reduceRight((behind, each) => build(each, behind, states), next);
    case "any":
      return add({ next: part.of.map((each) => build(each, next, states)) });
    case "repeat": {
      const { of, least, most } = part;
      let entry = next;
      if (most === Infinity) {
        entry = add({});
        const loop = states[entry];
        if (loop !== undefined) loop.next = [build(of, entry, states), next];
      }
      for (let n = least; n < most && most !== Infinity && states.length <= MOST; n += 1)
        entry = add({ next: [build(of, entry, states), next] });
      for (let n = 0; n < least && states.length <= MOST; n += 1) entry = build(of, entry, states);
      return entry;
    }
  }
}

function isIn(text: string, states: readonly State[], start: number): boolean {
  const signs = [...text];
  let now: readonly number[] = [];
  for (let at = 0; at <= signs.length; at += 1) {
    const reached = new Set<number>();
    const enter = (index: number): void => {
      const state = states[index];
      if (state === undefined || reached.has(index)) return;
      reached.add(index);
      if (state.sign === null && state.place?.(signs[at - 1], signs[at]) !== false) state.next.forEach(enter);
    };
    [...now, start].forEach(enter);
    if (reached.has(END)) return true;
    const sign = signs[at] ?? "";
    now = [...reached].flatMap((index) =>
      states[index]?.sign?.test(sign) === true ? states[index].next : [],
    );
  }
  return false;
}
