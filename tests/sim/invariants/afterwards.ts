/** Consequences that have followed once everything is at rest, and a few writes that only a person’s order allows. */
import { blockIsOurs, boxesOf, isCopy, isMarked, recordOf, valueIn } from "../reading";
import { isNoted, isToldSince, stands } from "../remembered";
import type { Device } from "../device";
import type { Issued, Witness } from "../witness";
import { callsOf, isInDoubt, isOfStep, keyNameOf } from "./calls";
import type { Acting, Invariant } from ".";

/** Requests of the acting device that lie open as it wrote them, and are neither recorded nor refused. */
export function openOf({ device, world }: Acting, witness: Witness): Issued[] {
  // Where another device seems to act as well, nothing is written before a person decides.
  if (!world.mayWrite) return [];
  const refused = [...(device.disk.hasFolder("Rejected") ? device.disk.names("Rejected") : [])];
  const lies = ({ name, text }: Issued): boolean =>
    ["Pending_Approval", "Approved"].some((folder) => device.disk.get(`${folder}/${name}`)?.text === text);
  const all = [...witness.issued.values()];
  // A refusal is one of the whole chain of attempts.
  const isRefused = ({ chain }: Issued): boolean =>
    all.some(
      (each) =>
        each.chain === chain && refused.some((name) => name.startsWith(each.name.replace(/\.md$/, ""))),
    );
  return all.filter(
    (each) =>
      each.device === device.name &&
      each.identity === (witness.identities.get(device.name) ?? 0) &&
      lies(each) &&
      device.disk.get(recordOf(each.name)) === null &&
      !isRefused(each),
  );
}

/** Under whatever name, and whatever it says by now. */
function isIn(folder: string, id: string, name: string, disk: Device["disk"]): boolean {
  return [...disk.texts()].some(
    ([path, text]) => path === `${folder}/${name}` || (path.startsWith(`${folder}/`) && text.includes(id)),
  );
}

export const AFTERWARDS: readonly Invariant[] = [
  {
    id: "A7",
    name: "namesItselfOnlyWhereNobodyIs",
    at: "wrote",
    sentence: "Only the executor acts: nobody names itself while another device has an open request there.",
    holds: ({ device, kind, path }, witness) => {
      if (
        kind !== "create" ||
        path !== "Acting device.md" ||
        device.commanded !== null ||
        device.life === null
      )
        return null;
      const { listed, reads } = witness.sightOf(device.life);
      const other = [...witness.issued.values()].find(
        (each) =>
          each.device !== device.name &&
          ["Pending_Approval", "Approved"].some(
            (folder) =>
              listed.get(folder)?.includes(each.name) === true &&
              reads.get(`${folder}/${each.name}`) === each.text,
          ),
      );
      return other === undefined
        ? null
        : `${device.name} names itself, and ${other.name} of ${other.device} is open`;
    },
  },
  {
    id: "S1",
    name: "aPersonsBlockStays",
    at: "wrote",
    sentence: "A block that a person set is theirs to lift.",
    holds: ({ device, kind, path, before, after }) => {
      if (kind !== "change" || !path.startsWith("Plans/") || device.commanded !== null || before === null)
        return null;
      const turned =
        valueIn(before, "status") === "Blocked" &&
        valueIn(after, "status") !== "Blocked" &&
        valueIn(after, "status") !== "Cancelled";
      return turned && !blockIsOurs(before)
        ? `${path} was blocked by a person, and was set to ${valueIn(after, "status")}`
        : null;
    },
  },
  {
    id: "A12",
    name: "nothingOpenForWhatIsOver",
    at: "rest",
    sentence: "No approval stays loaded: what is over has no open request.",
    holds: ({ acting }, witness) => {
      for (const each of acting === null ? [] : openOf(acting, witness)) {
        const view = acting?.world.plans.find(
          ({ plan, hasDuplicateId }) =>
            plan.taskId === each.task && !hasDuplicateId && plan.path.startsWith("Plans/"),
        );
        const text = acting?.device.disk.get(view?.plan.path ?? "")?.text ?? "";
        const box = boxesOf(text).find(({ id }) => id === each.step);
        if (
          view !== undefined &&
          (["Cancelled", "Done"].includes(valueIn(text, "status")) || (box !== undefined && box.mark !== " "))
        )
          return `${each.name} is open, and its step is over`;
      }
      return null;
    },
  },
  {
    id: "A12",
    name: "oneOpenAStep",
    at: "rest",
    sentence: "No approval stays loaded: a newer request for a step takes the place of the older one.",
    holds: ({ acting }, witness) => {
      const open = acting === null ? [] : openOf(acting, witness);
      const double = open.find((each, at) => open.slice(at + 1).some((other) => isOfStep(other, each)));
      return double === undefined ? null : `${double.name} is open, and so is a newer one for its step`;
    },
  },
  {
    id: "A5",
    name: "recordsSayWhatIsKnown",
    at: "rest",
    sentence: "Every end is a record, and every doubt is a question in one.",
    holds: ({ acting }, witness) => {
      // Where another device seems to act as well, nothing is written before a person decides.
      if (acting?.world.mayWrite !== true) return null;
      for (const each of callsOf(acting.device, witness)) {
        const view = acting.world.requests.find(({ id }) => id === each.call.action);
        const record = view?.recordNote?.record ?? null;
        const doubt = isInDoubt(each);
        if (view !== undefined && view.recordNote === null && view.state === "in-doubt")
          return `${each.name} is in doubt and has no record`;
        if (
          doubt &&
          record !== null &&
          !/- \[.\] It happened/.test(acting.device.disk.get(recordOf(each.name))?.text ?? "")
        )
          return `${each.name} is in doubt, and its record does not ask`;
        // A program that ended between the answer and its note of it knows nothing: that is a doubt like any other.
        const noted = isNoted(acting.device.lines, "ended", each.call.action);
        if (!doubt && noted && record?.outcome === "unknown" && each.resolved === null)
          return `${each.name} ended with ${each.answer ?? "nothing"}, and its record does not say so`;
      }
      return null;
    },
  },
  {
    id: "A5",
    name: "recordsTellWhatWasSent",
    at: "wrote",
    sentence: "Every end is a record, which tells what was sent, whatever its request says by now.",
    holds: ({ path, kind, before, after }, { calls }) => {
      const called = calls.find(({ name }) => path === recordOf(name));
      const key = called === undefined ? null : keyNameOf(called);
      // Half a record stays half; what stands in it is told when it is made.
      const isTold = (name: string): boolean =>
        kind === "create"
          ? name === "to" || after.includes("## What was approved")
          : name === "to" && /^---\n[^]*\n---\n/.test(before ?? "");
      const told = Object.entries(called?.call.args ?? {}).filter(
        (arg): arg is [string, string] => typeof arg[1] === "string" && isTold(arg[0]),
      );
      // Other texts are spelled so that nothing in them is active.
      const untold = told.find(
        ([name, value]) => name !== key && /^[\w@.,!? -]*$/.test(value) && !after.includes(value),
      );
      return untold === undefined ? null : `${path} does not say that ${untold[0]} was ${untold[1]}`;
    },
  },
  {
    id: "A5",
    name: "anotherProgramIsNoticed",
    at: "rest",
    sentence:
      "No doubt is silent: an approved request that somebody took away stops everything until a person has looked.",
    holds: ({ acting }, { takenBack }) => {
      // Where a run may not even write, as long as another device seems to act, it says that and carries nothing out.
      if (acting === null || acting.world.device.paused !== null || !acting.world.mayWrite) return null;
      const {
        device: { lines },
        world,
      } = acting;
      const gone = world.requests.find(
        (each) =>
          each.state === "missing" &&
          isNoted(lines, "seen", each.id) &&
          !takenBack.has(each.id) &&
          !["begun", "ended"].some((kind) => isNoted(lines, kind, each.id)) &&
          !isToldSince(lines, "seen", each.id) &&
          !world.requests.some(({ state, id }) => state === "foreign" && id === each.id),
      );
      return gone === undefined ? null : `${gone.name} was approved and is gone, and nobody was told`;
    },
  },
  {
    id: "A1",
    name: "takenBackCountsNoMore",
    at: "rest",
    sentence: "An approval that was taken back counts no more, nor does its confirmation.",
    holds: ({ acting }, { issued }) => {
      if (acting?.world.mayWrite !== true || !acting.device.disk.hasFolder("Approved")) return null;
      const {
        device: { disk, lines },
        world,
      } = acting;
      const counted = world.requests.find(
        ({ id, name, actionState }) =>
          actionState !== null &&
          issued.has(name) &&
          !isIn("Approved", id, name, disk) &&
          !isNoted(lines, "begun", id) &&
          !isNoted(lines, "ended", id) &&
          (stands(lines, "seen", id) || stands(lines, "confirmed", id)),
      );
      return counted === undefined
        ? null
        : `${counted.name} is not approved any more, and this device goes by its earlier approval`;
    },
  },
  {
    id: "F8",
    name: "copiesAreNoPlans",
    at: "rest",
    sentence: "Conflict copies are inert.",
    holds: ({ acting }) => {
      const copy = acting?.world.plans.find(({ plan }) => isCopy(plan.path));
      return copy === undefined ? null : `${copy.plan.path} is taken for a plan`;
    },
  },
  {
    id: "C1",
    name: "dashboardNamesWhatWaits",
    at: "rest",
    sentence: "Dashboard = f(notes): there is one, and what waits for a person stands in it.",
    holds: ({ acting }, witness) => {
      if (acting === null || acting.world.standing.length > 0) return null;
      const text = acting.device.disk.get("Dashboard.md")?.text ?? null;
      // One torn within its first mark is there, and is left as it is.
      const last = text?.split("\n").at(-1) ?? "";
      const torn = last !== "" && "<!-- planwright:dashboard".startsWith(last);
      if (text === null || (!torn && !text.includes("planwright:dashboard"))) return "there is no Dashboard";
      const waiting = openOf(acting, witness).filter(({ name }) =>
        acting.world.requests.some((each) => each.name === name && each.state === "waiting"),
      );
      const untold =
        !isMarked(text) || waiting.length > 3
          ? undefined
          : waiting.find(({ name }) => !text.includes(name.replace(/\.md$/, "")));
      return untold === undefined ? null : `${untold.name} waits, and the Dashboard does not name it`;
    },
  },
];
