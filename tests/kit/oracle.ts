/** Frontmatter as gray-matter with js-yaml reads it: the measure for our own scanner. */
import matter from "gray-matter";
import { load } from "js-yaml";
import { scanFlat } from "../../src/kit/scanFlat";

/** Null where they refuse it, or see no mapping. */
export function oracle(block: readonly string[]): Readonly<Record<string, unknown>> | null {
  const refuse = (): never => {
    throw new Error("only YAML is read");
  };
  try {
    const { data } = matter(`---\n${block.join("\n")}\n---\n`, {
      language: "yaml",
      engines: {
        yaml: {
          parse: (text: string): object =>
            (isBare(text) ? {} : (load(text, { maxAliases: 0, maxDepth: 40 }) ?? {})) as object,
        },
        json: { parse: refuse },
        javascript: { parse: refuse },
        coffee: { parse: refuse },
      },
    }) as { readonly data: unknown };
    return typeof data === "object" && data !== null && !Array.isArray(data) ? { ...data } : null;
  } catch {
    return null;
  }
}

/** js-yaml sees no document in remarks alone, where we see one that says nothing. */
function isBare(text: string): boolean {
  return text.split("\n").every((line) => /^[ \t]*(?:#|$)/.test(line));
}

/** How the scanner differs from it; null when it says the same, or leaves the block to the parser. */
export function disagreement(block: readonly string[]): string | null {
  const found = scanFlat(block);
  if (found === null) return null;
  const expected = oracle(block);
  const [ours, theirs] = [JSON.stringify(found), JSON.stringify(expected)];
  return ours === theirs ? null : `${JSON.stringify(block)}: we read ${ours}, they read ${theirs}`;
}
