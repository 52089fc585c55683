/**
 * The encoding of values between the page and its host: JSON, with bytes and big integers marked. `undefined` in a
 * list becomes null.
 */
const MARK = "$wire";

const toBase64 = (bytes: Uint8Array): string => {
  let text = "";
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  return btoa(text);
};

const pack = (value: unknown): unknown => {
  if (typeof value === "bigint") return { [MARK]: "integer", text: String(value) };
  if (value instanceof Uint8Array) return { [MARK]: "bytes", text: toBase64(value) };
  if (Array.isArray(value)) return value.map(pack);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pack(each)]));
};

const unpack = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Record<string, unknown>;
  const text = typeof fields["text"] === "string" ? fields["text"] : "";
  if (fields[MARK] === "integer") return BigInt(text);
  if (fields[MARK] === "bytes") return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, unpack(each)]));
};

export const encode = (value: unknown): string => JSON.stringify(pack(value));
export const decode = (text: string): unknown => unpack(JSON.parse(text));

/** One call of the page. */
export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  /** Calls that come before it, whose answers nobody waits for. */
  readonly first?: readonly Call[];
}

/** The parts of a system's error that a plugin may look at. */
export interface Trouble {
  readonly message: string;
  readonly name: string;
  readonly code?: string | undefined;
  readonly errno?: number | undefined;
  readonly syscall?: string | undefined;
  readonly path?: string | undefined;
}

export type Answer = { readonly value: unknown } | { readonly trouble: Trouble };

/** A name in a folder. */
export interface Named {
  readonly name: string;
  readonly kind: string;
}

/** The fields of a stat that a look tells, in this order. */
export const LOOKED = [
  "dev",
  "ino",
  "mode",
  "nlink",
  "uid",
  "gid",
  "size",
  "atimeMs",
  "mtimeMs",
  "ctimeMs",
  "birthtimeMs",
] as const;

export interface Looked {
  readonly path: string;
  /** Null where nothing is there. */
  readonly stat: readonly number[] | null;
}

/** A whole folder at one moment. */
export interface Glimpsed {
  readonly stats: readonly Looked[];
  readonly names: readonly (readonly [string, readonly Named[]])[];
}

/** Something that happens without being asked for: a change in the folder, a program that speaks. */
export interface Happening {
  readonly about: string;
  readonly id?: number | undefined;
  readonly what: string;
  readonly data?: unknown;
}

export const troubleOf = (error: unknown): Trouble => {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { code, errno, syscall, path } = error as NodeJS.ErrnoException;
  return { name: error.name, message: error.message, code, errno, syscall, path };
};

export const errorOf = ({ message, ...more }: Trouble): Error =>
  Object.assign(
    new Error(message),
    Object.fromEntries(Object.entries(more).filter(([, each]) => each != null)),
  );
