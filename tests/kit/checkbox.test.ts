import { expect, test } from "vitest";
import { isTicked, readTick, withoutFields, wordsBehind } from "../../src/kit/checkbox";

test.each<readonly [string, string]>([
  ["- [x] I did it", "ticked I did it"],
  ["- [X] I did it", "ticked I did it"],
  ["- [x ] I did it", "ticked I did it"],
  ["- [ x] I did it  ", "ticked I did it"],
  ["-[x]I did it", "ticked I did it"],
  ["    * [x] Skip", "ticked Skip"],
  ["- [ ] I did it", "open I did it"],
  ["- [] I did it", "open I did it"],
  ["- [-] I did it", "open I did it"],
  ["- [x]", "ticked "],
  ["I did it", "none"],
  ["- I did it", "none"],
  ["- [xx] I did it", "none"],
  ["[x] I did it", "none"],
  ["> - [x] I did it", "none"],
])("%s", (text, expected) => {
  const tick = readTick(text);
  expect(tick === null ? "none" : `${isTicked(tick) ? "ticked" : "open"} ${tick.label}`).toBe(expected);
});

test.each([
  ["a done date", "I did it ✅ 2026-11-27"],
  ["a done date with its time, glued", "I did it✅ 2026-11-27 18:30"],
  ["a bare sign", "I did it ✅"],
  [
    "all that Tasks knows",
    "I did it ⏫ ➕ 2026-11-01 🛫 2026-11-02 ⏳ 2026-11-03 📅 2026-11-04 ✅ 2026-11-27",
  ],
  ["ids", "I did it 🆔 a1b2c3 ⛔ d4, e5 ✅ 2026-11-27"],
  ["a repetition", "I did it 🔁 every 2 weeks on Monday when done 🏁 delete ✅ 2026-11-27"],
  ["a variation selector and hard spaces", "I did it\u00A0✅\uFE0F\u00A02026-11-27"],
  ["a field", "I did it [completion:: 2026-11-27]"],
  ["fields in round brackets, with a link", "I did it  (priority:: high) (done:: [[2026-11-27]])"],
  ["comments", "I did it %%id: 4%% <!-- moved -->"],
  ["a block id", "I did it ^a1b2c3"],
  ["tags", "I did it #task #home/bank ✅ 2026-11-27"],
  ["a tag before it", "#task I did it ✅ 2026-11-27"],
  ["the day of a board before it", "2026-11-27 18:30 I did it"],
  ["the day and time of a board", "I did it @{2026-11-27} @@{18:30}"],
  ["a reminder", "I did it (@2026-11-27 18:30)"],
  ["a bare day", "I did it (2026-11-27)"],
  ["a full stop", "I did it."],
])("with %s, only our words are there", (_what, label) => {
  expect(wordsBehind(label, "I did it")).toBe("");
});

test.each([
  ["I did it, by card", ", by card"],
  ["I did it ✅ 2026-11-27 but only half", "✅ 2026-11-27 but only half"],
  ["I did it (note:: only half)", "(note:: only half)"],
  ["I did it ❌ 2026-11-27", "❌"],
  ["I did it?", "?"],
  ["I did item 4", null],
  ["Not that I did it", null],
  ["i did it", null],
])("of “%s”, the words behind ours are %j", (label, words) => {
  expect(wordsBehind(label, "I did it")).toBe(words);
});

test.each([
  ["(1) Deliver on 2026-12-01", "(1) Deliver on 2026-12-01"],
  ["(1) Deliver on 2026-12-01 ✅ 2026-11-27", "(1) Deliver on 2026-12-01"],
  ["(1) Use \\#urgent #task", "(1) Use \\#urgent"],
  ["(2) Ask \\[a:: b\\] ^x1", "(2) Ask \\[a:: b\\]"],
])("without fields, “%s” is “%s”", (label, words) => {
  expect(withoutFields(label)).toBe(words);
});

test("a long line of signs is read at once", () => {
  const long = `I did it ${" #a".repeat(20_000)} ${"<!--".repeat(20_000)}`;
  expect(wordsBehind(long, "I did it")).not.toBe("");
});
