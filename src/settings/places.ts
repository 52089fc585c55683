/**
 * Places in sentences of ours: `{approved}` stands for a folder, `{do:merge}` for a command. Each face writes them its
 * own way. Words of a person are never a template.
 */
import type { Settings } from "./settings";

/** A command by its two names: in the palette, and behind `planwright`. Null where it is only in the other. */
interface Named {
  readonly app: string | null;
  readonly terminal: string | null;
}

const COMMANDS = {
  adopt: { app: "Adopt requests…", terminal: "adopt" },
  "allow-programs": { app: "Allow programs of flows…", terminal: "flow allow" },
  answer: { app: null, terminal: "answer" },
  continue: { app: "Continue", terminal: "continue" },
  convert: { app: "Convert plans…", terminal: "convert" },
  explain: { app: "Explain plan", terminal: "explain" },
  /** Opens a form; a terminal writes the action into the note. */
  "fill-in": { app: "Request approval…", terminal: null },
  init: { app: "Set up", terminal: "init" },
  merge: { app: "Merge duplicates…", terminal: "merge" },
  plan: { app: "Plan this note…", terminal: "plan" },
  repair: { app: "Repair notes…", terminal: "repair" },
  request: { app: "Request approval…", terminal: "request" },
  resolve: { app: null, terminal: "resolve" },
  resume: { app: "Continue", terminal: "start" },
  settle: { app: null, terminal: "settle --executor" },
  "spend-again": { app: "Let agents spend as much again", terminal: "spend-again" },
  start: { app: "Start plan", terminal: "start" },
  status: { app: "Open Dashboard", terminal: "status" },
  "take-over": { app: "Make this the acting device", terminal: "take-over" },
  think: { app: "Think by hand…", terminal: "think" },
  "think-through": { app: "Think it through…", terminal: "flow start deep-reasoning" },
} as const satisfies Record<string, Named>;

/** How a face writes a command; empty where it does not have it. */
export type Face = (command: Named) => string;

/** As the palette has it. */
export const IN_APP: Face = ({ app, terminal }) =>
  app === null ? "" : terminal === null ? `, or use “${app}”` : `“${app}”`;

/** As it can be pasted: `options` are those of the call at hand. */
export function inTerminal(options: string): Face {
  return ({ app, terminal }) => {
    if (terminal === null) return "";
    const words = `“planwright ${terminal}${options}”`;
    return app === null ? ` (${words})` : words;
  };
}

/** By both names: anybody may read a note. */
export const IN_NOTE: Face = (command) =>
  `${IN_APP(command)}${command.terminal === null ? "" : ` (in a terminal: planwright ${command.terminal})`}`;

/** The id of a plan as a command takes it; a word in its stead where it cannot be pasted. */
export function nameInCommand(id: string): string {
  return /^[\w.-]+$/.test(id) ? id : "PLAN";
}

/** Writes the folders and the commands of a sentence of ours for one face. */
export function writePlaces(words: string, settings: Pick<Settings, "folders">, face: Face = IN_APP): string {
  return writeCommands(nameFolders(words, settings), face);
}

export function writeCommands(words: string, face: Face = IN_APP): string {
  return words.replace(/\{do:([a-z-]+)((?: [\w.-]+)*)\}/g, (all, code: string, args: string) => {
    if (!Object.hasOwn(COMMANDS, code)) return all;
    const { app, terminal } = COMMANDS[code as keyof typeof COMMANDS];
    return face({ app, terminal: terminal === null ? null : `${terminal}${args}` });
  });
}

/** Words for a folder whose own name cannot stand in a sentence, or in Markdown. */
const FOLDER_WORDS = {
  pending: "the Pending folder",
  approved: "the Approved folder",
  rejected: "the Rejected folder",
} as const;

function nameFolders(words: string, { folders }: Pick<Settings, "folders">): string {
  return words.replace(/\{(pending|approved|rejected)\}/g, (_all, which: keyof typeof FOLDER_WORDS) =>
    /^[\p{L}\p{N} ./-]+(?:_[\p{L}\p{N} ./-]+)*$/u.test(folders[which]) ? folders[which] : FOLDER_WORDS[which],
  );
}
