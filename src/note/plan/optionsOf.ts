/** The options that a person wrote beneath a step that asks them something. Pure. */
import { indentOf } from "../../kit/lines";
import type { Step } from "./plan";

const ITEM = /^\s*(?:[-*+]|\d{1,2}[.)])\s+(?!\[.\]\s)(\S.*)$/u;
const ASKS = /\?(?![\w=&%])|[？؟]|\b(?:choose|decide|pick|select)\b/iu;
/** Options that have a key of their own. */
const MOST = 9;
/** Characters of one. */
const LONGEST = 120;

/**
 * The outermost list beneath a step whose words ask, as it is written; empty where there are no two of them, or one is
 * no option: lines further in say more of the one above.
 */
export function optionsOf({ text, beneath }: Pick<Step, "text" | "beneath">): readonly string[] {
  if (!ASKS.test(text)) return [];
  const items = beneath.split("\n").flatMap((line) => {
    const option = ITEM.exec(line)?.[1]?.trim();
    return option === undefined ? [] : [{ option, indent: indentOf(line) }];
  });
  const outermost = Math.min(...items.map(({ indent }) => indent));
  const options = items.flatMap(({ option, indent }) => (indent === outermost ? [option] : []));
  const isFit =
    options.length > 1 && options.length <= MOST && options.every((each) => each.length <= LONGEST);
  return isFit && new Set(options).size === options.length ? options : [];
}
