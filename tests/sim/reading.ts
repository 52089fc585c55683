/**
 * How the simulator reads notes: as a person does, by looking for lines. Nothing of the core is used here, so that a
 * fault there shows.
 */
import { wordsOf, type Words } from "./words";

/** What a request shows of what goes out. */
export interface Shown {
  readonly type: string;
  readonly target: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly attachments: readonly unknown[];
}

export function linesOf(text: string): string[] {
  return text.split(/\r*\n|\r/);
}

/** A text whose folded properties are on one line each. */
export function expand(text: string): string {
  return text.replace(
    /^(\w+):[ \t]*>-[ \t]*\r*\n((?:[ \t]+\S.*\r*\n)+)/gm,
    (whole, key: string, lines: string) =>
      `${key}: ${lines.trim().replace(/\s*\n\s*/g, " ")}${/\r*\n$/.exec(whole)?.[0] ?? ""}`,
  );
}

/** The value behind `key:` at the beginning of a line, quotes taken off; "" without one. */
export function valueIn(text: string, key: string): string {
  const line = new RegExp(`^${key}:[ \\t]*(.*?)[ \\t\\r]*$`, "m").exec(expand(text))?.[1] ?? "";
  return /^(["']).*\1$/.test(line) ? line.slice(1, -1) : line;
}

/** The one action block of a note; null where there is none, more than one, or one that is no YAML. */
export function readAsPerson(text: string): Shown | null {
  const blocks = [...text.matchAll(/^(`{3,})action[ \t]*\r*\n([\s\S]*?)^\1[ \t]*\r*$/gm)];
  const [block] = blocks;
  if (block === undefined || blocks.length > 1) return null;
  const value = wordsOf((block[2] ?? "").replace(/\r+\n/g, "\n"));
  if (!isGroup(value) || typeof value["type"] !== "string") return null;
  const { type, target = null, args = null, attachments = null } = value;
  return {
    type,
    target: typeof target === "string" ? target : "",
    args: isGroup(args) ? args : {},
    attachments: Array.isArray(attachments) ? attachments : [],
  };
}

function isGroup(value: Words | null): value is { readonly [key: string]: Words } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lines beneath a heading that begins so, up to the next one. */
function sectionOf(text: string, heading: RegExp): string[] {
  const lines = linesOf(text);
  const from = lines.findIndex((line) => heading.test(line));
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => /^#/.test(line));
  return from < 0 ? [] : to < 0 ? rest : rest.slice(0, to);
}

/** Lines of the log section, as they stand. */
export function logOf(text: string): string[] {
  return sectionOf(text, /^#+[ \t]+Reasoning Logs?[ \t]*$/).filter((line) => /^- \[\d/.test(line));
}

export interface Box {
  /**
   * `?`: open, and nobody can tell which step it is: its box is not written as one, or it stands outside the Roadmap.
   */
  readonly mark: string;
  /** Without what Planwright adds at the end. */
  readonly words: string;
  readonly gated: boolean;
  /** "" where nobody can tell. */
  readonly id: string;
}

/** Boxes of gated and other steps, as they stand; outside the Roadmap only gated ones. */
export function boxesOf(text: string): Box[] {
  const lines = linesOf(text);
  const found: Box[] = [];
  const elsewhere: Box[] = [];
  let heading = "";
  let isFenced = false;
  for (const [at, line] of lines.entries()) {
    // A fence at the margin, which nothing may close: up to its end all is code. One beneath a step is indented, and
    // ends with it.
    if (line.startsWith("```")) isFenced = !isFenced;
    if (isFenced) continue;
    heading = /^#+[ \t]+(.*)/.exec(line)?.[1] ?? heading;
    const match = /^- \[(.)\](?: (.*?))?(?: \^([sf]-[a-z0-9-]+))?$/.exec(line);
    const isRoadmap = heading.startsWith("Roadmap");
    if (match === null) {
      const slip = /^- (\[ ?([x-]*) ?\])? ?(✋.*?)(?: \^([sf]-[a-z0-9-]+))?$/u.exec(line);
      if (slip === null || WRITTEN_BY_US.test(heading) || (slip[1] === undefined && !isRoadmap)) continue;
      // Of two marks, which sync made one line of, nobody can tell which is meant.
      const mark = slip[2]?.length === 1 ? slip[2] : "";
      (isRoadmap ? found : elsewhere).push({
        mark: mark || "?",
        words: slip[3] ?? "",
        gated: true,
        id: mark === "" ? "" : (slip[4] ?? ""),
      });
      continue;
    }
    const gated = (match[2] ?? "").includes("✋") || /^\s*```action/.test(lines[at + 1] ?? "");
    const box = { mark: match[1] ?? "", words: match[2] ?? "", gated, id: match[3] ?? "" };
    if (isRoadmap) found.push(box);
    else if (gated && !WRITTEN_BY_US.test(heading))
      elsewhere.push(/^[xX-]$/.test(box.mark) ? box : { ...box, mark: "?", id: "" });
  }
  return [...found, ...elsewhere];
}

const WRITTEN_BY_US = /^(?:Reasoning Logs?|Questions)[ \t]*$/;

/** The same box as it stood before: by its block id, or without one by its words, or else its place. */
export function boxBefore(old: readonly Box[], { id, words }: Box, at: number): Box | undefined {
  if (id !== "") return old.find((each) => each.id === id);
  return old[at]?.words === words ? old[at] : (old.find((each) => each.words === words) ?? old[at]);
}

/** Whether this is still to be done, whoever can tell how. */
export function isOpen({ mark }: Box): boolean {
  return mark === " " || mark === "?";
}

/** Whether the log says that what a step sends is to be drafted again, and nothing came of it yet. */
export function isRedrafted(plan: string, step: string): boolean {
  const about = logOf(plan).filter((line) =>
    new RegExp(`\\((?:added|asked|ask-again|draft-again|reopened|filled-in), step ${step}[,)]`).test(line),
  );
  const last = about.at(-1) ?? "";
  // What a person wrote is drafted again only if they say so.
  return (
    last.includes("(draft-again,") &&
    (/ Human: /.test(last) || about.some((line) => /\((?:added|filled-in),/.test(line)))
  );
}

/**
 * A step and what stands beneath it, without mark, line ends and spaces at the end; null where no line bears the block
 * id.
 */
export function stepIn(text: string, id: string): string | null {
  const lines = linesOf(text);
  const at = lines.findIndex((line) => /^- \[.\] /.test(line) && line.endsWith(` ^${id}`));
  if (at < 0 || id === "") return null;
  const rest = lines.slice(at + 1);
  const to = rest.findIndex((line) => !/^\s+\S/.test(line));
  return [lines[at] ?? "", ...(to < 0 ? rest : rest.slice(0, to))]
    .map((line) => line.trimEnd().replace(/^- \[.\]/, "- [ ]"))
    .join("\n");
}

/** The answers ticked under the newest question about a step; none where the log tells that just this one was taken. */
export function answersIn(text: string, step: string): string[] {
  const lines = sectionOf(text, /^#+[ \t]+Questions[ \t]*$/);
  const at = lines.findLastIndex((line) => new RegExp(`^- .* \\^q-[a-z0-9]+-${step}$`).test(line.trimEnd()));
  const id = /\^(q-\S+)\s*$/.exec(lines[at] ?? "")?.[1];
  if (id === undefined) return [];
  const rest = lines.slice(at + 1);
  const to = rest.findIndex((line) => line.startsWith("- "));
  const ticked = (to < 0 ? rest : rest.slice(0, to)).flatMap(
    (line) => /^ {4}- \[[xX]\] (.*?)\s*$/.exec(line)?.[1] ?? [],
  );
  const taken = logOf(text).findLast((line) => line.includes(`note ${id}, text `));
  return ticked.length === 1 &&
    taken !== undefined &&
    ticked[0]?.toLowerCase().startsWith(/text ([a-z]+)/.exec(taken)?.[1] ?? "?") === true
    ? []
    : ticked;
}

/** Whether the last word about blocking in the log of a plan is that we blocked it. */
export function blockIsOurs(text: string): boolean {
  const word = logOf(text).findLast((line) =>
    /\((?:blocked|unblocked|carried-out|started|finished)(?:, [^()]*)?\)$/.test(line.trimEnd()),
  );
  return word !== undefined && /^- \[[^\]]*\] Agent: .*\(blocked(?:, [^()]*)?\)$/.test(word.trimEnd());
}

/** Why a plan does not go on, as the end of “its plan is”; null when it may. */
export function whyStopped(plan: string): string | null {
  const status = valueIn(plan, "status");
  if (["Draft", "Done", "Cancelled"].includes(status)) return status;
  return status === "Blocked" && !blockIsOurs(plan) ? "waiting for somebody" : null;
}

/** As the sync models name the side that loses. */
export function isCopy(path: string): boolean {
  return /\.sync-conflict-|conflicted copy /i.test(path);
}

/** Whether a note can be read as a plan at all: one that a power cut left without a step cannot. */
export function isWhole(text: string): boolean {
  const once = (line: RegExp): boolean => text.match(line)?.length === 1;
  const ids = text.match(/ \^[sf]-[a-z0-9-]+$/gm) ?? [];
  return (
    !/^broken: \[|^<{7}/m.test(text) &&
    once(/^status: \w+\s*$/gm) &&
    once(/^task_id:/gm) &&
    once(/^blocked_reason:/gm) &&
    text.split("## Roadmap").length === 2 &&
    boxesOf(text).length > 0 &&
    ((ids.length > 0 && !/^status: Done\s*$/m.test(text)) ||
      sectionOf(text, /^#+[ \t]+Roadmap/).some((line) => /^- \[/.test(line))) &&
    new Set(ids).size === ids.length
  );
}

/**
 * The texts of plans with this id among notes of the Plans folder, by path; copies that sync made and what cannot be
 * read are none.
 */
export function plansWith(task: string, notes: Iterable<readonly [path: string, text: string]>): string[] {
  return [...notes]
    .filter(
      ([path, text]) =>
        !isCopy(path) && valueIn(text, "task_id").toLowerCase() === task.toLowerCase() && isWhole(text),
    )
    .map(([, text]) => text);
}

/**
 * Whether a Dashboard has both marks of our part, each once: where a merge or a person left it otherwise, nobody writes
 * there.
 */
export function isMarked(text: string): boolean {
  return (
    /planwright:dashboard begin[\s\S]*planwright:dashboard end\b[^<>]*-->/.test(text) &&
    text.split("planwright:dashboard").length === 3
  );
}

export function recordOf(name: string): string {
  return `Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`;
}

/** Text that some reader of notes would run, load or follow. */
const ACTIVE =
  /(?<!\\)<(?:img|script|iframe|a|svg)\b|(?<!\\)!\[\[|(?<!\\)!\[[^\]]*\]\(|(?<!\\)<%|(?<!\\)\{\{|obsidian:\/\/|^\s*```(?:dataviewjs|dataview|tasks|js)/m;

/** Without fenced code, where the action is written in full. */
function proseOf(text: string): string {
  return text.replace(/^( *)(`{3,})action[\s\S]*?^\1\2/gm, "");
}

/** A link into the app: it opens what a person reads, and does nothing. It holds names, and no sign that ends it. */
const OUR_LINK =
  /\[[A-Z][A-Za-z’ ]*…?\]\(obsidian:\/\/planwright\?do=[a-z-]+(?:&(?:request=[0-9a-f]{8}|(?:plan|note)=[\w%.-]+))*\)/g;

/** How often such text stands in a note. In the fence of a proposed change only a template runs. */
export function activeIn(text: string): number {
  const changes = text.match(CHANGE)?.join("\n") ?? "";
  const prose = proseOf(text.replace(CHANGE, "")).replace(OUR_LINK, "");
  return (prose.match(new RegExp(ACTIVE, "gm")) ?? []).length + (changes.match(/<%|\{\{/g) ?? []).length;
}

/** Each of its lines has a sign in front, so that none ends the fence. */
const CHANGE = /^(`{3,})diff\n(?:[-+ ]\|.*\n)*\1$/gm;
