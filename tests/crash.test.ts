/**
 * Every case once more, with the power going out: before and after each single thing the desk does to the vault, to
 * its own memory and to the outside. Then it comes back, the program is opened again, and the story goes on.
 * `CRASH=all` leaves no cut out. Without it every case gets each twenty-fourth of its cuts, a canonical case each
 * eighth, and all around a call; the canonical stories of `npm run sweep` get all.
 */
import { readdirSync } from "node:fs";
import { test } from "vitest";
import { bundleSim } from "../scripts/sim/bundle.mjs";
import { readStory, type Story } from "./story/story";

// Functions that are pure by law remember their answers, and a bundle calls them faster: half of the time.
const { playCuts } = (await import(
  /* @vite-ignore */ await bundleSim({ entry: "tests/story/cuts.ts" })
)) as typeof import("./story/cuts");

const ROOM = "tests/cases";

function strideOf({ canonical }: Story): number {
  if (process.env["CRASH"] === "all") return 1;
  return canonical === true ? 8 : 24;
}

const swept = readdirSync(ROOM, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => ({ name, story: readStory(`${ROOM}/${name}`) }))
  .filter(({ story }) => story.not_swept === undefined)
  .sort((a, b) => (a.name < b.name ? -1 : 1));

test.each(swept)(
  "$name survives power cuts",
  async ({ name, story }) => await playCuts(`${ROOM}/${name}`, strideOf(story)),
);
