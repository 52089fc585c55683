/** Dates, ids, hashes, JSON, and names of conflict copies. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyOf } from "../../src/kit/copies";
import { readStamp, showStamp, writeDay, writeFileStamp, writeStamp } from "../../src/kit/dates";
import { hashText, sameDigest, sealText } from "../../src/kit/hash";
import { planKey, shortText, slug, stepId } from "../../src/kit/ids";
import { canonical, spell, toJson, type Json } from "../../src/kit/json";

describe("a date in a note", () => {
  it.each([
    ["2026-02-21T10:30:00Z", "2026-02-21T10:30:00Z"],
    ["2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
    ["2026-02-21T10:30:00", "2026-02-21T10:30:00Z"],
    ["2026-02-21 10:30", "2026-02-21T10:30:00Z"],
    ["2026-02-21T10:30:00.123456+02:00", "2026-02-21T08:30:00Z"],
    ["2026-02-21T10:30:00+0200", "2026-02-21T08:30:00Z"],
    ["2026-02-21", "2026-02-21T00:00:00Z"],
    [" 2026-02-21 ", "2026-02-21T00:00:00Z"],
  ])("%j is %s", (written, moment) => {
    expect(writeStamp(readStamp(written) ?? Number.NaN)).toBe(moment);
  });

  it.each([
    "2026-02-30",
    "2026-13-01",
    "2026-02-30T10:00:00Z",
    "2026-13-01T10:00:00Z",
    "2026-00-10T10:00:00Z",
    "2026-01-00T10:00:00Z",
    "2026-01-01T24:00:01Z",
    "2026-02-21T25:00",
    "yesterday",
    "",
    "2026",
    "21.02.2026",
    "2026-02-21T10:30:00Z!",
    "20260221",
  ])("%j is none", (written) => {
    expect(readStamp(written)).toBe(null);
  });

  it("is written in each place as that place needs it", () => {
    const at = Date.UTC(2026, 1, 21, 10, 40, 5);
    expect([writeStamp(at), writeFileStamp(at), showStamp(at), writeDay(at)]).toEqual([
      "2026-02-21T10:40:05Z",
      "2026-02-21T1040Z",
      "2026-02-21 10:40 UTC",
      "2026-02-21",
    ]);
  });

  it("reads back as it was written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) / 1000 }), (seconds) => {
        expect(readStamp(writeStamp(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });
});

describe("ids", () => {
  it.each([
    ["PLAN-2026-001", "2026-001"],
    ["plan-2026-001", "2026-001"],
    ["2026-001", "2026-001"],
    [" Plan-É ", "é"],
    ["E\u0301", "é"],
    ["PLAN-", "plan-"],
    ["", ""],
  ])("%j is the plan %j", (id, key) => {
    expect(planKey(id)).toBe(key);
  });

  it("of steps and files are plain words", () => {
    expect(stepId(Uint8Array.of(0x7f, 0x3a))).toBe("s-7f3a");
    expect(shortText(Uint8Array.of(0, 1, 255, 32))).toMatch(/^[a-km-z2-9]{4}$/);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        expect(slug(text, limit)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slug(text, limit).length).toBeLessThanOrEqual(Math.max(limit, "note".length));
      }),
    );
    expect(slug("Größe: 10 €", 40)).toBe("groe-10");
  });
});

describe("hashes and seals", () => {
  it("differ by purpose, key and text", () => {
    const key = "11".repeat(32);
    expect(hashText("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    const all = [
      sealText(key, "a", "t"),
      sealText(key, "b", "t"),
      sealText("22".repeat(32), "a", "t"),
      sealText(key, "a", "u"),
      sealText(key, "a\nt", ""),
    ];
    expect(new Set(all).size).toBe(5);
    expect(sameDigest("ab", "ab") && !sameDigest("ab", "ac") && !sameDigest("ab", "abc")).toBe(true);
  });
});

describe("JSON in one spelling", () => {
  it("is alike for equal values, whatever the order of their keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = toJson(value);
        fc.pre(json !== null);
        expect(JSON.parse(canonical(json.value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(canonical({ b: 1, a: [{ d: null, c: "x" }] })).toBe('{"a":[{"c":"x","d":null}],"b":1}');
  });

  it.each([
    ["infinity", Infinity],
    ["not a number", Number.NaN],
    ["a whole number that was rounded", 2 ** 53],
    ["half a character", "\uD83D"],
    ["a key with half a character", { "\uD83D": 1 }],
    ["a date", { at: new Date(0) }],
    ["a map", new Map([["a", 1]])],
    ["bytes", Uint8Array.of(1)],
    ["a function", { f: () => 1 }],
    ["nothing", undefined],
    ["__proto__", JSON.parse('{"__proto__": 1}') as unknown],
    ["nesting without an end", JSON.parse(`${"[".repeat(40)}${"]".repeat(40)}`) as unknown],
  ])("is refused for %s", (_what, value) => {
    expect(toJson(value)).toBe(null);
    expect(() => spell(value)).toThrow("cannot be written as JSON");
  });

  it("leaves out what is undefined", () => {
    expect(toJson({ a: undefined, b: 1 })).toEqual({ value: { b: 1 } satisfies Json });
  });
});

describe("a conflict copy", () => {
  const THERE = ["Plans/Invoice.md", "Plans/Über uns.md", "Plans/a.b.md"];
  const original = (name: string, hasItsId?: (path: string) => boolean): string | null =>
    copyOf(`Plans/${name}`, (path) => THERE.includes(path), hasItsId)?.replace(/^Plans\//, "") ?? null;

  it.each([
    ["a Mac", "Invoice-MacBook Pro.md"],
    ["a Mac of somebody", "Invoice-Ana’s MacBook Air.md"],
    ["a Mac with a number", "Invoice-iMac-2.md"],
    ["a Mac in German", "Invoice-MacBook Pro von Ana.md"],
    ["a small Mac", "Invoice-Mac mini (2).md"],
    ["a computer with a name of its own", "Invoice-STUDIO7.md"],
    ["a computer with a name in parts", "Invoice-ANAS-MBP.md"],
  ])("of OneDrive on %s is one of a note with the same id, and of no other", (_computer, name) => {
    expect(original(name, (path) => path === "Plans/Invoice.md")).toBe("Invoice.md");
    expect(original(name, () => false)).toBe(null);
    expect(original(name.replace("Invoice", "Gone"), () => true)).toBe(null);
  });

  it.each([
    "Invoice-B.md",
    "Invoice-v2.md",
    "Invoice-2026.md",
    "Invoice-old.md",
    "Invoice-2026-01-03.md",
    "Invoice-Machine.md",
    "Invoice - MacBook.md",
    "Invoice-.md",
    "-MACBOOK.md",
  ])("is not %s, whatever its id", (name) => {
    expect(original(name, () => true)).toBe(null);
  });

  it.each([
    ["Syncthing", "Invoice.sync-conflict-20260221-104000-ABCDEFG.md", "Invoice.md"],
    ["Syncthing, older", "Invoice.sync-conflict-20260221-104000.md", "Invoice.md"],
    [
      "Syncthing, twice",
      "Invoice.sync-conflict-20260221-104000-ABCDEFG.sync-conflict-20260222-104000-ABCDEFG.md",
      "Invoice.md",
    ],
    ["Syncthing, and its original is gone", "Gone.sync-conflict-20260221-104000-ABCDEFG.md", "Gone.md"],
    ["Syncthing, and it was renamed", "Invoice.sync-conflict-20260221-104000-ABCDEFG again.md", "Invoice.md"],
    ["Syncthing, and it was copied", "Invoice.sync-conflict-20260221-104000-ABCDEFG - Copy.md", "Invoice.md"],
    ["Obsidian Sync", "Invoice (Conflicted copy MacBook 202602211040).md", "Invoice.md"],
    [
      "Obsidian Sync, device in brackets",
      "Invoice (Conflicted copy Ana (work) 202602211040).md",
      "Invoice.md",
    ],
    ["Dropbox", "Invoice (Ana's conflicted copy 2026-02-21).md", "Invoice.md"],
    ["Dropbox, the second of a day", "Invoice (Ana's conflicted copy 2026-02-21 1).md", "Invoice.md"],
    ["Dropbox, moved by a file manager", "Invoice (Ana's conflicted copy 2026-02-21) 1.md", "Invoice.md"],
    ["Dropbox, beside other letters", "Über uns (Ana’s conflicted copy 2026-02-21).md", "Über uns.md"],
    ["Dropbox in German", "Invoice (In Konflikt stehende Kopie von Ana 2026-02-21).md", "Invoice.md"],
    ["Dropbox in French", "Invoice (Copie en conflit de Ana 2026-02-21).md", "Invoice.md"],
    ["Dropbox in Spanish", "Invoice (Copia en conflicto de Ana 2026-02-21).md", "Invoice.md"],
    ["Dropbox in Italian", "Invoice (Copia in conflitto di Ana 2026-02-21).md", "Invoice.md"],
    ["Dropbox, spelled otherwise", "Invoice (Case Conflict).md", "Invoice.md"],
    ["Dropbox, spelled otherwise again", "Invoice (Unicode Encoding Conflict 1).md", "Invoice.md"],
    ["Nextcloud", "Invoice (conflicted copy 2026-02-21 104000).md", "Invoice.md"],
    ["ownCloud", "Invoice_conflict-20260221-104000.md", "Invoice.md"],
    ["Google Drive", "Invoice (conflict).md", "Invoice.md"],
    ["Google Drive, the second", "Invoice (conflict 2).md", "Invoice.md"],
    ["Google Drive, copied", "Invoice (conflict 2) - Copy (3).md", "Invoice.md"],
    ["somebody’s", "Invoice (conflicted).md", "Invoice.md"],
    ["somebody’s, with the day", "Invoice (Ana's conflict 2026-02-21).md", "Invoice.md"],
    ["Unison", "Invoice (conflict on 2026-02-21).md", "Invoice.md"],
    ["Seafile", "Invoice (SFConflict ana@example.com 2026-02-21-10-40-00).md", "Invoice.md"],
    ["Synology Drive", "Invoice_Ana-PC_Jan-03-0901-2026_CaseConflict_1.md", "Invoice.md"],
    ["pCloud", "Invoice [conflicted].md", "Invoice.md"],
    ["Resilio Sync", "Invoice.Conflict.md", "Invoice.md"],
    ["Remotely Save", "Invoice.dup.md", "Invoice.md"],
    ["OneDrive", "Invoice-DESKTOP-7G3H2KL.md", "Invoice.md"],
    ["OneDrive, the second", "Invoice-DESKTOP-7G3H2KL-2.md", "Invoice.md"],
    ["OneDrive, a laptop", "Invoice-LAPTOP-AB12CD3.md", "Invoice.md"],
    ["OneDrive, a named computer", "Invoice-ANA-PC.md", "Invoice.md"],
    ["OneDrive, a Mac", "Invoice-Anas-MacBook-Pro.md", "Invoice.md"],
    ["OneDrive, moved by a file manager", "Invoice-DESKTOP-7G3H2KL 1.md", "Invoice.md"],
    ["OneDrive, with a dot in its title", "a.b-DESKTOP-7G3H2KL.md", "a.b.md"],
    ["git mergetool", "Invoice_LOCAL_4711.md", "Invoice.md"],
    ["git mergetool, older", "Invoice.REMOTE.4711.md", "Invoice.md"],
    ["git, beside a folder", "Invoice~HEAD.md", "Invoice.md"],
    ["any, with a long ending", "Invoice (conflict).MD", "Invoice.MD"],
  ])("of %s is known by its name, with its original: %s", (_product, name, of) => {
    expect(original(name)).toBe(of);
  });

  it.each([
    "Invoice.md",
    "Invoice 1.md",
    "Invoice 2.md",
    "Invoice (1).md",
    "Invoice - Copy.md",
    "Invoice - Copy (2).md",
    "Invoice copy.md",
    "Invoice copy 2.md",
    "Invoice.md.orig",
    "Invoice.md~HEAD",
    "Invoice-2026.md",
    "Invoice-A.md",
    "Invoice (Ana).md",
    "Meeting (conflict resolution).md",
    "Talk (the Ana Ben conflict).md",
    "Schedule conflict 2026.md",
    "Conflict.md",
    "conflict.dup.txt",
    "Desktop-setup.md",
    "Set-up-DESKTOP-7G3H2KL.md",
    "Rent-ANA-PC.md",
    "Backup.dup.md",
    "Peace.conflict.md",
    "sync-conflict-notes.md",
    "(conflict).txt",
    "Plan_LOCAL_.md",
    "What LOCAL means.md",
  ])("is not %s", (name) => {
    expect(original(name)).toBe(null);
  });

  it("that is nothing but such a name is a copy all the same", () => {
    expect(original(".sync-conflict-20260221-104000-ABCDEFG.md")).not.toBe(null);
  });
});
