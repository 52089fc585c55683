/** Moments by the clock of a zone that a vault names. */
import { expect, test } from "vitest";

import {
  dayIn,
  isZoneName,
  knowsZone,
  momentIn,
  nextMinute,
  showIn,
  showStamp,
  showTime,
  showUntil,
  showWithZone,
} from "../../src/kit/dates";
import { sayElsewhere } from "../../src/agent/flow/elsewhere";
import { sayWhen } from "../../src/app/ui/sayWhen";
import { DEFAULT_SETTINGS } from "../../src/settings/settings";

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

test("what has begun did so in its minute, and what ends is over by the next one", () => {
  const at = WINTER + 36_000;
  expect([at, nextMinute(at), nextMinute(WINTER)].map((ms) => showTime(ms, ""))).toEqual([
    "23:40 UTC",
    "23:41 UTC",
    "23:40 UTC",
  ]);
  expect(showTime(at, "Europe/Zurich")).toBe("00:40");
  const begun = { doing: null, model: "slow", since: at };
  expect(sayElsewhere(begun, "")).toMatch(/ since 23:40 UTC$/);
});

test("a moment stands by the clock of the vault, else by that of this device", () => {
  const by = (time_zone: string): string =>
    sayWhen(WINTER, { now: () => WINTER, settings: { now: () => ({ ...DEFAULT_SETTINGS, time_zone }) } });
  expect(by("Asia/Kolkata")).toBe("05:10");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const zone of ["", "Moon/Tycho"]) expect(by(zone)).toBe(showTime(WINTER, timeZone));
});

test("a name has the form of the time zone database, known here or not", () => {
  for (const name of ["UTC", "Europe/Zurich", "America/Argentina/Ushuaia", "Etc/GMT+3"])
    expect([isZoneName(name), knowsZone(name)]).toEqual([true, true]);
  expect([isZoneName("Moon/Tycho"), knowsZone("Moon/Tycho")]).toEqual([true, false]);
  for (const name of ["", " ", "a b", "+01:00", "/x", "x/", "x".repeat(40), "Ärger"])
    expect(isZoneName(name), name).toBe(false);
});

test("a midnight is told as its day alone, by the clock that shows it", () => {
  const at = Date.parse("2026-11-30T23:00:00Z");
  expect(showUntil(at, showIn("Europe/Zurich"))).toBe("2026-12-01");
  expect(showUntil(at, showIn(""))).toBe("2026-11-30 23:00 UTC");
  expect(showUntil(Date.parse("2026-12-01T00:00:00Z"), showStamp)).toBe("2026-12-01");
});

test.each<readonly [text: string, zone: string, moment: string | null]>([
  ["2026-02-22", "Europe/Zurich", "2026-02-21T23:00:00.000Z"],
  ["2026-07-01", "Europe/Zurich", "2026-06-30T22:00:00.000Z"],
  ["2026-07-01 09:00", "America/New_York", "2026-07-01T13:00:00.000Z"],
  ["2026-07-01 09:00:30", "Asia/Kolkata", "2026-07-01T03:30:30.000Z"],
  ["2026-07-01", "Pacific/Kiritimati", "2026-06-30T10:00:00.000Z"],
  ["2026-07-01 09:00", "", "2026-07-01T09:00:00.000Z"],
  ["2026-07-01 09:00", "Moon/Tycho", "2026-07-01T09:00:00.000Z"],
  ["2026-07-01T09:00Z", "Europe/Zurich", "2026-07-01T09:00:00.000Z"],
  ["2026-07-01T09:00+05:00", "Europe/Zurich", "2026-07-01T04:00:00.000Z"],
  // The hour that the clock leaves out in spring, and the one that it shows twice in autumn.
  ["2026-03-29 02:30", "Europe/Zurich", "2026-03-29T01:30:00.000Z"],
  ["2026-10-25 02:30", "Europe/Zurich", "2026-10-25T00:30:00.000Z"],
  // A day that begins at one o'clock.
  ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
  ["2026-02-30", "Europe/Zurich", null],
])("%j in %j is a moment", (text, zone, moment) => {
  const at = momentIn(text, zone);
  expect(at === null ? null : new Date(at).toISOString()).toBe(moment);
});

test("a moment falls on a day of its zone", () => {
  expect([dayIn(WINTER, "Europe/Zurich"), dayIn(WINTER, ""), dayIn(WINTER, "America/New_York")]).toEqual([
    "2026-02-22",
    "2026-02-21",
    "2026-02-21",
  ]);
});
