/**
 * `Acting device.md`: says to every device, phones too, which one acts. It can only forbid: a device it does not name
 * neither seals nor acts. The text around the frontmatter belongs to the person.
 */
import { readStamp, writeDay, writeStamp } from "../../kit/dates";
import { readFrontmatter, setValue, textOf, writeScalar } from "../../kit/frontmatter";
import { hasTooManyLines, splitLines } from "../../kit/lines";
import { escapeMarkdown, inProperty, escapeLine } from "../../kit/text";

export type Acting =
  | { readonly kind: "nobody" }
  | {
      readonly kind: "named";
      readonly device: string;
      readonly name: string;
      readonly since: number | null;
      readonly seen: string;
    }
  /** The note is there and names nobody we can read: nobody acts until a person decides. */
  | { readonly kind: "unreadable" };

export function renderActing(device: { readonly id: string; readonly name: string }, now: number): string {
  const name = escapeLine(device.name, 80);
  return [
    "---",
    `device_id: "${device.id}"`,
    `device: ${writeScalar(inProperty(name, 80), '"')}`,
    `since: ${writeStamp(now)}`,
    `last_seen: ${writeDay(now)}`,
    "---",
    "",
    sentence(name),
    "",
    "To let another device act, run “Make this the acting device” there. If you delete this note, the first device set to act takes over.",
    "",
  ].join("\n");
}

/** The name in our sentence; what a person wrote behind it stays. */
const NAMED = /^\*\*.*?\*\*(?= is the acting device of this vault:)/m;

function bold(name: string): string {
  return `**${escapeMarkdown(escapeLine(name, 80))}**`;
}

function sentence(name: string): string {
  return `${bold(name)} is the acting device of this vault: it alone writes requests and carries out what you approve. Obsidian (or the terminal program) must be running there.`;
}

export function parseActing(text: string | null): Acting {
  if (text === null) return { kind: "nobody" };
  if (hasTooManyLines(text)) return { kind: "unreadable" };
  const parsed = readFrontmatter(splitLines(text));
  if (parsed.kind === "broken") return { kind: "unreadable" };
  const { data } = parsed.frontmatter;
  const device = textOf(data, "device_id") ?? "";
  if (!/^[0-9a-f]{32}$/.test(device)) return { kind: "unreadable" };
  return {
    kind: "named",
    device,
    name: textOf(data, "device") ?? "another device",
    since: readStamp(textOf(data, "since") ?? ""),
    seen: textOf(data, "last_seen") ?? "",
  };
}

/** Names another device, by a person's command. Null when the note has lost the lines to change. */
export function nameInstead(
  text: string,
  device: { readonly id: string; readonly name: string },
  now: number,
): string | null {
  const steps: readonly (readonly [string, string])[] = [
    ["device_id", device.id],
    ["device", inProperty(device.name, 80)],
    ["since", writeStamp(now)],
    ["last_seen", writeDay(now)],
  ];
  const named = steps.reduce<string | null>(
    (note, [key, value]) => (note === null ? null : setValue(note, key, value)),
    text,
  );
  return named === null ? null : named.replace(NAMED, () => bold(device.name));
}

export function seenToday(text: string, now: number): string | null {
  return setValue(text, "last_seen", writeDay(now));
}
