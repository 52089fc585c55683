/** Moments by the clock of a zone that a vault names. */
import { expect, test } from "vitest";

import { isZoneName, knowsZone, showIn, showStamp, showWithZone } from "../../src/kit/dates";

const WINTER = Date.UTC(2026, 1, 21, 23, 40);
const SUMMER = Date.UTC(2026, 6, 1, 6, 5);

test("a zone gives its own day and hour, in winter and in summer", () => {
  expect(showIn("Europe/Zurich")(WINTER)).toBe("2026-02-22 00:40");
  expect(showIn("Europe/Zurich")(SUMMER)).toBe("2026-07-01 08:05");
  expect(showIn("Asia/Kolkata")(SUMMER)).toBe("2026-07-01 11:35");
  expect(showIn("America/New_York")(WINTER)).toBe("2026-02-21 18:40");
  expect(showWithZone(WINTER, "Europe/Zurich")).toBe("2026-02-22 00:40 (Europe/Zurich)");
});

test("without a zone, and with one that nobody knows, moments are UTC and say so", () => {
  for (const zone of ["", "Europe/Zurch", "+01:00", "../x"]) {
    expect(showIn(zone)(WINTER)).toBe(showStamp(WINTER));
    expect(showWithZone(WINTER, zone)).toBe("2026-02-21 23:40 UTC");
  }
});

test("a name has the form of the time zone database, known here or not", () => {
  for (const name of ["UTC", "Europe/Zurich", "America/Argentina/Ushuaia", "Etc/GMT+3"])
    expect([isZoneName(name), knowsZone(name)]).toEqual([true, true]);
  expect([isZoneName("Moon/Tycho"), knowsZone("Moon/Tycho")]).toEqual([true, false]);
  for (const name of ["", " ", "a b", "+01:00", "/x", "x/", "x".repeat(40), "Ärger"])
    expect(isZoneName(name), name).toBe(false);
});
