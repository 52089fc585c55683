/**
 * The output of a program that works as an agent, line by line: what it does, its last message, what it used, and what
 * it cost. Unknown events are passed over. All of it is the program’s word, and none of it is evidence.
 */
import { isObject, parseJson } from "../../kit/json";
import { escapeLine } from "../../kit/text";
import type { Usage } from "../../kit/ports/model";
import { isSensible, MOST_TOKENS, MOST_USD } from "../../kit/ports/spent";
import type { ModelProgram } from "../../settings/settings";
import { writing, type Deed } from "./deeds";
import { claudeDeeds, codexDeeds, fieldsOf, textOf, type Fields } from "./programDeeds";

export interface Reported {
  /** Its last message; empty for none. */
  readonly text: string;
  readonly usage: Usage;
  /** US dollars; null where it does not say. */
  readonly usd: number | null;
  /** In its own words: why it did not end well; null where it did. */
  readonly fault: string | null;
  /** A figure of its own that cannot be: it counts as not told. */
  readonly odd?: string;
}

export interface EventReader {
  /** The deeds that the line tells. */
  hear(line: string): readonly Deed[];
  /** Its use up to now, as far as it says. */
  soFar(): Usage;
  end(): Reported;
}

const UNKNOWN: Usage = { in: null, cached: null, out: null };
const NO_END = "Its output ended without a result.";

export function createEvents(events: ModelProgram["events"]): EventReader {
  if (events === "lines") return linesAsAnswer();
  const [read, deedsIn] =
    events === "claude-stream" ? [readClaude, claudeDeeds] : [readCodex, codexDeeds(new Set())];
  let reported: Reported = { text: "", usage: UNKNOWN, usd: null, fault: NO_END };
  const messages = new Map<string, Usage>();
  return {
    hear(line) {
      const event = objectIn(line);
      if (event === null) return [];
      reported = read(event, reported);
      const message = fieldsOf(event["message"]);
      const id = textOf(message["id"]);
      // Each part of a message is an event of its own, and repeats what the message used.
      if (id !== "" && (messages.has(id) || messages.size < MOST_MESSAGES))
        messages.set(id, claudeUsage(fieldsOf(message["usage"])));
      return deedsIn(event);
    },
    soFar: () => (reported.usage.in === null ? added([...messages.values()]) : reported.usage),
    end: () => reported,
  };
}

/** Messages whose tokens are counted while it works. */
const MOST_MESSAGES = 2000;

function added(all: readonly Usage[]): Usage {
  const known = all.filter((each) => each.in !== null && each.out !== null);
  if (known.length === 0) return UNKNOWN;
  const sum = (of: (usage: Usage) => number | null | undefined): number =>
    known.reduce((before, each) => before + (of(each) ?? 0), 0);
  return {
    in: sum((each) => each.in),
    cached: sum(({ cached }) => cached),
    written: sum(({ written }) => written),
    out: sum(({ out }) => out),
  };
}

function linesAsAnswer(): EventReader {
  const lines: string[] = [];
  return {
    hear(line) {
      lines.push(line);
      return writing(line);
    },
    soFar: () => UNKNOWN,
    end: () => ({ text: lines.join("\n").trim(), usage: UNKNOWN, usd: null, fault: null }),
  };
}

/** `claude -p --output-format stream-json --verbose`: its last event is the result. */
function readClaude(event: Fields, before: Reported): Reported {
  if (event["type"] !== "result") return before;
  const text = textOf(event["result"]);
  const isBad = event["is_error"] === true || event["subtype"] !== "success";
  return {
    text,
    usage: claudeUsage(fieldsOf(event["usage"])),
    usd: figureOf(event["total_cost_usd"], MOST_USD),
    ...oddIn(fieldsOf(event["usage"]), event["total_cost_usd"]),
    fault: isBad ? escapeLine(text || textOf(event["subtype"]) || "It says that it failed.", 300) : null,
  };
}

function claudeUsage(usage: Fields): Usage {
  const cached = countOf(usage["cache_read_input_tokens"]);
  const written = countOf(usage["cache_creation_input_tokens"]);
  const fresh = countOf(usage["input_tokens"]);
  return {
    in: fresh === null ? null : fresh + (cached ?? 0) + (written ?? 0),
    cached,
    written,
    out: countOf(usage["output_tokens"]),
  };
}

/** `codex exec --json`: messages are items, and the end of the turn tells what was used. */
function readCodex(event: Fields, before: Reported): Reported {
  const item = fieldsOf(event["item"]);
  switch (event["type"]) {
    case "item.completed":
      return ["agent_message", "assistant_message"].includes(textOf(item["type"] ?? item["item_type"]))
        ? { ...before, text: textOf(item["text"]) }
        : before;
    case "turn.completed": {
      const usage = fieldsOf(event["usage"]);
      const cached = countOf(usage["cached_input_tokens"]);
      return {
        ...before,
        usage: { in: countOf(usage["input_tokens"]), cached, out: countOf(usage["output_tokens"]) },
        ...oddIn(usage, null),
        fault: null,
      };
    }
    case "turn.failed":
    case "error":
      return {
        ...before,
        fault: escapeLine(
          textOf(fieldsOf(event["error"])["message"]) ||
            textOf(event["message"]) ||
            "It says that it failed.",
          300,
        ),
      };
    default:
      return before;
  }
}

function objectIn(line: string): Fields | null {
  try {
    const value = parseJson(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whole tokens. */
function countOf(value: unknown): number | null {
  const figure = figureOf(value, MOST_TOKENS);
  return figure === null ? null : Math.ceil(figure);
}

function figureOf(value: unknown, most: number): number | null {
  return typeof value === "number" && isSensible(value, most) ? value : null;
}

/** The first number that no sense allows. */
function oddIn(usage: Fields, usd: unknown): { readonly odd?: string } {
  const told = [
    ...["input_tokens", "output_tokens", ...CACHED].map((name) => [name, usage[name], MOST_TOKENS] as const),
    ["total_cost_usd", usd, MOST_USD] as const,
  ];
  const found = told.find(([, value, most]) => typeof value === "number" && !isSensible(value, most));
  return found === undefined ? {} : { odd: `${found[0]}: ${String(found[1])}` };
}

const CACHED = ["cache_read_input_tokens", "cache_creation_input_tokens", "cached_input_tokens"];
