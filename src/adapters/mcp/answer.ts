/** A tool's result as text for a person: joined, and cut to size. What is not text is named, never opened. */
import type { CallToolResult } from "@modelcontextprotocol/client";

import type { CallOutcome } from "../../ports/tools";
import { never } from "../../kit/never";
import type { Blank } from "./secrets";

/** Characters of a result that are kept. */
export const RESULT_LIMIT = 4000;

export function outcomeOf(result: CallToolResult, blank: Blank): CallOutcome {
  const parts = result.content.map(textOf).filter((part) => part !== "");
  const structured = result.structuredContent === undefined ? "" : JSON.stringify(result.structuredContent);
  const text = cut(blank(parts.length > 0 ? parts.join("\n") : structured));
  return result.isError === true ? { kind: "tool-error", text } : { kind: "ok", text };
}

function textOf(part: CallToolResult["content"][number]): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
      return `(image, ${part.mimeType})`;
    case "audio":
      return `(audio, ${part.mimeType})`;
    case "resource_link":
      return `(link to “${part.name}”)`;
    case "resource":
      return "text" in part.resource ? part.resource.text : "(attached file)";
    default:
      return never(part);
  }
}

function cut(text: string): string {
  if (text.length <= RESULT_LIMIT) return text;
  // Half a surrogate pair could not be written to a note.
  return `${text.slice(0, RESULT_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
