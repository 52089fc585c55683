import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { checkPath, folderOf, join, nameOf } from "../../src/kit/path";

describe("a path inside the vault", () => {
  it.each([
    "Dashboard.md",
    "Plans/PLAN-20260221-k7f3 January invoice.md",
    "Done/Plans/Rechnung März.md",
    "Plans/100% done.md",
    "Inbox/Ünïcode 計画 ✋.md",
    "Inbox/2026-02-21T10:40:00Z_email_client-a.md",
    "Plans/console.md",
    "Plans/a..b.md",
    `Plans/${"n".repeat(200)}`,
  ])("%j may be used, and stays as it is", (path) => {
    expect(checkPath(path)).toEqual({ kind: "ok", path });
  });

  it.each([
    ["nothing", ""],
    ["the root of the disk", "/"],
    ["an absolute path", "/etc/passwd"],
    ["a drive", "C:/Windows"],
    ["a drive without a slash", "c:note.md"],
    ["a drive further in", "Plans/C:/x.md"],
    ["a network share", "\\\\server\\share\\x.md"],
    ["a network share with slashes", "//server/share/x.md"],
    ["an address", "file:///etc/passwd"],
    ["an address in capitals", "FILE:etc/passwd"],
    ["a web address", "https://example.com/x.md"],
    ["a way up", "../x.md"],
    ["a way up in the middle", "Plans/../../x.md"],
    ["a way up at the end", "Plans/.."],
    ["a dot segment", "./Plans/x.md"],
    ["an empty segment", "Plans//x.md"],
    ["a slash at the end", "Plans/"],
    ["a backslash", "Plans\\x.md"],
    ["NUL", "Plans/x\u0000.md"],
    ["a line break", "Plans/x\n.md"],
    ["a delete character", "Plans/x\u007f.md"],
    ["a C1 control", "Plans/x\u0085.md"],
    ["a line separator", "Plans/x\u2028.md"],
    ["half a character", "Plans/x\ud83d.md"],
    ["an encoded way up", "Plans/%2e%2e/x.md"],
    ["an encoded slash", "Plans/..%2Fx.md"],
    ["an encoded backslash", "Plans/..%5cx.md"],
    ["a twice encoded way up", "Plans/%252e%252E/x.md"],
    ["an overlong slash", "Plans/..%c0%afx.md"],
    ["an encoded NUL", "Plans/x.md%00.png"],
    ["the settings of the app", ".obsidian/app.json"],
    ["a hidden note", "Plans/.x.md"],
    ["a dot at the end of a folder", "Approved./x.md"],
    ["a space at the end of a folder", "Approved /x.md"],
    ["a dot at the end", "Plans/x.md."],
    ["a Windows device", "Plans/CON"],
    ["a Windows device with an extension", "Plans/nul.md"],
    ["a Windows device with a space", "Plans/aux .md"],
    ["a numbered device", "Plans/Com1.txt"],
    ["a numbered device with a superscript", "Plans/LPT¹.txt"],
    ["a long name", `Plans/${"n".repeat(201)}`],
    ["a name long in bytes only", `Plans/${"計".repeat(67)}`],
    ["a long path", Array.from({ length: 10 }, () => "n".repeat(120)).join("/")],
    ["an NFD spelling", "Done/Ma\u0308rz.md"],
  ])("%s is refused with a sentence", (_, path) => {
    const check = checkPath(path);
    expect(check.kind).toBe("bad");
    if (check.kind === "bad") expect(check.why).toMatch(/^[A-Z].*\.$/);
  });

  it("never leads out of the vault, whatever the text", () => {
    const piece = fc.constantFrom(
      "..",
      ".",
      "/",
      "\\",
      "%2e",
      "%2f",
      "a",
      "Plans",
      "C:",
      " ",
      "\u0000",
      "~",
      "file:",
      "é",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
        (text) => {
          if (checkPath(text).kind === "bad") return;
          const url = new URL(
            encodeURI(text).replace(/%25/g, "%").replace(/:/g, "%3a"),
            "file:///vault/root/",
          );
          expect(url.pathname.startsWith("/vault/root/")).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("parts of a path", () => {
  it("come apart and go together again", () => {
    expect(folderOf("Done/Plans/x.md")).toBe("Done/Plans");
    expect(nameOf("Done/Plans/x.md")).toBe("x.md");
    expect(folderOf("Dashboard.md")).toBe("");
    expect(nameOf("Dashboard.md")).toBe("Dashboard.md");
    expect(join("Done/Plans", "x.md")).toBe("Done/Plans/x.md");
    expect(join("", "Dashboard.md")).toBe("Dashboard.md");
    expect(join(folderOf("a/b/c"), nameOf("a/b/c"))).toBe("a/b/c");
  });
});
