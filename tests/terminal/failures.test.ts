/** A call that failed, or may have, is the first thing a run says, with what to do; its exit code is 3. */
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openRoom, type Called } from "./call";

const room = openRoom();
afterAll(() => room.leave());

let n = 0;
let options: readonly string[] = [];
const at = (name: string): string => `vault${String(n)}/${name}`;
const run = (...words: readonly string[]): Promise<Called> => room.run(...words, ...options);
const acting = (...words: readonly string[]): Promise<Called> => run(...words, "--executor", "--grace", "0");
const requests = (folder: string): readonly string[] =>
  room.list(at(folder)).filter((name) => name.startsWith("20") && !name.includes("_receipt"));
const record = (id = ""): string =>
  room.read(
    at(`Done/Actions/${room.list(at("Done/Actions")).find((name) => name.includes(`${id}_receipt`)) ?? ""}`),
  );

beforeEach(() => {
  n += 1;
  options = [];
});

const ODD = path.resolve("scripts/parts/odd-server.mjs");

/** A step whose tool answers like that, asked for and approved. */
async function approved(tool: string, harmless = false, server = ODD): Promise<string> {
  const settings = {
    servers: { odd: { command: process.execPath, args: [server] } },
    actions: { letter: { server: "odd", tool, error_means_nothing_happened: harmless } },
    quiet_seconds: 0,
  };
  room.write(`settings${String(n)}.json`, JSON.stringify(settings));
  room.write(
    at("Plans/a.md"),
    `---\ntask_id: A\nstatus: Active\n---\n\n## Roadmap\n\n- [ ] ✋ Send it\n    \`\`\`action\n    type: letter\n    \`\`\`\n- [ ] Log it\n\n## Reasoning Logs\n`,
  );
  options = [
    "--vault",
    room.folder(`vault${String(n)}`),
    "--device",
    room.at(`device${String(n)}`),
    "--settings",
    room.at(`settings${String(n)}.json`),
  ];
  await run("init");
  expect((await acting("settle")).code).toBe(0);
  return approve();
}

function approve(): string {
  const [name = ""] = requests("Pending_Approval");
  room.write(at(`Approved/${name}`), room.read(at(`Pending_Approval/${name}`)));
  room.remove(at(`Pending_Approval/${name}`));
  return /_([0-9a-f]{8})\.md$/.exec(name)?.[1] ?? "";
}

describe("an answer that says it failed", () => {
  test.each([false, true])(
    "is said first, and everywhere; the tool's errors are called harmless: %s",
    async (harmless) => {
      const id = await approved("confess", harmless);
      const settled = await acting("settle");
      expect(settled.code).toBe(3);
      expect(settled.out).toMatch(
        /^Failed, maybe sent: “.*Authentication failed: 535 5\.7\.8.*”\n {2}letter, of A\. Look where it should have arrived, then say: planwright resolve /,
      );
      expect(settled.out).toContain(`resolve ${id} happened`);
      expect((await run("explain", "A")).out).toMatch(/^Failed, maybe sent: “.*535 5\.7\.8/);
      expect((await run("status")).out).toMatch(
        /Maybe sent, please check.*\. Failed, maybe sent: “.*535 5\.7\.8/,
      );
      expect(room.read(at("Dashboard.md"))).toMatch(/Failed, maybe sent: “.*535 5\.7\.8/);
      expect(record()).toMatch(/outcome: unknown\n[^]*failed, maybe sent: “.*535 5\.7\.8/);
      expect((await acting("settle")).code, "what failed in another run is no failure of this one").toBe(0);
      expect(requests("Pending_Approval")).toEqual([]);
    },
  );

  test("stands in front of the JSON, too", async () => {
    const id = await approved("confess");
    const settled = await acting("settle", "--json");
    expect(settled.code).toBe(3);
    expect(JSON.parse(settled.out)).toMatchObject({
      failed: [
        {
          action_id: expect.stringMatching(`^${id}`),
          task_id: "A",
          outcome: "unknown",
          detail: expect.stringContaining("535 5.7.8"),
        },
      ],
    });
  });
});

describe("an error that the server marked", () => {
  test("is said first, and a person can say that it happened all the same", async () => {
    const id = await approved("fail");
    const settled = await acting("settle");
    expect(settled.code).toBe(3);
    expect(settled.out).toMatch(/^Failed, maybe sent: “The post office is closed\.”\n/);
    const [again = ""] = requests("Pending_Approval");
    expect(room.read(at(`Pending_Approval/${again}`))).toContain(
      "If it did arrive, tick the step in the plan instead (or run “planwright resolve ",
    );
    expect((await run("explain", "A")).out).toMatch(/^Failed, maybe sent: “The post office is closed\.”\n/);
    expect((await run("status")).out).toContain(
      "Failed, maybe sent: “The post office is closed.”; attempt 2",
    );
    expect((await acting("resolve", id, "not-happened")).err).toContain("approve the new request");
    expect((await acting("resolve", id, "happened")).code).toBe(0);
    expect(room.read(at("Plans/a.md"))).toContain("- [x] ✋ Send it");
    expect(requests("Pending_Approval")).toEqual([]);
    expect(record(id)).toContain("outcome: resolved-happened");
  });

  test("is no doubt where the settings call it harmless, and still a failure of the run", async () => {
    await approved("fail", true);
    const settled = await acting("settle");
    expect(settled.code).toBe(3);
    expect(settled.out).toMatch(
      /^Failed, not sent: “The post office is closed\.”\n.*You are asked again; approve it then\./,
    );
  });
});

describe("beside a run that watches", () => {
  const IN_TIME = "The run that is at work takes it up within a minute.";

  test.each([
    ["confess", "happened", "resolved-happened"],
    ["confess", "not-happened", "resolved-not"],
    ["fail", "happened", "resolved-happened"],
  ])("what %s did can be resolved as %s, and that run goes on from there", async (tool, word, outcome) => {
    const id = await approved(tool);
    const { seen, ended } = room.start("watch", "--executor", ...options);
    const text = await seen("Failed, maybe sent");
    expect(text).toContain(`planwright resolve ${id} happened`);
    await seen("Plans: ");
    const said = await run("resolve", id, word);
    expect(said).toMatchObject({ code: 0, err: "" });
    expect(said.out).toContain(IN_TIME);
    expect(record(id)).toContain(`outcome: ${outcome}`);
    await seen(word === "happened" ? "Ticks the step" : "attempt 2");
    process.emit("SIGINT");
    await ended;
    expect(room.read(at("Plans/a.md")).includes("- [x] ✋ Send it")).toBe(word === "happened");
    expect(requests("Pending_Approval")).toHaveLength(word === "happened" ? 0 : 1);
  });

  test("plans are made of flows, templates and notes", async () => {
    await approved("clutter");
    room.write(at("Fair.md"), "- [ ] Count the chairs\n");
    const { seen, ended } = room.start("watch", "--executor", ...options);
    await seen("Plans: ");
    const shown = await run("plan", "Fair", "--without-model");
    const [, code = ""] = / ([0-9a-f]{8})\b/.exec(shown.out) ?? [];
    for (const words of [
      ["flow", "start", "deep-reasoning", "--input", "topic=Where to hold the fair"],
      ["plan", "Fair", code],
    ]) {
      const said = await run(...words);
      expect(said).toMatchObject({ code: 0, err: "" });
      expect(said.out).toContain(IN_TIME);
    }
    await seen("Where to hold the fair");
    process.emit("SIGINT");
    await ended;
    const plans = room.list(at("Plans")).map((each) => room.read(at(`Plans/${each}`)));
    expect(plans.filter((each) => each.includes("Count the chairs"))).toHaveLength(1);
    expect(plans.filter((each) => each.includes("Where to hold the fair"))).toHaveLength(1);
  });

  test("what is no doubt is refused there as well", async () => {
    const id = await approved("clutter");
    const { seen, ended } = room.start("watch", "--executor", ...options);
    await seen("Ticks the step");
    expect(await run("resolve", id, "happened")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining(`There is no request “${id}”`),
    });
    process.emit("SIGINT");
    await ended;
  });

  test.each([
    ["skip", /^- \[-\] ✋ Send it/m],
    ["cancel", /^status: Cancelled/m],
  ])("a plan can be told to %s, as by a hand in an editor", async (word, wanted) => {
    await approved("clutter");
    const [name = ""] = requests("Approved");
    room.write(at(`Pending_Approval/${name}`), room.read(at(`Approved/${name}`)));
    room.remove(at(`Approved/${name}`));
    const { seen, ended } = room.start("watch", "--executor", ...options);
    await seen("Plans: ");
    const said = await run(word, "A");
    expect(said).toMatchObject({ code: 0, err: "" });
    expect(said.out).toContain(IN_TIME);
    await seen("Withdraws it");
    process.emit("SIGINT");
    await ended;
    expect(
      [
        room.read(at("Plans/a.md")),
        ...room.list(at("Done/Plans")).map((each) => room.read(at(`Done/Plans/${each}`))),
      ].join("\n"),
    ).toMatch(wanted);
  });
});

test("a run in which everything went well ends with 0", async () => {
  await approved("clutter");
  const settled = await acting("settle");
  expect(settled.code).toBe(0);
  expect(settled.out).toMatch(/^Done:\n/);
  expect(record()).toContain("carried out. The server said: “Sent.”");
});

describe("a server that is not reached", () => {
  /** Plans whose next steps need it; `url` or a command that is not there. */
  function needing(server: object, plans: readonly string[] = ["A"]): void {
    room.write(
      `settings${String(n)}.json`,
      JSON.stringify({
        servers: { post: server },
        actions: { letter: { server: "post", tool: "send" } },
        quiet_seconds: 0,
      }),
    );
    for (const id of plans)
      room.write(
        at(`Plans/${id}.md`),
        `---\ntask_id: ${id}\nstatus: Active\n---\n\n## Roadmap\n\n- [ ] ✋ Send ${id}\n    \`\`\`action\n    type: letter\n    target: ${id}\n    \`\`\`\n\n## Reasoning Logs\n`,
      );
    options = [
      "--vault",
      room.folder(`vault${String(n)}`),
      "--device",
      room.at(`device${String(n)}`),
      "--settings",
      room.at(`settings${String(n)}.json`),
    ];
  }

  test.each([
    [
      "a program that is not there",
      { command: "no-such-program" },
      "There is no program “no-such-program” on this device.",
    ],
    [
      "a program that ends at once",
      { command: process.execPath, args: ["/no/such/server.mjs"] },
      "Cannot find module",
    ],
    [
      "an address where nothing can listen",
      { url: "http://127.0.0.1:1/mcp" },
      "web requests to port 1 are not allowed",
    ],
  ])("%s: it is said first, once, and the run ends with 3", async (_what, server, why) => {
    needing(server, ["A", "B", "C"]);
    await run("init");
    const settled = await acting("settle");
    expect(settled.code).toBe(3);
    expect(settled.out).toMatch(/^The server “post” cannot be reached: .*\n\nDone:\n/);
    expect(settled.out.split("\n")[0]).toContain(why);
    const again = await acting("settle", "--json");
    expect(again.code, "it is asked again, and still not there").toBe(3);
    expect(JSON.parse(again.out)).toMatchObject({
      unreached: [{ server: "post", why: expect.stringContaining(why) }],
    });
  });

  test("one that an approved request needs ends each run with 3, too", async () => {
    const server = `odd${String(n)}.mjs`;
    room.write(server, `await import(${JSON.stringify(ODD)});\n`);
    await approved("clutter", false, room.at(server));
    room.remove(server);
    for (const _run of ["first", "second"]) {
      const settled = await acting("settle", "--json");
      expect(settled.code).toBe(3);
      expect(JSON.parse(settled.out)).toMatchObject({ unreached: [{ server: "odd" }] });
    }
  });

  test("of many plans that wait for the same, none hides another reason", async () => {
    needing({ command: "no-such-program" }, ["A", "B", "C", "D"]);
    const settings = {
      servers: { post: { command: "no-such-program" }, bank: { command: "no-such-bank" } },
      actions: { letter: { server: "post", tool: "send" }, transfer: { server: "bank", tool: "pay" } },
      quiet_seconds: 0,
    };
    room.write(`settings${String(n)}.json`, JSON.stringify(settings));
    room.write(
      at("Plans/E.md"),
      room
        .read(at("Plans/A.md"))
        .replace("task_id: A", "task_id: E")
        .replace("type: letter", "type: transfer"),
    );
    await run("init");
    const needs = (await acting("settle")).out.split("Needs you:")[1] ?? "";
    expect(needs).toContain("The server cannot be used (5)");
    for (const name of ["no-such-program", "no-such-bank"])
      expect(needs).toContain(`There is no program “${name}”`);
  });

  test("a run that asks no server has not failed", async () => {
    needing({ command: "no-such-program" });
    await run("init");
    await acting("settle");
    expect((await run("settle")).code).toBe(0);
    expect((await run("status")).code).toBe(0);
  });

  test("a server that no step needs is not asked", async () => {
    needing({ command: "no-such-program" }, []);
    await run("init");
    expect((await acting("settle")).code).toBe(0);
  });
});
