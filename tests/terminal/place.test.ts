/** The vault and the settings of a call that names none: those that it takes, and those that it does not. */
import { cpSync, readFileSync, realpathSync, renameSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runTerminal } from "../../src/terminal/runTerminal";
import { openRoom, type Called } from "./call";

const room = openRoom();
const home = process.cwd();
const config = process.env["XDG_CONFIG_HOME"];
let root = "";

/** A call without `--device`, in a folder of the room. */
async function run(folder: string, ...words: readonly string[]): Promise<Called> {
  process.chdir(room.at(folder));
  let out = "";
  let err = "";
  const code = await runTerminal([...words, ...(words.includes("init") ? [] : ["--grace", "0"])], {
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

const LETTER =
  "- [ ] ✋ Post it\n    ```action\n    type: letter\n    target: Ana\n    args:\n      text: Hello.\n    ```\n- [ ] Tell her\n";
const plan = (id: string): string =>
  `---\ntask_id: ${id}\nstatus: Active\n---\n\n# Objective\n\nA card\n\n## Roadmap\n\n${LETTER}\n## Reasoning Logs\n`;

beforeAll(() => {
  process.env["XDG_CONFIG_HOME"] = room.folder("config");
  root = realpathSync(room.at("."));
});
beforeEach(async () => {
  room.folder("elsewhere");
  room.folder("vault");
  await run("elsewhere", "init", "--vault", room.at("vault"));
});
afterEach(() => {
  process.chdir(home);
  for (const each of ["vault", "elsewhere", "config"]) room.remove(each);
});
afterAll(() => {
  if (config === undefined) delete process.env["XDG_CONFIG_HOME"];
  else process.env["XDG_CONFIG_HOME"] = config;
  room.leave();
});

test.each([
  ["vault", "the folder you are in"],
  ["vault/Plans", "around the folder you are in"],
  ["elsewhere", "the one used last"],
])("what only reads, in %s, takes the vault and says that it is %s", async (folder, which) => {
  for (const words of [
    ["status"],
    ["explain"],
    ["show"],
    ["settle", "--dry-run"],
    ["confirm"],
    ["repair"],
    ["flow", "check"],
    ["skills"],
  ]) {
    const { out } = await run(folder, ...words);
    expect(out.split("\n")[0]).toBe(`Vault: ${root}/vault, ${which}.`);
  }
  const { err, out } = await run(folder, "status", "--json");
  expect(err).toContain(`Vault: ${root}/vault, ${which}.`);
  expect(JSON.parse(out)).toMatchObject({ plans: [] });
});

test.each(
  [
    ["settle"],
    ["settle", "--executor"],
    ["pause"],
    ["take-over"],
    ["start", "A"],
    ["cancel", "A"],
    ["watch", "--executor"],
  ].map((words) => [words.join(" "), words] as const),
)("%s takes the folder it is given in, and no other unnamed", async (name, words) => {
  for (const folder of ["vault/Plans", "elsewhere"]) {
    expect(await run(folder, ...words)).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining(`: planwright ${name} --grace 0 --vault ${root}/vault\n`) as string,
    });
  }
  expect(room.list("config").some((each) => each.endsWith("records.jsonl"))).toBe(false);
  if (words[0] === "pause")
    expect((await run("vault", ...words)).out).toContain(
      `Vault: ${root}/vault, the folder you are in.\n\nPaused.`,
    );
});

test("a vault used last that is gone is said, and no other is taken", async () => {
  renameSync(room.at("vault"), room.at("vault2"));
  expect(await run("elsewhere", "status")).toMatchObject({
    code: 2,
    err: expect.stringContaining("is gone. Say which vault with --vault DIR.") as string,
  });
  renameSync(room.at("vault2"), room.at("vault"));
});

test("with --device nothing is remembered, and the last one is not taken", async () => {
  room.remove("config");
  room.folder("config");
  await run("elsewhere", "status", "--vault", room.at("vault"), "--device", room.at("device"));
  expect(room.list("config")).toEqual([]);
  await run("elsewhere", "status", "--vault", room.at("vault"));
  expect(await run("elsewhere", "status", "--device", room.at("device"))).toMatchObject({ code: 2 });
});

test("init makes nothing inside a vault, nor unasked in a folder that is none", async () => {
  for (const words of [["init"], ["init", "--vault", room.at("vault/Plans")], ["init", "--dry-run"]]) {
    expect(await run("vault/Plans", ...words)).toMatchObject({ code: 2, out: "" });
  }
  expect(room.list("vault/Plans")).toEqual(["About this folder.md"]);
  expect(await run("elsewhere", "init")).toMatchObject({
    code: 2,
    err: "planwright: This folder is not a vault, so nothing was made. To make it one: planwright init --vault .\n",
  });
  expect(room.list("elsewhere")).toEqual([]);
  expect((await run("elsewhere", "init", "--vault", ".")).code).toBe(0);
});

test("planwright.json counts only as it was named in a run that acts here", async () => {
  const harmful =
    '{ "servers": { "x": { "command": "touch", "args": ["started"] } }, "actions": { "letter": { "server": "x", "tool": "t" } } }';
  room.write("vault/Plans/A.md", plan("A"));
  room.write("vault/planwright.json", harmful);
  const first = await run("vault", "settle", "--executor");
  expect(first.err).toContain("planwright.json was not confirmed on this device, so it is not used.");
  expect(room.list("vault")).not.toContain("started");
  // By hand, since nothing says otherwise.
  expect(first.out).toContain("Asks for your approval");
  room.write("vault/planwright.json", '{ "alert_hours": 12 }');
  await run("vault", "settle", "--executor", "--settings", "planwright.json");
  const { out, err } = await run("vault", "settle", "--executor");
  expect({ out: out.split("\n").slice(0, 3), err }).toEqual({
    out: [
      `Vault: ${root}/vault, the folder you are in.`,
      "",
      `Settings: ${root}/vault/planwright.json, as confirmed on this device.`,
    ],
    err: "",
  });
  for (const text of [harmful, '{ "alert_hours": 12}', '{ "alert_hours": 13 }']) {
    room.write("vault/planwright.json", text);
    const changed = await run("vault", "settle", "--executor");
    expect(changed).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /is not as confirmed on this device[^]*This device uses a settings file\. .*Nothing was changed\.\n$/,
      ) as string,
    });
  }
  // The same bytes elsewhere start other programs.
  room.write("vault/planwright.json", "{");
  room.write("planwright.json", '{ "alert_hours": 12 }');
  expect((await run("vault", "status")).err).toMatch(
    /vault\/planwright\.json is not as confirmed[^]*\/planwright\.json is not as confirmed/,
  );
  room.remove("planwright.json");
});

test("init says what it sees of a vault that was moved, copied, made anew or is another’s, and the way on", async () => {
  room.write("vault/Plans/A.md", plan("A"));
  await run("vault", "settle", "--executor");
  cpSync(room.at("vault"), room.at("copy"), { recursive: true });
  expect((await run("copy", "init")).out).toContain(
    `This vault is a copy of ${root}/vault, for which this computer is the acting device. Nothing is carried out here until this is a device of its own. To make this the acting device: planwright take-over; Planwright then asks again for what waits`,
  );
  renameSync(room.at("vault"), room.at("moved"));
  expect((await run("elsewhere", "init", "--vault", room.at("moved"))).out).toContain(
    `This vault was at ${root}/vault when this computer acted in it; it was moved or renamed. To make this the acting device: planwright take-over --vault ${room.at("moved")}; Planwright then asks again for what waits`,
  );
  room.folder("vault");
  expect((await run("elsewhere", "init", "--vault", room.at("vault"))).out).toContain(
    `To act here: planwright settle --executor --vault ${room.at("vault")}\n`,
  );
  room.write(
    "vault/Acting device.md",
    `---\ndevice_id: "${"e".repeat(32)}"\ndevice: Laptop\nlast_seen: 2026-02-20\n---\n`,
  );
  expect((await run("vault", "init")).out).toContain(
    "The notes name another acting device: Laptop (last seen 2026-02-20). That device keeps acting. To make this the acting device: planwright take-over; Planwright then asks again for what waits",
  );
  for (const each of ["copy", "moved"]) room.remove(each);
});

test("show tells the steps, which is next, the request in full and the log", async () => {
  room.write("vault/Plans/A.md", plan("A"));
  await run("vault", "settle", "--executor");
  const { out } = await run("vault", "show", "A");
  expect(out).toContain(
    "Steps:\n→  1 [ ] ✋ Post it  (next)\n         letter to Ana\n   2 [ ] Tell her\n\nAsked: Approval needed.",
  );
  expect(out).toContain("    To: Ana\n    text: Hello.\n");
  expect(out).toMatch(/Log:\n {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}Agent: Asked for approval of step 1/);
  const object: unknown = JSON.parse((await run("vault", "show", "A", "--json")).out);
  expect(object).toMatchObject({
    plan: "A",
    steps: [
      { n: 1, state: "open", next: true },
      { n: 2, next: false, action: null },
    ],
  });
});

test.each([
  [["staus"], "“staus” is not a command. Did you mean “status”?"],
  [["status", "--vualt", "x"], "“--vualt” is not an option. Did you mean “--vault”?"],
  [["status", "--jsno"], "Did you mean “--json”?"],
  [["status", "--gracee", "3"], "Did you mean “--grace”?"],
  [["settle", "--dyr-run"], "Did you mean “--dry-run”?"],
  [["status", "--setings", "x"], "“--setings” is not an option. Did you mean “--settings”?"],
  [["show", "Invoic"], "There is no plan “Invoic”. Did you mean “Invoice”? “planwright status” lists them."],
  [["explain", "PLAN-2026-02"], "Did you mean “PLAN-2026-002”?"],
  [
    ["status", "--settings", "../odd.json"],
    "The settings file has “alert_hour”, which is not known and was passed over. Did you mean “alert_hours”?",
  ],
  [["status", "--settings", "../odd.json"], "Did you mean “actions.letter.target_argument”?"],
])("%j: the name that is near is offered", async (words, said) => {
  room.write("vault/Plans/Invoice.md", plan("PLAN-2026-002"));
  room.write(
    "odd.json",
    '{ "alert_hour": 1, "servers": { "x": { "command": "x" } }, "actions": { "letter": { "server": "x", "tool": "t", "target_argumnt": "to" } } }',
  );
  expect((await run("vault", ...words)).err).toContain(said);
});

test("the version is that of the package", async () => {
  process.chdir(home);
  const { version } = JSON.parse(readFileSync(`${home}/package.json`, "utf8")) as {
    readonly version: string;
  };
  expect((await run("vault", "--version")).out).toBe(`planwright ${version}\n`);
});
