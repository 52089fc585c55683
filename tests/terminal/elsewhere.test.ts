/**
 * A program that one run watches, as a second terminal tells of it: at work, and in doubt only once that run is gone.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProgram, until, type Program, type Run, type Thought } from "./program";

let program: Program;
beforeAll(async () => {
  program = await openProgram();
});
afterAll(() => program.leave());

/** The note of the program; empty where it was not started. */
function ran(vault: Thought): string {
  const file = vault.at("../ran.txt");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** A flow whose one step a program does that does not end by itself; it is at work. */
async function atWork(): Promise<{ readonly vault: Thought; readonly run: Run; readonly id: string }> {
  const vault = program.thought("http://127.0.0.1:9");
  rmSync(vault.at("Plans/Roof.md"));
  const stand = path.resolve("scripts/parts/agent-program.mjs");
  const settings = {
    models: {
      slow: {
        provider: "program",
        program: {
          command: process.execPath,
          args: [stand, "hang", vault.at("../ran.txt")],
          events: "claude-stream",
        },
        price: { in: 0, out: 0 },
      },
    },
    roles: { worker: "slow" },
    agents: { coder: { model: "slow" } },
    quiet_seconds: 0,
  };
  writeFileSync(vault.at("../settings.json"), JSON.stringify(settings));
  mkdirSync(vault.at("Flows"));
  writeFileSync(vault.at("Flows/Build.md"), "```flow\nsteps:\n  - step: build\n    agent: coder\n```\n");
  await vault.call("", "take-over");
  await vault.call("", "flow", "start", "build", "--executor");
  const { out } = await vault.call("", "flow", "allow");
  await vault.call("", "flow", "allow", /planwright flow allow ([0-9a-f]{16})/.exec(out)?.[1] ?? "");
  const run = vault.start("watch", "--executor");
  await until(() => run.isOver() || ran(vault).includes("child"));
  const id = /PLAN-\d+-\w+/.exec(readdirSync(vault.at("Plans")).join("\n"))?.[0] ?? "";
  return { vault, run, id };
}

async function told(vault: Thought, id: string): Promise<readonly string[]> {
  const said: string[] = [];
  for (const words of [["status"], ["explain", id], ["flow", "show", id]])
    said.push((await vault.call("", ...words)).out);
  return said;
}

test("a second terminal says that the program is at work, and that its end is unknown once its run is killed", async () => {
  const { vault, run, id } = await atWork();
  const [status = "", explained = "", shown = ""] = await told(vault, id);
  const words =
    /the program “slow” has been at work in another run of Planwright on this device since \d\d:\d\d/;
  expect(status).toMatch(words);
  expect(explained).toMatch(words);
  expect(`${status}${explained}${shown}`).not.toMatch(/nobody knows|stopped|let it run again/);
  expect(status).not.toContain("Needs you");
  expect(shown).toContain("▸ Build");
  run.kill("SIGKILL");
  await run.ended;
  const [after = "", , mark = ""] = await told(vault, id);
  expect(after).toContain("The program “slow” was started, and nobody knows how it ended.");
  expect(mark).toContain("? Build");
  expect(ran(vault).match(/^hang /gm)).toHaveLength(1);
});

test("a run that is told to stop says which program it stopped", async () => {
  const { run, id } = await atWork();
  run.kill("SIGINT");
  const { err, code } = await run.ended;
  expect(code).toBe(0);
  expect(err).toContain(
    `planwright: Stopped the program “slow” (step 1 of ${id}); check what it did before it runs again.\n`,
  );
});
