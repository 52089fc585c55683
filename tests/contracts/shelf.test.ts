/** Folders outside the vault on a disk: nothing leads out of them, and nothing that is there is replaced. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createDiskShelf } from "../../src/adapters/folder/createDiskShelf";
import type { Shelf } from "../../src/kit/ports/shelf";

const home = mkdtempSync(path.join(tmpdir(), "planwright-shelf-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const others = path.join(home, "others");
mkdirSync(path.join(others, "implement"), { recursive: true });
writeFileSync(path.join(others, "review.md"), "Compare.");
writeFileSync(path.join(others, "implement/SKILL.md"), "Build.");
writeFileSync(path.join(others, "binary.md"), Buffer.from([0xff, 0xfe, 0x00, 0x80]));
writeFileSync(path.join(others, "huge.md"), "x".repeat(1_100_000));
writeFileSync(path.join(home, "secret.md"), "It is 4711.");
symlinkSync(path.join(home, "secret.md"), path.join(others, "link.md"));
symlinkSync(home, path.join(others, "elsewhere"));
const shelves = createDiskShelf(path.join(home, "config"), home);

async function opened(at: string): Promise<Shelf> {
  const opening = await shelves.folder(at);
  if (opening.kind !== "open") throw new Error(opening.kind);
  return opening.shelf;
}

test("a folder is told by its short name, and its files are read", async () => {
  const shelf = await opened("~/others");
  expect(shelf.where).toBe("~/others");
  expect(await shelf.read("review.md")).toMatchObject({ kind: "text", text: "Compare." });
  expect(await shelf.read("implement/SKILL.md")).toMatchObject({ kind: "text", text: "Build." });
});

test.each([
  ["link.md", "symbolic link"],
  ["elsewhere/secret.md", "symbolic link"],
  ["../secret.md", "could lead out"],
  ["/etc/passwd", "starts with “/”"],
  ["binary.md", "is not UTF-8 text"],
  ["huge.md", "huge.md"],
])("%s is refused, and it is said why", async (file, why) => {
  expect(await (await opened(others)).read(file)).toMatchObject({
    kind: "unreadable",
    why: expect.stringContaining(why) as string,
  });
});

test("a folder that is not there, a file, and half a path", async () => {
  expect(await shelves.folder("~/nowhere")).toEqual({ kind: "absent", where: "~/nowhere" });
  expect(await shelves.folder("~/secret.md")).toMatchObject({ kind: "refused" });
  expect(await shelves.folder("others")).toMatchObject({ kind: "refused" });
});

test("a new note goes into the person’s own folder, and never over one that is there", async () => {
  expect(await shelves.own("skills")).toMatchObject({ kind: "absent" });
  expect(await shelves.keep("skills", "review.md", "Mine.")).toEqual({
    kind: "created",
    where: "~/config/skills/review.md",
  });
  expect(await shelves.keep("skills", "review.md", "Another.")).toMatchObject({ kind: "exists" });
  expect(await shelves.keep("skills", "../review.md", "Out.")).toMatchObject({ kind: "refused" });
  expect(readFileSync(path.join(home, "config/skills/review.md"), "utf8")).toBe("Mine.");
  expect(await shelves.own("skills")).toMatchObject({ kind: "open" });
});
