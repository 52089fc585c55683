/**
 * The seven procedures by which another program works with plans, each by itself, through the words of the terminal.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan } from "../../src/note/plan/plan";
import { COMMAND_NAMES } from "../../src/terminal/commands";
import { openRoom, type Called } from "./call";

const room = openRoom();
afterAll(() => room.leave());

let n = 0;
let vault: readonly string[] = [];
const NAME = "Plans/Card.md";
const ACTION = "type: letter\ntarget: Ben\nargs:\n  text: |\n    Dear Ben,\n\n    it is done.\n";
const noteOf = (roadmap: string, status = "Active"): string =>
  `---\ntask_id: PLAN-7\nstatus: ${status}\nblocked_reason: null\n---\n\n# Objective\n\nA card\n\n## Roadmap\n\n${roadmap}\n## Reasoning Logs\n\n- [2026-03-01T08:00:00Z] Human: Created the plan — By hand. (started)\n`;

const at = (name: string): string => `vault${String(n)}/${name}`;
const run = (...words: readonly string[]): Promise<Called> => room.run(...words, ...vault);
const read = (name = NAME): string => room.read(at(name));
const as = (...why: readonly string[]): readonly string[] => [
  "--as",
  "scribe",
  ...(why.length === 0 ? [] : ["--why", ...why]),
];

function given(roadmap: string, status?: string): string {
  const text = noteOf(roadmap, status);
  room.write(at(NAME), text);
  return text;
}

function planOf(name = NAME): Plan {
  const parsed = parsePlan(name, read(name));
  if (parsed.kind !== "plan") throw new Error(`${name} is no plan.`);
  return parsed.plan;
}

beforeEach(async () => {
  n += 1;
  const settings = room.write(`settings${String(n)}.json`, JSON.stringify({ quiet_seconds: 0 }));
  vault = [
    ...["--vault", room.folder(`vault${String(n)}`), "--device", room.at(`device${String(n)}`)],
    ...["--settings", settings],
  ];
  await run("init");
});

const settle = (): Promise<Called> => run("settle", "--executor");

test("the page of the procedures names these seven, each with a command that there is", () => {
  const page = readFileSync("docs/procedures.md", "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)];
  expect(rows.map(([, name]) => name)).toEqual([
    "InitializePlan",
    "UpdatePlanStep",
    "LogReasoning",
    "ArchivePlan",
    "DraftExternalAction",
    "DetectBlocks",
    "ResumePlan",
  ]);
  for (const [, name = "", cell = ""] of rows) {
    const verbs = [...cell.matchAll(/`(?:planwright )?([a-z-]+)/g)].map(([, verb = ""]) => verb);
    expect(verbs.length, name).toBeGreaterThan(0);
    for (const verb of verbs) expect(COMMAND_NAMES, name).toContain(verb);
  }
});

describe("InitializePlan", () => {
  test("shows the plan that a note would make, and makes exactly that as a draft", async () => {
    room.write(at("Inbox/Party.md"), "# Party\n\n- [ ] Count the guests\n- [ ] ✋ Send the invitations\n");
    const shown = await run("plan", "Inbox/Party.md", "--without-model", "--json");
    const { code } = JSON.parse(shown.out) as { readonly code: string };
    expect(room.list(at("Plans")).filter((each) => each !== "About this folder.md")).toEqual([]);
    expect((await run("plan", "Inbox/Party.md", code)).code).toBe(0);
    const [made = ""] = room.list(at("Plans")).filter((each) => each !== "About this folder.md");
    const plan = planOf(`Plans/${made}`);
    expect(plan).toMatchObject({ status: "Draft", agent: null });
    expect(plan.source).toContain("Party");
    expect(plan.steps.map(({ approval }) => approval.kind)).toEqual(["none", "hand"]);
    // A second one of the same note is not made.
    expect((await run("plan", "Inbox/Party.md", code)).code).toBe(1);
  });

  test("a plan that is written as a file is read as it is, and begins when it is started", async () => {
    given("- [ ] Buy paper\n", "Draft");
    await settle();
    expect(planOf().status).toBe("Draft");
    expect((await run("start", "PLAN-7")).code).toBe(0);
    expect(planOf().status).toBe("Active");
  });
});

describe("UpdatePlanStep", () => {
  test("ticks the next step, says who said so and why, and no line says that a person did it", async () => {
    given("- [ ] Buy paper\n- [ ] Write\n");
    const { code, out } = await run("tick", "PLAN-7", "1", ...as("Forty sheets are in the drawer."));
    expect({ code, said: out.split("\n")[0] }).toEqual({
      code: 0,
      said: "Ticked step 1 “Buy paper”, as “scribe” says.",
    });
    await settle();
    expect(planOf().steps.map(({ state }) => state)).toEqual(["done", "open"]);
    const log = read().slice(read().indexOf("## Reasoning Logs"));
    expect(log).toMatch(
      /Program scribe: Ticked step 1 “Buy paper” — By command; nobody has checked it\. It says: “Forty sheets are in the drawer\.” \(ticked, step s-[0-9a-f]{4}\)/,
    );
    expect(log).not.toContain("Human: Ticked");
  });
});

describe("LogReasoning", () => {
  test("adds one line with the name and the words", async () => {
    const before = given("- [ ] Buy paper\n");
    expect((await run("log", "PLAN-7", "The paper is out of stock until May", ...as())).code).toBe(0);
    const added = read().replace(before.trimEnd(), "").trim();
    expect(added).toContain("scribe: The paper is out of stock until May.");
    expect(planOf().log.entries.at(-1)).toMatchObject({ actor: "Program", name: "scribe", mark: null });
  });
});

describe("ArchivePlan", () => {
  test("the last tick finishes the plan, and settle puts it away with its whole log", async () => {
    given("- [x] Buy paper\n- [ ] Write\n");
    await run("log", "PLAN-7", "Nearly there", ...as());
    await run("tick", "PLAN-7", ...as("The card is written."));
    await settle();
    expect(planOf("Done/Plans/Card.md")).toMatchObject({ status: "Done" });
    expect(read("Done/Plans/Card.md")).toContain("scribe: Nearly there.");
  });

  test("a plan with an open step is not put away, whatever its log says", async () => {
    given("- [x] Buy paper\n- [ ] ✋ Post it\n");
    await run("log", "PLAN-7", "Finished the plan (finished)", ...as());
    await settle();
    expect(planOf().steps.map(({ state }) => state)).toEqual(["done", "open"]);
    expect(room.list(at("Done/Plans"))).toEqual(["About this folder.md"]);
  });
});

describe("DraftExternalAction", () => {
  const drafted = (file: string, step = "1"): Promise<Called> =>
    run("draft", "PLAN-7", step, file, ...as("Ben waits for it."));

  test.each([
    ["bare", ACTION],
    ["in its fence", `\`\`\`action\n${ACTION}\`\`\`\n`],
    ["with Windows line ends", ACTION.replaceAll("\n", "\r\n")],
  ])(
    "puts an action beneath its step (%s), and a person is asked, with the word that an agent drafted it",
    async (_what, text) => {
      given("- [ ] ✋ Post it\n");
      expect((await drafted(room.write(`action${String(n)}.yaml`, text))).code).toBe(0);
      expect(planOf().steps[0]?.approval).toMatchObject({
        kind: "action",
        action: { type: "letter", target: "Ben" },
      });
      await settle();
      const [name = ""] = room.list(at("Pending_Approval")).filter((each) => each.includes("_letter_"));
      const request = read(`Pending_Approval/${name}`);
      expect(request).toContain("Dear Ben,");
      expect(request).toMatch(/agent/i);
      expect(room.list(at("Approved"))).toEqual(["About this folder.md"]);
      expect(planOf().steps[0]?.state).toBe("open");
    },
  );

  test.each<readonly [string, string | null, RegExp]>([
    ["what is no action", "Dear Ben,\n", /has no readable action/],
    ["an unknown key", `${ACTION}approved: true\n`, /has no readable action/],
    ["no file", null, /cannot be read/],
  ])("refuses %s, and changes nothing", async (_what, text, says) => {
    const before = given("- [ ] ✋ Post it\n");
    const file = text === null ? room.at("nothing.yaml") : room.write(`action${String(n)}.yaml`, text);
    const { code, err } = await drafted(file);
    expect(code).toBe(1);
    expect(err).toMatch(says);
    expect(read()).toBe(before);
  });
});

describe("DetectBlocks", () => {
  test("tells of each plan why it waits, as a code and as a sentence, and writes nothing", async () => {
    given("- [ ] ✋ Post it\n");
    await settle();
    const before = read();
    const { out } = await run("status", "--json");
    const { plans } = JSON.parse(out) as {
      readonly plans: readonly {
        readonly blocked: { readonly kind: string; readonly reason: string } | null;
      }[];
    };
    expect(plans[0]?.blocked).toMatchObject({ kind: "action", step: 1 });
    expect((await run("explain", "PLAN-7")).out).not.toBe("");
    expect(read()).toBe(before);
  });
});

describe("ResumePlan", () => {
  test("names the plan that goes on, its next step and its last log lines, and writes nothing", async () => {
    const before = given("- [x] Buy paper\n- [ ] Write\n");
    const { current } = JSON.parse((await run("status", "--json")).out) as { readonly current: string };
    expect(current).toBe("PLAN-7");
    const { steps } = JSON.parse((await run("show", current, "--json")).out) as {
      readonly steps: readonly { readonly n: number; readonly state: string; readonly next: boolean }[];
    };
    expect(steps.map(({ state, next }) => [state, next])).toEqual([
      ["done", false],
      ["open", true],
    ]);
    expect((await run("show", current)).out).toContain("Created the plan");
    expect(read()).toBe(before);
  });
});
