/** A person's click on Approve, Reject or Hold. The only place in the code that moves a request into Approved. */
import { writeHold } from "../../approval/device/holdReason";
import { TAKING_BACK } from "../../approval/device/ledger";
import { OUTCOME_ROWS, type Outcome } from "../../approval/device/outcome";
import type { DeviceRecord } from "../../approval/device/ledgerEntries";
import { hashText } from "../../kit/hash";
import { escapeLine } from "../../kit/text";
import { pathOf } from "../../settings/settings";
import { fullReason, obstacleWords } from "../../approval/obstacle";
import type { NotePlace, RequestView } from "../../approval/view";
import { isElsewhere } from "../../rules/permission";
import type { World } from "../../rules/world";
import type { Context } from "../perform/context";
import { no, told, yes, type Command, type Obeyed } from "../perform/replies";
import { change } from "../perform/change";

type Answer = Extract<Command, { kind: "approve" | "reject" | "hold" }>;

export async function answerRequest(
  answer: Answer,
  request: RequestView,
  world: Pick<World, "acting" | "device">,
  context: Context,
): Promise<Obeyed> {
  const from = answer.kind === "hold" ? "approved" : "pending";
  const note =
    request.notes.find(({ folder }) => folder === from) ??
    (answer.kind === "reject" ? request.notes.find(({ folder }) => folder === "approved") : undefined);
  if (note === undefined)
    return no(
      `${request.name} is not in ${pathOf(context.settings, from)}: ${escapeLine(fullReason(request))}`,
    );
  if (answer.kind === "approve" && request.state !== "waiting")
    return no(`${request.name} cannot be approved: ${escapeLine(fullReason(request))}`);
  const unread =
    answer.kind === "approve" ? await whyNotAsShown(request.name, note, answer.read, context) : null;
  if (unread !== null) return no(unread);
  const { actionState } = request;
  const isTakenBack =
    note.folder === "approved" &&
    actionState !== null &&
    actionState.begun === null &&
    actionState.outcome === null;
  // From before it moves: it holds also where the note cannot be moved, or the program ends here. If that fails, the
  // next look notes it.
  const isHeld =
    isTakenBack &&
    (await isNoted(
      { kind: "held", action: request.id, ...writeHold(TAKING_BACK), at: context.clock.now() },
      context,
    ));
  const refused = await carryOut(answer, note.path, request.name, context);
  const ended = answer.kind === "approve" ? null : await begunAs(request, context);
  if (ended === "withdrawn")
    return refused === null
      ? yes("Stopped at the last moment: nothing was sent.")
      : no(`Nothing was sent. ${refused.say}`);
  // An approval from now on is a new one.
  if (isTakenBack && refused?.lies !== true)
    await isNoted({ kind: "taken-back", action: request.id, at: context.clock.now() }, context);
  if (ended !== null) {
    const say = `${refused?.say ?? "Moved."} ${beganBefore(ended)}`;
    // One that was begun is not taken back: of several, a face tells no more than how many are.
    return refused === null && answer.kind === "reject" ? yes(say) : no(say);
  }
  // Whether another device began it meanwhile nobody can tell here.
  if (refused === null && note.folder === "approved" && world.acting.kind === "named" && isElsewhere(world))
    return yes(
      `${answer.kind === "hold" ? "Taken back" : "Rejected"} here. If ${escapeLine(world.acting.name, 60)} has not begun it, nothing is sent.`,
    );
  if (refused === null)
    return yes(
      `${SAID[answer.kind]} ${answer.kind === "approve" ? escapeLine(obstacleWords(request)) || sayByHand(request) : ""}`.trim(),
    );
  return no(
    isHeld && refused.lies
      ? `${refused.say} It is still in ${pathOf(context.settings, "approved")}, and is sent only after you confirm it here.`
      : refused.say,
  );
}

/**
 * How it ended, `unknown` while that is open; null where it was never begun. Asked after the note was moved, or could
 * not be: through the other door of this device it may have been begun meanwhile. An action that is begun after this
 * sees the moved note in its last look.
 */
async function begunAs({ id, actionState }: RequestView, { memory }: Context): Promise<Outcome | null> {
  await memory.refresh();
  const now = actionState === null ? null : (memory.state().actionState.get(id) ?? actionState);
  return now?.begun == null ? null : (now.outcome ?? "unknown");
}

function beganBefore(ended: Outcome): string {
  return `Planwright had already begun it. Result: ${OUTCOME_ROWS[ended].title}.`;
}

/**
 * The text that was shown has to lie there just before it moves, and to be the whole of what was asked: another half
 * would come without having been read.
 */
async function whyNotAsShown(
  name: string,
  { path, hash, parsed }: NotePlace,
  read: string,
  context: Context,
): Promise<string | null> {
  const now = await context.vault.read(path);
  if (now.kind !== "text" || hashText(now.text) !== read || hash !== read) {
    context.index.mark(path);
    return `${name} changed since it was shown, so nothing was approved. Read it again.`;
  }
  if (parsed.kind === "torn" && parsed.away === true) return `${parsed.why} Nothing was approved.`;
  if (parsed.kind === "torn")
    return `${name} is not complete yet, so nothing was approved. Wait for the rest, then read it again.`;
  // Whether another device’s seal is genuine nobody can tell here; that its text is what was sealed can be told.
  return parsed.kind === "sealed" || (parsed.kind === "elsewhere" && parsed.intact)
    ? null
    : `${name} cannot be approved: it is not as Planwright wrote it.`;
}

async function isNoted(record: DeviceRecord, { memory }: Context): Promise<boolean> {
  return await memory.add(record).then(
    () => true,
    () => false,
  );
}

/** Null when it is done. `lies`: the note is where it was. */
async function carryOut(
  answer: Answer,
  path: string,
  name: string,
  context: Context,
): Promise<{ readonly say: string; readonly lies: boolean } | null> {
  if (answer.kind === "reject" && answer.note.trim() !== "") {
    const noted = await change(path, (text) => addRemark(text, answer.note), context);
    if (noted.kind !== "done") return { say: told(noted, "").say, lies: true };
  }
  const to = answer.kind === "approve" ? "approved" : answer.kind === "reject" ? "rejected" : "pending";
  const moved = await context.vault.move(path, `${pathOf(context.settings, to)}/${name}`);
  switch (moved.kind) {
    case "moved":
      return null;
    case "exists":
      return {
        say: `A note with that name is already in ${pathOf(context.settings, to)}. Compare the two.`,
        lies: true,
      };
    case "absent":
      return { say: "The note was just moved away. Look again.", lies: false };
    case "refused":
      return { say: `That could not be done: ${moved.why}`, lies: true };
  }
}

/** An approval sends nothing where a person does it by hand; empty where something does. */
function sayByHand({ identity }: RequestView): string {
  return identity !== null && identity.route === null ? "Now do it by hand, then say “Done”." : "";
}

const SAID = {
  approve: "Approved.",
  reject: "Rejected. Nothing is sent.",
  hold: "Taken back. Nothing is sent until you approve it again.",
} as const;

/** A person's words go at the end of the note, under the heading that is theirs. */
function addRemark(text: string, remark: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text.endsWith(end) ? "" : end;
  return `${text}${gap}${end}${remark.trim().replace(/\r*\n/g, end)}${end}`;
}
