/** When the action of a flow’s step may be filled in: as long as nothing was carried out, and nothing may have been. */
import { expect, test } from "vitest";
import type { Outcome } from "../../src/approval/device/outcome";
import type { RequestView } from "../../src/approval/view";
import { isUntouched } from "../../src/rules/agents/filling";
import { asked, latched, plan, requestNote, world } from "./build";

const [request] = ((): readonly RequestView[] => {
  const one = asked(1);
  return world({
    plans: [one.plan],
    requests: [requestNote(one, "pending")],
    device: latched(one.actionState),
  }).requests;
})();
const step = { id: request?.step ?? "" };

function untouched(more: Partial<RequestView>, log: readonly string[] = []): boolean {
  const { parsed } = plan({ id: "A", logs: log });
  if (request === undefined || parsed.kind !== "plan") throw new Error("no request");
  return isUntouched(parsed.plan, step, [{ ...request, ...more }]);
}

test("a request that waits, or was rejected, leaves it to be filled in", () => {
  expect(untouched({})).toBe(true);
  expect(untouched({ state: "rejected" })).toBe(true);
});

test.each<readonly [Outcome, boolean]>([
  ["ok", false],
  ["by-hand", false],
  ["tool-error", false],
  ["unknown", false],
  ["unclear", false],
  ["resolved-happened", false],
  ["resolved-not", true],
  ["not-sent", true],
  ["superseded", true],
  ["withdrawn", true],
  ["not-run", true],
  ["expired", true],
])("after “%s”: %s", (outcome, expected) => {
  expect(untouched({ state: "spent", outcome })).toBe(expected);
});

test("a doubt, and a call under way, leave it as it is", () => {
  expect(untouched({ state: "in-doubt" })).toBe(false);
  const actionState = request?.actionState ?? null;
  expect(untouched({ actionState: actionState === null ? null : { ...actionState, begun: 1 } })).toBe(false);
});

test("a log that says that it was carried out is believed where no record is left", () => {
  const line = (id: string): string =>
    `- [2026-02-21T10:45:00Z] Agent: Carried out: step 2 — So. (carried-out, step ${id})`;
  expect(untouched({}, [line(step.id)])).toBe(false);
  expect(untouched({}, [line("s-other")])).toBe(true);
});

test("a request of another step says nothing", () => {
  expect(untouched({ step: "s-other", state: "in-doubt" })).toBe(true);
});
