import { expect, test } from "vitest";
import { remember } from "../../src/kit/remember";

test("an answer is made once for each object, and anew where another argument is another", () => {
  const asked: string[] = [];
  const say = remember((of: { readonly name: string }, to: string) => {
    asked.push(`${of.name} ${to}`);
    return { said: `${of.name}, ${to}` };
  });
  const [one, other] = [{ name: "one" }, { name: "one" }];
  const first = say(one, "Ana");
  expect(say(one, "Ana")).toBe(first);
  expect(say(other, "Ana")).not.toBe(first);
  expect(say(one, "Bo")).toEqual({ said: "one, Bo" });
  expect(say(one, "Ana")).toEqual(first);
  expect(asked).toEqual(["one Ana", "one Ana", "one Bo", "one Ana"]);
});

test("an answer of nothing is remembered, and a failure is not", () => {
  let asked = 0;
  const find = remember((of: { readonly fails: boolean }): null => {
    asked += 1;
    if (of.fails) throw new Error("not found");
    return null;
  });
  const [found, failed] = [{ fails: false }, { fails: true }];
  expect([find(found), find(found)]).toEqual([null, null]);
  expect(asked).toBe(1);
  expect(() => find(failed)).toThrow("not found");
  expect(() => find(failed)).toThrow("not found");
  expect(asked).toBe(3);
});
