/**
 * A note at which Planwright fails stops itself and nothing else: it is named, nothing follows from it, and every other
 * plan and approval goes on. The failure stands for any fault of the program: here, settings that throw for one type
 * of action, or for one model, wherever they are asked for it.
 */
import { expect, test } from "vitest";
import { openEngine, type Engine } from "../../src/engine/engine";
import { noPrograms } from "../../src/kit/ports/programs";
import { readSettings, type Settings } from "../../src/settings/settings";
import { judgeNotes } from "../../src/engine/judgeNotes";
import type { Seen } from "../../src/rules/snapshot";
import { createAside } from "../../src/engine/scan/aside";
import { createSimulatedClock, type SimulatedClock } from "../fakes/clock";
import { failingAt } from "../fakes/failing";
import { createFakeModels, says } from "../fakes/models";
import { createMemoryNotices } from "../fakes/notice";
import { createSeededRandom } from "../fakes/random";
import { createMemoryStore } from "../fakes/store";
import { createScriptedTools } from "../fakes/tools";
import { createMemoryVault, type MemoryVault } from "../fakes/vault";

const gated = (id: string, type: string): string => `---
task_id: ${id}
status: Active
---

# Objective

Ask ${id}.

## Roadmap

- [ ] ✋ Write to ${id}
    \`\`\`action
    type: ${type}
    target: ${id}@example.org
    \`\`\`

## Reasoning Logs
`;

const thought = (id: string, model: string): string => `---
task_id: ${id}
status: Active
agent: auto
agent_model: ${model}
---

# Objective

Think of ${id}.

## Roadmap

- [ ] Compare the offers

## Reasoning Logs
`;

interface Ground {
  readonly vault: MemoryVault;
  readonly clock: SimulatedClock;
  readonly tools: ReturnType<typeof createScriptedTools>;
  /** Opens the program, as after a start; `fails`: whether the fault is in it. */
  open(fails?: boolean): Promise<Engine>;
}

function ground(files: Readonly<Record<string, string>>): Ground {
  const clock = createSimulatedClock("2026-03-02T09:00:00Z");
  const vault = createMemoryVault({ clock, files });
  const store = createMemoryStore();
  const tools = createScriptedTools({ servers: {}, clock });
  const parsed = readSettings({
    quiet_seconds: 0,
    start_delay_seconds: 0,
    grace_seconds: 0,
    models: {
      main: {
        provider: "openai-compatible",
        url: "http://127.0.0.1:9/v1",
        model: "m",
        price: { in: 1, out: 1 },
      },
    },
    roles: { worker: "main" },
  });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  const { settings } = parsed;
  const failing: Settings = {
    ...settings,
    actions: failingAt(settings.actions, "poison"),
    models: failingAt(settings.models, "poison"),
  };
  const models = createFakeModels((_question, n) =>
    says(
      "",
      n === 1
        ? ["write_work_file", { name: "a.md", text: "Moss is cheaper." }]
        : ["give_back", { why: "Yours." }],
    ),
  );
  let starts = 0;
  return {
    vault,
    clock,
    tools,
    open(fails = true) {
      starts += 1;
      return openEngine(
        {
          vault,
          store,
          clock,
          models,
          tools: { ...tools, close: () => Promise.resolve() },
          notice: createMemoryNotices(),
          random: createSeededRandom(`run ${String(starts)}`),
          programs: noPrograms("There are none here."),
          host: { name: "laptop", machine: "m", vault: "v" },
        } as unknown as Parameters<typeof openEngine>[0],
        { settings: fails ? failing : settings, role: "executor", run: `run ${String(starts)}` },
      );
    },
  };
}

const POISONED: readonly (readonly [string, string])[] = [
  ["an action that cannot be judged", gated("PLAN-9", "poison")],
  ["an agent that cannot be judged", thought("PLAN-9", "poison")],
];

test.each(POISONED)("%s is named with a way out, and all other plans go on", async (_what, text) => {
  const { vault, open } = ground({
    "Plans/A Poison.md": text,
    "Plans/B Letter.md": gated("PLAN-1", "letter"),
    "Plans/C Thought.md": thought("PLAN-2", "main"),
  });
  const engine = await open();
  const { world } = await engine.settle();
  expect(vault.text("Plans/A Poison.md")).toBe(text);
  expect(vault.text("Plans/B Letter.md")).toContain("Awaiting human approval");
  expect(vault.text("Plans/C Thought.md")).toContain("gave the step back");
  const told = world.problems.filter(({ kind }) => kind === "unjudged");
  expect(told.map(({ path }) => path)).toEqual(["Plans/A Poison.md"]);
  expect(told[0]?.message).toContain("Change the note");
  const dashboard = vault.text("Dashboard.md") ?? "";
  expect(dashboard).toMatch(/Plans\/A Poison.*could not be judged/);
  // A second run, and a look by a person, find the same and write nothing.
  const before = JSON.stringify(vault.files());
  const again = await open();
  await again.settle();
  expect((await again.look()).problems.map(({ path }) => path)).toContain("Plans/A Poison.md");
  expect(JSON.stringify(vault.files())).toBe(before);
});

test("an approved request of another plan is carried out while one cannot be judged", async () => {
  const { vault, open } = ground({ "Plans/B Letter.md": gated("PLAN-1", "letter") });
  const engine = await open();
  await engine.settle();
  vault.put("Plans/A Poison.md", gated("PLAN-9", "poison"));
  const request = Object.keys(vault.files()).find((path) => /^Pending_Approval\/2/.test(path)) ?? "";
  const text = vault.text(request) ?? "";
  vault.remove(request);
  vault.put(request.replace("Pending_Approval", "Approved"), text);
  await (await open()).settle();
  expect(vault.text("Plans/B Letter.md")).toContain("Yours to do");
});

test("an approval of the plan itself is held until the plan can be judged, and then counts", async () => {
  const { vault, open } = ground({ "Plans/A Poison.md": gated("PLAN-9", "poison") });
  await (await open(false)).settle();
  const request = Object.keys(vault.files()).find((path) => /^Pending_Approval\/2/.test(path)) ?? "";
  const text = vault.text(request) ?? "";
  vault.remove(request);
  vault.put(request.replace("Pending_Approval", "Approved"), text);
  const held = await (await open()).settle();
  expect(held.moves.map(({ move }) => move.kind)).not.toContain("act");
  expect(held.world.problems.map(({ kind }) => kind)).toContain("unjudged");
  expect(vault.text("Plans/A Poison.md")).not.toContain("by hand");
  await (await open(false)).settle();
  expect(vault.text("Plans/A Poison.md")).toContain("Yours to do");
});

test("a plan that was set aside is judged again once its text is another", async () => {
  const { vault, open } = ground({ "Plans/A Poison.md": thought("PLAN-9", "poison") });
  const engine = await open();
  await engine.settle();
  vault.put("Plans/A Poison.md", thought("PLAN-9", "main"));
  const { world } = await engine.settle();
  expect(world.problems).toEqual([]);
  expect(vault.text("Plans/A Poison.md")).toContain("gave the step back");
});

test("among sixty plans, three bad ones are found", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [
      `Plans/${String(n)}.md`,
      gated(`PLAN-${String(n)}`, n % 20 === 7 ? "poison" : "letter"),
    ]),
  );
  const { open } = ground(files);
  const { world } = await (await open()).settle();
  expect(world.problems.filter(({ kind }) => kind === "unjudged")).toHaveLength(3);
  expect(world.requests.length).toBeGreaterThan(0);
});

test("a plan at whose change the program fails is set aside, and all others go on", async () => {
  const { vault, open } = ground({
    "Plans/A Poison.md": gated("PLAN-9", "letter"),
    "Plans/B Letter.md": gated("PLAN-1", "letter"),
  });
  const { change } = vault;
  vault.change = (path, edit) =>
    path.includes("Poison") ? Promise.reject(new TypeError("x is undefined")) : change(path, edit);
  const { world } = await (await open()).settle();
  expect(world.problems.map(({ path, kind }) => [path, kind])).toEqual([["Plans/A Poison.md", "unjudged"]]);
  expect(vault.text("Plans/B Letter.md")).toContain("Awaiting human approval");
});

test("each note to blame is found, and a failure of no note alone is passed on", () => {
  const notes = Array.from({ length: 9 }, (_, n) => ({ path: `${String(n)}.md`, hash: "h" }));
  const seen = { plans: notes, requests: [], intake: { tasks: [] }, results: [] } as unknown as Seen;
  const blamed: string[] = [];
  const index = { setAside: (path: string) => (blamed.push(path), true) };
  const failAt =
    (...paths: readonly string[]) =>
    ({ plans }: Seen): string => {
      if (plans.some(({ path }) => paths.includes(path))) throw new Error("no");
      return "judged";
    };
  expect(judgeNotes(seen, failAt(), index)).toBe("judged");
  expect(judgeNotes(seen, failAt("2.md", "7.md"), index)).toBeNull();
  expect(blamed).toEqual(["2.md", "7.md"]);
  const failTogether = ({ plans }: Seen): never => {
    throw new Error(`${String(plans.length)} notes`);
  };
  expect(() => judgeNotes({ ...seen, plans: [] }, failTogether, index)).toThrow("0 notes");
  expect(blamed).toHaveLength(2);
});

test("a note whose reading fails is set aside by its text, and another text is read", () => {
  const marked: string[] = [];
  const aside = createAside((path) => void marked.push(path));
  const fail = (): never => {
    throw new RangeError("Maximum call stack size exceeded");
  };
  expect(aside.judge("a.md", "one", fail)).toBeNull();
  expect(marked).toEqual(["a.md"]);
  expect(aside.judge("a.md", "one", () => "read")).toBeNull();
  expect(aside.judge("b.md", "one", () => "read")).toBe("read");
  expect(aside.problems().map(({ path }) => path)).toEqual(["a.md"]);
  expect(aside.judge("a.md", "two", () => "read")).toBe("read");
});
