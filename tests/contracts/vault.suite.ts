/**
 * The promises of every vault, whatever it is made of. An adapter passes when `vaultContract` passes over it; a fake
 * that does not pass is not used in any other test.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Entry, VaultPort } from "../../src/kit/ports/vault";
import { NOTE_LIMIT } from "../../src/kit/ports/vault";

/** One empty vault, and the hand of another program on it. */
export interface VaultBench {
  readonly vault: VaultPort;
  /** The same vault opened once more, as by a second process; the same one again where there is only one. */
  readonly again: VaultPort;
  /** Makes or replaces a file, parents included. */
  put(path: string, content: string | Uint8Array): Promise<void>;
  get(path: string): Promise<Uint8Array | null>;
  mkdir(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** All names in a folder, hidden ones too. */
  names(folder: string): Promise<readonly string[]>;
  /** Makes a symbolic link; absent where there is no such thing. `target` is relative to the vault. */
  link?(path: string, target: string): Promise<void>;
  cleanup(): Promise<void>;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const FAITHFUL: readonly (readonly [string, string])[] = [
  ["Windows line endings", "a\r\nb\r\n"],
  ["mixed line endings", "a\r\nb\nc\rd\r\r\n"],
  ["a byte order mark", "\ufeff---\ntask_id: x\n---\n"],
  ["no final newline", "# Objective"],
  ["nothing in it", ""],
  ["signs from everywhere", "✋🏽 計画 \u2028 e\u0301 é \u0000 \u200b"],
];
const ESCAPES = [
  "",
  "/etc/passwd",
  "../outside.md",
  "Plans/../../outside.md",
  "C:/x.md",
  "Plans\\x.md",
  "file:///x.md",
  ".obsidian/app.json",
  "Plans/.hidden.md",
  "Plans/x.md\u0000",
  "Approved /x.md",
  "Plans/%2e%2e/x.md",
];

export function vaultContract(
  name: string,
  make: () => Promise<VaultBench>,
  traits: { readonly links: boolean },
): void {
  describe(`${name} as a vault`, () => {
    let bench: VaultBench;
    let vault: VaultPort;
    beforeEach(async () => {
      bench = await make();
      vault = bench.vault;
      await bench.mkdir("Plans");
    });
    afterEach(async () => bench.cleanup());

    const text = async (path: string): Promise<string | null> => {
      const bytes = await bench.get(path);
      return bytes === null ? null : new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
    };
    const entries = async (folder: string): Promise<Map<string, Entry>> => {
      const listing = await vault.list(folder);
      if (listing.kind !== "folder") throw new Error(`${folder} is ${listing.kind}`);
      return new Map(listing.entries.map((entry) => [entry.name, entry]));
    };

    describe("reading", () => {
      it.each(FAITHFUL)(
        "a note with %s is read so that writing it back gives the same bytes",
        async (_, content) => {
          await bench.put("Plans/a.md", content);
          const reading = await vault.read("Plans/a.md");
          expect(reading).toMatchObject({ kind: "text", text: content });
          expect(reading.kind === "text" && bytesOf(reading.text)).toEqual(bytesOf(content));
        },
      );

      it.each(["text", "", "\ufeffmärz\r\n", "x".repeat(100_000)])(
        "the time and the size of a note are the same in the note and in the list (%#)",
        async (content) => {
          await bench.put("Plans/a.md", content);
          const reading = await vault.read("Plans/a.md");
          const listed = (await entries("Plans")).get("a.md");
          expect(reading).toMatchObject({ modified: listed?.modified, size: listed?.size });
        },
      );

      it.each([
        ["a lone continuation byte", [0x61, 0x80]],
        ["a character cut off", [0x61, 0xe8, 0xa8]],
        ["an overlong slash", [0xc0, 0xaf]],
        ["half a character", [0xed, 0xa0, 0x80]],
        ["UTF-16", [0xff, 0xfe, 0x61, 0x00]],
      ])("a note with %s is not text, and stays as it is", async (_, raw) => {
        await bench.put("Plans/a.md", Uint8Array.from(raw));
        expect(await vault.read("Plans/a.md")).toMatchObject({ kind: "unreadable", reason: "not-utf8" });
        expect((await vault.change("Plans/a.md", () => "new")).kind).toBe("refused");
        expect(await bench.get("Plans/a.md")).toEqual(Uint8Array.from(raw));
      });

      it("a note at the limit is read, one byte more is too big and is not changed either", async () => {
        await bench.put("Plans/fits.md", "x".repeat(NOTE_LIMIT));
        await bench.put("Plans/big.md", "x".repeat(NOTE_LIMIT + 1));
        expect((await vault.read("Plans/fits.md")).kind).toBe("text");
        expect(await vault.read("Plans/big.md")).toMatchObject({ kind: "unreadable", reason: "too-big" });
        expect((await vault.change("Plans/big.md", () => "short")).kind).toBe("refused");
      });

      it("what is not there is absent, in a folder that is there and in one that is not", async () => {
        expect(await vault.read("Plans/none.md")).toEqual({ kind: "absent" });
        expect(await vault.read("None/none.md")).toEqual({ kind: "absent" });
        expect(await vault.bytes("Plans/none.md", 10)).toEqual({ kind: "absent" });
        expect(await vault.list("None")).toEqual({ kind: "absent" });
        expect(await vault.change("Plans/none.md", () => "x")).toEqual({ kind: "absent" });
        expect(await vault.move("Plans/none.md", "Plans/other.md")).toEqual({ kind: "absent" });
      });

      it("a folder named like a note is not a file", async () => {
        await bench.mkdir("Plans/x.md");
        expect(await vault.read("Plans/x.md")).toMatchObject({ kind: "unreadable", reason: "not-a-file" });
        expect((await vault.change("Plans/x.md", () => "y")).kind).toBe("refused");
        expect((await vault.move("Plans/x.md", "Plans/y.md")).kind).toBe("refused");
      });

      it("a file in the place of a folder hides nothing behind it", async () => {
        await bench.put("Approved", "a file");
        expect((await vault.list("Approved")).kind).toBe("unreadable");
        expect((await vault.read("Approved/x.md")).kind).toBe("unreadable");
        expect((await vault.create("Approved/x.md", "x")).kind).toBe("refused");
        expect((await vault.makeFolder("Approved")).kind).toBe("refused");
        expect((await vault.makeFolder("Approved/deeper")).kind).toBe("refused");
      });

      it("an attachment is read as bytes, up to the limit given", async () => {
        const raw = Uint8Array.from([0, 255, 128, 10]);
        await bench.put("Plans/a.pdf", raw);
        const bytes = await vault.bytes("Plans/a.pdf", 4);
        expect(bytes.kind === "bytes" && [...bytes.bytes]).toEqual([...raw]);
        expect(await vault.bytes("Plans/a.pdf", 3)).toMatchObject({ kind: "unreadable", reason: "too-big" });
      });
    });

    it("names alone are the same names, of the same kinds", async () => {
      await bench.put("Plans/a.md", "a");
      await bench.put("Plans/.hidden.md", "h");
      await bench.put("Plans/.away.md.icloud", "bplist");
      await bench.put("Plans/.there.md.icloud", "bplist");
      await bench.put("Plans/there.md", "t");
      await bench.put("Plans/Re\u0301sume\u0301 \uFFFD.md", "r");
      await bench.mkdir("Plans/sub.md");
      await bench.mkdir("Plans/deep");
      if (traits.links) await bench.link?.("Plans/link.md", "Elsewhere/secret.md");
      const listed = async (detail?: "names"): Promise<readonly string[]> => {
        const listing = await vault.list("Plans", detail);
        return listing.kind === "folder"
          ? listing.entries.map(({ name, kind }) => `${name} ${kind}`).sort()
          : [listing.kind];
      };
      expect(await listed("names")).toEqual(await listed());
      expect((await listed()).length).toBeGreaterThan(5);
      await bench.remove("Plans/Re\u0301sume\u0301 \uFFFD.md");
      expect(await listed("names")).toEqual(await listed());
      expect(await vault.list("None", "names")).toEqual({ kind: "absent" });
      expect((await vault.list("Plans/a.md", "names")).kind).toBe("unreadable");
    });

    describe("a file that iCloud has taken off this computer", () => {
      beforeEach(async () => bench.put("Plans/.a.md.icloud", "bplist"));

      it("is listed under its own name, and cannot be read just now", async () => {
        expect([...(await entries("Plans")).keys()]).toEqual(["a.md"]);
        const away = {
          kind: "unreadable",
          reason: "failed",
          away: true,
          why: "Plans/a.md is in iCloud and not on this computer just now. Open it once, in Finder or in Files, to bring it back.",
        };
        expect(await vault.read("Plans/a.md")).toEqual(away);
        expect(await vault.bytes("Plans/a.md", 10)).toEqual(away);
      });

      it("keeps its name, and is neither changed nor moved", async () => {
        await bench.put("Plans/b.md", "b");
        expect((await vault.create("Plans/a.md", "x")).kind).toBe("refused");
        expect((await vault.change("Plans/a.md", () => "x")).kind).toBe("refused");
        expect((await vault.move("Plans/a.md", "Plans/c.md")).kind).toBe("refused");
        expect((await vault.move("Plans/b.md", "Plans/a.md")).kind).toBe("refused");
        expect([...(await bench.names("Plans"))].sort()).toEqual([".a.md.icloud", "b.md"]);
      });

      it("is read again once it is back, also while the other name is still there", async () => {
        await bench.put("Plans/a.md", "here");
        expect([...(await entries("Plans")).keys()]).toEqual(["a.md"]);
        expect(await vault.read("Plans/a.md")).toMatchObject({ kind: "text", text: "here" });
      });

      it("is no file where the name stands for none, or the vault cannot have it", async () => {
        for (const name of [".icloud", "..icloud", "..b.md.icloud", ".b.md", "c.md.icloud"])
          await bench.put(`Plans/${name}`, "x");
        expect([...(await entries("Plans")).keys()].sort()).toEqual(["a.md", "c.md.icloud"]);
      });
    });

    describe("listing", () => {
      it("tells names, kinds and sizes of one folder, not deeper, and leaves out hidden names", async () => {
        await bench.put("Plans/a.md", "four");
        await bench.put("Plans/.secret.md", "x");
        await bench.put("Plans/sub/b.md", "x");
        await bench.put("Plans/.trash/c.md", "x");
        const found = await entries("Plans");
        expect([...found.keys()].sort()).toEqual(["a.md", "sub"]);
        expect(found.get("a.md")).toMatchObject({ kind: "file", size: 4 });
        expect(found.get("sub")).toMatchObject({ kind: "folder", size: 0 });
      });

      it("an empty folder is a folder with nothing in it", async () => {
        expect(await vault.list("Plans")).toEqual({ kind: "folder", entries: [] });
      });

      it("the vault itself is listed under the empty name", async () => {
        await bench.put("Dashboard.md", "x");
        expect([...(await entries("")).keys()].sort()).toEqual(["Dashboard.md", "Plans"]);
      });

      it("a thousand notes are all there", async () => {
        for (let n = 0; n < 1000; n += 1) await bench.put(`Plans/${n}.md`, `${n}`);
        expect((await entries("Plans")).size).toBe(1000);
      });
    });

    describe("changing", () => {
      it.each(FAITHFUL)("a note with %s keeps every byte the edit did not touch", async (_, content) => {
        await bench.put("Plans/a.md", content);
        expect(await vault.change("Plans/a.md", (old) => `${old}+`)).toEqual({
          kind: "changed",
          text: `${content}+`,
        });
        expect(await bench.get("Plans/a.md")).toEqual(bytesOf(`${content}+`));
      });

      it("an edit that answers the same text writes nothing", async () => {
        await bench.put("Plans/a.md", "text");
        expect(await vault.change("Plans/a.md", (old) => old)).toEqual({ kind: "same" });
      });

      it("an edit that no longer applies writes nothing and says so", async () => {
        await bench.put("Plans/a.md", "text");
        expect(await vault.change("Plans/a.md", () => null)).toEqual({ kind: "stale" });
        expect(await text("Plans/a.md")).toBe("text");
      });

      it("an edit that fails leaves the note as it is, and the next one works", async () => {
        await bench.put("Plans/a.md", "text");
        await expect(
          vault.change("Plans/a.md", () => {
            throw new Error("a bug");
          }),
        ).rejects.toThrow("a bug");
        expect((await vault.change("Plans/a.md", () => "new")).kind).toBe("changed");
      });

      it("text that no file can hold, or no note may, is refused", async () => {
        await bench.put("Plans/a.md", "text");
        for (const bad of ["half \ud83d", "x".repeat(NOTE_LIMIT + 1)]) {
          expect((await vault.change("Plans/a.md", () => bad)).kind).toBe("refused");
          expect((await vault.create("Plans/b.md", bad)).kind).toBe("refused");
        }
        expect(await text("Plans/a.md")).toBe("text");
        expect(await bench.names("Plans")).toEqual(["a.md"]);
      });

      it("twenty changes at once from two openings of the vault all land", async () => {
        await bench.put("Plans/a.md", "0");
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            (n % 2 === 0 ? vault : bench.again).change("Plans/a.md", (old) => `${Number(old) + 1}`),
          ),
        );
        expect(answers.map((answer) => answer.kind)).toEqual(Array.from({ length: 20 }, () => "changed"));
        expect(await text("Plans/a.md")).toBe("20");
      });

      it("nothing is left lying about", async () => {
        await bench.put("Plans/a.md", "0");
        await vault.change("Plans/a.md", () => "1");
        await vault.create("Plans/b.md", "x");
        await vault.create("Plans/b.md", "y");
        expect([...(await bench.names("Plans"))].sort()).toEqual(["a.md", "b.md"]);
      });
    });

    describe("creating", () => {
      it.each(FAITHFUL)("a note with %s is there byte for byte", async (_, content) => {
        expect(await vault.create("Plans/a.md", content)).toEqual({ kind: "created" });
        expect(await bench.get("Plans/a.md")).toEqual(bytesOf(content));
      });

      it("a name that is taken, by a note or a folder, is left alone", async () => {
        await bench.put("Plans/a.md", "mine");
        await bench.mkdir("Plans/b.md");
        expect(await vault.create("Plans/a.md", "theirs")).toEqual({ kind: "exists" });
        expect(await vault.create("Plans/b.md", "theirs")).toEqual({ kind: "exists" });
        expect(await text("Plans/a.md")).toBe("mine");
      });

      it("a folder that is not there is not made in passing", async () => {
        expect((await vault.create("None/a.md", "x")).kind).toBe("refused");
        expect(await vault.list("None")).toEqual({ kind: "absent" });
      });

      it("of twenty who create one note at once, exactly one does, and it is its text", async () => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            (n % 2 === 0 ? vault : bench.again).create("Plans/a.md", `${n}`),
          ),
        );
        expect(answers.filter((answer) => answer.kind === "created")).toHaveLength(1);
        expect(answers.filter((answer) => answer.kind === "exists")).toHaveLength(19);
        expect(await text("Plans/a.md")).toBe(`${answers.findIndex((answer) => answer.kind === "created")}`);
      });
    });

    describe("moving", () => {
      beforeEach(async () => bench.mkdir("Done"));

      it("takes a note to another folder byte for byte", async () => {
        const raw = Uint8Array.from([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0xff]);
        await bench.put("Plans/a.md", raw);
        expect(await vault.move("Plans/a.md", "Done/b.md")).toEqual({ kind: "moved" });
        expect(await bench.get("Done/b.md")).toEqual(raw);
        expect(await bench.get("Plans/a.md")).toBeNull();
      });

      it("never goes onto a name that is taken", async () => {
        await bench.put("Plans/a.md", "a");
        await bench.put("Done/a.md", "older");
        await bench.mkdir("Done/b.md");
        expect(await vault.move("Plans/a.md", "Done/a.md")).toEqual({ kind: "exists" });
        expect(await vault.move("Plans/a.md", "Done/b.md")).toEqual({ kind: "exists" });
        expect(await vault.move("Plans/a.md", "Plans/a.md")).toEqual({ kind: "exists" });
        expect([await text("Plans/a.md"), await text("Done/a.md")]).toEqual(["a", "older"]);
      });

      it("into a folder that is not there is refused, and the note stays", async () => {
        await bench.put("Plans/a.md", "a");
        expect((await vault.move("Plans/a.md", "None/a.md")).kind).toBe("refused");
        expect(await text("Plans/a.md")).toBe("a");
      });

      it("of twenty notes going to one name at once, one arrives and nineteen stay", async () => {
        for (let n = 0; n < 20; n += 1) await bench.put(`Plans/${n}.md`, `${n}`);
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            (n % 2 === 0 ? vault : bench.again).move(`Plans/${n}.md`, "Done/a.md"),
          ),
        );
        expect(answers.filter((answer) => answer.kind === "moved")).toHaveLength(1);
        expect(await bench.names("Plans")).toHaveLength(19);
        expect(await text("Done/a.md")).toBe(`${answers.findIndex((answer) => answer.kind === "moved")}`);
      });
    });

    describe("making folders", () => {
      it("makes parents too, and says when it was there already", async () => {
        expect(await vault.makeFolder("Done/Plans/2026")).toEqual({ kind: "created" });
        expect(await vault.makeFolder("Done/Plans/2026")).toEqual({ kind: "exists" });
        expect(await vault.makeFolder("Done")).toEqual({ kind: "exists" });
        expect(await vault.create("Done/Plans/2026/a.md", "x")).toEqual({ kind: "created" });
      });
    });

    describe("staying inside", () => {
      it.each(ESCAPES)("the path %j is refused by every verb, and nothing comes into being", async (path) => {
        await bench.put("Plans/a.md", "a");
        expect((await vault.read(path)).kind).toBe("unreadable");
        expect((await vault.bytes(path, 10)).kind).toBe("unreadable");
        if (path !== "") expect((await vault.list(path)).kind).toBe("unreadable");
        expect((await vault.change(path, () => "x")).kind).toBe("refused");
        expect(["refused", "exists"]).toContain((await vault.create(path, "x")).kind);
        expect(["refused", "exists"]).toContain((await vault.move("Plans/a.md", path)).kind);
        expect((await vault.move(path, "Plans/b.md")).kind).toBe("refused");
        expect(["refused", "exists"]).toContain((await vault.makeFolder(path)).kind);
        expect(await bench.names("Plans")).toEqual(["a.md"]);
      });

      it("a name in another spelling is another name or none, never the same note", async () => {
        await bench.put("Plans/März.md", "x");
        for (const path of ["plans/März.md", "Plans/märz.md", "Plans/MÄRZ.MD", "Plans/Ma\u0308rz.md"]) {
          expect((await vault.read(path)).kind).not.toBe("text");
          expect((await vault.change(path, () => "y")).kind).not.toBe("changed");
          expect((await vault.move(path, "Plans/b.md")).kind).not.toBe("moved");
        }
        expect(await text("Plans/März.md")).toBe("x");
      });

      if (traits.links)
        it("a linked note is listed as something we never open, and is not opened", async () => {
          await bench.put("Elsewhere/secret.md", "secret");
          await bench.link?.("Plans/a.md", "Elsewhere/secret.md");
          expect((await entries("Plans")).get("a.md")?.kind).toBe("other");
          expect((await vault.read("Plans/a.md")).kind).toBe("unreadable");
          expect((await vault.bytes("Plans/a.md", 10)).kind).toBe("unreadable");
          expect((await vault.change("Plans/a.md", () => "x")).kind).toBe("refused");
          expect((await vault.move("Plans/a.md", "Plans/b.md")).kind).toBe("refused");
          expect((await vault.create("Plans/a.md", "x")).kind).not.toBe("created");
          expect(await text("Elsewhere/secret.md")).toBe("secret");
        });

      if (traits.links)
        it("a linked folder leads nowhere, and a link to nothing is a name that is taken", async () => {
          await bench.put("Elsewhere/a.md", "a");
          await bench.link?.("Approved", "Elsewhere");
          await bench.link?.("Plans/gone.md", "Elsewhere/none.md");
          expect((await vault.list("Approved")).kind).toBe("unreadable");
          expect((await vault.read("Approved/a.md")).kind).toBe("unreadable");
          expect((await vault.create("Approved/b.md", "x")).kind).toBe("refused");
          expect((await vault.makeFolder("Approved")).kind).toBe("refused");
          expect((await vault.makeFolder("Approved/sub")).kind).toBe("refused");
          expect((await vault.move("Elsewhere/a.md", "Approved/b.md")).kind).toBe("refused");
          expect((await vault.move("Elsewhere/a.md", "Plans/gone.md")).kind).not.toBe("moved");
          expect((await vault.create("Plans/gone.md", "x")).kind).not.toBe("created");
          expect(await bench.names("Elsewhere")).toEqual(["a.md"]);
        });
    });

    describe("watching", () => {
      /**
       * Does something, and resolves when it is done and a hint has said to look at `path` or at the folder it is in.
       */
      const hinted = async (
        folders: readonly string[],
        path: string,
        act: () => Promise<unknown>,
      ): Promise<void> => {
        let stop = (): void => undefined;
        const hint = new Promise<void>((resolve) => {
          stop = vault.watch(folders, (heard) => {
            if (heard === path || heard === path.slice(0, path.lastIndexOf("/"))) resolve();
          });
        });
        await act();
        await hint;
        stop();
      };

      it("a note made, changed, moved away or removed by others gives a hint", async () => {
        await bench.mkdir("Done");
        await hinted(["Plans"], "Plans/a.md", () => bench.put("Plans/a.md", "1"));
        await hinted(["Plans"], "Plans/a.md", () => bench.put("Plans/a.md", "22"));
        await hinted(["Plans"], "Plans/a.md", () => bench.rename("Plans/a.md", "Done/a.md"));
        await hinted(["Plans", "Done"], "Done/a.md", () => bench.remove("Done/a.md"));
      });

      it("what we write ourselves gives a hint as well", async () => {
        await hinted(["Plans"], "Plans/a.md", () => vault.create("Plans/a.md", "1"));
        await hinted(["Plans"], "Plans/a.md", () => vault.change("Plans/a.md", () => "2"));
      });

      it("a note at the top of the vault can be watched", async () => {
        await hinted([""], "Dashboard.md", () => bench.put("Dashboard.md", "x"));
      });

      it("a note that is watched by itself gives a hint when it is made, written in place, and replaced", async () => {
        await hinted(["Dashboard.md"], "Dashboard.md", () => bench.put("Dashboard.md", "x"));
        await hinted(["Dashboard.md"], "Dashboard.md", () => bench.put("Dashboard.md", "xx"));
        await hinted(["Dashboard.md"], "Dashboard.md", () => vault.change("Dashboard.md", () => "y"));
        await hinted(["Dashboard.md"], "Dashboard.md", () => bench.put("Dashboard.md", "yy"));
      });

      it("a folder that comes later is watched from then on, and once more after it was replaced", async () => {
        let tell: (path: string) => void = () => undefined;
        const stop = vault.watch(["Done/Plans"], (path) => tell(path));
        for (const name of ["Old", "Older"]) {
          // The first hints may be for the folder alone, while it comes into being; then they name the note.
          for (let heard = "", n = 0; !heard.endsWith(".md"); n += 1) {
            const next = new Promise<string>((resolve) => (tell = resolve));
            await bench.put(`Done/Plans/${n}.md`, "x");
            heard = await next;
          }
          await bench.rename("Done", name);
        }
        stop();
      });

      it("a folder that arrives with notes already in it gives a hint", async () => {
        await bench.put("Ready/a.md", "x");
        await hinted(["Done"], "Done/a.md", () => bench.rename("Ready", "Done"));
      });

      it("a watch that was stopped says nothing more", async () => {
        const heard: string[] = [];
        vault.watch(["Plans"], (hint) => heard.push(hint))();
        await hinted(["Plans"], "Plans/a.md", () => bench.put("Plans/a.md", "1"));
        expect(heard).toEqual([]);
      });
    });
  });
}
