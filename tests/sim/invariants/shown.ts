/**
 * The Dashboard before a person, told from the notes with a few lines of its own; and that an approved request runs.
 */
import type { RequestView } from "../../../src/approval/view";
import type { Device } from "../device";
import {
  answersIn,
  boxesOf,
  isCopy,
  isMarked,
  isOpen,
  isWhole,
  linesOf,
  stepIn,
  valueIn,
  whyStopped,
} from "../reading";
import { isNoted, stands } from "../remembered";
import { BY_HAND, CONFIRMED_TYPES } from "../stories";
import type { Issued, Witness } from "../witness";
import { openOf } from "./afterwards";
import { callsOf, isInDoubt } from "./calls";
import type { Acting, Invariant } from ".";

/** One part of the Dashboard; null where it is damaged, or somebody else's to write. */
function partOf({ device, world }: Acting, heading: string): string | null {
  const text = device.disk.get("Dashboard.md")?.text ?? "";
  const ours = /^<!-- planwright:dashboard begin[^\n]*\n([\s\S]*)^<!-- planwright:dashboard end/m.exec(
    text,
  )?.[1];
  if (ours === undefined || !isMarked(text) || !world.mayWrite) return null;
  return ours.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
}

/** More of one kind are counted, not named. */
const NAMED = 4;

const STATUSES = ["Draft", "Active", "Blocked", "Done", "Cancelled"];

/**
 * Whether an approval may wait when every server answers and every clock is right; told without asking the core for its
 * view.
 */
function mayWait(request: RequestView, { device, world }: Acting): boolean {
  const type = request.action?.type ?? "";
  switch (request.objection?.id) {
    case "standing":
      return world.standing.length > 0;
    case "confirmed":
      return (
        (CONFIRMED_TYPES.includes(type) || isNoted(device.lines, "held", request.id)) &&
        !stands(device.lines, "confirmed", request.id)
      );
    case "by-hand":
      return type === BY_HAND;
    case "step-due":
      return linesOf(
        [...device.disk.texts()]
          .filter(([path]) => path.startsWith("Plans/"))
          .map(([, text]) => text)
          .join("\n"),
      ).some((line) => line.includes("⏳"));
    case "answers":
      return [...device.disk.texts()].some(
        ([path, text]) => path.startsWith("Plans/") && answersIn(text, request.step).length > 0,
      );
    case "plan-read":
      return hasUnread(device.disk, "Plans") || hasUnread(device.disk, "Done/Plans");
    case "plan-unique":
    case "plan-stays":
    case "copies-agree":
      return [...device.disk.texts().keys()].filter((path) => /^(?:Done\/)?Plans\//.test(path)).length > 1;
    default:
      return false;
  }
}

/** Whether a note in it, or one folder deeper, is no text. */
function hasUnread(disk: Device["disk"], folder: string): boolean {
  return [...disk.names(folder)].some((name) => {
    const path = `${folder}/${name}`;
    return disk.hasFolder(path) ? hasUnread(disk, path) : disk.get(path)?.text === null;
  });
}

/**
 * Why what was asked cannot run as its plan now reads; null when it can, or when a second note has its id. A copy that
 * sync made has it while it cannot be read.
 */
function overtaken(each: Issued, device: Device): string | null {
  const found = [...device.disk.texts()].filter(
    ([path, text]) =>
      /^Plans\/[^/]+\.md$/.test(path) &&
      (!isCopy(path) || !isWhole(text)) &&
      valueIn(text, "task_id").toLowerCase() === each.task.toLowerCase(),
  );
  const [only, ...more] = found;
  if (only === undefined || more.length > 0 || !isWhole(only[1])) return null;
  const [, plan] = only;
  // One that reads otherwise has been edited, and waits for a person.
  if (stepIn(plan, each.step) !== each.asked) return null;
  const stopped = whyStopped(plan);
  if (stopped !== null) return `its plan is ${stopped}`;
  const next = boxesOf(plan).find(isOpen);
  return next?.id === each.step ? null : "another step of its plan comes first";
}

export const SHOWN: readonly Invariant[] = [
  {
    id: "C4",
    name: "whatWasApprovedRuns",
    at: "rest",
    sentence: "A valid approval runs: one that waits waits for something that is so.",
    holds: ({ acting }) => {
      const idle = acting?.world.requests.find(
        (each) => each.state === "candidate" && each.objection?.kind !== "refuse" && !mayWait(each, acting),
      );
      return idle === undefined
        ? null
        : `${idle.name} is approved and does not run: ${idle.objection?.id ?? "nothing hinders it"}`;
    },
  },
  {
    id: "A12",
    name: "nothingLoadedBehindAPlan",
    at: "rest",
    sentence:
      "No approval stays loaded: one whose plan a person stopped, or whose step is not the next, is used up.",
    holds: ({ acting }, witness: Witness) => {
      // While this device is paused, say, nothing is judged.
      if (acting === null || acting.world.standing.length > 0) return null;
      for (const each of openOf(acting, witness)) {
        const { device } = acting;
        const why =
          device.disk.get(`Approved/${each.name}`) === null ||
          device.disk.get(`Pending_Approval/${each.name}`) !== null
            ? null
            : overtaken(each, device);
        if (why !== null) return `${each.name} lies among the approved, and ${why}`;
      }
      return null;
    },
  },
  {
    id: "A5",
    name: "doubtsAreNamed",
    at: "rest",
    sentence: "No doubt is silent: each stands under “Needs you”, by the name of its record.",
    holds: ({ acting }, witness) => {
      if (acting === null) return null;
      const part = partOf(acting, "Needs you");
      const doubts = callsOf(acting.device, witness).filter(isInDoubt);
      const untold =
        part === null || doubts.length > NAMED
          ? undefined
          : doubts.find(({ name }) => !part.includes(name.replace(/\.md$/, "")));
      return untold === undefined
        ? null
        : `${untold.name} may have been sent, and nothing under “Needs you” says so`;
    },
  },
  {
    id: "C1",
    name: "missionsAreTrue",
    at: "rest",
    sentence: "Dashboard = f(notes): status and steps of each mission are those of its note.",
    holds: ({ acting }) => {
      if (acting === null) return null;
      const part = partOf(acting, "Current plans");
      const missions = part?.split(/^### /m).slice(1) ?? [];
      for (const { plan, hasDuplicateId } of acting.world.plans) {
        const text = acting.device.disk.get(plan.path)?.text ?? "";
        const status = valueIn(text, "status");
        const mission = missions.find((each) => each.startsWith(`[[${plan.path.replace(/\.md$/, "")}|`));
        if (part === null || hasDuplicateId || mission === undefined || !STATUSES.includes(status)) continue;
        const said = /^- \*\*Status:\*\* (\w+)/m.exec(mission)?.[1] ?? "nothing";
        // A plan that stands still is told by what it waits for.
        if (status === "Blocked" ? STATUSES.includes(said) : said !== status)
          return `${plan.path} is ${status}, and the Dashboard says ${said}`;
        const boxes = boxesOf(text);
        const steps = `${String(boxes.filter(({ mark }) => /^[xX-]$/.test(mark)).length)} of ${String(boxes.length)} step`;
        if (!mission.includes(` ${steps}`))
          return `${plan.path} has ${steps}s done, and the Dashboard says ${/\d+ of \d+ steps?/.exec(mission)?.[0] ?? "nothing"}`;
      }
      return null;
    },
  },
];
