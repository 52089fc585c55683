import { describe, expect, test } from "vitest";
import { parseAction } from "../../src/note/action/parse";
import { saySendTime, sendTimeOf, type SendTime } from "../../src/approval/sendTime";

const AT = Date.UTC(2026, 11, 10, 9);
const MINUTE = 60_000;

function actionWith(sendAt: string): ReturnType<typeof parseAction> {
  return parseAction(`type: email\ntarget: ana@example.com\nsend_at: ${sendAt}\nargs:\n  subject: Hello`);
}

describe("the time before which a mail does not go out", () => {
  test.each<[minutes: number, createdMinutes: number, SendTime]>([
    [-1, -600, "to-come"],
    [0, -600, "reached"],
    [59, -600, "reached"],
    [60, -600, "missed"],
    // Asked when its time was over: the person knew.
    [90, 10, "reached"],
    [90, 60, "reached"],
    [5000, 60, "reached"],
  ])("%i minutes after it, for a request of %i: %s", (minutes, created, expected) => {
    const reading = actionWith("2026-12-10 09:00");
    const action = reading.kind === "action" ? reading.action : null;
    const request = { action, created: AT + created * MINUTE };
    expect(sendTimeOf(request, { now: AT + minutes * MINUTE, settings: { time_zone: "" } })).toBe(expected);
  });

  test("it is by the clock of the vault", () => {
    const reading = actionWith("2026-12-10 09:00");
    const action = reading.kind === "action" ? reading.action : null;
    const clock = { now: AT - 60 * MINUTE, settings: { time_zone: "Europe/Zurich" } };
    expect(sendTimeOf({ action, created: 0 }, clock)).toBe("reached");
    expect(saySendTime(AT - 60 * MINUTE, "Europe/Zurich")).toBe("Thursday, 2026-12-10 09:00");
  });

  test.each(["2026-12-10", "tomorrow", "2026-13-40 09:00", "[1, 2]", "9:00"])("“%s” is no time", (text) => {
    expect(actionWith(text)).toMatchObject({
      kind: "bad",
      why: expect.stringContaining("send_at: 2026-12-10 09:00") as string,
    });
  });
});
