/** The settings tab as its parts know it: the client, the tests of this run, and how something is changed. */
import { escapeLine } from "../../../kit/text";
import type { Settings } from "../../../settings/settings";
import { openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { showLine } from "../text";
import { WORDS } from "../words";
import type { Tests } from "./known";
import type { MailDraft, ServerDraft, TypeDraft } from "./drafts";

export interface Place {
  readonly client: EngineClient;
  readonly tests: Tests;
  /** Drafts of new entries that are not saved yet: closing the dialog loses none of them. */
  readonly drafts: { server: ServerDraft | null; type: TypeDraft | null; mail: MailDraft | null };
  /** Shows the tab anew. */
  redraw(): void;
  /** Makes the change and shows the tab anew. Answers why it cannot be made; null when it was saved. */
  save(edit: (now: Settings) => Settings): Promise<string | null>;
}

/** Nothing goes without a question that says what hangs on it. */
export function askToDelete(
  { client }: Place,
  question: { readonly title: string; readonly lines: readonly string[]; readonly label: string },
  run: () => Promise<string | null>,
): void {
  openDialog(client.app, {
    title: escapeLine(question.title, 120),
    fill: (content) => {
      for (const line of question.lines) showLine(content, line);
    },
    buttons: [{ label: question.label, kind: "careful", run: async () => (await run()) === null }],
    leave: WORDS.dialog.cancel,
  });
}

/** The same without one of them. */
export function without<Value>(all: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
}

/** The same with one of them changed, and perhaps called otherwise; it keeps its place. */
export function renamed<Value>(
  all: Readonly<Record<string, Value>>,
  before: string | null,
  name: string,
  value: Value,
): Record<string, Value> {
  const entries = Object.entries(all).map(([each, held]) =>
    each === before ? ([name, value] as const) : ([each, held] as const),
  );
  const isNew = before === null || !Object.hasOwn(all, before);
  return Object.fromEntries(isNew ? [...entries, [name, value] as const] : entries);
}
