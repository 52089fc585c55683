import { expect, test } from "vitest";

import { restFor, restsUntil } from "../../src/approval/rest";
import { EMPTY_LEDGER } from "../../src/approval/device/ledger";
import { HOUR, MINUTE } from "../../src/kit/dates";

const NOW = Date.UTC(2026, 10, 29, 15, 0);

test("a server is left alone to the end of a minute", () => {
  expect(restFor(1000, NOW + 1, undefined, false)).toBe(NOW + MINUTE);
  expect(restFor(MINUTE, NOW + 1, undefined, false)).toBe(NOW + 2 * MINUTE);
});

test("one that asks again at once, with nothing done meanwhile, is left alone twice as long, an hour at most", () => {
  const last = { at: NOW - 4 * MINUTE, until: NOW };
  expect(restFor(MINUTE, NOW, last, false)).toBe(NOW + 8 * MINUTE);
  expect(restFor(MINUTE, NOW, last, true)).toBe(NOW + MINUTE);
  expect(restFor(MINUTE, NOW + HOUR, last, false)).toBe(NOW + HOUR + MINUTE);
  expect(restFor(MINUTE, NOW, { at: NOW - 50 * MINUTE, until: NOW }, false)).toBe(NOW + HOUR);
});

test("a clock that was set back makes no rest longer", () => {
  const resting = new Map([["mail", { at: NOW, until: NOW + MINUTE }]]);
  const until = (now: number): number | null =>
    restsUntil({ identity: { route: { server: "mail" } } } as never, {
      device: { ...EMPTY_LEDGER, resting },
      now,
    });
  expect([NOW - 1, NOW, NOW + MINUTE - 1, NOW + MINUTE].map(until)).toEqual([
    null,
    NOW + MINUTE,
    NOW + MINUTE,
    null,
  ]);
});
