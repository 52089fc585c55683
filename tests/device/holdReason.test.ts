/** Ledgers hold the reasons for a confirmation as codes. */
import { describe, expect, it } from "vitest";
import {
  isHeldFor,
  readHold,
  sayHold,
  writeHold,
  type HoldReason,
} from "../../src/approval/device/holdReason";
import { addUp, isBeingTakenBack, readRecords, type ActionState } from "../../src/approval/device/ledger";

const ACTION = "5".repeat(32);
const BEGUN = Date.UTC(2026, 2, 1, 9, 2);

/** The sentence of each reason. */
const REASONS: readonly (readonly [string, HoldReason])[] = [
  ["It was in two folders, so it needs a confirmation on the acting device.", { code: "two-folders" }],
  [
    "A person took it back, but its note could not be moved, so it needs a confirmation here.",
    { code: "taking-back" },
  ],
  [
    "It was in the Approved folder while this device was off or asleep for days, so it needs a confirmation here.",
    { code: "away-for-days" },
  ],
  [
    "It was taken out of the Approved folder while another folder could not be read, so it needs a confirmation on the acting device.",
    { code: "left-while-unreadable" },
  ],
  [
    "It was seen elsewhere while the Approved folder could not be read, so it needs a confirmation on the acting device.",
    { code: "elsewhere-while-unreadable" },
  ],
  [
    "It was in the Approved folder when it, or another attempt, was rejected, so it needs a confirmation on the acting device.",
    { code: "rejected-while-approved" },
  ],
  [
    "It was in the Approved folder beside a record that this device did not write, so it needs a confirmation on the acting device.",
    { code: "foreign-record" },
  ],
  [
    "It was unreadable for long while in the Approved folder, so it needs a confirmation on the acting device.",
    { code: "unreadable-for-long" },
  ],
  [
    "It was in the Approved folder while the folder Aside, was missing was missing. git itself moves notes when a folder goes away, so it needs a confirmation on the acting device.",
    { code: "folder-missing", folder: "Aside, was missing" },
  ],
  ["More than 5 actions at once need a confirmation on the acting device.", { code: "too-many", most: 5 }],
  [
    "It would go out twice: exactly the same was carried out on 2026-03-01 09:02 UTC for another step, and this request does not say so. Confirm it on the acting device only if you mean it; otherwise, reject it.",
    { code: "sent-since", certain: true, begun: BEGUN, task: "PLAN-1" },
  ],
  [
    "It would go out twice: exactly the same may have been carried out on 2026-03-01 09:02 UTC for another step, and this request does not say so. Confirm it on the acting device only if you mean it; otherwise, reject it.",
    { code: "sent-since", certain: false, begun: BEGUN, task: "Rent for me, and him" },
  ],
];

function latchAfter(...lines: readonly unknown[]): ActionState | undefined {
  const parsed = readRecords(lines);
  return parsed.kind === "records" ? addUp(parsed.records).actionState.get(ACTION) : undefined;
}

const held = (why: string): unknown => ({ kind: "held", action: ACTION, why, at: 1 });

describe("a reason for a confirmation", () => {
  it.each(REASONS)("is said, and written as a code: %s", (sentence, reason) => {
    expect(sayHold(reason)).toBe(sentence);
    const written = writeHold(reason);
    expect(written.why).toMatch(/^[a-z-]+$/);
    expect(readHold(written)).toEqual(reason);
    expect(latchAfter({ kind: "held", action: ACTION, ...written, at: 1 })?.held).toEqual([reason]);
  });

  it.each(["So.", "two folders", "constructor", "sent-since", "a-code-of-tomorrow"])(
    "in other words holds all the same: %s",
    (words) => {
      expect(latchAfter(held(words))?.held).toEqual([{ code: "other", words }]);
    },
  );

  it.each([
    [
      "the same call, told to the minute",
      { code: "sent-since", certain: true, begun: BEGUN + 41_000, task: "PLAN-1" },
      true,
    ],
    [
      "a call that is certain by now",
      { code: "sent-since", certain: false, begun: BEGUN, task: "PLAN-1" },
      false,
    ],
    ["a later call", { code: "sent-since", certain: true, begun: BEGUN + 60_000, task: "PLAN-1" }, false],
    ["a call for another plan", { code: "sent-since", certain: true, begun: BEGUN, task: "PLAN-2" }, false],
  ] as const)("asks once for one call: %s", (_what, wanted, isAsked) => {
    expect(isHeldFor([{ code: "sent-since", certain: true, begun: BEGUN, task: "PLAN-1" }], wanted)).toBe(
      isAsked,
    );
  });
});

describe("a withdrawal under way", () => {
  it("holds, and ends when the approval is withdrawn", () => {
    const before = latchAfter(held("taking-back"));
    expect(before !== undefined && isBeingTakenBack(before)).toBe(true);
    expect(latchAfter(held("taking-back"), { kind: "taken-back", action: ACTION, at: 2 })?.held).toEqual([]);
  });
});

it("an entry of another version stops the device by name, and is never read as none", () => {
  const entry = { kind: "alive", at: 1 };
  expect(readRecords([entry, { ...entry, v: 1 }]).kind).toBe("records");
  expect(readRecords([entry, { ...entry, v: 2 }])).toEqual({
    kind: "other-version",
    why: "record 2 is of version 2",
  });
});
