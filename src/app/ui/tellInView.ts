/** Tells things in the bar of a view of ours that is on the screen: a notice may lie over its buttons. */
import { Platform, type App, type View } from "obsidian";
import { SECOND } from "../../kit/dates";
import { INBOX_VIEW } from "./inbox/openInbox";
import { MISSION_VIEW } from "./mission/parts";

/** It knows the views by their names alone, since answers in the views lead here, too. */
export interface TellsInBar {
  tell(text: string, more?: ToldMore): void;
}

export interface ToldMore {
  /** Words beneath the text. */
  readonly detail?: string;
  /** The words take the place of those of the same kind. */
  readonly kind?: string;
}

/** Milliseconds in which something is told there. */
export const STAYS = 10 * SECOND;

/** Answers whether it could be told there; a dialog would hide it. */
export function tellInView(app: App, text: string, more?: ToldMore): boolean {
  const view = shownView(app) as (View & Partial<TellsInBar>) | undefined;
  if (view?.tell === undefined) return false;
  view.tell(text, more);
  return true;
}

/** Whether one is on the screen: it tells by itself what goes out and what is asked, so no notice does. */
export function isViewShown(app: App): boolean {
  return shownView(app) !== undefined;
}

function shownView({ workspace }: App): View | undefined {
  // A dialog lies over its buttons.
  if (activeDocument.querySelector(".modal-container") !== null) return undefined;
  // On a phone, the mission view is a drawer, which may be closed.
  return (Platform.isPhone ? [INBOX_VIEW] : [INBOX_VIEW, MISSION_VIEW])
    .flatMap((type) => workspace.getLeavesOfType(type))
    .map(({ view }) => view)
    .find(({ containerEl }) => containerEl.isShown());
}
