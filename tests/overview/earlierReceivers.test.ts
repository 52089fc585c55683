/** The receivers that the form suggests: those to whom something of the type went out, and nobody else. */
import { expect, test } from "vitest";
import { earlierReceivers } from "../../src/overview/earlierReceivers";

const sent = (target: string, begun: number, outcome = "ok", type = "email"): object => ({
  target,
  begun,
  outcome,
  type,
});
const noted = (target: string, created: number, outcome: string | null): object => ({
  type: "email",
  action: { target },
  created,
  outcome,
});

test("they are of the type, went out, and each is there once, the newest first", () => {
  const states = [
    sent("ana@example.com, Bo <bo@example.com>", 1),
    sent("cy@example.com", 3),
    sent("landlord", 4, "ok", "payment"),
    sent("dee@example.com", 5, "not-run"),
  ];
  const world = {
    device: { actionState: new Map(states.map((each, at) => [String(at), each])) },
    requests: [
      noted("bo@example.com", 2, "ok"),
      noted("ana@example.com", 6, "ok"),
      noted("eve@example.com", 7, null),
    ],
  };
  expect(earlierReceivers(world as never, "email")).toEqual([
    "ana@example.com",
    "cy@example.com",
    "bo@example.com",
  ]);
});
