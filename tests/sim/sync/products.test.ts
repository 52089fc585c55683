/** The known effects of each sync product on a vault of plans, as sentences. */
import { describe, expect, test } from "vitest";
import { reachable } from "../../calibrate/explore";
import type { Script, Step } from "../../calibrate/scripts";
import { conflictCopy, lastWriterWins, obsidianSync } from "./clouds";
import { git } from "./git";
import type { MakeSync } from "./model";
import { syncthing } from "./syncthing";

const REQUEST = "type: payment\ntarget: rent\namount: 900\nnote: none\n";
const EDITED = REQUEST.replace("900", "9000");
const PENDING = "Pending_Approval/rent.md";
const APPROVED = "Approved/rent.md";
const REJECTED = "Rejected/rent.md";
const FOLDER_NOTE = "Pending_Approval/README.md";

const moves = (peer: "ana" | "ben", path: string, to: string): Step => ({ does: "moves", peer, path, to });
const writes = (peer: "ana" | "ben", path: string, text: string): Step => ({
  does: "writes",
  peer,
  path,
  text,
});
const deletes = (peer: "ana" | "ben", path: string): Step => ({ does: "deletes", peer, path });
/** Both offline, and then not. */
const apart = (...steps: readonly Step[]): readonly Step[] => [
  { does: "goes offline", peer: "ana" },
  { does: "goes offline", peer: "ben" },
  ...steps,
  { does: "goes online", peer: "ana" },
  { does: "goes online", peer: "ben" },
];

function ends(make: MakeSync, before: Script["before"], steps: readonly Step[]): readonly unknown[] {
  return [...reachable(make, { id: "a test", before, steps }).outcomes]
    .sort()
    .map((outcome) => JSON.parse(outcome) as unknown);
}

describe("syncthing", () => {
  test("an approved request and its edited twin both stay", () => {
    expect(
      ends(
        syncthing,
        { [PENDING]: REQUEST },
        apart(moves("ana", PENDING, APPROVED), writes("ben", PENDING, EDITED)),
      ),
    ).toEqual([{ [APPROVED]: REQUEST, [PENDING]: EDITED }]);
  });

  test("an approved and rejected request lies in both folders", () => {
    expect(
      ends(
        syncthing,
        { [PENDING]: REQUEST },
        apart(moves("ana", PENDING, APPROVED), moves("ben", PENDING, REJECTED)),
      ),
    ).toEqual([{ [APPROVED]: REQUEST, [REJECTED]: REQUEST }]);
  });

  test("of two edits the later keeps the name, and the earlier bears the name of who won", () => {
    expect(
      ends(
        syncthing,
        { [PENDING]: REQUEST },
        apart(writes("ana", PENDING, "earlier\n"), writes("ben", PENDING, "later\n")),
      ),
    ).toEqual([{ [PENDING]: "later\n", "Pending_Approval/rent.sync-conflict-ben.md": "earlier\n" }]);
  });

  test("an edit wins over a deletion", () => {
    expect(
      ends(syncthing, { [PENDING]: REQUEST }, apart(writes("ana", PENDING, EDITED), deletes("ben", PENDING))),
    ).toEqual([{ [PENDING]: EDITED }]);
  });
});

describe("git", () => {
  test("an edit follows a move: what is approved is not what was read", () => {
    expect(
      ends(
        git,
        { [PENDING]: REQUEST, [FOLDER_NOTE]: "Requests.\n" },
        apart(moves("ana", PENDING, APPROVED), writes("ben", PENDING, EDITED)),
      ),
    ).toEqual([{ [APPROVED]: EDITED, [FOLDER_NOTE]: "Requests.\n" }]);
  });

  test("a new request goes along when the only one is approved, although nobody moved it", () => {
    const found = ends(
      git,
      { [PENDING]: REQUEST },
      apart(moves("ana", PENDING, APPROVED), writes("ben", "Pending_Approval/power.md", "power\n")),
    );
    expect(found).toContainEqual({ [APPROVED]: REQUEST, "Approved/power.md": "power\n" });
  });

  test("a note that stays in the folder keeps a new request where it is", () => {
    const found = ends(
      git,
      { [PENDING]: REQUEST, [FOLDER_NOTE]: "Requests.\n" },
      apart(moves("ana", PENDING, APPROVED), writes("ben", "Pending_Approval/power.md", "power\n")),
    );
    expect(found).toEqual([
      { [APPROVED]: REQUEST, [FOLDER_NOTE]: "Requests.\n", "Pending_Approval/power.md": "power\n" },
    ]);
  });

  test("edits of the same line leave markers in the note, and those are committed", () => {
    const found = ends(
      git,
      { [PENDING]: REQUEST },
      apart(
        writes("ana", PENDING, REQUEST.replace("900", "1")),
        writes("ben", PENDING, REQUEST.replace("900", "2")),
      ),
    );
    const marked = (ours: number, theirs: number) => ({
      [PENDING]: REQUEST.replace(
        "amount: 900\n",
        `<<<<<<< HEAD\namount: ${ours}\n=======\namount: ${theirs}\n>>>>>>> origin/main\n`,
      ),
    });
    expect(found).toEqual([marked(1, 2), marked(2, 1)]);
  });
});

describe("products with a server", () => {
  test("with last-writer-wins the earlier edit is gone", () => {
    expect(
      ends(
        lastWriterWins,
        { [PENDING]: REQUEST },
        apart(writes("ana", PENDING, "earlier\n"), writes("ben", PENDING, "later\n")),
      ),
    ).toEqual([{ [PENDING]: "later\n" }]);
  });

  test("with conflict copies whoever comes second keeps the text under another name", () => {
    expect(
      ends(
        conflictCopy,
        { [PENDING]: REQUEST },
        apart(writes("ana", PENDING, "one\n"), writes("ben", PENDING, "two\n")),
      ),
    ).toEqual([
      { "Pending_Approval/rent (ana's conflicted copy 2026-02-21).md": "one\n", [PENDING]: "two\n" },
      { "Pending_Approval/rent (ben's conflicted copy 2026-02-21).md": "two\n", [PENDING]: "one\n" },
    ]);
  });

  test("Obsidian Sync can mix two amounts into one that nobody wrote", () => {
    const found = ends(
      obsidianSync,
      { [PENDING]: "amount: 900\n" },
      apart(writes("ana", PENDING, "amount: 9001\n"), writes("ben", PENDING, "amount: 2900\n")),
    );
    expect(found).toContainEqual({ [PENDING]: "amount: 29001\n" });
  });

  test("Obsidian Sync brings back a note that one deleted and the other edited", () => {
    expect(
      ends(
        obsidianSync,
        { [PENDING]: REQUEST },
        apart(deletes("ana", PENDING), writes("ben", PENDING, EDITED)),
      ),
    ).toEqual([{ [PENDING]: EDITED }]);
  });
});
