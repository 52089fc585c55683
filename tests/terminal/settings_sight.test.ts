/**
 * A watch whose settings file changes: it says so once, says what it does now, and sends nothing by settings that a
 * person took back.
 */
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
afterAll(() => room.leave());

const SERVER = { command: process.execPath, args: [path.resolve("scripts/parts/odd-server.mjs")] };
const SETTINGS = {
  servers: { odd: SERVER },
  actions: { letter: { server: "odd", tool: "clutter" } },
  quiet_seconds: 0,
};
const HELD = "Nothing is asked or carried out until it is as before, or you restart this run.";

let n = 0;

/** A watch with a request that waits, and the name of its note. */
async function watching() {
  n += 1;
  const folder = `a${String(n)}`;
  const settings = room.write(`${folder}/settings.json`, JSON.stringify(SETTINGS));
  room.write(
    `${folder}/vault/Plans/a.md`,
    "---\ntask_id: A\nstatus: Active\n---\n\n## Roadmap\n\n- [ ] ✋ Send it\n    ```action\n    type: letter\n    ```\n- [ ] Log it\n\n## Reasoning Logs\n",
  );
  const options = [
    "--vault",
    room.at(`${folder}/vault`),
    "--device",
    room.at(`${folder}/device`),
    "--settings",
    settings,
  ];
  await room.run("init", ...options);
  const { seen, ended } = room.start("watch", "--executor", ...options);
  await seen("Approval needed (1)");
  const pending = (): readonly string[] =>
    room.list(`${folder}/vault/Pending_Approval`).filter((name) => name.startsWith("20"));
  return {
    seen,
    says: (text: object | string) =>
      room.write(`${folder}/settings.json`, typeof text === "string" ? text : JSON.stringify(text)),
    gone: () => room.remove(`${folder}/settings.json`),
    approve() {
      const [name = ""] = pending();
      room.write(`${folder}/vault/Approved/${name}`, room.read(`${folder}/vault/Pending_Approval/${name}`));
      room.remove(`${folder}/vault/Pending_Approval/${name}`);
    },
    records: () => room.list(`${folder}/vault/Done/Actions`).filter((name) => name.includes("_receipt")),
    async end() {
      process.emit("SIGINT");
      await ended;
    },
  };
}

test.each([
  [
    "a server that was removed",
    { ...SETTINGS, servers: {}, actions: {} },
    " has changed (the server “odd” is gone, the action “letter” is gone). ",
  ],
  [
    "a server that is another",
    { ...SETTINGS, servers: { odd: { ...SERVER, args: ["other.mjs"] } } },
    " has changed (the server “odd” is another). ",
  ],
  [
    "another tool",
    { ...SETTINGS, actions: { letter: { server: "odd", tool: "confess" } } },
    " has changed (the action “letter” is another). ",
  ],
  ["a file that is broken in the middle of an edit", '{ "servers": {', " is not valid JSON"],
])(
  "%s: it is said, what was approved is held, and goes out when the file is as it was",
  async (_what, changed, said) => {
    const { seen, says, approve, records, end } = await watching();
    says(changed);
    const out = await seen(HELD);
    expect(out).toContain(said);
    approve();
    // The status names the reason, so the look that saw the approval is over.
    await seen("This device:");
    expect(records()).toEqual([]);
    says(SETTINGS);
    await seen("is as this run read it again, so the run continues.");
    const all = await seen("Ticks the step");
    expect(
      all.split("planwright: ").filter((line) => line.includes(HELD)),
      "said once",
    ).toHaveLength(1);
    expect(records()).toHaveLength(1);
    await end();
  },
);

test("a file that is gone holds, too", async () => {
  const { seen, gone, end } = await watching();
  gone();
  expect(await seen(HELD)).toContain("settings.json is gone. ");
  await end();
});

test("what decides nothing that goes out changes nothing, and is said", async () => {
  const { seen, says, approve, records, end } = await watching();
  says({ ...SETTINGS, alert_hours: 5 });
  await seen("has changed. This run keeps the settings it started with; to use the new ones, restart it.");
  approve();
  await seen("Ticks the step");
  expect(records()).toHaveLength(1);
  await end();
});
