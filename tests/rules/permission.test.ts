/** The runs that may write by themselves, and those that may put their name down as the one that acts. */
import { describe, expect, test } from "vitest";
import type { World } from "../../src/rules/world";
import { DAY } from "../../src/kit/dates";
import { asked, device, DEVICE, NOW, requestNote, world, type Found } from "./build";

const one = asked(1);
const NOBODY: Found = { acting: { kind: "nobody" } };
const named = (id: string): Found => ({
  acting: { kind: "named", device: id, name: "Laptop", since: NOW, seen: "2026-02-21" },
});
const theirs = (
  age: number,
  folder: "pending" | "approved" | "rejected" = "pending",
  intact = true,
): Found => ({
  requests: [
    requestNote(one, folder, {
      kind: "elsewhere",
      identity: { ...one.identity, executor: "e".repeat(32), created: NOW - age },
      action: null,
      intact,
    }),
  ],
});
const PAUSED: Found = { device: { ...device, paused: { at: NOW, why: "" } } };

const rights = ({ mayWrite, mayClaim, standing }: World): string =>
  [mayWrite ? "writes" : "", mayClaim ? "claims" : "", standing.length === 0 ? "acts" : ""]
    .filter((each) => each !== "")
    .join(", ");

describe("a device in a vault", () => {
  test.each<readonly [string, Found, string]>([
    ["that names it", {}, "writes, acts"],
    ["that names it, and is damaged", { hindrances: ["Damaged."] }, ""],
    ["that names it, and is paused", PAUSED, "writes"],
    ["that names another", named("e".repeat(32)), ""],
    [
      "that names another, and it remembers nothing of itself",
      { ...named("e".repeat(32)), device: { ...device, device: null } },
      "",
    ],
    ["whose note of the acting device cannot be read", { acting: { kind: "unreadable" } }, ""],
    ["in which nobody acts", NOBODY, "writes, claims"],
    ["in which nobody acts, and is damaged", { ...NOBODY, hindrances: ["Damaged."] }, ""],
    ["in which nobody acts, and is paused", { ...NOBODY, ...PAUSED }, "writes"],
    ["in which nobody acts, and another wrote a request", { ...NOBODY, ...theirs(DAY) }, ""],
    [
      "in which nobody acts, and another wrote a request long ago",
      { ...NOBODY, ...theirs(15 * DAY) },
      "writes, claims",
    ],
    [
      "in which nobody acts, and another wrote a request that its clock puts far ahead",
      { ...NOBODY, ...theirs(-15 * DAY) },
      "writes, claims",
    ],
    [
      "in which nobody acts, and another wrote a request just as long ago as makes it history",
      { ...NOBODY, ...theirs(14 * DAY) },
      "writes, claims",
    ],
    [
      "in which nobody acts, and another wrote a request just as far ahead as makes it nonsense",
      { ...NOBODY, ...theirs(-14 * DAY) },
      "writes, claims",
    ],
    [
      "in which nobody acts, and another's request was rejected",
      { ...NOBODY, ...theirs(DAY, "rejected") },
      "writes, claims",
    ],
    [
      "in which nobody acts, and what looks like another's request is not whole",
      { ...NOBODY, ...theirs(DAY, "approved", false) },
      "writes, claims",
    ],
    ["that names it, and another wrote a request", theirs(DAY, "approved"), ""],
  ])("%s, started to act", (_where, seen, expected) => {
    expect(rights(world(seen))).toBe(expected);
  });

  test.each<readonly [string, Found, string]>([
    ["a clerk where this device acts", { role: "clerk" }, "writes"],
    ["a clerk where another acts", { role: "clerk", ...named("e".repeat(32)) }, "writes"],
    ["a clerk where nobody acts", { role: "clerk", ...NOBODY }, "writes"],
    ["a clerk with a damaged memory", { role: "clerk", hindrances: ["Damaged."] }, ""],
    ["a viewer where this device acts", { role: "viewer" }, ""],
    ["a viewer where nobody acts", { role: "viewer", ...NOBODY }, ""],
  ])("as %s", (_what, seen, expected) => {
    expect(rights(world(seen))).toBe(expected);
  });

  test("that acts is the one that is named, and no other", () => {
    expect(rights(world(named(DEVICE)))).toBe("writes, acts");
  });

  test.each(["plans", "done_plans"] as const)(
    "carries nothing out while the folder %s cannot be read in full",
    (which) => {
      const path = { plans: "Plans", done_plans: "Done/Plans" }[which];
      expect(world({ folders: { absent: [], unreadable: [path], bare: [] } }).standing).toEqual([
        `The folder ${path} cannot be found, or something there cannot be read; nothing runs until you fix that.`,
      ]);
      expect(
        world({ folders: { absent: [path], unreadable: [], bare: [] } }).standing,
        "it holds no plan then",
      ).toEqual([]);
    },
  );

  test.each(["pending", "approved", "rejected", "done_actions"] as const)(
    "carries nothing out while the folder %s is missing or cannot be read",
    (which) => {
      const path = {
        pending: "Pending_Approval",
        approved: "Approved",
        rejected: "Rejected",
        done_actions: "Done/Actions",
      }[which];
      for (const folders of [
        { absent: [path], unreadable: [], bare: [] },
        { absent: [], unreadable: [path], bare: [] },
      ]) {
        expect(world({ folders }).standing).toEqual([
          `The folder ${path} cannot be found, or something there cannot be read; nothing runs until you fix that.`,
        ]);
      }
    },
  );
});
