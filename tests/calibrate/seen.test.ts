import { describe, expect, test } from "vitest";
import { git } from "../sim/sync/git";
import type { MakeSync } from "../sim/sync/model";
import { syncthing } from "../sim/sync/syncthing";
import { reachable } from "./explore";
import { SCRIPTS } from "./scripts";
import { readSeen } from "./seen";

const MODELS: Readonly<Record<string, MakeSync>> = { git, syncthing };
const seen = await readSeen();

test("every tool that was watched has a model, and every script that was played still exists", () => {
  expect(Object.keys(seen).sort()).toEqual(Object.keys(MODELS).sort());
  for (const { scripts } of Object.values(seen))
    expect(Object.keys(scripts).sort()).toEqual(SCRIPTS.map(({ id }) => id).sort());
});

describe.each(Object.entries(MODELS))("what %s really did is within reach of its model", (tool, make) => {
  test.each(SCRIPTS.map((script) => [script.id, script] as const))(
    "when people do this: %s",
    (id, script) => {
      const { outcomes } = reachable(make, script);
      const real = (seen[tool]?.scripts[id] ?? []).map((outcome) => JSON.stringify(outcome));
      expect(real.filter((outcome) => !outcomes.has(outcome))).toEqual([]);
      expect(real.length).toBeGreaterThan(0);
    },
  );
});
