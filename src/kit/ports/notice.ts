/** One short message to the person who is there now. Losing it loses nothing: whatever matters is in a note as well. */
export interface NoticePort {
  say(text: string): void;
}
