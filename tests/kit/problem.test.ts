import { expect, test } from "vitest";
import { endWith } from "../../src/kit/problem";
import { sayAway } from "../../src/kit/icloud";

test.each([
  [["it vanished while it was read"], "it vanished while it was read."],
  [
    [sayAway("Plans/A.md")],
    "Plans/A.md is in iCloud and not on this computer just now. Open it once, in Finder or in Files, to bring it back.",
  ],
  [
    ["Plans/A.md is not UTF-8 text. Save it again as UTF-8.", "line 3: no such status"],
    "Plans/A.md is not UTF-8 text. Save it again as UTF-8; line 3: no such status.",
  ],
])("a sentence that ends with messages has one full stop at its end: %j", (messages, ended) => {
  expect(endWith(messages)).toBe(ended);
});
