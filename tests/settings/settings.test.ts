import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, readSettings } from "../../src/settings/settings";

function why(value: unknown): string {
  const parsed = readSettings(value);
  return parsed.kind === "bad" ? parsed.why : "";
}

describe("folders", () => {
  test.each([
    [
      "two folders that are one would let a request be approved by being written",
      { approved: "Pending_Approval" },
      /one place/,
    ],
    ["the same in other letters, as some disks see it", { approved: "pending_approval" }, /one place/],
    [
      "a folder within another",
      { approved: "Pending_Approval/Approved" },
      /one place, or one is inside the other/,
    ],
    ["a Dashboard that is a plan", { dashboard: "Plans/a.md" }, /one place, or one is inside the other/],
    ["a Dashboard that is no note", { dashboard: "x.js" }, /ending in \.md/],
    ["one note for two purposes", { acting: "Dashboard.md" }, /one place/],
    ["a path that leaves the vault", { approved: "../Approved" }, /folders\.approved/],
    ["a folder of the app", { approved: ".obsidian/Approved" }, /folders\.approved/],
  ])("are refused: %s", (_what, folders, expected) => {
    expect(why({ folders })).toMatch(expected);
  });

  test("a root that leaves the vault is refused", () => {
    expect(why({ root: "../" })).not.toBe("");
    expect(why({ root: ".obsidian" })).not.toBe("");
  });

  test("the defaults are as they should be", () => {
    expect(readSettings({}).kind).toBe("settings");
    expect(readSettings({ root: "Work" }).kind).toBe("settings");
    expect(DEFAULT_SETTINGS.folders.pending).toBe("Pending_Approval");
  });
});

test("a high-risk type that no action can have is refused, not passed over", () => {
  expect(why({ high_risk: ["Payment"] })).toMatch(/high_risk/);
});

test("what cannot be kept exactly is refused, not met with a fault later", () => {
  for (const value of [
    { grace_seconds: 1e300 },
    { quiet_seconds: 2 ** 53 },
    { servers: { "half \ud800": { url: "https://a.example" } } },
  ])
    expect(readSettings(value)).toMatchObject({
      kind: "bad",
      why: expect.stringContaining("cannot be kept exactly") as string,
    });
});
