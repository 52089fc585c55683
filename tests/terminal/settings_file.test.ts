/**
 * A device that acted with a settings file changes nothing without one, says so at once, and says how to go on without.
 */
import { renameSync } from "node:fs";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
const vault = ["--vault", room.at("vault")];
const SAYS =
  "This device uses a settings file. Add --settings FILE as before; to continue without settings, give a file with only {}.";

beforeAll(async () => {
  room.folder("vault");
  room.write("settings.json", '{ "alert_hours": 12 }');
  room.write("empty.json", "{}");
  await room.run("init", ...vault);
  room.write(
    "vault/Plans/Card.md",
    "---\ntask_id: A\nstatus: Active\n---\n\n# Objective\n\nA card\n\n## Roadmap\n\n- [ ] ✋ Post it\n    ```action\n    type: letter\n    target: Ana\n    args:\n      text: Hello.\n    ```\n\n## Reasoning Logs\n",
  );
  await room.run("settle", "--executor", ...vault, "--settings", room.at("settings.json"));
});
afterAll(() => room.leave());

test.each(
  [
    ["settle", "--executor"],
    ["settle"],
    ["init"],
    ["take-over"],
    ["request", "A"],
    ["skip", "A"],
    ["cancel", "A"],
    ["start", "A"],
    ["confirm"],
    ["confirm", "abcdef12"],
    ["confirm", "abcdef12", "12345678"],
    ["resolve", "abcdef12", "happened"],
    ["watch"],
  ].map((words) => [words.join(" "), words] as const),
)("%s without it changes nothing, and says that before anything else", async (_name, words) => {
  const before = room.read("vault/Plans/Card.md");
  expect(await room.run(...words, ...vault)).toEqual({
    code: 1,
    out: "",
    err: `planwright: ${SAYS} Nothing was changed.\n`,
  });
  expect(room.read("vault/Plans/Card.md")).toBe(before);
});

test.each(
  [
    ["status"],
    ["explain"],
    ["explain", "A"],
    ["settle", "--dry-run"],
    ["settle", "--executor", "--dry-run"],
  ].map((words) => [words.join(" "), words] as const),
)("%s says that first, and once", async (_name, words) => {
  const { out } = await room.run(...words, ...vault);
  expect(
    out.startsWith(
      `${SAYS} Until then, this does not show whether a server or folder changed since you were asked.\n\n`,
    ),
  ).toBe(true);
  expect(out.split(SAYS)).toHaveLength(2);
  expect(out).not.toContain("Nothing was changed");
});

test("as JSON it stands on standard error, and the object alone on standard output", async () => {
  const { out, err } = await room.run("status", "--json", ...vault);
  expect(JSON.parse(out)).toMatchObject({ current: "A" });
  expect(err).toContain(`planwright: ${SAYS}`);
});

test("a pause needs no settings", async () => {
  expect(await room.run("pause", ...vault)).toMatchObject({
    code: 0,
    out: expect.stringContaining("Paused.") as string,
  });
  expect(await room.run("continue", ...vault)).toMatchObject({
    code: 0,
    out: expect.stringContaining("Going on.") as string,
  });
});

test("nor does it beside a run that has them, and what is taken says who takes it up", async () => {
  const { seen, ended } = room.start("watch", "--executor", ...vault, "--settings", room.at("settings.json"));
  await seen("Watching");
  for (const words of [
    ["confirm", "A", "12345678"],
    ["request", "A"],
  ]) {
    expect(await room.run(...words, ...vault)).toEqual({
      code: 1,
      out: "",
      err: `planwright: ${SAYS} Nothing was changed.\n`,
    });
  }
  expect((await room.run("pause", ...vault)).out).toBe(
    "Paused. This device writes no requests and carries none out until you continue. The run that is at work takes it up within a minute.\n",
  );
  await room.run("continue", ...vault);
  process.emit("SIGINT");
  expect(await ended).toBe(0);
});

test("as JSON the status stands on standard output all the same", async () => {
  const { code, out } = await room.run("settle", "--json", ...vault);
  expect({ code, json: JSON.parse(out) as unknown }).toMatchObject({
    code: 1,
    json: { moves: [], status: { current: "A" } },
  });
});

test.skipIf(process.platform === "win32")(
  "while nobody can tell whether it did, nothing is changed either",
  async () => {
    const file = room.at("device/records.jsonl");
    renameSync(file, room.at("aside"));
    // Nobody opens the socket of another program, root neither.
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(file, resolve));
    const called = await room.run("settle", "--executor", ...vault);
    await new Promise((resolve) => other.close(resolve));
    renameSync(room.at("aside"), file);
    expect(called).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^planwright: This device’s memory cannot be read now, so it is unknown whether it uses a settings file\. .* Nothing runs until it can be read\. Nothing was changed\.$/m,
      ) as string,
    });
  },
);

test("a file that holds nothing is the way back", async () => {
  expect(await room.run("settle", "--executor", ...vault, "--settings", room.at("empty.json"))).toMatchObject(
    { code: 0, err: "" },
  );
});
