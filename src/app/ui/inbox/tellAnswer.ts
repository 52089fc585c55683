/** Tells in the bar what was answered, with the commands that take it back. */
import { isByHand } from "../../../approval/confirming";
import { isScheduled } from "../../../approval/gate";
import type { AnswerCode } from "../../../overview/answers";
import type { InboxRow } from "../../../overview/inbox/inboxOf";
import { goingOut } from "../../../overview/mission/going";
import type { Command } from "../../../rules/command";
import { withoutLinks } from "../../../overview/titles";
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
}

/** An answer of the review. */
export function tellGiven({ given, row }: Answer, bar: UndoBar, client: EngineClient): void {
  const { did, said, ids, isRefused } = given;
  const world = client.world();
  const of = did === "done" ? did : "reject";
  const undo = did === "done" || did === "rejected" ? stepsOf(ids, world).map((at) => undoing(at, of)) : [];
  const title = words.several(row.title, ids.length);
  bar.follow(ids);
  // A request that goes out tells of itself.
  const areGoing = world !== null && goingOut(world).some(({ request }) => ids.includes(request));
  if (did === "approved") tellApproved(ids, title, bar, world);
  else if (areGoing) bar.forget();
  else if (!isRefused || undo.length > 0)
    bar.tell(
      words.did[did],
      did === "others" && ids.length === 1 ? said : title,
      undo,
      undo[0]?.plan ?? null,
    );
  else bar.forget();
}

/** `choice`: the option that was chosen. */
export type CardAnswer = AnswerCode | "question" | "corrected" | { readonly choice: string };

/** An answer of a card. `undo`: null for none, or where it was refused. */
export function tellAnswer(answer: CardAnswer, row: InboxRow, undo: Command | null, bar: UndoBar): void {
  const { did } = words;
  // An answer that was refused is the last one, too: no earlier one is taken back in its place.
  const tell = (says: string, title: string): void =>
    undo === null ? bar.forget() : bar.tell(says, title, [undo], planOf(row));
  if (typeof answer === "object") tell(did.chosen, withoutLinks(answer.choice));
  else if (answer === "question") bar.tell(did.others, row.title, [], null);
  else if (answer === "skip" || answer === "done" || answer === "corrected") tell(did[answer], row.title);
}

/** Tells what an approval still waits for; what goes out counts by itself. */
function tellApproved(ids: readonly string[], title: string, bar: UndoBar, world: World | null): void {
  const open = (world?.requests ?? []).filter(
    (each) =>
      ids.includes(each.id) &&
      each.state === "candidate" &&
      (each.objection?.id === "confirmed" || isScheduled(each.objection) || isByHand(each)),
  );
  const [first] = open;
  if (first === undefined) {
    bar.forget();
    return;
  }
  const hold = open.map(({ id: request }): Command => ({ kind: "hold", request }));
  const waits = isScheduled(first.objection) ? words.did.scheduled : words.did.toConfirm;
  const says = isByHand(first) ? words.did.toDo : waits;
  bar.tell(says, title, hold, stepsOf([first.id], world)[0]?.plan ?? null);
}

interface StepPlace {
  /** Path of the plan. */
  readonly plan: string;
  readonly step: number | undefined;
}

/** The steps that these requests are for. */
function stepsOf(ids: readonly string[], world: World | null): readonly StepPlace[] {
  const views = new Map(world?.plans.map(({ plan }) => [plan.key, plan]));
  const requests = world?.requests.filter(({ id }) => ids.includes(id)) ?? [];
  return requests.flatMap(({ plan: key, step }) => {
    const plan = views.get(key);
    return plan === undefined ? [] : [{ plan: plan.path, step: plan.steps.find(({ id }) => id === step)?.n }];
  });
}

function undoing({ plan, step }: StepPlace, of: "done" | "reject"): Extract<Command, { kind: "undo" }> {
  return { kind: "undo", plan, of, ...(step === undefined ? {} : { step }) };
}
