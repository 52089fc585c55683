/** The deeds of a program as its events tell them, in a few words each. Unknown events tell nothing. */
import { isObject } from "../../kit/json";
import { deed, KEPT_DEEDS, saying, type Deed } from "./deeds";

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Of Claude Code: the parts of a message, and of the answers to its calls those that failed. */
export function claudeDeeds(event: Fields): readonly Deed[] {
  const { content } = fieldsOf(event["message"]);
  const parts = (Array.isArray(content) ? content : []).slice(-KEPT_DEEDS).map(fieldsOf);
  return parts.flatMap((part) => {
    if (event["type"] === "user") return part["is_error"] === true ? FAILED : [];
    if (event["type"] !== "assistant") return [];
    if (part["type"] === "text") return saying(textOf(part["text"]));
    return part["type"] === "tool_use" ? [claudeCall(textOf(part["name"]), fieldsOf(part["input"]))] : [];
  });
}

const FAILED: readonly Deed[] = [{ words: "its last call failed", key: "" }];

/** Verb and argument for each of its tools. */
const CLAUDE_TOOLS: Readonly<Record<string, readonly [verb: string, argument: string]>> = {
  Bash: ["running", "command"],
  Read: ["reading", "file_path"],
  Edit: ["changing", "file_path"],
  MultiEdit: ["changing", "file_path"],
  NotebookEdit: ["changing", "notebook_path"],
  Write: ["writing", "file_path"],
  Glob: ["looking for", "pattern"],
  Grep: ["searching", "pattern"],
  LS: ["listing", "path"],
  WebFetch: ["fetching", "url"],
  WebSearch: ["searching the web for", "query"],
  Task: ["giving another agent", "description"],
  Agent: ["giving another agent", "description"],
};

function claudeCall(name: string, input: Fields): Deed {
  const whole = JSON.stringify(input);
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (server !== undefined && tool !== undefined) return deed("calling", `${server}: ${tool}`, whole);
  if (!Object.hasOwn(CLAUDE_TOOLS, name)) return deed("calling", name, whole);
  const [verb = "", argument = ""] = CLAUDE_TOOLS[name] ?? [];
  return deed(verb, shorten(argument, textOf(input[argument])), whole);
}

/** `told`: ids of items that were told at their beginning, and are not told again at their end. */
export function codexDeeds(told: Set<string>): (event: Fields) => readonly Deed[] {
  return (event) => {
    const item = fieldsOf(event["item"]);
    const id = textOf(item["id"]);
    const isBegun = event["type"] === "item.started";
    if (!isBegun && event["type"] !== "item.completed") return [];
    if (!isBegun && told.delete(id)) return item["status"] === "failed" ? FAILED : [];
    const found = codexItem(textOf(item["type"] ?? item["item_type"]), item);
    if (isBegun && found.length > 0 && id !== "" && told.size < 1000) told.add(id);
    return found;
  };
}

function codexItem(type: string, item: Fields): readonly Deed[] {
  switch (type) {
    case "agent_message":
    case "assistant_message":
      return saying(textOf(item["text"]));
    case "command_execution": {
      const command = textOf(item["command"]);
      return [deed("running", shorten("command", bare(command)), command)];
    }
    case "file_change": {
      const { changes } = item;
      const paths = (Array.isArray(changes) ? changes : []).map((each) => textOf(fieldsOf(each)["path"]));
      const more = paths.length > 1 ? ` and ${String(paths.length - 1)} more` : "";
      return [
        deed(
          "changing",
          `${fileIn(paths[0] ?? "files")}${more}`,
          `${textOf(item["id"])} ${paths.join("\n")}`,
        ),
      ];
    }
    case "mcp_tool_call": {
      const { server, tool } = item;
      return [
        deed(
          "calling",
          `${textOf(server)}: ${textOf(tool)}`,
          JSON.stringify([server, tool, item["arguments"]]),
        ),
      ];
    }
    case "web_search":
      return [deed("searching the web for", quote(textOf(item["query"])), textOf(item["query"]))];
    default:
      return [];
  }
}

/** `bash -lc 'npm test'` is `npm test`. */
function bare(command: string): string {
  const [, quoted] =
    /^(?:\/bin\/|\/usr\/bin\/)?(?:ba|z)?sh -l?c (?:'([^']*)'|"([^"]*)")$/.exec(command) ?? [];
  return quoted ?? command;
}

/** Of a file its name, of a command its first line: a text behind it may hold anything. */
function shorten(argument: string, text: string): string {
  if (argument === "command") {
    const [first = "", ...rest] = text.trim().split("\n");
    return rest.length === 0 ? first : `${first} …`;
  }
  if (argument === "pattern" || argument === "query") return quote(text);
  if (argument === "url") return /^https?:\/\/([^/?#@\s]+)(?:[/?#]|$)/i.exec(text)?.[1] ?? "a page";
  return argument.endsWith("path") ? fileIn(text) : text;
}

function fileIn(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

function quote(text: string): string {
  return `“${text}”`;
}
