/** The words of what went out, read from the requests beside their records, a few at a time. */
import type { Action } from "../../../note/action/action";
import { sheetOf, type Sheet } from "../../../approval/request/sheet";
import { withSender } from "../../../overview/senderOf";
import { readContent } from "../../../approval/request/content";
import { withSheet, type InboxRow } from "../../../overview/inbox/inboxOf";
import type { EngineClient } from "../engineClient";
import { sayWhen } from "../sayWhen";

/** Notes that are read before what was found is shown. */
const AT_ONCE = 24;

export interface SentText {
  readonly action: Action;
  /** The text as it went out. */
  readonly sheet: Sheet;
}

export class SentTexts {
  /** Texts by the name of their request; null where it cannot be read. */
  readonly #found = new Map<string, SentText | null>();
  readonly #wanted = new Set<string>();
  #isReading = false;

  /** `changed`: called each time that more is known. */
  constructor(
    private readonly client: EngineClient,
    private readonly changed: () => void,
  ) {}

  /** The rows with what is known by now; the rest is read and told later. */
  fill(rows: readonly InboxRow[]): readonly InboxRow[] {
    const filled = rows.map((row) => {
      const found = this.textOf(row);
      return found == null || row.at === null
        ? row
        : withSheet(row, found.sheet, sayWhen(row.at, this.client));
    });
    if (this.#wanted.size > 0 && !this.#isReading) void this.#read();
    return filled;
  }

  /** Undefined while it was not read; null where nobody can. */
  textOf({ of }: InboxRow): SentText | null | undefined {
    if (of.kind !== "sent" || of.sent.request === null) return null;
    const { request } = of.sent;
    const found = this.#found.get(request);
    if (found === undefined) this.#wanted.add(request);
    return found;
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    const { app } = this.client;
    for (const name of [...this.#wanted].slice(0, AT_ONCE)) {
      this.#wanted.delete(name);
      const file = app.metadataCache.getFirstLinkpathDest(name, "");
      const text = file === null ? null : await this.client.read(file.path);
      this.#found.set(name, text === null ? null : this.#readText(text));
    }
    this.#isReading = false;
    this.changed();
  }

  #readText(text: string): SentText | null {
    const read = readContent(text);
    if (read?.action == null) return null;
    const { action, seal } = read;
    const sheet = sheetOf(action, seal?.identity);
    return { action, sheet: withSender(sheet, this.client.settings.now()) };
  }
}
