/** Standard output for other programs: of every verb the result alone, or nothing where the call failed. */
import { realpathSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runTerminal } from "../../src/terminal/runTerminal";
import { COMMAND_NAMES, type CommandName } from "../../src/terminal/commands";
import { openRoom, type Called } from "./call";

const room = openRoom();
const home = process.cwd();
const config = process.env["XDG_CONFIG_HOME"];

/** A call in the folder of the vault, which it does not name, so that there is something to say besides the result. */
async function run(...words: readonly string[]): Promise<Called> {
  let out = "";
  let err = "";
  const code = await runTerminal(words, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

const PLAN =
  "---\ntask_id: PLAN-1\nstatus: Active\n---\n\n# Objective\n\nA card\n\n## Roadmap\n\n- [ ] Buy it\n- [ ] ✋ Post it\n\n## Reasoning Logs\n";

/** Ways to call each verb; those that begin with `!` fail. */
const CALLS: Readonly<Record<CommandName, readonly (readonly string[])[]>> = {
  init: [[], ["--dry-run"], ["--table"]],
  status: [[]],
  settle: [["--dry-run"], [], ["--executor", "--grace", "0"]],
  watch: [["--dry-run"]],
  explain: [[], ["PLAN-1"], ["!", "PLAN-9"]],
  show: [["PLAN-1"], ["PLAN-1", "--prompt"]],
  log: [["PLAN-1", "Bought it", "--as", "helper"]],
  tick: [["PLAN-1", "1", "--as", "helper", "--why", "Bought it"]],
  draft: [["!", "PLAN-1", "2", "nowhere.yaml", "--as", "helper", "--why", "So"]],
  agent: [["PLAN-1", "off"]],
  think: [["!", "PLAN-1"]],
  request: [["!", "PLAN-1"]],
  answer: [[], ["PLAN-1"], ["!", "PLAN-9"], ["!", "PLAN-1", "2"]],
  confirm: [[], ["!", "abcd", "0123abcd"]],
  resolve: [["!", "abcd", "happened"]],
  start: [["PLAN-1"]],
  skip: [["PLAN-1", "2"]],
  later: [
    ["!", "PLAN-1", "--until", "2999-01-01"],
    ["!", "PLAN-1"],
  ],
  undo: [["!", "PLAN-1"]],
  cancel: [["PLAN-1"]],
  "spend-again": [[]],
  pause: [[]],
  continue: [[]],
  "take-over": [[]],
  repair: [[], ["all"]],
  convert: [["!"], ["!", "all", "--all-lines"]],
  merge: [["!"]],
  adopt: [["!"]],
  plan: [["Inbox/Task.md", "--without-model"], ["Inbox/Task.md"], ["!", "Inbox/None.md"]],
  models: [[]],
  "models test": [["!", "none"]],
  "resolve forget": [["!", "0123abcd"]],
  "flow list": [[]],
  "flow check": [[], ["!", "none"]],
  "flow schema": [[]],
  "flow allow": [[], ["!", "0123456789abcdef"]],
  "flow forbid": [["!", "0123456789abcdef"]],
  "flow show": [["deep-reasoning"], ["!", "none"]],
  "flow start": [
    ["deep-reasoning", "--input", "topic=A card", "--dry-run"],
    ["!", "none"],
  ],
  "flow eject": [["!", "none"]],
  "skills list": [[]],
  "skills show": [["implement"], ["!", "none"]],
  "skills eject": [["!", "none"]],
  "reasoning list": [[]],
  "reasoning again": [["!", "none"]],
  "reasoning archive": [["!", "none"]],
  "template list": [[]],
  "template save": [["!", "none"]],
  "template new": [["!", "none"]],
};

beforeAll(async () => {
  process.env["XDG_CONFIG_HOME"] = room.folder("config");
  process.chdir(realpathSync(room.folder("vault")));
  expect((await run("init", "--vault", ".")).code).toBe(0);
  room.write("vault/Inbox/Task.md", "- [ ] Write it\n- [ ] Send it to Ana\n");
  room.write("vault/Plans/Broken.md", PLAN.replace("PLAN-1", "PLAN-2").replace("Active", "Blocked: one"));
});
beforeEach(() => {
  room.write("vault/Plans/Card.md", PLAN);
});
afterAll(() => {
  process.chdir(home);
  if (config === undefined) delete process.env["XDG_CONFIG_HOME"];
  else process.env["XDG_CONFIG_HOME"] = config;
  room.leave();
});

describe.each(COMMAND_NAMES)("%s", (name) => {
  test.each(CALLS[name].map((words) => [words.join(" "), words] as const))(
    "%s: one object and nothing else",
    async (_name, [sign, ...rest]) => {
      const fails = sign === "!";
      const words = fails || sign === undefined ? rest : [sign, ...rest];
      const { code, out, err } = await run(...name.split(" "), ...words, "--json");
      expect([code, out === "" ? null : typeof JSON.parse(out), err]).toEqual(
        fails
          ? [expect.any(Number), null, expect.stringMatching(/^planwright: ./)]
          : [0, "object", expect.stringMatching(/^(planwright: .*\n)*$/)],
      );
      expect(code !== 0).toBe(fails);
    },
  );
});

test("sources for other programs come alone without --json, too", async () => {
  const schema = await run("flow", "schema");
  expect(JSON.parse(schema.out)).toMatchObject({ type: "object" });
  expect(schema.err).toContain("planwright: Vault: ");
  const picture = await run("flow", "show", "deep-reasoning", "--mermaid");
  expect(picture.out).toMatch(/^```mermaid\n[^]*\n```\n$/);
  expect(picture.err).toContain("planwright: Vault: ");
});

test("words of the model’s question by copy and paste are no part of the object", async () => {
  const { out } = await run("plan", "Inbox/Task.md", "--by-hand", "--json");
  expect(out === "" ? {} : JSON.parse(out)).toBeTypeOf("object");
});

test("settings that are missing are said beside the object", async () => {
  room.write("mine.json", '{ "alert_hours": 12 }');
  await run("settle", "--executor", "--settings", "../mine.json");
  const { out, err } = await run("status", "--json");
  expect(JSON.parse(out)).toBeTypeOf("object");
  expect(err).toContain("planwright: ");
  expect((await run("status")).out).toContain("Vault: ");
});
