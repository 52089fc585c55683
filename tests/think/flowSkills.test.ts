/** Skills of a running flow: those from outside the vault are in its copy, those in notes leave a trace in the log. */
import { expect, test } from "vitest";
import type { ShelfPort } from "../../src/kit/ports/shelf";
import { createSimulatedClock } from "../fakes/clock";
import { says } from "../fakes/models";
import { createMemoryVault } from "../fakes/vault";
import { type Bench, settle, whyBlocked } from "./desk";
import { answer, planOf } from "./flowBench";
import { benchFor, start, taskIn } from "./flowPlay";

const FLOW = `\`\`\`flow
agents: { me: { role: worker } }
steps:
  - step: look
    agent: me
  - step: agree
    ask: confirm
  - step: implement
    agent: me
\`\`\`
`;

/** Folders outside the vault, in memory: `own` and those of the settings, by path. */
function shelfOf(folders: Readonly<Record<string, Readonly<Record<string, string>>>>): ShelfPort {
  const clock = createSimulatedClock("2026-03-02T09:00:00Z");
  const open: ShelfPort["folder"] = (where) => {
    const files = folders[where];
    return Promise.resolve(
      files === undefined
        ? { kind: "absent", where }
        : { kind: "open", shelf: { where, ...createMemoryVault({ clock, files }) } },
    );
  };
  return {
    own: (kind) => open(`own/${kind}`),
    folder: open,
    keep: () => Promise.resolve({ kind: "refused", why: "It is full.", where: "own" }),
  };
}

const logOf = (bench: Bench): string =>
  (bench.vault.text(planOf(bench).path) ?? "").split("## Reasoning Logs")[1] ?? "";
const copyOf = (bench: Bench): string =>
  Object.entries(bench.vault.files()).find(([path]) => path.endsWith("/Flow.md"))?.[1] ?? "";
const told = (bench: Bench, step: string): string =>
  bench.models.asked.filter(({ about }) => about.step === step).map(taskIn)[0] ?? "";

test("skills from outside the vault are copied, so that a device without them goes on", async () => {
  const files = { "Flows/Ways.md": FLOW };
  const shelf = shelfOf({
    "own/skills": { "look.md": "Count the bees.\n\n## Implement\n\nNot this.\n\n```\ncode <% x %>\n```\n" },
    "~/others": {
      "look.md": "Count the wasps.",
      "implement/SKILL.md": "---\nname: implement\ntools: Bash\n---\nBuild the hive.",
      "preamble me.md": "Say it plainly.",
    },
  });
  const bench = benchFor({ files, shelf, settings: { skill_folders: ["~/others"] } });
  await start(bench, { flow: "ways", inputs: {} });
  expect(copyOf(bench)).toContain("### Skill look, from own/skills/look.md\n\n````markdown\nCount the bees.");
  expect(copyOf(bench)).toContain("code < % x %>");
  expect(logOf(bench)).toMatch(
    /With the skill “look” from own\/skills\/look\.md \(hash [0-9a-f]{12}\), the preamble of “me” from \\~\/others\/preamble me\.md \(hash [0-9a-f]{12}\), the skill “implement” from/,
  );
  expect(told(bench, "Look")).toContain(
    "## How you work\n\nSay it plainly.\n\n## Instructions for this step\n\nCount the bees.\n\n## Implement\n\nNot this.",
  );
  answer(bench, 1);
  const other = benchFor({ files: bench.vault.files(), name: " elsewhere" });
  const engine = await other.open();
  await engine.obey({ kind: "take-over" });
  await engine.settle();
  await engine.close();
  await settle(other);
  expect(told(other, "Implement")).toContain("## Instructions for this step\n\nBuild the hive.\n");
  expect(planOf(other).status).toBe("Done");
});

test("the log says which note an agent got, once, and again when the note was changed", async () => {
  const bench = benchFor({
    files: {
      "Flows/Ways.md": FLOW,
      "Skills/Look.md": "Count the bees.",
      "Skills/preamble me.md": "Be brief.",
    },
  });
  await start(bench, { flow: "ways", inputs: {} });
  const lines = (): readonly string[] =>
    logOf(bench)
      .split("\n")
      .filter((line) => line.includes("(guided, "));
  expect(lines()).toHaveLength(1);
  expect(lines()[0]).toContain("The agent gets instructions from two notes at step 1");
  expect(lines()[0]).toContain("[[Skills/Look|");
  answer(bench, 1);
  bench.vault.put("Skills/preamble me.md", "Be very brief.");
  await settle(bench);
  expect(lines()).toHaveLength(2);
  expect(lines()[1]).toContain("The agent gets instructions from a note at step 3");
  expect(told(bench, "Implement")).toContain("Be very brief.");
  expect(told(bench, "Implement")).toContain("Do this task, no other.");
});

test("a note that is changed while its step is worked on is told of before the agent reads it", async () => {
  let bench: Bench | null = null;
  bench = benchFor({ files: { "Flows/Ways.md": FLOW, "Skills/look.md": "Count the bees." } }, (question) => {
    const turn = question.messages.filter(({ from }) => from === "model").length;
    if (turn === 0) bench?.vault.put("Skills/look.md", "Count the wasps.");
    return turn === 0
      ? says("I write.", ["write_work_file", { name: "look.md", text: "x" }])
      : says("Done.", ["finish_step", { summary: "x", evidence: [{ file: "look.md" }] }]);
  });
  await start(bench, { flow: "ways", inputs: {} });
  expect(logOf(bench)).toContain("They have changed; their hash is");
});

test("a note that cannot be used stops the plan, and does not start one", async () => {
  const long = "x".repeat(40_001);
  const bench = benchFor({ files: { "Flows/Ways.md": FLOW, "Skills/look.md": long } });
  const engine = await bench.open();
  expect(await engine.obey({ kind: "start-flow", flow: "ways", inputs: {} })).toMatchObject({
    kind: "refused",
    say: expect.stringContaining(
      "Skills/look.md cannot be used. It has more than 40,000 characters",
    ) as string,
  });
  bench.vault.put("Skills/look.md", "Count.");
  await engine.obey({ kind: "start-flow", flow: "ways", inputs: {} });
  bench.vault.put("Skills/look.md", long);
  await engine.settle();
  await engine.close();
  expect(whyBlocked(planOf(bench))).toContain(
    "Skills/look.md has instructions for this step, and cannot be used.",
  );
  expect(bench.models.asked).toEqual([]);
});

test("a folder for skills that cannot be looked through stops the plan", async () => {
  const bench = benchFor({ files: { "Flows/Ways.md": FLOW, "Skills/implement.md": "Ask Ana first." } });
  await start(bench, { flow: "ways", inputs: {} });
  bench.vault.remove("Skills/implement.md");
  bench.vault.remove("Skills");
  bench.vault.put("Skills", "A file.");
  answer(bench, 1);
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain(
    "Skills may have instructions for this step, and cannot be looked through. Skills is a file, not a folder.",
  );
  expect(told(bench, "Implement")).toBe("");
  bench.vault.remove("Skills");
  bench.vault.put("Skills/implement.md", "Ask Ana first.");
  await settle(bench);
  expect(told(bench, "Implement")).toContain("Ask Ana first.");
});

test.each(["\n", "\r\n"])(
  "a copy whose line ends git or sync changes is the same copy, from %j on",
  async (ends) => {
    const lines = (text: string, end: string): string => text.replace(/\r?\n/g, end);
    const shelf = shelfOf({ "own/skills": { "implement.md": lines("Build.\nThe hive.\n", ends) } });
    const bench = benchFor({ files: { "Flows/Ways.md": `\uFEFF${lines(FLOW, ends)}` }, shelf });
    await start(bench, { flow: "ways", inputs: {} });
    const path = Object.keys(bench.vault.files()).find((each) => each.endsWith("/Flow.md")) ?? "";
    bench.vault.put(path, lines(copyOf(bench), "\r\n"));
    answer(bench, 1);
    await settle(bench);
    expect(planOf(bench).status).toBe("Done");
    expect(told(bench, "Implement")).toContain("## Instructions for this step\n\nBuild.\nThe hive.\n");
  },
);
