/** The content of a call, held against the words of a note; its device, and the knowledge of its end. */
import type { Device } from "../device";
import { readAsPerson } from "../reading";
import { isNoted, recordsOf, stands } from "../remembered";
import { ROUTES, VAULT } from "../stories";
import type { Called, Issued, Witness } from "../witness";

export function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => `${key}:${spelled(each)}`)
    .join()}}`;
}

/** The call that a reader of this note expects, spelled out; null where the note shows none. */
export function expected(text: string | null | undefined): string | null {
  const shown = text == null ? null : readAsPerson(text);
  return shown === null
    ? null
    : spelled({
        ...asTaken(shown.type, shown.args),
        // An action without a target may name it among the rest.
        to: shown.target === "" ? (shown.args["to"] ?? "") : shown.target,
        ...(shown.attachments.length === 0
          ? {}
          : { attachments: shown.attachments.map((path) => `${VAULT}/${String(path)}`) }),
      });
}

/** The arguments as a bank takes them: the amount is a number there, and text in the note. */
function asTaken(type: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return type === "payment" && typeof args["amount"] === "string" && args["amount"] !== ""
    ? { ...args, amount: Number(args["amount"]) }
    : args;
}

/** The argument by which its receiver tells a repetition; null where it takes none. */
export function keyNameOf({ call }: Called): string | null {
  return (
    Object.values(ROUTES).find(({ server, tool }) => server === call.server && tool === call.tool)?.key ??
    null
  );
}

/** All that is sent but the key, which is held to a sentence of its own. */
export function sent(called: Called): string {
  const key = keyNameOf(called);
  return spelled(Object.fromEntries(Object.entries(called.call.args).filter(([name]) => name !== key)));
}

/** By what the receiver tells a repetition; undefined where it is given nothing. */
export function keyOf(called: Called): unknown {
  const name = keyNameOf(called);
  return name === null ? undefined : called.call.args[name];
}

/** Of one step of one plan, whose id may be spelled in another case. */
export function isOfStep(
  each: Pick<Issued, "task" | "step"> | null | undefined,
  of: Pick<Issued, "task" | "step"> | null | undefined,
): boolean {
  return (
    each != null && of != null && each.task.toLowerCase() === of.task.toLowerCase() && each.step === of.step
  );
}

/** The settings say of its tool that an error means that nothing happened. */
export function isHarmless({ issued }: Called): boolean {
  return issued?.shown?.type === "api_call";
}

/** Whether nobody knows if it happened, and no person has said. */
export function isInDoubt({ answer, resolved }: Called): boolean {
  return (answer === null || answer === "unknown" || answer === "unclear") && resolved === null;
}

/** The calls of a device with the memory it has now: one that forgot everything is another one. */
export function callsOf(device: Device, witness: Witness): Called[] {
  const identity = witness.identities.get(device.name) ?? 0;
  return witness.calls.filter((each) => each.device === device && each.identity === identity);
}

/** All that a power cut left of it in this folder is its beginning, and its device does not remember it. */
export function isHalf({ name, id, text }: Issued, folder: string, device: Device): boolean {
  const left = device.disk.get(`${folder}/${name}`)?.text ?? "";
  return left !== "" && text !== left && text.startsWith(left) && !isNoted(device.lines, "asked", id);
}

/**
 * The requests of all attempts at the same, by name, without the ending; but for what a power cut left of one that
 * nobody remembers, which does not say what it was.
 */
export function chainOf({ issued, device }: Called, witness: Witness): string[] {
  return [...witness.issued.values()]
    .filter((each) => each.chain === issued?.chain && !isHalf(each, "Rejected", device))
    .map(({ name }) => name.replace(/\.md$/, ""));
}

/** Since a person approved it: such a clock cannot measure. */
export function clockWasSet({ device, name }: Called, witness: Witness): boolean {
  return (witness.approvals.get(name) ?? []).some(({ clockSet }) => clockSet !== device.clockSet);
}

/** Calls for what is meant that may have had an effect, as far as anybody knows; never the one in hand. */
export function reached(called: Called, witness: Witness, isMeant: (issued: Issued) => boolean): Called[] {
  return witness.calls.filter(
    (each) =>
      each.issued !== null &&
      isMeant(each.issued) &&
      each.call.action !== called.call.action &&
      each.answer !== "not-sent" &&
      !(each.answer === "tool-error" && isHarmless(each)) &&
      each.resolved !== false,
  );
}

/** The text of a request before a person’s own words. */
export function sayingsOf({ issued }: Called): string {
  return (issued?.text ?? "").split(/^## Your note/m)[0] ?? "";
}

/** Another device, or one that forgot everything, cannot know what was called for another step. */
export function isKnownTo(called: Called, earlier: Called): boolean {
  return earlier.device === called.device && earlier.identity === called.identity;
}

/**
 * Whether its person knew that the same may have gone out for another step: by the request, or by the reason of a
 * confirmation given since.
 */
export function isToldOfAnother(called: Called): boolean {
  const { lines } = called.device;
  if (/Exactly the same (?:was|may have been) carried out/.test(sayingsOf(called))) return true;
  return (
    recordsOf(lines, "held", called.call.action).some(({ why }) => why === "sent-since") &&
    stands(lines, "confirmed", called.call.action)
  );
}
