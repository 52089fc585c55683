/**
 * The real program and a model that is silent, refuses, or is not there: what is told, what is noted, and that calls
 * are hung up.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  body,
  called,
  delta,
  events,
  startModelServer,
  stream,
  used,
  type ModelServer,
  type Play,
} from "../fakes/modelServer";
import { openProgram, until, type Program } from "./program";

let program: Program;
let server: ModelServer;
beforeAll(async () => {
  program = await openProgram();
});
afterAll(() => program.leave());
afterEach(() => server.leave());

const SILENT: Play = () => undefined;

const wants = (tool: string, input: object): Play =>
  stream(events(called(0, "a", tool, JSON.stringify(input)), delta({}, "tool_calls"), used(900, 40)));

/** Plays one after another; the last goes on. */
async function serve(...plays: readonly Play[]): Promise<void> {
  let asked = 0;
  server = await startModelServer((response, request) => {
    asked += 1;
    return (plays[asked - 1] ?? plays.at(-1) ?? SILENT)(response, request);
  });
}

const times = (text: string, part: string): number => text.split(part).length - 1;

test("Ctrl+C hangs up, and the run says that it stopped and at most what it cost", async () => {
  await serve(SILENT);
  const roof = program.thought(server.url);
  const run = roof.start("think", "P-1");
  await server.asked;
  // Noted before it was asked: after a crash, too, nobody takes it for free.
  expect(roof.notes()).toContain('"kind":"asked"');
  run.kill("SIGINT");
  const { code, out } = await run.ended;
  expect(code).toBe(130);
  await server.hungUp;
  expect(out).toContain("Stopped before the model had answered. To go on: planwright think P-1");
  expect(out).toMatch(/Spent on this plan so far: 1 turn, at most [\d,]+ tokens/);
  expect(roof.notes()).toContain('"code":"stopped"');
  expect(server.seen.length).toBe(1);
});

test("after a crash the question is asked again, and the lost one counts", async () => {
  await serve(
    SILENT,
    wants("write_work_file", { name: "Offers.md", text: "# Offers\n\nKern is dearer.\n" }),
    wants("finish_step", { summary: "Compared.", outside: "none", evidence: [{ file: "Offers.md" }] }),
    // The next step needs approval; the model is to say what goes out.
    wants("give_back", { why: "Nobody says what to order." }),
  );
  const roof = program.thought(server.url);
  const first = roof.start("think", "P-1");
  await server.asked;
  first.kill("SIGKILL");
  await first.ended;
  const { code, out } = await roof.call("", "think", "P-1");
  expect(code).toBe(0);
  expect(out).toContain("1 step of “Roof” finished.");
  expect(out).toMatch(/Spent on this plan so far: 4 turns, at most [\d,]+ tokens/);
  expect(server.seen.length).toBe(4);
  expect(times(roof.notes(), '"kind":"asked"')).toBe(4);
  expect(readFileSync(roof.at("Plans/Roof.md"), "utf8")).toContain("- [x] Compare the offers");
});

test("a tick by hand hangs up the call for that step, and watch goes on", async () => {
  await serve(SILENT);
  const roof = program.thought(server.url);
  const run = roof.start("watch", "--executor");
  await server.asked;
  const plan = roof.at("Plans/Roof.md");
  writeFileSync(plan, readFileSync(plan, "utf8").replace("- [ ] Compare", "- [x] Compare"));
  await server.hungUp;
  await until(() => run.isOver() || roof.notes().includes('"code":"stopped"'));
  expect(run.isOver()).toBe(false);
  run.kill("SIGINT");
  expect((await run.ended).code).toBe(0);
  expect(server.seen.length).toBe(1);
});

test.each(["think", "settle"] as const)("%s says why there is no answer, and ends with 3", async (verb) => {
  const words = verb === "think" ? ["think", "P-1"] : ["settle", "--executor"];
  await serve(body(401, { error: { message: "Incorrect API key provided" } }));
  const refused = await program.thought(server.url).call("", ...words);
  expect(refused).toMatchObject({ code: 3, err: "" });
  expect(refused.out).toContain("401: Incorrect API key provided");
  await server.leave();
  const roof = program.thought(server.url);
  const alone = await roof.call("", ...words);
  expect(alone).toMatchObject({ code: 3, err: "" });
  expect(alone.out).toContain("No answer about P-1: the model was not reached. The server at 127.0.0.1");
  if (verb === "think") {
    expect(alone.out).toMatch(
      /It can be asked again from [\d-]{10} [\d:]{5} UTC on\. To do so then: planwright think P-1/,
    );
    expect(alone.out).toContain("0 turns, 0 tokens");
    // Nobody is told that it thinks while it waits.
    const again = await roof.call("", ...words);
    expect(again.code).toBe(3);
    expect(again.out).not.toContain("Thinking");
  }
});

const draft = (objective: string): object => ({
  objective,
  steps: [{ text: "List who comes", doer: "agent", goes_out: false }],
});

test("a model drafts a plan of a note, and its code makes exactly that, once", async () => {
  await serve(wants("draft_plan", { objective: "" }), wants("draft_plan", draft("Anna has a party.")));
  const roof = program.thought(server.url);
  mkdirSync(roof.at("Inbox"));
  writeFileSync(roof.at("Inbox/Party.md"), "Anna wants a party.\n");
  const shown = await roof.call("", "plan", "Inbox/Party.md");
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out).toContain("Drafted by the model “main” (2 turns, 1,880 tokens");
  expect(server.seen.length).toBe(2);
  const code = /planwright plan \S+ ([0-9a-f]{8})/.exec(shown.out)?.[1] ?? "";
  const made = await roof.call("", "plan", "Inbox/Party.md", code);
  expect(made.code).toBe(0);
  expect(readdirSync(roof.at("Plans")).filter((name) => name.includes("Anna has a party"))).toHaveLength(1);
  expect((await roof.call("", "plan", "Inbox/Party.md", code)).err).toContain("has a plan already");
  expect(server.seen.length).toBe(2);
});

test("Ctrl+C hangs up a model that drafts, and nothing is made", async () => {
  await serve(SILENT);
  const roof = program.thought(server.url);
  writeFileSync(roof.at("Party.md"), "Anna wants a party.\n");
  const run = roof.start("plan", "Party.md");
  await server.asked;
  run.kill("SIGINT");
  const { code, err } = await run.ended;
  expect(code).toBe(130);
  await server.hungUp;
  expect(err).toContain("Stopped: no draft was made.");
  expect(readdirSync(roof.at("Plans"))).toEqual(["Roof.md"]);
});
