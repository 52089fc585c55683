import { describe, expect, test } from "vitest";
import { parseAction } from "../../src/note/action/parse";
import { momentOf, saySendTime, sendTimeOf, type SendTime } from "../../src/approval/sendTime";

const AT = Date.UTC(2026, 11, 10, 9);
const MINUTE = 60_000;

function actionWith(sendAt: string): ReturnType<typeof parseAction> {
  return parseAction(`type: email\ntarget: ana@example.com\nsend_at: ${sendAt}\nargs:\n  subject: Hello`);
}

describe("the time before which a mail does not go out", () => {
  test.each<[minutes: number, SendTime]>([
    [-1, "to-come"],
    [0, "reached"],
    [59, "reached"],
    [60, "missed"],
    [90_000, "missed"],
  ])("%i minutes after it: %s", (minutes, expected) => {
    expect(sendTimeOf({ identity: { sends: AT } }, AT + minutes * MINUTE)).toBe(expected);
  });

  test("what was asked about after its time has none", () => {
    expect(sendTimeOf({ identity: {} }, AT + 90_000 * MINUTE)).toBe("none");
  });

  test.each([
    ["2026-12-10 09:00", "Europe/Zurich", "Thursday, 2026-12-10 09:00"],
    ["2026-12-10T09:00:00+05:00", "Europe/Zurich", "Thursday, 2026-12-10 05:00"],
    ["2026-12-10 09:00", "", "Thursday, 2026-12-10 09:00 UTC"],
    // An hour that the clock leaves out.
    ["2026-03-29 02:30", "Europe/Zurich", "Sunday, 2026-03-29 03:30"],
  ])("%s by the clock of “%s” is told as it goes out", (text, zone, told) => {
    const reading = actionWith(text);
    const at = reading.kind === "action" ? momentOf(reading.action, zone) : null;
    expect(saySendTime(at ?? 0, zone)).toBe(told);
  });

  test.each(["2026-12-10", "tomorrow", "2026-13-40 09:00", "[1, 2]", "9:00"])("“%s” is no time", (text) => {
    expect(actionWith(text)).toMatchObject({
      kind: "bad",
      why: expect.stringContaining("send_at: 2026-12-10 09:00") as string,
    });
  });
});
