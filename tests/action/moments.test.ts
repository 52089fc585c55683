/** Moments and repetitions in words, and only where the words say all of them. */
import { expect, test } from "vitest";
import { momentWords, repeatWords } from "../../src/note/action/moments";

test.each([
  ["2026-03-01T10:00", "Sunday, 2026-03-01 10:00"],
  ["2026-03-01 10:00:00.000Z", "Sunday, 2026-03-01 10:00 (UTC)"],
  ["2026-03-01T10:00:00+01:00", "Sunday, 2026-03-01 10:00 (UTC+01:00)"],
  ["2026-03-01", "Sunday, 2026-03-01 "],
  [
    { dateTime: "2026-03-01T10:00:00", timeZone: "Europe/London" },
    "Sunday, 2026-03-01 10:00 (Europe/London)",
  ],
  [{ date: "2026-03-01" }, "Sunday, 2026-03-01 "],
  ["2026-02-30T10:00", null],
  ["2026-03-01T25:00", null],
  ["2026-03-01T10:00:30", null],
  ["tomorrow", null],
  [{ dateTime: "2026-03-01T10:00:00", zone: "Europe/London" }, null],
  [{ dateTime: "2026-03-01T10:00:00", timeZone: 1 }, null],
  [{ dateTime: "2026-03-01T10:00:00", date: "2026-03-02" }, null],
])("the moment %j", (value, says) => {
  const words = momentWords(value);
  expect(words === null ? null : `${words.day} ${words.time}`).toBe(says);
});

test.each([
  ["RRULE:FREQ=WEEKLY;BYDAY=MO,FR;COUNT=10", "every week on Monday and Friday, 10 times"],
  [["FREQ=DAILY;INTERVAL=2;UNTIL=20260501"], "every 2 days, until 2026-05-01"],
  ["FREQ=YEARLY", "every year"],
  ["FREQ=MONTHLY;BYDAY=2MO", null],
  ["FREQ=WEEKLY;WKST=SU", null],
  ["FREQ=WEEKLY;UNTIL=20260501T220000Z", null],
  ["FREQ=HOURLY", null],
  ["FREQ=WEEKLY;COUNT=0", null],
  ["FREQ=WEEKLY;FREQ=DAILY", null],
  ["every week", null],
  [["FREQ=DAILY", "EXDATE:20260302"], null],
  [{ FREQ: "DAILY" }, null],
])("the repetition %j", (value, says) => {
  expect(repeatWords(value)).toBe(says);
});
