/** The states of plans, steps and requests. */
import { currentPlan } from "../../../src/rules/world";
import { boxBefore, boxesOf, isOpen, plansWith, recordOf, valueIn, type Box } from "../reading";
import { isNoted } from "../remembered";
import type { Witness } from "../witness";
import type { Invariant } from ".";
import { isOfStep } from "./calls";
import { isReplaced } from "./agents";
import { isLeftOut, isLoopBegun, isUnfolding } from "./flows";
import { isCarriedOver } from "./merging";
import { marksTurned } from "./onlyOurs";

/** What the program may bring about by itself; what a person does by hand is no write of ours. */
const TURNS: readonly string[] = ["Active → Blocked", "Blocked → Active", "Active → Done"];
/** These a person brings about: by a command, or by the answer to a question. */
const CANCELLED = /^(?:Draft|Active|Blocked|Done) → Cancelled$/;

/** A box that a person ticked under a question of ours. */
function isTicked(text: string, label: string): boolean {
  return new RegExp(`^\\s+- \\[[xX]\\] ${label}`, "m").test(text);
}

/** The outcome that a record was sealed with, whatever a person wrote beside it. */
function sealedOutcome(record: string, { sealed }: Witness): string {
  return sealed.get(valueIn(record, "seal")) ?? valueIn(record, "outcome");
}

function wasOpen(box: Box | undefined): boolean {
  return box !== undefined && isOpen(box);
}

/** Outcomes of a record that allow a tick. */
const DONE: readonly string[] = ["ok", "by-hand", "resolved-happened"];

export const STATE: readonly Invariant[] = [
  {
    id: "S1",
    name: "legalTransitions",
    at: "wrote",
    sentence: "Legal transitions only.",
    holds: ({ device, kind, path, before, after }) => {
      if (kind !== "change" || !path.startsWith("Plans/")) return null;
      const from = valueIn(before ?? "", "status");
      const to = valueIn(after, "status");
      const turn = `${from} → ${to}`;
      const wanted = CANCELLED.test(turn)
        ? device.commanded === "cancel" || isTicked(before ?? "", "Cancel this plan")
        : device.commanded === "start"
          ? /^(?:Draft|Blocked) → Active$/.test(turn)
          : device.commanded === "undo"
            ? /^(?:Cancelled → (?:Draft|Active|Blocked|Done)|Done → Active)$/.test(turn)
            : TURNS.includes(turn);
      if (from !== to && !wanted) return `${path} turned from ${turn.replace(" → ", " to ")}`;
      return from !== to && to === "Done" && boxesOf(after).some(isOpen)
        ? `${path} is done, and a box is open`
        : null;
    },
  },
  {
    id: "S1",
    name: "marksArePersons",
    at: "wrote",
    sentence: "We skip a step only when a person says so, and take a mark away only when they undo it.",
    holds: (write, witness) => {
      const { device, kind, path, before, after } = write;
      if (kind !== "change" || !path.startsWith("Plans/")) return null;
      const says = (words: string): boolean =>
        device.commanded === "skip" ||
        isTicked(before ?? "", "Skip this step") ||
        isReplaced(write, words, witness) ||
        isCarriedOver(write, words, "-", witness) ||
        boxesOf(before ?? "").some((box) => words.endsWith(box.words) && isLeftOut(write, box.id));
      const turned = marksTurned(before ?? "", after).find(
        ({ from, to, words }) =>
          (from !== " " && !(to === " " && device.commanded === "undo")) ||
          (from === " " && to !== "x" && !(to === "-" && says(words.slice(2)))),
      );
      return turned === undefined
        ? null
        : `a box was turned from “${turned.from}” to “${turned.to}”: ${turned.words}`;
    },
  },
  {
    id: "S2",
    name: "tickedWithARecord",
    at: "wrote",
    sentence:
      "A gated step is ticked by us only with a verified receipt ok, by-hand or resolved-happened, once.",
    holds: (write, witness) => {
      const { device, kind, path, before, after } = write;
      if (kind !== "change" || !path.startsWith("Plans/")) return null;
      const reads = device.life === null ? null : witness.sightOf(device.life).reads;
      const old = boxesOf(before ?? "");
      const task = valueIn(after, "task_id");
      for (const [at, box] of boxesOf(after).entries()) {
        const was = boxBefore(old, box, at);
        if (
          box.mark !== "x" ||
          was === undefined ||
          !isOpen(was) ||
          isCarriedOver(write, box.words, "x", witness)
        )
          continue;
        // Of a step that an agent did there is another sentence.
        if (!box.gated && /^agent: (?:auto|step)/m.test(before ?? "")) continue;
        // Its tasks stand behind it, whoever does them.
        if (!box.gated && isUnfolding(write) && isLoopBegun(write, box.id)) continue;
        if (!box.gated) return `a step without a gate was ticked: ${box.words}`;
        const done = witness.calls.some(
          (each) =>
            isOfStep(each.issued, { task, step: box.id }) && (each.answer === "ok" || each.resolved === true),
        );
        // Begun, and cut off before the call: a person who is asked may say all the same that it happened. Its record
        // may have been put elsewhere since it was read.
        const textOfRecord = (name: string): string =>
          device.disk.get(recordOf(name))?.text ?? reads?.get(recordOf(name)) ?? "";
        const said = [...witness.issued.values()].some(
          (each) =>
            isOfStep(each, { task, step: box.id }) &&
            sealedOutcome(textOfRecord(each.name), witness) === "resolved-happened" &&
            isNoted(device.lines, "begun", each.id),
        );
        const byHand = [...witness.issued.values()].some(
          (each) => isOfStep(each, { task, step: box.id }) && witness.did.has(each.name),
        );
        if (!done && !said && !byHand) return `${box.words} was ticked, and nothing was done`;
      }
      return null;
    },
  },
  {
    id: "S2",
    name: "recordedBeforeTheTick",
    at: "wrote",
    sentence:
      "The outcome comes into the record, then the tick into the plan: no tick without a record that this program has read as done.",
    holds: (write, witness) => {
      const { device, kind, path, before, after } = write;
      const { life } = device;
      if (kind !== "change" || !path.startsWith("Plans/") || life === null) return null;
      const { reads } = witness.sightOf(life);
      const old = boxesOf(before ?? "");
      const ticked = boxesOf(after).filter(
        (box, at) =>
          box.gated &&
          box.mark === "x" &&
          wasOpen(boxBefore(old, box, at)) &&
          !isCarriedOver(write, box.words, "x", witness),
      );
      const task = valueIn(after, "task_id");
      const allows = (record: string | null | undefined): boolean =>
        record != null && DONE.includes(sealedOutcome(record, witness));
      const bare = ticked.find(
        ({ id }) =>
          ![...witness.issued.values()].some(
            (each) => isOfStep(each, { task, step: id }) && allows(reads.get(recordOf(each.name))),
          ),
      );
      return bare === undefined ? null : `${bare.words} was ticked, and no record says that it was done`;
    },
  },
  {
    id: "S3",
    name: "oneStateEach",
    at: "rest",
    sentence: "A request has one state, wherever notes of it lie.",
    holds: ({ acting }) => {
      const ids =
        acting?.world.requests
          .filter(({ id, actionState, identity }) => id !== "" && (actionState !== null || identity !== null))
          .map(({ id }) => id) ?? [];
      return new Set(ids).size === ids.length ? null : "one request has two states";
    },
  },
  {
    id: "S4",
    name: "idsUniqueOrFrozen",
    at: "wrote",
    sentence: "Ids are unique or frozen.",
    holds: ({ device, kind, path, before }, witness) => {
      if (
        kind !== "change" ||
        !path.startsWith("Plans/") ||
        device.life === null ||
        device.commanded !== null
      )
        return null;
      const { reads, listed } = witness.sightOf(device.life);
      const others = (listed.get("Plans") ?? [])
        .map((name) => `Plans/${name}`)
        .filter((other) => other !== path);
      const twin = others.find(
        (other) => plansWith(valueIn(before ?? "", "task_id"), [[other, reads.get(other) ?? ""]]).length > 0,
      );
      return twin === undefined ? null : `${path} was changed, and ${twin} has the same id`;
    },
  },
  {
    id: "S5",
    name: "resumedByTheFiles",
    at: "rest",
    sentence: "The resumed plan is a pure function of the files.",
    holds: ({ acting }) => {
      if (acting === null) return null;
      const one = currentPlan(acting.world)?.plan.path;
      const other = currentPlan(acting.reversed)?.plan.path;
      return one === other
        ? null
        : `read in one order it is ${one ?? "none"}, in the other ${other ?? "none"}`;
    },
  },
];
