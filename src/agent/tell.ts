/** An entry of the trace as a person reads it: the lines of its callout, all but the last. */
import { showStamp } from "../kit/dates";
import { never } from "../kit/never";
import { count, counted } from "../kit/numbers";
import { nameOf } from "../kit/path";
import { escapeMarkdown, inQuote, link, unfence } from "../kit/text";
import type { Part, Usage } from "../kit/ports/model";
import type { EntryOf, WorkEntry } from "./entry";
import { sayChanges } from "./outside/changes";
import { linkOf } from "./run";
import { FAILURE_WORDS } from "./stops";
import { sayNoResult } from "./tools";
import { linesOf } from "./edit/splice";
import type { Spent } from "../kit/ports/spent";

/** Lines of a tool’s result that are shown; the whole of it stands in the line that counts. */
const SHOWN_LINES = 12;
/** Characters: what leaves the vault is never cut. */
const WHOLE = 40_000;

export function tell(entry: WorkEntry): readonly string[] {
  const time = showStamp(entry.at);
  switch (entry.kind) {
    case "asked":
      return [
        title(
          "question",
          time,
          `Turn ${String(entry.turn)} of ${nameOfStep(entry)}: ${entry.byHand === true ? "asked you, by copy and paste" : `asked the model ${escapeMarkdown(entry.model, 60)}${entry.classifies === true ? " whether the check holds" : ""}`}`,
        ),
        ...(entry.scripted ? ["> This model is a script: its answers come from a file."] : []),
        entry.byHand === true
          ? "> You carried the question away and the answer back; Planwright knows no cost of it."
          : `> At most ${sayCost(entry.bound.tokens, entry.bound.usd)}.`,
      ];
    case "answered": {
      const { parts } = entry;
      const calls = parts.flatMap((part) => (part.kind === "call" ? [part.tool] : []));
      const wants =
        calls.length === 0
          ? "answered without a call"
          : `wants ${calls.map((each) => escapeMarkdown(each, 40)).join(", ")}`;
      return [
        title(
          "quote",
          time,
          `${turnOf(entry)}: ${entry.unused === true ? "not used, the plan had changed" : wants} (${entry.byHand === true ? "by hand" : costOf(entry.usage, entry.usd)})`,
        ),
        ...parts.flatMap(partLines),
        ...changedLines(entry),
      ];
    }
    case "failed":
      return [
        title("warning", time, `${turnOf(entry)}: ${FAILURE_WORDS[entry.code].title}`),
        ...(entry.why === "" ? [] : quoted(entry.why)),
        ...changedLines(entry),
      ];
    case "began":
      return [
        title(
          "question",
          time,
          `Calls ${escapeMarkdown(entry.of.tool, 128)} of the server ${escapeMarkdown(entry.of.server, 100)}`,
        ),
        "> This leaves the vault:",
        `> ${escapeMarkdown(entry.input, WHOLE)}`,
      ];
    case "started":
      return [
        title("question", time, `Runs ${escapeMarkdown(entry.line, 300)}`),
        `> In ${entry.folder === "" ? "the folder of the vault" : `the folder ${escapeMarkdown(entry.folder, 300)}`}, to check ^${entry.step}.`,
      ];
    case "ended":
      return [
        title(entry.how === "exited" && entry.code === 0 ? "note" : "warning", time, sayProgramEnd(entry)),
        ...(entry.wrote === undefined
          ? []
          : [`> Its output: ${link(entry.wrote.path, nameOf(entry.wrote.path))}`]),
        ...(entry.says === "" ? [] : quoted(entry.says)),
      ];
    case "proposed":
      return [
        title(
          "question",
          time,
          `propose_edit: asks you whether ${escapeMarkdown(entry.path, 200)} may be changed`,
        ),
        `> The whole change: ${link(entry.file, nameOf(entry.file).replace(/\.md$/, ""))}`,
        ...quoted(
          linesOf(entry.splice)
            .filter(({ sign }) => sign !== " ")
            .map(({ sign, text }) => `${sign}| ${text}`)
            .join("\n"),
        ),
      ];
    case "result": {
      const outcome = entry.ok ? "" : `: ${sayNoResult(entry.tool)}`;
      return [
        title(
          entry.ok ? "note" : "warning",
          time,
          `${escapeMarkdown(entry.tool, 40)}${entry.called === undefined ? "" : `, ${nameOfStep(entry)}`}${outcome}`,
        ),
        ...(entry.planned === undefined
          ? []
          : [
              linkOf(entry.call) === null
                ? `> The plan names a tool for this step: ${escapeMarkdown(`${entry.tool} ${entry.planned}`, 340)}`
                : "> Read before the model was asked, because the plan links to it or the step names it.",
            ]),
        ...(entry.checked ?? []).map((each) => `> Checked: ${escapeMarkdown(each, 400)}`),
        ...quoted(entry.ok ? entry.text : unfence(entry.text)),
        ...(entry.spent === undefined ? [] : [`> Spent on this run: ${saySpent(entry.spent)}.`]),
      ];
    }
    default:
      return never(entry);
  }
}

export function sayProgramEnd({ how, code }: Pick<EntryOf<"ended">, "how" | "code">): string {
  switch (how) {
    case "exited":
      return code === 0 ? "The program succeeded" : `The program failed, with code ${String(code ?? 1)}`;
    case "killed":
      return "Something else ended the program";
    case "timed-out":
      return "The program did not end in time, and was stopped";
    case "stopped":
      return "The program was stopped before its end";
    case "endless":
      return "The program wrote without end, and was stopped";
    case "not-started":
      return "The program was not started";
    case "unknown":
      return "Nobody knows how the program ended";
  }
}

function nameOfStep({ called, step }: Pick<EntryOf<"asked">, "called" | "step">): string {
  return called === undefined ? `step ^${step}` : escapeMarkdown(called, 160);
}

function turnOf({ called, turn }: Pick<EntryOf<"answered">, "called" | "turn">): string {
  return `Turn ${String(turn)}${called === undefined ? "" : ` of ${escapeMarkdown(called, 160)}`}`;
}

function title(callout: string, time: string, words: string): string {
  return `> [!${callout}]- ${time} · ${words}`;
}

function partLines(part: Part): readonly string[] {
  return part.kind === "text"
    ? quoted(part.text)
    : [`> ${escapeMarkdown(part.tool, 40)}: ${escapeMarkdown(part.input, 300)}`];
}

function changedLines({ changes, wrote }: Pick<EntryOf<"failed">, "changes" | "wrote">): readonly string[] {
  if (changes === undefined) return [];
  const more = wrote === undefined ? "" : ` (${link(wrote.path, nameOf(wrote.path).replace(/\.md$/, ""))})`;
  return [
    `> Changed in the project ${escapeMarkdown(changes.project, 100)}${more}:`,
    ...sayChanges(changes).map((each) => `> - ${each}`),
  ];
}

function quoted(text: string): readonly string[] {
  return inQuote(text, SHOWN_LINES).split("\n");
}

function costOf({ in: read, out }: Usage, usd: number | null): string {
  return read === null || out === null ? "tokens unknown" : sayCost(read + out, usd);
}

/** `1,240 tokens, $0.0031`. */
export function sayCost(tokens: number, usd: number | null): string {
  return `${counted(tokens, "token")}${usd === null ? "" : `, ${sayUsd(usd)}`}`;
}

export function sayUsd(usd: number): string {
  return `$${usd === 0 || usd >= 0.1 ? usd.toFixed(2) : usd.toFixed(4)}`;
}

/** `3 turns, 4,120 tokens, $0.01`. */
export function saySpent({ turns, tokens, usd, isPartly, isAtMost, isUncounted }: Spent): string {
  const named = `${count(turns)} ${turns === 1 ? "turn" : "turns"}`;
  if (isUncounted === true && tokens === 0) return `${named}, cost not known`;
  const money = isPartly && usd > 0 ? `, at least ${sayUsd(usd)}` : "";
  const byHand = isUncounted === true ? ", not counting turns by hand" : "";
  return `${named}, ${isAtMost ? "at most " : ""}${sayCost(tokens, isPartly ? null : usd)}${money}${byHand}`;
}
