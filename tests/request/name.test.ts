import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyOf } from "../../src/kit/copies";
import { checkPath } from "../../src/kit/path";
import { originalName, readName, recordName, requestName } from "../../src/approval/request/name";
import { decode, encode } from "../../src/approval/request/seal";

const AT = Date.UTC(2026, 1, 21, 10, 40);
const ID = "7f3a9c21".padEnd(32, "0");
const type = fc.stringMatching(/^[a-z][a-z0-9_]{0,39}$/);

/** Spelled one way only, and safe in a link, on every system that a vault is synced to. */
const LEGAL_EVERYWHERE = /^(?=.{1,100}$)[A-Za-z0-9_](?:[A-Za-z0-9 _-]*[A-Za-z0-9_-])?(?:\.[A-Za-z0-9]+)?$/;

describe("the name of a request", () => {
  it("tells when, what and about what", () => {
    expect(requestName(AT, "email", "Client A: January invoice", ID)).toBe(
      "2026-02-21T1040Z_email_client-a-january-invoice_7f3a9c21.md",
    );
    expect(requestName(AT, "social_post", "", ID)).toBe("2026-02-21T1040Z_social_post_note_7f3a9c21.md");
  });

  it("is legal everywhere, and so is its record's, however long the words", () => {
    fc.assert(
      fc.property(
        type,
        fc.string({ unit: "binary", minLength: 20, maxLength: 80 }),
        fc.stringMatching(/^[0-9a-f]{32}$/),
        (of, about, id) => {
          const name = requestName(AT, of, about, id);
          for (const each of [name, recordName(name)]) {
            expect(each).toMatch(LEGAL_EVERYWHERE);
            expect(checkPath(each).kind, each).toBe("ok");
          }
          expect(readName(name)).toEqual({ type: of, id: id.slice(0, 8) });
          expect(readName(recordName(name))).toBe(null);
          expect(originalName(name)).toBe(null);
          expect(originalName(recordName(name))).toBe(null);
          expect(copyOf(name, () => true)).toBe(null);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("has at most 100 characters with what its record adds, however long type and words", () => {
    for (const of of ["a", "a".repeat(25), "a".repeat(40)])
      expect(recordName(requestName(AT, of, "many words ".repeat(20), ID)).length, of).toBeLessThanOrEqual(
        100,
      );
  });

  it.each([
    "1",
    " 1",
    " (1)",
    " copy",
    ".sync-conflict-20260302-104100-ABCDEFG",
    " (conflicted copy 2026-03-02)",
    "~HEAD",
    "_BACKUP_12",
  ])("with %j behind it is that of a copy", (more) => {
    const name = requestName(AT, "email", "a", ID);
    expect(originalName(name.replace(/\.md$/, `${more}.md`))).toBe(name);
    expect(readName(name.replace(/\.md$/, `${more}.md`))).toBe(null);
  });

  it.each([
    "x.md",
    "2026-02-21T10:40:00Z_email_a.md",
    "2026-02-21T1040Z_email_a_7F3A9C21.md",
    "2026-02-21T1040Z_email_7f3a9c21.md",
    "a2026-02-21T1040Z_email_a_7f3a9c21.md",
    "2026-02-21T1040Z_email_a_7f3a9c21.md.bak",
    "2026-02-21T1040Z_email_a_7f3a9c21 1.md.bak",
    "",
  ])("is not %j", (name) => {
    expect(readName(name)).toBe(null);
    expect(originalName(name)).toBe(null);
  });
});

describe("an object spelled in one word", () => {
  it("reads back", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string({ unit: "grapheme" }), { noNullPrototype: true }),
        (value) => {
          const word = encode(JSON.stringify(value));
          expect(word).toMatch(/^[\w-]*$/);
          expect(decode(word)).toEqual(value);
        },
      ),
    );
  });

  it.each(["", "a", "!!", encode("[1]"), encode("1"), encode("null"), encode("{"), "_w"])(
    "is not %j",
    (word) => {
      expect(decode(word)).toBe(null);
    },
  );
});
