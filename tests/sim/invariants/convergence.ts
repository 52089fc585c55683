/** That everything comes to rest, and that the Dashboard is true then. */
import type { World } from "../../../src/rules/world";
import { tellPlanIndex } from "../../index/tell";
import { FAILS } from "../stories";
import { isMarked } from "../reading";
import type { Invariant } from ".";

/** Its first open box is the step at which the program fails. */
function isAtFailingStep(text: string): boolean {
  const steps = text.slice(text.indexOf("## Roadmap"));
  const first = steps.slice(Math.max(0, steps.indexOf("- [ ]")));
  return (
    /^status: (?:Active|Blocked)\s*$/m.test(text) &&
    new RegExp(`^- \\[ \\] ✋[^\\n]*\\n +\`{3}action\\n +type: ${FAILS}$`, "m").test(first) &&
    first.startsWith("- [ ] ✋")
  );
}

export const CONVERGENCE: readonly Invariant[] = [
  {
    id: "C1",
    name: "dashboardIsTrue",
    at: "rest",
    sentence: "Dashboard = f(notes).",
    holds: ({ acting }) => {
      const dashboard = acting?.device.disk.get("Dashboard.md")?.text ?? "";
      // One that was torn has lost its last mark, and is left as it is: what follows could be a person's.
      if (acting === null || acting.world.standing.length > 0 || !isMarked(dashboard)) return null;
      // More than this many are counted there, not named.
      if (acting.world.plans.length > 5) return null;
      for (const { plan, hasDuplicateId } of acting.world.plans) {
        if (hasDuplicateId || (plan.status !== "Blocked" && plan.status !== "Active")) continue;
        const name = plan.path.replace(/^.*\/|\.md$/g, "");
        if (!dashboard.includes(plan.taskId) && !dashboard.includes(name))
          return `the Dashboard does not name ${plan.path}, which is ${plan.status}`;
      }
      return null;
    },
  },
  {
    id: "C1",
    name: "failingPlansAreTold",
    at: "rest",
    sentence: "A plan at which the program fails is named, and nothing follows from it.",
    holds: ({ acting }) => {
      // A device that does not act asks nothing of the settings about an action.
      if (acting === null || acting.world.standing.length > 0) return null;
      const { world, device } = acting;
      for (const [path, text] of device.disk.texts()) {
        if (!/^Plans\/.*\.md$/.test(path) || !isAtFailingStep(text)) continue;
        if (world.plans.some(({ plan }) => plan.path === path)) return `${path} is judged all the same`;
        // A note that was made no plan by an edit is judged no more.
        const isAdoptable = world.adoptable.some(({ paths }) => paths.includes(path));
        if (!isAdoptable && world.problems.every((problem) => problem.path !== path))
          return `nothing is told of ${path}`;
      }
      return null;
    },
  },
  {
    id: "C2",
    name: "comesToRest",
    at: "rest",
    sentence: "A second settle writes 0 bytes; no two devices answer each other's writes.",
    holds: ({ rounds }) =>
      rounds === null ? "it was still writing after twelve rounds of settling and syncing" : null,
  },
  {
    id: "C3",
    name: "eventsAreARescan",
    at: "rest",
    sentence: "Rescan = events, in any order, duplicated or lost.",
    holds: ({ acting }) => {
      if (acting === null) return null;
      const tell = (world: typeof acting.world): string =>
        JSON.stringify([
          tellPlanIndex(world.planIndex, 0),
          world.plans.map(({ plan, block }) => [plan.path, plan.status, block?.kind]),
          world.requests.map(({ name, state }) => [name, state]).sort(),
        ]);
      return tell(acting.world) === tell(acting.reversed)
        ? null
        : "two looks at the same files see different things";
    },
  },
  {
    id: "C3",
    name: "appSeesWhatIsThere",
    at: "rest",
    sentence:
      "Rescan = events: an app that was told of everything, of half of it or of all twice comes to see what a look at the files sees.",
    holds: ({ watched }) => {
      const tell = (world: World): string =>
        JSON.stringify([
          tellPlanIndex(world.planIndex, 0),
          world.plans
            .map(
              ({ plan, hasDuplicateId }) =>
                `${plan.path} ${plan.status} ${plan.steps.map(({ state }) => state).join()} ${String(hasDuplicateId)}`,
            )
            .sort(),
          // What a server offers now is known to one that has asked it, and turns a candidate into one that was edited.
          world.requests
            .map(
              ({ name, state, notes }) =>
                `${name} ${state === "edited" ? "candidate" : state} ${notes
                  .map(({ path }) => path)
                  .sort()
                  .join()}`,
            )
            .sort(),
        ]);
      const blind = watched.find(({ app, look }) => tell(app) !== tell(look));
      return blind === undefined
        ? null
        : `the app of ${blind.device.name} sees ${tell(blind.app)}, and there is ${tell(blind.look)}`;
    },
  },
  {
    id: "C4",
    name: "runsOrSaysWhy",
    at: "rest",
    sentence:
      "A valid approval runs within its grace time plus 10 s, or its reason (queued included) is shown.",
    holds: ({ acting }, witness) => {
      if (acting === null) return null;
      const { device, world } = acting;
      const still = world.requests.find(
        (each) =>
          each.state === "candidate" &&
          each.objection === null &&
          device.disk.get(`Approved/${each.name}`) !== null,
      );
      if (still !== undefined && world.standing.length === 0) return `${still.name} could run, and does not`;
      for (const name of witness.approvals.keys()) {
        if (device.disk.get(`Approved/${name}`) === null || witness.issued.get(name)?.device !== device.name)
          continue;
        const view = world.requests.find((each) => each.name === name);
        if (view === undefined || (view.reason === "" && view.objection === null))
          return `${name} lies in Approved, and nothing says why`;
      }
      return null;
    },
  },
];
