/** Which answers of a server can be taught, and by what the same one is known again. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../src/adapters/mcp/answer";
import { lessonOf } from "../../src/adapters/mcp/lessonOf";
import { calledBy, NO_CALL } from "../../src/adapters/mcp/verdict";
import type { Json } from "../../src/kit/json";

const lesson = (text: string): unknown => lessonOf(text, NO_CALL);

describe("the same text", () => {
  it.each([
    ["Ticket 17 is in the list", "Ticket 4711 is in the list"],
    ["Ticket AB-17 is in the list", "Ticket XY_2023 is in the list"],
    [
      "Handed over as 0b0a1c2d-aaaa-4bbb-8ccc-deadbeefcafe",
      "Handed over as 9f8e7d6c-1111-4fff-9abc-feedfacebeef",
    ],
    ["Handed over at 2026-01-31T09:00:00Z", "Handed over at 2026-12-01 17:45"],
    ["Handed over on 31 January 2026, 9:05", "Handed over on 1 May 2027, 18:30"],
    ["Handed over on Monday, March 2", "Handed over on Friday, June 19"],
    ["Amount of 1,250.00 EUR noted", "Amount of 99 EUR noted"],
    ["Handed to anna@example.com", "Handed to bob.b@mail.example.org"],
    ["See https://example.com/t/81 for it", "See https://example.com/t/ab9 for it"],
    ['{"item":{"ref":"B-12","at":"2026-01-01"}}', '{"item":{"ref":"A-7","at":"2027-11-30"}}'],
    ["Handed  over\n7", "Handed over 8"],
  ])("%s = %s", (one, other) => {
    expect(lesson(one)).toEqual(lesson(other));
    expect(lesson(one)).toHaveProperty("masked");
  });

  it("is one for calls with other words, which it quotes", () => {
    const of = (subject: string): unknown =>
      lessonOf(`Mailbox: "${subject}"\nHanded to the relay`, calledBy("relay", { subject }));
    expect(of("January invoice")).toEqual(of("Please confirm?"));
  });
});

describe("another text", () => {
  it.each([
    ["Ticket 17 is in the list", "Ticket 17 is in the basket"],
    ["Ticket 17 is in the list", "Ticket 17 is in the list. Parked"],
    ["Amount of 5 EUR noted", "Amount of 5 USD noted"],
    ['{"code":200,"ref":"a1"}', '{"code":17,"ref":"a1"}'],
    ["Relay ended with status 2", "Relay ended with status 3"],
    ['{"outcome":"relayed on"}', '{"outcome":"parked"}'],
    ["Letters handed over: 4", "Letters handed over: 0"],
    ["Ref:17 relay", "Lost:17 relay"],
  ])("%s ≠ %s", (one, other) => {
    expect(lesson(one)).not.toEqual(lesson(other));
  });
});

describe("cannot be taught", () => {
  it.each([
    ["Ticket 7 will go out if you confirm", "held"],
    ["Shall it go out?", "held"],
    ["Draft 7 in the outbox", "held"],
    ["Nothing to do", "held"],
    ['{"next_step":"click the button"}', "held"],
    ["Ticket 7 pending", "held"],
    ["Bitte bestätigen", "held"],
    ["Relay: 2 of 3", "held"],
    ["", "too-short"],
    [" \n", "too-short"],
    ["ab 12", "too-short"],
    ["A1", "too-short"],
    ["4711", "too-short"],
    ["word ".repeat(300), "too-long"],
  ])("%s: %s", (text, fault) => {
    expect(lesson(text)).toEqual({ fault });
  });

  // A pattern takes the square of a word’s length: a file in base64 would hold everything up for a minute.
  it("is a word of ten million letters, which is not looked through", () => {
    expect(lesson("x".repeat(10_000_000))).toEqual({ fault: "too-long" });
  });
});

describe("of a whole result", () => {
  const of = (result: Json): unknown => {
    const outcome = outcomeOf(result, (text) => text);
    return outcome.kind === "unclear" ? outcome.lesson : outcome;
  };
  const content = [{ type: "text", text: "Handed to the relay" }];

  it("the part that nobody is shown counts, too", () => {
    expect(of({ content })).toEqual({ masked: "Handed to the relay" });
    expect(of({ content, structuredContent: { place: "shelf" } })).not.toEqual(of({ content }));
    expect(of({ content, structuredContent: { place: "shelf" } })).not.toEqual(
      of({ content, structuredContent: { place: "bin" } }),
    );
  });

  it("a field that holds it up keeps it from being taught", () => {
    expect(of({ content, structuredContent: { requires_approval: true } })).toEqual({ fault: "held" });
  });

  it("an empty answer cannot be taught", () => {
    expect(of({ content: [] })).toEqual({ fault: "too-short" });
  });
});
