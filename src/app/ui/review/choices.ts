/** The buttons of the review: what a person can answer to the requests in it, and what each does. */
import { shownToConfirm } from "../../../approval/confirming";
import { areTooMany } from "../../../approval/rush";
import { canBeTaught } from "../../../approval/device/taught";
import { hashText } from "../../../kit/hash";
import type { Json } from "../../../kit/json";
import { shownAs } from "../../../note/plan/steps";
import type { Role } from "../../../note/action/kinds";
import { partsOf } from "../../../note/action/receivers";
import { linesOf, receiversIn, textOf } from "../../../approval/request/sheet";
import type { Command } from "../../../rules/command";
import type { World } from "../../../rules/world";
import { ANSWER_ROWS } from "../../../overview/answers";
import { noteOf, type Review } from "../../../overview/review";
import type { EngineClient } from "../engineClient";
import { APPROVED_HERE } from "../notices/departures";
import { copyAction, openNote } from "../opening";
import { changeAction } from "../requestForm";
import { refusable } from "../requests";
import { WORDS } from "../words";
import { CONFIRMS, type FootButton } from "./foot";

const { review: words } = WORDS;

export interface Choice extends FootButton {
  /** Only once the end of the text was in view. */
  readonly afterReading?: boolean;
  /** `tell`: called with how many of the requests have their answer. */
  readonly run: (tell: (done: number, of: number) => void) => Promise<After> | After;
}

/**
 * The result of an answer. `answered`: these need no answer any more. Where nothing was answered, the request is
 * looked at anew.
 */
export type After = Given | { readonly kind: "stay" | "close" | "rejecting" | "one-by-one" };

export interface Given {
  readonly kind: "answered";
  readonly ids: readonly string[];
  readonly said: string;
  /** `done`: by hand, by the person’s word. */
  readonly did: keyof Tally | "done";
  /** Some of those that were to get this answer did not. */
  readonly isRefused: boolean;
}

/** How many requests got which answer. */
export interface Tally {
  approved: number;
  rejected: number;
  others: number;
}

export interface Choices {
  /** Before the hint. */
  readonly start: readonly Choice[];
  /** Behind it. */
  readonly end: readonly Choice[];
}

/** Gives the same answer to several requests; ends at the first that is refused. */
export async function answerAll(
  client: EngineClient,
  commands: readonly (Command & { request: string })[],
  tell: (done: number, of: number) => void = () => undefined,
): Promise<After> {
  tell(0, commands.length);
  for (const { kind, request } of commands) if (kind === "approve") APPROVED_HERE.add(request);
  const answers = await client.answerAll(commands, ({ isDone }, done) => {
    tell(done, commands.length);
    return isDone;
  });
  const ids = commands.flatMap(({ request }, at) => (answers[at]?.isDone === true ? [request] : []));
  const said = answers.at(-1)?.said ?? "";
  const kind = commands[0]?.kind;
  return {
    kind: "answered",
    ids,
    said,
    did: kind === "approve" ? "approved" : kind === "reject" ? "rejected" : "others",
    isRefused: ids.length < commands.length,
  };
}

export function choicesFor(client: EngineClient, review: Review): Choices {
  const { request, decision, plan } = review;
  const answer = (command: Command & { request: string }) => () => answerAll(client, [command]);
  const world = client.world();
  const hold: Choice = {
    label: ANSWER_ROWS.hold.label,
    kind: decision === "hold" ? "main" : undefined,
    key: decision === "hold" ? "A" : undefined,
    run: answer({ kind: "hold", request: request.id }),
  };
  const path = request.state === "in-doubt" ? (request.recordNote?.path ?? noteOf(request)) : noteOf(request);
  const mayReject = world !== null && refusable(world).some(({ id }) => id === request.id);
  const start: readonly Choice[] = [
    ...(decision === "confirm" || decision === "by-hand" ? [hold] : []),
    ...(decision === "by-hand" ? byHand(client, review) : []),
    ...(plan !== null && (decision === "approve" || decision === "changed") ? [changes(client, plan)] : []),
    ...(path !== null && (decision === "resolve" || decision === "changed" || decision === "none")
      ? [opens(client, path)]
      : []),
    ...(mayReject && decision !== "by-hand" ? [REJECTING] : []),
  ];
  switch (decision) {
    case "approve":
      return { start, end: approving(client, [review]) };
    case "confirm":
      return { start, end: confirming(client, [review]) };
    case "by-hand":
      return { start, end: [doing(client, [review])] };
    case "resolve": {
      const resolve = (happened: boolean, always = false): Choice => ({
        label: always ? words.always : ANSWER_ROWS[happened ? "happened" : "not-happened"].label,
        kind: happened ? undefined : "careful",
        key: always ? undefined : ANSWER_ROWS[happened ? "happened" : "not-happened"].key,
        isFinal: true,
        run: answer({ kind: "resolve", request: request.id, happened, always }),
      });
      const taught = canBeTaught(request.actionState?.answer ?? "") ? [resolve(true, true)] : [];
      return { start, end: [resolve(false), ...taught, resolve(true)] };
    }
    case "hold":
      return { start, end: [hold] };
    case "changed":
      return { start, end: world === null ? [] : askingAgain(client, review, world) };
    case "none":
      return { start, end: [] };
  }
}

/** The answers to requests that are alike: those that are ticked get the one that is given. */
export function choicesForMany(client: EngineClient, ticked: readonly Review[]): Choices {
  const oneByOne: Choice = { label: words.oneByOne, leadsOn: true, run: () => ({ kind: "one-by-one" }) };
  const holds = ticked.map(({ request }) => ({ kind: "hold" as const, request: request.id }));
  const hold: Choice = { label: words.undoAll(holds.length), run: (tell) => answerAll(client, holds, tell) };
  if (ticked.some(({ decision }) => decision === "by-hand"))
    return { start: [hold, oneByOne], end: [doing(client, ticked)] };
  if (ticked.some(({ decision }) => decision === "confirm"))
    return { start: [hold, REJECTING, oneByOne], end: confirming(client, ticked) };
  return { start: [...(ticked.length === 0 ? [] : [REJECTING]), oneByOne], end: approving(client, ticked) };
}

const REJECTING: Choice = {
  label: ANSWER_ROWS.reject.label,
  key: ANSWER_ROWS.reject.key,
  leadsOn: true,
  run: () => ({ kind: "rejecting" }),
};

/** Each approval stands for the text of the note that was shown. */
function approving(client: EngineClient, reviews: readonly Review[]): readonly Choice[] {
  const commands = reviews.flatMap(({ request, note, sheet }) =>
    note === null || sheet === null
      ? []
      : [{ kind: "approve" as const, request: request.id, read: hashText(note) }],
  );
  if (commands.length === 0) return [];
  const world = client.world();
  const areSent = reviews.some(({ departs }) => departs.by !== "hand");
  const isMany = areSent && world !== null && areTooMany(commands.length, world);
  return [
    {
      label: words.approve(commands.length, reviews.every(({ departs }) => departs.confirms) || isMany),
      kind: "main",
      key: "A",
      afterReading: true,
      run: (tell) => answerAll(client, commands, tell),
    },
  ];
}

/** One word for all of them, bound to what was shown of each. */
function confirmAll(
  client: EngineClient,
  ticked: readonly Review[],
  tell: (done: number, of: number) => void,
): Promise<After> {
  const commands = ticked.map(({ request }) => ({
    kind: "confirm" as const,
    request: request.id,
    read: shownToConfirm(request),
  }));
  return answerAll(client, commands, tell);
}

/** The person’s word that they did it. */
function doing(client: EngineClient, ticked: readonly Review[]): Choice {
  return {
    label: words.didAll(ticked.length),
    kind: "main",
    // The key that approved must never say that it was done.
    key: ANSWER_ROWS.did.key,
    run: async (tell): Promise<After> => {
      const after = await confirmAll(client, ticked, tell);
      return after.kind === "answered" ? { ...after, did: "done" } : after;
    },
  };
}

function confirming(client: EngineClient, ticked: readonly Review[]): readonly Choice[] {
  return [
    {
      label: words.confirmAll(ticked.length),
      kind: "careful",
      key: CONFIRMS,
      afterReading: true,
      run: (tell) => confirmAll(client, ticked, tell),
    },
  ];
}

/** The way to ask with the text in the plan; only while the plan is at the step of the request. */
function askingAgain(client: EngineClient, { request }: Review, world: World): readonly Choice[] {
  const view = world.plans.find(({ plan, step }) => plan.key === request.plan && step?.id === request.step);
  if (view === undefined || view.step?.approval.kind !== "action") return [];
  const { plan, step } = view;
  return [
    {
      label: ANSWER_ROWS["ask-again"].label,
      key: "A",
      run: async (): Promise<After> => {
        const { isDone, said } = await client.answer({
          kind: "request",
          plan: plan.path,
          step: null,
          action: null,
          shown: shownAs(plan, step),
        });
        return { kind: "answered", ids: isDone ? [request.id] : [], said, did: "others", isRefused: !isDone };
      },
    },
  ];
}

function opens(client: EngineClient, path: string): Choice {
  return {
    label: ANSWER_ROWS.open.label,
    leadsOn: true,
    run: async (): Promise<After> => {
      await openNote(client, { target: path, block: null });
      return { kind: "close" };
    },
  };
}

/** In a form, while the plan is at the step; else the note is opened there. */
function changes(client: EngineClient, { path, step }: NonNullable<Review["plan"]>): Choice {
  return {
    label: ANSWER_ROWS.change.label,
    key: ANSWER_ROWS.change.key,
    run: async (): Promise<After> => {
      const planDetail = await client.planDetail(path);
      if (planDetail?.view?.step?.id === step) changeAction(client, planDetail.view);
      else await openNote(client, { target: path, block: step === "" ? null : step });
      return { kind: "close" };
    },
  };
}

/** The means to do it: its text, and a new mail where it is one. */
function byHand(client: EngineClient, review: Review): readonly Choice[] {
  const { action, kind } = review;
  if (action === null) return [];
  const copy: Choice = {
    label: ANSWER_ROWS.copy.label,
    key: ANSWER_ROWS.copy.key,
    run: async (): Promise<After> => {
      await copyAction(client, { action });
      return { kind: "stay" };
    },
  };
  const write: Choice = {
    label: words.mailApp,
    run: () => {
      window.open(mailLink(review));
      if (action.attachments.length > 0) client.say(words.filesStay);
      return { kind: "stay" };
    },
  };
  return kind === "mail" ? [copy, write] : [copy];
}

/** A new mail as the review shows it. */
function mailLink({ sheet }: Review): string {
  const lines = sheet === null ? [] : linesOf(sheet);
  const of = (role: Role): readonly Json[] =>
    lines.flatMap((each) => (each.role === role ? [each.value] : []));
  const people = (role: Role): string =>
    of(role)
      .flatMap(receiversIn)
      .map((each) => {
        const { local, domain } = partsOf(each);
        return [local, ...(domain === "" ? [] : [domain])].map(encodeURIComponent).join("@");
      })
      .join(",");
  const text = (role: Role): string =>
    of(role)
      .map((each) => encodeURIComponent(textOf(each).replace(/\r\n?|\n/g, "\r\n")))
      .join("");
  const fields = [
    ["cc", people("cc")],
    ["bcc", people("bcc")],
    ["subject", text("subject")],
    ["body", text("body")],
  ];
  return `mailto:${people("to")}?${fields.flatMap(([name, value]) => (value === "" ? [] : [`${name ?? ""}=${value ?? ""}`])).join("&")}`;
}
