import { expect, test } from "vitest";
import { sayCut, sayEvent } from "./diary";
import { draw } from "./draw";
import { showSeed } from "./main";

const RUNS = 400;

test("everything that chance draws is told in words", () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    for (const event of draw(seed).events) {
      const amid = "amid" in event ? (event.amid ?? []) : [];
      for (const line of [
        sayEvent(event),
        ...amid.map(({ then }) =>
          then.do === "cut" ? sayCut(then, "read Plans/Letter.md") : sayEvent(then),
        ),
      ])
        expect(line, `seed ${String(seed)}`).not.toMatch(/[{}]|undefined|NaN|: \w+-\w+$/);
    }
  }
});

test("a diary begins with how it is to be read, numbers what happens and ends with a verdict", async () => {
  const lines = (await showSeed(8)).split("\n");
  expect(lines.slice(0, 6)).toEqual([
    expect.stringMatching(/^Seed 8/),
    expect.stringMatching(/^Story “/),
    expect.stringMatching(/numbered line/),
    expect.stringMatching(/✂/),
    expect.stringMatching(/A person/),
    "",
  ]);
  expect(lines.filter((line) => /^\d+\. /.test(line)).length).toBe(draw(8).events.length);
  expect(lines.at(-1)).toBe("Every invariant held.");
});
