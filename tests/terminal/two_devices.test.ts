/** A vault on two devices, the second of which has no settings, or other ones: it tells no change that it cannot know. */
import { cpSync, existsSync, readdirSync, renameSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openRoom, type Called } from "./call";

const room = openRoom();
afterAll(() => room.leave());

const ACTION =
  "    ```action\n    type: email\n    target: band@example.org\n    args:\n      subject: Fifth of May\n      body: Are you free?\n    ```\n";
const PLAN = `---\ntask_id: BAND\nstatus: Active\n---\n\n# Objective\n\nA band\n\n## Roadmap\n\n- [ ] ✋ Write to them\n${ACTION}`;
const UNTRUE =
  /Changed since you were asked|no longer has a server|asks again|not the one you were asked about|not as this device wrote/;
const LACK = "The settings of the device that asked are not here";

let n = 0;
const at = (name: string): string => `${String(n)}/${name}`;
/** On one device of the two; `words` may name settings. */
const on = (device: "first" | "second", ...words: readonly string[]): Promise<Called> =>
  room.run(...words, "--vault", room.at(at(device)), "--device", room.at(at(`memory of ${device}`)));
const first = (...words: readonly string[]): Promise<Called> =>
  on("first", ...words, "--settings", room.at(at("settings.json")));
const second = (...words: readonly string[]): Promise<Called> => on("second", ...words);
const sync = (from: string, to: string): void => {
  room.remove(at(to));
  cpSync(room.at(at(from)), room.at(at(to)), { recursive: true });
};
const move = (device: string, from: string, to: string): void => {
  const name = readdirSync(room.at(at(`${device}/${from}`))).find((each) => /^20/.test(each)) ?? "none";
  renameSync(room.at(at(`${device}/${from}/${name}`)), room.at(at(`${device}/${to}/${name}`)));
};
const told = async (): Promise<string> => {
  const said: string[] = [];
  for (const words of [["status"], ["explain"], ["show", "BAND"], ["settle"], ["confirm"]]) {
    const { out, err } = await second(...words);
    said.push(out, err);
  }
  return said.join("\n");
};

beforeEach(async () => {
  n += 1;
  const server = [path.resolve("scripts/parts/counting-server.mjs"), room.at(at("calls"))];
  room.write(
    at("settings.json"),
    JSON.stringify({
      quiet_seconds: 0,
      servers: { mail: { command: process.execPath, args: server } },
      actions: { email: { server: "mail", tool: "send_email" } },
    }),
  );
  room.folder(at("first"));
  room.folder(at("second"));
  await first("init");
  room.write(at("first/Plans/Band.md"), PLAN);
  await first("settle", "--executor");
  sync("first", "second");
});

test("a waiting request reads as on the Dashboard, and the missing settings are named", async () => {
  const said = await told();
  expect(said).not.toMatch(UNTRUE);
  expect(said).toContain("Waiting for you");
  expect(said).toContain("Approval needed (1): move its note to Approved to agree");
  for (const words of [["status"], ["explain"], ["show", "BAND"]])
    expect((await second(...words)).out).toContain(LACK);
  expect(room.read(at("second/Plans/Band.md"))).toBe(room.read(at("first/Plans/Band.md")));
});

test("an approval given there is told as one that waits for the first device, and goes out once", async () => {
  move("second", "Pending_Approval", "Approved");
  const said = await told();
  expect(said).not.toMatch(UNTRUE);
  expect(said).toContain("Approved, waiting to run");
  sync("second", "first");
  await first("settle", "--executor");
  expect(room.read(at("calls")).trim().split("\n")).toHaveLength(1);
  sync("first", "second");
  expect(await told()).not.toMatch(UNTRUE);
});

test("a rejection given there stays one", async () => {
  move("second", "Pending_Approval", "Rejected");
  const said = await told();
  expect(said).not.toMatch(UNTRUE);
  expect(said).toContain("Rejected");
  sync("second", "first");
  await first("settle", "--executor");
  expect(existsSync(room.at(at("calls")))).toBe(false);
});

test.each([
  [
    "another server",
    {
      servers: { post: { url: "http://127.0.0.1:9/mcp" } },
      actions: { email: { server: "post", tool: "send" } },
    },
  ],
  ["another name for the folder of plans", { folders: { plans: "Projects" } }],
  ["the same server with another tool", { actions: { email: { server: "mail", tool: "send_later" } } }],
])("settings there with %s tell no change either", async (_name, settings) => {
  room.write(at("other.json"), JSON.stringify({ quiet_seconds: 0, ...settings }));
  for (const words of [["status"], ["explain"], ["show"]])
    expect((await second(...words, "--settings", room.at(at("other.json")))).out).not.toMatch(UNTRUE);
});

test("a change of the step in the plan is told there, for the note says it", async () => {
  const note = at("second/Plans/Band.md");
  room.write(note, room.read(note).replace("Fifth of May", "Sixth of May"));
  expect((await second("status")).out).toContain("Changed since you were asked");
});
