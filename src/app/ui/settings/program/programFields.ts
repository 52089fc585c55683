/** The fields of a model that is a program, and its exact command as a person checks it before it is saved. */
import { Setting } from "obsidian";
import { commandLine } from "../../../../settings/models";
import { EVENTS, type ModelProgram } from "../../../../settings/settings";
import { addLines, addText } from "../../dialog";
import { showLine, showText, showWarning } from "../../text";
import { PROGRAM_WORDS as words } from "../../words/programWords";
import { linesOf } from "../drafts";

/** Seconds. */
const LONGEST = 14_400;

export interface ProgramDraft {
  command: string;
  /** One argument may hold several lines, or be empty, until a person changes the field. */
  args: readonly string[];
  events: ModelProgram["events"];
  /** The text as typed. */
  folder: string;
  /** The text as typed. */
  home: string;
  /** The text as typed. */
  seconds: string;
}

export function programDraft(program: ModelProgram | undefined): ProgramDraft {
  const { command = "", args = [], events = "lines", folder = "", home = "", seconds = 1800 } = program ?? {};
  return { command, args, events, folder, home, seconds: String(seconds) };
}

export function addProgram(content: HTMLElement, draft: ProgramDraft, canAct: boolean): void {
  showWarning(content, words.acts);
  if (!canAct) showLine(content, words.phone);
  showLine(content, words.about);
  addText(content, words.command, (text) => (draft.command = text.trim()), draft.command);
  addLines(content, words.args, (text) => (draft.args = linesOf(text)), draft.args.join("\n"));
  new Setting(content)
    .setName(words.events.name)
    .setDesc(words.events.desc)
    .addDropdown((list) =>
      list
        .addOptions(words.forms)
        .setValue(draft.events)
        .onChange((value) => (draft.events = EVENTS.find((each) => each === value) ?? draft.events)),
    );
  addText(content, words.folder, (text) => (draft.folder = text.trim()), draft.folder);
  addText(content, words.home, (text) => (draft.home = text.trim()), draft.home);
  addText(content, words.seconds, (text) => (draft.seconds = text.trim()), draft.seconds);
}

/** The program as typed, or a sentence that says what is missing. */
export function readProgram({ seconds, ...draft }: ProgramDraft): ModelProgram | string {
  const limit = Number(seconds);
  if (draft.command === "") return words.noCommand;
  if (!(limit >= 1 && limit <= LONGEST)) return words.badSeconds;
  return { ...draft, args: [...draft.args], seconds: limit };
}

export function showCommand(content: HTMLElement, program: ModelProgram, canAct: boolean): void {
  showLine(content, words.starts);
  showText(content, commandLine(program));
  showWarning(content, words.acts);
  if (!canAct) showLine(content, words.phone);
}
