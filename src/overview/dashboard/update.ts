/** Whether Dashboard.md has to be written, and with what. The same world and the same note give the same bytes. */
import { remember } from "../../kit/remember";
import { pathOf } from "../../settings/settings";
import { isElsewhere } from "../../rules/permission";
import type { VaultRule } from "../../rules/vaultRules";
import type { World } from "../../rules/world";
import { frameOf, type Damaged } from "./frame";
import { completeRegion, writeRegion } from "./region";
import { renderDashboard } from "./render";

export type DashboardUpdate =
  | { readonly kind: "same" }
  | { readonly kind: "write"; readonly text: string }
  /** The marker lines are not as we left them: nothing is written. */
  | Damaged;

/** A world is drawn once: it is held against the note first, and written afterwards. */
const linesOf = remember((world: World) => renderDashboard(world));

/** `text` is the note as it is; null when there is none. */
export function updateDashboard(text: string | null, world: World): DashboardUpdate {
  const lines = linesOf(world);
  const written = writeRegion(text, lines);
  if (written.kind === "damaged") {
    const whole = text === null ? null : completeRegion(text, lines);
    return whole === null ? written : { kind: "write", text: whole };
  }
  return written.text === text ? { kind: "same" } : { kind: "write", text: written.text };
}

/** The damage to the marks in the Dashboard note; null when it can be written. */
export function dashboardDamage(world: World): Damaged | null {
  const { dashboard } = world;
  if (dashboard === null || frameOf(dashboard).kind !== "damaged") return null;
  const update = updateDashboard(dashboard, world);
  return update.kind === "damaged" ? update : null;
}

/** Tried when nothing else is left to do. */
export const DRAW: VaultRule = {
  id: "draw-the-dashboard",
  stage: "last",
  when: "the Dashboard is out of date",
  by: "anyone",
  decide: (world) => {
    if (isElsewhere(world)) return null;
    const update = updateDashboard(world.dashboard, world);
    return update.kind === "write"
      ? {
          move: { kind: "write-dashboard", path: pathOf(world.settings, "dashboard") },
          because: "it is out of date",
        }
      : null;
  },
};

/** A Dashboard whose marks are damaged is never written; the person is told instead. */
export function withDashboard(world: World): World {
  const damage = dashboardDamage(world);
  return damage === null
    ? world
    : {
        ...world,
        problems: [
          ...world.problems,
          {
            kind: "dashboard",
            path: pathOf(world.settings, "dashboard"),
            line: null,
            message: damage.why,
            code: damage.code,
          },
        ],
      };
}
