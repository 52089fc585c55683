/** Moments by the clock of a zone that a vault names. */
import { expect, test } from "vitest";

import {
  isZoneName,
  knowsZone,
  readIn,
  showIn,
  showStamp,
  showUntil,
  showWithZone,
} from "../../src/kit/dates";

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

test.each([
  ["Europe/Zurich", "2026-12-01", "2026-11-30T23:00:00Z"],
  ["Europe/Zurich", "2026-12-01T09:00", "2026-12-01T08:00:00Z"],
  ["Europe/Zurich", "2026-07-01 9:00", "2026-07-01T07:00:00Z"],
  // The clock passes over this time, and shows that one twice.
  ["Europe/Zurich", "2026-03-29T02:30", "2026-03-29T01:30:00Z"],
  ["Europe/Zurich", "2026-10-25T02:30", "2026-10-25T01:30:00Z"],
  ["America/New_York", "2026-03-08", "2026-03-08T05:00:00Z"],
  ["Asia/Kolkata", "2026-12-01", "2026-11-30T18:30:00Z"],
  ["Asia/Kolkata", "2026-12-01T09:00+02:00", "2026-12-01T07:00:00Z"],
  ["Asia/Kolkata", "2026-12-01T09:00Z", "2026-12-01T09:00:00Z"],
  ["", "2026-12-01", "2026-12-01T00:00:00Z"],
  ["Moon/Tycho", "2026-12-01T09:00", "2026-12-01T09:00:00Z"],
])("in %j, %s is %s", (zone, words, at) => {
  expect(readIn(zone, words)).toBe(Date.parse(at));
});

test.each(["", "tomorrow", "2026-02-30", "2026-12-01T25:00", "01.12.2026", "2026-12-01T09:00:30"])(
  "%j is no moment",
  (words) => {
    expect(readIn("Europe/Zurich", words)).toBeNull();
  },
);

test("a midnight is told as its day alone, by the clock that shows it", () => {
  const at = Date.parse("2026-11-30T23:00:00Z");
  expect(showUntil(at, showIn("Europe/Zurich"))).toBe("2026-12-01");
  expect(showUntil(at, showIn(""))).toBe("2026-11-30 23:00 UTC");
  expect(showUntil(Date.parse("2026-12-01T00:00:00Z"), showStamp)).toBe("2026-12-01");
});
