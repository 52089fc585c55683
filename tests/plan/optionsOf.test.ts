import { expect, test } from "vitest";

import { optionsOf } from "../../src/note/plan/optionsOf";

const LIST = "    - Town hall\n        - has a kitchen\n    - School";

test.each([
  ["✋ Where shall we eat?", LIST, ["Town hall", "School"]],
  ["✋ Choose the venue", LIST, ["Town hall", "School"]],
  ["Wo essen wir？", "    1. Rathaus\n    2) Schule", ["Rathaus", "Schule"]],
  [
    "✋ Choose the venue",
    `    Two are left.\n${LIST}\n    Prices are in the table.`,
    ["Town hall", "School"],
  ],
  ["✋ Book the venue", LIST, []],
  ["✋ Check https://hall.example/?day=4", LIST, []],
  ["Was nun?（二つ）", LIST, ["Town hall", "School"]],
  ["**Where?** It is your choice", LIST, ["Town hall", "School"]],
  ["Ready?", "    - [ ] Town hall\n    - [ ] School", []],
  ["Ready?", "    - Town hall", []],
  ["Ready?", "    - School\n    - School", []],
  ["Ready?", `    - ${"x".repeat(121)}\n    - School`, []],
  ["Ready?", Array.from({ length: 10 }, (_, n) => `    - ${String(n)}`).join("\n"), []],
])("%s, with %j beneath", (text, beneath, options) => {
  expect(optionsOf({ text, beneath })).toEqual(options);
});
