/** Commands, protocol links and the app's own command line. */
import type { App } from "./app";
import type { Editor } from "./editor";
import type { Modifier } from "./keymap";
import type { MarkdownView } from "./view";

export interface Command {
  id: string;
  name: string;
  icon?: string;
  mobileOnly?: boolean;
  repeatable?: boolean;
  hotkeys?: readonly { readonly modifiers: readonly Modifier[]; readonly key: string }[];
  callback?: () => unknown;
  checkCallback?: (checking: boolean) => boolean | void;
  editorCallback?: (editor: Editor, view: MarkdownView) => unknown;
  editorCheckCallback?: (checking: boolean, editor: Editor, view: MarkdownView) => boolean | void;
}

export class Commands {
  readonly commands: Record<string, Command> = {};

  constructor(private readonly app: App) {}

  addCommand(command: Command): void {
    if (this.commands[command.id] !== undefined)
      throw new Error(`The command ${command.id} is there already.`);
    this.commands[command.id] = command;
  }

  removeCommand(id: string): void {
    delete this.commands[id];
  }

  /** What the palette shows now. Asks every check, which must not act. */
  listCommands(): Command[] {
    return Object.values(this.commands).filter((command) => this.runner(command) !== null);
  }

  executeCommandById(id: string): boolean {
    const command = this.commands[id];
    return command !== undefined && this.executeCommand(command);
  }

  executeCommand(command: Command): boolean {
    const run = this.runner(command);
    if (run === null) return false;
    const answer = run();
    if (answer instanceof Promise) answer.catch((error: unknown) => this.app.around.errors.push(error));
    return true;
  }

  /** How to carry it out now, or null when it does not apply. Editor callbacks come before the plain ones. */
  private runner(command: Command): (() => unknown) | null {
    if (command.mobileOnly === true && !this.app.around.platform.isMobile) return null;
    const { editorCheckCallback, editorCallback, checkCallback, callback } = command;
    const view = this.app.workspace.activeEditor;
    if (editorCheckCallback !== undefined) {
      if (view === null || editorCheckCallback(true, view.editor, view) !== true) return null;
      return () => editorCheckCallback(false, view.editor, view);
    }
    if (editorCallback !== undefined) return view === null ? null : () => editorCallback(view.editor, view);
    if (checkCallback !== undefined) return checkCallback(true) === true ? () => checkCallback(false) : null;
    return callback ?? null;
  }
}

export interface CliFlag {
  readonly value?: string;
  readonly description: string;
  readonly required?: boolean;
}

export interface CliEntry {
  readonly description: string;
  readonly flags: Readonly<Record<string, CliFlag>>;
  readonly handler: (params: Record<string, string>) => string | Promise<string>;
}

/** Names are global: the second plugin to take one fails. */
export class Registry<T> {
  private readonly entries = new Map<string, T>();

  constructor(private readonly what: string) {}

  add(name: string, entry: T): void {
    if (this.entries.has(name)) throw new Error(`The ${this.what} "${name}" is already registered.`);
    this.entries.set(name, entry);
  }

  remove(name: string): void {
    this.entries.delete(name);
  }

  get(name: string): T | undefined {
    return this.entries.get(name);
  }

  names(): readonly string[] {
    return [...this.entries.keys()];
  }
}
