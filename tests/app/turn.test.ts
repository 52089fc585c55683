/** The window gets a turn between two pieces of a long listing, on a phone too. */
import { expect, test } from "vitest";
import { takeTurn } from "../../src/adapters/obsidian/takeTurn";

test("a turn of the window lets other work that is due come first", async () => {
  let isDone = false;
  setTimeout(() => (isDone = true), 0);
  // A turn that lets nobody else work would never see it done.
  for (let turns = 0; !isDone && turns < 100_000; turns += 1) await takeTurn();
  expect(isDone).toBe(true);
});
