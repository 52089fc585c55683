/**
 * Writes one request: everything is checked first, then the note is created, exclusively. The log and the latch
 * follow by their own rules.
 */
import type { Action } from "../../note/action/action";
import { fileForm, absolutePath, wantsContent } from "../../note/action/files";
import { placeOf } from "../../note/action/places";
import { sayFixed } from "../../note/action/fixed";
import { receiversOf } from "../../note/action/receivers";
import { sayConverted } from "../../note/action/typed";
import { hashAction, sameAction } from "../../note/action/render";
import { hashText, toHex } from "../../kit/hash";
import { showWithZone } from "../../kit/dates";
import type { Step } from "../../note/plan/plan";
import { hashStep, isHashOf } from "../../note/plan/steps";
import type { ServerView, ToolView } from "../../kit/ports/tools";
import { escapeLine } from "../../kit/text";
import { requestName } from "../../approval/request/name";
import { parseRequest } from "../../approval/request/parse";
import { renderRequest } from "../../approval/request/render";
import type { Attachment, Draft, Identity, Route } from "../../approval/request/request";
import { CONTROL_FOLDERS, mappingOf, pathOf, serverHash, serverOf } from "../../settings/settings";
import { namesOf, sealedArguments } from "../../approval/arguments";
import { differences, sinceRefusal, writtenAround } from "../../approval/differences";
import { momentOf } from "../../approval/sendTime";
import { lookBack } from "../../approval/warnings";
import type { Move } from "../../rules/moves";
import { faultOf, nearType, passedOver } from "../../approval/preflight";
import { sayNoTool, sayUnreached, toolHash } from "../../approval/toolHash";
import type { RequestView } from "../../approval/view";
import type { PlanView, World } from "../../rules/world";
import { hashAttachments, NO_PLACE } from "./attachments";
import type { Context } from "./context";
import type { Performed } from "./performed";

type Ask = Extract<Move, { kind: "ask" }>;

export async function ask(move: Ask, world: World, context: Context): Promise<Performed> {
  const view = world.plans.find(({ plan }) => plan.path === move.path);
  const earlier = world.requests.find((each) => each.id === move.earlier) ?? null;
  const device = context.memory.state().device;
  if (view === undefined || device === null) return { kind: "stale" };
  const action = actionToAsk(
    move,
    view,
    move.why === "attempt" ? await triedBefore(earlier, context) : earlier,
  );
  // Looked at now, not as it was earlier in this run: what cannot be carried out is not asked for.
  const server = mappingOf(context.settings, action?.type ?? "")?.server;
  const offered = server === undefined ? null : await context.lookAtServer(server);
  if (offered?.kind === "down") return { kind: "stuck", why: sayUnreached(server ?? "", offered.why) };
  const prepared = await prepare(move, world, view, earlier, action, offered, device.id, context);
  if ("why" in prepared) {
    context.fail(move.path, move.step, prepared.why);
    return { kind: "stuck", why: prepared.why };
  }
  const draft = await quoting(prepared, move, view, earlier, device.key, context);
  if (draft === null) return { kind: "stale" };
  const text = renderRequest(draft, device.key);
  const again = parseRequest(prepared.identity.name, text, { device });
  if (again.reading.kind !== "sealed" || !sameAction(again.reading.action, prepared.action)) {
    context.fail(
      move.path,
      move.step,
      "The action cannot be written down so that it reads back the same; simplify its text.",
    );
    return { kind: "stuck", why: "the action cannot be written down exactly" };
  }
  const path = `${pathOf(context.settings, "pending")}/${prepared.identity.name}`;
  const result = await context.vault.create(path, text);
  context.index.wrote(path, text);
  if (result.kind === "refused") return { kind: "stuck", why: result.why };
  return result.kind === "created" ? { kind: "done" } : { kind: "stale" };
}

type Prepared = Draft | { readonly why: string };

type Asked = Pick<RequestView, "action" | "identity">;

/** The earlier attempt lies in Done by now; it counts as long as its seal verifies. */
async function triedBefore(earlier: RequestView | null, context: Context): Promise<Asked | null> {
  if (earlier === null || earlier.identity !== null) return earlier;
  const note = await context.vault.read(`${pathOf(context.settings, "done_actions")}/${earlier.name}`);
  const { device } = context.memory.state();
  const parsed = note.kind === "text" ? parseRequest(earlier.name, note.text, { device }).reading : null;
  return parsed?.kind === "sealed" && parsed.identity.id === earlier.id ? parsed : null;
}

/**
 * The action as the plan has it; for a request that a person changed and approved, as they made it, also when
 * that has failed and the plan says since what it said.
 */
function actionToAsk(move: Ask, { step }: PlanView, earlier: Asked | null): Action | null {
  const isTheirs =
    move.why === "reissue" ||
    (move.why === "attempt" && step !== null && isHashOf(step, earlier?.identity?.stepHash ?? ""));
  const theirs = isTheirs ? (earlier?.action ?? null) : null;
  if (theirs !== null) return theirs;
  return step?.approval.kind === "action" ? step.approval.action : null;
}

async function prepare(
  move: Ask,
  world: World,
  view: PlanView,
  earlier: RequestView | null,
  action: Action | null,
  offered: Extract<ServerView, { readonly kind: "up" }> | null,
  executor: string,
  context: Context,
): Promise<Prepared> {
  const { plan, step } = view;
  if (step?.id == null || action === null) return { why: "The step has no action to ask about." };
  const way = routeOf(action, offered, context);
  if (way !== null && "why" in way) return way;
  const attachments = await hashAttachments(action.attachments, context);
  if ("why" in attachments) return attachments;
  if (way !== null && attachments.files.length > 0 && absolutePath(context.host.vault, "") === null)
    return { why: NO_PLACE };
  const sends = hashAction(action, attachments.files);
  const tried = move.why === "attempt" ? (earlier?.actionState?.actionHash ?? "") : "";
  const others =
    tried === "" || sends === tried
      ? []
      : [`This is not what was tried before; ${earlier?.name ?? ""} and its record say what that was.`];
  const zone = context.settings.time_zone;
  const refusal = sinceRefusal(earlier, action, move.why, world.requests, zone);
  const changes =
    refusal !== null
      ? refusal.lines
      : move.why === "reissue" && earlier !== null
        ? differences(earlier, view, context.settings)
        : others;
  const cause = move.why === "reissue" ? hashText(changes.join("\n")).slice(0, 16) : null;
  if (cause !== null && earlier?.identity?.cause === cause) {
    return {
      why: "The request was changed in the same way twice running, so it is not asked a third time. A formatter or another program may be changing notes in this folder.",
    };
  }
  const id = toHex(context.random.bytes(16));
  // Later than what it follows, even when a clock was set back; what only a log says does not count.
  const follows =
    earlier !== null && (earlier.identity !== null || earlier.actionState !== null) ? earlier.created + 1 : 0;
  const created = Math.max(context.clock.now(), follows);
  const chained = (move.why === "attempt" || move.why === "reissue") && earlier !== null;
  const before = lookBack(move, view, earlier, world, context.memory.state(), sends, action, (ms) =>
    showWithZone(ms, zone),
  );
  const at = way === null ? null : momentOf(action, zone);
  const identity: Identity = {
    id,
    ...(at === null || at <= created ? {} : { sends: at }),
    chain: chained ? earlier.chain : id,
    attempt: chained ? earlier.attempt + 1 : 1,
    plan: plan.key,
    task: plan.taskId,
    step: step.id,
    stepHash: hashStep(step),
    route: way?.route ?? null,
    idempotency:
      (chained ? keptKey(earlier, action, attachments.files, step) : null) ?? idempotencyKey(action.type, id),
    attachments: attachments.files,
    receivers: receiversOf(action.target),
    executor,
    name: requestName(created, action.type, action.target === "" ? step.text : action.target, id),
    folders: CONTROL_FOLDERS.map((each) => pathOf(context.settings, each)),
    created,
    repeats: move.why === "repeat" || before.done,
    warnsOf: before.warnsOf,
    cause,
  };
  const name = plan.path.slice(plan.path.lastIndexOf("/") + 1).replace(/\.md$/, "");
  const words = {
    planName: name,
    objective: plan.objective,
    stepText: step.text,
    beneath: step.beneath,
    hasAgent: plan.agent !== null && step.isFilledByFlow !== true,
    zone,
    n: step.n,
    of: plan.steps.length,
    rationale: rationale(view),
    changes,
    ...(refusal === null ? {} : { changedSince: refusal.since }),
    warnings: [
      ...before.warnings,
      ...(way === null
        ? nearType(action.type, Object.keys(context.settings.actions))
        : passedOver(action, way.tool)),
    ],
    converted:
      way === null
        ? []
        : [
            ...sayFixed(way.route.fixedArguments ?? {}),
            ...sayFiles(way.route, attachments.files, way.tool),
            ...sayConverted(sealedArguments(action, way.route, identity, [], way.tool).converted),
          ],
  };
  return { identity, action, words };
}

/** How the tool gets the files, as a sentence; none where none go along. */
function sayFiles(
  { attachmentsArgument: argument }: Route,
  files: readonly Attachment[],
  tool: ToolView,
): readonly string[] {
  if (argument === null || files.length === 0) return [];
  const form = fileForm(tool.schema, placeOf(argument, tool.schema).paths[0] ?? []);
  const what = form !== null && wantsContent(form) ? "its name and content" : "its path on this computer";
  return [`“${escapeLine(argument, 80)}” gets each file by ${what}.`];
}

/**
 * The draft with a person's words around the action of the request that this one replaces; null where they cannot be
 * read just now.
 */
async function quoting(
  draft: Draft,
  move: Ask,
  { step }: PlanView,
  earlier: RequestView | null,
  key: string,
  context: Context,
): Promise<Draft | null> {
  const note = earlier?.notes.find(({ folder, parsed }) => folder === "approved" && parsed.kind === "edited");
  if (move.why !== "reissue" || note?.parsed.kind !== "edited") return draft;
  const found = await context.vault.read(note.path);
  if (found.kind !== "text") return null;
  const { identity } = note.parsed;
  // It was asked for what the plan says, or for what was corrected before.
  const planned = step?.approval.kind === "action" ? [step.approval.action] : [];
  const asked = [draft.action, ...planned].map((action) =>
    renderRequest({ identity, action, words: { ...draft.words, changes: [] } }, key),
  );
  return {
    ...draft,
    words: { ...draft.words, changes: [...draft.words.changes, ...writtenAround(found.text, asked)] },
  };
}

/**
 * The key of an earlier attempt at exactly this action, whatever was changed around it; null when it is not known to
 * be the same.
 */
function keptKey(
  { recordNote, actionState, identity }: RequestView,
  action: Action,
  files: readonly Attachment[],
  step: Step,
): string | null {
  // A power cut may take note and record; what this device remembers is safe.
  const record =
    recordNote?.record ?? (actionState !== null && actionState.idempotency !== "" ? actionState : null);
  if (record !== null)
    return record.idempotency !== "" && hashAction(action, files) === record.actionHash
      ? record.idempotency
      : null;
  // One without a cause of its own asked for what the plan says.
  const asPlanned = step.approval.kind === "action" && sameAction(action, step.approval.action);
  const sameFiles =
    identity !== null && hashAction(action, identity.attachments) === hashAction(action, files);
  return identity?.cause === null && isHashOf(step, identity.stepHash) && asPlanned && sameFiles
    ? identity.idempotency
    : null;
}

/** A Message-ID for mail, so that the receiving side can drop a repetition; the bare action id elsewhere. */
function idempotencyKey(type: string, id: string): string {
  return type === "email" ? `<${id}@planwright.invalid>` : id;
}

/** The route, and which words take another form on it; null for what a person carries out. */
function routeOf(
  action: Action,
  offered: Extract<ServerView, { readonly kind: "up" }> | null,
  context: Context,
): { readonly route: Route; readonly tool: ToolView } | { readonly why: string } | null {
  const mapping = mappingOf(context.settings, action.type);
  if (mapping === null) return null;
  const definition = serverOf(context.settings, mapping.server);
  if (definition === null || offered === null)
    return { why: `The server “${mapping.server}” is not in the settings.` };
  const tool = offered.tools.find((each) => each.name === mapping.tool);
  if (tool === undefined) return { why: sayNoTool(mapping.server, mapping.tool, offered) };
  const fault = faultOf(action, mapping, tool);
  if (fault !== null) return { why: fault.why };
  const route: Route = {
    server: mapping.server,
    tool: mapping.tool,
    toolHash: toolHash(tool),
    serverHash: serverHash(definition),
    ...namesOf(action, mapping, tool),
  };
  return { route, tool };
}

function rationale({ plan }: PlanView): string {
  const objective = plan.objective === "" ? plan.taskId : plan.objective;
  return plan.context === "" ? objective : `${objective}\n\n${plan.context}`;
}
