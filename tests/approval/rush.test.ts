import { expect, test } from "vitest";

import type { ActionState } from "../../src/approval/device/ledger";
import { EMPTY_LEDGER } from "../../src/approval/device/ledger";
import { areTooMany } from "../../src/approval/rush";

const NOW = Date.UTC(2026, 10, 29, 15, 0);

test("what was done by hand makes nothing that goes out one of too many", () => {
  const areMany = (outcome: "by-hand" | "ok"): boolean => {
    const done = { begun: NOW - 1, outcome } as ActionState;
    const device = { ...EMPTY_LEDGER, actionState: new Map([1, 2].map((n) => [String(n), done])) };
    return areTooMany(1, { requests: [], device, now: NOW, settings: { actions_per_hour: 2 } } as never);
  };
  expect([areMany("by-hand"), areMany("ok")]).toEqual([false, true]);
});
