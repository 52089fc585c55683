/** Skills in the terminal: where each is from, what it hides, and how a person gets one to change. */
import { rmSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
const before = process.env["XDG_CONFIG_HOME"];
afterAll(() => {
  if (before === undefined) delete process.env["XDG_CONFIG_HOME"];
  else process.env["XDG_CONFIG_HOME"] = before;
  room.leave();
});

let vault: readonly string[] = [];
let n = 0;
const at = (name: string): string => `vault${String(n)}/${name}`;
const write = (name: string, text: string): string => room.write(at(name), text);
const run = (...words: readonly string[]): ReturnType<typeof room.run> => room.run(...words, ...vault);

beforeAll(() => {
  room.write(
    "others/spec-review.md",
    "---\ndescription: As others do it\nallowed-tools: [Bash]\n---\nOthers.\n",
  );
  room.write("others/code-quality/SKILL.md", "---\nname: code-quality\n---\nOthers, too. <b>Bold</b>\n");
  room.write("others/deploy.md", "Nothing of ours.");
  room.write("secret.md", "It is 4711.");
  symlinkSync(room.at("secret.md"), room.at("others/finishing.md"));
});

beforeEach(async () => {
  n += 1;
  process.env["XDG_CONFIG_HOME"] = room.folder(`config${String(n)}`);
  const settings = room.write(
    `settings${String(n)}.json`,
    JSON.stringify({ skill_folders: [room.at("others"), room.at("nowhere")] }),
  );
  vault = [
    "--vault",
    room.folder(`vault${String(n)}`),
    "--device",
    room.at(`device${String(n)}`),
    "--settings",
    settings,
  ];
  await run("init");
  write(
    "Flows/Build.md",
    "```flow\nsteps:\n  - step: implement\n    agent: codex\n  - step: spec-review\n  - step: code-quality\n```\n",
  );
});

test("the list names each skill, where it is from, what it hides, and what is wrong with it", async () => {
  write("Skills/implement.md", "Build it.");
  write("Skills/Implement.md", "Build it twice.");
  write("Skills/code-qualty.md", "Look at it.");
  write("Skills/spec-review.md", "");
  write("Skills/preamble codex.md", "Be free.");
  room.write(`config${String(n)}/planwright/skills/code-quality.md`, "Mine.");
  const { code, out } = await run("skills");
  expect(code).toBe(0);
  const lines = out.split("\n");
  const others = room.at("others");
  const mine = room.at(`config${String(n)}/planwright/skills/code-quality.md`);
  for (const line of [
    "implement: Skills/implement.md, hides Skills/Implement.md and the built-in one",
    "  Note, line 1: Skills/implement.md is the skill “implement”, too, and that one counts. Rename one.",
    "  No flow uses it. Did you mean “code-quality”?",
    `spec-review: Skills/spec-review.md, hides ${others}/spec-review.md and the built-in one`,
    "  Note, line 1: It is empty, so the step has no instructions. Write some, or delete it.",
    "preamble codex: Skills/preamble codex.md",
    `code-quality: ${mine}, hides ${others}/code-quality/SKILL.md and the built-in one`,
    `finishing: ${others}/finishing.md, hides the built-in one`,
    "brainstorming: built in",
    "  Used by build",
    "The folders of the settings have 1 more, which no flow uses.",
    `${room.at("nowhere")}, which the settings name, is not on this device.`,
  ])
    expect(lines).toContain(line);
  const told = JSON.parse((await run("skills", "--json")).out) as { readonly skills: readonly object[] };
  expect(told.skills).toContainEqual(
    expect.objectContaining({ kind: "skill", name: "implement", place: "vault", usedBy: ["build"] }),
  );
});

test("show tells the words of one, and check what is wrong with those of a flow", async () => {
  const { out } = await run("skills", "show", "spec-review");
  expect(out).toBe(`spec-review: ${room.at("others")}/spec-review.md\nHides the built-in one\n\nOthers.\n`);
  expect(await run("skills", "show", "spec-revew")).toMatchObject({
    code: 1,
    err: expect.stringContaining("Did you mean “spec-review”?") as string,
  });
  write("Skills/spec-review.md", "x".repeat(40_001));
  expect(await run("flow", "check", "build")).toMatchObject({
    code: 1,
    out: expect.stringContaining("line 5: Skills/spec-review.md cannot be used. It has more than") as string,
  });
});

test("a link in a folder of other programs is followed by nothing, and said to be one", async () => {
  write("Flows/End.md", "```flow\nsteps:\n  - step: finishing\n```\n");
  const started = await run("flow", "start", "end");
  expect(started.code).toBe(1);
  expect(started.err).toContain("finishing.md is a symbolic link. Planwright does not follow those");
  expect((await run("skills", "show", "finishing")).out).not.toContain("4711");
  // The flow that it keeps from starting uses it all the same.
  expect((await run("skills")).out).toContain("finishing.md, hides the built-in one\n  Used by end\n");
});

test("eject copies a skill into the vault or the own folder, and never over one that is there", async () => {
  expect((await run("skills", "eject", "finishing", "--user")).code).toBe(1);
  const { out } = await run("skills", "eject", "implement");
  expect(out).toContain(
    "Copied the skill “implement” to Skills/implement.md. It counts before the built-in one.",
  );
  expect(room.read(at("Skills/implement.md"))).toMatch(
    /^---\ndescription: "Do one task, and show that it is done"\n---\n\nDo this task, no other\.\n/,
  );
  expect(await run("skills", "eject", "implement")).toMatchObject({
    code: 1,
    err: expect.stringContaining("Skills/implement.md is the skill “implement” already.") as string,
  });
  const own = `${room.at(`config${String(n)}`)}/planwright/skills`;
  expect((await run("skills", "eject", "spec-review", "--user")).out).toContain(
    `Copied the skill “spec-review” to ${own}/spec-review.md. It counts before ${room.at("others")}/spec-review.md and the built-in one.`,
  );
  const quality = await run("skills", "eject", "code-quality");
  expect(quality.out).toContain("Characters that a plugin could run were made harmless.");
  expect(room.read(at("Skills/code-quality.md"))).toBe("Others, too. \\<b>Bold\\</b>\n");
});

test("eject copies a flow that is built in, and the copy counts", async () => {
  expect((await run("flow", "eject", "write-and-review")).out).toContain(
    "Copied the flow “write-and-review” to Flows/write-and-review.md. It counts before the built-in one.",
  );
  expect((await run("flow", "list")).out).toContain("(Flows/write-and-review.md)");
  expect((await run("flow", "eject", "deep-reasoning", "--user")).code).toBe(0);
  expect((await run("flow", "list")).out).toContain("planwright/flows/deep-reasoning.md)");
  expect((await run("flow", "check")).code).toBe(0);
});

test.each([
  [["skills", "eject"], "“skills eject” needs the name of a skill"],
  [["skills", "lst"], "Did you mean “list”?"],
  [["skills", "--user"], "--user goes with flow eject and skills eject."],
  [["skills", "eject", "implement", "--dry-run"], "“skills eject” has no dry run"],
])("wrong words are answered with the right ones: %j", async (words, says) => {
  expect(await run(...words)).toMatchObject({ code: 2, err: expect.stringContaining(says) as string });
});

test("a folder that cannot be looked through starts no flow whose instructions may be in it", async () => {
  room.write("shared/implement.md", "Ask Ana first.");
  symlinkSync(room.at("shared"), room.at(at("Skills")));
  write("Flows/Own.md", "```flow\nsteps:\n  - step: alone\n```\n\n## Alone\n\nDo it.\n");
  expect(await run("flow", "check", "own")).toMatchObject({ code: 0 });
  for (const words of [
    ["check", "build"],
    ["start", "build"],
  ]) {
    const { code, out, err } = await run("flow", ...words);
    expect(code).toBe(1);
    expect(out + err).toContain(
      "line 3: Skills may have the skill “implement”, which counts, and cannot be looked through. Skills is a symbolic link.",
    );
  }
});

test("a folder for flows that cannot be looked through is told of, and hides no flow unseen", async () => {
  room.write("ways/write-and-review.md", "```flow\nsteps:\n  - step: mine\n```\n");
  rmSync(room.at(at("Flows")), { recursive: true });
  symlinkSync(room.at("ways"), room.at(at("Flows")));
  const says =
    "Another flow of this name may count before it. Flows cannot be looked through. Flows is a symbolic link.";
  expect((await run("flow", "check", "write-and-review")).out).toContain(says);
  expect(await run("flow", "start", "write-and-review")).toMatchObject({
    code: 1,
    err: expect.stringContaining(says) as string,
  });
  expect((await run("flow", "start", "mine")).err).toContain(
    "There is no flow “mine”. Flows cannot be looked through. Flows is a symbolic link.",
  );
});

test("words of others are harmless also when they come into the vault by the own folder", async () => {
  expect((await run("skills", "eject", "code-quality", "--user")).out).toContain(
    "Characters that a plugin could run were made harmless.",
  );
  await run("skills", "eject", "code-quality");
  expect(room.read(at("Skills/code-quality.md"))).toBe("Others, too. \\<b>Bold\\</b>\n");
});
