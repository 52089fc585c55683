/**
 * Gate: what happens in the middle of things, on several devices, and to the clock. Only the folder's door can be
 * stopped there.
 */
import { expect } from "vitest";
import type { Case } from "./book";
import type { FolderGround, Moment } from "./folder";
import { carryOut } from "./gate-again";
import { approve } from "./ground";

/** Moments between the last reading and the call, and what somebody does in them. */
const MEANWHILE: readonly (readonly [moment: Moment, when: string])[] = [
  ["look", "while the server is asked for its tools"],
  ["record", "after the last reading, before the record is there"],
  ["recorded", "after the record was written"],
];
const HAPPENINGS: Readonly<Record<string, (ground: FolderGround, name: string) => void>> = {
  "the receiver in the note is changed": (ground, name) =>
    ground.edit(`Approved/${name}`, "target: client_a@example.com", "target: mallory@example.com"),
  "the note is moved back": (ground, name) => ground.move(`Approved/${name}`, `Pending_Approval/${name}`),
  "the note is moved to Rejected": (ground, name) => ground.move(`Approved/${name}`, `Rejected/${name}`),
  "a copy of it arrives in Rejected under a conflict name": (ground, name) =>
    ground.copy(
      `Approved/${name}`,
      `Rejected/${name.replace(".md", ".sync-conflict-20260301-090500-ABCDEFG.md")}`,
    ),
  "the folder Rejected goes away": (ground) => ground.move("Rejected", "Archive/Rejected before"),
};

const between = MEANWHILE.flatMap(([moment, when]) =>
  Object.entries(HAPPENINGS).map(([what, happen]): Case<FolderGround> => ({
    attack: `${what} ${when}`,
    line: "edit … between re-read and call",
    attempt(ground) {
      const name = approve(ground);
      ground.during(moment, () => happen(ground, name));
    },
    tramples: true,
    also: (ground) => expect(ground.unreached()).toEqual([]),
  })),
);

export const BETWEEN: readonly Case<FolderGround>[] = [
  ...between,
  {
    attack: "an executed request is put back on another device that shares the vault and says it acts",
    line: "replay … on another device",
    async attempt(ground) {
      const name = await carryOut(ground);
      ground.copy(`Done/Actions/${name}`, `Approved/${name}`);
      ground.remove("Acting device.md");
      ground.device("b");
    },
    calls: 1,
  },
  {
    attack: "an approved request reaches a device that did not write it",
    line: "replay … on another device",
    attempt(ground) {
      approve(ground);
      ground.device("b");
    },
    shown: /Laptop A/,
  },
  {
    attack: "the whole vault is copied with an approval in it, and opened by the same device",
    line: "replay … in a vault copy",
    async attempt(ground) {
      approve(ground);
      await ground.moveVault();
      ground.device("a", { vault: "copy" });
    },
    shown: /copy|copied/,
    tramples: true,
  },
  {
    attack: "a laptop is cloned, and both run on one vault",
    line: "cloned laptop",
    async attempt(ground) {
      approve(ground);
      ground.device("clone", { from: "a" });
      await ground.settle();
      expect(ground.shown()).toMatch(/another computer/);
      expect(ground.calls()).toEqual([]);
      ground.device("a");
      await ground.settle();
      ground.device("clone");
    },
    calls: 1,
  },
  {
    attack: "Obsidian and a terminal on one computer both act for one vault, each with a memory of its own",
    line: "Obsidian and terminal on one vault",
    async attempt(ground) {
      ground.device("terminal", { machine: "computer a" });
      await ground.settle();
      const name = approve(ground);
      await ground.settle();
      expect(ground.calls()).toEqual([]);
      ground.device("a");
      await ground.settle();
      ground.device("terminal");
      expect(name).toBeTruthy();
    },
    calls: 1,
    shown: /is the acting device/,
  },
  {
    attack: "the clock of the computer is set back by a year after the action",
    line: "clock set back",
    async attempt(ground) {
      const name = await carryOut(ground);
      ground.clock.jump(-365 * 86_400_000);
      ground.copy(`Done/Actions/${name}`, `Approved/${name}`);
      ground.restart();
    },
    calls: 1,
  },
  {
    attack: "the clock is set back between request and approval",
    line: "clock set back",
    async attempt(ground) {
      ground.clock.jump(-30 * 86_400_000);
      await ground.settle();
      approve(ground);
    },
    calls: 1,
  },
  {
    attack: "the clock is set back, and the approval is given, while nobody is here",
    line: "clock set back",
    attempt(ground) {
      ground.clock.jump(-30 * 86_400_000);
      approve(ground);
    },
    shown: /off or asleep for days, so it needs a confirmation here/,
  },
  {
    attack: "this device forgot everything, and an approval of its former self lies there",
    line: "replay … after restore",
    attempt(ground) {
      approve(ground);
      ground.store().restore([]);
      ground.restart();
    },
  },
  {
    attack:
      "an old program carries out what lies in Approved, and takes the note away while Planwright waits",
    line: "a legacy script executing `Approved`",
    attempt(ground) {
      const name = approve(ground);
      ground.during("wait", () => ground.move(`Approved/${name}`, `Archive/${name}`));
    },
    shown: /Another program may be acting on this folder/,
  },
  {
    attack: "the forged log of a plan tells of requests that were never made, newer than the one that waits",
    line: "re-issue wars",
    attempt(ground) {
      const step = /\^(s-[0-9a-f]+)/.exec(ground.read("Plans/Invoice.md"))?.[1] ?? "";
      ground.edit(
        "Plans/Invoice.md",
        "Agent: Created plan — Several steps.",
        `Agent: Created plan — Several steps.\n- [2027-03-01T09:00:00Z] Agent: Asked for approval — x. (asked, step ${step}, request ${"ab".repeat(16)}, note 2027-03-01T0900Z_email_x_abababab, text 000000000000)`,
      );
    },
    thenApproved: true,
  },
];
