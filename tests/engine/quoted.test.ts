/**
 * Words that a person writes into a request outside its action and “Your note” are not sent; they are quoted where the
 * person is asked anew.
 */
import { expect, test } from "vitest";
import { nextMinute, settle, type Stage } from "../story/stage";
import { change, MAIL, moveTo, requestIn, stageOf, textOf } from "./asked";

const go = async (stage: Stage): Promise<void> => {
  await nextMinute(stage);
  await settle(stage, "executor");
};

async function askedAgain(
  edit: (stage: Stage, path: string) => void,
): Promise<{ readonly stage: Stage; readonly quotes: readonly string[] }> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  edit(stage, path);
  await go(stage);
  expect(stage.outside.calls).toEqual([]);
  const lines = textOf(stage, requestIn(stage)).replaceAll("\\", "").split("\n");
  return {
    stage,
    quotes: lines.filter(
      (line) => line.startsWith("- The earlier note also said") || line.startsWith("- The earlier note said"),
    ),
  };
}

test.each<readonly [string, string, string, readonly string[]]>([
  [
    "under its heading",
    "## What will happen",
    "Ask Bob first!\n\n## What will happen",
    ["- The earlier note also said: “Ask Bob first!”"],
  ],
  ["as a property", "attempt: 1", "attempt: 1\nurgent: yes", ["- The earlier note also said: “urgent: yes”"]],
  [
    "into one of our sentences",
    "Leave it in",
    "Please leave it in",
    [
      "- The earlier note also said: “- Please leave it in /Pending_Approval/ to decide later. To change what goes out, change the plan; Planwright then asks again.”",
    ],
  ],
  ["into the action alone", "subject: Invoice", "subject: Another", []],
  [
    "as something active",
    "## What will happen",
    "<img src=x onerror=alert(1)> ![[x]]\n\n## What will happen",
    ["- The earlier note also said: “&lt;img src=x onerror=alert(1)> ![[x]]”"],
  ],
])("written %s", async (_where, from, to, quotes) => {
  const found = await askedAgain((stage, path) => {
    change(stage, path, from, to);
  });
  expect(found.quotes.map((line) => line.replace("<img", "&lt;img"))).toEqual(quotes);
});

test("where it is much, ten lines of it, and how many more", async () => {
  const { quotes } = await askedAgain((stage, path) => {
    change(
      stage,
      path,
      "## What will happen",
      `${Array.from({ length: 13 }, (_, at) => `Line ${String(at)}`).join("\n")}\n\n## What will happen`,
    );
  });
  expect(quotes).toHaveLength(11);
  expect(quotes.at(-1)).toBe("- The earlier note said 3 more lines, all in that note.");
});

test("where a line is long, its beginning, and that it goes on", async () => {
  const { quotes } = await askedAgain((stage, path) => {
    change(stage, path, "## What will happen", `${"a".repeat(400)}\n\n## What will happen`);
  });
  expect(quotes).toEqual([`- The earlier note also said: “${"a".repeat(299)}…”`]);
});

test("once, and not again in the request after that", async () => {
  const { stage } = await askedAgain((at, path) => {
    change(at, path, "## What will happen", "Ask Bob first!\n\n## What will happen");
  });
  const second = moveTo(stage, requestIn(stage), "Approved");
  change(stage, second, "subject: Invoice", "subject: Another");
  await go(stage);
  expect(textOf(stage, requestIn(stage))).not.toContain("also said");
});

test("what a program writes at every approval is named when it does so twice running, whatever it writes", async () => {
  const { stage } = await askedAgain((at, path) => {
    change(at, path, "## What will happen", "Formatted at 10:01\n\n## What will happen");
  });
  const second = moveTo(stage, requestIn(stage), "Approved");
  change(stage, second, "## What will happen", "Formatted at 10:02\n\n## What will happen");
  await go(stage);
  expect(requestIn(stage)).toBe("");
  expect(textOf(stage, "Dashboard.md")).toContain("changed in the same way twice running");
});

test("also where the note is busy in the moment it is asked anew: it is asked when that can be read", async () => {
  let reads = -1;
  const stage = await stageOf(MAIL, {}, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      async read(path) {
        // The first is of the look that finds it changed.
        if (path.startsWith("Approved/20") && reads >= 0) reads += 1;
        return path.startsWith("Approved/20") && reads > 1
          ? { kind: "unreadable", reason: "failed", why: "The file is busy." }
          : await ground.vault.read(path);
      },
    },
  }));
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  change(stage, path, "## What will happen", "Ask Bob first!\n\n## What will happen");
  reads = 0;
  await go(stage);
  expect(reads, "it was busy").toBeGreaterThan(1);
  expect(requestIn(stage)).toBe("");
  reads = -1;
  for (let minutes = 0; minutes < 2; minutes += 1) await go(stage);
  expect(textOf(stage, requestIn(stage))).toContain("Ask Bob first!");
  expect(stage.outside.calls).toEqual([]);
});
