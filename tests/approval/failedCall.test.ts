/** The failed call that a request stands for. */
import { describe, expect, test } from "vitest";
import type { ActionState } from "../../src/approval/device/ledger";
import { failureBehind } from "../../src/approval/failureBehind";
import {
  ANSWERED,
  asked,
  latched,
  MAILING,
  NOW,
  requestNote,
  routed,
  world,
  type Asked,
} from "../rules/build";

const first = routed(asked(1));
const id = "f".repeat(32);
const name = first.name.replace(first.identity.id.slice(0, 8), id.slice(0, 8));
const second: Asked = {
  ...first,
  name,
  identity: { ...first.identity, id, attempt: 2, name, created: first.identity.created + 60_000 },
  actionState: { ...first.actionState, action: id, attempt: 2, name, seen: NOW },
};
const FAILED: Partial<ActionState> = {
  begun: NOW - 120_000,
  outcome: "tool-error",
  detail: "The server said: “550 user unknown”",
};

function told(later: Partial<ActionState>): string | null {
  const device = latched({ ...first.actionState, ...FAILED }, { ...second.actionState, ...later });
  const made = world({
    plans: [first.plan],
    settings: MAILING,
    servers: ANSWERED,
    requests: [requestNote(second, "approved")],
    device,
  });
  const request = made.requests.find((each) => each.id === id);
  if (request === undefined) throw new Error("The second request is not there.");
  return failureBehind(request, made);
}

describe("a second attempt at a step whose first failed", () => {
  test("stands for the failure of the first while it waits", () => {
    expect(told({})).toBe("Failed, maybe sent: “550 user unknown”");
  });

  test.each<readonly [string, Partial<ActionState>]>([
    ["is under way or in doubt", { begun: NOW - 1000 }],
    ["was carried out", { begun: NOW - 60_000, outcome: "ok" }],
    ["happened, as a person said", { begun: NOW - 60_000, outcome: "resolved-happened" }],
  ])("stands for no failure once it %s", (_how, later) => {
    expect(told(later)).toBeNull();
  });

  test("stands for its own failure once that is known", () => {
    expect(
      told({ begun: NOW - 60_000, outcome: "unknown", detail: "The server said: “451 try later”" }),
    ).toBe("Failed, maybe sent: “451 try later”");
  });
});
