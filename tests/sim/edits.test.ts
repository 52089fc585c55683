/**
 * Edits of simulated people change the notes that Planwright writes now. After a rewording, an edit would otherwise do
 * nothing and prove nothing.
 */
import { expect, test } from "vitest";
import { readTree } from "../story/tree";
import { editRecord, editRequest } from "./edits";
import type { Deed, RecordEdit } from "./script";

const golden = Object.entries(readTree("tests/cases")).filter(
  ([path]) => path.includes("/after/") && path.endsWith(".md"),
);
const texts = golden.map(([, text]) => text);
const requests = golden.filter(([path]) => path.includes("/Pending_Approval/")).map(([, text]) => text);
const records = texts.filter((text) => /^outcome: /m.test(text));

/** Without the edit of a seal: recorded notes hold none. */
const REQUEST_EDITS = {
  target: true,
  body: true,
  prose: true,
  space: true,
  remark: true,
  "tick-did": true,
  "tick-did-loosely": true,
  "tick-did-by-plugin": true,
  properties: true,
  "cut-off": true,
  type: true,
} satisfies Record<Exclude<Extract<Deed, { kind: "edit-request" }>["how"], "seal">, true>;
const RECORD_EDITS = {
  done: true,
  "not-run": true,
  remark: true,
  "cut-off": true,
  words: true,
} satisfies Record<RecordEdit, true>;

test.each(Object.keys(REQUEST_EDITS) as (keyof typeof REQUEST_EDITS)[])(
  "the edit “%s” changes some request as it is written now",
  (how) => {
    expect(requests.some((text) => editRequest(text, how) !== text)).toBe(true);
  },
);

test.each(Object.keys(RECORD_EDITS) as RecordEdit[])(
  "the edit “%s” changes some record as it is written now",
  (how) => {
    expect(records.some((text) => editRecord(text, how) !== text)).toBe(true);
  },
);

// The words that hands.ts, person.ts and the invariants look for.
test.each([
  "- [ ] It happened",
  "- [ ] It did not happen",
  "- [ ] Ask again",
  "- [ ] Skip this step",
  "- [ ] Cancel this plan",
  "blocked_reason: Maybe sent, please check",
])("some note says “%s” as people look for it", (words) => {
  expect(texts.some((text) => text.replaceAll('"', "").includes(words))).toBe(true);
});
