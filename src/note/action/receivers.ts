/**
 * The receivers of an action: addresses read from its target, and from arguments that name further receivers. A library
 * for mail addresses reads them, so that a comma or an @ within a name divides nothing.
 */
import { addressParser } from "postal-mime";
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";

/** `address` is empty where the receiver is no mail address: a place, an account, a number. */
export interface Receiver {
  /** May be empty; for what is no address, the whole of the text. */
  readonly name: string;
  readonly address: string;
}

export type ReceiversReading =
  | { readonly kind: "receivers"; readonly all: readonly Receiver[] }
  /** It can be read in more than one way. `why` is a sentence without its full stop. */
  | { readonly kind: "unclear"; readonly why: string };

/**
 * “Ana, 12 Hill Street” is one receiver, “a@example.com, b@example.com” are two, “"Lee, Ana" <ana@example.com>” is
 * one.
 */
export function readReceivers(text: string): ReceiversReading {
  const whole = text.trim();
  if (whole === "") return { kind: "receivers", all: [] };
  if (!whole.includes("@")) return { kind: "receivers", all: [{ name: whole, address: "" }] };
  if (/\bmailto:/i.test(whole))
    return { kind: "unclear", why: `“${whole}” is a link; write the address alone, as in ${SAMPLE}` };
  const parsed = addressParser(whole.replace(/[\r\n]+/g, ","), { flatten: true }).map(
    ({ name, address = "" }) => ({ name: name.trim(), address: address.trim() }),
  );
  // The part before @ may stand in quotes.
  const isAddress = ({ address }: Receiver): boolean =>
    /^[^\s@]+@[^\s@]+$/.test(address) || /^".*"@[^\s@]+$/.test(address);
  // No address at all: a handle such as @ana, or words with an @ in them.
  if (!parsed.some(isAddress)) return { kind: "receivers", all: [{ name: whole, address: "" }] };
  const stray = parsed.find((each) => !isAddress(each));
  if (stray !== undefined)
    return {
      kind: "unclear",
      why: `“${stray.name || stray.address}” in “${whole}” has no address; put a name with a comma in quotes, as in ${SAMPLE}, or write only one address`,
    };
  const hasBareWords = !/[<(]/.test(whole) && parsed.some(({ name }) => name !== "");
  if (hasBareWords || isMoreThan(whole, parsed))
    return {
      kind: "unclear",
      why: `“${whole}” is more than one address; put a comma between addresses, and write a name as in ${SAMPLE}`,
    };
  return { kind: "receivers", all: parsed };
}

/**
 * Whether it holds an address that is none of the receivers: one as the name of another, or of a group, or with
 * nothing before it. Words in quotes and in brackets are a name or a remark, whatever they hold.
 */
function isMoreThan(whole: string, receivers: readonly Receiver[]): boolean {
  const bare = withoutQuoted(whole).replace(/\([^()]*\)/g, " ");
  const known = new Set(receivers.map(({ address }) => address.toLowerCase()));
  const written = bare.split(/[\s<>,;:]+/).filter((each) => /^[^@]+@[^@]*\.[^@]/.test(each));
  return written.some((each) => !known.has(each.toLowerCase())) || />[ \t]*[^\s,;]/.test(bare);
}

/** A quotation mark that is never closed quotes nothing. One pass, however many marks there are. */
function withoutQuoted(text: string): string {
  const bare: string[] = [];
  let from = 0;
  let opened = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (opened >= 0 && text[at] === "\\") at += 1;
    else if (text[at] === '"' && opened < 0) opened = at;
    else if (text[at] === '"') {
      bare.push(text.slice(from, opened));
      from = at + 1;
      opened = -1;
    }
  }
  return [...bare, text.slice(from)].join(" ");
}

const SAMPLE = '"Lee, Ana" <ana@example.com>';

/**
 * A receiver's text in parts, for a person to look at: `domain` is set apart; empty where it is no address, and
 * `local` is all of it then.
 */
export function partsOf(text: string): {
  readonly name: string;
  readonly local: string;
  readonly domain: string;
} {
  const reading = readReceivers(text);
  const one = reading.kind === "receivers" && reading.all.length === 1 ? reading.all[0] : undefined;
  const { name, address } = one === undefined || one.address === "" ? { name: "", address: text } : one;
  const at = one === undefined ? -1 : address.lastIndexOf("@");
  return at > 0
    ? { name, local: address.slice(0, at), domain: address.slice(at + 1) }
    : { name: "", local: text, domain: "" };
}

/**
 * The receivers of a target as they are shown and sealed; the whole of it where it can be read in more than one way.
 */
export function receiversOf(target: string): readonly string[] {
  const reading = readReceivers(target);
  return reading.kind === "receivers" ? reading.all.map(writeReceiver) : [target.trim()];
}

/** As a mail program writes it; reads back as the same receiver. */
export function writeReceiver({ name, address }: Receiver): string {
  if (address === "") return name;
  if (name === "" || name === address) return address;
  const plain = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~ .-]+$/u.test(name);
  return `${plain ? name : `"${name.replace(/["\\]/g, "\\$&")}"`} <${address}>`;
}

/** A list of addresses, or of objects with a name and an address and no more, as one line; null for anything else. */
export function joinReceivers(value: Json): string | null {
  if (!isList(value)) return null;
  const all = value.map((each) =>
    typeof each === "string" ? each.trim() : isObject(each) ? fromObject(each) : null,
  );
  const texts = all.filter((each) => each !== null && each.includes("@"));
  return texts.length === all.length ? texts.join(", ") : null;
}

export const ADDRESS_KEYS = ["email", "address", "mail", "emailAddress", "email_address"];
export const NAME_KEYS = ["name", "displayName", "display_name"];

function fromObject(each: JsonObject): string | null {
  const address = firstText(each, ADDRESS_KEYS);
  // The request would show no other key of the object.
  const isAll = Object.keys(each).length === (firstText(each, NAME_KEYS) === null ? 1 : 2);
  return address === null || !isAll
    ? null
    : writeReceiver({ name: firstText(each, NAME_KEYS) ?? "", address });
}

function firstText(of: JsonObject, keys: readonly string[]): string | null {
  return (
    keys.flatMap((key) => (Object.hasOwn(of, key) && typeof of[key] === "string" ? [of[key]] : []))[0] ?? null
  );
}

const OF_ADDRESSES = "(?:[_-]?(?:recipients?|addresses|address|emails?|list))?$";

/**
 * Arguments that name receivers, by the usual names: `to`, `bcc_recipients`, `ccAddresses`, `attendees`; `reply-to` is
 * not among them.
 */
export const RECEIVERS = {
  to: new RegExp(`^(?:to|recipients?|receivers?)${OF_ADDRESSES}`, "i"),
  cc: new RegExp(`^cc${OF_ADDRESSES}`, "i"),
  bcc: new RegExp(`^bcc${OF_ADDRESSES}`, "i"),
  guests: new RegExp(`^(?:attendees?|guests?|invitees?)${OF_ADDRESSES}`, "i"),
};

export interface Further {
  /** The argument's name. */
  readonly argument: string;
  readonly texts: readonly string[];
}

/** Further receivers, by argument, in the order in which they are written. */
export function furtherReceivers(args: JsonObject): readonly Further[] {
  return Object.entries(args).flatMap(([argument, value]) => {
    if (!Object.values(RECEIVERS).some((each) => each.test(argument))) return [];
    const texts = (isList(value) ? value : [value]).map((each) =>
      typeof each === "string"
        ? each
        : isObject(each)
          ? (fromObject(each) ?? JSON.stringify(each))
          : JSON.stringify(each),
    );
    return [{ argument, texts: texts.filter((text) => text.trim() !== "" && text !== "null") }].filter(
      (each) => each.texts.length > 0,
    );
  });
}
