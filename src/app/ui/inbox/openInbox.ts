/** Opens the inbox. It knows the view by its name alone, since answers in the view lead here, too. */
import type { App } from "obsidian";
import { showView } from "../showView";
import type { Tab } from "../../../overview/inbox/inboxOf";

export const INBOX_VIEW = "planwright-inbox";

/** A request by its action id, or a plan by the path of its note. */
export interface InboxPlace {
  readonly request: string | null;
  readonly plan: string | null;
}

export interface ShowsPlace {
  goTo(at: InboxPlace | Tab | null): void;
}

/** Opens it in a tab, or shows it where it is open already; at a request, at a plan, at a tab, or where it was. */
export async function openInbox(app: App, at: InboxPlace | Tab | null = null): Promise<void> {
  const leaf = await showView(app, INBOX_VIEW);
  (leaf?.view as Partial<ShowsPlace> | undefined)?.goTo?.(at);
}
