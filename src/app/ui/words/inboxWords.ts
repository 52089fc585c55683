/** Words of the inbox. */
import type { Tab } from "../../../overview/inbox/inboxOf";

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
  all: "Nothing yet",
};

export const INBOX_WORDS = {
  name: "Inbox",
  command: "Open inbox",
  ribbon: (asked: number): string =>
    asked === 0 ? "Open inbox" : `Inbox: ${asked === 1 ? "1 needs you" : `${String(asked)} need you`}`,
  tabs: TABS,
  tabList: "What to show",
  empty: EMPTY,
  noMatch: (words: string): string => `Nothing here contains “${words}”.`,
  search: "Search",
  list: "Items",
  back: "Back",
  progress: (at: number, of: number): string => `${String(at)} of ${String(of)}`,
  before: "Previous",
  next: "Next",
  later: {
    label: "Later",
    due: (day: string): string => `${day} at 9:00, the due day`,
    tomorrow: "Tomorrow at 9:00",
    monday: "Monday at 9:00",
    week: "In a week at 9:00",
    pick: "Another day…",
    title: "Until when?",
    day: "Day",
    example: "Friday, or in two weeks",
    unread: "No day can be read in that. Write “Friday”, “3 December 9:00”, “in two weeks” or “2026-12-03”.",
    past: (day: string): string => `${day} is over. Choose a later day.`,
    put: "Put off",
    did: "Put off",
    back: "Bring it back now",
  },
  undo: "Undo",
  undone: "Taken back",
  undoneOf: (n: number, of: number): string => `Taken back: ${String(n)} of ${String(of)}`,
  gone: (n: number): string => `${String(n)} had begun to go out`,
  several: (title: string, n: number): string => (n > 1 ? `${title}, ${String(n)} in all` : title),
  stays: "Not taken back",
  final: "Your answer cannot be taken back",
  nothing: "There is nothing to take back",
  openPlan: "Open plan",
  more: "More",
  openNote: "Open as a note",
  /** Before words that a note hides. */
  comment: "Comment:",
  isLong: "The rest is in the note.",
  words: "Your own words",
  wordsWith: "Add a comment, or answer in your own words",
  send: "Send",
  /** `to`: the receiver; empty where it goes nowhere, or to several. */
  approved: (title: string, n: number, to: string): string =>
    n > 1 ? `${String(n)} are going out` : `Approved: ${title}${to === "" ? "" : ` · to ${to}`}`,
  sendsIn: (seconds: number): string => (seconds > 0 ? `Sending in ${String(seconds)} s` : "Sending now"),
  did: {
    toConfirm: "Approved, not confirmed yet",
    toDo: "Approved: now do it",
    scheduled: "Approved and scheduled",
    done: "Done",
    chosen: "Chosen",
    skip: "Skipped",
    corrected: "Corrected",
    rejected: "Rejected",
    others: "Answered",
    approved: "Approved",
  },
  useAgain: "Use again",
  again: (what: string): string => `${what} again`,
  openRecord: "Open its record",
  on: (how: string, when: string): string => `${how === "" ? "Sent" : how} ${when}`,
  keys: "All keys",
} as const;
