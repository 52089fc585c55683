/** The templates that come with Planwright: each makes a plan that goes on to its first request, or its first tick. */
import { describe, expect, test } from "vitest";
import { noModels } from "../../src/adapters/models/noModels";
import { openEngine } from "../../src/engine/engine";
import { noPrograms } from "../../src/kit/ports/programs";
import { sayNoDay } from "../../src/note/plan/due";
import { parsePlan } from "../../src/note/plan/parse";
import { fillTemplate } from "../../src/note/plan/template/fillTemplate";
import { PLAN_TEMPLATES, type PlanTemplate } from "../../src/note/plan/template/planTemplates";
import { NOTE_FOLDERS, pathOf, readSettings } from "../../src/settings/settings";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryNotices } from "../fakes/notice";
import { createSeededRandom } from "../fakes/random";
import { createMemoryStore } from "../fakes/store";
import { createScriptedTools } from "../fakes/tools";
import { createMemoryVault } from "../fakes/vault";

const MINUTE = 60_000;
const MONTH = 31 * 24 * 60 * MINUTE;
const TODAY = "2026-11-28";

const examples = ({ blanks }: PlanTemplate): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(blanks).map(([id, { example }]) => [id, example]));

describe.each(PLAN_TEMPLATES.map((template) => [template.name, template] as const))(
  "%s",
  (_name, template) => {
    test("has no receiver of its own, and a place for every blank", () => {
      const said = JSON.stringify(template);
      for (const id of Object.keys(template.blanks)) expect(said).toContain(`{${id}}`);
      const bare = JSON.stringify(fillTemplate(template, {}, TODAY));
      expect(bare).not.toMatch(/@|\{[a-z+]/);
    });

    test("goes on to its first request or its first tick", async () => {
      const clock = createSimulatedClock(`${TODAY}T09:00:00Z`);
      const parsed = readSettings({});
      if (parsed.kind === "bad") throw new Error(parsed.why);
      const { settings } = parsed;
      const vault = createMemoryVault({ clock, folders: NOTE_FOLDERS.map((each) => pathOf(settings, each)) });
      const engine = await openEngine(
        {
          vault,
          tools: createScriptedTools({ servers: {}, clock }),
          models: noModels,
          clock,
          random: createSeededRandom("a"),
          store: createMemoryStore(),
          notice: createMemoryNotices(),
          programs: noPrograms("No program runs in this test."),
          host: { name: "a", machine: "a", vault: "v" },
        },
        { settings, role: "executor", run: "run" },
      );
      const settle = async (): Promise<void> => {
        await clock.advance(MINUTE);
        await engine.settle();
        await clock.advance(MINUTE);
        await engine.settle();
      };
      const filled = fillTemplate(template, examples(template), TODAY);
      const plan = { ...filled, source: null, start: true };
      expect(await engine.obey({ kind: "create", plan })).toMatchObject({ kind: "done" });
      const path = Object.keys(vault.files()).find((each) => each.startsWith("Plans/PLAN-")) ?? "";
      const read = parsePlan(path, vault.text(path) ?? "");
      if (read.kind !== "plan") throw new Error(`${path} is no plan.`);
      expect(read.plan.steps.map(({ approval }) => approval.kind)).not.toContain("unclear");
      expect(sayNoDay(read.plan)).toBeNull();
      expect(read.plan.repeat).toBe(template.repeat ?? null);
      await settle();
      await clock.advance(MONTH);
      await settle();
      const requests = Object.keys(vault.files()).filter((each) => /^Pending_Approval\/\d/.test(each));
      if (read.plan.steps[0]?.approval.kind === "action") {
        expect(requests).toHaveLength(1);
        const [request = ""] = requests;
        for (const value of Object.values(template.actions?.[1]?.args ?? {}))
          if (typeof value === "string" && !value.includes("\n"))
            expect(vault.text(request)).toContain(
              value.replace(/\{(\w+)\}/g, (_all, id) => examples(template)[String(id)] ?? ""),
            );
      } else {
        expect(await engine.obey({ kind: "done", plan: path, step: null })).toMatchObject({ kind: "done" });
        await settle();
        expect(vault.text(path)).toMatch(/^- \[x\] /m);
      }
      const world = await engine.look();
      expect(world.planIndex.at(path)?.faults).toEqual([]);
      expect(world.problems).toEqual([]);
    });
  },
);

test("a template that repeats is due on its next day", () => {
  const [rent] = PLAN_TEMPLATES;
  if (rent === undefined) throw new Error("There is no template.");
  const { due, steps } = fillTemplate(rent, examples(rent), TODAY);
  expect([due, steps[0]]).toEqual(["2026-12-01", "✋ Pay the rent ⏳ 2026-12-01"]);
  expect(fillTemplate(rent, { ...examples(rent), payee: "{amount} {due}" }, "2026-12-01")).toMatchObject({
    due: "2026-12-01",
    actions: { 1: { target: "{amount} {due}" } },
  });
});

test.each([
  ["for the recipe", "Thank Marit for the recipe"],
  ["For Whom the Bell Tolls", "Thank Marit for For Whom the Bell Tolls"],
])("a blank that is %s", (what, objective) => {
  const thanks = PLAN_TEMPLATES.find(({ name }) => name === "Thank-you mail");
  if (thanks === undefined) throw new Error("There is no such template.");
  expect(fillTemplate(thanks, { ...examples(thanks), name: "Marit", what }, TODAY).objective).toBe(objective);
});
