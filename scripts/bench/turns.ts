/** An agent at work in a vault with many plans, whose model answers at once. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createFakeModels, says } from "../../tests/fakes/models";
import { forget } from "./change";
import { stayAt } from "./desk";
import type { Figure } from "./measure";

/** The first turns are not counted. */
const [FIRST, TURNS] = [40, 60];
const SETTINGS = {
  models: {
    main: {
      provider: "openai-compatible",
      url: "http://127.0.0.1:9/v1",
      model: "m",
      price: { in: 1, out: 2 },
    },
  },
  roles: { worker: "main" },
  limits: { turns: FIRST + TURNS, tokens: 10_000_000 },
};
const PLAN =
  "---\ntask_id: PLAN-TURNS\nstatus: Active\nagent: auto\nblocked_reason: null\n---\n\n# Objective\nCount.\n\n## Roadmap\n- [ ] Count as far as it goes\n- [ ] Read the count\n\n## Reasoning Logs\n";

/** Milliseconds of the processor for a turn in which the model calculates, all writing and looking included. */
export async function thinking(folder: string): Promise<Figure> {
  forget(folder);
  const file = path.join(folder, "Plans/A count.md");
  let began = process.cpuUsage();
  const models = createFakeModels((_question, n) => {
    if (n === FIRST + 1) began = process.cpuUsage();
    return n < FIRST + TURNS
      ? says("", ["calculate", { expression: `${String(n)} + 1` }])
      : says("", ["give_back", { why: "That is how far it goes." }]);
  });
  const desk = await stayAt(folder, { settings: SETTINGS, models });
  await desk.after(
    () => writeFileSync(file, PLAN),
    () => readFileSync(file, "utf8").includes("status: Blocked"),
  );
  const { user, system } = process.cpuUsage(began);
  await desk.stop();
  rmSync(file);
  if (models.asked.length !== FIRST + TURNS)
    throw new Error(`The model was asked ${String(models.asked.length)} times.`);
  const took = (user + system) / 1000;
  return {
    value: took / TURNS,
    detail: `turns ${String(FIRST + 1)} to ${String(FIRST + TURNS)} of a step, ${took.toFixed(0)} ms in all`,
  };
}
