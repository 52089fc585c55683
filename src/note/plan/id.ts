/** The id of a plan as its note gives it, also where the properties as a whole cannot be read. */
import { BYTE_ORDER_MARK, FRONTMATTER_LIMIT, readFrontmatter, writtenText } from "../../kit/frontmatter";
import { planKey } from "../../kit/ids";
import { splitLines } from "../../kit/lines";
import { readYaml } from "../../kit/yaml";

/** One short line of text. */
export function isLegalId(id: string): boolean {
  return id.length <= 200 && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(id);
}

const MOST = 8;
const LONGEST_LINE = 400;

/**
 * The ids that a note which is no plan may state, where a status stands beside them; none for a template. They come
 * from its properties or, where those cannot be read, from its lines one by one, in each way in which a line can be
 * read.
 */
export function statedIds(text: string): readonly string[] {
  const { ids, status } = written(text);
  return status.length === 0 || [...ids, ...status].some((each) => /\{\{|<%/.test(each)) ? [] : ids;
}

/** The same whatever stands beside it, for a person to know the note by. */
export function writtenIds(text: string): readonly string[] {
  return written(text).ids;
}

function written(text: string): { readonly ids: readonly string[]; readonly status: readonly string[] } {
  const lines = splitLines(text.slice(0, 2 * FRONTMATTER_LIMIT.characters));
  const parsed = readFrontmatter(lines);
  if (parsed.kind === "read" && parsed.frontmatter.bodyFrom > 0) {
    const { data } = parsed.frontmatter;
    const id = writtenText(lines, parsed.frontmatter, "task_id");
    return {
      ids: legal(id === null ? scalars(data["task_id"]) : [id]),
      status: Object.hasOwn(data, "status") ? scalars(data["status"] ?? "") : [],
    };
  }
  const guessed = propertiesOf(
    lines.slice(0, FRONTMATTER_LIMIT.lines).map((line) => line.text.replaceAll(BYTE_ORDER_MARK, "")),
  );
  return {
    ids: legal(valuesOf("task_id", guessed).slice(0, MOST).flatMap(readings)),
    status: valuesOf("status", guessed),
  };
}

/** One of each key. */
function legal(ids: readonly string[]): readonly string[] {
  const known = new Set<string>();
  return ids
    .map((id) => id.trim())
    .filter((id) => {
      const isNew = id !== "" && isLegalId(id) && !known.has(planKey(id));
      known.add(planKey(id));
      return isNew;
    });
}

function scalars(value: unknown): readonly string[] {
  return [value]
    .flat(2)
    .flatMap((each) => (["string", "number", "boolean"].includes(typeof each) ? [String(each)] : []));
}

/** The lines that are, or were, properties. A merge that was not finished may hold them twice. */
function propertiesOf(lines: readonly string[]): readonly string[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (/^(?:<{7}|={7}|>{7})/.test(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.flatMap(topOf);
}

/** The lines between the first two fences, and before the first: that fence may be lost, or stand lower by now. */
function topOf(lines: readonly string[]): readonly string[] {
  const isFence = (line: string): boolean => /^[ \t]{0,9}-{3,}[ \t]*$/.test(line.slice(0, LONGEST_LINE));
  const first = lines.findIndex(isFence);
  const second = first < 0 ? -1 : lines.findIndex((line, at) => at > first && isFence(line));
  const before = upToBody(lines.slice(0, first < 0 ? lines.length : first));
  if (first < 0) return before;
  return [...before, ...(second < 0 ? upToBody(lines.slice(first + 1)) : lines.slice(first + 1, second))];
}

/** Without a fence at their end, properties plainly end at a heading, at code, or at an empty line. */
function upToBody(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findIndex(
    (line, at) => at > from && (line.trim() === "" || /^(?:#{2,6}[ \t]|`{3}|~{3})/.test(line)),
  );
  return from < 0 ? [] : lines.slice(from, end < 0 ? lines.length : end);
}

/** The values of a key: behind it, or beneath it as a list or on a line of its own. */
function valuesOf(key: string, lines: readonly string[]): readonly string[] {
  const start = new RegExp(`^[ \\t]*["']?${key}["']?[ \\t]*:(.*)`);
  return lines.flatMap((line, at) => {
    const [, value] = start.exec(line.slice(0, LONGEST_LINE)) ?? [];
    if (value === undefined) return [];
    const rest = lines.slice(at + 1, at + 1 + MOST);
    const end = rest.findIndex(
      (each) => !/^[ \t]*-[ \t]|^[ \t]+[^\s:]+[ \t]*$/.test(each.slice(0, LONGEST_LINE)),
    );
    const isBeneath = /^[ \t]*(?:[>|][+-]?\d?)?[ \t]*(?:#.*)?$/.test(value);
    return isBeneath
      ? (end < 0 ? rest : rest.slice(0, end))
          .map((each) => each.slice(0, LONGEST_LINE).replace(/^[ \t]*(?:-[ \t])?/, ""))
          .concat("")
      : [value];
  });
}

/** As it stands there, and as YAML has it: quotes may be left open, and the closing fence be stuck to it. */
function readings(value: string): readonly string[] {
  const bare = value.replace(/---[ \t]*$/, "").trim();
  const yaml = readYaml(bare);
  return [
    bare.replace(/[ \t]#.*/, "").replace(/^["']|["'][ \t]*$/g, ""),
    ...(yaml.kind === "value" && typeof yaml.value !== "number" ? scalars(yaml.value) : []),
  ];
}
