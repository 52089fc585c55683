/** Moments on the screen: by the clock of this computer, with its zone. */
import { expect, test } from "vitest";
import { showLocal } from "../../src/terminal/showLocal";

const WINTER = Date.UTC(2026, 1, 21, 23, 40);
const SUMMER = Date.UTC(2026, 6, 21, 10, 40);

test.each([
  ["Europe/Zurich", "2026-02-22 00:40 CET", "2026-07-21 12:40 CEST"],
  ["America/New_York", "2026-02-21 18:40 EST", "2026-07-21 06:40 EDT"],
  ["Europe/London", "2026-02-21 23:40 GMT", "2026-07-21 11:40 BST"],
  ["Australia/Sydney", "2026-02-22 10:40 AEDT", "2026-07-21 20:40 AEST"],
  ["Asia/Kathmandu", "2026-02-22 05:25 UTC+05:45", "2026-07-21 16:25 UTC+05:45"],
  ["America/St_Johns", "2026-02-21 20:10 UTC-03:30", "2026-07-21 08:10 UTC-02:30"],
  ["Asia/Tokyo", "2026-02-22 08:40 UTC+09:00", "2026-07-21 19:40 UTC+09:00"],
  ["UTC", "2026-02-21 23:40 UTC", "2026-07-21 10:40 UTC"],
])("in %s", (zone, winter, summer) => {
  expect([showLocal(WINTER, zone), showLocal(SUMMER, zone)]).toEqual([winter, summer]);
});

test("without a zone it is that of the computer", () => {
  expect(showLocal(WINTER)).toBe("2026-02-21 23:40 UTC");
});
