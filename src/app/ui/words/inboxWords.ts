/** Words of the inbox. */
import type { Tab } from "../../../overview/inbox/inboxOf";
import type { Sent } from "../../../overview/sent";

const TABS: Readonly<Record<Tab, string>> = {
  needs: "Needs you",
  scheduled: "Scheduled",
  sent: "Sent",
  all: "All",
};

const EMPTY: Readonly<Record<Tab, string>> = {
  needs: "Nothing needs you",
  scheduled: "Nothing is scheduled",
  sent: "Nothing sent yet",
  all: "There is nothing yet",
};

export const INBOX_WORDS = {
  name: "Inbox",
  command: "Open inbox",
  ribbon: (asked: number): string =>
    asked === 0 ? "Open inbox" : `Inbox: ${asked === 1 ? "1 needs you" : `${String(asked)} need you`}`,
  tabs: TABS,
  tabList: "What to show",
  empty: EMPTY,
  noMatch: (words: string): string => `Nothing here has “${words}” in it.`,
  search: "Search",
  list: "Items",
  back: "Back",
  progress: (at: number, of: number): string => `${String(at)} of ${String(of)}`,
  before: "Previous",
  next: "Next",
  later: {
    label: "Later",
    due: (day: string): string => `${day} at 9:00, when it is due`,
    tomorrow: "Tomorrow at 9:00",
    monday: "Monday at 9:00",
    week: "In a week at 9:00",
    pick: "Another day…",
    title: "Until which day?",
    day: "Day",
    put: "Put off",
    did: "Put off",
    back: "Bring back",
  },
  undo: "Undo",
  openPlan: "Open plan",
  more: "More",
  openNote: "Open as a note",
  /** Before words that a note hides. */
  comment: "Comment:",
  isLong: "The rest is in the note.",
  words: "Your own words",
  wordsWith: "Add words to your answer, or answer in words",
  send: "Send",
  approved: (title: string, n: number): string =>
    n > 1 ? `${String(n)} are going out` : `Approved: ${title}`,
  sendsIn: (seconds: number): string => (seconds > 0 ? `Sending in ${String(seconds)} s` : "Sending now"),
  did: {
    toConfirm: "Approved, and not confirmed yet",
    toDo: "Approved. Now do it",
    scheduled: "Approved, and scheduled",
    done: "Done",
    skip: "Skipped",
    rejected: "Rejected",
    others: "Answered",
    approved: "Approved",
  },
  useAgain: "Use again",
  again: (what: string): string => `${what} again`,
  openRecord: "Open its record",
  on: (how: Sent["how"], when: string): string =>
    `${{ sent: "Sent", "by-hand": "Done by hand", maybe: "Maybe sent" }[how]} ${when}`,
  keys: {
    title: "All keys",
    rows: [
      ["J K ↓ ↑", "Next, previous"],
      ["Enter", "Read it"],
      ["Esc", "Back to the list"],
      ["A", "The main answer"],
      ["D", "Done by hand"],
      ["E", "Change it, or your own words"],
      ["R", "Reject"],
      ["L", "Later"],
      ["O", "Open the plan"],
      ["1–9", "Choose an answer"],
      ["Y N", "It was sent, it wasn’t sent"],
      ["Ctrl Enter", "Confirm"],
      ["Z", "Undo"],
      ["/", "Search"],
      ["N", "New plan"],
      ["S", "Skip a step"],
      ["U", "Use again"],
      ["C", "Copy text"],
      ["?", "All keys"],
    ],
    hints: [
      ["J", "K", "Next, previous"],
      ["/", "Search"],
      ["Z", "Undo"],
      ["?", "All keys"],
    ],
  },
} as const;
