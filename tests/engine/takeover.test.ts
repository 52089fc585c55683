/** Making this the acting device changes in the note what is ours, and nothing else. */
import { expect, test } from "vitest";
import { deviceOf, settle } from "../story/stage";
import { change, LETTER, say, stageOf, textOf } from "./asked";

test("what a person wrote behind our sentence stays", async () => {
  const stage = await stageOf(LETTER);
  await settle(stage, "executor");
  change(
    stage,
    "Acting device.md",
    /(is the acting device of this vault:.*)$/m,
    "$1 Ana: it is in the kitchen.",
  );
  const before = textOf(stage, "Acting device.md");
  stage.device = deviceOf(stage, "b");
  await settle(stage, "executor");
  expect(await say(stage, { kind: "take-over" })).toMatchObject({ kind: "done" });
  const after = textOf(stage, "Acting device.md");
  const body = (text: string): string => text.slice(text.indexOf("\n---\n"));
  expect(body(after)).toBe(body(before).replace("**Laptop A**", "**Laptop B**"));
  expect(after).toContain("Ana: it is in the kitchen.");
});
