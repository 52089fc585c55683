/** A call of a tool in a few words: what the agent does by it. Its arguments are a model’s, so every sink neutralises them. */
import type { WantedCall } from "../ports/model";
import { isTool, readArguments } from "./tools";

/** The rest of a sentence that begins “The agent …”. */
export function sayCall({ tool, input }: WantedCall): string {
  if (!isTool(tool)) return `calls “${tool}”, which is no tool`;
  switch (tool) {
    case "read_note": {
      const read = readArguments(tool, input);
      return read.kind === "read" ? `asks to read ${read.value.path}` : MISUSED[tool];
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
    case "give_back":
      return "gives the step back";
  }
}

const MISUSED = {
  read_note: "wants to read a note, and does not say which",
  search_notes: "wants to search, and does not say for what",
  write_work_file: "wants to write a file, and not as it has to",
} as const;
