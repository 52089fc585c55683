/**
 * Texts made to be slow, of any length, and every reader they may meet. A pattern that tries anew from each place, a
 * list that is copied for each line, a level that is walked again for each below it: each shape here is the worst food
 * of one such fault.
 */
import { parseAction } from "../../src/note/action/parse";
import { ACTION_LIMIT } from "../../src/note/action/action";
import { renderAction } from "../../src/note/action/render";
import { receiversOf } from "../../src/note/action/receivers";
import { writeRegion } from "../../src/overview/dashboard/region";
import { parseActing, seenToday } from "../../src/approval/device/acting";
import { parseEntry } from "../../src/note/plan/parseLog";
import { createJudge } from "../../src/note/intake/judge";
import { sourceKey } from "../../src/note/intake/sources";
import { copyOf } from "../../src/kit/copies";
import { readFrontmatter, setValue } from "../../src/kit/frontmatter";
import { planKey, slug } from "../../src/kit/ids";
import { hasTooManyLines, splitLines } from "../../src/kit/lines";
import { checkPath } from "../../src/kit/path";
import { escapeMarkdown, inProperty, inQuote, link, oddCharacters, escapeLine } from "../../src/kit/text";
import { decodeUtf8, encodeUtf8 } from "../../src/kit/utf8";
import { editPlan } from "../../src/note/plan/edit";
import { parsePlan } from "../../src/note/plan/parse";
import { convertNote } from "../../src/note/proposal/convert";
import { outlineOf } from "../../src/note/proposal/outline";
import { repairNote } from "../../src/note/proposal/repair";
import { parseRequest } from "../../src/approval/request/parse";
import { parseRecord } from "../../src/approval/request/record";
import { renderRequest } from "../../src/approval/request/render";
import { originalName, readName } from "../../src/approval/request/name";
import { DEFAULT_SETTINGS, readSettings } from "../../src/settings/settings";
import { DEVICE, DRAFT, IDENTITY, KEY } from "../request/draft";
import { RECORD_NOTE } from "./notes";

/** `length` characters of `unit` again and again. */
const fill = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
/** `line`, each time one `unit` deeper, as often as fits into `length`. */
function stairs(unit: string, line: string, length: number): string {
  const lines: string[] = [];
  for (let used = 0; ;) {
    const next = `${unit.repeat(lines.length)}${line}`;
    used += next.length + 1;
    if (used > length) return lines.join("\n");
    lines.push(next);
  }
}
/** Lines that differ in a number. */
function counted(line: (n: number) => string, length: number): string {
  const lines: string[] = [];
  for (let used = 0; ;) {
    const next = line(lines.length);
    used += next.length + 1;
    if (used > length) return lines.join("\n");
    lines.push(next);
  }
}

export interface Shape {
  readonly name: string;
  make(length: number): string;
}

const of = (name: string, unit: string): Shape => ({ name, make: (length) => fill(unit, length) });

export const SHAPES: readonly Shape[] = [
  of("prose", "Lorem ipsum dolor sit amet, consectetur.\n"),
  of("one line of prose", "lorem ipsum "),
  of("line feeds", "\n"),
  of("carriage returns", "\r"),
  of("CR CR LF", "\r\r\n"),
  of("spaces", " "),
  of("lines of spaces", `${" ".repeat(60)}\n`),
  of("tabs", "\t"),
  of("line separators", "\u2028"),
  of("zero-width spaces", "\u200B"),
  of("directions", "\u202Ea"),
  of("halves of characters", "\uD83D"),
  of("combining marks", "e\u0301\u0323"),
  of("Hangul in parts", "\u1100\u1161\u11A8"),
  of("emoji", "👩‍👩‍👧‍👦"),
  of("variation selectors", "✋\uFE0F"),
  of("lone variation selectors", "a\uFE0F"),
  of("boxes", "- [ ] a\n"),
  of("boxes with one id", "- [ ] a ^s-1\n"),
  { name: "a box that never closes", make: (length) => `- [${" ".repeat(length)}` },
  { name: "boxes that never close", make: (length) => counted(() => `- [${" ".repeat(2000)}`, length) },
  { name: "boxes with many ids", make: (length) => counted((n) => `- [ ] a ^s-${String(n)}`, length) },
  { name: "boxes ever deeper", make: (length) => stairs("  ", "- [ ] a", length) },
  { name: "items ever deeper", make: (length) => stairs("\t", "- a", length) },
  { name: "quotes ever deeper", make: (length) => stairs(">", "a", length) },
  { name: "mappings ever deeper", make: (length) => stairs(" ", "a:", length) },
  of("markers in a line", "- "),
  of("boxes in a line", "- [ ] "),
  of("ids in a line", " ^a"),
  of("days in a line", "⏳ 2026-01-0"),
  of("hands", "✋"),
  of("mangled hands", "âœ"),
  of("numbered items", "1. a\n"),
  of("digits", "1"),
  of("headings", "## x\n"),
  of("Roadmaps", "# Roadmap\n- [ ] a\n"),
  of("signs of headings", "#"),
  of("closing signs", "# "),
  of("fences", "```\n"),
  of("action fences in items", "- [ ] a\n  ```action\n"),
  of("action blocks", "- [ ] a\n    ```action\n    type: email\n    ```\n"),
  of("ticks", "`"),
  of("tildes", "~~~\n"),
  of("fences in quotes", "> ```\n"),
  of("percent comments", "a %% b\n"),
  of("percent signs", "%%"),
  of("openings of comments", "<!--"),
  of("openings and ends of comments", "<!-- -->"),
  of("Dashboard markers", "<!-- planwright:dashboard begin -->\n"),
  of("halves of Dashboard markers", "<!-- planwright:dashboard "),
  of("backslashes", "\\"),
  of("signs that are escaped", "[[<%{{|"),
  of("colons and slashes", "://"),
  of("underscores", "_ "),
  of("www", "www."),
  of("equal signs", "="),
  of("rules", "***\n"),
  of("hyphens", "-"),
  of("glued hyphens", "a--- "),
  of("log lines", "- [2026-02-21T10:30:00Z] Agent: x — y. (asked, step s-1)\n"),
  of("marks in a log line", "(asked, step a"),
  of("brackets of stamps", "- [2026"),
  of("questions", "- q ^q-a-s-1\n    - [ ] Ask again\n"),
  of("options", "    - [x] Ask again\n"),
  { name: "keys", make: (length) => counted((n) => `k${String(n)}: v`, length) },
  of("one key", "a: 1\n"),
  of("a flow list", "a,"),
  of("flow lists", "[1],"),
  of("flow openings", "["),
  of("mapping openings", "{a: "),
  of("quotes in quotes", '\\"'),
  of("single quotes", "''"),
  of("anchors", "&a "),
  of("aliases", "*a, "),
  of("tags", "!!str "),
  of("merge keys", "<<: {a: 1}\n"),
  of("question marks", "? a\n"),
  of("remarks", "# x\n"),
  of("remarks in a line", " #"),
  of("block scalars", "a: |\n"),
  of("placeholders", "{{a}}"),
  of("conflict markers that are none", "<<<<<<<x\n"),
  of("merge marks in a line", "<"),
  of("addresses", "a@example.com, "),
  of("at signs", "@"),
  of("slashes", "/"),
  of("percent codes", "%25"),
  of("dots", "../"),
  of("conflicted copies", " (conflicted copy"),
  of("parentheses", "("),
  of("I did it", "- [x] I did it\n"),
  of("Your note", "## Your note\n"),
  of("Please check", "## Please check\n- [x] It happened\n"),
  of("seals", "pw1.aaaaaaaaaaaaaaaaaaaaaaaa."),
];

const HEAD = "---\ntask_id: P\nstatus: Active\nblocked_reason: null\n---\n# Objective\nx\n";
const SEALED = renderRequest(DRAFT, KEY);
const ACTING = `---\ndevice_id: "${DEVICE.id}"\ndevice: "A"\nsince: 2026-03-01T09:00:00Z\nlast_seen: 2026-03-01\n---\n`;
const within = (text: string, mark: string, added: string): string =>
  text.replace(mark, () => `${added}${mark}`);

const JUDGE = createJudge({ complex: DEFAULT_SETTINGS.complex_words, simple: DEFAULT_SETTINGS.simple_words });

/** As every reader of a note does: a note of too many lines is refused before it is split. */
const properties = (text: string): unknown =>
  hasTooManyLines(text) ? null : readFrontmatter(splitLines(text));

export interface Reader {
  readonly name: string;
  /** Characters this reader is ever given: what is longer is refused before, for the price of looking at its length. */
  readonly most?: number;
  read(text: string): unknown;
}

const MEGABYTE = 1_048_576;

/** Everything that reads a text of somebody else's. */
export const READERS: readonly Reader[] = [
  { name: "lines", read: (text) => (hasTooManyLines(text) ? null : splitLines(text)) },
  { name: "UTF-8", read: (text) => decodeUtf8(encodeUtf8(text) ?? new Uint8Array(text.length).fill(0xc3)) },
  { name: "frontmatter", read: (text) => properties(`---\n${text}\n---\n`) },
  { name: "frontmatter value", most: 65_000, read: (text) => properties(`---\na: ${text}\n---\n`) },
  { name: "frontmatter in quotes", read: (text) => properties(`---\na: "${text}"\n---\n`) },
  { name: "frontmatter list", read: (text) => properties(`---\na: [${text}]\n---\n`) },
  {
    name: "frontmatter edit",
    read: (text) => setValue(`---\nstatus: Active\n---\n${text}`, "status", "Blocked"),
  },
  {
    name: "value edit",
    read: (text) => setValue(`---\nstatus: ${text.slice(0, 60_000)}\n---\n`, "status", "Blocked"),
  },
  { name: "plan", read: (text) => parsePlan("p.md", text) },
  { name: "body of a plan", read: (text) => parsePlan("p.md", `${HEAD}## Roadmap\n- [ ] z ^s-z\n${text}`) },
  { name: "objective", read: (text) => parsePlan("p.md", `${HEAD}${text}\n## Roadmap\n- [ ] z ^s-z\n`) },
  {
    name: "one step",
    read: (text) => parsePlan("p.md", `${HEAD}## Roadmap\n- [ ] ✋ ${text.replace(/[\r\n]/g, " ")}`),
  },
  {
    name: "journal",
    read: (text) => parsePlan("p.md", `${HEAD}## Roadmap\n- [ ] z\n## Reasoning Logs\n${text}`),
  },
  { name: "log line", read: (text) => parseEntry(`- [2026-02-21] A: ${text.replace(/[\r\n]/g, " ")}`) },
  { name: "bare log line", read: (text) => parseEntry(text.replace(/[\r\n]/g, " ")) },
  {
    name: "questions",
    read: (text) => parsePlan("p.md", `${HEAD}## Roadmap\n- [ ] z\n## Questions\n- q ^q-a-s-1\n${text}`),
  },
  {
    name: "plan edit",
    read: (text) =>
      editPlan("p.md", `${HEAD}## Roadmap\n- [ ] z ^s-z\n## Reasoning Logs\n${text}`, [
        { kind: "mark", step: "s-z", mark: "x" },
        { kind: "status", value: "Blocked" },
        { kind: "log", line: "- [2026-01-01T00:00:00Z] Agent: a — b. (asked)" },
      ]),
  },
  { name: "request", read: (text) => parseRequest(IDENTITY.name, text, { device: DEVICE }) },
  {
    name: "request body",
    read: (text) =>
      parseRequest(IDENTITY.name, within(SEALED, "## What goes out", `${text}\n`), { device: DEVICE }),
  },
  {
    name: "request block",
    read: (text) => parseRequest(IDENTITY.name, within(SEALED, "type: email", text), { device: DEVICE }),
  },
  {
    name: "note in a request",
    read: (text) => parseRequest(IDENTITY.name, SEALED + text, { device: DEVICE }),
  },
  {
    name: "seal",
    read: (text) =>
      parseRequest(
        IDENTITY.name,
        SEALED.replace(/^seal: .*$/m, () => `seal: "${text.slice(0, 60_000).replace(/["\\\r\n]/g, " ")}"`),
        { device: DEVICE },
      ),
  },
  { name: "record", read: (text) => parseRecord("r.md", IDENTITY.name, RECORD_NOTE + text, DEVICE) },
  { name: "forged record", read: (text) => parseRecord("r.md", IDENTITY.name, text, DEVICE) },
  { name: "repair", read: (text) => repairNote("p.md", `---\n${text}\n---\n`) },
  {
    name: "conversion",
    read: (text) =>
      convertNote("p.md", `# Plan\n**Status:** open\n## Steps\n${text}`, {
        hands: true,
        taken: new Set(),
        archive: "Done/Plans",
      }),
  },
  { name: "judgement of a task", read: (text) => JUDGE(text.slice(0, 200), text) },
  { name: "outline of a task", read: (text) => outlineOf("p", text, null) },
  { name: "outline of a line", read: (text) => outlineOf("p", text, { from: 1, to: 1 }) },
  { name: "source", read: (text) => sourceKey(text) },
  { name: "source in a link", read: (text) => sourceKey(`[a](${text})`) },
  { name: "acting note", read: (text) => parseActing(ACTING + text) },
  { name: "acting note edit", read: (text) => seenToday(ACTING + text, 0) },
  { name: "Dashboard writing", read: (text) => writeRegion(text, ["x"]) },
  { name: "action", most: ACTION_LIMIT, read: parseAction },
  {
    name: "action argument",
    most: ACTION_LIMIT,
    read: (text) => parseAction(`type: email\nargs:\n  body: "${text}"\n`.slice(0, ACTION_LIMIT)),
  },
  {
    name: "action writing",
    most: ACTION_LIMIT / 4,
    read: (text) =>
      renderAction({ type: "email", target: "", args: { a: text, b: [text] }, attachments: [] }),
  },
  { name: "text in a line", read: (text) => escapeMarkdown(text) },
  { name: "text for a notice", read: (text) => escapeLine(text) },
  { name: "text in a quote", read: (text) => inQuote(text) },
  { name: "text in a property", read: (text) => inProperty(text) },
  { name: "link", read: (text) => link(text, text) },
  { name: "odd characters", read: oddCharacters },
  { name: "receivers", most: ACTION_LIMIT, read: receiversOf },
  {
    name: "settings",
    read: (text) =>
      readSettings({
        servers: { a: { command: text, args: [text], env: { A: text } } },
        folders: { plans: text },
      }),
  },
  { name: "settings address", read: (text) => readSettings({ servers: { a: { url: text } } }) },
  {
    name: "settings key",
    read: (text) => readSettings({ actions: { [text]: { server: "a", tool: "b" } }, [text]: 1 }),
  },
  { name: "path", read: (text) => checkPath(text) },
  {
    name: "file name",
    read: (text) => [
      copyOf(`${text}.md`, () => true),
      readName(text),
      originalName(`2026-02-21T1040Z_email_${text}.md`),
    ],
  },
  { name: "plan id", most: MEGABYTE / 4, read: (text) => [planKey(text), slug(text, 40)] },
];
