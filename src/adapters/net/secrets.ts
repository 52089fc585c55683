/**
 * Keeps what a server definition holds in confidence out of every sentence, result and description. A server's own
 * words may repeat its environment (a stack trace, a debugging tool), and those words end up in notes that sync.
 */
import { parseJson } from "../../kit/json";
import type { ServerDefinition } from "../../kit/ports/tools";

export type Blank = (text: string) => string;

/**
 * Shorter values, and those that look ordinary, are blanked only where it is known that they are secret, and then only
 * as whole words. Characters.
 */
const SHORTEST = 4;
const ORDINARY = /^(?:true|false|none|null|auto|localhost|127\.0\.0\.1)$/i;
const SHORT_NUMBER = /^\d{1,5}$/;
/** An argument of such a name may be followed by a secret. `--author` and `--keyboard` are not told apart by it. */
const MAY_NAME_A_SECRET = /key|token|secret|pass|auth|credential/i;
/**
 * Words of a name: `SMTP_PASSWORD`, `--api-key`, `clientSecret`, `authtoken`. `KEYBOARD`, `SORT_KEYS`, `MAX_TOKENS` and
 * `PINNED` name none.
 */
const SECRET_WORD =
  /^(?:pass|key|pin|otp|pat|cookie|bearer|authorization|credentials?)$|(?:password|passwd|passphrase|pwd|token|secret|(?:api|access|private|secret)key)$/i;
/** Letters in a word that a person would write, and characters in a code such as `utf8` that guards nothing. */
const LONGEST_WORD = 20;
const LONGEST_CODE = 6;
const SHOWN = "•••";

interface Value {
  readonly name: string;
  readonly value: string;
  /** It comes from the keychain. */
  readonly isKept?: boolean;
}

/**
 * Replaces every secret of the definition, also where it is escaped for JSON or an address, or goes over several lines.
 * Use it before joining lines and before cutting a text, never after.
 */
export function createBlank(definition: ServerDefinition): Blank {
  const { anywhere, asWords } = secretsOf(definition);
  return (text) => {
    let blanked = text;
    for (const secret of anywhere) blanked = blanked.split(secret).join(SHOWN);
    for (const word of asWords) blanked = replaceWord(blanked, word);
    return blanked;
  };
}

function secretsOf(definition: ServerDefinition): {
  readonly anywhere: readonly string[];
  readonly asWords: readonly string[];
} {
  const isKept = (each: Value): Value => ({ ...each, isKept: definition.kept?.includes(each.name) === true });
  const values =
    "command" in definition
      ? [...pairs(definition.env).map(isKept), ...fromArgs(definition.args)]
      : [...pairs(definition.headers).map(isKept).flatMap(fromHeader), ...fromUrl(definition.url)];
  const within =
    "command" in definition
      ? [...Object.values(definition.env), ...definition.args]
      : Object.values(definition.headers);
  const all = [...values, ...within.flatMap((text) => [...fromDsn(text), ...fromJson(text)])].filter(
    ({ value }) => value !== "" && !ORDINARY.test(value),
  );
  const isLong = ({ value }: Value): boolean => value.length >= SHORTEST && !SHORT_NUMBER.test(value);
  const isKnown = ({ name, isKept }: Value): boolean => isKept === true || namesASecret(name);
  const spelled = all
    .filter((each) => isLong(each) && (isKnown(each) || !readsLikeWords(each.value)))
    .flatMap(({ value }) => [value, JSON.stringify(value).slice(1, -1), encode(value), ...linesOf(value)]);
  const short = all.filter((each) => !isLong(each) && isKnown(each)).map(({ value }) => value);
  // Longest first, so that a secret inside another does not leave the rest of the longer one behind.
  const longestFirst = (texts: readonly string[]): readonly string[] =>
    [...new Set(texts)].sort((a, b) => b.length - a.length);
  return { anywhere: longestFirst(spelled), asWords: longestFirst(short) };
}

/**
 * `info`, `eu-west-1`, `/home/ana/mail`, `ana@example.com`, `de_DE.UTF-8`: to blank such a value would eat words out of
 * records.
 */
function readsLikeWords(value: string): boolean {
  const parts = value.split(/[^\p{L}\p{M}\p{N}]+/u);
  const codes = parts.filter((part) => !/^[\p{L}\p{M}]*$/u.test(part) && !/^\d{1,5}$/.test(part));
  return (
    parts.every((part) => part.length <= LONGEST_WORD) &&
    codes.length <= 1 &&
    codes.every((part) => part.length <= LONGEST_CODE)
  );
}

function namesASecret(name: string): boolean {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .split(/[^A-Za-z]+/)
    .some((word) => SECRET_WORD.test(word));
}

function pairs(record: Readonly<Record<string, string>>): readonly Value[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

/** A private key is repeated line by line, indented or joined: each line is a secret of its own. */
function linesOf(value: string): readonly string[] {
  const lines = value.split(/\r?\n|\\n/).map((line) => line.trim());
  return lines.length === 1
    ? []
    : lines.filter((line) => line.length >= 8 && !/^-----[A-Z ]+-----$/.test(line));
}

function replaceWord(text: string, word: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`(^|[^\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "gu"), `$1${SHOWN}`);
}

/** `--token=abc` and `--token abc`. */
function fromArgs(args: readonly string[]): readonly Value[] {
  return args.flatMap((arg, index) => {
    const equals = arg.indexOf("=");
    const before = args[index - 1] ?? "";
    const [name, value] =
      equals > 0
        ? [arg.slice(0, equals), arg.slice(equals + 1)]
        : [before.startsWith("-") && !before.includes("=") ? before : "", arg];
    return MAY_NAME_A_SECRET.test(name) || namesASecret(name) ? [{ name, value }] : [];
  });
}

/**
 * "Bearer abc" is a secret whole and in its second word; "Basic abc" also in the name and password that it stands for.
 */
function fromHeader(header: Value): readonly Value[] {
  const { value } = header;
  const [scheme = "", ...rest] = value.split(" ");
  const isScheme = /^(?:bearer|basic|digest|token|(?:api)?key)$/i.test(scheme);
  const parts = rest.map((part) => (isScheme ? { name: "token", value: part } : { ...header, value: part }));
  const basic = /^basic$/i.test(scheme) ? decodeBase64(rest.join("")) : "";
  const password = basic.includes(":")
    ? [
        { name: "credentials", value: basic },
        { name: "password", value: basic.slice(basic.indexOf(":") + 1) },
      ]
    : [];
  return [header, ...parts, ...password];
}

/**
 * Everything behind the question mark; the name and password; the path too, for addresses that carry a key as their
 * last part.
 */
function fromUrl(url: string): readonly Value[] {
  if (!URL.canParse(url)) return [];
  const { search, searchParams, pathname } = new URL(url);
  const keys = pathname.split("/").filter((part) => part.length >= 16);
  return [search.slice(1), ...searchParams.values(), ...keys]
    .map((value) => ({ name: "", value }))
    .concat(
      [...searchParams].map(([name, value]) => ({ name, value })),
      fromDsn(url),
    );
}

/**
 * Passwords in `postgres://bob:abc@host`, in `https://abc@host`, and in `host=h;password=abc`, as they stand and as
 * they are meant.
 */
function fromDsn(text: string): readonly Value[] {
  const addresses = [...text.matchAll(/[a-z][a-z0-9+.-]*:\/\/([^\s/?#]*)@/gi)].map(([, user = ""]) => user);
  const passwords = addresses.flatMap((user) => {
    const colon = user.indexOf(":");
    if (colon === -1) return user.length >= 16 ? [user] : [];
    const password = user.slice(colon + 1);
    return [password, password.split("@")[0] ?? ""];
  });
  const fields = [...text.matchAll(/(?:^|[\s;&?])([A-Za-z_ -]+?)\s*=\s*("[^"]*"|'[^']*'|[^;&\s]+)/g)].flatMap(
    ([, name = "", value = ""]) => (namesASecret(name) ? [value.replace(/^(["'])(.*)\1$/, "$2")] : []),
  );
  return [...passwords, ...fields]
    .flatMap((value) => [value, decode(value)])
    .map((value) => ({ name: "password", value }));
}

/** A file of credentials given as one value. */
function fromJson(text: string): readonly Value[] {
  if (!/^\s*\{/.test(text)) return [];
  try {
    const value: unknown = parseJson(text);
    return Object.entries(value as Record<string, unknown>).flatMap(([name, each]) =>
      typeof each === "string" && namesASecret(name) ? [{ name, value: each }] : [],
    );
  } catch {
    return [];
  }
}

function encode(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value; // Half a surrogate pair has no percent form.
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // A percent sign that stands for itself.
  }
}

function decodeBase64(value: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(value), (each) => each.charCodeAt(0)));
  } catch {
    return "";
  }
}
