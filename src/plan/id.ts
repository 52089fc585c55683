/** The id of a plan as its note gives it, also where the properties as a whole cannot be read. */
import { BYTE_ORDER_MARK, FRONTMATTER_LIMIT } from "../kit/frontmatter";
import { planKey } from "../kit/ids";
import { splitLines } from "../kit/lines";
import { readYaml } from "../kit/yaml";

/** One short line of text. */
export function isLegalId(id: string): boolean {
  return id.length <= 200 && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(id);
}

const MOST = 8;
const LONGEST_LINE = 400;

/**
 * What a note that is no plan as it stands calls itself, line by line: every id it can mean, in each way in which it can be read. None where
 * no status stands beside it, or where it is a template.
 */
export function statedIds(text: string): readonly string[] {
  const lines = propertiesOf(text);
  if (lines.some((line) => /\{\{|<%/.test(line)) || valuesOf("status", lines).length === 0) return [];
  const ids = valuesOf("task_id", lines).slice(0, MOST).flatMap(readings).map((id) => id.trim());
  const byKey = new Map(ids.filter((id) => id !== "" && isLegalId(id)).reverse().map((id) => [planKey(id), id]));
  return [...byKey.values()].reverse();
}

/** The lines at the top that are, or were, properties: up to the fence that ends them or, where none begins them, to where they plainly end. */
function propertiesOf(text: string): readonly string[] {
  const found: string[] = [];
  let isFenced = false;
  const top = splitLines(text.slice(0, FRONTMATTER_LIMIT.characters)).slice(0, FRONTMATTER_LIMIT.lines);
  for (const { text: whole } of top) {
    const line = whole.replaceAll(BYTE_ORDER_MARK, "");
    if (/^[ \t]*-{3,}[ \t]*$/.test(line)) {
      if (found.length > 0) return found;
      isFenced = true;
    } else if (/^(?:#{1,6}[ \t]|`{3}|~{3})/.test(line) || (line.trim() === "" && !isFenced && found.length > 0)) {
      return found;
    } else if (line.trim() !== "" && !/^(?:<{7}|={7}|>{7})/.test(line)) {
      found.push(line);
    }
  }
  return found;
}

/** What stands behind the key, or beneath it as a list or on a line of its own. */
function valuesOf(key: string, lines: readonly string[]): readonly string[] {
  const start = new RegExp(`^[ \\t]*["']?${key}["']?[ \\t]*:(.*)`);
  return lines.flatMap((line, at) => {
    const [, value] = start.exec(line.slice(0, LONGEST_LINE)) ?? [];
    if (value === undefined) return [];
    const rest = lines.slice(at + 1, at + 1 + MOST);
    const end = rest.findIndex((each) => !/^[ \t]*-[ \t]|^[ \t]+[^\s:]+[ \t]*$/.test(each.slice(0, LONGEST_LINE)));
    const beneath = /^[ \t]*(?:[>|][+-]?\d?)?[ \t]*(?:#.*)?$/.test(value) ? (end < 0 ? rest : rest.slice(0, end)) : [];
    return [value, ...beneath.map((each) => each.slice(0, LONGEST_LINE).replace(/^[ \t]*(?:-[ \t])?/, ""))];
  });
}

/** As YAML has it, and as it stands there: quotes may be left open, and the closing fence be stuck to it. */
function readings(value: string): readonly string[] {
  const bare = value.replace(/---[ \t]*$/, "").trim();
  const yaml = readYaml(bare);
  const read = yaml.kind === "value" ? [yaml.value].flat(2).flatMap((each) => (["string", "number", "boolean"].includes(typeof each) ? [String(each)] : [])) : [];
  return [...read, bare.replace(/[ \t]#.*/, "").replace(/^["']|["'][ \t]*$/g, "")];
}
