/** The options of the check commands, read from the words behind them. */
import { describe, expect, test } from "vitest";
import { readOptions, type Use } from "../scripts/options.mjs";

const USE: Use = {
  command: "sim",
  does: "Plays runs.",
  options: {
    seeds: { says: "how many runs", least: 1, otherwise: 1000 },
    show: { says: "one of them", least: 0 },
    story: { says: "only this vault", names: ["letter", "payment"] },
    fault: { says: "only this trouble", names: ["hands", "sync"], many: true },
    json: { says: "where to write it down", takes: "FILE" },
    quick: { says: "some of it" },
  },
};

const read = (...args: readonly string[]): ReturnType<typeof readOptions> => readOptions(args, USE);

test("what is not given has its default, or is not there", () => {
  expect(read()).toEqual({
    kind: "options",
    values: { seeds: 1000, show: null, story: null, fault: [], json: null, quick: false },
  });
});

test("what is given is taken, numbers as numbers", () => {
  expect(
    read(
      "--seeds",
      "20",
      "--show=7",
      "--story",
      "letter",
      "--fault",
      "hands",
      "--fault",
      "sync",
      "--json",
      "a.json",
      "--quick",
    ),
  ).toEqual({
    kind: "options",
    values: { seeds: 20, show: 7, story: "letter", fault: ["hands", "sync"], json: "a.json", quick: true },
  });
});

describe("what cannot be meant is said in a sentence, with the way to help", () => {
  test.each([
    [["--seeds", "abc"], "--seeds takes a whole number from 1, not “abc”."],
    [["--seeds", "0"], "--seeds takes a whole number from 1, not “0”."],
    [["--seeds", "-3"], "--seeds takes a whole number from 1, not “-3”."],
    [["--seeds", "1e99"], "--seeds takes a whole number from 1, not “1e99”."],
    [["--seeds"], "--seeds needs a whole number behind it."],
    [["--show", "abc"], "--show takes a whole number from 0, not “abc”."],
    [["--story", "leter"], "--story takes one of letter, payment, not “leter”."],
    [["--fault", "hands", "--fault", "hand"], "--fault takes one of hands, sync, not “hand”."],
    [["--json"], "--json needs something behind it."],
    [["--quick=yes"], "--quick takes nothing behind it."],
    [["--sead", "7"], "“--sead” is not known."],
    [["-x"], "“-x” is not known."],
    [["500"], "“500” is not known."],
    [["--constructor"], "“--constructor” is not known."],
  ])("%j", (args, why) => {
    expect(read(...args)).toEqual({
      kind: "bad",
      say: `${why} “npm run sim -- --help” tells what there is.`,
    });
  });
});

test("help names every option, and what it is when it is not given", () => {
  const help = read("--seeds", "abc", "--help");
  expect(help.kind === "help" ? help.say.split("\n") : []).toEqual([
    "Plays runs.",
    "",
    "  npm run sim -- …",
    "",
    "  --seeds N     how many runs; otherwise 1000",
    "  --show N      one of them",
    "  --story NAME  only this vault; one of letter, payment",
    "  --fault NAME  only this trouble; may be given again; one of hands, sync",
    "  --json FILE   where to write it down",
    "  --quick       some of it",
  ]);
});

test("one word without dashes is taken where a command takes one, and refused elsewhere", () => {
  const use: Use = { ...USE, word: { takes: "FOLDER", says: "which vault" } };
  expect(readOptions(["--seeds", "3", "my vault"], use)).toMatchObject({
    kind: "options",
    values: { seeds: 3, word: "my vault" },
  });
  expect(readOptions([], use)).toMatchObject({ values: { word: null } });
  expect(readOptions(["one", "two"], use)).toMatchObject({ kind: "bad" });
  expect(read("one")).toMatchObject({ kind: "bad" });
});
