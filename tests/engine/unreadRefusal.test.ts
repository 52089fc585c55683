/**
 * A refusal that no program can read refuses by its name, and any request where that says nothing: what a dry run
 * foretells, what is shown and what a run does are one judgement.
 */
import { expect, test } from "vitest";
import { NOTE_LIMIT } from "../../src/kit/ports/vault";
import { sendingsOf } from "../../src/terminal/dryRun";
import { nextMinute, settle, work, type Stage } from "../story/stage";
import { MAIL, moveTo, requestIn, stageOf, textOf } from "./asked";

const UTF16 = "saved as UTF-16";

/** Its mail is approved, and its moment in which it can be taken back is over. */
async function approved(): Promise<{ readonly stage: Stage; readonly name: string }> {
  const stage = await stageOf(MAIL, {}, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      read: async (path) =>
        ground.files()[path] === UTF16
          ? {
              kind: "unreadable",
              reason: "not-utf8",
              why: `${path} is not UTF-8 text. Save it again as UTF-8.`,
            }
          : await ground.vault.read(path),
    },
  }));
  await settle(stage, "executor");
  const name = moveTo(stage, requestIn(stage), "Approved").replace(/^Approved\/|\.md$/g, "");
  await work(stage, "executor", (engine) => engine.look());
  await nextMinute(stage);
  return { stage, name };
}

async function foretold(stage: Stage): Promise<number> {
  return sendingsOf(await work(stage, "executor", (engine) => engine.look())).length;
}

test.each([
  ["in UTF-16", (name: string) => `Rejected/${name}.md`, UTF16],
  ["too long", (name: string) => `Rejected/${name}.md`, "x".repeat(NOTE_LIMIT + 1)],
  ["in UTF-16, in the folder for a year", (name: string) => `Rejected/2026/${name}.md`, UTF16],
  ["in UTF-16, as a copy that a sync program made", (name: string) => `Rejected/${name} 2.md`, UTF16],
])("a refusal %s is none of what would be sent, and none of what is", async (_how, where, text) => {
  const { stage, name } = await approved();
  expect(await foretold(stage)).toBe(1);
  stage.ground.put(where(name), text);
  expect(await foretold(stage)).toBe(0);
  await settle(stage, "executor");
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(stage.outside.calls).toEqual([]);
  expect(textOf(stage, where(name))).toBe(text);
});

test("what is called otherwise may refuse any request: it holds all of them, and is told once", async () => {
  const { stage } = await approved();
  stage.ground.put("Rejected/Letter.md", UTF16);
  expect(await foretold(stage)).toBe(0);
  const world = await work(stage, "executor", (engine) => engine.look());
  expect(world.problems.filter(({ path }) => path === "Rejected/Letter.md")).toHaveLength(1);
  expect(world.requests.flatMap(({ notes }) => notes.map(({ path }) => path))).not.toContain(
    "Rejected/Letter.md",
  );
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(0);
  stage.ground.remove("Rejected/Letter.md");
  await settle(stage, "executor");
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(1);
});
