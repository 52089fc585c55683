/**
 * What a program that works as an agent writes to its output, line by line: its last message, what it used, and what it
 * cost. Events that nobody knows are passed over. All of it is the program’s word, and none of it is evidence.
 */
import { isObject, type Json } from "../../kit/json";
import { plain } from "../../kit/text";
import type { Usage } from "../../ports/model";
import type { ModelProgram } from "../../settings/settings";

export interface Reported {
  /** Its last message; empty for none. */
  readonly text: string;
  readonly usage: Usage;
  /** US dollars; null where it does not say. */
  readonly usd: number | null;
  /** In its own words: why it did not end well; null where it did. */
  readonly fault: string | null;
}

export interface EventReader {
  hear(line: string): void;
  end(): Reported;
}

const UNKNOWN: Usage = { in: null, cached: null, out: null };
const NO_END = "Its output ended without a result.";

export function createEvents(events: ModelProgram["events"]): EventReader {
  if (events === "lines") return linesAsAnswer();
  const read = events === "claude-stream" ? readClaude : readCodex;
  let reported: Reported = { text: "", usage: UNKNOWN, usd: null, fault: NO_END };
  return {
    hear(line) {
      const event = objectIn(line);
      if (event !== null) reported = read(event, reported);
    },
    end: () => reported,
  };
}

function linesAsAnswer(): EventReader {
  const lines: string[] = [];
  return {
    hear: (line) => void lines.push(line),
    end: () => ({ text: lines.join("\n").trim(), usage: UNKNOWN, usd: null, fault: null }),
  };
}

/** `claude -p --output-format stream-json --verbose`: its last event is the result. */
function readClaude(event: Fields, before: Reported): Reported {
  if (event["type"] !== "result") return before;
  const text = textOf(event["result"]);
  const isBad = event["is_error"] === true || event["subtype"] !== "success";
  const usage = fieldsOf(event["usage"]);
  const cached = countOf(usage["cache_read_input_tokens"]);
  const written = countOf(usage["cache_creation_input_tokens"]);
  const fresh = countOf(usage["input_tokens"]);
  return {
    text,
    usage: {
      in: fresh === null ? null : fresh + (cached ?? 0) + (written ?? 0),
      cached,
      written,
      out: countOf(usage["output_tokens"]),
    },
    usd: countOf(event["total_cost_usd"]),
    fault: isBad ? plain(text || textOf(event["subtype"]) || "It says that it failed.", 300) : null,
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
        fault: null,
      };
    }
    case "turn.failed":
    case "error":
      return {
        ...before,
        fault: plain(
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

type Fields = Readonly<Record<string, unknown>>;

function objectIn(line: string): Fields | null {
  try {
    const value = JSON.parse(line) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
