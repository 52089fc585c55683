/**
 * Keeps what a server definition holds in confidence out of every sentence, result and description. A server's own words may repeat its
 * environment (a stack trace, a debugging tool), and those words end up in notes that sync.
 */
import type { ServerDefinition } from "../../ports/tools";

export type Blank = (text: string) => string;

/** Shorter values cannot be told from ordinary words, and guard nothing. Characters. */
const SHORTEST = 4;
const ORDINARY = /^(?:true|false|none|null|auto|\d{1,5}|localhost|127\.0\.0\.1)$/i;
const NAMES_A_SECRET = /key|token|secret|pass|auth|credential/i;
const SHOWN = "•••";

/** Replaces every secret of the definition, also where it is escaped for JSON or an address. Use it before cutting a text, never after. */
export function createBlank(definition: ServerDefinition): Blank {
  const secrets = secretsOf(definition);
  return (text) => {
    let blanked = text;
    for (const secret of secrets) blanked = blanked.split(secret).join(SHOWN);
    return blanked;
  };
}

function secretsOf(definition: ServerDefinition): readonly string[] {
  const values = "command" in definition ? [...Object.values(definition.env), ...fromArgs(definition.args)] : [...fromHeaders(definition.headers), ...fromUrl(definition.url)];
  const telling = values.filter((value) => value.length >= SHORTEST && !ORDINARY.test(value));
  const spelled = telling.flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encode(value)]);
  // Longest first, so that a secret inside another does not leave the rest of the longer one behind.
  return [...new Set(spelled)].sort((a, b) => b.length - a.length);
}

/** `--token=abc` and `--token abc`. */
function fromArgs(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const equals = arg.indexOf("=");
    if (equals > 0) return NAMES_A_SECRET.test(arg.slice(0, equals)) ? [arg.slice(equals + 1)] : [];
    const before = args[index - 1] ?? "";
    return before.startsWith("-") && !before.includes("=") && NAMES_A_SECRET.test(before) ? [arg] : [];
  });
}

/** "Bearer abc" is a secret whole and in its second word. */
function fromHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(" ").slice(1)]);
}

/** Everything behind the question mark; the path too, for addresses that carry a key as their last part. */
function fromUrl(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { search, searchParams, pathname } = new URL(url);
  const keys = pathname.split("/").filter((part) => part.length >= 16);
  return [search.slice(1), ...searchParams.values(), ...keys];
}

function encode(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value; // Half a surrogate pair has no percent form.
  }
}
