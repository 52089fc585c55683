/** Plans that are made: what their notes are called, whatever words they are made of, and that a task gets one. */
import { noPrograms } from "../../src/kit/ports/programs";
import { describe, expect, test } from "vitest";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryNotices } from "../fakes/notice";
import { createSeededRandom } from "../fakes/random";
import { createMemoryStore } from "../fakes/store";
import { createScriptedTools } from "../fakes/tools";
import { createMemoryVault, type MemoryVault } from "../fakes/vault";
import { openEngine, type Engine } from "../../src/engine/engine";
import { parsePlan } from "../../src/note/plan/parse";
import { noModels } from "../../src/adapters/models/noModels";
import { NOTE_FOLDERS, pathOf, readSettings } from "../../src/settings/settings";

const MINUTE = 60_000;

interface Room {
  readonly vault: MemoryVault;
  readonly engine: Engine;
  readonly settle: () => Promise<void>;
  readonly plans: () => readonly string[];
}

async function open(
  intake: "suggest" | "draft" = "suggest",
  device = "a",
  vault?: MemoryVault,
  store = createMemoryStore(),
): Promise<Room> {
  const clock = createSimulatedClock("2026-03-01T09:00:00Z");
  const parsed = readSettings({ intake });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  const { settings } = parsed;
  const ground =
    vault ?? createMemoryVault({ clock, folders: NOTE_FOLDERS.map((each) => pathOf(settings, each)) });
  const tools = createScriptedTools({ servers: {}, clock });
  const engine = await openEngine(
    {
      vault: ground,
      tools,
      models: noModels,
      clock,
      random: createSeededRandom(device),
      store,
      notice: createMemoryNotices(),
      programs: noPrograms("No program runs in this test."),
      host: { name: device, machine: device, vault: "v" },
    },
    { settings, role: "executor", run: "run" },
  );
  const settle = async (): Promise<void> => {
    await clock.advance(MINUTE);
    await engine.settle();
    await clock.advance(MINUTE);
  };
  return {
    vault: ground,
    engine,
    settle,
    plans: () => Object.keys(ground.files()).filter((path) => /^Plans\/PLAN-/.test(path)),
  };
}

const LONG = [
  "word ".repeat(200),
  "Grüße ".repeat(60),
  "発送してください".repeat(40),
  "𝒜𝒷𝒸 ".repeat(60),
  "é".normalize("NFD").repeat(300),
  "कृपया भेजें ".repeat(40),
  "👩‍👩‍👧‍👦".repeat(40),
  "ﷺ".repeat(90),
  "a".repeat(5000),
  "\u0301".repeat(400),
  "…",
  "con",
  "../../x",
  "a\u202Eb",
];

describe("a plan of any objective", () => {
  test.each(LONG.map((each) => [each.slice(0, 24), each]))(
    "%j… is made twice, under two legal names",
    async (_what, objective) => {
      const { vault, engine, plans } = await open();
      for (let times = 0; times < 2; times += 1)
        expect(
          await engine.obey({
            kind: "create",
            plan: { objective, steps: ["a"], source: null, start: false },
          }),
        ).toMatchObject({ kind: "done" });
      expect(plans()).toHaveLength(2);
      for (const path of plans()) {
        expect(parsePlan(path, vault.text(path) ?? "")).toMatchObject({ kind: "plan" });
        expect(new TextEncoder().encode(path.slice("Plans/".length)).length).toBeLessThanOrEqual(196);
      }
    },
  );

  test("holds every word of a long line, as objective and as step", async () => {
    const { vault, engine, plans } = await open();
    const words = Array.from({ length: 300 }, (_, n) => `word${String(n)}`).join(" ");
    await engine.obey({
      kind: "create",
      plan: { objective: words, steps: [words], source: null, start: false },
    });
    expect((vault.text(plans()[0] ?? "") ?? "").split("word299")).toHaveLength(3);
  });

  test("is not made where a sign in one step would hide those behind it", async () => {
    const { engine, plans } = await open();
    const steps = ["First", "Be 100 %% sure", "✋ Send it"];
    const plan = { objective: "Aim", steps, source: null, start: true };
    expect(await engine.obey({ kind: "create", plan })).toMatchObject({
      kind: "refused",
      say: expect.stringContaining("cannot be written as a plan") as string,
    });
    expect(plans()).toEqual([]);
  });

  test("has the action of a step beneath it", async () => {
    const { vault, engine, plans } = await open();
    const action = { type: "other", target: "you", args: { text: "Hello" }, attachments: [] };
    const plan = { objective: "Try it", steps: ["a", "✋ b"], source: null, start: true };
    await engine.obey({ kind: "create", plan: { ...plan, context: "Only a try.", actions: { 2: action } } });
    const [path = ""] = plans();
    expect(vault.text(path)).toContain(
      "Only a try.\n\n## Roadmap\n\n- [ ] a\n- [ ] ✋ b\n    ```action\n    type: other\n    target: you\n",
    );
    const read = parsePlan(path, vault.text(path) ?? "");
    expect(read.kind === "plan" ? read.plan.steps[1]?.approval : read).toMatchObject({
      kind: "action",
      action,
    });
  });

  test("is put away beside another of its name", async () => {
    const { vault, engine, settle, plans } = await open();
    await settle();
    await engine.obey({
      kind: "create",
      plan: { objective: LONG[2] ?? "", steps: ["a"], source: null, start: true },
    });
    const [path = ""] = plans();
    const name = path.slice("Plans/".length);
    vault.put(`Done/Plans/${name}`, "in the way");
    vault.put(path, (vault.text(path) ?? "").replace("- [ ] a", "- [x] a"));
    await settle();
    expect(vault.text(`Done/Plans/${name.replace(/\.md$/, " (2).md")}`)).toContain("status: Done");
  });

  test("is not made for a source that has one", async () => {
    const { engine, plans } = await open();
    const plan = { objective: "Send it", steps: ["a"], source: "Inbox/a.md", start: false };
    expect(await engine.obey({ kind: "create", plan })).toMatchObject({ kind: "done" });
    for (const source of ["/Inbox/a", "[[Inbox/a|x]]", "inbox/A.md"])
      expect(await engine.obey({ kind: "create", plan: { ...plan, source } })).toEqual({
        kind: "refused",
        say: `A plan comes from ${source} already: ${plans()[0] ?? ""}.`,
      });
  });
});

describe("a task of any name", () => {
  const NAMES = [
    "Send it",
    "Send [[x]] ](y",
    "Send 50% off",
    "Send a%20b",
    "Send C# #1",
    "Send é",
    "发送发票",
    "Send 'a' \"b\"",
    "Send: it",
    "- Send",
    "Send {{x}}",
    "Send <% x %>",
    "Send | it",
    "Send — it…",
    `Send ${"x".repeat(180)}`,
    `Send ${"é".repeat(90)}`,
    "Send __proto__",
    "null",
    "true",
    "Send !&*",
  ];

  test.each(NAMES)("%j is drafted once", async (name) => {
    const { vault, settle, plans } = await open("draft");
    await settle();
    vault.put(`Inbox/${name}.md`, "Send it.\n");
    await settle();
    expect(plans()).toHaveLength(1);
    const before = vault.files();
    await settle();
    await settle();
    expect(vault.files()).toEqual(before);
  });

  test.each(NAMES)("%j is planned once by command", async (name) => {
    const { vault, engine, plans } = await open();
    vault.put(`Notes/${name}.md`, "Send it.\n");
    const wanted = { kind: "plan", note: `Notes/${name}.md`, lines: null } as const;
    const proposal = await engine.propose(wanted);
    if (typeof proposal === "string") throw new Error(proposal);
    expect(await engine.obey({ kind: "agree", wanted, code: proposal.code })).toMatchObject({ kind: "done" });
    expect(plans()).toHaveLength(1);
    expect(await engine.propose(wanted)).toBe(`Notes/${name}.md has a plan already: ${plans()[0] ?? ""}.`);
    expect(await engine.obey({ kind: "agree", wanted, code: proposal.code })).toMatchObject({
      kind: "refused",
    });
    expect(plans()).toHaveLength(1);
  });

  test.each([1, 2, 3, 4])(
    "that is changed after it was read %j times has the plan that was shown, or none",
    async (times) => {
      const { vault, engine, plans } = await open();
      vault.put("Notes/a.md", "- [ ] Shown\n");
      const wanted = { kind: "plan", note: "Notes/a.md", lines: null } as const;
      const proposal = await engine.propose(wanted);
      if (typeof proposal === "string") throw new Error(proposal);
      const { read } = vault;
      let reads = 0;
      vault.read = async (path) => {
        const reading = await read(path);
        reads += path === "Notes/a.md" ? 1 : 0;
        if (reads === times) vault.put("Notes/a.md", "- [ ] Other\n");
        return reading;
      };
      await engine.obey({ kind: "agree", wanted, code: proposal.code });
      for (const path of plans()) expect(vault.text(path)).toContain("- [ ] Shown");
    },
  );

  test("that many come with at once each get one, and a task that is changed while it is judged is judged anew", async () => {
    const { vault, settle, plans, engine } = await open("draft");
    await settle();
    for (let n = 0; n < 70; n += 1) vault.put(`Inbox/Task ${String(n)}x.md`, `Send number ${String(n)}.\n`);
    await settle();
    expect(plans()).toHaveLength(70);
    expect((await engine.look()).plans.some(({ hasDuplicateId }) => hasDuplicateId)).toBe(false);
    expect((await engine.look()).intake.tasks).toEqual([]);
  });

  test("whose draft a crash left torn is not drafted a second time", async () => {
    const { vault, settle, plans } = await open("draft");
    await settle();
    vault.put("Inbox/Send it.md", "Send it.\n");
    await settle();
    const [path = ""] = plans();
    for (const torn of ["", "---\ntask_id: PLAN-2026"]) {
      vault.put(path, torn);
      await settle();
      expect(plans()).toEqual([path]);
      expect(vault.text(path)).toBe(torn);
    }
  });

  test.each(["Plans/sub/x.md", "Plans/sub", "Done/Plans/x.md", "Done/Plans"])(
    "that has a plan is not drafted another while %s cannot be read",
    async (busy) => {
      const { vault, settle, plans } = await open("draft");
      await settle();
      const folder = busy.replace(/\/x\.md$/, "");
      vault.put(
        `${folder}/x.md`,
        "---\ntask_id: X\nstatus: Done\nsource_link: /Inbox/Send it.md\n---\n## Roadmap\n- [x] a\n",
      );
      const { read, list } = vault;
      vault.read = async (path) =>
        path === busy ? { kind: "unreadable", reason: "failed", why: "it is locked" } : await read(path);
      vault.list = async (path) =>
        path === busy ? { kind: "unreadable", why: "it is locked" } : await list(path);
      vault.put("Inbox/Send it.md", "Send it.\n");
      vault.put("Inbox/Send more.md", "Send more.\n");
      await settle();
      expect(plans()).toEqual([]);
      Object.assign(vault, { read, list });
      await settle();
      expect(plans().filter((path) => !/\/PLAN-[^/]* Send more\.md$/.test(path))).toEqual([]);
      expect(plans()).toHaveLength(1);
    },
  );

  test("is left alone by a device that does not act, and by one that is paused", async () => {
    const first = await open("draft");
    await first.settle();
    first.vault.put("Inbox/Send it.md", "Send it.\n");
    const second = await open("draft", "b", first.vault);
    await second.settle();
    expect(second.plans()).toEqual([]);
    await first.engine.obey({ kind: "pause" });
    await first.settle();
    expect(first.plans()).toEqual([]);
    expect((await first.engine.look()).intake.tasks).toHaveLength(1);
    await first.engine.obey({ kind: "continue" });
    await first.settle();
    expect(first.plans()).toHaveLength(1);
  });
});
