/**
 * A call of a tool in a few words: what the agent does by it. Its arguments are a model’s, so every sink neutralises
 * them.
 */
import type { WantedCall } from "../ports/model";
import { nameOf } from "../kit/path";
import { isTool, readArguments, type ToolName } from "./tools";

/** The rest of a sentence that begins “The agent …”. */
export function sayCall({ tool, input }: WantedCall): string {
  const outside = ofServer(tool);
  if (outside !== null) return `calls ${outside}`;
  if (!isTool(tool)) return `calls “${tool}”, which is no tool`;
  switch (tool) {
    case "read_note": {
      const read = readArguments(tool, input);
      return read.kind === "read" ? `asks to read ${read.value.path}` : MISUSED[tool];
    }
    case "outline": {
      const read = readArguments(tool, input);
      return read.kind === "read" ? `asks for the headings of ${read.value.path}` : MISUSED[tool];
    }
    case "list_folder": {
      const read = readArguments(tool, input);
      return read.kind === "read" ? `asks what is in ${read.value.path}` : MISUSED[tool];
    }
    case "propose_edit": {
      const read = readArguments(tool, input);
      return read.kind === "read" ? `proposes to change ${read.value.path}` : MISUSED[tool];
    }
    case "search_notes": {
      const read = readArguments(tool, input);
      return read.kind === "read" ? `asks for notes about “${read.value.query}”` : MISUSED[tool];
    }
    case "write_work_file": {
      const read = readArguments(tool, input);
      return read.kind === "read" ? `asks to write ${read.value.name}` : MISUSED[tool];
    }
    case "finish_step":
      return "says that the step is done";
    case "draft_action": {
      const read = readArguments(tool, input);
      return read.kind === "read"
        ? `drafts an action: ${read.value.type.replace(/_/g, " ")} to “${read.value.target}”`
        : MISUSED[tool];
    }
    case "ask_person":
      return "reads your answer";
    case "add_steps":
      return "adds steps to the plan";
    case "replace_plan":
      return "puts other steps in the place of those behind this one";
    case "stop_plan":
      return "says that the plan should not go on";
    case "give_back":
      return "gives the step back";
  }
}

/** The work of the agent while the tool runs, in a few words: `reading Rates`. */
export function sayDoing({ tool, input }: WantedCall): string {
  const outside = ofServer(tool);
  if (outside !== null) return `asking ${outside}`;
  return isTool(tool) ? DOING[tool](input) : `calling “${tool}”, which is no tool`;
}

/** Of a tool of a server nobody may know whether it did what it was asked, so its call was not simply refused. */
export function sayNoResult(tool: string): string {
  return ofServer(tool) === null ? "refused" : "no result";
}

/** `web: search`; null where the name is none that tools of servers have in front of a model. */
function ofServer(name: string): string | null {
  const [server, tool] = name.split("__");
  return server === undefined || tool === undefined ? null : `${server}: ${tool}`;
}

const DOING: Readonly<Record<ToolName, (input: string) => string>> = {
  read_note(input) {
    const read = readArguments("read_note", input);
    return read.kind === "read" ? `reading ${bareName(read.value.path)}` : "reading a note";
  },
  outline(input) {
    const read = readArguments("outline", input);
    return read.kind === "read" ? `looking at ${bareName(read.value.path)}` : "looking at a note";
  },
  list_folder(input) {
    const read = readArguments("list_folder", input);
    return read.kind === "read" ? `listing ${read.value.path}` : "listing a folder";
  },
  propose_edit(input) {
    const read = readArguments("propose_edit", input);
    return read.kind === "read"
      ? `proposing a change of ${bareName(read.value.path)}`
      : "proposing a change of a note";
  },
  search_notes(input) {
    const read = readArguments("search_notes", input);
    return read.kind === "read" ? `searching “${read.value.query}”` : "searching";
  },
  write_work_file(input) {
    const read = readArguments("write_work_file", input);
    return read.kind === "read" ? `writing ${read.value.name}` : "writing a file";
  },
  draft_action: () => "drafting an action",
  ask_person: () => "asking you",
  add_steps: () => "adding steps",
  replace_plan: () => "replacing steps",
  stop_plan: () => "stopping the plan",
  finish_step: () => "finishing the step",
  give_back: () => "giving the step back",
};

function bareName(path: string): string {
  return nameOf(path).replace(/\.md$/i, "");
}

const MISUSED = {
  read_note: "wants to read a note, and does not say which",
  outline: "wants the headings of a note, and does not say of which",
  list_folder: "wants to list a folder, and does not say which",
  propose_edit: "proposes to change a note, and not as it has to",
  search_notes: "wants to search, and does not say for what",
  write_work_file: "wants to write a file, and not as it has to",
  draft_action: "drafts an action, and not as it has to",
} as const;
