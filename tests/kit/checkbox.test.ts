import { expect, test } from "vitest";
import { isTicked, readTick } from "../../src/kit/checkbox";

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
