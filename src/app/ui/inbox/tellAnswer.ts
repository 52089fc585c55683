/** Tells in the bar what was answered, with the commands that take it back. */
import { isByHand } from "../../../approval/confirming";
import type { AnswerCode } from "../../../overview/answers";
import type { InboxRow } from "../../../overview/inbox/inboxOf";
import type { Command } from "../../../rules/command";
import type { World } from "../../../rules/world";
import type { EngineClient } from "../engineClient";
import type { Given } from "../review/choices";
import { WORDS } from "../words";
import { planOf } from "./rowFacts";
import type { UndoBar } from "./undoBar";

const { inbox: words } = WORDS;

interface Answer {
  readonly given: Given;
  readonly row: InboxRow;
  /** Number of the step at which the plan was when it was asked. */
  readonly step: number | undefined;
}

/** An answer of the review. */
export function tellGiven({ given, row, step }: Answer, bar: UndoBar, client: EngineClient): void {
  const { did, said, ids, isRefused } = given;
  const world = client.world();
  const own = planOf(row);
  const isDone = did === "done" && !isRefused;
  const plans = did === "rejected" ? plansOf(ids, world) : isDone && own !== null ? [own] : [];
  const undo = plans.map((plan): Command => {
    const n = did === "done" ? step : world?.planIndex.at(plan)?.next?.n;
    const of = did === "done" ? did : "reject";
    return { kind: "undo", plan, of, ...(n === undefined ? {} : { step: n }) };
  });
  const title = words.several(row.title, ids.length);
  if (did === "approved") tellApproved(ids, title, bar, world);
  else if (!isRefused || plans.length > 0)
    bar.tell(words.did[did], did === "others" ? said : title, undo, plans[0] ?? null);
  else bar.forget();
}

/** An answer of a card. `undo`: null for none, or where it was refused. */
export function tellAnswer(
  code: AnswerCode | "question" | "corrected",
  row: InboxRow,
  undo: Command | null,
  bar: UndoBar,
): void {
  const { did } = words;
  if (code === "question") bar.tell(did.others, row.title, [], null);
  else if (code === "skip" || code === "done" || code === "corrected") {
    // An answer that was refused is the last one, too: no earlier one is taken back in its place.
    if (undo === null) bar.forget();
    else bar.tell(did[code], row.title, [undo], planOf(row));
  }
}

/** Tells what an approval still waits for; what goes out counts by itself. */
function tellApproved(ids: readonly string[], title: string, bar: UndoBar, world: World | null): void {
  const open = (world?.requests ?? []).filter(
    (each) =>
      ids.includes(each.id) &&
      each.state === "candidate" &&
      (each.objection?.id === "confirmed" || each.objection?.id === "not-too-early" || isByHand(each)),
  );
  const [first] = open;
  if (first === undefined) {
    bar.forget();
    return;
  }
  const hold = open.map(({ id: request }): Command => ({ kind: "hold", request }));
  const isScheduled = first.objection?.id === "not-too-early";
  const says = isByHand(first) ? words.did.toDo : isScheduled ? words.did.scheduled : words.did.toConfirm;
  bar.tell(says, title, hold, plansOf([first.id], world)[0] ?? null);
}

function plansOf(ids: readonly string[], world: World | null): readonly string[] {
  const keys = new Set(world?.requests.flatMap(({ id, plan }) => (ids.includes(id) ? [plan] : [])));
  return (world?.plans ?? []).flatMap(({ plan }) => (keys.has(plan.key) ? [plan.path] : []));
}
